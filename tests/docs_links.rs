//! Links in the documentation lead somewhere: to a file of the repository, and to a heading of it where they name one.

mod markdown;

use markdown::{Document, document, documents, parse, root};

#[test]
fn every_relative_link_leads_to_a_file_and_every_anchor_to_a_heading() {
    let documents = documents();
    let names: Vec<&str> = documents.iter().map(|document| &*document.name).collect();
    assert!(
        names.contains(&"README.md") && names.contains(&"docs/README.md"),
        "{names:?}"
    );
    let broken: Vec<String> = documents.iter().flat_map(broken_links).collect();
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn every_page_of_the_manual_is_in_its_table_of_contents() {
    let linked: Vec<String> = document("docs/README.md")
        .links
        .into_iter()
        .map(|link| format!("docs/{}", link.target))
        .collect();
    let lost: Vec<String> = documents()
        .into_iter()
        .map(|document| document.name)
        .filter(|name| name.starts_with("docs/") && name != "docs/README.md")
        .filter(|name| !linked.contains(name))
        .collect();
    assert!(lost.is_empty(), "docs/README.md does not name {lost:?}");
}

#[test]
fn a_broken_link_is_seen() {
    let said = |text: &str| broken_links(&parse("docs/invented.md", text));
    let fine = "# One `two`, three!\n\n[a](#one-two-three) [b](../README.md) [c](https://example.org)\n\n```\n[d](x)\n```\n";
    assert_eq!(said(fine), [""; 0]);
    assert_eq!(
        said("[a](nowhere.md)\n"),
        ["docs/invented.md:1: nowhere.md: there is no such file"]
    );
    assert_eq!(
        said("# One\n\nSee [two](#two).\n"),
        ["docs/invented.md:3: #two: there is no such heading"]
    );
    assert_eq!(
        said("![picture](../docs/pictures/none.png)\n"),
        ["docs/invented.md:1: ../docs/pictures/none.png: there is no such file"]
    );
    assert_eq!(
        said("[a](../README.md#no-such-heading)\n"),
        ["docs/invented.md:1: ../README.md#no-such-heading: there is no such heading"]
    );
    assert_eq!(
        said("[a](/etc/hosts)\n"),
        ["docs/invented.md:1: /etc/hosts: links are relative"]
    );
}

fn broken_links(document: &Document) -> Vec<String> {
    let fault = |target: &str| -> Option<&'static str> {
        if target.starts_with("https://") || target.starts_with("mailto:") {
            return None;
        }
        if target.starts_with('/') || target.contains("://") {
            return Some("links are relative");
        }
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let folder = root().join(&document.name).parent().unwrap().to_path_buf();
        let path = folder.join(file);
        if !file.is_empty() && !path.exists() {
            return Some("there is no such file");
        }
        let has_anchor = |document: &Document| document.anchors.iter().any(|known| known == anchor);
        let found = match (file, anchor) {
            (_, "") => true,
            ("", _) => has_anchor(document),
            _ => {
                let name = path.canonicalize().unwrap();
                let name = name.strip_prefix(root().canonicalize().unwrap()).ok();
                name.and_then(|name| name.to_str())
                    .is_some_and(|name| has_anchor(&markdown::document(name)))
            }
        };
        (!found).then_some("there is no such heading")
    };
    document
        .links
        .iter()
        .filter_map(|link| {
            let fault = fault(&link.target)?;
            Some(format!(
                "{}:{}: {}: {fault}",
                document.name, link.line, link.target
            ))
        })
        .collect()
}
