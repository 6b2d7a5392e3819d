//! `judge`: reads an online judge's input and writes its output, byte for byte.

use super::code;
use super::input::{ReadError, read};
use super::interrupt::bounds;
use crate::puzzle::{Answer, Encoded, JUDGES, encode};
use crate::solve::{Order, Outcome, Status, StopReason, run as solve};
use std::io::Write;
use std::path::Path;

/// Answers every case of an input.
pub fn run(name: &str, file: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(judge) = JUDGES.iter().find(|judge| judge.name.eq_ignore_ascii_case(name)) else {
        let known: Vec<&str> = JUDGES.iter().map(|judge| judge.name).collect();
        say!("error: `{name}` is no judge that is spoken here\nhelp: known are {}", known.join(", "));
        return Ok(code::UNUSABLE);
    };
    let refused = |error: ReadError| {
        say!("{error}");
        Ok(code::UNUSABLE)
    };
    let input = match read(file, bounds()) {
        Ok(input) => input,
        Err(error) => return refused(error),
    };
    let (cases, warning) = match (judge.read)(&input.text) {
        Ok(found) => found,
        Err(error) => return refused(ReadError::Parse { name: input.name, text: input.text, error }),
    };
    if let Some(warning) = warning {
        say!("warning: {}: {warning}", input.name);
    }
    let mut verified = true;
    for (at, case) in cases.iter().enumerate() {
        let encoded = encode(case);
        let order = Order { ceiling: judge.ceiling, ..Order::new(judge.goal) };
        let outcome = solve(&encoded.problem, order, &mut ());
        match answer(&encoded, &outcome) {
            Some(answer) => out.write_all((judge.write)(at + 1, case, &answer).as_bytes())?,
            None => verified = false,
        }
    }
    if !verified {
        out.flush()?;
        say!("error: an answer did not verify; please report this input");
        return Ok(code::DEFECT);
    }
    Ok(code::YES)
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
