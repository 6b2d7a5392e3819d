//! The JSON schema of the TOML form as far as serde's tables do not say it: the names of kinds and
//! rules, and the tables and keys that belong to a kind.
//!
//! A schema cannot count the cells of a row. It accepts every file that the reader accepts, and
//! more.

use super::file::ListingTable;
use crate::areas::Areas;
use crate::grid::Grid;
use crate::kinds::{KINDS, Kind};
use crate::rules::{DRAWN, LONGEST_NAME, LOOKS, OWN, RULES};
use crate::side_length::SideLength;
use crate::size::Size;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A string with the rows of a grid.
pub(super) struct Rows;

/// At least four lines that are not blank.
const ROWS: &str = r"\S[^\n]*(\n\s*\S[^\n]*){3}";

/// A cell's name, such as `r3c5`, of a grid of the largest side: 64.
macro_rules! cell {
    () => {
        r"r[+0]*([1-9]|[1-5][0-9]|6[0-4])c[+0]*([1-9]|[1-5][0-9]|6[0-4])"
    };
}

/// A cell's name after white space.
const CELL: &str = concat!(r"\s+", cell!());

/// The end of a straight way, after its first cell.
const WAY: &str = concat!(r"(\.\.", cell!(), ")");

impl JsonSchema for Rows {
    fn schema_name() -> Cow<'static, str> {
        "Rows".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": ROWS })
    }
}

/// The name of a kind.
pub(super) fn kinds(_: &mut SchemaGenerator) -> Schema {
    choice(KINDS.iter().map(|kind| (kind.id, kind.help))).into()
}

/// Names, each with a description.
fn choice(names: impl Iterator<Item = (&'static str, &'static str)>) -> Map<String, Value> {
    let (names, words): (Vec<&str>, Vec<&str>) = names.unzip();
    let docs = json!({ "docs": { "enumValues": words } });
    let all = [("type", "string".into()), ("enum", names.into()), ("x-taplo", docs)];
    all.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
}

/// Rules of a grid. The rules that name no cells are listed too, so that editors complete them.
pub(super) fn rules(_: &mut SchemaGenerator) -> Schema {
    let whole = choice(RULES.iter().filter(|spec| !spec.names_cells()).map(|spec| (spec.id, spec.help)));
    let words: String = RULES.iter().map(|spec| format!("\n- `{}`: {}", spec.id, spec.help)).collect();
    let item = json!({
        "description": format!("The name of a rule, then the cells that it names, such as `r3c5`:\n{words}"),
        "type": "string",
        "anyOf": [whole, { "type": "string", "pattern": rule() }],
    });
    json_schema!({ "type": "array", "items": item })
}

/// The drawings of a rule that the puzzle defines.
pub(super) fn looks(_: &mut SchemaGenerator) -> Schema {
    let looks: Vec<&str> = LOOKS.iter().map(|(look, _)| *look).collect();
    json_schema!({ "type": "string", "enum": looks })
}

/// The size of a grid: its side, or its rows and columns.
pub(super) fn size(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": ["integer", "string"],
        "minimum": SideLength::ALL.start(),
        "maximum": SideLength::ALL.end(),
        "pattern": "^[0-9]{1,2}x[0-9]{1,2}$",
    })
}

/// A regular expression for a rule in a grid of the largest side.
fn rule() -> String {
    let largest = *Size::ALL.end();
    let grid = Grid::new(largest, Areas::None);
    let named = |id: &str| format!("{id}:[a-z0-9-]{{1,{LONGEST_NAME}}}");
    let (foreign, own) = (named(DRAWN.id), named(OWN.id));
    let mut alike: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    for spec in RULES.iter().chain([&DRAWN, &OWN]) {
        let id = match spec.id {
            id if id == DRAWN.id => foreign.as_str(),
            id if id == OWN.id => own.as_str(),
            id => id,
        };
        alike.entry((spec.cells(&grid), spec.takes.lines, spec.takes.numbers)).or_default().push(id);
    }
    // Cells are not repeated, so their number is bounded by the grid. A schema need not say it.
    let times = |pattern: &str, (few, many): (usize, usize)| match many {
        0 => String::new(),
        many if many > largest => format!("({pattern}){{{few},}}"),
        many => format!("({pattern}){{{few},{many}}}"),
    };
    let known = alike.into_iter().map(|((cells, lines, numbers), ids)| {
        let line = format!(r"\s*;{}", times(CELL, (2, usize::MAX)));
        // Straight ways such as `r1c1..r1c9` name any number of cells.
        let ways = format!("(({CELL}{WAY}?)*{CELL}{WAY}({CELL}{WAY}?)*)");
        let cells = match cells {
            (0, 0) => String::new(),
            (_, many) if many < 2 => times(CELL, cells),
            _ => format!("({}|{ways})", times(CELL, cells)),
        };
        format!("({}){}{cells}{}", ids.join("|"), times(r"\s+[0-9]+", numbers), times(&line, lines))
    });
    format!(r"^\s*({})\s*$", known.collect::<Vec<_>>().join("|"))
}

/// The weights of a target.
pub(super) fn weights(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "anyOf": [{ "const": "rings" }, { "type": "string", "pattern": ROWS }] })
}

/// The expected number of solutions.
pub(super) fn solutions(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [{ "type": "integer", "minimum": 0 }, { "const": ">1" }] })
}

/// Adds the table of each kind of listings, then the tables and keys that belong to each kind.
/// These are a chain of `else`: editors complete the keys of a schema only if it has no `allOf`.
pub(super) fn by_kind(schema: &mut Schema) {
    let chain = KINDS.iter().rev().fold(Value::Null, |rest, kind| {
        let is_kind = open(json!({ "required": ["kind"], "properties": { "kind": { "const": kind.id } } }));
        let mut link = json!({ "if": is_kind, "then": tables(kind) });
        if !rest.is_null() {
            link["else"] = open(rest);
        }
        link
    });
    let object = schema.ensure_object();
    object.extend(chain.as_object().cloned().unwrap_or_default());
    let Some(Value::Object(properties)) = object.get_mut("properties") else { return };
    let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    let table = settings.into_generator().subschema_for::<ListingTable>();
    for (kind, listed) in KINDS.iter().filter_map(|kind| Some((kind, kind.listing()?))) {
        let mut table = table.clone();
        table.insert("description".to_string(), listed.table.into());
        properties.insert(kind.id.to_string(), table.to_value());
    }
}

/// The tables of a kind: one is required, those of other kinds are refused.
fn tables(kind: &Kind) -> Value {
    let has = if kind.is_listed() { kind.id } else { "grid" };
    let others = KINDS.iter().filter(|other| other.is_listed()).map(|other| other.id).chain(["grid"]);
    let mut properties: Map<String, Value> =
        others.filter(|&other| other != has).map(|other| (other.to_string(), false.into())).collect();
    if !kind.is_weighted() {
        properties.insert("score".to_string(), false.into());
    }
    if !kind.has_grids() {
        properties.insert("grids".to_string(), false.into());
    }
    if kind.is_listed() {
        properties.insert("marks".to_string(), false.into());
        properties.insert("rules".to_string(), false.into());
    } else {
        properties.insert("grid".to_string(), areas(kind));
    }
    let required = if kind.has_grids() { vec![has, "grids"] } else { vec![has] };
    open(json!({ "required": required, "properties": properties }))
}

/// The keys that part the grid of a kind.
fn areas(kind: &Kind) -> Value {
    if kind.has_walls() {
        return open(json!({
            "properties": { "boxes": false, "size": { "maximum": SideLength::SMALL.end() } },
            "oneOf": [open(json!({ "required": ["regions"] })), open(json!({ "required": ["walls"] }))],
        }));
    }
    if kind.has_grids() {
        return open(json!({ "properties": { "boxes": false, "regions": false, "walls": false } }));
    }
    let boxed: Vec<u64> = SideLength::ALL.filter(|&n| Areas::usual_boxes(n as usize).is_some()).collect();
    open(json!({
        "properties": { "regions": false, "walls": false },
        "if": open(json!({ "not": { "required": ["boxes"] } })),
        "then": open(json!({ "properties": { "size": { "anyOf": [{ "type": "string" }, { "enum": boxed }] } } })),
    }))
}

/// A condition on some keys of a table. Without `additionalProperties` tombi would refuse the other
/// keys.
fn open(mut condition: Value) -> Value {
    condition["additionalProperties"] = true.into();
    condition
}
