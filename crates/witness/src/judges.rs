//! JUDGES: online judges whose problems are answered and tried byte for byte. A new judge is one
//! file and one row.
//!
//! The file has the format once: reader, writer, check of an output, random cases, and the parts
//! that a case can do without. The readers are strict, as a contest program needs. An input that
//! the judge would not send is refused with its place. A case that is made here is the text of its
//! lines, without what the judge puts around the cases.

mod answers;
mod bombs;
mod centers;
mod cut;
mod digits;
mod fighters;
mod graphs;
mod grids;
mod lamps;
mod lattices;
mod letters;
mod maps;
mod matrix;
mod meals;
mod misled;
mod monsters;
mod nines;
mod outcome;
mod pentominoes;
mod queens;
mod squares;
mod squiggly;
mod target;
mod tickets;

pub use answers::Answer;
use dancing::Goal;
use fastrand::Rng;
pub use nines::NineLines;
pub use outcome::{JudgeVerdict, OutputFault};
use quadrille_puzzle::feed::Feed;
use quadrille_puzzle::{Form, Kind, LoadError, Loaded, ParseError, Puzzle, Shape, load};
use quadrille_solve::{Host, Order};
use std::ops::Range;

/// All judges, in the order of the manual.
pub static JUDGES: &[Judge] = &[
    nines::POJ3074,
    letters::ZOJ3122,
    target::P1074,
    squiggly::HDU4069,
    matrix::POJ3740,
    queens::NQUEEN,
    meals::MATCH_GIRL,
    maps::ZOJ3209,
    pentominoes::DOMINOES,
    tickets::LOTTERY,
    lattices::POJ1084,
    digits::HDU1426,
    digits::POJ2676,
    digits::POJ2918,
    digits::HDU2780,
    graphs::HDU3663,
    lamps::HDU2828,
    squares::UVA387,
    monsters::FZU1686,
    graphs::HDU3498,
    tickets::HDU4979,
    bombs::HDU3529,
    fighters::HDU3957,
    centers::HDU2295,
    centers::HDU3656,
    centers::HDU5046,
];

/// A judge's problem: the columns of the table.
// Many fields: everything that a judge needs is in its row.
pub struct Judge {
    /// The name after `quadrille judge`.
    pub name: &'static str,
    /// The address of the problem, where it is known.
    pub page: Option<&'static str>,
    /// One line for `--help` and the manual.
    pub help: &'static str,
    /// The kind of the judge's puzzles.
    pub kind: &'static Kind,
    /// The form of the judge's puzzles.
    pub form: &'static Form,
    /// The question that the judge asks.
    pub goal: Goal,
    /// The way to the answers.
    pub method: JudgeMethod,
    /// Reads the cases of an input lazily. The first error is the last item.
    read: for<'a> fn(&'a str) -> Cases<'a>,
    /// The input with some cases.
    input: fn(&[&str]) -> String,
    /// Writes the output for a case. Case numbers start at 1.
    write: fn(usize, &Shape, &Answer) -> String,
    /// The number of lines of an answer that begins with a line. Blank lines do not count.
    lines: fn(&str, &Shape) -> usize,
    /// The rule that an answer breaks, in words.
    wrong: fn(&CheckedCase, &[&str]) -> Option<String>,
    /// The most cases that are tried in one input.
    pub together: usize,
    /// The number of cases after which nothing new comes.
    pub most: u64,
    /// All of the smallest cases, in the order of their sizes.
    tiny: fn() -> Vec<String>,
    /// A case of a flavour. The size is from 0 to 1.
    make: fn(&mut Rng, Flavour, f64) -> String,
    /// The number of parts that may be taken out of a case.
    parts: fn(&str) -> usize,
    /// A case without some of its parts. `None` if that is not a case.
    without: fn(&str, &Answer, &Range<usize>) -> Option<String>,
}

/// The way to a judge's answers.
pub enum JudgeMethod {
    /// One search for each case.
    Search,
    /// One search for each case. Each case is a line, as [`NineLines`] reads it, so an input of any
    /// length may be answered in blocks.
    NineLines,
    /// This function: several searches, or one with a limit.
    By(fn(&Shape, &mut dyn Host) -> Option<Answer>),
}

/// The cases of an input, one after the other.
pub type Cases<'a> = Box<dyn Iterator<Item = Result<Shape, ParseError>> + 'a>;

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

/// A case with its right answer.
struct CheckedCase<'a> {
    /// The case.
    shape: &'a Shape,
    /// The right answer; where several are right, one of them.
    answer: &'a Answer,
    /// The lines of this answer, blank ones left out.
    lines: Vec<String>,
}

impl CheckedCase<'_> {
    /// The first line of the right answer.
    fn right(&self) -> &str {
        self.lines.first().map_or("", String::as_str)
    }
}

/// Reads a text as [`quadrille_puzzle::load`] does. `wanted` may also be the name of a judge, whose
/// input has several cases.
///
/// # Errors
///
/// The errors of `load`. The place of an error is always inside the text.
pub fn load_cases(text: &str, wanted: Option<&str>) -> Result<Loaded, LoadError> {
    let refused = match load(text, wanted) {
        Err(LoadError::UnknownForm(name)) => name,
        loaded => return loaded,
    };
    let Some(judge) = JUDGES.iter().find(|judge| judge.name == refused) else {
        return Err(LoadError::UnknownForm(refused));
    };
    let puzzles = judge.puzzles(text).map_err(|error| error.within(text))?;
    match puzzles.is_empty() {
        true => Err(ParseError::new(1, 1, "there is no case in this input").into()),
        false => Ok(Loaded { puzzles }),
    }
}

impl Judge {
    /// The cases of an input, one after the other. The first error is the last item.
    pub fn cases<'a>(&self, text: &'a str) -> Cases<'a> {
        Box::new((self.read)(text).map(move |case| case.map_err(|error| error.on_line_of(text))))
    }

    /// The puzzles of an input.
    ///
    /// # Errors
    ///
    /// The first error in the text.
    pub fn puzzles(&self, text: &str) -> Result<Vec<Puzzle>, ParseError> {
        self.cases(text).map(|case| Ok(Puzzle::new(self.kind, self.form, case?))).collect()
    }

    /// The answer to a case. `None` if the host stopped the search, or if the result is not a
    /// solution of the case.
    pub fn answer(&self, case: &Shape, host: &mut dyn Host) -> Option<Answer> {
        match self.method {
            JudgeMethod::Search | JudgeMethod::NineLines => answers::searched(case, Order::new(self.goal), host),
            JudgeMethod::By(answer) => answer(case, host),
        }
    }

    /// The judge's own output for a case with a number, counted from 1.
    pub fn write(&self, number: usize, shape: &Shape, answer: &Answer) -> String {
        (self.write)(number, shape, answer)
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
    pub fn without(&self, case: &str, answer: &Answer, parts: &Range<usize>) -> Option<String> {
        (self.without)(case, answer, parts).filter(|smaller| smaller != case)
    }

    /// The input with some cases.
    pub fn input(&self, cases: &[&str]) -> String {
        (self.input)(cases)
    }

    /// Reads a case back. `None` if the judge would not send it.
    pub fn shape(&self, case: &str) -> Option<Shape> {
        let input = self.input(&[case]);
        let mut cases = self.cases(&input);
        let shape = cases.next()?.ok()?;
        cases.next().is_none().then_some(shape)
    }
}

/// Cases whose text is read one after the other.
fn shapes<'a, T: Into<Shape>>(cases: impl Iterator<Item = Result<T, ParseError>> + 'a) -> Cases<'a> {
    Box::new(cases.map(|case| case.map(Into::into)))
}

/// Reads a case that was made here, or read before.
fn reread<T>(case: &str, read: impl for<'a> FnOnce(&mut Feed<'a>) -> Result<T, ParseError>) -> T {
    read(&mut Feed::new(case)).expect("the case was read before")
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

/// The next line of a case, which are whole numbers in these ranges.
fn whole<const N: usize>(feed: &mut Feed, what: &str, ranges: [(u32, u32); N]) -> Result<[usize; N], ParseError> {
    let (numbers, _) = feed.numbers(what, ranges)?;
    Ok(numbers.map(|number| number as usize))
}
