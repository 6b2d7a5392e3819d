//! Makes a failing input small: one case if one fails alone, and as little in it as still fails in
//! the same way.

use super::{Args, Case, Failure, Found, case_of};
use crate::cli::interrupt::is_interrupted;
use crate::cli::notice::Progress;
use crate::study::plural;
use crate::witness::{Judge, JudgeVerdict};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The most runs that make a case small.
const RUNS: u64 = 400;
/// The time after which no more runs begin, because those that exceed their time are long.
const LONGEST: Duration = Duration::from_secs(30);

/// The runs on one input.
pub(super) struct Shrinking<'a> {
    args: &'a Args,
    judge: &'a Judge,
    progress: &'a mut Option<Progress>,
    runs: u64,
    begun: Instant,
}

impl<'a> Shrinking<'a> {
    pub(super) fn new(args: &'a Args, judge: &'a Judge, progress: &'a mut Option<Progress>) -> Shrinking<'a> {
        Shrinking { args, judge, progress, runs: 0, begun: Instant::now() }
    }

    /// The failure of the program on some cases, together or one alone, made small.
    pub(super) fn failing(&mut self, cases: Vec<Case>) -> anyhow::Result<Option<Found>> {
        let Some(failure) = self.args.fails(self.judge, &cases, self.args.time)? else {
            // An answer that needs the case before it is wrong alone.
            for case in cases.iter().filter(|_| cases.len() > 1) {
                let alone = std::slice::from_ref(case);
                if let Some(failure) = self.args.fails(self.judge, alone, self.args.time)? {
                    self.begun = Instant::now();
                    return self.smaller(alone.to_vec(), failure).map(Some);
                }
            }
            return Ok(None);
        };
        self.begun = Instant::now();
        if cases.len() == 1 {
            return self.smaller(cases, failure).map(Some);
        }
        // A program that is stopped may not have printed what it knew, so any case may be the one.
        let last = failure.case.unwrap_or(cases.len() - 1);
        let others = (0..cases.len()).rev().filter(|&at| at != last);
        for at in std::iter::once(last).chain(others) {
            let alone = std::slice::from_ref(&cases[at]);
            if let Some(next) = self.run(alone, None)? {
                return self.smaller(alone.to_vec(), next).map(Some);
            }
        }
        // Together they may only have exceeded the time of one.
        let failure = match failure.verdict {
            JudgeVerdict::Time => self.run(&cases, None)?,
            _ => Some(failure),
        };
        let Some(failure) = failure else { return Ok(None) };
        if is_interrupted() {
            return Ok(Some(Found { cases, failure, runs: self.runs, right_alone: false }));
        }
        self.begun = Instant::now();
        self.fewer(cases, failure).map(Some)
    }

    /// Runs the program once more, unless enough was tried. `None` also if it was not run.
    fn attempt(&mut self, cases: &[Case], verdict: Option<JudgeVerdict>) -> anyhow::Result<Option<Failure>> {
        match self.runs >= RUNS || self.begun.elapsed() > LONGEST {
            true => Ok(None),
            false => self.run(cases, verdict),
        }
    }

    /// Runs the program once more. `None` if it does not fail with the verdict.
    fn run(&mut self, cases: &[Case], verdict: Option<JudgeVerdict>) -> anyhow::Result<Option<Failure>> {
        self.runs += 1;
        let runs = self.runs;
        if let Some(progress) = self.progress {
            progress.draw(|| format!("it fails; looking for a small case: {}", plural(runs as usize, "run")));
        }
        let is_same = |next: &Failure| verdict.is_none_or(|verdict| next.verdict == verdict);
        // Many cases may take longer than one may.
        let time = self.args.time * cases.len() as u32;
        Ok(self.args.fails(self.judge, cases, time)?.filter(is_same))
    }

    /// Leaves out cases that are not needed, when none fails alone.
    fn fewer(&mut self, mut cases: Vec<Case>, mut failure: Failure) -> anyhow::Result<Found> {
        for at in (0..cases.len()).rev() {
            let mut fewer = cases.clone();
            fewer.remove(at);
            if fewer.len() > 1
                && let Some(next) = self.attempt(&fewer, Some(failure.verdict))?
            {
                (cases, failure) = (fewer, next);
            }
        }
        self.smaller(cases, failure)
    }

    /// Makes each case smaller, as long as the input fails in the same way. If a smaller case fails
    /// alone, it is the one to go on with.
    fn smaller(&mut self, mut cases: Vec<Case>, mut failure: Failure) -> anyhow::Result<Found> {
        let judge = self.judge;
        let mut known = HashMap::new();
        for at in 0..cases.len() {
            let mut step = judge.parts(&cases[at].text).div_ceil(2);
            while step > 0 {
                let (mut from, mut changed) = (0, false);
                while from < judge.parts(&cases[at].text) && !is_interrupted() {
                    let text = judge.without(&cases[at].text, &cases[at].answer, &(from..from + step));
                    let next = text.and_then(|text| case_of(judge, text, cases[at].flavour, &mut known));
                    let mut changes = cases.clone();
                    match next {
                        Some(next) => changes[at] = next,
                        None => {
                            from += step;
                            continue;
                        }
                    }
                    let alone = &changes[at..=at];
                    if cases.len() > 1
                        && let Some(next) = self.attempt(alone, None)?
                    {
                        return self.smaller(alone.to_vec(), next);
                    }
                    match self.attempt(&changes, Some(failure.verdict))? {
                        Some(next) => (cases, failure, changed) = (changes, next, true),
                        None => from += step,
                    }
                }
                step = if step == 1 && changed { 1 } else { step / 2 };
            }
        }
        Ok(Found { cases, failure, runs: self.runs, right_alone: true })
    }
}
