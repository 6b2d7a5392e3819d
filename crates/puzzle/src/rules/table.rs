//! The rows of the rules.

use super::fpuzzles::{self, Also, FPuzzles};
use super::iss::{self, Iss};
use super::lower::is_ratio;
use super::{Cells, Drawn, PLAIN, Returns, RuleSpec, Stroke, Takes, faults, lower, ranks, tuples};
use crate::constraint::Constraint;
use crate::grid::{Grid, GridRule};
use crate::size::Size;

// The ids of rows that forms write in a way of their own, or as more than one rule.
pub(crate) const CAGE: &str = "cage";
pub(crate) const CANDIDATES: &str = "candidates";
pub(crate) const CLONE: &str = "clone";
pub(crate) const EVEN: &str = "even";
pub(crate) const EXACTLY: &str = "exactly";
pub(crate) const FALLING: &str = "falling";
pub(crate) const KILLER: &str = "killer";
pub(crate) const ODD: &str = "odd";
pub(crate) const RANK: &str = "rank";
pub(crate) const REGION: &str = "region";
pub(crate) const RISING: &str = "rising";
pub(crate) const SAME: &str = "samevalues";
pub(crate) const SUM_LOOP: &str = "sumloop";
pub(crate) const TIED_RANK: &str = "tiedrank";

/// The ids of both kinds of dots, which other rows except.
const DOTS: [&str; 2] = ["white", "black"];

/// The numbers that a rule about neighbours without a mark may name.
const FEW: (usize, usize) = (0, 8);

/// Returns whether a grid has dots. In f-puzzles, neighbours with a dot may then hold consecutive
/// numbers.
fn has_dots(grid: &Grid) -> bool {
    grid.rules.iter().any(|rule| DOTS.contains(&rule.id.as_str()))
}

/// Dots of other differences than 1, which neighbours without a dot would not have either.
fn other_differences(grid: &Grid) -> Option<&'static str> {
    let is_other = |rule: &GridRule| rule.id == "white" && rule.number(grid) != 1;
    grid.rules.iter().any(is_other).then_some("negative differences beside dots of other differences")
}

/// Every rule. A new rule is a new row.
pub static RULES: &[RuleSpec] = &[
    RuleSpec {
        id: "windoku",
        name: "window",
        short: "w",
        help: "the windows hold each symbol once: boxes that begin one cell from the top and left edges, one cell apart",
        lower: |_, grid| lower::units(lower::windows(grid)),
        drawn: Drawn::Shade,
        iss: Some(Iss::of("Windoku", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "disjoint",
        name: "disjoint group",
        short: "g",
        help: "cells at the same place of their boxes hold different symbols",
        lower: |_, grid| lower::units(lower::groups(grid)),
        fpuzzles: Some(FPuzzles::of("disjointgroups", fpuzzles::WHOLE).called("disjoint groups")),
        iss: Some(Iss::of("DisjointSets", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: REGION,
        name: "extra region",
        short: "x",
        help: "the named cells hold different symbols",
        takes: Takes::of(Cells::Set),
        lower: |rule, _| vec![Constraint::AllDifferent(rule.cells.clone())],
        drawn: Drawn::Shade,
        fpuzzles: Some(FPuzzles::of("extraregion", fpuzzles::CELLS).called("extra regions")),
        iss: Some(Iss::of("AllDifferent", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: FALLING,
        name: "falling diagonal",
        short: "fall",
        help: "the diagonal from the top left holds different symbols",
        lower: |_, grid| lower::diagonal(grid, false),
        drawn: Drawn::Shade,
        fpuzzles: Some(FPuzzles::of("diagonal-", fpuzzles::WHOLE)),
        iss: Some(Iss::of("Diagonal~-1", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: RISING,
        name: "rising diagonal",
        short: "rise",
        help: "the diagonal from the bottom left holds different symbols",
        lower: |_, grid| lower::diagonal(grid, true),
        drawn: Drawn::Shade,
        fpuzzles: Some(FPuzzles::of("diagonal+", fpuzzles::WHOLE)),
        iss: Some(Iss::of("Diagonal~1", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "antiknight",
        name: "anti-knight",
        short: "knight",
        help: "cells a knight's move apart hold different symbols",
        lower: |_, grid| lower::apart(grid, &[(1, 2), (2, 1), (1, -2), (2, -1)], |one, other| one != other),
        fpuzzles: Some(FPuzzles::of("antiknight", fpuzzles::WHOLE).called("anti-knight")),
        iss: Some(Iss::of("AntiKnight", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "antiking",
        name: "anti-king",
        short: "king",
        help: "cells that touch at a corner hold different symbols",
        lower: |_, grid| lower::apart(grid, &[(1, 1), (1, -1)], |one, other| one != other),
        fpuzzles: Some(FPuzzles::of("antiking", fpuzzles::WHOLE).called("anti-king")),
        iss: Some(Iss::of("AntiKing", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "leap",
        name: "anti-leap",
        short: "leap",
        help: "cells as many rows and columns apart as the two named numbers, in either order, hold different symbols: 1 and 3, a camel's move, if none is named",
        takes: Takes::numbered(Cells::None, (0, 2)),
        fault: faults::half_leap,
        lower: |rule, grid| lower::apart(grid, &rule.leaps(), |one, other| one != other),
        ..PLAIN
    },
    RuleSpec {
        id: "nonconsecutive",
        name: "non-consecutive",
        short: "next",
        help: "cells that share a side do not hold consecutive numbers",
        lower: |_, grid| lower::apart(grid, &[(0, 1), (1, 0)], |one, other| one.abs_diff(other) != 1),
        fpuzzles: Some(
            FPuzzles::of("nonconsecutive", fpuzzles::WHOLE).called("non-consecutive neighbours").unless(has_dots),
        ),
        iss: Some(Iss::of("AntiConsecutive", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "antitaxicab",
        name: "anti-taxicab",
        short: "taxi",
        help: "two cells with the same number are not that many steps apart, along rows and columns",
        lower: |_, grid| lower::steps_apart(grid),
        iss: Some(Iss::of("AntiTaxicab", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "alldots",
        name: "all dots given",
        short: "dots",
        help: "neighbours without a dot hold neither consecutive numbers nor one that is twice the other",
        lower: |_, grid| {
            let held = |one: u8, other: u8| one.abs_diff(other) == 1 || is_ratio(one, other, 2);
            lower::without(grid, &DOTS, move |one, other| !held(one, other))
        },
        iss: Some(Iss::of("StrictKropki", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "allwhite",
        name: "all white dots given",
        short: "whites",
        help: "neighbours without a dot do not hold consecutive numbers, or do not differ by any of the named numbers",
        takes: Takes::numbered(Cells::None, FEW),
        lower: |rule, grid| {
            let named = rule.numbers_or(&[1]);
            lower::without(grid, &DOTS, |one, other| !named.contains(&one.abs_diff(other).into()))
        },
        fpuzzles: Some(FPuzzles::of("nonconsecutive", fpuzzles::WHOLE).also(&[Also {
            values: &["difference"],
            refused: other_differences,
            ..Also::key("negative")
        }])),
        ..PLAIN
    },
    RuleSpec {
        id: "allblack",
        name: "all black dots given",
        short: "blacks",
        help: "neighbours without a dot are not in a named ratio; if none is named, in that of any black dot, 2 without dots",
        takes: Takes::numbered(Cells::None, FEW),
        lower: |rule, grid| {
            let dots = grid.rules.iter().filter(|rule| rule.id == "black");
            let mut ratios: Vec<u32> = dots.map(|rule| rule.number(grid)).collect();
            if ratios.is_empty() {
                ratios.push(2);
            }
            let ratios = rule.numbers_or(&ratios);
            let held = move |one: u8, other: u8| ratios.iter().any(|&times| is_ratio(one, other, times));
            lower::without(grid, &DOTS, move |one, other| !held(one, other))
        },
        fpuzzles: Some(FPuzzles::of("negative", fpuzzles::WHOLE).valued(&["ratio"])),
        ..PLAIN
    },
    RuleSpec {
        id: "allxv",
        name: "all X and V given",
        short: "xv",
        help: "neighbours without an X or a V add up to neither 10 nor 5, or to none of the named numbers",
        takes: Takes::numbered(Cells::None, FEW),
        lower: |rule, grid| {
            let named = rule.numbers_or(&[5, 10]);
            lower::without(grid, &["x", "v"], |one, other| !named.contains(&(one + other).into()))
        },
        fpuzzles: Some(FPuzzles::of("negative", fpuzzles::WHOLE).valued(&["xv"])),
        iss: Some(Iss::of("StrictXV", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "allx",
        name: "all X given",
        short: "xs",
        help: "neighbours without an X do not add up to 10",
        lower: |_, grid| lower::without(grid, &["x"], |one, other| one + other != 10),
        ..PLAIN
    },
    RuleSpec {
        id: "allv",
        name: "all V given",
        short: "vs",
        help: "neighbours without a V do not add up to 5",
        lower: |_, grid| lower::without(grid, &["v"], |one, other| one + other != 5),
        ..PLAIN
    },
    RuleSpec {
        id: EVEN,
        name: "even cells",
        short: "even",
        help: "the named cells hold even numbers",
        takes: Takes::of(Cells::Each),
        lower: |rule, grid| lower::each(rule, grid, |number| number % 2 == 0),
        drawn: Drawn::Square,
        fpuzzles: Some(FPuzzles::of("even", fpuzzles::EACH)),
        ..PLAIN
    },
    RuleSpec {
        id: ODD,
        name: "odd cells",
        short: "odd",
        help: "the named cells hold odd numbers",
        takes: Takes::of(Cells::Each),
        lower: |rule, grid| lower::each(rule, grid, |number| number % 2 == 1),
        drawn: Drawn::Round,
        fpuzzles: Some(FPuzzles::of("odd", fpuzzles::EACH)),
        ..PLAIN
    },
    RuleSpec {
        id: CANDIDATES,
        name: "given candidates",
        short: "given",
        help: "each named cell holds one of the named numbers",
        takes: Takes::numbered(Cells::Each, (2, Size::MOST)),
        lower: |rule, grid| lower::each(rule, grid, |number| rule.numbers.contains(&number.into())),
        drawn: Drawn::Shade,
        ..PLAIN
    },
    RuleSpec {
        id: "minimum",
        name: "minimum",
        short: "min",
        help: "each named cell holds less than each cell beside it that is not a minimum too",
        takes: Takes::of(Cells::Each),
        lower: |rule, grid| lower::beside(rule, grid, |number, other| number < other),
        drawn: Drawn::Less,
        fpuzzles: Some(FPuzzles::of("minimum", fpuzzles::EACH)),
        ..PLAIN
    },
    RuleSpec {
        id: "maximum",
        name: "maximum",
        short: "max",
        help: "each named cell holds more than each cell beside it that is not a maximum too",
        takes: Takes::of(Cells::Each),
        lower: |rule, grid| lower::beside(rule, grid, |number, other| number > other),
        drawn: Drawn::More,
        fpuzzles: Some(FPuzzles::of("maximum", fpuzzles::EACH)),
        ..PLAIN
    },
    RuleSpec {
        id: "white",
        name: "white dot",
        short: "white",
        help: "two neighbours hold consecutive numbers, or differ by the named number (white kropki dot)",
        takes: Takes::numbered(Cells::Neighbours, (0, 1)),
        usual: |_| 1,
        lower: |rule, grid| {
            let by = rule.number(grid);
            lower::along(rule, grid, |one, other| u32::from(one.abs_diff(other)) == by)
        },
        drawn: Drawn::Between('○'),
        fpuzzles: Some(FPuzzles::of("difference", fpuzzles::PAIRS).valued(&["", "1"]).called("kropki dots")),
        iss: Some(Iss::of("WhiteDot", iss::PAIRS)),
        ..PLAIN
    },
    RuleSpec {
        id: "black",
        name: "black dot",
        short: "black",
        help: "one of two neighbours is twice the other, or as many times as named (black kropki dot)",
        takes: Takes::numbered(Cells::Neighbours, (0, 1)),
        usual: |_| 2,
        lower: |rule, grid| {
            let times = rule.number(grid);
            lower::along(rule, grid, |one, other| is_ratio(one, other, times))
        },
        drawn: Drawn::Between('●'),
        fpuzzles: Some(FPuzzles::of("ratio", fpuzzles::PAIRS).valued(&["", "2"]).called("kropki dots")),
        iss: Some(Iss::of("BlackDot", iss::PAIRS)),
        ..PLAIN
    },
    RuleSpec {
        id: "x",
        name: "X",
        short: "x10",
        help: "two neighbours add up to 10, or to the named number",
        takes: Takes::numbered(Cells::Neighbours, (0, 1)),
        usual: |_| 10,
        lower: |rule, grid| {
            let total = rule.number(grid);
            lower::along(rule, grid, |one, other| u32::from(one + other) == total)
        },
        drawn: Drawn::Between('X'),
        fpuzzles: Some(FPuzzles::of("xv", fpuzzles::PAIRS).valued(&["X"]).called("XV")),
        iss: Some(Iss::of("X", iss::PAIRS)),
        ..PLAIN
    },
    RuleSpec {
        id: "v",
        name: "V",
        short: "v5",
        help: "two neighbours add up to 5",
        takes: Takes::of(Cells::Neighbours),
        lower: |rule, grid| lower::along(rule, grid, |one, other| one + other == 5),
        drawn: Drawn::Between('V'),
        fpuzzles: Some(FPuzzles::of("xv", fpuzzles::PAIRS).valued(&["V"]).called("XV")),
        iss: Some(Iss::of("V", iss::PAIRS)),
        ..PLAIN
    },
    RuleSpec {
        id: "thermometer",
        name: "thermometer",
        short: "thermo",
        help: "numbers rise along the named cells, from the bulb on",
        takes: Takes::of(Cells::Line),
        lower: |rule, grid| lower::along(rule, grid, |one, other| one < other),
        drawn: Drawn::Line(Stroke::Bulb),
        returns: Returns::Window(|_| 2),
        fpuzzles: Some(FPuzzles::of("thermometer", fpuzzles::LINES)),
        iss: Some(Iss::of("Thermo", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "whisper",
        name: "whisper line",
        short: "whisper",
        help: "successive named cells differ by at least half the number of symbols, rounded up: 5 in a 9x9; or by a named number",
        takes: Takes::numbered(Cells::Line, (0, 1)),
        usual: |n_symbols| n_symbols.div_ceil(2),
        lower: |rule, grid| {
            let least = rule.number(grid);
            lower::along(rule, grid, move |one, other| u32::from(one.abs_diff(other)) >= least)
        },
        drawn: Drawn::Line(Stroke::Dashed),
        returns: Returns::Window(|_| 2),
        fpuzzles: Some(
            FPuzzles::of("whispers", fpuzzles::LINES).also(&[Also { number: Some(4), ..Also::key("dutchwhispers") }]),
        ),
        iss: Some(Iss::of("Whisper", iss::WHISPER)),
        ..PLAIN
    },
    RuleSpec {
        id: "palindrome",
        name: "palindrome",
        short: "palin",
        help: "the named cells read the same from both ends",
        takes: Takes::of(Cells::Line),
        lower: lower::mirror,
        drawn: Drawn::Line(Stroke::Plain),
        fpuzzles: Some(FPuzzles::of("palindrome", fpuzzles::LINES)),
        iss: Some(Iss::of("Palindrome", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "renban",
        name: "renban line",
        short: "renban",
        help: "the named cells hold different numbers that follow each other, in any order",
        takes: Takes::of(Cells::Line),
        lower: |rule, grid| {
            let length = rule.cells.len();
            let follows = move |one: u8, other: u8| one != other && usize::from(one.abs_diff(other)) < length;
            lower::every_two(rule, grid, follows)
        },
        drawn: Drawn::Line(Stroke::Dotted),
        returns: Returns::Set,
        fpuzzles: Some(FPuzzles::of("renban", fpuzzles::LINES)),
        iss: Some(Iss::of("Renban", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "nabner",
        name: "nabner line",
        short: "nabner",
        help: "no two of the named cells hold the same or consecutive numbers",
        takes: Takes::of(Cells::Line),
        lower: |rule, grid| lower::every_two(rule, grid, |one, other| one.abs_diff(other) > 1),
        drawn: Drawn::Line(Stroke::Dotted),
        returns: Returns::Set,
        fpuzzles: Some(FPuzzles::of("nabner", fpuzzles::LINES)),
        ..PLAIN
    },
    RuleSpec {
        id: "entropic",
        name: "entropic line",
        short: "entropic",
        help: "three successive named cells hold a low, a middle and a high number: thirds of all symbols",
        takes: Takes::of(Cells::Line),
        lower: |rule, grid| {
            let (lowest, n) = (grid.lowest, grid.n_symbols());
            let third = move |number: u8| usize::from(number - lowest) * 3 / n;
            lower::within(rule, grid, 3, move |one, other| third(one) != third(other))
        },
        drawn: Drawn::Line(Stroke::Dashed),
        returns: Returns::Window(|_| 3),
        fpuzzles: Some(FPuzzles::of("entropicline", fpuzzles::LINES)),
        iss: Some(Iss::of("Entropic", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "modular",
        name: "modular line",
        short: "modular",
        help: "each three successive cells hold different remainders by 3; with a named number n, each n cells by n",
        takes: Takes::numbered(Cells::Line, (0, 1)),
        usual: |_| 3,
        fault: faults::no_remainder,
        lower: |rule, grid| {
            let by = rule.number(grid);
            lower::within(rule, grid, by, |one, other| u32::from(one) % by != u32::from(other) % by)
        },
        drawn: Drawn::Line(Stroke::Dashed),
        returns: Returns::Window(|numbers| numbers.first().map_or(3, |&by| by as usize)),
        fpuzzles: Some(FPuzzles::of("modularline", fpuzzles::LINES)),
        iss: Some(Iss::of("Modular", iss::USUAL)),
        ..PLAIN
    },
    RuleSpec {
        id: "parity",
        name: "parity line",
        short: "parity",
        help: "odd and even numbers alternate along the named cells",
        takes: Takes::of(Cells::Line),
        lower: |rule, grid| lower::along(rule, grid, |one, other| one % 2 != other % 2),
        drawn: Drawn::Line(Stroke::Plain),
        returns: Returns::Window(|_| 2),
        ..PLAIN
    },
    RuleSpec {
        id: KILLER,
        name: "killer cage",
        short: "cage",
        help: "the named cells hold different numbers that add up to the named one",
        takes: Takes::numbered(Cells::Area, (1, 1)),
        lower: tuples::cage,
        drawn: Drawn::Cage,
        fpuzzles: Some(FPuzzles::of("killercage", fpuzzles::CAGES).called("killer cages")),
        iss: Some(Iss::of("Cage", iss::CAGES)),
        ..PLAIN
    },
    RuleSpec {
        id: CAGE,
        name: "cage without a sum",
        short: "plain",
        help: "the named cells hold different symbols",
        takes: Takes::of(Cells::Set),
        lower: |rule, _| vec![Constraint::AllDifferent(rule.cells.clone())],
        drawn: Drawn::Cage,
        ..PLAIN
    },
    RuleSpec {
        id: "equality",
        name: "equality cage",
        short: "equal",
        help: "different numbers, as many odd as even ones and as many low as high ones; the middle number is neither",
        takes: Takes::of(Cells::Set),
        lower: tuples::balanced,
        drawn: Drawn::Cage,
        iss: Some(Iss::of("EqualityCage", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "rellik",
        name: "rellik cage",
        short: "rellik",
        help: "the named cells hold different numbers, and no selection of them adds up to the named number",
        takes: Takes::numbered(Cells::Area, (1, 1)),
        lower: tuples::rellik,
        drawn: Drawn::Signed('≠'),
        iss: Some(Iss::of("RellikCage", iss::NUMBERS)),
        ..PLAIN
    },
    RuleSpec {
        id: "sum",
        name: "sum",
        short: "sum",
        help: "the named cells add up to the named number",
        takes: Takes::numbered(Cells::Each, (1, 1)),
        lower: |rule, grid| tuples::sum(grid, &rule.cells, rule.number(grid)),
        drawn: Drawn::Cage,
        iss: Some(Iss::of("Sum", iss::NUMBERS)),
        ..PLAIN
    },
    RuleSpec {
        id: "product",
        name: "product",
        short: "times",
        help: "the named cells multiply to the named number",
        takes: Takes::numbered(Cells::Each, (1, 1)),
        lower: tuples::product,
        drawn: Drawn::Signed('×'),
        ..PLAIN
    },
    RuleSpec {
        id: "difference",
        name: "difference",
        short: "minus",
        help: "the largest of the named cells is the named number more than the sum of the others",
        takes: Takes::numbered(Cells::Each, (1, 1)),
        lower: tuples::difference,
        drawn: Drawn::Signed('−'),
        ..PLAIN
    },
    RuleSpec {
        id: "quotient",
        name: "quotient",
        short: "by",
        help: "the largest of the named cells is the named number times the product of the others",
        takes: Takes::numbered(Cells::Each, (1, 1)),
        lower: tuples::quotient,
        drawn: Drawn::Signed('÷'),
        ..PLAIN
    },
    RuleSpec {
        id: "contains",
        name: "held numbers",
        short: "holds",
        help: "the named cells hold the named numbers, each as often as it is named",
        takes: Takes::numbered(Cells::Each, (1, Size::MOST)),
        lower: tuples::holding,
        drawn: Drawn::Cage,
        iss: Some(Iss::of("ContainAtLeast", iss::NUMBERS)),
        ..PLAIN
    },
    RuleSpec {
        id: "quadruple",
        name: "quadruple",
        short: "quad",
        help: "four cells at a corner hold the named numbers, each as often as it is named",
        takes: Takes::numbered(Cells::Corner, (1, 4)),
        lower: tuples::holding,
        drawn: Drawn::Corner,
        fpuzzles: Some(FPuzzles::of("quadruple", fpuzzles::CORNER)),
        iss: Some(Iss::of("Quad", iss::CORNER)),
        ..PLAIN
    },
    RuleSpec {
        id: "counting",
        name: "counting circles",
        short: "count",
        help: "a number in the named cells occurs in them as often as it says",
        takes: Takes::of(Cells::Each),
        lower: tuples::counting,
        drawn: Drawn::Round,
        iss: Some(Iss::of("CountingCircles", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "around",
        name: "smaller around",
        short: "around",
        help: "a number in the named cells says how many of the cells around it, at corners too, hold a smaller one",
        takes: Takes::of(Cells::Each),
        lower: tuples::around,
        drawn: Drawn::Round,
        ..PLAIN
    },
    RuleSpec {
        id: "arrow",
        name: "arrow",
        short: "arrow",
        help: "the first cell is the sum of the others; with a number, as many first cells are the digits of the sum, read by rows",
        takes: Takes::numbered(Cells::Line, (0, 1)),
        fault: faults::circle,
        lower: tuples::arrow,
        drawn: Drawn::Line(Stroke::Arrow),
        fpuzzles: Some(FPuzzles::of("arrow", fpuzzles::ARROWS)),
        iss: Some(Iss::of("Arrow", iss::ARROWS).also(&[iss::PILL])),
        ..PLAIN
    },
    RuleSpec {
        id: "doublearrow",
        name: "double arrow",
        short: "double",
        help: "the two ends add up to as much as the cells between them",
        takes: Takes::of(Cells::Line),
        lower: tuples::double_arrow,
        drawn: Drawn::Line(Stroke::Ends),
        fpuzzles: Some(FPuzzles::of("doublearrow", fpuzzles::LINES)),
        iss: Some(Iss::of("DoubleArrow", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "between",
        name: "between line",
        short: "between",
        help: "numbers on the line lie between those at its ends",
        takes: Takes::of(Cells::Line),
        lower: |rule, grid| tuples::between(rule, grid, |_, _| true, |low, high, number| low < number && number < high),
        drawn: Drawn::Line(Stroke::Ends),
        fpuzzles: Some(FPuzzles::of("betweenline", fpuzzles::LINES).called("between lines")),
        iss: Some(Iss::of("Between", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "lockout",
        name: "lockout line",
        short: "lock",
        help: "the ends differ by 4 or by the named number, and no number on the line lies between them or equals one",
        takes: Takes::numbered(Cells::Line, (0, 1)),
        usual: |_| 4,
        lower: |rule, grid| {
            let least = rule.number(grid);
            tuples::between(
                rule,
                grid,
                |low, high| high - low >= least,
                |low, high, number| number < low || high < number,
            )
        },
        drawn: Drawn::Line(Stroke::Ends),
        fpuzzles: Some(FPuzzles::of("lockout", fpuzzles::LINES)),
        iss: Some(Iss::of("Lockout", iss::USUAL)),
        ..PLAIN
    },
    RuleSpec {
        id: "regionsum",
        name: "region sum line",
        short: "region",
        help: "the line adds up to the same in each box or region, each time it enters one",
        takes: Takes::of(Cells::Line),
        lower: tuples::by_area,
        drawn: Drawn::Line(Stroke::Plain),
        returns: Returns::Ring,
        fpuzzles: Some(FPuzzles::of("regionsumline", fpuzzles::LINES).called("region sum lines")),
        iss: Some(Iss::of("RegionSumLine", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "sumline",
        name: "sum line",
        short: "parts",
        help: "the line is cut into parts that each add up to 10 or to the named number",
        takes: Takes::numbered(Cells::Line, (0, 1)),
        usual: |_| 10,
        lower: tuples::sum_line,
        drawn: Drawn::Line(Stroke::Dashed),
        iss: Some(Iss::of("SumLine", iss::SUM_LINES)),
        ..PLAIN
    },
    RuleSpec {
        id: SUM_LOOP,
        name: "sum loop",
        short: "loop",
        help: "the line, which goes on at its beginning, is cut into parts that each add up to 10 or to the named number",
        takes: Takes::numbered(Cells::Line, (0, 1)),
        usual: |_| 10,
        fault: faults::long_loop,
        lower: tuples::sum_loop,
        drawn: Drawn::Line(Stroke::Dashed),
        iss: Some(Iss::of("SumLine~LOOP", iss::SUM_LINES)),
        ..PLAIN
    },
    RuleSpec {
        id: "zipper",
        name: "zipper line",
        short: "zip",
        help: "two cells as far from the middle of the line as each other add up to the middle cell; on a line of even length all such pairs add up to the same",
        takes: Takes::of(Cells::Line),
        lower: tuples::zipper,
        drawn: Drawn::Line(Stroke::Plain),
        fpuzzles: Some(FPuzzles::of("zipperline", fpuzzles::LINES)),
        iss: Some(Iss::of("Zipper", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "fibonacci",
        name: "Fibonacci line",
        short: "fib",
        help: "from one of its ends the numbers rise, and each from the third on is the sum of the two before it",
        takes: Takes::of(Cells::Line),
        lower: tuples::fibonacci,
        drawn: Drawn::Line(Stroke::Plain),
        ..PLAIN
    },
    RuleSpec {
        id: "sequence",
        name: "sequence line",
        short: "steps",
        help: "numbers rise along the line, or fall, by the same from each cell to the next",
        takes: Takes::of(Cells::Line),
        lower: tuples::sequence,
        drawn: Drawn::Line(Stroke::Plain),
        ..PLAIN
    },
    RuleSpec {
        id: "slow",
        name: "slow thermometer",
        short: "slow",
        help: "numbers do not fall along the named cells, from the bulb on",
        takes: Takes::of(Cells::Line),
        lower: |rule, grid| lower::along(rule, grid, |one, other| one <= other),
        drawn: Drawn::Line(Stroke::Bulb),
        returns: Returns::Window(|_| 2),
        fpuzzles: Some(FPuzzles::of("slowthermometer", fpuzzles::LINES)),
        ..PLAIN
    },
    RuleSpec {
        id: CLONE,
        name: "clone",
        short: "clone",
        help: "the second half of the named cells repeats the first half",
        takes: Takes::of(Cells::Halves),
        lower: lower::repeated,
        fpuzzles: Some(FPuzzles::of("clone", fpuzzles::HALVES)),
        ..PLAIN
    },
    RuleSpec {
        id: "littlekiller",
        name: "little killer",
        short: "little",
        help: "the numbers on the diagonal add up to the named one",
        takes: Takes::numbered(Cells::Diagonal, (1, 1)),
        lower: |rule, grid| tuples::sum(grid, &rule.cells, rule.number(grid)),
        drawn: Drawn::Outside,
        fpuzzles: Some(FPuzzles::of("littlekillersum", fpuzzles::OUTSIDE).called("little killer sums")),
        iss: Some(Iss::of("LittleKiller", iss::DIAGONAL)),
        ..PLAIN
    },
    RuleSpec {
        id: "sandwich",
        name: "sandwich",
        short: "sand",
        help: "the numbers between the lowest and the highest one of the row, or between a second and a third named one, add up to the first named one",
        takes: Takes::numbered(Cells::Row, (1, 3)),
        fault: faults::half_sandwich,
        lower: tuples::sandwich,
        drawn: Drawn::Outside,
        fpuzzles: Some(FPuzzles::of("sandwichsum", fpuzzles::OUTSIDE).called("sandwich sums")),
        iss: Some(Iss::of("Sandwich", iss::ROW)),
        ..PLAIN
    },
    RuleSpec {
        id: "xsum",
        name: "x-sum",
        short: "xsum",
        help: "the first cell of the row, which is not 0, says how many cells from it on add up to the named number",
        takes: Takes::numbered(Cells::Row, (1, 1)),
        lower: tuples::x_sum,
        drawn: Drawn::Outside,
        fpuzzles: Some(FPuzzles::of("xsum", fpuzzles::OUTSIDE)),
        iss: Some(Iss::of("XSum", iss::BOTH_ENDS)),
        ..PLAIN
    },
    RuleSpec {
        id: "skyscraper",
        name: "skyscraper",
        short: "sky",
        help: "as many cells of the row as named hold more than 0 and more than every cell before them",
        takes: Takes::numbered(Cells::Row, (1, 1)),
        lower: tuples::skyscraper,
        drawn: Drawn::Outside,
        fpuzzles: Some(FPuzzles::of("skyscraper", fpuzzles::OUTSIDE)),
        iss: Some(Iss::of("Skyscraper", iss::BOTH_ENDS)),
        ..PLAIN
    },
    RuleSpec {
        id: "hidden",
        name: "hidden skyscraper",
        short: "hidden",
        help: "the first number of the row with a higher one before it is the named number",
        takes: Takes::numbered(Cells::Row, (1, 1)),
        lower: tuples::hidden,
        drawn: Drawn::Outside,
        iss: Some(Iss::of("HiddenSkyscraper", iss::BOTH_ENDS)),
        ..PLAIN
    },
    RuleSpec {
        id: "room",
        name: "numbered room",
        short: "room",
        help: "the first cell of the row says in which of its cells the named number is",
        takes: Takes::numbered(Cells::Row, (1, 1)),
        lower: tuples::room,
        drawn: Drawn::Outside,
        iss: Some(Iss::of("NumberedRoom", iss::BOTH_ENDS)),
        ..PLAIN
    },
    RuleSpec {
        id: RANK,
        name: "rank",
        short: "rank",
        help: "the named number is the rank of the row, read from its clue, among all rows and columns read from both ends, lowest first; no other is equal",
        takes: Takes::numbered(Cells::Row, (1, 1)),
        fault: ranks::no_square,
        lower: |rule, grid| ranks::rank(rule, grid, false),
        has_variables: true,
        drawn: Drawn::Outside,
        iss: Some(Iss::of("FullRank", iss::BOTH_ENDS)),
        ..PLAIN
    },
    RuleSpec {
        id: TIED_RANK,
        name: "rank with ties",
        short: "tied",
        help: "the same rank, but other rows and columns may be equal to it",
        takes: Takes::numbered(Cells::Row, (1, 1)),
        fault: ranks::no_square,
        lower: |rule, grid| ranks::rank(rule, grid, true),
        has_variables: true,
        drawn: Drawn::Outside,
        ..PLAIN
    },
    RuleSpec {
        id: "greater",
        name: "greater than",
        short: "more",
        help: "the first of two neighbours holds more than the second",
        takes: Takes::of(Cells::Neighbours),
        lower: |rule, grid| lower::along(rule, grid, |one, other| one > other),
        drawn: Drawn::Greater,
        iss: Some(Iss::of("GreaterThan", iss::PAIRS)),
        ..PLAIN
    },
    RuleSpec {
        id: "flatmates",
        name: "Dutch flat mates",
        short: "mates",
        help: "in a grid with the numbers 1 to 9, each 5 has a 1 directly above it or a 9 directly below it",
        lower: |_, grid| tuples::flatmates(grid),
        iss: Some(Iss::of("DutchFlatmates", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "entropy",
        name: "global entropy",
        short: "entropy",
        help: "each two by two cells hold a low, a middle and a high number: thirds of all symbols",
        lower: |_, grid| {
            let (lowest, n) = (u32::from(grid.lowest), grid.n_symbols() as u32);
            tuples::squares(grid, move |number| (number - lowest) * 3 / n)
        },
        iss: Some(Iss::of("GlobalEntropy", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "modularity",
        name: "global modularity",
        short: "modularity",
        help: "each two by two cells hold numbers with all three remainders by 3",
        lower: |_, grid| tuples::squares(grid, |number| number % 3),
        iss: Some(Iss::of("GlobalMod", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "mixed",
        name: "mixed threes",
        short: "mixed",
        help: "three successive cells of a row or a column are neither all odd nor all even",
        lower: |_, grid| tuples::mixed(grid),
        ..PLAIN
    },
    RuleSpec {
        id: SAME,
        name: "same numbers",
        short: "same",
        help: "the second half of the named cells holds the same numbers as the first half, in any order",
        takes: Takes::of(Cells::Halves),
        lower: |rule, grid| match rule.cells.len() {
            2 => lower::repeated(rule, grid),
            _ => tuples::same(rule, grid),
        },
        iss: Some(Iss::of("SameValues", iss::SETS)),
        ..PLAIN
    },
    RuleSpec {
        id: "equalsum",
        name: "equal sums",
        short: "equals",
        help: "the first half of the named cells, rounded down, or as many first cells as named, adds up to as much as the others",
        takes: Takes::numbered(Cells::Line, (0, 1)),
        fault: faults::empty_set,
        lower: |rule, grid| rule.two_sets().map_or(Vec::new(), |(first, others)| tuples::equal(grid, first, others)),
        iss: Some(Iss::of("EqualSum", iss::SEGMENTS)),
        ..PLAIN
    },
    RuleSpec {
        id: EXACTLY,
        name: "held exactly",
        short: "exact",
        help: "the named cells hold each named number exactly as often as it is named",
        takes: Takes::numbered(Cells::Each, (1, Size::MOST)),
        lower: tuples::exactly,
        drawn: Drawn::Cage,
        iss: Some(Iss::of("ContainExact", iss::EXACTLY).also(&[iss::LOOK_AND_SAY])),
        ..PLAIN
    },
    RuleSpec {
        id: "lunchbox",
        name: "lunchbox",
        short: "lunch",
        help: "the named cells hold different numbers, and those between the lowest and the highest of them add up to the named one",
        takes: Takes::numbered(Cells::Line, (1, 1)),
        lower: tuples::lunchbox,
        drawn: Drawn::Line(Stroke::Dotted),
        iss: Some(Iss::of("Lunchbox", iss::NUMBERS)),
        ..PLAIN
    },
    RuleSpec {
        id: "distinct",
        name: "count of different",
        short: "differ",
        help: "the first cell says how many different numbers the others hold",
        takes: Takes::of(Cells::Line),
        lower: tuples::distinct,
        drawn: Drawn::Shade,
        iss: Some(Iss::of("CountDistinct", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "slingshot",
        name: "slingshot",
        short: "sling",
        help: "the second cell says how many cells after it the number of the first cell occurs again",
        takes: Takes::of(Cells::Line),
        lower: tuples::slingshot,
        drawn: Drawn::Line(Stroke::Dotted),
        iss: Some(Iss::of("ValueIndexing", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "columnindex",
        name: "column index",
        short: "column",
        help: "a named cell says in which column of its row the number of its own column is",
        takes: Takes::of(Cells::Each),
        lower: |rule, grid| tuples::indexing(rule, grid, false),
        fault: faults::no_whole_rows,
        drawn: Drawn::Shade,
        fpuzzles: Some(FPuzzles::of("columnindexer", fpuzzles::EACH)),
        iss: Some(Iss::of("Indexing~C", iss::CELLS)),
        ..PLAIN
    },
    RuleSpec {
        id: "rowindex",
        name: "row index",
        short: "row",
        help: "a named cell says in which row of its column the number of its own row is",
        takes: Takes::of(Cells::Each),
        lower: |rule, grid| tuples::indexing(rule, grid, true),
        fault: faults::no_whole_rows,
        drawn: Drawn::Shade,
        fpuzzles: Some(FPuzzles::of("rowindexer", fpuzzles::EACH)),
        iss: Some(Iss::of("Indexing~R", iss::CELLS)),
        ..PLAIN
    },
];

/// The row of rules that another program has and this one does not: they are drawn, and mean no
/// constraint. [`GridRule::what`](crate::GridRule::what) says what such a rule is there. It is not
/// in [`RULES`], because it cannot be added.
pub static DRAWN: RuleSpec = RuleSpec {
    id: "drawn",
    name: "drawn",
    short: "drawn",
    help: "it is only drawn; answers do not regard it",
    takes: Takes { cells: Cells::Any, lines: (0, usize::MAX), numbers: (0, usize::MAX) },
    lower: |_, _| Vec::new(),
    drawn: Drawn::Foreign,
    ..PLAIN
};
