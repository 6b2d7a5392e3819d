//! `work`: counts pieces, one line after the other.

use super::{Example, Run};
use crate::cli::args::{PieceFiles, threads};
use crate::cli::code;
use crate::cli::interrupt::is_interrupted;
use crate::cli::lines::{InputLine, lines};
use crate::cli::pieces::{Done, Origin, PieceRow, VERSION, subtrees};
use crate::cli::row::write_json;
use crate::dlx::Goal;
use crate::puzzle::Encoded;
use crate::seal::{opened, seal};
use crate::solve::Order;
use crate::solve::pieces::{check_alike, count_all, digest};
use anyhow::{anyhow, bail, ensure};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

/// Count the pieces that `split` wrote
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    pieces: PieceFiles,
    /// Number of threads, at most 1024. Default: 1
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[("quadrille work < pieces.jsonl > done.jsonl", "Count every piece.")];

    /// Reads lines of pieces and answers each with a line before it reads the next one.
    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let mut worker = Worker { words: &self, known: BTreeMap::new() };
        let mut highest = code::YES;
        for line in lines(self.pieces.files.clone()) {
            let line = line?;
            match worker.answer(&line) {
                Ok(done) => {
                    write_json(out, &done)?;
                    // A worker may be killed at any moment, so each answer is written as soon as it
                    // is known.
                    out.flush()?;
                }
                Err(_) if is_interrupted() => {}
                Err(why) => {
                    say!("{}: {why}", line.place);
                    highest = code::UNUSABLE;
                }
            }
            if is_interrupted() {
                break;
            }
        }
        Ok(if is_interrupted() { code::INTERRUPTED } else { highest })
    }
}

/// Answers pieces.
struct Worker<'a> {
    words: &'a Args,
    /// The puzzles that pieces named, and the SHA-256 of their problems.
    known: BTreeMap<Origin, (Encoded, String)>,
}

/// The maximum number of puzzles that a worker keeps.
const HELD: usize = 16;

impl Worker<'_> {
    /// Counts a piece.
    ///
    /// # Errors
    ///
    /// In words, if the line is not a whole piece of this version and of its puzzle, or was not
    /// counted to the end.
    fn answer(&mut self, line: &InputLine) -> anyhow::Result<Done> {
        let text = line.text.as_ref().map_err(|why| anyhow!("{why}"))?;
        let piece: PieceRow =
            opened(text).map_err(|error| anyhow!("this is not a piece of `quadrille split`: {error}"))?;
        let version = &piece.quadrille;
        ensure!(version == VERSION, "this piece was cut by version {version}, this is {VERSION}");
        if !self.known.contains_key(&piece.origin) {
            let names = piece.origin.load(self.words.pieces.puzzle.as_deref())?;
            if self.known.len() >= HELD {
                self.known.clear();
            }
            let problem_digest = digest(&names.problem);
            self.known.insert(piece.origin.clone(), (names, problem_digest));
        }
        let (names, problem_digest) = &self.known[&piece.origin];
        if *problem_digest != piece.problem {
            let file =
                self.words.pieces.puzzle.as_ref().map_or(piece.origin.file.clone(), |path| path.display().to_string());
            bail!("the puzzle in {file} is another one: {problem_digest} and not {}", piece.problem);
        }
        let subtrees = subtrees(&piece.addresses)?;
        check_alike(&names.problem, &subtrees, &mut || !is_interrupted()).map_err(|why| anyhow!("{why}"))?;
        let start = Instant::now();
        let threads = self.words.threads.unwrap_or(1);
        let order = Order { threads, ..Order::new(Goal::Count { limit: None }) };
        let mut go_on = |_: &_| !is_interrupted();
        let (sum, complete) = count_all(&names.problem, &subtrees, &[], &order, &mut |_| (), &mut go_on);
        ensure!(complete, "part {} has an address that leads nowhere, or too many solutions", piece.part);
        let PieceRow { quadrille, problem, cut, origin, part, parts: of, addresses, .. } = piece;
        let (count, nodes, seconds) = (sum.count.to_string(), sum.nodes, start.elapsed().as_secs_f64());
        let sha256 = String::new();
        let mut done = Done { quadrille, problem, cut, origin, part, of, addresses, count, nodes, seconds, sha256 };
        done.sha256 = seal(&done);
        Ok(done)
    }
}
