//! The tables of a puzzle file, as they are read. Their docs are also the descriptions of the
//! form's JSON schema.

use super::schema::{self, Rows};
use crate::kinds::{KINDS, Kind, kind};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use std::fmt;
use std::sync::LazyLock;
use toml::Spanned;

/// A puzzle with its title, its author's notes and its expected results.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Quadrille's puzzle file", transform = schema::by_kind)]
pub struct File {
    /// The version of the format.
    #[allow(dead_code, reason = "checked before the rest is read")]
    #[schemars(extend("const" = 1))]
    format: i64,
    /// The kind of the puzzle.
    #[schemars(schema_with = "schema::kinds")]
    pub(super) kind: Spanned<String>,
    /// The description of the puzzle.
    #[serde(default)]
    pub(super) meta: MetaTable,
    /// The grid of a sudoku, jigsaw or target.
    pub(super) grid: Option<GridTable>,
    /// The grids of a puzzle of several.
    #[serde(default)]
    pub(super) grids: Vec<SubGridTable>,
    /// The table of each kind of listings that has one.
    #[schemars(skip)]
    pub(super) listings: Vec<(&'static Kind, ListingTable)>,
    /// The rules that the puzzle defines for its grid.
    #[serde(default)]
    pub(super) rules: Vec<RuleTable>,
    /// The weights of a target.
    pub(super) score: Option<ScoreTable>,
    /// The pencil marks of a grid.
    pub(super) marks: Option<MarksTable>,
    /// The results that `quadrille check --expect` compares with those of a search.
    #[serde(default)]
    pub(super) expect: ExpectTable,
}

#[derive(Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct MetaTable {
    /// The title in the Library.
    pub(super) title: String,
    /// The author or the publication.
    pub(super) source: String,
    /// A remark on the puzzle.
    pub(super) note: String,
    /// Words to find the puzzle by.
    pub(super) tags: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GridTable {
    /// The side of the grid: its number of rows and of columns. Or both: `"6x8"` has 6 rows.
    #[schemars(schema_with = "schema::size")]
    pub(super) size: Spanned<SizeValue>,
    /// The number that the first symbol means in rules and scores. Default: 1
    #[schemars(with = "Option<i64>", range(min = 0, max = 1))]
    pub(super) lowest: Option<Spanned<i64>>,
    /// The symbols: different digits or letters, `@`, `$` or `%`, at least as many as the longer
    /// side has cells. Default: as many, from 1 to 9 or from 0, then A to Z, `@`, a to z, `$`, `%`.
    #[schemars(with = "Option<String>", regex(pattern = r"^[0-9A-Za-z@$%]{4,64}$"))]
    pub(super) symbols: Option<Spanned<String>>,
    /// true: both diagonals hold each symbol once.
    #[serde(default)]
    pub(super) diagonals: bool,
    /// More rules, each with the cells that it names.
    #[serde(default)]
    #[schemars(schema_with = "schema::rules")]
    pub(super) rules: Vec<Spanned<String>>,
    /// Cells beside all `[[grids]]`, such as `r11c1`, of which rules alone speak: variables.
    #[serde(default)]
    #[schemars(with = "Vec<String>", inner(regex(pattern = r"^r[0-9]+c[0-9]+$")))]
    pub(super) free: Vec<Spanned<String>>,
    /// The givens: a line per row, a symbol or `.` per cell.
    #[schemars(with = "Rows")]
    pub(super) givens: Spanned<String>,
    /// The symbols placed by the solver, written like the givens.
    #[schemars(with = "Option<Rows>")]
    pub(super) own: Option<Spanned<String>>,
    /// The rows and columns of a box, such as `2x3` for a side of 6, or `none`. Default: a box that
    /// has as many cells as the longer side, as square as possible, and wider than high.
    #[schemars(with = "Option<String>", regex(pattern = r"^([0-9]+x[0-9]+|none)$"))]
    pub(super) boxes: Option<Spanned<String>>,
    /// The regions of a jigsaw: a line per row, a letter per cell. Cells with the same letter are
    /// one region, and `.` is a cell in none of them.
    #[schemars(with = "Option<Rows>")]
    pub(super) regions: Option<Spanned<String>>,
    /// The walls of a jigsaw, in place of its regions: a line per row, a number per cell. The
    /// number is the sum of 16 for a wall above the cell, 32 right, 64 below and 128 left.
    #[schemars(with = "Option<Rows>")]
    pub(super) walls: Option<Spanned<String>>,
}

/// One of several grids with cells in common. Its symbols are the first ones, as many as its longer
/// side has cells.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SubGridTable {
    /// The first cell of the grid in the whole, such as `r1c13`.
    #[schemars(with = "String", regex(pattern = r"^r[0-9]+c[0-9]+$"))]
    pub(super) at: Spanned<String>,
    /// Its side, or its rows and columns. Default: 9
    #[serde(default)]
    #[schemars(schema_with = "schema::size")]
    pub(super) size: Option<Spanned<SizeValue>>,
    /// The rows and columns of a box, such as `2x3`, or `none`. Default: as in a grid of its own.
    #[schemars(with = "Option<String>", regex(pattern = r"^([0-9]+x[0-9]+|none)$"))]
    pub(super) boxes: Option<Spanned<String>>,
}

/// A rule, rules that hold together, or a choice between rules.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a rule, a list of rules, or { any = [...] }")]
pub(super) enum ChoiceValue {
    Rule(String),
    All(Vec<ChoiceValue>),
    Any(InnerChoice),
}

/// A choice inside a choice.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct InnerChoice {
    /// The rules to choose from.
    pub(super) any: Vec<ChoiceValue>,
    /// The number of them that hold at least. Default: 1
    #[schemars(range(min = 1))]
    pub(super) at_least: Option<i64>,
}

/// A rule that the puzzle defines, or a choice between rules. The meaning of a definition is one of `tuples`, `pairs`, `every_two`, `pattern`
/// and `automaton`. Numbers are those that symbols mean.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleTable {
    /// The name: small letters, digits and `-`. The grid names its cells as `own:name r1c1 r1c2`.
    #[serde(default)]
    #[schemars(with = "Option<String>", regex(pattern = r"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"))]
    pub(super) name: Option<Spanned<String>>,
    /// The rule in one line.
    #[serde(default)]
    pub(super) help: Option<String>,
    /// In place of a definition, a choice: at least one of these rules holds. A list in the list is
    /// rules that hold together, `{ any = [...] }` a choice inside.
    #[schemars(with = "Option<Vec<ChoiceValue>>")]
    pub(super) any: Option<Spanned<Vec<ChoiceValue>>>,
    /// The number of them that hold at least. Default: 1
    #[schemars(with = "Option<i64>", range(min = 1))]
    pub(super) at_least: Option<Spanned<i64>>,
    /// The drawing. Default: `line`
    #[serde(default)]
    #[schemars(schema_with = "schema::looks")]
    pub(super) drawn: Option<Spanned<String>>,
    /// The numbers that the cells may hold together, such as `"1 2 4"` for three cells.
    #[schemars(with = "Option<Vec<String>>")]
    pub(super) tuples: Option<Spanned<Vec<Spanned<String>>>>,
    /// The numbers that each two successive cells may hold, such as `"1 3"`.
    #[schemars(with = "Option<Vec<String>>")]
    pub(super) pairs: Option<Spanned<Vec<Spanned<String>>>>,
    /// The numbers that each two cells may hold, such as `"1 3"`. The first number is that of the
    /// cell that is named first.
    #[schemars(with = "Option<Vec<String>>")]
    pub(super) every_two: Option<Spanned<Vec<Spanned<String>>>>,
    /// A regular expression that matches the symbols of the cells as a whole, such as
    /// `"[135].*[24]"`.
    #[schemars(with = "Option<String>")]
    pub(super) pattern: Option<Spanned<String>>,
    /// The steps of an automaton that reads the cells in order, such as `"odd 2 4 > even"`: in the
    /// state `odd`, a cell with 2 or 4 leads to the state `even`. It begins in the first state of
    /// the first step. A number may lead to several states.
    #[schemars(with = "Option<Vec<String>>")]
    pub(super) automaton: Option<Spanned<Vec<Spanned<String>>>>,
    /// The states in which an automaton may be after the last cell.
    #[schemars(with = "Option<Vec<String>>")]
    pub(super) ends: Option<Spanned<Vec<String>>>,
}

impl RuleTable {
    /// The first key that belongs to the definition of a rule, besides its name.
    pub(super) fn defining(&self) -> Option<&'static str> {
        let keys = [
            ("help", self.help.is_some()),
            ("drawn", self.drawn.is_some()),
            ("tuples", self.tuples.is_some()),
            ("pairs", self.pairs.is_some()),
            ("every_two", self.every_two.is_some()),
            ("pattern", self.pattern.is_some()),
            ("automaton", self.automaton.is_some()),
            ("ends", self.ends.is_some()),
        ];
        keys.into_iter().find_map(|(key, is_there)| is_there.then_some(key))
    }
}

/// The side of a grid, or its rows and columns with an `x` between them.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a side such as 9, or rows and columns such as \"6x8\"")]
pub(super) enum SizeValue {
    Side(i64),
    Both(String),
}

/// A listing in one of the forms of its kind.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListingTable {
    /// The puzzle in one of the forms of its kind; `quadrille kinds` lists them.
    #[schemars(with = "String", regex(pattern = r"\S"))]
    pub(super) text: Spanned<String>,
    /// The options taken by hand: their names, or the names of their items.
    #[serde(default)]
    #[schemars(with = "Vec<String>", extend("uniqueItems" = true))]
    pub(super) taken: Vec<Spanned<String>>,
}

/// Pencil marks and colours of cells: a line per row of the grid.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MarksTable {
    /// The marks in the corners: a line per row, a word of symbols per cell, `.` for none.
    #[schemars(with = "Option<Rows>")]
    pub(super) corner: Option<Spanned<String>>,
    /// The marks in the centre, written like those in the corners.
    #[schemars(with = "Option<Rows>")]
    pub(super) centre: Option<Spanned<String>>,
    /// The symbols that the solver ruled out, written like those in the corners.
    #[schemars(with = "Option<Rows>")]
    pub(super) eliminated: Option<Spanned<String>>,
    /// The colours of cells: a line per row, a number from 1 to 9 per cell, `.` for none.
    #[schemars(with = "Option<Rows>")]
    pub(super) colors: Option<Spanned<String>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ScoreTable {
    /// The weights: a line per row, a number per cell. Or `rings`: 6 at the edge, 1 more on
    /// each ring inside.
    #[schemars(schema_with = "schema::weights")]
    pub(super) weights: Spanned<String>,
}

#[derive(Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ExpectTable {
    /// The number of solutions, or `>1`.
    #[schemars(schema_with = "schema::solutions")]
    pub(super) solutions: Option<Spanned<toml::Value>>,
    /// The solution of a grid, row by row in one line.
    pub(super) solution: Option<String>,
    /// The best score of a target, or the lowest cost or the fewest options of a cover.
    pub(super) best: Option<i64>,
    /// true: the solutions are those of the givens alone, without the symbols placed by the solver.
    #[serde(default)]
    pub(super) givens_only: bool,
}

/// The names of the tables and keys of a file, in the order in which errors list them. Each kind of
/// listings has a table of its name.
static KEYS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let listed = KINDS.iter().filter(|kind| kind.is_listed()).map(|kind| kind.id);
    ["format", "kind", "meta", "grid"]
        .into_iter()
        .chain(listed)
        .chain(["grids", "rules", "score", "marks", "expect"])
        .collect()
});

/// One of [`KEYS`].
struct Key(&'static str);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("field identifier")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Key, E> {
                let known = KEYS.iter().find(|key| **key == name);
                known.map(|key| Key(key)).ok_or_else(|| E::unknown_field(name, &KEYS))
            }
        }
        deserializer.deserialize_identifier(Name)
    }
}

// Written by hand, because the tables of listings follow from the kinds.
impl<'de> Deserialize<'de> for File {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<File, D::Error> {
        struct Tables;
        impl<'de> Visitor<'de> for Tables {
            type Value = File;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("struct File")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<File, A::Error> {
                let (mut format, mut named) = (None, None);
                let (mut meta, mut expect) = (MetaTable::default(), ExpectTable::default());
                let (mut grid, mut score, mut marks) = (None, None, None);
                let (mut grids, mut rules, mut listings) = (Vec::new(), Vec::new(), Vec::new());
                while let Some(Key(key)) = map.next_key()? {
                    match key {
                        "format" => format = Some(map.next_value()?),
                        "kind" => named = Some(map.next_value()?),
                        "meta" => meta = map.next_value()?,
                        "grid" => grid = map.next_value()?,
                        "grids" => grids = map.next_value()?,
                        "rules" => rules = map.next_value()?,
                        "score" => score = map.next_value()?,
                        "marks" => marks = map.next_value()?,
                        "expect" => expect = map.next_value()?,
                        id => listings.push((kind(id).expect("the other keys are kinds"), map.next_value()?)),
                    }
                }
                let format = format.ok_or_else(|| A::Error::missing_field("format"))?;
                let kind = named.ok_or_else(|| A::Error::missing_field("kind"))?;
                Ok(File { format, kind, meta, grid, grids, listings, rules, score, marks, expect })
            }
        }
        deserializer.deserialize_struct("File", &KEYS, Tables)
    }
}
