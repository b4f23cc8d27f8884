//! Cop numbers of whole corpora: a text of graphs in, a number each out.

use crate::cops::{CopNumber, Question};
use crate::error::{Error, Graph6Fault, Result};
use crate::graph6::{Line, Lines, Place};
use crate::memory;
use crate::pace::{Pace, Progress, ProgressFn};
use crate::parallel;
use crate::threads;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Graphs that a thread takes at a time: few, for one of them may take as long as all others.
const BLOCK: usize = 8;

/// A text in graph6 form, a graph a line, every line of which has been checked.
///
/// A header `>>graph6<<` may come first, lines may end in `\r\n`, and the last one need not end at all.
#[derive(Debug)]
pub struct Corpus<'a> {
    text: &'a [u8],
    graphs: usize,
    /// Where every block of graphs starts.
    blocks: Vec<Place>,
}

/// The answers for a corpus, graph by graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopNumbers {
    /// The cop numbers; 0 where more cops are needed than were allowed.
    pub cops: Vec<u32>,
    /// The capture times in rounds, if they were asked for; `None` where the cop number is 0.
    pub rounds: Vec<Option<u32>>,
}

impl<'a> Corpus<'a> {
    /// Checks a text. The number of its first line, from which errors count, is `first_line`: 1 for a whole corpus, more
    /// for a later part of one.
    ///
    /// # Errors
    /// [`Error::Graph6`] for the first line that is no graph; refused memory.
    pub fn from_graph6(text: &'a [u8], first_line: u64) -> Result<Corpus<'a>> {
        let mut lines = Lines::new(text, first_line);
        let mut corpus = Corpus {
            text,
            graphs: 0,
            blocks: Vec::new(),
        };
        loop {
            let place = lines.place(text);
            let Some((number, line)) = lines.next() else {
                return Ok(corpus);
            };
            Line::new(line).map_err(|fault| Error::Graph6 {
                line: number,
                fault,
            })?;
            if corpus.graphs.is_multiple_of(BLOCK) {
                memory::push(&mut corpus.blocks, place)?;
            }
            corpus.graphs += 1;
        }
    }

    /// The number of graphs.
    pub fn len(&self) -> usize {
        self.graphs
    }

    /// Whether there is no graph.
    pub fn is_empty(&self) -> bool {
        self.graphs == 0
    }

    /// The cop number of each graph, as far as `max_cops` reaches, and the capture time too if `rounds` says so; on
    /// `threads` threads, 0 for one a core. The answers don't depend on the threads.
    ///
    /// # Errors
    /// [`Error::Graph6`] for a graph that is too large for this machine; [`Error::Cancelled`]; refused memory.
    ///
    /// ```
    /// // The circle of four, and four nodes on their own.
    /// let corpus = pursuit::Corpus::from_graph6(b"Cl\nC?\n", 1)?;
    /// let numbers = corpus.cop_numbers(4, true, 1, &mut |_| true)?;
    /// assert_eq!(numbers.cops, [2, 4]);
    /// assert_eq!(numbers.rounds, [Some(1), Some(0)]);
    /// # Ok::<(), pursuit::Error>(())
    /// ```
    pub fn cop_numbers(
        &self,
        max_cops: usize,
        rounds: bool,
        threads: usize,
        progress: &mut ProgressFn,
    ) -> Result<CopNumbers> {
        let threads = threads::wanted(threads);
        let helpers = threads.min(self.blocks.len()).max(1) - 1;
        let question = Question {
            max_cops,
            rounds,
            // Threads without a block of their own help with the others'.
            threads: threads / (1 + helpers),
            memory_limit: None,
        };
        let mut numbers = CopNumbers {
            cops: memory::filled(self.graphs, 0)?,
            rounds: memory::filled(if rounds { self.graphs } else { 0 }, None)?,
        };
        let mut cops = numbers.cops.chunks_mut(BLOCK);
        let mut times = numbers.rounds.chunks_mut(BLOCK);
        let blocks = self.blocks.iter().map(|&place| Block {
            place,
            cops: cops.next().unwrap_or_default(),
            rounds: times.next().unwrap_or_default(),
        });
        let shared = Shared {
            corpus: self,
            question,
            done: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            error: Mutex::new(None),
        };

        let mut pace = Pace::new(progress, self.graphs as u64);
        let mut told = 0;
        let mut tick = |done: u64| {
            pace.resolve(done - told)?;
            told = done;
            Ok(())
        };
        let mut helpers = memory::filled(helpers, ())?;
        threads::with_crew(1 + helpers.len(), |crew| {
            parallel::share(
                crew,
                blocks,
                &shared.stop,
                &mut helpers,
                |(), block| {
                    shared.answer_and_keep_error(block, &mut |_| !shared.stop.load(Relaxed));
                },
                |block| {
                    // A graph that takes long reports through its own game.
                    let mut inner = |_: Progress| tick(shared.done.load(Relaxed)).is_ok();
                    shared.answer_and_keep_error(block, &mut inner);
                    tick(shared.done.load(Relaxed))
                },
            )
        })?;
        match shared
            .error
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
        {
            Some(error) => Err(error),
            None => {
                pace.finish()?;
                Ok(numbers)
            }
        }
    }
}

/// The graphs of a block and room for their answers.
struct Block<'n> {
    place: Place,
    cops: &'n mut [u32],
    rounds: &'n mut [Option<u32>],
}

/// What the threads at work on a corpus share.
struct Shared<'c, 'a> {
    corpus: &'c Corpus<'a>,
    question: Question,
    /// The graphs that have been answered.
    done: AtomicU64,
    stop: AtomicBool,
    /// What went wrong first.
    error: Mutex<Option<Error>>,
}

impl Shared<'_, '_> {
    fn answer_and_keep_error(&self, block: Block, progress: &mut ProgressFn) {
        // What the games report is not looked at, only that they do.
        if let Err(error) = self.answer(block, &mut Pace::new(progress, 0)) {
            self.stop.store(true, Relaxed);
            let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert(error);
        }
    }

    fn answer(&self, block: Block, pace: &mut Pace) -> Result<()> {
        let mut rounds = block.rounds.iter_mut();
        let lines = Lines::resume(self.corpus.text, block.place);
        for (cops, (number, line)) in block.cops.iter_mut().zip(lines) {
            let answer = match self.answer_line(number, line, pace) {
                Err(Error::NoMemory { bytes, .. }) => Err(Error::Graph6 {
                    line: number,
                    fault: Graph6Fault::NoMemory { bytes },
                }),
                answer => answer,
            }?;
            *cops = answer.map_or(0, |answer| answer.cops as u32);
            if let Some(rounds) = rounds.next() {
                *rounds = answer.and_then(|answer| answer.rounds);
            }
        }
        self.done.fetch_add(block.cops.len() as u64, Relaxed);
        Ok(())
    }

    #[inline]
    fn answer_line(&self, number: u64, line: &[u8], pace: &mut Pace) -> Result<Option<CopNumber>> {
        let line = Line::new(line).map_err(|fault| Error::Graph6 {
            line: number,
            fault,
        })?;
        match line.small() {
            Some(graph) => self.question.ask_small(&graph, pace),
            None => self.question.ask(&line.graph()?, pace),
        }
    }
}
