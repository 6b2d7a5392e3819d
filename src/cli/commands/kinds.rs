//! `kinds`: the tables of kinds, forms and rules, as text or as JSON.

use super::{Example, Run};
use crate::cli::args::Json;
use crate::cli::code;
use crate::cli::printout::Printout;
use crate::docs;
use crate::puzzle::{EXCHANGE, Form, KINDS, RULES, TOML};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// List the kinds of puzzles and the forms that are read
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    json: Json,
}

/// The object that `kinds --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Tables {
    kinds: Vec<KindReport>,
    /// The form of every kind that can hold all parts of a puzzle.
    complete: Named,
    /// The forms in which other programs write grids.
    exchange: Vec<Named>,
    /// The rules that a grid may have in addition to rows, columns and areas.
    rules: Vec<Rule>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Kind")]
struct KindReport {
    /// The name that `--as` takes.
    id: &'static str,
    help: &'static str,
    /// The goal of `solve`: `first`, `best`, `count` or `unique`.
    goal: &'static str,
    /// The sides that an empty grid can have; empty for a kind that is not a grid.
    sizes: &'static [usize],
    /// Its forms. The first one is the form in which it is written.
    forms: Vec<Named>,
}

/// A form of a puzzle's text.
#[derive(Debug, Serialize, JsonSchema)]
struct Named {
    /// The name that `--as` and `convert --to` take.
    id: &'static str,
    help: &'static str,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Rule {
    /// The name in TOML.
    id: &'static str,
    /// The name in words.
    name: &'static str,
    help: &'static str,
    /// True if the rule names cells. If not, it is a rule of the whole grid.
    names_cells: bool,
}

impl Printout for Tables {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        write!(out, "{}", docs::kinds())
    }
}

fn named(form: &Form) -> Named {
    Named { id: form.id, help: form.help }
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[("quadrille kinds", "List all forms.")];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let kind = |kind: &&'static crate::puzzle::Kind| KindReport {
            id: kind.id,
            help: kind.help,
            goal: kind.goal.name(),
            sizes: kind.sizes(),
            forms: kind.forms.iter().map(|form| named(form)).collect(),
        };
        let tables = Tables {
            kinds: KINDS.iter().map(kind).collect(),
            complete: named(&TOML),
            exchange: EXCHANGE.iter().map(|form| named(form)).collect(),
            rules: RULES
                .iter()
                .map(|spec| Rule { id: spec.id, name: spec.name, help: spec.help, names_cells: spec.names_cells() })
                .collect(),
        };
        tables.print(self.json.on, out)?;
        Ok(code::YES)
    }
}
