//! The answer to one puzzle: its exit code, its remark, and its printed forms.
//!
//! A puzzle is answered by one search ([`super::search`]), a line of a long input by a search of
//! many lines ([`super::stream`]). Both fill an [`Answered`].

use super::code;
use super::input::drawn_words;
use super::plan::{NameSeparator, Plan, Question, Wanted};
use super::printout::Printout;
use super::row::{Attempted, Certificate, Decimal, FoundRow, ItemWeight, Obstructed, PuzzleRow, Stats};
use super::sheet::Sheet;
use crate::dlx::Goal;
use crate::puzzle::{Encoded, Grid, Nine, Puzzle, load, sudoku};
use crate::solve::{Outcome, Status, StopReason};
use crate::study::{NoCover, noun_of};
use serde::{Serialize, Serializer};
use std::io::Write;
use tracing::{info, warn};

/// A puzzle of an input.
#[derive(Clone, Copy)]
pub(crate) struct PuzzlePlace<'a> {
    /// The name of the input.
    pub file: &'a str,
    /// The number of the puzzle in the input, counted from 1.
    pub case: usize,
    /// `None` for a line of a long input, from which no puzzle is made.
    pub puzzle: Option<&'a Puzzle>,
}

impl<'a> PuzzlePlace<'a> {
    fn grid(&self) -> Option<&'a Grid> {
        self.puzzle.and_then(Puzzle::grid)
    }

    /// The fields of its row that do not depend on an answer.
    fn row(&self) -> PuzzleRow<'a> {
        PuzzleRow {
            file: self.file,
            case: self.case,
            kind: self.puzzle.map_or(sudoku::KIND.id, |puzzle| puzzle.kind.id),
            notes: self.puzzle.iter().flat_map(|puzzle| &puzzle.notes).map(|note| note.said.as_str()).collect(),
            ..PuzzleRow::default()
        }
    }
}

/// The subject of a search.
#[derive(Clone, Copy)]
pub(crate) enum Subject<'a> {
    /// A puzzle, perhaps without the symbols that the user placed, and its problem.
    Problem(&'a Puzzle, &'a Encoded),
    Line(&'a Nine),
}

impl Subject<'_> {
    /// Two symbols of a grid that exclude each other, in words, if there are any. They are a reason
    /// why the grid has no solution.
    fn clash(self) -> Option<String> {
        let read = match self {
            Subject::Problem(..) => None,
            Subject::Line(nine) => {
                let mut line = Vec::new();
                nine.write(&mut line);
                load(std::str::from_utf8(&line).ok()?, Some(sudoku::LINE.id)).ok()?.puzzles.pop()
            }
        };
        let grid = match self {
            Subject::Problem(puzzle, _) => puzzle.grid(),
            Subject::Line(_) => read.as_ref()?.grid(),
        }?;
        let clash = grid.conflicts().into_iter().next()?;
        Some(clash.words(grid))
    }
}

/// The answer to one puzzle.
pub(crate) struct Answered<'a> {
    plan: &'a Plan,
    place: PuzzlePlace<'a>,
    /// `None` if there was no search.
    outcome: Option<Outcome>,
    pub row: PuzzleRow<'a>,
    pub code: u8,
    /// A remark, which is printed on standard error.
    pub remark: Option<String>,
}

impl<'a> Answered<'a> {
    /// An answer without a search.
    pub fn refused(plan: &'a Plan, place: PuzzlePlace<'a>, why: String) -> Answered<'a> {
        let row = PuzzleRow { status: Status::Unknown.name(), error: Some(why.clone()), ..place.row() };
        Answered { plan, place, outcome: None, row, code: code::UNUSABLE, remark: Some(why) }
    }

    /// The answer of a search, without its solution.
    pub fn of(
        plan: &'a Plan,
        place: PuzzlePlace<'a>,
        subject: Subject,
        outcome: Outcome,
        stats: Stats,
    ) -> Answered<'a> {
        let obstruction = match (&outcome.obstruction, subject) {
            (Some(found), Subject::Problem(_, names)) => {
                let weight = |&(item, weight)| ItemWeight { item: names.item_short(item), weight };
                Some(Obstructed {
                    argument: NoCover::of(names, found).argument,
                    modulus: found.modulus,
                    weights: found.weights.iter().map(weight).collect(),
                })
            }
            _ => None,
        };
        let remark = remark(plan.question, subject, &outcome, obstruction.as_ref());
        let code = verdict(plan.question, &outcome);
        // Lines come by the hundred thousand, so the row is filled where it stays.
        let mut answered = Answered { plan, place, outcome: None, row: place.row(), code, remark };
        let row = &mut answered.row;
        row.status = outcome.status.name();
        row.complete = outcome.complete;
        // A search for the best score counts improvements, and not all solutions.
        row.count = (outcome.best.is_none() || plan.counts()).then(|| Decimal(outcome.number()));
        row.ways = outcome.ways.map(|ways| Decimal(ways.to_string()));
        row.score = outcome.best.map(|best| Decimal(best.unsigned_abs()));
        row.at_most = plan.at_most;
        row.engine = Some(outcome.engine.name());
        row.plan = outcome.tried.iter().map(Attempted::of).collect();
        row.obstruction = obstruction;
        if let Some(grid) = place.grid() {
            row.own = Some(grid.own()).filter(|&own| own > 0);
            row.own_cells = grid.own_cells();
            row.without = grid.only_drawn();
        }
        row.givens_only = place.puzzle.is_some_and(|puzzle| plan.leaves_own_out(puzzle));
        let stats = row.stats.insert(stats);
        stats.counters = outcome.counters.iter().map(|counter| (counter.key, counter.number)).collect();
        answered.outcome = Some(outcome);
        answered
    }

    /// Adds a solution and the numbers of its options. The answer to a count shows neither.
    pub fn show(&mut self, solution: Option<String>, options: Option<Vec<usize>>) {
        if !self.plan.counts() {
            (self.row.solutions, self.row.options) = (solution.map(|solution| [solution]), options);
        }
    }

    /// The same answer beside what the puzzle's file expects. `missed` is the differences.
    pub fn compared(mut self, missed: &[String]) -> Answered<'a> {
        self.row.expected = Some(missed.is_empty());
        if self.code != code::INTERRUPTED {
            self.code = if missed.is_empty() { code::YES } else { code::NO };
        }
        if !missed.is_empty() {
            self.remark = Some(missed.join("; "));
        }
        self
    }

    /// The same answer with an addition to its remark and with a certificate. Its exit code is
    /// raised to `code` if that is higher.
    pub fn with(mut self, code: u8, more: String, certificate: Option<Certificate>) -> Answered<'a> {
        self.remark = Some(self.remark.into_iter().chain([more]).collect::<Vec<_>>().join("; "));
        self.row.certificate = certificate;
        Answered { code: self.code.max(code), ..self }
    }

    /// Writes the statistics of the search, and the strategies that were tried if the first one did
    /// not answer.
    fn write_stats(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        let (Some(outcome), Some(stats)) = (&self.outcome, &self.row.stats) else { return Ok(()) };
        let Stats { nodes, updates, depth, seconds, .. } = *stats;
        let counters: String =
            outcome.counters.iter().map(|counter| format!(", {} {}", counter.number, counter.words())).collect();
        let best = outcome.best.map_or(String::new(), |best| format!(", best {}", best.abs()));
        // A search for the best score finds improvements, not all solutions.
        let improves = outcome.engine.spec().improves
            && self.place.puzzle.is_some_and(|puzzle| self.plan.goal(puzzle) == Goal::Best);
        let found = outcome.number();
        let noun = noun_of(if found == "1" { 1 } else { 2 }, if improves { "improvement" } else { "solution" });
        writeln!(
            out,
            "{}: engine {} ({}), {nodes} {}, {updates} {}, {found} {noun}{best}, deepest level {depth}{counters}, \
             {seconds:.6} s",
            self.place.file,
            outcome.engine.name(),
            outcome.why,
            noun_of(nodes, "node"),
            noun_of(updates, "update"),
        )?;
        if outcome.tried.len() > 1 {
            let tried: Vec<String> = outcome.tried.iter().map(ToString::to_string).collect();
            writeln!(out, "{}: tried {}", self.place.file, tried.join(", "))?;
        }
        Ok(())
    }

    /// Logs the answer.
    pub fn log(&self) {
        let (PuzzlePlace { file: name, case, .. }, code) = (self.place, self.code);
        let (Some(outcome), Some(stats)) = (&self.outcome, &self.row.stats) else {
            return warn!(name, case, code, "no search");
        };
        let (status, stop) = (outcome.status.name(), outcome.stop);
        let (engine, why, nodes, seconds) = (outcome.engine.name(), outcome.why, stats.nodes, stats.seconds);
        info!(name, case, engine, why, status, ?stop, nodes, seconds, code, "answered");
        if stop == StopReason::Limit {
            warn!(name, case, "a limit was hit");
        }
    }

    /// Adds the answer to a sheet. `several` is true if the input has other puzzles.
    pub fn add_to(&self, sheet: &mut Sheet, several: bool) {
        let PuzzlePlace { file, case, puzzle } = self.place;
        if let Some(remark) = &self.remark {
            let case = if several { format!(" (puzzle {case})") } else { String::new() };
            sheet.say(format!("{file}{case}: {remark}"));
        }
        puzzle.and_then(|puzzle| drawn_words(file, puzzle)).into_iter().for_each(|words| sheet.say(words));
        let written = self.print(self.plan.json, &mut sheet.text);
        let counted = if self.plan.stats { self.write_stats(&mut sheet.after) } else { Ok(()) };
        written.and(counted).expect("memory takes what is written");
    }
}

impl Serialize for Answered<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.row.serialize(to)
    }
}

impl Printout for Answered<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let Answered { plan, row, .. } = self;
        match (plan.question, &row.solutions) {
            // These solutions were printed as they were found.
            (Question::Solve(_), Some(_)) if plan.streams() => return Ok(()),
            (Question::Solve(_), Some([text])) => {
                if row.case > 1 && self.place.puzzle.is_some_and(|puzzle| puzzle.form.id != sudoku::LINE.id) {
                    out.write_all(b"\n")?;
                }
                plan.write_name(out, row.file)?;
                if text.contains('\n') && plan.names == NameSeparator::Colon {
                    out.write_all(b"\n")?;
                }
                return write_line(out, text);
            }
            _ => plan.write_name(out, row.file)?,
        }
        let word = match (plan.question, row.expected) {
            (Question::Solve(_), _) if row.status == Status::None.name() => "none",
            (Question::Solve(_), _) => "unknown",
            (Question::Count { up_to_symmetry, .. }, _) => {
                let ways = row.ways.as_ref().filter(|_| up_to_symmetry);
                match ways.or(row.count.as_ref()).filter(|_| row.engine.is_some()) {
                    Some(Decimal(count)) if row.complete => count,
                    Some(Decimal(count)) => return writeln!(out, "at least {count}"),
                    None => "unknown",
                }
            }
            (Question::Check { .. }, Some(true)) => "as expected",
            (Question::Check { .. }, Some(false)) => "not as expected",
            (Question::Check { .. }, None) => match (plan.at_most, row.status) {
                (Some(_), "solved") => "yes",
                (Some(_), "none") => "no",
                (_, status) => status,
            },
        };
        write_line(out, word)
    }
}

impl Printout for FoundRow<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        if !self.is_first && self.solution.contains('\n') {
            out.write_all(b"\n")?;
        }
        write_line(out, self.solution)
    }
}

/// Writes a text and a line end. Answers come by the hundred thousand, and formatting would take
/// longer than a copy.
fn write_line(out: &mut dyn Write, text: &str) -> std::io::Result<()> {
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")
}

/// The exit code.
fn verdict(question: Question, outcome: &Outcome) -> u8 {
    match (question, outcome.status) {
        (_, Status::Wrong) => code::DEFECT,
        _ if outcome.stop == StopReason::Cancelled => code::INTERRUPTED,
        (_, Status::Unknown) => code::LIMIT,
        (Question::Solve(_) | Question::Check { .. }, Status::None) => code::NO,
        (Question::Check { .. }, Status::Many) => code::NO,
        (Question::Solve(Wanted::All { .. }), _) | (Question::Count { .. }, _) if !outcome.complete => code::LIMIT,
        _ => code::YES,
    }
}

/// The remark about an answer, if there is one. Where the player's own symbols may have changed the
/// answer, it says so.
fn remark(question: Question, subject: Subject, outcome: &Outcome, obstruction: Option<&Obstructed>) -> Option<String> {
    let placed = match subject {
        Subject::Problem(puzzle, _) => puzzle.grid().map_or(0, Grid::own),
        Subject::Line(_) => 0,
    };
    let changes = !matches!(question, Question::Solve(_)) || outcome.status == Status::None;
    let counted = (placed > 0 && changes).then(|| format!("your own symbols count as givens: {placed}"));
    let all: Vec<String> = [reason(question, subject, outcome, obstruction), counted].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// The reason why there is no solution, or why an answer is not the whole answer.
fn reason(question: Question, subject: Subject, outcome: &Outcome, obstruction: Option<&Obstructed>) -> Option<String> {
    match outcome.status {
        Status::Wrong => return Some("an answer did not verify; please report this puzzle".to_string()),
        Status::None => return subject.clash().or(obstruction.map(|found| found.argument.clone())),
        _ => {}
    }
    let by_symmetry = matches!(question, Question::Count { up_to_symmetry: true, .. });
    if matches!(question, Question::Count { .. }) && !outcome.complete {
        let number = outcome.ways.filter(|_| by_symmetry).unwrap_or(outcome.count);
        let why = if outcome.stop == StopReason::Cancelled { "interrupted" } else { "a limit was hit" };
        return Some(match number {
            u128::MAX => format!("more than 2^128 - 1: {why} before all were counted"),
            _ => format!("at least {number}: {why} before all were counted"),
        });
    }
    if by_symmetry && outcome.ways.is_none() {
        return Some("no symmetry is known here: all solutions are counted".to_string());
    }
    let Subject::Problem(_, names) = subject else { return None };
    let bound = outcome.bound.filter(|_| outcome.status == Status::Unknown)?;
    Some(format!("not finished: {}", names.bound_words(bound)))
}
