//! Judges with one 9x9 sudoku per line: read, answered and written one block at a time, on all
//! cores and in order, so memory does not grow with the input.
//!
//! The answers are those of [`super::run_cases`]. A grid with several solutions is therefore
//! answered by Algorithm X, whose first solution is the one to print.

use super::ended;
use crate::cli::code;
use crate::cli::input::{Input, InputSource, ReadError, open, read_on};
use crate::cli::interrupt::{SignalHost, bounds, is_interrupted};
use crate::cli::pool::Pool;
use crate::cli::stream::MARK;
use crate::files::{self, Unread};
use crate::puzzle::{Nine, ParseError, Shape, Solution, decode, draw_line};
use crate::solve::{NineFound, NineLimits, solve_nines};
use crate::witness::{Answer, Judge, NineLines};
use memchr::{memchr, memchr2, memrchr};
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;
use std::io::Write;
use std::path::Path;

/// The number of bytes that are read and answered before the answers are written.
const BLOCK: usize = 1 << 21;

/// The number of puzzles that one thread answers at a time.
const PIECE: usize = 200;

/// The text of the answers, true if all of them verified, and true if no signal came before all
/// puzzles were answered.
type Answers = (Vec<u8>, bool, bool);

/// Answers every line of an input.
pub fn run(judge: &Judge, file: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<u8> {
    let mut lines = match open(file, bounds()).and_then(Lines::begin) {
        Ok(lines) => lines,
        Err(error) => {
            say!("{error}");
            return Ok(code::UNUSABLE);
        }
    };
    let (mut reader, mut verified, mut refused) = (NineLines::default(), true, None);
    let mut pool = Pool::default();
    while refused.is_none() && !is_interrupted() {
        let block = match lines.next() {
            Ok(Some(block)) => block,
            Ok(None) => break,
            Err(error) => {
                refused = Some(error.to_string());
                break;
            }
        };
        let (puzzles, error) = parse(block, &mut reader);
        let work = |piece: &[[u8; 81]]| answer(judge, piece);
        let pieces: Vec<Answers> = match puzzles.len() {
            // Answering a short input takes less time than starting a thread.
            ..=PIECE => vec![work(&puzzles)],
            _ => pool.get()?.install(|| puzzles.par_chunks(PIECE).with_max_len(1).map(work).collect()),
        };
        for (text, all, whole) in &pieces {
            out.write_all(text)?;
            verified &= all;
            // No answer is printed after one that is missing.
            if !whole {
                break;
            }
        }
        refused = error.map(|(error, line)| draw_line(&lines.name, &line, &error));
    }
    out.flush()?;
    match (&refused, reader.warning()) {
        (Some(refused), _) => say!("{refused}"),
        (None, Some(warning)) => say!("warning: {}: {warning}", lines.name),
        (None, None) => {}
    }
    Ok(ended(verified, refused.is_some()))
}

/// The puzzles of a block, up to the first error, and the line that the error is about.
fn parse(block: &[u8], reader: &mut NineLines) -> (Vec<[u8; 81]>, Option<(ParseError, String)>) {
    let mut puzzles = Vec::with_capacity(block.len() / 82 + 1);
    let mut rest = block;
    while !rest.is_empty() {
        let end = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let (line, after) = rest.split_at(end);
        let ending = if after.starts_with(b"\r\n") { 2 } else { after.len().min(1) };
        rest = &after[ending..];
        match reader.next(line) {
            Ok(Some(nine)) => puzzles.push(nine.0),
            Ok(None) => {}
            Err(error) => {
                // An error about an earlier line is about a blank line.
                let is_this = error.place.line == reader.lines();
                let line = if is_this { String::from_utf8_lossy(line).into_owned() } else { String::new() };
                return (puzzles, Some((error, line)));
            }
        }
    }
    (puzzles, None)
}

/// The output for some puzzles.
fn answer(judge: &Judge, puzzles: &[[u8; 81]]) -> Answers {
    let mut text = Vec::with_capacity(puzzles.len() * 82);
    let mut verified = true;
    if is_interrupted() {
        return (text, verified, false);
    }
    // The second solution shows that the first one is not the only one.
    let found = solve_nines(puzzles, NineLimits { limit: 2, keep: 1, nodes: u64::MAX });
    for (digits, found) in puzzles.iter().zip(found) {
        if is_interrupted() {
            return (text, verified, false);
        }
        let puzzle = Nine(*digits);
        let solution = match found {
            NineFound { count: 0, complete: true, .. } => {
                let none = judge.write(1, &Shape::Grid(puzzle.grid()), &Answer::None);
                text.extend_from_slice(none.as_bytes());
                continue;
            }
            NineFound { count: 1, first, .. } => first.map(Nine),
            _ => first_solution(judge, &puzzle),
        };
        match solution.filter(|solution| solution.solves(&puzzle)) {
            Some(solution) => solution.write(&mut text),
            None if is_interrupted() => return (text, verified, false),
            None => verified = false,
        }
    }
    (text, verified, true)
}

/// The solution that Algorithm X finds first.
fn first_solution(judge: &Judge, puzzle: &Nine) -> Option<Nine> {
    let case = Shape::Grid(puzzle.grid());
    let Some(Answer::Solved(Solution::Grid(grid))) = judge.answer(&case, &mut SignalHost) else { return None };
    let digits: Vec<u8> = grid.cells.iter().map(|entry| entry.symbol().map_or(0, |symbol| symbol.0 + 1)).collect();
    digits.try_into().ok().map(Nine)
}

/// An input in blocks of whole lines.
struct Lines {
    name: String,
    /// `None` once everything has been read.
    rest: Option<files::Source>,
    /// The bytes that have been read. The first `used` of them are the last block.
    read: Vec<u8>,
    used: usize,
}

impl Lines {
    /// Reads the beginning of an input. A text that is not plain UTF-8 is decoded as a whole.
    fn begin(source: InputSource) -> Result<Lines, ReadError> {
        let InputSource { name, bytes } = source;
        let mut lines = Lines { name, rest: Some(bytes), read: Vec::new(), used: 0 };
        lines.fill()?;
        let body = lines.read.strip_prefix(MARK).unwrap_or(&lines.read);
        let first = &body[..memchr(b'\n', body).unwrap_or(body.len())];
        if decode(first).is_ok_and(|text| text.as_bytes() == first) {
            lines.used = lines.read.len() - body.len();
            return Ok(lines);
        }
        let input = match lines.rest {
            Some(bytes) => read_on(InputSource { name: lines.name, bytes }, lines.read, bounds())?,
            None => Input::of(lines.name, lines.read)?,
        };
        Ok(Lines { name: input.name, rest: None, read: input.text.into_bytes(), used: 0 })
    }

    /// The next block. `None` at the end.
    fn next(&mut self) -> Result<Option<&[u8]>, ReadError> {
        self.read.drain(..self.used);
        loop {
            let whole = self.whole();
            if whole > 0 && (self.rest.is_none() || self.read.len() >= BLOCK) {
                self.used = whole;
                return Ok(Some(&self.read[..whole]));
            }
            if self.rest.is_none() {
                self.used = 0;
                return Ok(None);
            }
            self.fill()?;
        }
    }

    /// The length of the whole lines that have been read.
    fn whole(&self) -> usize {
        if self.rest.is_none() {
            return self.read.len();
        }
        // A CR that was read last may be the first half of a CRLF.
        let half = self.read.split_last().map_or(&[][..], |(_, read)| read);
        memrchr(b'\n', &self.read).or_else(|| memrchr(b'\r', half)).map_or(0, |at| at + 1)
    }

    /// Reads another block, or the rest of the input.
    fn fill(&mut self) -> Result<(), ReadError> {
        let unread = |why| ReadError::Unread { name: self.name.clone(), why, by_user: false };
        if self.read.len() as u64 > bounds().bytes {
            return Err(unread(Unread::TooLarge(bounds().bytes)));
        }
        let Some(rest) = &mut self.rest else { return Ok(()) };
        let wanted = BLOCK - self.read.len() % BLOCK;
        match rest.fill(&mut self.read, wanted as u64) {
            Ok(more) if more < wanted => self.rest = None,
            Ok(_) => {}
            // The whole lines that were read before a signal are answered.
            Err(error) if files::is_stopped(&error) => {
                let whole = self.whole();
                self.read.truncate(whole);
                self.rest = None;
            }
            Err(error) => return Err(unread(error.into())),
        }
        Ok(())
    }
}
