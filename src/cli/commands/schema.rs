//! `schema`: the JSON schemas of what is printed, and of the files that a user writes.

use super::{Example, Run};
use crate::cli::args::named;
use crate::cli::row::{AnswerLine, Either};
use crate::cli::{code, pieces};
use crate::config::Config;
use crate::{docs, puzzle, study};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use std::io::Write;

/// Print the JSON schema of an output or of a file
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The command that prints it, or the kind of file. Default: list all of them
    #[arg(value_parser = named(SCHEMAS, |row| row.name, |row| row.of))]
    of: Option<&'static Row>,
}

/// An output, or a file, that has a JSON schema.
#[derive(Debug)]
struct Row {
    name: &'static str,
    /// The commands that print it, or the file.
    of: &'static str,
    make: fn() -> Schema,
}

const fn row(name: &'static str, of: &'static str, make: fn() -> Schema) -> Row {
    Row { name, of, make }
}

/// All schemas. A new one is a row here.
static SCHEMAS: &[Row] = &[
    row("answers", "solve, count and check", schema_of::<AnswerLine>),
    row("lint", "lint", schema_of::<Either<super::lint::Findings>>),
    row("contrast", "lint --against", schema_of::<super::lint::Contrasted>),
    row("estimate", "estimate", schema_of::<Either<super::estimate::EstimateReport>>),
    row("explain", "explain", schema_of::<super::explain::State>),
    row("generate", "generate", schema_of::<super::generate::New>),
    row("hint", "hint", schema_of::<Either<super::hint::HintRow>>),
    row("rate", "rate", schema_of::<Either<super::rate::RateReport>>),
    row("survey", "survey", schema_of::<Either<super::survey::SurveyRow>>),
    row("prove", "prove", schema_of::<super::prove::Proved>),
    row("split", "split; `work` reads it", schema_of::<pieces::PieceRow>),
    row("work", "work; `merge` reads it", schema_of::<pieces::PieceAnswer>),
    row("merge", "merge", schema_of::<super::merge::Merged>),
    row("kept", "kept", schema_of::<super::kept::KeptRow>),
    row("trace", "trace", schema_of::<super::trace::Traced>),
    row("broken", "trace --broken", schema_of::<super::trace::BrokenOp>),
    row("ask", "ask", schema_of::<super::ask::AskReport>),
    row("needle", "trace --needle", schema_of::<super::trace::Needled>),
    row("against", "against", schema_of::<super::against::AgainstJson>),
    row("stress", "stress", schema_of::<super::stress::Stressed>),
    row("kinds", "kinds", schema_of::<super::kinds::Tables>),
    row("compared", "judge --compare", schema_of::<super::judge::CompareReport>),
    row("judges", "judge --list", schema_of::<super::judge::Judged>),
    row("bench", "bench", schema_of::<super::bench::Beside>),
    row("engines", "bench --engines", schema_of::<super::bench::Measured>),
    row("lessons", "lesson", schema_of::<super::lesson::Printed>),
    row("known", "learn", schema_of::<super::learn::KnownRow>),
    row("config", "config.toml, for editors", docs::schema::of::<Config>),
    row("puzzle", "puzzle files in TOML, for editors", docs::schema::of::<puzzle::TomlFile>),
    row("lesson", "lesson files in TOML, for editors", docs::schema::of::<study::LessonFile>),
];

impl Run for Args {
    const EXAMPLES: &'static [Example] =
        &[("quadrille schema answers", "Describe the JSON of solve, count and check.")];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        match self.of {
            Some(row) => writeln!(out, "{}", serde_json::to_string_pretty(&(row.make)())?)?,
            None => SCHEMAS.iter().try_for_each(|row| writeln!(out, "{:<10} {}", row.name, row.of))?,
        }
        Ok(code::YES)
    }
}

/// The schema of printed objects: a field that is always there is required, and one that may be
/// left out is not.
fn schema_of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.with_transform(RecursiveTransform(say_how_large)).into_generator().into_root_schema_for::<T>()
}

/// Adds to the description of a 64-bit integer that it may be too large for a double.
fn say_how_large(schema: &mut Schema) {
    if !matches!(schema.get("format").and_then(|format| format.as_str()), Some("uint64" | "int64")) {
        return;
    }
    let description = schema.get("description").and_then(|text| text.as_str()).unwrap_or("");
    let more = "Readers that hold numbers as doubles round it from 2^53 up.";
    let text = format!("{description} {more}").trim_start().to_string();
    schema.insert("description".to_string(), text.into());
}
