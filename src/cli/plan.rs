//! The plan of a batch, made once from the arguments of `solve`, `count` or `check`.

use super::args::{FormName, Inputs, Output, SearchArgs, TimeLimit};
use super::input::ReadError;
use super::outlet::allow_nul;
use crate::dlx::{Goal, Policy};
use crate::files::Bounds;
use crate::puzzle::{ExpectSolutions, Puzzle};
use crate::solve::Engine;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// The question for each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Solve(Wanted),
    Count { limit: Option<u64>, up_to_symmetry: bool },
    Check { expect: bool },
}

/// The solutions that `solve` looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The usual goal of the puzzle's kind.
    Usual,
    First,
    Best,
    /// Every one, printed as it is found.
    All {
        limit: Option<u64>,
    },
}

impl Wanted {
    /// The values of `--goal`.
    pub const NAMED: [Wanted; 3] = [Wanted::First, Wanted::Best, Wanted::All { limit: None }];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Wanted::Usual => "usual",
            Wanted::First => "first",
            Wanted::Best => "best",
            Wanted::All { .. } => "all",
        }
    }

    /// The solutions in a phrase.
    pub fn help(self) -> &'static str {
        match self {
            Wanted::Usual => "The usual goal of the kind",
            Wanted::First => "The first solution that is found",
            Wanted::Best => "A solution with the best score, the least cost or the fewest options",
            Wanted::All { .. } => "Every solution, as it is found",
        }
    }
}

/// The separator between an input's name and an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameSeparator {
    /// No names are printed.
    Hidden,
    Colon,
    Nul,
}

/// The plan of a batch. Every value of a field is valid by itself, so the fields are public.
/// [`Plan::of`] checks combinations.
// Many fields: each is an option of the command line.
#[derive(Clone, Debug)]
pub struct Plan {
    pub question: Question,
    /// `None` is standard input.
    pub sources: Vec<Option<PathBuf>>,
    pub form: FormName,
    pub bounds: Bounds,
    pub names: NameSeparator,
    pub json: bool,
    pub stats: bool,
    /// True if the batch stops at the first input or line that cannot be read.
    pub strict: bool,
    pub engine: Option<Engine>,
    /// True if the item rule or the estimate was given. Both belong to the engine `links`.
    pub by_policy: bool,
    pub policy: Policy,
    /// True if the symbols that the user placed are left out.
    pub givens_only: bool,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    pub threads: Option<usize>,
    /// The file in which a count is kept, so that it can continue later.
    pub checkpoint: Option<PathBuf>,
    /// The folder for problems and proofs.
    pub certify: Option<PathBuf>,
    /// For repeated covers: the number of options of which it is asked whether it is enough.
    pub at_most: Option<u32>,
}

impl Plan {
    pub fn of(question: Question, inputs: Inputs, effort: SearchArgs, output: Output) -> anyhow::Result<Plan> {
        let by_links = effort.engine.is_none_or(|engine| engine.spec().policy);
        anyhow::ensure!(effort.rule.is_none() || by_links, "--rule belongs to the engine links");
        let sources = inputs.sources().map_err(|error: ReadError| anyhow::anyhow!("{error}"))?;
        // A solution may have several lines, so names are printed only on request.
        let usual = sources.len() > 1 && !matches!(question, Question::Solve(_));
        let names = match output.with_filename || usual && !output.no_filename {
            false => NameSeparator::Hidden,
            true if output.null => {
                allow_nul();
                NameSeparator::Nul
            }
            true => NameSeparator::Colon,
        };
        let SearchArgs { givens_only, nodes, time: TimeLimit { limit: time }, threads, engine, rule, estimate } =
            effort;
        Ok(Plan {
            question,
            sources,
            bounds: inputs.bounds(),
            form: inputs.form,
            names,
            json: output.json.on,
            stats: output.statistics.on,
            strict: output.strict,
            engine,
            givens_only,
            by_policy: rule.is_some() || estimate.is_some(),
            policy: Policy {
                rule: rule.unwrap_or_default(),
                estimate: estimate.unwrap_or_default(),
                ..Policy::default()
            },
            nodes,
            time,
            threads,
            checkpoint: None,
            certify: None,
            at_most: None,
        })
    }

    /// Returns whether every solution is printed as it is found.
    pub fn streams(&self) -> bool {
        matches!(self.question, Question::Solve(Wanted::All { .. }))
    }

    /// Returns whether solutions are only counted.
    pub fn counts(&self) -> bool {
        matches!(self.question, Question::Count { .. })
    }

    /// Returns whether the symbols that the user placed in a puzzle are left out: for all puzzles,
    /// or because its file expects something of the givens alone.
    pub(crate) fn leaves_own_out(&self, puzzle: &Puzzle) -> bool {
        self.givens_only || self.expects(puzzle) && puzzle.expect.givens_only
    }

    /// Returns whether the answer is compared with the expectations of the puzzle's file.
    pub fn expects(&self, puzzle: &Puzzle) -> bool {
        self.question == Question::Check { expect: true } && puzzle.expect != Default::default()
    }

    /// The goal for one puzzle.
    pub fn goal(&self, puzzle: &Puzzle) -> Goal {
        let best = Goal::Best;
        if self.at_most.is_some() {
            return Goal::First;
        }
        match self.question {
            Question::Solve(Wanted::All { limit }) | Question::Count { limit, .. } => Goal::Count { limit },
            Question::Solve(Wanted::Best) => best,
            Question::Solve(Wanted::Usual) if puzzle.goal() == best => best,
            Question::Solve(_) => Goal::First,
            Question::Check { expect } if expect && puzzle.expect.best.is_some() => best,
            Question::Check { expect } => match puzzle.expect.solutions {
                Some(ExpectSolutions::Exactly(count)) if expect => Goal::Count { limit: Some(count.max(1) + 1) },
                _ => Goal::Unique,
            },
        }
    }

    /// Writes the name before an answer, if names are printed.
    pub(crate) fn write_name(&self, out: &mut dyn Write, name: &str) -> std::io::Result<()> {
        match self.names {
            NameSeparator::Hidden => Ok(()),
            NameSeparator::Colon => write!(out, "{name}: "),
            NameSeparator::Nul => write!(out, "{name}\0"),
        }
    }
}
