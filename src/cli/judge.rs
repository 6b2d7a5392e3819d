//! `judge`: reads an online judge's input and writes its output, byte for byte.
//!
//! A case is answered as soon as it is read. If a case is bad, the answers to the cases before it
//! are written first.

mod nines;

use super::code;
use super::input::read;
use super::interrupt::{Asked, bounds, is_interrupted};
use crate::puzzle::{Answer, Cases, Encoded, Exchange, JUDGES, Judge, Shape, draw, encode};
use crate::solve::{Order, Outcome, Status, StopReason, run as solve};
use std::io::Write;
use std::path::Path;

/// Answers every case of an input.
pub fn run(name: &str, file: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(judge) = JUDGES.iter().find(|judge| judge.name.eq_ignore_ascii_case(name)) else {
        let known: Vec<&str> = JUDGES.iter().map(|judge| judge.name).collect();
        say!("error: `{name}` is not a known judge\nhelp: known are {}", known.join(", "));
        return Ok(code::UNUSABLE);
    };
    match judge.exchange {
        Exchange::Cases { read, write } => run_cases(judge, read, write, file, out),
        Exchange::Nines { none } => nines::run(judge, none, file, out),
    }
}

fn run_cases(
    judge: &Judge,
    cases: for<'a> fn(&'a str) -> Cases<'a>,
    write: fn(usize, &Shape, &Answer) -> String,
    file: Option<&Path>,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    let input = match read(file, bounds()) {
        Ok(input) => input,
        Err(error) => {
            say!("{error}");
            return Ok(code::UNUSABLE);
        }
    };
    let mut known = Known::default();
    let mut verified = true;
    let mut refused = None;
    for (at, case) in cases(&input.text).enumerate().take_while(|_| !is_interrupted()) {
        match case.map(|case| known.answer(judge, case)) {
            Ok(Some((case, answer))) => out.write_all(write(at + 1, case, answer).as_bytes())?,
            // An answer that was interrupted is not an answer.
            Ok(None) if is_interrupted() => break,
            Ok(None) => verified = false,
            Err(error) => refused = Some(error.on_line_of(&input.text)),
        }
    }
    out.flush()?;
    if let Some(error) = &refused {
        say!("{}", draw(&input.name, &input.text, error));
    }
    Ok(ended(verified, refused.is_some()))
}

/// Returns the exit code. Reports answers that did not verify.
fn ended(verified: bool, refused: bool) -> u8 {
    if !verified {
        say!("error: an answer did not verify; please report this input");
    }
    match (verified, refused) {
        (false, _) => code::DEFECT,
        (true, true) => code::UNUSABLE,
        (true, false) => code::YES,
    }
}

/// A cache of the last distinct cases and their answers. An input may repeat a case, and a board of
/// pentominoes takes a quarter of a second.
#[derive(Default)]
struct Known(Vec<(Shape, Answer)>);

impl Known {
    /// The maximum number of cases. There are twelve boards `n m` with sixty squares.
    const MOST: usize = 12;

    /// A case with more options displaces all others, so that memory is bounded.
    const LARGE: usize = 10_000;

    /// A case and its answer; `None` if the answer did not verify.
    fn answer(&mut self, judge: &Judge, case: Shape) -> Option<&(Shape, Answer)> {
        let at = match self.0.iter().position(|(known, _)| *known == case) {
            Some(at) => at,
            None => {
                let encoded = encode(&case);
                let order = Order { ceiling: judge.ceiling, ..Order::new(judge.goal) };
                let answer = answer(&encoded, &solve(&encoded.problem, order, &mut Asked))?;
                let is_large = |shape: &Shape| shape.listing().is_some_and(|own| own.options.len() > Known::LARGE);
                if is_large(&case) || self.0.last().is_some_and(|(last, _)| is_large(last)) {
                    self.0.clear();
                } else if self.0.len() == Known::MOST {
                    self.0.remove(0);
                }
                self.0.push((case, answer));
                self.0.len() - 1
            }
        };
        Some(&self.0[at])
    }
}

/// The answer to a case; `None` if the result is not a solution of the case.
fn answer(encoded: &Encoded, outcome: &Outcome) -> Option<Answer> {
    if let Some(ways) = outcome.ways.filter(|_| outcome.complete && outcome.status != Status::Wrong) {
        return Some(Answer::Counted { ways });
    }
    match outcome.status {
        Status::None => Some(Answer::None),
        Status::Many => Some(Answer::Several),
        Status::Solved | Status::Unique | Status::Best => {
            encoded.decode(outcome.solutions.first()?).map(Answer::Solved)
        }
        Status::Unknown if outcome.stop == StopReason::Limit => Some(Answer::TooMany),
        Status::Unknown | Status::Wrong => None,
    }
}
