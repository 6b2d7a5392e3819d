//! `kinds` and `judge --list`: the tables of kinds, forms, rules and judges, as text or as JSON.

use super::row::write_json;
use super::{code, link};
use crate::docs;
use crate::puzzle::{EXCHANGE, Form, JUDGES, KINDS, RULES, TOML};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// The object that `kinds --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Tables {
    kinds: Vec<Kind>,
    /// The form of every kind that can hold all parts of a puzzle.
    complete: Named,
    /// The forms in which other programs write grids.
    exchange: Vec<Named>,
    /// The rules that a grid may have in addition to rows, columns and areas.
    rules: Vec<Rule>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Kind {
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

/// The object that `judge --list --json` prints for an online judge's problem.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Judged {
    /// The name that `judge` takes.
    name: &'static str,
    help: &'static str,
    /// The kind of its puzzles.
    kind: &'static str,
    /// The form of its puzzles.
    form: &'static str,
    /// Its goal: `first`, `best`, `count` or `unique`.
    goal: &'static str,
    /// The address of the problem, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'static str>,
}

fn named(form: &Form) -> Named {
    Named { id: form.id, help: form.help }
}

/// Prints every kind with its forms, the exchange forms and the rules.
pub fn kinds(json: bool, out: &mut dyn Write) -> anyhow::Result<u8> {
    if !json {
        write!(out, "{}", docs::kinds())?;
        return Ok(code::YES);
    }
    let kind = |kind: &&'static crate::puzzle::Kind| Kind {
        id: kind.id,
        help: kind.help,
        goal: kind.goal.name(),
        sizes: kind.sizes,
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
    write_json(out, &tables)?;
    Ok(code::YES)
}

/// Prints every judge's problem, one line each.
pub fn judges(json: bool, out: &mut dyn Write) -> anyhow::Result<u8> {
    if !json {
        for (line, judge) in docs::judges().lines().zip(JUDGES) {
            let name = judge.page.map_or(judge.name.to_string(), |page| link::to_page(judge.name, page));
            writeln!(out, "{name}{}", &line[judge.name.len()..])?;
        }
        return Ok(code::YES);
    }
    for judge in JUDGES {
        let (kind, form, goal) = (judge.kind.id, judge.form.id, judge.goal.name());
        write_json(out, &Judged { name: judge.name, help: judge.help, kind, form, goal, page: judge.page })?;
    }
    Ok(code::YES)
}
