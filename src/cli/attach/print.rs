//! The result as rows, and as an exit code.

use crate::cli::case::print_rows;
use crate::cli::code;
use crate::study::{noun_of, plural, thousands};
use crate::witness::{Attached, SourcePlace};
use std::io::Write;

/// The exit code of a result.
pub fn exit_code(said: &Attached) -> u8 {
    match said.status {
        "same" => code::YES,
        "hang" | "limit" => code::LIMIT,
        "unsure" => code::UNUSABLE,
        _ => code::NO,
    }
}

/// Prints it in rows.
pub fn print(name: &str, said: &Attached, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}", said.links)?;
    let places: Vec<String> = said.operations_in.iter().chain(&said.search).map(SourcePlace::words).collect();
    writeln!(out, "stops: {}", places.join(", "))?;
    let operations = format!("{} {}", thousands(said.operations.into()), noun_of(said.operations, "operation"));
    let cases = format!("{} {}", said.cases, noun_of(said.cases, "case"));
    let least = if said.has_more { "at least " } else { "" };
    let solutions = format!("{least}{} {}", thousands(said.solutions.into()), noun_of(said.solutions, "solution"));
    let mut rows: Vec<(&str, String)> = Vec::new();
    match said.status {
        "same" => writeln!(out, "{name}: same in all {operations}, {cases}, {solutions}")?,
        "limit" => writeln!(out, "{name}: same in the first {operations}, {cases}, {solutions}")?,
        "unsure" => writeln!(out, "{name}: cannot say, after {operations}")?,
        "stops" => writeln!(out, "{name}: stops after {operations}, {cases}, {solutions}")?,
        status => {
            let place = match said.op {
                Some(0) if said.what.is_none() => "from the problem in its matrix".to_string(),
                Some(0) => "before the first operation".to_string(),
                Some(op) => format!("at operation {}", thousands(op.into())),
                None => "at its beginning".to_string(),
            };
            let case =
                if said.cases > 1 && said.what.is_some() { format!(" of case {}", said.cases) } else { String::new() };
            let verb = match status {
                "hang" => "does not end",
                "crash" => "crashes",
                _ => "differs",
            };
            writeln!(out, "{name}: {verb} {place}{case}")?;
        }
    }
    if let Some([primary, all, options, nodes]) = said.matrix {
        let secondary = if all > primary { format!(" and {} secondary ones", all - primary) } else { String::new() };
        let (rows_of, nodes) = (plural(options, "row"), plural(nodes, "node"));
        rows.push(("matrix", format!("{}{secondary}, {rows_of}, {nodes}", plural(primary, "column"))));
    }
    rows.extend(said.unlike.clone().map(|what| ("unlike", what)));
    rows.extend(said.why.clone().map(|why| ("why", why)));
    rows.extend(said.helps.clone().map(|helps| ("what helps", helps)));
    rows.extend(said.what.clone().map(|what| ("what", what)));
    rows.extend(said.invariant.clone().map(|rule| ("broken rule", rule)));
    rows.extend(said.rows.iter().cloned());
    rows.extend(said.notes.iter().map(|note| ("also seen", note.clone())));
    print_rows(&rows, out)
}
