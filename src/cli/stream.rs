//! Inputs of 9x9 sudokus, one per line: read, answered and written one block at a time, on all
//! cores and in order. The next block is read while one is answered, so memory does not grow with
//! the input.
//!
//! A line goes from bytes to [`Nine`], through [`solve_nines`], and back to bytes. No text, grid or
//! problem is made from it. The output is the same as that of [`super::batch`].

use super::answer::{Answered, PuzzlePlace, Subject};
use super::blocks::{Blocks, MARK};
use super::code;
use super::input::InputSource;
use super::interrupt::is_interrupted;
use super::notice;
use super::plan::{Plan, Question, Wanted};
use super::pool::Pool;
use super::printout::Printout;
use super::row::{FoundRow, Refused, Stats};
use super::sheet::Sheet;
use crate::puzzle::{LoadError, Nine, ParseError, Plain, TextPlace, draw_line, load, sudoku};
use crate::solve::{Engine, NineFound, NineLimits, Outcome, Status, StopReason, solve_nines};
use memchr::{memchr, memmem, memrchr};
use std::io::Write;
use std::time::Instant;
use tracing::{Level, enabled, info};

/// The number of bytes of an input that are read to see whether it has one puzzle per line.
pub const BEGINNING: usize = 1 << 16;

/// The number of bytes that are read and answered before the answers are written.
const BLOCK: usize = 1 << 18;

/// The number of bytes that one thread answers at a time: about two hundred puzzles.
const PIECE: usize = 1 << 14;

/// The number of bad lines that are drawn. Each further one gets a one-line message.
const DRAWN: usize = 10;

/// The word that closes the inputs of POJ 3074.
const CLOSING: &[u8] = b"end";

/// The limits that a plan sets for each line; `None` if the plan cannot be answered line by line.
pub fn ask(plan: &Plan) -> Option<NineLimits> {
    let form = plan.form.name.as_deref().is_none_or(|form| form == sudoku::LINE.id || form == sudoku::KIND.id);
    let engine = plan.engine.is_none_or(|engine| engine == Engine::BANDS);
    let (limit, keep) = match plan.question {
        Question::Solve(Wanted::Usual | Wanted::First) => (1, 1),
        Question::Solve(Wanted::All { limit: Some(limit) }) if limit <= MOST_KEPT => (limit, limit),
        Question::Count { limit, up_to_symmetry: false } => (limit.unwrap_or(u64::MAX), 1),
        Question::Check { expect: false } => (2, 2),
        _ => return None,
    };
    let alone = plan.time.is_none() && plan.certify.is_none() && plan.checkpoint.is_none() && plan.at_most.is_none();
    (form && engine && !plan.by_policy && alone).then_some(NineLimits {
        limit,
        keep,
        nodes: plan.nodes.unwrap_or(u64::MAX),
    })
}

/// The maximum number of solutions of one puzzle that are kept until its piece is written.
const MOST_KEPT: u64 = 100;

/// Returns whether an input with this beginning has several lines of one 9x9 each. Lines of only 0
/// and 1 may belong to a matrix. A single puzzle has a search of its own, with progress.
pub fn suits(beginning: &[u8], plan: &Plan) -> bool {
    let body = beginning.strip_prefix(MARK).unwrap_or(beginning);
    // The last line may be incomplete.
    let whole = if body.len() < BEGINNING - MARK.len() { body } else { &body[..memrchr(b'\n', body).unwrap_or(0)] };
    let lines = whole.split(|&byte| byte == b'\n').map(|line| (line, Nine::read(line)));
    let (mut grids, mut others, mut bits) = (0, 0, true);
    // Without a 9, a 0 beside another empty mark is a symbol: such a text is read as a whole.
    let (mut has_nine, mut has_both) = (false, false);
    for (line, read) in lines {
        match read {
            Plain::Nothing => {}
            Plain::Puzzle(_) => {
                grids += 1;
                let cells = &line.trim_ascii()[..81];
                bits &= cells.iter().all(|byte| matches!(byte, b'0' | b'1'));
                has_nine |= cells.contains(&b'9');
                has_both |= cells.contains(&b'0') && cells.iter().any(|byte| !byte.is_ascii_digit());
            }
            Plain::Other => others += usize::from(line.trim_ascii() != CLOSING),
        }
    }
    // Five lines may be one samurai.
    grids > others.max(1) && grids != 5 && (!bits || plan.form.name.is_some()) && (has_nine || !has_both)
}

/// The puzzles of a piece of the input, and its bad lines.
struct ParsedPiece {
    puzzles: Vec<[u8; 81]>,
    lines: usize,
    /// For each bad line: the number of puzzles before it in the piece, its 1-based line number in
    /// the piece, and its text.
    bad: Vec<(usize, usize, Vec<u8>)>,
    /// The line of the closing word, if the piece ends with it.
    closed: Option<usize>,
}

/// The answers to a piece.
#[derive(Default)]
struct Answers {
    sheet: Sheet,
    code: u8,
    /// True if a signal came before all of the piece was answered.
    is_cut: bool,
}

/// Answers all lines of an input. `beginning` has already been read from it.
pub fn run(
    plan: &Plan,
    ask: NineLimits,
    source: InputSource,
    beginning: Vec<u8>,
    pool: &mut Pool,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    let bar = notice::lines();
    let InputSource { name, bytes } = source;
    let is_short = beginning.len() < BEGINNING;
    let logs_each = is_short && enabled!(Level::INFO);
    let mut walk = Walk { plan, ask, name, puzzles: 0, lines: 0, bad: 0, closed: None, code: code::YES, logs_each };
    for block in Blocks::new(beginning, bytes, BLOCK).ahead() {
        let block = block?;
        let read = pool.map(is_short, cut(&block), parse)?;
        // The place of each piece is computed before the pieces are answered in parallel, because
        // answers name their lines and cases.
        let placed: Vec<Placed> = read.into_iter().map(|piece| walk.place(piece)).collect();
        let answers = pool.map(is_short, placed, |placed| walk.answer(placed))?;
        // No answer is printed after one that is missing.
        let whole = answers.iter().position(|answered| answered.is_cut).map_or(answers.len(), |at| at + 1);
        bar.suspend(|| answers[..whole].iter().try_for_each(|answered| answered.sheet.write(out)))?;
        walk.code = answers.iter().map(|answered| answered.code).fold(walk.code, u8::max);
        bar.set_position(walk.puzzles as u64);
        let Walk { name, puzzles, lines, bad, code, .. } = &walk;
        info!(name, puzzles, lines, bad, code, "lines answered so far");
        if is_interrupted() || plan.strict && walk.bad > 0 {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(walk.code)
}

/// Cuts a block into pieces at line ends.
fn cut(block: &[u8]) -> Vec<&[u8]> {
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

fn parse(piece: &[u8]) -> ParsedPiece {
    let mut read =
        ParsedPiece { puzzles: Vec::with_capacity(piece.len() / 82 + 1), lines: 0, bad: Vec::new(), closed: None };
    let mut rest = piece;
    while !rest.is_empty() {
        // Most lines have nothing beside their cells, so that their end need not be searched.
        let cells = rest.split_at_checked(81).filter(|(_, after)| after.starts_with(b"\n"));
        let (line, plain) = match cells.map(|(cells, _)| (cells, Nine::read(cells))) {
            Some(puzzle @ (_, Plain::Puzzle(_))) => puzzle,
            _ => {
                let line = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
                (line, Nine::read(line))
            }
        };
        rest = rest.get(line.len() + 1..).unwrap_or_default();
        read.lines += 1;
        match plain {
            Plain::Nothing => {}
            Plain::Puzzle(nine) => read.puzzles.push(nine.0),
            // It closes the input if only blank lines follow.
            Plain::Other if line.trim_ascii() == CLOSING && rest.trim_ascii().is_empty() => {
                read.closed = Some(read.lines);
            }
            Plain::Other => read.bad.push((read.puzzles.len(), read.lines, line[..line.len().min(LONGEST)].to_vec())),
        }
    }
    read
}

/// The number of bytes of a bad line that are kept for its message.
const LONGEST: usize = 1 << 12;

/// A piece, and the numbers of puzzles, lines and bad lines before it in the input.
struct Placed {
    piece: ParsedPiece,
    puzzles: usize,
    lines: usize,
    bad: usize,
    /// The line of an earlier closing word that puzzles follow, which is an error.
    closed: Option<usize>,
}

/// The progress through an input.
struct Walk<'a> {
    plan: &'a Plan,
    ask: NineLimits,
    name: String,
    puzzles: usize,
    lines: usize,
    bad: usize,
    closed: Option<usize>,
    code: u8,
    /// True if each answer is logged. A long input has too many.
    logs_each: bool,
}

impl Walk<'_> {
    /// Adds a piece to the counts and returns it with its place.
    fn place(&mut self, piece: ParsedPiece) -> Placed {
        let goes_on = !piece.puzzles.is_empty() || !piece.bad.is_empty();
        let closed = if goes_on { self.closed.take() } else { None };
        let placed = Placed { puzzles: self.puzzles, lines: self.lines, bad: self.bad, closed, piece };
        let ParsedPiece { puzzles, lines, bad, closed } = &placed.piece;
        self.closed = self.closed.or(closed.map(|line| self.lines + line));
        self.bad += bad.len() + usize::from(placed.closed.is_some());
        self.puzzles += puzzles.len();
        self.lines += lines;
        placed
    }

    fn answer(&self, placed: Placed) -> Answers {
        let mut answers = Answers::default();
        if is_interrupted() {
            return Answers { is_cut: true, ..answers };
        }
        if self.plan.strict && placed.bad > 0 {
            return answers;
        }
        answers.sheet.text.reserve(placed.piece.puzzles.len() * 82);
        if let Some(line) = placed.closed {
            self.refuse(line, CLOSING, placed.bad, &mut answers);
        }
        let begun = Instant::now();
        let found = solve_nines(&placed.piece.puzzles, self.ask);
        let seconds = begun.elapsed().as_secs_f64() / found.len().max(1) as f64;
        let mut bad = placed.piece.bad.iter().enumerate().peekable();
        let mut last: Option<Template> = None;
        for (at, (digits, found)) in placed.piece.puzzles.iter().zip(&found).enumerate() {
            while let Some((k, (_, line, text))) = bad.next_if(|(_, (before, ..))| *before <= at) {
                self.refuse(placed.lines + line, text, placed.bad + k, &mut answers);
                if self.plan.strict {
                    return answers;
                }
            }
            let nine = Nine(*digits);
            match &last {
                Some(template) if template.suits(found) && verified(&nine, found) => template.fill(found, &mut answers),
                _ => last = self.add(placed.puzzles + at + 1, &nine, found, seconds, &mut answers),
            }
        }
        for (k, (_, line, text)) in bad {
            self.refuse(placed.lines + line, text, placed.bad + k, &mut answers);
        }
        answers
    }

    /// Appends the answer to one puzzle. Returns its template, if it has one.
    fn add(
        &self,
        case: usize,
        nine: &Nine,
        found: &NineFound,
        seconds: f64,
        answers: &mut Answers,
    ) -> Option<Template> {
        let plan = self.plan;
        let place = PuzzlePlace { file: &self.name, case, puzzle: None };
        let outcome = self.outcome(nine, found);
        let is_shown = outcome.status != Status::Wrong;
        if plan.streams() && is_shown {
            for (at, digits) in found.solutions().enumerate() {
                let (file, solution) = (&self.name[..], &text_of(digits)[..]);
                let row = FoundRow { is_first: at == 0, file, case, solution, options: None };
                row.print(plan.json, &mut answers.sheet.text).expect("memory takes what is written");
            }
        }
        // A check prints its solution in JSON only.
        let prints = plan.json || matches!(plan.question, Question::Solve(_));
        let solution = found.first.as_ref().filter(|_| prints && is_shown).map(text_of);
        let stats = Stats { nodes: found.nodes, depth: found.depth, seconds, ..Stats::default() };
        // What is printed of a line alone, or differs from puzzle to puzzle, has no template.
        let is_alike = is_shown && !plan.json && !plan.stats && !plan.streams() && !self.logs_each;
        let mut answered = Answered::of(plan, place, Subject::Line(nine), outcome, stats);
        answered.show(solution, None);
        if self.logs_each {
            answered.log();
        }
        let from = answers.sheet.text.len();
        answered.add_to(&mut answers.sheet, true);
        answers.code = answers.code.max(answered.code);
        if !is_alike || answered.remark.is_some() {
            return None;
        }
        let solution = answered.row.solutions.as_ref().map(|[text]| &text[..]);
        Template::of(found, &answers.sheet.text[from..], solution, answered.code)
    }

    /// The outcome of the search of one line.
    fn outcome(&self, nine: &Nine, found: &NineFound) -> Outcome {
        let question = self.plan.question;
        let takes_one = matches!(question, Question::Solve(Wanted::Usual | Wanted::First));
        let is_met = (takes_one || matches!(question, Question::Check { .. })) && found.count >= self.ask.limit;
        let stop = match found.complete {
            true => StopReason::Exhausted,
            false if is_met => StopReason::GoalMet,
            false => StopReason::Limit,
        };
        let mut outcome = Outcome::sum(found.count.into(), stop);
        outcome.engine = Engine::BANDS;
        outcome.why = if self.plan.engine.is_some() { "asked for" } else { "a 9x9 in a batch" };
        match found.count {
            _ if !verified(nine, found) => outcome.status = Status::Wrong,
            1 if takes_one => outcome.status = Status::Solved,
            _ => {}
        }
        outcome
    }

    /// Appends the error of a bad line, the `number`-th of the input, counted from 0.
    fn refuse(&self, line: usize, text: &[u8], number: usize, answers: &mut Answers) {
        answers.code = answers.code.max(code::UNUSABLE);
        let text_of_line = String::from_utf8_lossy(text);
        let error = fault(line, text, &text_of_line);
        let said = match number {
            ..DRAWN => draw_line(&self.name, &text_of_line, &error),
            _ => format!("error: {}:{}:{}: {}", self.name, line, error.place.column, error.message),
        };
        answers.sheet.say(said);
        let refused = Refused::at(&self.name, &error);
        refused.print(self.plan.json, &mut answers.sheet.text).expect("memory takes what is written");
    }
}

/// The answer to a puzzle without its solution. Puzzles with as many solutions have the same one.
struct Template {
    count: u64,
    complete: bool,
    /// The printed text before the solution; all of it if none is printed.
    before: Vec<u8>,
    /// The printed text after the solution.
    after: Option<Vec<u8>>,
    code: u8,
}

impl Template {
    /// The template of an answer that was printed. `None` if the solution is not in it.
    fn of(found: &NineFound, printed: &[u8], solution: Option<&str>, code: u8) -> Option<Template> {
        let (before, after) = match solution {
            None => (printed.to_vec(), None),
            Some(solution) => {
                let at = memmem::rfind(printed, solution.as_bytes())?;
                (printed[..at].to_vec(), Some(printed[at + solution.len()..].to_vec()))
            }
        };
        Some(Template { count: found.count, complete: found.complete, before, after, code })
    }

    /// Returns whether the answer to another puzzle has this template.
    fn suits(&self, found: &NineFound) -> bool {
        (self.count, self.complete) == (found.count, found.complete)
    }

    /// Appends the answer to another puzzle, which the template [suits](Template::suits).
    fn fill(&self, found: &NineFound, answers: &mut Answers) {
        let text = &mut answers.sheet.text;
        text.extend_from_slice(&self.before);
        if let (Some(after), Some(digits)) = (&self.after, &found.first) {
            Nine(*digits).write_cells(text);
            text.extend_from_slice(after);
        }
        answers.code = answers.code.max(self.code);
    }
}

/// A solution as a line.
fn text_of(digits: &[u8; 81]) -> String {
    let mut line = Vec::with_capacity(81);
    Nine(*digits).write_cells(&mut line);
    String::from_utf8(line).expect("digits are text")
}

/// Returns whether the solutions found are different solutions of the puzzle.
fn verified(nine: &Nine, found: &NineFound) -> bool {
    found.solutions().all(|&solution| Nine(solution).solves(nine)) && are_different(found)
}

fn are_different(found: &NineFound) -> bool {
    match &found.more[..] {
        [] => true,
        [second] => found.first != Some(*second),
        _ => {
            let mut all: Vec<_> = found.solutions().collect();
            all.sort_unstable();
            all.windows(2).all(|two| two[0] != two[1])
        }
    }
}

/// The error of the form's own reader about a bad line.
fn fault(line: usize, bytes: &[u8], text: &str) -> ParseError {
    let error = match load(text, Some(sudoku::LINE.id)) {
        _ if bytes.trim_ascii() == CLOSING => ParseError::new(1, 1, "puzzles follow the word that ends the input"),
        Err(LoadError::Parse(error)) => error,
        _ => ParseError::new(1, 1, "this is not a 9x9 sudoku like the lines before it"),
    };
    // The reader saw only this line, so the line number is set here.
    ParseError { place: TextPlace { line, ..error.place }, ..error }
}
