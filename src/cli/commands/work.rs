//! `work`: counts pieces, one line after the other.

use super::{Example, Run};
use crate::cli::args::{PieceFiles, seconds, threads};
use crate::cli::code;
use crate::cli::interrupt::{all_is_kept, deadline, is_interrupted, is_over};
use crate::cli::lines::{InputLine, lines};
use crate::cli::pieces::{Origin, PieceAnswer, PieceRow, VERSION, brief, subtrees};
use crate::cli::row::write_json;
use crate::dlx::{Goal, Problem};
use crate::files::{replace, same_file, standard_stream};
use crate::puzzle::Encoded;
use crate::seal::{opened, seal};
use crate::solve::Order;
use crate::solve::pieces::{Piece as Subtree, check_alike, count_all, digest, divide};
use crate::study::plural;
use anyhow::{anyhow, bail, ensure};
use clap::ValueHint;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Count the pieces that `split` wrote
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    pieces: PieceFiles,
    /// Number of threads, at most 1024. Default: 1
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Stop after this time, and write what is left to the file of --rest, as pieces
    ///
    /// A subtree that was begun is cut further, so another worker ends sooner.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "rest")]
    time: Option<Duration>,
    /// The file for the pieces that are left when the time is over or a signal comes; replaced
    ///
    /// Answers until then are printed. Pieces of a pipe that were not read yet are in neither.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    rest: Option<PathBuf>,
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[
        ("quadrille work < pieces.jsonl > done.jsonl", "Count every piece."),
        (
            "quadrille work --time 3500 --rest rest.jsonl < pieces.jsonl > done.jsonl",
            "Count for an hour, and leave the rest to another job.",
        ),
    ];

    /// Reads lines of pieces and answers each with a line before it reads the next one.
    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let mut worker = Worker { words: &self, known: BTreeMap::new(), until: deadline(self.time) };
        self.rest_is_no_input()?;
        let (mut rest, mut taken, mut faults, mut unwritten) = (Vec::new(), 0, false, None);
        for line in lines(self.pieces.files.clone()) {
            let line = line?;
            taken += 1;
            if is_interrupted() && self.rest.is_none() {
                break;
            }
            let leave = |rest: &mut Vec<u8>| match &line.text {
                Ok(text) => writeln!(rest, "{}", text.trim_end()),
                Err(_) => Ok(()),
            };
            if line.text.is_ok() && (unwritten.is_some() || worker.is_over()) {
                leave(&mut rest)?;
                continue;
            }
            match worker.answer(&line) {
                Ok(Answer { done, left }) => {
                    // A worker may be killed at any moment, so each answer is written as soon as it
                    // is known.
                    let written = done.map_or(Ok(()), |done| write_json(out, &done).and_then(|()| out.flush()));
                    match (written, left) {
                        (Ok(()), Some(left)) => write_json(&mut rest, &left)?,
                        (Ok(()), None) => {}
                        // What nobody can read was not counted.
                        (Err(error), _) => {
                            leave(&mut rest)?;
                            unwritten = Some(error);
                        }
                    }
                }
                Err(_) if is_interrupted() => leave(&mut rest)?,
                Err(why) => {
                    say!("{}: {why}", line.place);
                    faults = true;
                }
            }
            if unwritten.is_some() && self.rest.is_none() {
                break;
            }
        }
        let Some(file) = &self.rest else {
            return match unwritten {
                Some(error) => Err(error.into()),
                None if is_interrupted() => Ok(code::INTERRUPTED),
                None if faults => Ok(code::UNUSABLE),
                None => Ok(code::YES),
            };
        };
        replace(file, &rest).map_err(|error| anyhow!("{}: {error}", file.display()))?;
        all_is_kept();
        if let Some(error) = unwritten {
            return Err(error.into());
        }
        if is_interrupted() && self.pieces.is_standard() {
            say!("stopped: {} read; what was sent after is in no file", plural(taken, "piece"));
        }
        Ok(match (faults, rest.is_empty()) {
            (true, _) => code::UNUSABLE,
            (false, true) => code::YES,
            (false, false) => code::LIMIT,
        })
    }
}

impl Args {
    /// Returns an error if the file for the pieces that are left is also an input.
    fn rest_is_no_input(&self) -> anyhow::Result<()> {
        let Some(file) = &self.rest else { return Ok(()) };
        let input = self.pieces.files.iter().find(|input| same_file(input, file));
        ensure!(input.is_none(), "{} is read and would be written; --rest needs another file", file.display());
        if let Some(stream) = standard_stream(file) {
            bail!("{} is {stream} of this command; --rest needs another file", file.display());
        }
        Ok(())
    }
}

/// The answer to a piece: for the subtrees that were counted, and the piece that is left.
struct Answer {
    done: Option<PieceAnswer>,
    left: Option<PieceRow>,
}

/// Answers pieces.
struct Worker<'a> {
    words: &'a Args,
    /// The end of the time, if it is limited.
    until: Option<Instant>,
    /// The puzzles that pieces named, and the SHA-256 of their problems.
    known: BTreeMap<Origin, (Encoded, String)>,
}

/// The maximum number of puzzles that a worker keeps.
const HELD: usize = 16;

impl Worker<'_> {
    /// Returns whether what is not counted yet is left: the time is over, or a signal has come.
    fn is_over(&self) -> bool {
        is_over(self.until) || self.words.rest.is_some() && is_interrupted()
    }

    /// Counts a piece, as far as the time allows.
    ///
    /// # Errors
    ///
    /// In words, if the line is not a whole piece of this version and of its puzzle, or cannot be
    /// counted to the end.
    fn answer(&mut self, line: &InputLine) -> anyhow::Result<Answer> {
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
        let mut go_on = |_: &_| !self.is_over() && !is_interrupted();
        let (sum, complete) = count_all(&names.problem, &subtrees, &[], &order, &mut |_| (), &mut go_on);
        let too_late = self.is_over() && sum.count < u128::MAX;
        ensure!(complete || too_late, "part {} has an address that leads nowhere, or too many solutions", piece.part);
        let left = match complete {
            true => None,
            false => Some(left(&names.problem, &piece, &subtrees, &sum.known, threads)?),
        };
        let PieceRow { quadrille, problem, cut, origin, part, parts: of, addresses, .. } = piece;
        let counted = addresses.into_iter().zip(&sum.known).filter(|(_, known)| **known);
        let addresses: Vec<String> = counted.map(|(address, _)| address).collect();
        let (count, nodes, seconds) = (sum.count.to_string(), sum.nodes, start.elapsed().as_secs_f64());
        let sha256 = String::new();
        let is_some = complete || !addresses.is_empty();
        let mut done =
            PieceAnswer { quadrille, problem, cut, origin, part, of, addresses, count, nodes, seconds, sha256 };
        done.sha256 = seal(&done);
        Ok(Answer { done: Some(done).filter(|_| is_some), left })
    }
}

/// The subtrees of a piece that were not counted, as a piece. The first ones were begun, one by
/// each thread, and are cut further.
///
/// # Errors
///
/// If one of these is not a subtree of the problem.
fn left(
    problem: &Problem,
    piece: &PieceRow,
    subtrees: &[Subtree],
    known: &[bool],
    threads: usize,
) -> anyhow::Result<PieceRow> {
    let uncounted: Vec<&Subtree> = subtrees.iter().zip(known).filter(|(_, known)| !**known).map(|(s, _)| s).collect();
    let (begun, waiting) = uncounted.split_at(threads.min(uncounted.len()));
    let mut all = Vec::new();
    for subtree in begun {
        let Some(branches) = divide(problem, subtree) else { bail!("{} leads nowhere", brief(&subtree.to_string())) };
        all.extend(branches);
    }
    all.extend(waiting.iter().copied().cloned());
    let share = all.iter().map(|subtree| subtree.address.share_within()).sum::<f64>();
    let nodes = piece.nodes.filter(|_| piece.share > 0.0).map(|nodes| (nodes as f64 * share / piece.share) as u64);
    let addresses = all.iter().map(ToString::to_string).collect();
    let mut left = PieceRow { addresses, share, nodes, sha256: String::new(), ..piece.clone() };
    left.sha256 = seal(&left);
    Ok(left)
}
