//! Trials of judges' problems: how cases are made, made smaller and put into one input, and how an
//! output is checked where several answers are right.
//!
//! A trial is one row of [`TRIALS`]. A case is the text of its lines, without what the judge puts
//! around the cases.

mod boards;
mod centers;
mod covers;
mod cut;
mod graphs;
mod grids;
mod misled;
mod outcome;

use fastrand::Rng;
pub use outcome::OutputError;
use quadrille_puzzle::{Answer, JUDGES, Judge, Shape};

/// The flavour of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// One of all the smallest cases.
    Tiny,
    /// One with a random size and content.
    Random,
    /// One at an edge of what the problem allows: empty, full, contradictory.
    Edge,
    /// One that is slow for a program that does not choose the item with the fewest options.
    Adversarial,
    /// One as large as the problem allows.
    Largest,
}

impl Flavour {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Flavour::Tiny => "tiny",
            Flavour::Random => "random",
            Flavour::Edge => "edge",
            Flavour::Adversarial => "adversarial",
            Flavour::Largest => "largest",
        }
    }
}

/// A judge's problem as it is tried.
pub struct Trial {
    /// The name of the judge.
    pub judge: &'static str,
    /// The most cases of one input.
    pub together: usize,
    /// The number of cases after which nothing new comes.
    pub most: u64,
    /// All of the smallest cases, in the order of their sizes.
    tiny: fn() -> Vec<String>,
    /// A case of a flavour. The size is from 0 to 1.
    make: fn(&mut Rng, Flavour, f64) -> String,
    /// The number of parts that may be taken out of a case.
    parts: fn(&str) -> usize,
    /// A case without the parts from one to another. `None` if that is not a case.
    without: fn(&str, &Answer, usize, usize) -> Option<String>,
    /// The input with some cases.
    input: fn(&[&str]) -> String,
    /// The number of lines of an answer that begins with a line. Blank lines do not count.
    lines: fn(&str, &Shape) -> usize,
    /// The rule that an answer breaks, in words.
    wrong: fn(&CheckedCase, &[&str]) -> Option<String>,
}

/// A case with its right answer.
pub struct CheckedCase<'a> {
    /// The case.
    pub shape: &'a Shape,
    /// The right answer; where several are right, one of them.
    pub answer: &'a Answer,
    /// The lines of this answer, blank ones left out.
    pub lines: Vec<String>,
}

/// All trials, one for each judge.
pub static TRIALS: &[Trial] = &[
    grids::POJ3074,
    grids::ZOJ3122,
    grids::P1074,
    grids::HDU4069,
    covers::POJ3740,
    covers::NQUEEN,
    covers::MATCH_GIRL,
    covers::ZOJ3209,
    covers::DOMINOES,
    covers::LOTTERY,
    covers::POJ1084,
    grids::HDU1426,
    grids::POJ2676,
    grids::POJ2918,
    grids::HDU2780,
    graphs::HDU3663,
    boards::HDU2828,
    boards::UVA387,
    boards::FZU1686,
    graphs::HDU3498,
    boards::HDU4979,
    boards::HDU3529,
    graphs::HDU3957,
    centers::HDU2295,
    centers::HDU3656,
    centers::HDU5046,
];

/// The trial of a judge.
pub fn trial(judge: &str) -> Option<&'static Trial> {
    TRIALS.iter().find(|trial| trial.judge == judge)
}

impl Trial {
    /// The judge of the trial.
    pub fn of(&self) -> &'static Judge {
        JUDGES.iter().find(|judge| judge.name == self.judge).expect("every trial is of a judge")
    }

    /// The case with a number, and its flavour. The same seed and number always give the same case.
    pub fn case(&self, tiny: &[String], seed: u64, number: u64, most: u64) -> (Flavour, String) {
        if let Some(case) = tiny.get(number as usize) {
            return (Flavour::Tiny, case.clone());
        }
        let number = number - tiny.len() as u64;
        let mut rng = Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let flavour = match number % 16 {
            3 | 11 => Flavour::Edge,
            7 => Flavour::Adversarial,
            15 if number % 64 == 15 => Flavour::Largest,
            _ => Flavour::Random,
        };
        // The first cases are small, so that a failing one is easy to read.
        let size = (number as f64 + 1.0) / (most.max(1) as f64);
        (flavour, (self.make)(&mut rng, flavour, size.clamp(0.02, 1.0)))
    }

    /// The smallest cases.
    pub fn tiny(&self) -> Vec<String> {
        (self.tiny)()
    }

    /// The number of parts that may be taken out of a case.
    pub fn parts(&self, case: &str) -> usize {
        (self.parts)(case)
    }

    /// A case without some parts; `None` if that is not a case.
    pub fn without(&self, case: &str, answer: &Answer, from: usize, to: usize) -> Option<String> {
        (self.without)(case, answer, from, to).filter(|smaller| smaller != case)
    }

    /// The input with some cases.
    pub fn input(&self, cases: &[&str]) -> String {
        (self.input)(cases)
    }

    /// Reads a case back. `None` if the judge would not send it.
    pub fn shape(&self, case: &str) -> Option<Shape> {
        let mut puzzles = self.of().puzzles(&self.input(&[case])).ok()?;
        if puzzles.len() == 1 { puzzles.pop().map(|puzzle| puzzle.shape) } else { None }
    }

    /// The judge's own output for a case with a number, counted from 1.
    pub fn output(&self, number: usize, shape: &Shape, answer: &Answer) -> String {
        self.of().write(number, shape, answer)
    }

    /// The number of lines of an answer that begins with a line.
    pub fn lines(&self, first: &str, shape: &Shape) -> usize {
        (self.lines)(first, shape)
    }

    /// The rule that the lines of an answer break; `None` if the answer is right.
    pub fn wrong(&self, number: usize, shape: &Shape, answer: &Answer, lines: &[&str]) -> Option<String> {
        let right = self.output(number, shape, answer);
        let right = right.lines().filter(|line| !line.trim().is_empty()).map(|line| line.trim_end().to_string());
        (self.wrong)(&CheckedCase { shape, answer, lines: right.collect() }, lines)
    }
}

/// An answer that is right only if its lines are.
fn same(wanted: &CheckedCase, lines: &[&str]) -> Option<String> {
    let right: Vec<&str> = wanted.lines.iter().map(String::as_str).collect();
    let at = (0..right.len().max(lines.len())).find(|&at| right.get(at) != lines.get(at))?;
    let show = |line: Option<&&str>| line.map_or("nothing".to_string(), |line| format!("`{line}`"));
    Some(format!("line {} of the answer is {}; right is {}", at + 1, show(lines.get(at)), show(right.get(at))))
}

fn one_line(_: &str, _: &Shape) -> usize {
    1
}

/// A number from `low` to `high` that grows with the size.
fn sized(rng: &mut Rng, size: f64, low: usize, high: usize) -> usize {
    let most = low + ((high - low) as f64 * size).ceil() as usize;
    rng.usize(low..=most.min(high))
}

/// Lines of numbers.
fn line(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(" ") + "\n"
}

/// The numbers of a text.
fn numbers(text: &str) -> Vec<usize> {
    text.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// The cases after their number.
fn counted(cases: &[&str]) -> String {
    format!("{}\n{}", cases.len(), cases.concat())
}
