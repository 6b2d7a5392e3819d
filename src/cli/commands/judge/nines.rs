//! Judges with one 9x9 sudoku per line: read, answered and written one block at a time, on all
//! cores and in order, so memory does not grow with the input.
//!
//! The answers are those of [`super::run_cases`]. A grid with several solutions is therefore
//! answered by Algorithm X, whose first solution is the one to print.

use super::ended;
use crate::cli::blocks::{Blocks, MARK};
use crate::cli::code;
use crate::cli::input::{Input, ReadError, open, read_on};
use crate::cli::interrupt::{SignalHost, bounds, is_interrupted};
use crate::cli::pool::Pool;
use crate::files;
use crate::puzzle::{Nine, ParseError, Shape, Solution, decode, draw_line};
use crate::solve::{NineFound, NineLimits, solve_nines};
use crate::witness::{Answer, Judge, NineLines};
use memchr::{memchr, memchr2};
use std::io::{self, Write};
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
    let (name, blocks) = match begin(file) {
        Ok(begun) => begun,
        Err(error) => {
            say!("{error}");
            return Ok(code::UNUSABLE);
        }
    };
    let (mut reader, mut verified, mut refused) = (NineLines::default(), true, None);
    let mut pool = Pool::default();
    for block in blocks.ahead() {
        let block = match block {
            Ok(block) => block,
            Err(why) => {
                refused = Some(unread(&name, why).to_string());
                break;
            }
        };
        let (puzzles, error) = parse(&block, &mut reader);
        let is_short = puzzles.len() <= PIECE;
        let pieces = pool.map(is_short, puzzles.chunks(PIECE).collect(), |piece| answer(judge, piece))?;
        for (text, all, whole) in &pieces {
            out.write_all(text)?;
            verified &= all;
            // No answer is printed after one that is missing.
            if !whole {
                break;
            }
        }
        refused = error.map(|(error, line)| draw_line(&name, &line, &error));
        if refused.is_some() || is_interrupted() {
            break;
        }
    }
    out.flush()?;
    match (&refused, reader.warning()) {
        (Some(refused), _) => say!("{refused}"),
        (None, Some(warning)) => say!("warning: {name}: {warning}"),
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

/// Opens an input and returns its name and its blocks. A text that is not plain UTF-8 is decoded as
/// a whole.
fn begin(file: Option<&Path>) -> Result<(String, Blocks), ReadError> {
    let mut source = open(file, bounds())?;
    let mut beginning = Vec::new();
    if let Err(why) = source.bytes.fill(&mut beginning, BLOCK as u64) {
        return Err(unread(&source.name, why));
    }
    let body = beginning.strip_prefix(MARK).unwrap_or(&beginning);
    let first = &body[..memchr(b'\n', body).unwrap_or(body.len())];
    if decode(first).is_ok_and(|text| text.as_bytes() == first) {
        return Ok((source.name, Blocks::new(beginning, source.bytes, BLOCK)));
    }
    let Input { name, text, .. } = read_on(source, beginning, bounds())?;
    Ok((name, Blocks::new(Vec::new(), files::held(text), BLOCK)))
}

fn unread(name: &str, why: io::Error) -> ReadError {
    ReadError::Unread { name: name.to_string(), why: why.into(), by_user: false }
}
