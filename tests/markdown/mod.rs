//! What the tests of the documentation read: the Markdown files of the repository, their code blocks, headings and links.

#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// A fenced code block.
pub struct Block {
    /// The word after the fence; empty if there is none.
    pub language: String,
    /// The content, each line with its end.
    pub text: String,
    /// The line of the opening fence, from 1.
    pub line: usize,
}

/// A link or picture.
pub struct Link {
    pub target: String,
    pub line: usize,
}

/// A Markdown file.
pub struct Document {
    /// Relative to the root of the repository.
    pub name: String,
    pub blocks: Vec<Block>,
    pub links: Vec<Link>,
    /// What a link to each heading says after its `#`.
    pub anchors: Vec<String>,
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Markdown file of the repository, sorted by name; what builds and tools leave is not among them.
pub fn documents() -> Vec<Document> {
    let mut names = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let path = folder.join(&name);
            if entry.file_type().unwrap().is_dir() {
                let is_ours = !name.starts_with('.')
                    && !["target", "build", "node_modules"].contains(&&*name);
                if is_ours && !root().join(&path).join("pyvenv.cfg").exists() {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                names.push(path.to_str().unwrap().to_owned());
            }
        }
    }
    names.sort();
    names.iter().map(|name| document(name)).collect()
}

pub fn document(name: &str) -> Document {
    let text = fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    parse(name, &text)
}

pub fn parse(name: &str, text: &str) -> Document {
    let mut document = Document {
        name: name.to_owned(),
        blocks: Vec::new(),
        links: Vec::new(),
        anchors: Vec::new(),
    };
    let mut open: Option<Block> = None;
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => {
                open = Some(Block {
                    language: language.trim().to_owned(),
                    text: String::new(),
                    line: line_number,
                });
            }
            (Some(_), Some(_)) => document.blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {
                if let Some(heading) = line.strip_prefix('#') {
                    let anchor = anchor(heading.trim_start_matches('#').trim());
                    let taken = |anchor: &str| document.anchors.iter().any(|known| known == anchor);
                    let unused = (0..)
                        .map(|again| match again {
                            0 => anchor.clone(),
                            _ => format!("{anchor}-{again}"),
                        })
                        .find(|anchor| !taken(anchor));
                    document.anchors.extend(unused);
                }
                links(line, line_number, &mut document.links);
            }
        }
    }
    assert!(open.is_none(), "{name}: a code block is never closed");
    document
}

/// The anchor that GitHub and its like give to a heading: small letters, digits, hyphens for spaces, no other signs.
fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            _ if c.is_alphanumeric() => Some(c),
            _ => None,
        })
        .collect()
}

/// The targets of `[text](target)`, `![text](target)` and `<img src="target">` outside of code spans.
fn links(line: &str, line_number: usize, links: &mut Vec<Link>) {
    let prose: String = line
        .split('`')
        .step_by(2)
        .collect::<Vec<_>>()
        .join(" code ");
    for (start, end) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
        for rest in prose.split(start).skip(1) {
            let target = rest
                .split(end)
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .next();
            links.push(Link {
                target: target.unwrap_or_default().to_owned(),
                line: line_number,
            });
        }
    }
}
