//! Prints the program's tables: keys, configuration and schemas.

use super::args::Schema;
use super::input::{ReadError, read};
use super::interrupt::bounds;
use super::{code, model, row};
use crate::config::{Config, usual_path};
use crate::docs;
use clap::ValueEnum;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema as Schemas};
use std::io::Write;
use std::path::Path;
use tracing::info;

pub fn keys(config: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<u8> {
    write!(out, "{}", docs::keys(&configuration(config)?.settings().keymap))?;
    Ok(code::YES)
}

pub fn config(config: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<u8> {
    write!(out, "{}", docs::config(&configuration(config)?))?;
    Ok(code::YES)
}

/// Prints the JSON schema of a command's output, or of a file that a user writes.
pub fn schema(of: Option<Schema>, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(of) = of else {
        for own in Schema::value_variants().iter().filter_map(Schema::to_possible_value) {
            let help = own.get_help().map_or(String::new(), |help| help.to_string());
            writeln!(out, "{:<10} {help}", own.get_name())?;
        }
        return Ok(code::YES);
    };
    let schema = match of {
        Schema::Trace => schema_of::<super::trace::Traced>(),
        Schema::Kinds => schema_of::<super::kinds::Tables>(),
        Schema::Judges => schema_of::<super::kinds::Judged>(),
        Schema::Bench => schema_of::<super::bench::Measured>(),
        Schema::Answers => schema_of::<row::Line>(),
        Schema::Lint => schema_of::<row::Either<model::Findings>>(),
        Schema::Estimate => schema_of::<row::Either<model::Estimate>>(),
        Schema::Generate => schema_of::<super::generate::New>(),
        Schema::Split => schema_of::<super::pieces::Piece>(),
        Schema::Work => schema_of::<super::pieces::Done>(),
        Schema::Kept => schema_of::<super::kept::Row>(),
        Schema::Merge => schema_of::<super::merge::Merged>(),
        Schema::Prove => schema_of::<super::prove::Proved>(),
        Schema::Hint => schema_of::<row::Either<super::hint::Step>>(),
        Schema::Explain => schema_of::<super::explain::State>(),
        Schema::Config => docs::schema::of::<Config>(),
        Schema::Puzzle => docs::schema::of::<crate::puzzle::TomlFile>(),
    };
    writeln!(out, "{}", serde_json::to_string_pretty(&schema)?)?;
    Ok(code::YES)
}

/// The schema of printed objects: a field that is always there is required, and one that may be
/// left out is not.
fn schema_of<T: JsonSchema>() -> Schemas {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.with_transform(RecursiveTransform(say_how_large)).into_generator().into_root_schema_for::<T>()
}

/// Adds to the description of a 64-bit integer that it may be too large for a double.
fn say_how_large(schema: &mut Schemas) {
    if !matches!(schema.get("format").and_then(|format| format.as_str()), Some("uint64" | "int64")) {
        return;
    }
    let own = schema.get("description").and_then(|text| text.as_str()).unwrap_or("");
    let more = "Readers that hold numbers as doubles round it from 2^53 up.";
    let text = format!("{own} {more}").trim_start().to_string();
    schema.insert("description".to_string(), text.into());
}

/// The configuration from the named file, which must exist, or from the usual one, which may be
/// missing.
pub fn configuration(named: Option<&Path>) -> Result<Config, ReadError> {
    let usual = usual_path().filter(|path| named.is_none() && path.exists());
    let Some(path) = named.or(usual.as_deref()) else {
        info!("configuration: the defaults; there is no file {:?}", usual_path().unwrap_or_default());
        return Ok(Config::default());
    };
    info!("configuration: {path:?}");
    let input = read(Some(path), bounds())?;
    Config::parse(&input.text).map_err(|error| ReadError::Parse { name: input.name, text: input.text, error })
}
