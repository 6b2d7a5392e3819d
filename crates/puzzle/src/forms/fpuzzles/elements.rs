//! The rules that the JSON of f-puzzles lists: a key, and under it an object for each rule. Every
//! field of an object is read, harmless or refused.

use super::super::json::{Fields, Harmless, JsonValue};
use super::super::no_such_rule;
use super::{WAYS, rule_name};
use crate::cell::Cell;
use crate::grid::{Grid, GridRule};
use crate::rules::{Cells, Drawn, FPuzzles, RULES, RuleSpec, Stroke};
use crate::scan::{ParseError, TextWord};
use std::collections::HashSet;

/// Fields that say how an object looks.
pub(in crate::forms) static LOOKS: [Harmless; 10] = [
    Harmless { key: "outlineC", why: "the colour of a line" },
    Harmless { key: "baseC", why: "the colour of an area" },
    Harmless { key: "fontC", why: "the colour of a text" },
    Harmless { key: "width", why: "the size of a drawing" },
    Harmless { key: "height", why: "the size of a drawing" },
    Harmless { key: "size", why: "the size of a text" },
    Harmless { key: "angle", why: "the direction of a drawing" },
    Harmless { key: "isNewConstraint", why: "the tool that drew the object" },
    Harmless { key: "fromConstraint", why: "the tool that drew the object" },
    Harmless { key: "fromRangskSolver", why: "the tool that drew the object" },
];

/// The rows of the table of rules that a key names.
pub(super) fn rows_of(key: &str) -> impl Iterator<Item = &'static RuleSpec> + '_ {
    RULES.iter().filter(move |spec| {
        let named = |entry: FPuzzles| entry.key == key || entry.also.iter().any(|also| also.key == key);
        spec.fpuzzles.is_some_and(named)
    })
}

/// Returns whether the value of a row's key is a list: of rules with their cells, or of texts.
pub(super) fn is_listed(key: &str, spec: &RuleSpec) -> bool {
    spec.names_cells() || !spec.fpuzzles.is_some_and(|entry| entry.values_of(key).is_empty())
}

/// The rules that a key describes. An error names a rule that is not supported.
pub(super) fn rules(key: &str, value: JsonValue, grid: &Grid, at: &TextWord) -> Result<Vec<GridRule>, ParseError> {
    let rows: Vec<&RuleSpec> = rows_of(key).collect();
    let Some(&spec) = rows.first() else { return Ok(Vec::new()) };
    let element = Element { key, rows: &rows, spec, grid, at };
    if !is_listed(key, spec) {
        return match value.bool() {
            Some(true) => Ok(vec![GridRule::new(spec.id, Vec::new())]),
            _ => Err(ParseError::at(at, format!("true or false is expected for `{key}`"))),
        };
    }
    let mut found = Vec::new();
    for object in value.list().unwrap_or_default() {
        found.extend(element.rules(object)?);
    }
    // Single cells are one rule together.
    if spec.takes.cells == Cells::Each && spec.takes.numbers.1 == 0 {
        let mut seen = HashSet::new();
        let cells = found.iter().flat_map(|rule| rule.cells.iter().copied()).filter(|&cell| seen.insert(cell));
        found = vec![GridRule::new(spec.id, cells.collect())];
    }
    Ok(found)
}

/// The objects of a key.
struct Element<'a> {
    key: &'a str,
    /// The rows of the key, at least one.
    rows: &'a [&'static RuleSpec],
    /// The first row.
    spec: &'static RuleSpec,
    grid: &'a Grid,
    at: &'a TextWord<'a>,
}

impl Element<'_> {
    fn unsupported(&self, what: &str) -> ParseError {
        no_such_rule(self.at, &format!("{} {what}", rule_name(self.key)))
    }

    /// The rules of an object, or the rule of a text.
    fn rules(&self, value: JsonValue) -> Result<Vec<GridRule>, ParseError> {
        if !self.spec.names_cells() {
            return Ok(vec![GridRule::new(self.of_value(Some(value))?.id, Vec::new())]);
        }
        let unknown = |field: &str| self.unsupported(&format!("with `{field}`"));
        let read = value.read(&[&LOOKS], |fields| self.fields(fields), unknown);
        read.unwrap_or_else(|| Err(self.unsupported(&format!("without cells: {}", value.text()))))
    }

    fn fields(&self, fields: &mut Fields) -> Result<Vec<GridRule>, ParseError> {
        let spec = self.spec;
        let rule = |cells: Vec<Cell>, numbers: Vec<u32>| GridRule { numbers, ..GridRule::new(spec.id, cells) };
        match spec.takes.cells {
            Cells::None | Cells::Any => Ok(Vec::new()),
            Cells::Set => Ok(vec![rule(self.cells(fields.take("cells"))?, Vec::new())]),
            Cells::Each => {
                let (one, several) = (fields.take("cell"), fields.take("cells"));
                let mut cells = several.map_or(Ok(Vec::new()), |cells| self.cells(Some(cells)))?;
                cells.extend(one.map(|name| self.cell(name)).transpose()?);
                Ok(vec![rule(cells, Vec::new())])
            }
            Cells::Line if spec.drawn == Drawn::Line(Stroke::Arrow) => self.arrow(fields),
            Cells::Line => {
                let numbers = match spec.takes.numbers.1 {
                    0 => Vec::new(),
                    _ => self.number(fields.take("value"))?.or(self.usual_number()).into_iter().collect(),
                };
                let mut found = Vec::new();
                for line in self.lines(fields)? {
                    let line = self.cells(Some(line))?;
                    let parts = spec.without_returns(&line, &numbers);
                    let parts = parts.ok_or_else(|| self.unsupported("that come back to a cell"))?;
                    // A line of one cell has no two successive cells.
                    found.extend(
                        parts.into_iter().filter(|part| part.len() > 1).map(|part| rule(part, numbers.clone())),
                    );
                }
                Ok(found)
            }
            Cells::Area => {
                let cells = self.cells(fields.take("cells"))?;
                Ok(match self.number(fields.take("value"))? {
                    None if cells.len() < 2 => Vec::new(),
                    None => vec![GridRule::new("cage", cells)],
                    Some(number) => vec![rule(cells, vec![number])],
                })
            }
            Cells::Row | Cells::Diagonal => {
                let place = fields.take("cell").map_or(String::new(), JsonValue::text);
                let way = fields.take("direction").map(JsonValue::text);
                let inside = outside(&place, way.as_deref(), self.grid);
                let inside = inside.ok_or_else(|| self.unsupported(&format!("at `{place}`")))?;
                // Some programs list the diagonal too.
                if let Some(named) = fields.take("cells") {
                    let named = self.cells(Some(named))?;
                    if named != inside && named[..] != inside[..1] {
                        return Err(self.unsupported(&format!("at `{place}` with other cells than those before it")));
                    }
                }
                // A clue that has no number yet says nothing.
                Ok(self.number(fields.take("value"))?.map(|number| rule(inside, vec![number])).into_iter().collect())
            }
            Cells::Corner => {
                let mut cells = self.cells(fields.take("cells"))?;
                cells.sort_unstable();
                let values = fields.take("values").and_then(JsonValue::list).unwrap_or_default();
                let numbers =
                    values.into_iter().map(|value| self.known_number(value)).collect::<Result<Vec<_>, _>>()?;
                Ok(if numbers.is_empty() { Vec::new() } else { vec![rule(cells, numbers)] })
            }
            Cells::Halves => {
                let halves = [self.cells(fields.take("cells"))?, self.cells(fields.take("cloneCells"))?];
                match halves[0].len() == halves[1].len() {
                    true => Ok(vec![rule(halves.concat(), Vec::new())]),
                    false => Err(self.unsupported("of cells that are not as many")),
                }
            }
            Cells::Neighbours => {
                let (cells, value) = (self.cells(fields.take("cells"))?, fields.take("value"));
                let is_blank = value.is_none_or(JsonValue::is_empty);
                match (self.of_value(value), spec.takes.numbers.1) {
                    (Ok(spec), _) => Ok(vec![GridRule::new(spec.id, cells)]),
                    (Err(_), _) if is_blank => Ok(Vec::new()),
                    (Err(_), 1..) => {
                        Ok(self.number(value)?.map(|number| rule(cells, vec![number])).into_iter().collect())
                    }
                    (Err(error), _) => Err(error),
                }
            }
        }
    }

    /// The number that a rule without one has under this key.
    fn usual_number(&self) -> Option<u32> {
        let also = self.spec.fpuzzles?.also.iter().find(|also| also.key == self.key)?;
        also.number
    }

    /// The arrows of a circle, which may have several cells. Their lines begin in it.
    fn arrow(&self, fields: &mut Fields) -> Result<Vec<GridRule>, ParseError> {
        let circle = self.cells(fields.take("cells"))?;
        let numbers = if circle.len() > 1 { vec![circle.len() as u32] } else { Vec::new() };
        let mut found = Vec::new();
        for line in self.lines(fields)? {
            let line = self.cells(Some(line))?;
            let shaft = match line.split_first() {
                Some((first, shaft)) if circle.contains(first) => shaft,
                _ => return Err(self.unsupported("whose line does not begin in their circle")),
            };
            if shaft.iter().any(|cell| circle.contains(cell)) {
                return Err(self.unsupported("that cross their circle"));
            }
            if !shaft.is_empty() {
                let cells = [&circle[..], shaft].concat();
                found.push(GridRule { numbers: numbers.clone(), ..GridRule::new(self.spec.id, cells) });
            }
        }
        Ok(found)
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

    /// The row of the key that a value means. Without a value it is the empty text.
    fn of_value(&self, value: Option<JsonValue>) -> Result<&'static RuleSpec, ParseError> {
        let said = value.map_or(String::new(), JsonValue::text);
        let means = |spec: &&&'static RuleSpec| {
            let values = spec.fpuzzles.map_or(&[][..], |entry| entry.values_of(self.key));
            values.iter().any(|known| known.eq_ignore_ascii_case(&said))
        };
        self.rows.iter().find(means).copied().ok_or_else(|| self.unsupported(&format!("of {said}")))
    }
}

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
