//! The output of a program for some cases, compared with the right answers.

use super::Trial;
use quadrille_puzzle::{Answer, Shape};

/// The error of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputError {
    /// The answer to this case, counted from 0, breaks a rule.
    Wrong {
        /// The case.
        case: usize,
        /// The rule, in words.
        rule: String,
        /// The lines of the answer.
        yours: Vec<String>,
    },
    /// There is no answer to this case and those after it.
    Missing {
        /// The case.
        case: usize,
    },
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

impl OutputError {
    /// A word for the kind of error: `wrong`, `missing`, `extra` or `presentation`.
    pub fn status(&self) -> &'static str {
        match self {
            OutputError::Wrong { .. } => "wrong",
            OutputError::Missing { .. } => "missing",
            OutputError::Extra { .. } => "extra",
            OutputError::Presentation { .. } => "presentation",
        }
    }

    /// The error in a sentence.
    pub fn rule(&self) -> String {
        match self {
            OutputError::Wrong { rule, .. } => rule.clone(),
            OutputError::Missing { .. } => "there is no answer to a case".to_string(),
            OutputError::Extra { line } => format!("there is text after the answers: `{line}`"),
            OutputError::Presentation { line } => {
                format!("blank lines are not the judge's, from line {line} of the output")
            }
        }
    }

    /// The lines of the wrong answer.
    pub fn yours(&self) -> Option<&[String]> {
        match self {
            OutputError::Wrong { yours, .. } => Some(yours),
            _ => None,
        }
    }

    /// The case that is not answered right, counted from 0.
    pub fn case(&self) -> Option<usize> {
        match self {
            OutputError::Wrong { case, .. } | OutputError::Missing { case } => Some(*case),
            OutputError::Extra { .. } | OutputError::Presentation { .. } => None,
        }
    }
}

impl Trial {
    /// Compares an output with the answers to the cases. `None` if it is right.
    pub fn fault(&self, cases: &[(&Shape, &Answer)], output: &str) -> Option<OutputError> {
        let lines: Vec<&str> = output.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
        let mut at = 0;
        for (case, (shape, answer)) in cases.iter().enumerate() {
            let Some(first) = lines.get(at) else { return Some(OutputError::Missing { case }) };
            let is_titled = first.starts_with("Case ");
            let next =
                lines[at + 1..].iter().position(|line| line.starts_with("Case ")).map_or(lines.len(), |k| at + 1 + k);
            let most = (at + self.lines(first, shape)).min(lines.len());
            let end = if is_titled { next.min(at + 10) } else { most };
            let yours = &lines[at..end];
            if let Some(rule) = self.wrong(case + 1, shape, answer, yours) {
                return Some(OutputError::Wrong { case, rule, yours: yours.iter().map(ToString::to_string).collect() });
            }
            at = end;
        }
        if let Some(line) = lines.get(at) {
            return Some(OutputError::Extra { line: line.to_string() });
        }
        // Where several answers are right, only the blank lines are compared.
        let right: String =
            (1..).zip(cases).map(|(number, (shape, answer))| self.output(number, shape, answer)).collect();
        let blank = |text: &str| text.trim_end().lines().map(|line| line.trim().is_empty()).collect::<Vec<_>>();
        let (mine, wanted) = (blank(output), blank(&right));
        let line = (0..mine.len().max(wanted.len())).find(|&at| mine.get(at) != wanted.get(at))?;
        Some(OutputError::Presentation { line: line + 1 })
    }
}
