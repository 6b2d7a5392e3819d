//! Long inputs of 9x9 sudokus, one a line: read, answered and written a block at a time, on all cores and in order. While
//! one block is answered the next one is read.
//!
//! The walk of a line: bytes -> [`Nine`] -> [`solve_nines`] -> bytes. No text, no grid, no problem is made of it. What is
//! printed is what [`super::batch`] prints, line by line, but what comes before a line that cannot be read has been answered
//! then.

use super::args::Batch;
use super::batch::Question;
use super::code;
use super::input::ReadError;
use crate::dlx::Goal;
use crate::puzzle::{LoadError, Nine, ParseError, Place, Plain, load, sudoku};
use crate::solve::{Engine, Found, solve_nines};
use indicatif::{ProgressBar, ProgressStyle};
use memchr::{memchr, memchr_iter, memrchr};
use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::io::{IsTerminal, Read, Write};
use std::mem;
use std::sync::mpsc::{Receiver, sync_channel};

/// An input shorter than this is read as a whole. Bytes.
pub const LONG: usize = 1 << 16;

/// What is read and answered before it is written. Bytes.
const BLOCK: usize = 1 << 21;

/// What one thread answers at a time: some two hundred puzzles.
const PIECE: usize = 1 << 14;

/// The word that closes the inputs of POJ 3074.
const CLOSING: &[u8] = b"end";

/// What the commands ask of each line, if that is all they ask.
pub fn goal(question: Question, batch: &Batch) -> Option<Goal> {
    let form = batch.form.as_deref().is_none_or(|form| form == sudoku::LINE.id || form == sudoku::KIND.id);
    let engine = batch.engine.is_none_or(|engine| engine == Engine::Bands);
    let asks_more = batch.json || batch.stats || batch.expect || batch.up_to_symmetry;
    let limited = batch.nodes.is_some() || batch.time.is_some() || batch.goal.is_some() || batch.rule.is_some();
    let goal = match question {
        Question::Solve => Goal::First,
        Question::Count => Goal::Count { limit: batch.limit },
        Question::Check => Goal::Unique,
    };
    (form && engine && !asks_more && !limited).then_some(goal)
}

/// Whether the beginning of an input is one of 9x9s, one a line.
pub fn suits(beginning: &[u8]) -> bool {
    let first = beginning.split(|&byte| byte == b'\n').map(Nine::read).find(|line| *line != Plain::Nothing);
    beginning.len() >= LONG && matches!(first, Some(Plain::Puzzle(_)))
}

/// What one thread has to say of a piece of the input.
struct Answers {
    text: Vec<u8>,
    puzzles: usize,
    lines: usize,
    /// Said on standard error: where in `text`, about which puzzle of the piece, 1-based, what.
    remarks: Vec<(usize, usize, String)>,
    code: u8,
    /// A line that is no puzzle, by its number, 1-based, and its text: what comes after it was not answered.
    stopped: Option<(usize, Vec<u8>)>,
    /// The line of the word that closes the input.
    closed: Option<usize>,
}

/// Answers for all lines of an input, of which `beginning` was read already.
pub fn run(
    (question, goal): (Question, Goal),
    name: &str,
    beginning: Vec<u8>,
    rest: Box<dyn Read + Send>,
    pool: &ThreadPool,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    let bar = progress();
    let mut highest = code::YES;
    let (mut puzzles, mut lines, mut closed) = (0, 0, None);
    for block in blocks(beginning, rest) {
        let block = block?;
        let answers: Vec<Answers> = pool.install(|| {
            // Piece by piece, so that no thread waits long for the last one.
            pieces(&block).par_iter().with_max_len(1).map(|piece| answer(question, goal, piece)).collect()
        });
        for answered in answers {
            if let Some(line) = closed.filter(|_| answered.puzzles > 0 || answered.stopped.is_some()) {
                bar.finish_and_clear();
                out.flush()?;
                say!("{}", refused(name, line, CLOSING));
                return Ok(code::UNUSABLE);
            }
            bar.suspend(|| write(&answered, name, puzzles, out))?;
            highest = highest.max(answered.code);
            if let Some((line, text)) = answered.stopped {
                bar.finish_and_clear();
                out.flush()?;
                say!("{}", refused(name, lines + line, &text));
                return Ok(code::UNUSABLE);
            }
            closed = closed.or(answered.closed.map(|line| lines + line));
            puzzles += answered.puzzles;
            lines += answered.lines;
        }
        bar.set_position(puzzles as u64);
    }
    bar.finish_and_clear();
    Ok(highest)
}

/// The input in blocks of whole lines. They are read by a thread of their own, one ahead; nobody waits for it who needs no
/// more of them.
fn blocks(beginning: Vec<u8>, mut rest: Box<dyn Read + Send>) -> Receiver<std::io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(1);
    std::thread::spawn(move || {
        let mut read = beginning;
        loop {
            let more = rest.by_ref().take(BLOCK.saturating_sub(read.len()).max(LONG) as u64).read_to_end(&mut read);
            // A line that goes on beyond the block is left for the next one.
            let (block, ends) = match (more, memrchr(b'\n', &read)) {
                (Err(error), _) => (Err(error), true),
                (Ok(0), _) => (Ok(mem::take(&mut read)), true),
                (Ok(_), None) => continue,
                (Ok(_), Some(at)) => {
                    let mut after = Vec::with_capacity(BLOCK + 1);
                    after.extend_from_slice(&read[at + 1..]);
                    read.truncate(at + 1);
                    (Ok(mem::replace(&mut read, after)), false)
                }
            };
            if sender.send(block).is_err() || ends {
                return;
            }
        }
    });
    receiver
}

/// How far it is, if there is anybody to see it. How much is left nobody knows of a pipe.
fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos} puzzles  {per_sec}  {elapsed}");
    ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// A block cut at the ends of lines.
fn pieces(block: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::with_capacity(block.len() / PIECE + 1);
    let mut rest = block;
    while !rest.is_empty() {
        let from = PIECE.min(rest.len());
        let end = memchr(b'\n', &rest[from..]).map_or(rest.len(), |at| from + at + 1);
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

fn answer(question: Question, goal: Goal, piece: &[u8]) -> Answers {
    let text = Vec::with_capacity(piece.len() + 1);
    let mut answers =
        Answers { text, puzzles: 0, lines: 0, remarks: Vec::new(), code: code::YES, stopped: None, closed: None };
    let mut from = 0;
    let ends = memchr_iter(b'\n', piece).chain([piece.len()]);
    let lines: Vec<&[u8]> = ends.map(|end| &piece[mem::replace(&mut from, end + 1)..end]).collect();
    let mut puzzles = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        match Nine::read(line) {
            Plain::Nothing => {}
            Plain::Puzzle(nine) => puzzles.push(nine.0),
            // What follows the word that closes an input has to be blank.
            Plain::Other if line.trim_ascii() == CLOSING && lines[at + 1..].iter().all(|after| is_blank(after)) => {
                answers.closed = Some(at + 1);
            }
            Plain::Other => {
                answers.stopped = Some((at + 1, line.to_vec()));
                break;
            }
        }
    }
    for (puzzle, found) in puzzles.iter().zip(solve_nines(&puzzles, goal)) {
        answers.add(question, goal, &Nine(*puzzle), found);
    }
    answers.lines = lines.len() - usize::from(piece.ends_with(b"\n"));
    answers
}

/// Whether there is nothing to answer in a line.
fn is_blank(line: &[u8]) -> bool {
    Nine::read(line) == Plain::Nothing
}

impl Answers {
    fn add(&mut self, question: Question, goal: Goal, nine: &Nine, (found, first): Found) {
        self.puzzles += 1;
        let at = self.text.len();
        let remark = match first.map(Nine) {
            Some(solution) if !solution.solves(nine) => {
                self.text.extend(b"unknown\n");
                self.code = self.code.max(code::DEFECT);
                self.remarks.push((
                    at,
                    self.puzzles,
                    "an answer did not verify; please report this puzzle".to_string(),
                ));
                return;
            }
            Some(solution) if question == Question::Solve => {
                solution.write(&mut self.text);
                None
            }
            Some(_) => None,
            None => clash(nine),
        };
        let limited = matches!(goal, Goal::Count { limit: Some(limit) } if found >= limit);
        let (word, own) = match (question, found) {
            (Question::Solve, 1..) => ("", code::YES),
            (Question::Solve | Question::Check, 0) => ("none\n", code::NO),
            (Question::Check, 1) => ("unique\n", code::YES),
            (Question::Check, _) => ("many\n", code::NO),
            (Question::Count, _) => {
                self.text.extend(format!("{found}\n").bytes());
                ("", if limited { code::LIMIT } else { code::YES })
            }
        };
        self.text.extend(word.bytes());
        self.code = self.code.max(own);
        let remark = match limited {
            true => Some(format!("at least {found}: a limit was hit before all were counted")),
            false => remark,
        };
        self.remarks.extend(remark.map(|remark| (at, self.puzzles, remark)));
    }
}

/// Why a puzzle has no solution, where two givens say so.
fn clash(nine: &Nine) -> Option<String> {
    let mut line = Vec::new();
    nine.write(&mut line);
    let puzzle = load(&String::from_utf8_lossy(&line), Some(sudoku::LINE.id)).ok()?.puzzles.pop()?;
    super::batch::clash(puzzle.grid()?)
}

/// Writes what was answered, and says what is to be said where it belongs.
fn write(answers: &Answers, name: &str, puzzles: usize, out: &mut dyn Write) -> std::io::Result<()> {
    let mut written = 0;
    for (at, puzzle, remark) in &answers.remarks {
        out.write_all(&answers.text[written..*at])?;
        out.flush()?;
        say!("{name} (puzzle {}): {remark}", puzzles + puzzle);
        written = *at;
    }
    out.write_all(&answers.text[written..])
}

/// What the form has to say of a line that is no puzzle.
fn refused(name: &str, line: usize, text: &[u8]) -> ReadError {
    let closing = text.trim_ascii() == CLOSING;
    let text = String::from_utf8_lossy(text).into_owned();
    let name = name.to_string();
    let error = match load(&text, Some(sudoku::LINE.id)) {
        Err(LoadError::Parse(error)) if !closing => error,
        _ if closing => ParseError::new(line, 1, "puzzles follow the word that ends the input"),
        _ => ParseError::new(line, 1, "this is no 9x9 sudoku, as the lines before it are"),
    };
    // The error is drawn with the line it is about, which is the only one that is still at hand.
    let error = ParseError { place: Place { line, ..error.place }, ..error };
    ReadError::Parse { name, text: "\n".repeat(line - 1) + &text, error }
}
