//! Drawings in the JSON of f-puzzles. Tools of its users draw rules that the site does not know, so
//! a drawing may repeat a rule that is read. Every other drawing may be a rule that only words
//! explain.

use super::elements::LOOKS;
use crate::json::JsonValue;
use crate::rules::fpuzzles::rows_of;
use crate::rules::{Cells, Drawn, Stroke};
use std::collections::HashSet;

/// Keys of drawings.
pub(super) const DRAWINGS: [&str; 5] = ["text", "line", "rectangle", "circle", "cage"];

/// An object of a rule that is read.
struct Object<'v> {
    key: &'v str,
    is_line: bool,
    /// The line is drawn with circles at its ends.
    has_circles: bool,
    /// The number of the rule, as a text.
    value: String,
    /// Each list of places in it, in order.
    lists: Vec<Vec<String>>,
}

/// The objects of all rules that are read.
pub(super) struct Read<'v> {
    objects: Vec<Object<'v>>,
}

impl<'v> Read<'v> {
    /// Looks through the keys that have a row in the table of rules.
    pub(super) fn of(fields: &[(&'v str, JsonValue<'v>)]) -> Read<'v> {
        let object = |&(key, value): &(&'v str, JsonValue<'v>)| {
            let spec = rows_of(key).next()?;
            let is_line = spec.takes.cells == Cells::Line;
            let has_circles = matches!(spec.drawn, Drawn::Line(Stroke::Bulb | Stroke::Ends | Stroke::Arrow));
            let objects = value.list().unwrap_or_default().into_iter();
            let object = |object: JsonValue<'v>| {
                let value = object.all_fields().get("value").map_or(String::new(), JsonValue::text);
                Object { key, is_line, has_circles, value, lists: lists(object) }
            };
            Some(objects.map(object).collect::<Vec<_>>())
        };
        Read { objects: fields.iter().filter_map(object).flatten().collect() }
    }

    /// Returns whether a drawing repeats a rule that is read. It names the tool that draws that
    /// rule and lies on its cells. Or it has no text, and is a line along a rule's line, an outline
    /// of a rule's cells, or a circle at the end of a rule's line.
    pub(super) fn is_repeated(&self, key: &str, drawing: JsonValue) -> bool {
        let known = drawing.read(
            &[&LOOKS],
            |fields| {
                let tool = fields.take("fromConstraint").map_or(String::new(), JsonValue::text);
                let label = fields.take("value").map_or(String::new(), JsonValue::text);
                ["cells", "lines"].iter().for_each(|key| _ = fields.take(key));
                Ok((slug(&tool), label))
            },
            |_| (),
        );
        let (Some(Ok((tool, label))), drawn) = (known, lists(drawing)) else { return false };
        if drawn.iter().all(Vec::is_empty) {
            return false;
        }
        if !tool.is_empty() {
            // `German Whispers` draws `whispers`, and `Killer` draws `killercage`.
            let is_of_tool = |key: &str| tool.contains(key) || tool.len() > 4 && key.starts_with(&tool);
            let of_tool = || self.objects.iter().filter(|object| is_of_tool(object.key));
            // A label without letters and digits is a shape around a clue.
            if label.contains(char::is_alphanumeric) && !of_tool().any(|object| object.value == label) {
                return false;
            }
            let all: HashSet<&String> = of_tool().flat_map(|object| object.lists.iter().flatten()).collect();
            return drawn.iter().flatten().all(|place| all.contains(place));
        }
        let lists = |of_lines: bool| {
            self.objects.iter().filter(move |object| object.is_line == of_lines).flat_map(|object| &object.lists)
        };
        let is_repeated = |list: &Vec<String>| match key {
            "line" => lists(true).any(|known| runs_along(list, known)),
            "cage" => lists(false).any(|known| set(known) == set(list)),
            "circle" => {
                let circled = self.objects.iter().filter(|object| object.has_circles);
                let is_end = |known: &Vec<String>| [known.first(), known.last()].contains(&list.first());
                list.len() == 1 && circled.flat_map(|object| &object.lists).any(is_end)
            }
            _ => false,
        };
        label.is_empty() && drawn.iter().all(is_repeated)
    }
}

fn set(list: &[String]) -> HashSet<&String> {
    list.iter().collect()
}

/// Returns whether a line is a part of another one, in either direction.
fn runs_along(line: &[String], other: &[String]) -> bool {
    other.windows(line.len().max(1)).any(|part| part == line || part.iter().eq(line.iter().rev()))
}

/// The key of a tool's rule: `Region Sum Line` is `regionsumline`.
fn slug(tool: &str) -> String {
    tool.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The lists of places that an object names, such as `R1C1`. A single place is a list too.
fn lists(object: JsonValue) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut left = vec![object];
    while let Some(value) = left.pop() {
        let fields = value.read(&[], |fields| Ok(fields.take_all()), |_| ());
        left.extend(fields.and_then(Result::ok).into_iter().flatten().map(|(_, value)| value));
        found.extend(place(value).map(|place| vec![place]));
        let list = value.list().unwrap_or_default();
        let places: Vec<String> = list.iter().filter_map(|&value| place(value)).collect();
        if !places.is_empty() {
            found.push(places);
        }
        left.extend(list.into_iter().filter(|value| value.str().is_none()));
    }
    found
}

/// A place as its name in capital letters.
fn place(value: JsonValue) -> Option<String> {
    let text = value.str()?.to_uppercase();
    let (row, column) = text.strip_prefix('R')?.split_once('C')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(row) && is_number(column)).then_some(text)
}
