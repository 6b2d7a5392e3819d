//! `judge --compare`: the output of the user's program beside the right answers, and the first case
//! that differs, as a file.

use super::{Args, Known};
use crate::cli::case::{indented, may_save, print_rows, save};
use crate::cli::code;
use crate::cli::input::{InputSource, ReadError, open, read};
use crate::cli::interrupt::{bounds, is_interrupted};
use crate::cli::notice::Progress;
use crate::cli::row::write_json;
use crate::puzzle::{Shape, draw, encode};
use crate::study::{Against, noun_of, thousands};
use crate::witness::{Answer, Judge, JudgeVerdict};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// The object that `judge --compare --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Compared")]
pub struct CompareReport {
    /// `right`, `wrong`, `missing`, `extra` or `presentation`.
    status: &'static str,
    /// The number of cases in the input.
    cases: usize,
    /// The first case that is not answered right, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<usize>,
    /// The rule that the answer breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// An input with only this case.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<String>,
    /// The answer of the output.
    #[serde(skip_serializing_if = "Option::is_none")]
    yours: Option<String>,
    /// A right answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<String>,
    /// The file with the case.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// Compares an output with the answers.
pub fn run(judge: &Judge, words: &Args, output: &Path, out: &mut dyn Write) -> anyhow::Result<u8> {
    if !may_save(words.output.as_deref()) {
        return Ok(code::UNUSABLE);
    }
    let texts = read(words.file.as_deref(), bounds()).and_then(|input| Ok((input, printed(output)?)));
    let (input, output) = match texts {
        Ok(texts) => texts,
        Err(error) => {
            say!("{error}");
            return Ok(code::UNUSABLE);
        }
    };
    let mut known = Known::default();
    let mut progress = Progress::begin();
    let mut answered: Vec<(Shape, Answer)> = Vec::new();
    for case in judge.cases(&input.text) {
        if let Some(progress) = &mut progress {
            progress.draw(|| format!("{} answered", count(answered.len())));
        }
        match case.map(|case| known.answer(judge, case)) {
            Ok(Some(pair)) => answered.push(pair.clone()),
            Ok(None) if is_interrupted() => return Ok(code::INTERRUPTED),
            Ok(None) => return Ok(super::ended(false, false)),
            Err(error) => {
                say!("{}", draw(&input.name, &input.text, &error));
                return Ok(code::UNUSABLE);
            }
        }
    }
    drop(progress);
    let cases: Vec<(&Shape, &Answer)> = answered.iter().map(|(shape, answer)| (shape, answer)).collect();
    let none = CompareReport {
        status: JudgeVerdict::Right.name(),
        cases: cases.len(),
        case: None,
        rule: None,
        input: None,
        yours: None,
        right: None,
        file: None,
    };
    let Some(fault) = judge.fault(&cases, &output) else {
        match words.json {
            true => write_json(out, &none)?,
            false => writeln!(out, "{}: right in {}", judge.name, count(cases.len()))?,
        }
        return Ok(code::YES);
    };
    let case = fault.case();
    let alone = case.and_then(|case| judge.cut(&input.text, case));
    let file = alone.as_deref().map(|alone| save(judge.name, words.output.as_deref(), alone)).transpose()?;
    let said = CompareReport {
        status: fault.verdict().name(),
        case: case.map(|case| case + 1),
        rule: Some(fault.rule()),
        input: alone,
        yours: fault.yours().map(|lines| lines.join("\n")),
        right: case.map(|case| judge.write(case + 1, cases[case].0, cases[case].1)),
        file: file.map(|file| file.display().to_string()),
        ..none
    };
    if words.json {
        write_json(out, &said)?;
        return Ok(code::NO);
    }
    let place = match said.case {
        Some(case) => format!("case {} of {}", thousands(case as u128), thousands(said.cases as u128)),
        None => count(said.cases),
    };
    writeln!(out, "{}: {} in {place}", judge.name, fault.verdict().words())?;
    let mut rows: Vec<(&str, String)> = Vec::new();
    rows.extend(said.rule.map(|rule| ("what", rule)));
    rows.extend(said.input.as_deref().map(|input| ("input", indented(input))));
    rows.extend(said.yours.as_deref().map(|yours| ("yours", indented(yours))));
    rows.extend(said.right.as_deref().map(|right| ("right", indented(right.trim_start_matches('\n')))));
    if let (Some(file), Some(case)) = (said.file, case) {
        rows.push(("saved as", file.clone()));
        let next = match Against::follows(&encode(cases[case].0).problem) {
            true => format!("quadrille against --judge {} {file} -- YOUR PROGRAM", judge.name),
            false => format!("quadrille step --as {} {file}", judge.name),
        };
        rows.push(("next", next));
    }
    print_rows(&rows, out)?;
    Ok(code::NO)
}

/// The text that a program printed. It may be empty, and it may be anything.
fn printed(output: &Path) -> Result<String, ReadError> {
    let InputSource { name, bytes } = open(Some(output), bounds())?;
    let read = bytes.read_all(Vec::new(), bounds().bytes, |_, _| true);
    let bytes = read.map_err(|why| ReadError::Unread { name, why, by_user: false })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn count(cases: usize) -> String {
    format!("{} {}", thousands(cases as u128), noun_of(cases as u64, "case"))
}
