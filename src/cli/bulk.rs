//! Long inputs of 9x9 sudokus, one a line: read, answered and written a block at a time, on all cores and in order. While
//! one block is answered the next one is read.
//!
//! The walk of a line: bytes -> [`Nine`] -> [`Nines`] -> bytes. No text, no grid, no problem is made of it. What is printed
//! is what [`super::batch`] prints, line by line, but what comes before a line that cannot be read has been answered then.

use super::args::Batch;
use super::batch::Question;
use super::code;
use super::input::ReadError;
use crate::dlx::Goal;
use crate::puzzle::{LoadError, Nine, ParseError, Place, Plain, load, sudoku};
use crate::solve::{Engine, Nines};
use indicatif::{ProgressBar, ProgressStyle};
use memchr::{memchr, memchr_iter, memrchr};
use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

/// An input shorter than this is read as a whole. Bytes.
pub const LONG: usize = 1 << 16;

/// What is read and answered before it is written. Bytes.
const BLOCK: usize = 1 << 21;

/// What is asked of the input at once. Bytes.
const GULP: usize = 1 << 16;

/// What one thread answers at a time: some two hundred puzzles.
const PIECE: usize = 1 << 14;

/// The word that closes the inputs of POJ 3074.
const CLOSING: &[u8] = b"end";

/// What the commands ask of each line, if that is all they ask.
pub fn goal(question: Question, batch: &Batch) -> Option<Goal> {
    let form = batch.form.as_deref().is_none_or(|form| form == sudoku::LINE.id || form == sudoku::KIND.id);
    let engine = batch.engine.is_none_or(|engine| engine == Engine::Bands);
    let asks_more = batch.json || batch.stats || batch.expect || batch.up_to_symmetry;
    let limited = batch.nodes.is_some() || batch.time.is_some() || batch.goal.is_some();
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

/// Answers for all lines of an input, of which `beginning` was read already. While the pool answers a block and writes what
/// it has to say, this thread reads the next one.
pub fn run(
    (question, goal): (Question, Goal),
    name: &str,
    beginning: Vec<u8>,
    rest: &mut dyn Read,
    pool: &ThreadPool,
    out: &mut (dyn Write + Send),
) -> anyhow::Result<u8> {
    let mut bulk =
        Bulk { question, goal, name, out, bar: progress(), highest: code::YES, puzzles: 0, lines: 0, closed: None };
    let stopped = AtomicBool::new(false);
    let (mut block, mut next) = (beginning, Vec::new());
    let mut ended = read(&mut block, rest, &stopped)?;
    loop {
        // A line that goes on beyond the block is left for the next one.
        let whole = match memrchr(b'\n', &block) {
            Some(at) if !ended => at + 1,
            _ => block.len(),
        };
        next.clear();
        next.extend_from_slice(&block[whole..]);
        let (mut answered, mut ends) = (Ok(None), Ok(true));
        pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                answered = bulk.block(&block[..whole]);
                stopped.store(!matches!(answered, Ok(None)), Ordering::Relaxed);
            });
            if !ended {
                ends = read(&mut next, rest, &stopped);
            }
        });
        if let Some(code) = answered? {
            return Ok(code);
        }
        if ended {
            bulk.bar.finish_and_clear();
            return Ok(bulk.highest);
        }
        ended = ends?;
        mem::swap(&mut block, &mut next);
    }
}

/// Reads on until a block is full; whether that was the end. It gives up when nobody waits for it any more.
fn read(block: &mut Vec<u8>, rest: &mut dyn Read, stopped: &AtomicBool) -> std::io::Result<bool> {
    let full = BLOCK.max(block.len() + 1);
    while block.len() < full && !stopped.load(Ordering::Relaxed) {
        let at = block.len();
        block.resize(at + GULP, 0);
        let got = rest.read(&mut block[at..]);
        block.truncate(at + got.as_ref().map_or(0, |&got| got));
        match got {
            Ok(0) => return Ok(true),
            Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error),
            Ok(_) | Err(_) => {}
        }
    }
    Ok(false)
}

/// A long input, as far as it is answered.
struct Bulk<'a> {
    question: Question,
    goal: Goal,
    name: &'a str,
    out: &'a mut (dyn Write + Send),
    bar: ProgressBar,
    highest: u8,
    puzzles: usize,
    lines: usize,
    /// The line of the word that closes the input.
    closed: Option<usize>,
}

impl Bulk<'_> {
    /// Answers for a block of whole lines, in the pool's threads. The exit code, if nothing after it is to be answered.
    fn block(&mut self, block: &[u8]) -> anyhow::Result<Option<u8>> {
        let (question, goal) = (self.question, self.goal);
        let answer = |nines: &mut Nines, piece: &&[u8]| answer(question, goal, nines, piece);
        // Piece by piece, so that no thread waits long for the last one.
        let answers: Vec<Answers> = pieces(block).par_iter().with_max_len(1).map_init(Nines::default, answer).collect();
        for answered in answers {
            if let Some(line) = self.closed.filter(|_| answered.puzzles > 0 || answered.stopped.is_some()) {
                return self.refuse(line, CLOSING);
            }
            let (name, puzzles, out) = (self.name, self.puzzles, &mut *self.out);
            self.bar.suspend(|| write(&answered, name, puzzles, out))?;
            self.highest = self.highest.max(answered.code);
            if let Some((line, text)) = answered.stopped {
                return self.refuse(self.lines + line, &text);
            }
            self.closed = self.closed.or(answered.closed.map(|line| self.lines + line));
            self.puzzles += answered.puzzles;
            self.lines += answered.lines;
        }
        self.bar.set_position(self.puzzles as u64);
        Ok(None)
    }

    /// Ends with a line that is no puzzle.
    fn refuse(&mut self, line: usize, text: &[u8]) -> anyhow::Result<Option<u8>> {
        self.bar.finish_and_clear();
        self.out.flush()?;
        say!("{}", refused(self.name, line, text));
        Ok(Some(code::UNUSABLE))
    }
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

fn answer(question: Question, goal: Goal, nines: &mut Nines, piece: &[u8]) -> Answers {
    let text = Vec::with_capacity(piece.len() + 1);
    let mut answers =
        Answers { text, puzzles: 0, lines: 0, remarks: Vec::new(), code: code::YES, stopped: None, closed: None };
    let mut from = 0;
    let ends = memchr_iter(b'\n', piece).chain([piece.len()]);
    let lines: Vec<&[u8]> = ends.map(|end| &piece[mem::replace(&mut from, end + 1)..end]).collect();
    for (at, line) in lines.iter().enumerate() {
        match Nine::read(line) {
            Plain::Nothing => {}
            Plain::Puzzle(nine) => answers.add(question, goal, nines, &nine, line),
            // What follows the word that closes an input has to be blank.
            Plain::Other if line.trim_ascii() == CLOSING && lines[at + 1..].iter().all(|after| after.is_empty()) => {
                answers.closed = Some(at + 1);
            }
            Plain::Other => {
                answers.stopped = Some((at + 1, line.to_vec()));
                break;
            }
        }
    }
    answers.lines = lines.len() - usize::from(piece.ends_with(b"\n"));
    answers
}

impl Answers {
    fn add(&mut self, question: Question, goal: Goal, nines: &mut Nines, nine: &Nine, line: &[u8]) {
        self.puzzles += 1;
        let at = self.text.len();
        let (found, first) = nines.solve(&nine.0, goal);
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
            None => clash(line),
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
fn clash(line: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(line);
    let puzzle = load(&text, Some(sudoku::LINE.id)).ok()?.puzzles.pop()?;
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
