//! The spellings of rules in f-puzzles' JSON: a key, and under it an object for each rule, whose
//! fields a codec reads and writes.

use super::{CAGE, RULES, RuleSpec, no_such_rule};
use crate::cell::Cell;
use crate::grid::{Grid, GridRule};
use crate::json::{Fields, JsonValue};
use crate::scan::{ParseError, TextWord};
use serde_json::{Value, json};

/// A rule in f-puzzles' JSON.
#[derive(Clone, Copy, Debug)]
pub struct FPuzzles {
    /// The key in the JSON object.
    pub key: &'static str,
    /// Other keys that are read as this rule.
    pub also: &'static [Also],
    /// The texts of `value` with which the key means this rule without a number; the first is
    /// written. Empty if the key has no values, or if they are numbers. For a rule without cells,
    /// the texts in the key's list.
    pub values: &'static [&'static str],
    /// The rules of the key in words, if not the key.
    pub called: Option<&'static str>,
    /// Returns true for a grid in which the key means another row that has it.
    pub unless: fn(&Grid) -> bool,
    /// Reads and writes the objects under the key.
    pub(crate) codec: &'static FPuzzlesCodec,
}

/// Another key of f-puzzles' JSON that is read as a rule.
#[derive(Clone, Copy, Debug)]
pub struct Also {
    /// The key in the JSON object.
    pub key: &'static str,
    /// The texts in the key's list that mean this rule; empty if the key lists objects.
    pub values: &'static [&'static str],
    /// The number that a rule without one has under this key.
    pub number: Option<u32>,
    /// The rule that is not supported, in words, if the key means another one in this grid.
    pub refused: fn(&Grid) -> Option<&'static str>,
}

/// Reads what it writes: a rule as objects under its key.
#[derive(Debug)]
pub(crate) struct FPuzzlesCodec {
    /// The rules that an object means.
    read: fn(&KeyRules, &mut Fields) -> Result<Vec<GridRule>, ParseError>,
    /// The objects that mean a rule, which has a key. `None` if there are none.
    write: fn(&GridRule, &Grid) -> Option<Vec<Value>>,
}

/// A key with rules of a grid, and its place in the text.
pub(crate) struct KeyRules<'a> {
    pub(crate) key: &'a str,
    /// The first row that has the key.
    pub(crate) spec: &'static RuleSpec,
    pub(crate) grid: &'a Grid,
    pub(crate) at: &'a TextWord<'a>,
}

impl FPuzzles {
    pub(super) const fn of(key: &'static str, codec: &'static FPuzzlesCodec) -> FPuzzles {
        FPuzzles { key, also: &[], values: &[], called: None, unless: |_| false, codec }
    }

    pub(super) const fn also(self, also: &'static [Also]) -> FPuzzles {
        FPuzzles { also, ..self }
    }

    pub(super) const fn valued(self, values: &'static [&'static str]) -> FPuzzles {
        FPuzzles { values, ..self }
    }

    pub(super) const fn called(self, name: &'static str) -> FPuzzles {
        FPuzzles { called: Some(name), ..self }
    }

    pub(super) const fn unless(self, unless: fn(&Grid) -> bool) -> FPuzzles {
        FPuzzles { unless, ..self }
    }

    /// The entry for another key, if the rule has it.
    fn also_by(&self, key: &str) -> Option<&'static Also> {
        self.also.iter().find(|also| also.key == key)
    }

    /// The texts with which one of the keys means this rule; empty if the key has none.
    pub(crate) fn values_of(&self, key: &str) -> &'static [&'static str] {
        self.also_by(key).map_or(self.values, |also| also.values)
    }
}

impl Also {
    pub(super) const fn key(key: &'static str) -> Also {
        Also { key, values: &[], number: None, refused: |_| None }
    }
}

/// The rows of the table of rules that a key names.
pub(crate) fn rows_of(key: &str) -> impl Iterator<Item = &'static RuleSpec> + '_ {
    let named = move |entry: FPuzzles| entry.key == key || entry.also_by(key).is_some();
    RULES.iter().filter(move |spec| spec.fpuzzles.is_some_and(named))
}

/// The rows that a key names beside their own, each with that key and its entry.
pub(crate) fn also_rows(key: &str) -> impl Iterator<Item = (&str, &'static RuleSpec, &'static Also)> {
    RULES.iter().filter_map(move |spec| Some((key, spec, spec.fpuzzles?.also_by(key)?)))
}

/// The keys of rules of the whole grid that are true or missing, each once.
pub(crate) fn flags() -> impl Iterator<Item = &'static str> {
    let keys = RULES.iter().filter(|spec| !spec.names_cells()).filter_map(|spec| Some((spec, spec.fpuzzles?)));
    let first = keys.filter(|(spec, entry)| rows_of(entry.key).next().is_some_and(|first| first.id == spec.id));
    first.filter(|(_, entry)| entry.values.is_empty()).map(|(_, entry)| entry.key)
}

/// The rules of a key as the user reads them.
pub(crate) fn rule_name(key: &str) -> &str {
    RULES
        .iter()
        .filter_map(|spec| spec.fpuzzles)
        .find(|entry| entry.key == key)
        .and_then(|entry| entry.called)
        .unwrap_or(key)
}

impl RuleSpec {
    /// Returns whether the value of a key of the row is a list: of rules with their cells, or of
    /// texts.
    pub(crate) fn is_listed(&self, key: &str) -> bool {
        self.names_cells() || !self.fpuzzles.is_some_and(|entry| entry.values_of(key).is_empty())
    }
}

impl GridRule {
    /// The value of the rule's key: true, or a list of objects or texts. `None` if it has no key.
    pub(crate) fn as_fpuzzles(&self, grid: &Grid) -> Option<(&'static str, Value)> {
        let spec = self.spec();
        let FPuzzles { key, values, codec, .. } = spec.fpuzzles?;
        let value = match (spec.names_cells(), values.first()) {
            (false, _) if !self.numbers.is_empty() => return None,
            (true, _) => Value::Array((codec.write)(self, grid)?),
            (false, Some(text)) => json!([text]),
            (false, None) => json!(true),
        };
        Some((key, value))
    }
}

impl KeyRules<'_> {
    /// The rules that an object means.
    pub(crate) fn read(&self, fields: &mut Fields) -> Result<Vec<GridRule>, ParseError> {
        match self.spec.fpuzzles {
            Some(entry) => (entry.codec.read)(self, fields),
            None => Ok(Vec::new()),
        }
    }

    /// The row that a value means. Without a value it is the empty text.
    pub(crate) fn of_value(&self, value: Option<JsonValue>) -> Result<&'static RuleSpec, ParseError> {
        let said = value.map_or(String::new(), JsonValue::text);
        let means = |spec: &&'static RuleSpec| {
            let values = spec.fpuzzles.map_or(&[][..], |entry| entry.values_of(self.key));
            values.iter().any(|known| known.eq_ignore_ascii_case(&said))
        };
        rows_of(self.key).find(means).ok_or_else(|| self.unsupported(&format!("of {said}")))
    }

    pub(crate) fn unsupported(&self, what: &str) -> ParseError {
        no_such_rule(self.at, &format!("{} {what}", rule_name(self.key)))
    }

    fn rule(&self, cells: Vec<Cell>, numbers: Vec<u32>) -> GridRule {
        GridRule { numbers, ..GridRule::new(self.spec.id, cells) }
    }

    fn lines<'v>(&self, fields: &mut Fields<'v>) -> Result<Vec<JsonValue<'v>>, ParseError> {
        let lines = fields.take("lines").map_or(Some(Vec::new()), JsonValue::list);
        lines.filter(|lines| lines.iter().all(|line| line.is_list())).ok_or_else(|| self.unsupported("without lines"))
    }

    fn cell(&self, name: JsonValue) -> Result<Cell, ParseError> {
        let name = name.text();
        let cell = self.grid.cell_named(&name.to_lowercase());
        cell.ok_or_else(|| self.unsupported(&format!("at `{name}`")))
    }

    fn cells(&self, names: Option<JsonValue>) -> Result<Vec<Cell>, ParseError> {
        let list = names.and_then(JsonValue::list).ok_or_else(|| self.unsupported("without cells"))?;
        list.into_iter().map(|name| self.cell(name)).collect()
    }

    /// The number of a value; `None` if it is empty.
    fn number(&self, value: Option<JsonValue>) -> Result<Option<u32>, ParseError> {
        value.filter(|value| !value.is_empty()).map(|value| self.known_number(value)).transpose()
    }

    fn known_number(&self, value: JsonValue) -> Result<u32, ParseError> {
        value.number().ok_or_else(|| self.unsupported(&format!("with the value {}", value.spelled())))
    }
}

/// The names of cells.
fn names(cells: &[Cell], grid: &Grid) -> Vec<String> {
    cells.iter().map(|&cell| grid.name(cell).to_uppercase()).collect()
}

/// The first number as a text; empty if there is none.
fn first_number(rule: &GridRule) -> String {
    rule.numbers.first().map_or(String::new(), u32::to_string)
}

/// A rule of the whole grid. It has no objects.
pub(super) const WHOLE: &FPuzzlesCodec = &FPuzzlesCodec { read: |_, _| Ok(Vec::new()), write: |_, _| None };

/// The cells.
pub(super) const CELLS: &FPuzzlesCodec = &FPuzzlesCodec {
    read: |key, fields| Ok(vec![key.rule(key.cells(fields.take("cells"))?, Vec::new())]),
    write: |rule, grid| Some(vec![json!({ "cells": names(&rule.cells, grid) })]),
};

/// An object for each cell.
pub(super) const EACH: &FPuzzlesCodec = &FPuzzlesCodec {
    read: |key, fields| {
        let (one, several) = (fields.take("cell"), fields.take("cells"));
        let mut cells = several.map_or(Ok(Vec::new()), |cells| key.cells(Some(cells)))?;
        cells.extend(one.map(|name| key.cell(name)).transpose()?);
        Ok(vec![key.rule(cells, Vec::new())])
    },
    write: |rule, grid| Some(names(&rule.cells, grid).iter().map(|cell| json!({ "cell": cell })).collect()),
};

/// Lines, and the number of all of them. A line that comes back to a cell is cut.
pub(super) const LINES: &FPuzzlesCodec = &FPuzzlesCodec {
    read: |key, fields| {
        let usual = || key.spec.fpuzzles?.also_by(key.key)?.number;
        let numbers: Vec<u32> = match key.spec.takes.numbers.1 {
            0 => Vec::new(),
            _ => key.number(fields.take("value"))?.or_else(usual).into_iter().collect(),
        };
        let mut found = Vec::new();
        for line in key.lines(fields)? {
            let parts = key.spec.without_returns(&key.cells(Some(line))?, &numbers, key.grid);
            let parts = parts.ok_or_else(|| key.unsupported("that come back to a cell"))?;
            // A line of one cell has no two successive cells.
            found.extend(parts.into_iter().filter(|part| part.len() > 1).map(|part| key.rule(part, numbers.clone())));
        }
        Ok(found)
    },
    write: |rule, grid| {
        let (lines, number) = ([names(&rule.cells, grid)], first_number(rule));
        Some(vec![if number.is_empty() {
            json!({ "lines": lines })
        } else {
            json!({ "lines": lines, "value": number })
        }])
    },
};

/// The cells of a circle, and the lines that begin in it.
pub(super) const ARROWS: &FPuzzlesCodec = &FPuzzlesCodec {
    read: |key, fields| {
        let circle = key.cells(fields.take("cells"))?;
        let numbers = if circle.len() > 1 { vec![circle.len() as u32] } else { Vec::new() };
        let mut found = Vec::new();
        for line in key.lines(fields)? {
            let line = key.cells(Some(line))?;
            let shaft = match line.split_first() {
                Some((first, shaft)) if circle.contains(first) => shaft,
                _ => return Err(key.unsupported("whose line does not begin in their circle")),
            };
            if shaft.iter().any(|cell| circle.contains(cell)) {
                return Err(key.unsupported("that cross their circle"));
            }
            if !shaft.is_empty() {
                found.push(key.rule([&circle[..], shaft].concat(), numbers.clone()));
            }
        }
        Ok(found)
    },
    write: |rule, grid| {
        let cells = names(&rule.cells, grid);
        let circle = &cells[..rule.circle()];
        Some(vec![json!({ "cells": circle, "lines": [cells[circle.len() - 1..]] })])
    },
};

/// The cells and their sum. Without a sum they are a cage that only holds different symbols.
pub(super) const CAGES: &FPuzzlesCodec = &FPuzzlesCodec {
    read: |key, fields| {
        let cells = key.cells(fields.take("cells"))?;
        Ok(match key.number(fields.take("value"))? {
            None if cells.len() < 2 => Vec::new(),
            None => vec![GridRule::new(CAGE, cells)],
            Some(number) => vec![key.rule(cells, vec![number])],
        })
    },
    write: |rule, grid| Some(vec![json!({ "cells": names(&rule.cells, grid), "value": first_number(rule) })]),
};

/// A number at a place outside the grid, with a direction for a diagonal.
pub(super) const OUTSIDE: &FPuzzlesCodec = &FPuzzlesCodec {
    read: |key, fields| {
        let place = fields.take("cell").map_or(String::new(), JsonValue::text);
        let way = fields.take("direction").map(JsonValue::text);
        let inside = outside(&place, way.as_deref(), key.grid);
        let inside = inside.ok_or_else(|| key.unsupported(&format!("at `{place}`")))?;
        // Some programs list the diagonal too.
        if let Some(named) = fields.take("cells") {
            let named = key.cells(Some(named))?;
            if named != inside && named[..] != inside[..1] {
                return Err(key.unsupported(&format!("at `{place}` with other cells than those before it")));
            }
        }
        // A clue that has no number yet says nothing.
        Ok(key.number(fields.take("value"))?.map(|number| key.rule(inside, vec![number])).into_iter().collect())
    },
    write: |rule, grid| {
        let [_] = rule.numbers[..] else { return None };
        let ((row, column), by) = rule.place_before(grid)?;
        let (place, number) = (format!("R{}C{}", row + 1, column + 1), first_number(rule));
        Some(match WAYS.iter().find(|(_, way)| *way == by).map(|(name, _)| name) {
            Some(way) => {
                let cells = names(&rule.cells, grid);
                vec![json!({ "cell": place, "cells": cells, "direction": way, "value": number })]
            }
            None => vec![json!({ "cell": place, "value": number })],
        })
    },
};

/// Four cells and the numbers at their corner.
pub(super) const CORNER: &FPuzzlesCodec = &FPuzzlesCodec {
    read: |key, fields| {
        let mut cells = key.cells(fields.take("cells"))?;
        cells.sort_unstable();
        let values = fields.take("values").and_then(JsonValue::list).unwrap_or_default();
        let numbers = values.into_iter().map(|value| key.known_number(value)).collect::<Result<Vec<_>, _>>()?;
        Ok(if numbers.is_empty() { Vec::new() } else { vec![key.rule(cells, numbers)] })
    },
    write: |rule, grid| Some(vec![json!({ "cells": names(&rule.cells, grid), "values": rule.numbers })]),
};

/// The cells of both halves.
pub(super) const HALVES: &FPuzzlesCodec = &FPuzzlesCodec {
    read: |key, fields| {
        let halves = [key.cells(fields.take("cells"))?, key.cells(fields.take("cloneCells"))?];
        match halves[0].len() == halves[1].len() {
            true => Ok(vec![key.rule(halves.concat(), Vec::new())]),
            false => Err(key.unsupported("of cells that are not as many")),
        }
    },
    write: |rule, grid| {
        let cells = names(&rule.cells, grid);
        let (first, second) = cells.split_at(cells.len() / 2);
        Some(vec![json!({ "cells": first, "cloneCells": second })])
    },
};

/// Two cells and a value: a number, or a text that means one of the rows with the key.
pub(super) const PAIRS: &FPuzzlesCodec = &FPuzzlesCodec {
    read: |key, fields| {
        let (cells, value) = (key.cells(fields.take("cells"))?, fields.take("value"));
        let is_blank = value.is_none_or(JsonValue::is_empty);
        match (key.of_value(value), key.spec.takes.numbers.1) {
            (Ok(spec), _) => Ok(vec![GridRule::new(spec.id, cells)]),
            (Err(_), _) if is_blank => Ok(Vec::new()),
            (Err(_), 1..) => Ok(key.number(value)?.map(|number| key.rule(cells, vec![number])).into_iter().collect()),
            (Err(error), _) => Err(error),
        }
    },
    write: |rule, grid| {
        let value = match rule.numbers.first() {
            Some(number) => number.to_string(),
            None => rule.spec().fpuzzles?.values.first().map_or(String::new(), |text| text.to_string()),
        };
        Some(vec![json!({ "cells": names(&rule.cells, grid), "value": value })])
    },
};

/// The directions of diagonals, in rows and columns.
const WAYS: [(&str, (i32, i32)); 4] = [("DR", (1, 1)), ("DL", (1, -1)), ("UR", (-1, 1)), ("UL", (-1, -1))];

/// The cells that a clue outside the grid is about, from its side on: a row, a column, or with a
/// direction such as `DR` a diagonal.
fn outside(place: &str, way: Option<&str>, grid: &Grid) -> Option<Vec<Cell>> {
    let (row, column) = place.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
    let (rows, columns) = (grid.rows(), grid.columns());
    if row > rows + 1 || column > columns + 1 {
        return None;
    }
    let by = match way {
        Some(way) => WAYS.iter().find(|(name, _)| *name == way)?.1,
        None => match (row, column) {
            (0, 1..) => (1, 0),
            (1.., 0) => (0, 1),
            (row, _) if row == rows + 1 => (-1, 0),
            (_, column) if column == columns + 1 => (0, -1),
            _ => return None,
        },
    };
    let (first_row, first_column) = (row as i32 + by.0 - 1, column as i32 + by.1 - 1);
    let inside = |k: i32, n: usize| usize::try_from(k).ok().filter(|&k| k < n);
    let first = grid.cell(inside(first_row, rows)?, inside(first_column, columns)?);
    Some(std::iter::successors(Some(first), |&cell| grid.moved(cell, by)).collect())
}
