//! The plan of a batch, made once from the arguments of `solve`, `count` or `check`.

use super::args::{Check, Count, Effort, Inputs, Output, Solve, SolveGoal};
use super::input::ReadError;
use crate::dlx::{Goal, Policy};
use crate::files::{Bounds, same_file};
use crate::puzzle::{ExpectSolutions, Puzzle};
use crate::solve::Engine;
use std::path::PathBuf;
use std::time::Duration;

/// The question for each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
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

/// The separator between an input's name and an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// No names are printed.
    Hidden,
    Colon,
    Nul,
}

/// The plan of a batch. Every value of a field is valid by itself, so the fields are public.
/// [`Plan::of`] checks combinations.
#[derive(Clone, Debug)]
pub struct Plan {
    pub question: Question,
    /// `None` is standard input.
    pub sources: Vec<Option<PathBuf>>,
    pub form: Option<String>,
    pub bounds: Bounds,
    pub names: Names,
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
}

impl Plan {
    pub fn solve(words: Solve) -> anyhow::Result<Plan> {
        let all = words.goal == Some(SolveGoal::All);
        anyhow::ensure!(all || words.limit.is_none(), "--limit goes with --goal all");
        let wanted = match words.goal {
            None => Wanted::Usual,
            Some(SolveGoal::First) => Wanted::First,
            Some(SolveGoal::Best) => Wanted::Best,
            Some(SolveGoal::All) => Wanted::All { limit: words.limit },
        };
        let plan = Plan::of(Question::Solve(wanted), words.inputs, words.effort, words.output)?;
        Ok(Plan { certify: words.certify, ..plan })
    }

    pub fn count(words: Count) -> anyhow::Result<Plan> {
        let question = Question::Count { limit: words.limit, up_to_symmetry: words.up_to_symmetry };
        let plan = Plan::of(question, words.inputs, words.effort, words.output)?;
        if let Some(file) = &words.checkpoint {
            let is_input = plan.sources.iter().flatten().any(|source| same_file(source, file));
            anyhow::ensure!(!is_input, "{} is the puzzle and cannot be its checkpoint", file.display());
        }
        Ok(Plan { checkpoint: words.checkpoint, ..plan })
    }

    pub fn check(words: Check) -> anyhow::Result<Plan> {
        let question = Question::Check { expect: words.expect };
        let plan = Plan::of(question, words.inputs, words.effort, words.output)?;
        Ok(Plan { certify: words.certify, ..plan })
    }

    fn of(question: Question, inputs: Inputs, effort: Effort, output: Output) -> anyhow::Result<Plan> {
        let by_links = effort.engine.is_none_or(|engine| engine == Engine::LINKS);
        anyhow::ensure!(effort.rule.is_none() || by_links, "--rule belongs to the engine links");
        let sources = inputs.sources().map_err(|error: ReadError| anyhow::anyhow!("{error}"))?;
        // A solution may have several lines, so names are printed only on request.
        let usual = sources.len() > 1 && !matches!(question, Question::Solve(_));
        let names = match output.with_filename || usual && !output.no_filename {
            false => Names::Hidden,
            true if output.null => Names::Nul,
            true => Names::Colon,
        };
        let Effort { givens_only, nodes, time, threads, engine, rule, estimate } = effort;
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
        })
    }

    /// Returns whether every solution is printed as it is found.
    pub fn streams(&self) -> bool {
        matches!(self.question, Question::Solve(Wanted::All { .. }))
    }

    /// Returns whether the symbols that the user placed in a puzzle are left out: for all puzzles,
    /// or because its file expects something of the givens alone.
    pub fn leaves_own_out(&self, puzzle: &Puzzle) -> bool {
        self.givens_only || self.expects(puzzle) && puzzle.expect.givens_only
    }

    /// Returns whether the answer is compared with the expectations of the puzzle's file.
    pub fn expects(&self, puzzle: &Puzzle) -> bool {
        self.question == Question::Check { expect: true } && puzzle.expect != Default::default()
    }

    /// The goal for one puzzle.
    pub fn goal(&self, puzzle: &Puzzle) -> Goal {
        let best = Goal::Best;
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
}
