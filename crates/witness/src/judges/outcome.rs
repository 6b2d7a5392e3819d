//! The output of a program for some cases, compared with the right answers.

use super::{Answer, CheckedCase, Judge, same};
use quadrille_puzzle::{Shape, Solution};

/// The verdict of a judge on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgeVerdict {
    Right,
    Wrong,
    Missing,
    Extra,
    Presentation,
    Crash,
    Time,
    Memory,
}

impl JudgeVerdict {
    /// The name in JSON, and the words of contests.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            JudgeVerdict::Right => ("right", "right"),
            JudgeVerdict::Wrong => ("wrong", "wrong answer"),
            JudgeVerdict::Missing => ("missing", "an answer is missing"),
            JudgeVerdict::Extra => ("extra", "text after the answers"),
            JudgeVerdict::Presentation => ("presentation", "presentation error"),
            JudgeVerdict::Crash => ("crash", "crash"),
            JudgeVerdict::Time => ("time", "time limit exceeded"),
            JudgeVerdict::Memory => ("memory", "memory limit exceeded"),
        }
    }

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        self.names().0
    }

    /// The words of contests.
    pub fn words(self) -> &'static str {
        self.names().1
    }
}

/// The error of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputFault {
    /// The answer to this case, counted from 0, breaks a rule.
    Wrong {
        case: usize,
        /// The rule, in words.
        rule: String,
        /// The lines of the answer.
        yours: Vec<String>,
    },
    /// There is no answer to this case and those after it.
    Missing { case: usize },
    /// There is text after the last answer.
    Extra {
        /// The first line of it.
        line: String,
    },
    /// Every answer is right, but blanks or line ends are not those of the judge.
    Presentation {
        /// The first line that differs, counted from 1.
        line: usize,
    },
}

impl OutputFault {
    /// The verdict of the judge.
    pub fn verdict(&self) -> JudgeVerdict {
        match self {
            OutputFault::Wrong { .. } => JudgeVerdict::Wrong,
            OutputFault::Missing { .. } => JudgeVerdict::Missing,
            OutputFault::Extra { .. } => JudgeVerdict::Extra,
            OutputFault::Presentation { .. } => JudgeVerdict::Presentation,
        }
    }

    /// The error in a sentence.
    pub fn rule(&self) -> String {
        match self {
            OutputFault::Wrong { rule, .. } => rule.clone(),
            OutputFault::Missing { .. } => "there is no answer to a case".to_string(),
            OutputFault::Extra { line } => format!("there is text after the answers: `{line}`"),
            OutputFault::Presentation { line } => {
                format!("blank lines are not the judge's, from line {line} of the output")
            }
        }
    }

    /// The lines of the wrong answer.
    pub fn yours(&self) -> Option<&[String]> {
        match self {
            OutputFault::Wrong { yours, .. } => Some(yours),
            _ => None,
        }
    }

    /// The case that is not answered right, counted from 0.
    pub fn case(&self) -> Option<usize> {
        match self {
            OutputFault::Wrong { case, .. } | OutputFault::Missing { case } => Some(*case),
            OutputFault::Extra { .. } | OutputFault::Presentation { .. } => None,
        }
    }
}

impl Judge {
    /// Compares an output with the answers to the cases. `None` if it is right.
    pub fn fault(&self, cases: &[(&Shape, &Answer)], output: &str) -> Option<OutputFault> {
        let lines: Vec<&str> = output.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
        let mut at = 0;
        for (case, (shape, answer)) in cases.iter().enumerate() {
            let Some(first) = lines.get(at) else { return Some(OutputFault::Missing { case }) };
            let is_titled = first.starts_with("Case ");
            let next =
                lines[at + 1..].iter().position(|line| line.starts_with("Case ")).map_or(lines.len(), |k| at + 1 + k);
            let most = (at + (self.lines)(first, shape)).min(lines.len());
            let end = if is_titled { next.min(at + 10) } else { most };
            let yours = &lines[at..end];
            if let Some(rule) = self.wrong(case + 1, (*shape, *answer), yours) {
                return Some(OutputFault::Wrong { case, rule, yours: yours.iter().map(ToString::to_string).collect() });
            }
            at = end;
        }
        if let Some(line) = lines.get(at) {
            return Some(OutputFault::Extra { line: line.to_string() });
        }
        // Where several answers are right, only the blank lines are compared.
        let right: String =
            (1..).zip(cases).map(|(number, (shape, answer))| self.write(number, shape, answer)).collect();
        let blank = |text: &str| text.trim_end().lines().map(|line| line.trim().is_empty()).collect::<Vec<_>>();
        let (mine, wanted) = (blank(output), blank(&right));
        let line = (0..mine.len().max(wanted.len())).find(|&at| mine.get(at) != wanted.get(at))?;
        Some(OutputFault::Presentation { line: line + 1 })
    }

    /// The rule that the lines of an answer break; `None` if the answer is right.
    fn wrong(&self, number: usize, (shape, answer): (&Shape, &Answer), lines: &[&str]) -> Option<String> {
        let right = self.write(number, shape, answer);
        let right = right.lines().filter(|line| !line.trim().is_empty()).map(|line| line.trim_end().to_string());
        (self.wrong)(&CheckedCase { shape, answer, lines: right.collect() }, lines)
    }
}

/// The rule that a number breaks; `none` says in words what the answer without a solution means.
pub(super) fn number_is_wrong(wanted: &CheckedCase, lines: &[&str], none: &str, what: &str) -> Option<String> {
    let (said, right) = (lines.first().copied().unwrap_or("nothing"), wanted.right());
    (said != right).then(|| match wanted.answer {
        Answer::Solved(_) => format!("the fewest {what}: {right}; it says `{said}`"),
        _ => format!("{none}; it says `{said}`"),
    })
}

/// The rule that a least number breaks.
pub(super) fn fewest_is_wrong(wanted: &CheckedCase, lines: &[&str], what: &str) -> Option<String> {
    let Answer::Solved(Solution::Options(options)) = wanted.answer else { return same(wanted, lines) };
    let said = lines.first().copied().unwrap_or("nothing");
    let number = said.rsplit(' ').next().and_then(|word| word.parse::<usize>().ok());
    match number {
        Some(number) if number == options.len() => same(wanted, lines),
        _ => Some(format!("the fewest {what}: {}; it says `{said}`", options.len())),
    }
}
