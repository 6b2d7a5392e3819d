//! The rules that a puzzle defines: the tables `[[rules]]`, read and written.

use super::block::quoted;
use super::error;
use super::file::{ChoiceValue, RuleTable};
use crate::grid::{Grid, GridRule};
use crate::own_rule::{AutomatonStep, CellValues, OwnRule};
use crate::rules::{ANY, LOOKS};
use crate::scan::ParseError;
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;

/// Reads the definitions of a file.
pub(super) fn read(text: &str, tables: &[RuleTable]) -> Result<Vec<Arc<OwnRule>>, ParseError> {
    let mut defined: Vec<Arc<OwnRule>> = Vec::new();
    for table in tables.iter().filter(|table| table.any.is_none()) {
        let Some(name) = &table.name else {
            return Err(error(text, at(text), "a table [[rules]] without `name` and without `any`".to_string())
                .help("name = \"...\" defines a rule, any = [\"...\", \"...\"] is a choice between rules"));
        };
        if table.help.is_none() {
            return Err(error(text, name.span(), format!("the rule `{}` needs `help`", name.get_ref()))
                .help("help = \"...\" says the rule in one line"));
        }
        let own = own(text, table, name)?;
        if defined.iter().any(|known| known.name == own.name) {
            return Err(error(text, name.span(), format!("the rule `{}` is defined twice", own.name)));
        }
        defined.push(Arc::new(own));
    }
    Ok(defined)
}

/// The place of the first table of rules.
pub(super) fn at(text: &str) -> Range<usize> {
    let at = text.find("[[rules]]").unwrap_or(0);
    at..(at + 9).min(text.len())
}

/// The reader of a rule as it is written for the grid.
type RuleReader<'a> = dyn Fn(&Spanned<String>) -> Result<Vec<GridRule>, ParseError> + 'a;

/// Reads the choices of a file. `one` reads a rule as it is written for the grid.
pub(super) fn choices(
    text: &str,
    tables: &[RuleTable],
    one: &RuleReader,
) -> Result<Vec<(GridRule, Range<usize>)>, ParseError> {
    let mut read = Vec::new();
    for table in tables {
        let Some(any) = &table.any else {
            if let Some(wanted) = &table.at_least {
                return Err(error(text, wanted.span(), "`at_least` without `any`".to_string()));
            }
            continue;
        };
        if let Some(name) = &table.name {
            return Err(error(text, name.span(), "a choice has no name".to_string())
                .help("a table [[rules]] defines a rule by `name`, or is a choice by `any`"));
        }
        if let Some(key) = table.defining() {
            return Err(error(text, any.span(), format!("`{key}` beside `any`"))
                .help("a table [[rules]] defines a rule by `name`, or is a choice by `any`"));
        }
        let choice = choice(text, any.get_ref(), table.at_least.as_ref().map(|many| *many.get_ref()), any.span(), one)?;
        read.push((choice, any.span()));
    }
    Ok(read)
}

fn choice(
    text: &str,
    values: &[ChoiceValue],
    wanted: Option<i64>,
    span: Range<usize>,
    one: &RuleReader,
) -> Result<GridRule, ParseError> {
    // Strings of a nested list have no places of their own.
    let written = |rule: &str| {
        let at = text[span.clone()].find(rule).map_or(span.clone(), |at| span.start + at..span.start + at + rule.len());
        one(&Spanned::new(at, rule.to_string()))
    };
    let group = |value: &ChoiceValue| -> Result<Vec<GridRule>, ParseError> {
        match value {
            ChoiceValue::Rule(rule) => written(rule),
            ChoiceValue::All(rules) => {
                let each = rules.iter().map(|value| match value {
                    ChoiceValue::Rule(rule) => written(rule),
                    ChoiceValue::All(_) => {
                        Err(error(text, span.clone(), "a list of rules in a list of rules".to_string())
                            .help("write { any = [...] } for a choice inside a choice"))
                    }
                    ChoiceValue::Any(inner) => Ok(vec![choice(text, &inner.any, inner.at_least, span.clone(), one)?]),
                });
                Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
            }
            ChoiceValue::Any(inner) => Ok(vec![choice(text, &inner.any, inner.at_least, span.clone(), one)?]),
        }
    };
    let branches = values.iter().map(group).collect::<Result<Vec<_>, _>>()?;
    let wanted = wanted.filter(|&wanted| wanted != 1).map(|wanted| u32::try_from(wanted).unwrap_or(0));
    let numbers = wanted.into_iter().collect();
    Ok(GridRule { branches, numbers, ..GridRule::new(ANY.id, Vec::new()) })
}

/// Refuses a definition that the grid does not use: it would be lost when the puzzle is saved.
pub(super) fn all_used(text: &str, tables: &[RuleTable], grid: &Grid) -> Result<(), ParseError> {
    let is_used = |name: &&Spanned<String>| grid.defined().iter().any(|own| own.name == *name.get_ref());
    match tables.iter().filter_map(|table| table.name.as_ref()).find(|name| !is_used(name)) {
        None => Ok(()),
        Some(name) => Err(error(text, name.span(), format!("no rule of the grid is `own:{}`", name.get_ref()))
            .help(format!("list its cells under `rules` in [grid]: \"own:{} r1c1 r1c2 r1c3\"", name.get_ref()))),
    }
}

fn own(text: &str, table: &RuleTable, named: &Spanned<String>) -> Result<OwnRule, ParseError> {
    let name = named.get_ref();
    if OwnRule::is_built_in(name) {
        return Err(error(text, named.span(), format!("`{name}` is a rule already"))
            .help("choose another name; `own:` goes before it where the grid names its cells"));
    }
    let numbers = |lines: &Spanned<Vec<Spanned<String>>>| -> Result<Vec<Vec<u32>>, ParseError> {
        let line = |line: &Spanned<String>| numbers_of(text, line.get_ref().split_whitespace(), line.span());
        lines.get_ref().iter().map(line).collect()
    };
    let pairs = |lines: &Spanned<Vec<Spanned<String>>>| -> Result<Vec<(u32, u32)>, ParseError> {
        let pair = |(tuple, line): (Vec<u32>, &Spanned<String>)| match tuple[..] {
            [one, other] => Ok((one, other)),
            _ => Err(error(text, line.span(), format!("`{}` is not a pair", line.get_ref()))
                .help("write two numbers: \"1 3\"")),
        };
        numbers(lines)?.into_iter().zip(lines.get_ref()).map(pair).collect()
    };
    let ends = table.ends.iter().flat_map(|ends| ends.get_ref().clone()).collect();
    let (means, span) = match (&table.tuples, &table.pairs, &table.every_two, &table.pattern, &table.automaton) {
        (Some(tuples), None, None, None, None) => (CellValues::Tuples(numbers(tuples)?), tuples.span()),
        (None, Some(lines), None, None, None) => (CellValues::Pairs(pairs(lines)?), lines.span()),
        (None, None, Some(lines), None, None) => (CellValues::EveryTwo(pairs(lines)?), lines.span()),
        (None, None, None, Some(pattern), None) => (CellValues::Pattern(pattern.get_ref().clone()), pattern.span()),
        (None, None, None, None, Some(lines)) => {
            let steps = lines.get_ref().iter().map(|line| step(text, line)).collect::<Result<_, _>>()?;
            (CellValues::Automaton { steps, ends }, lines.span())
        }
        _ => {
            return Err(error(text, named.span(), format!("the rule `{name}` needs one meaning"))
                .help("one of the keys `tuples`, `pairs`, `every_two`, `pattern`, or `automaton` with `ends`"));
        }
    };
    match (&means, &table.ends) {
        (CellValues::Automaton { .. }, None) => {
            return Err(error(text, span, "the automaton has no ends".to_string())
                .help("ends = [\"...\"] names the states after the last cell"));
        }
        (CellValues::Automaton { .. }, Some(_)) | (_, None) => {}
        (_, Some(ends)) => return Err(error(text, ends.span(), "only an automaton has ends".to_string())),
    }
    let drawn = table.drawn.as_ref();
    let own = OwnRule {
        name: name.clone(),
        help: table.help.clone().unwrap_or_default(),
        drawn: drawn.map_or_else(|| LOOKS[0].0.to_string(), |drawn| drawn.get_ref().clone()),
        means,
    };
    let span = drawn.filter(|drawn| LOOKS.iter().all(|(look, _)| look != drawn.get_ref())).map_or(span, Spanned::span);
    match own.fault() {
        Some(fault) => Err(error(text, span, fault)),
        None => Ok(own),
    }
}

fn numbers_of<'a>(
    text: &str,
    words: impl Iterator<Item = &'a str>,
    span: Range<usize>,
) -> Result<Vec<u32>, ParseError> {
    let number = |word: &str| {
        word.parse().map_err(|_| {
            error(text, span.clone(), format!("`{word}` is not a number")).help("numbers have blanks between them")
        })
    };
    words.map(number).collect()
}

/// A step of an automaton, such as `odd 2 4 > even`.
fn step(text: &str, line: &Spanned<String>) -> Result<AutomatonStep, ParseError> {
    let words: Vec<&str> = line.get_ref().split_whitespace().collect();
    match words[..] {
        [from, ref numbers @ .., ">", to] if from != ">" => {
            let numbers = numbers_of(text, numbers.iter().copied(), line.span())?;
            Ok(AutomatonStep { from: from.to_string(), numbers, to: to.to_string() })
        }
        _ => Err(error(text, line.span(), format!("`{}` is not a step", line.get_ref()))
            .help("write a state, the numbers that a cell may hold, `>`, and the next state: \"odd 2 4 > even\"")),
    }
}

/// The definitions of the rules of a grid, each once.
pub(super) fn write(out: &mut String, grid: &Grid) {
    for own in grid.defined() {
        _ = writeln!(out, "\n[[rules]]\nname = {}\nhelp = {}", quoted(&own.name), quoted(&own.help));
        if own.drawn != LOOKS[0].0 {
            _ = writeln!(out, "drawn = {}", quoted(&own.drawn));
        }
        let list = |lines: Vec<String>| lines.iter().map(|line| format!("  {},\n", quoted(line))).collect::<String>();
        let of_pairs =
            |pairs: &[(u32, u32)]| filled(pairs.iter().map(|(one, other)| format!("{one} {other}")).collect());
        _ = match &own.means {
            CellValues::Tuples(tuples) => {
                writeln!(out, "tuples = [\n{}]", filled(tuples.iter().map(|tuple| spaced(tuple)).collect()))
            }
            CellValues::Pairs(pairs) => writeln!(out, "pairs = [\n{}]", of_pairs(pairs)),
            CellValues::EveryTwo(pairs) => writeln!(out, "every_two = [\n{}]", of_pairs(pairs)),
            CellValues::Pattern(pattern) => writeln!(out, "pattern = {}", quoted(pattern)),
            CellValues::Automaton { steps, ends } => {
                let line = |step: &AutomatonStep| match &step.numbers[..] {
                    [] => format!("{} > {}", step.from, step.to),
                    numbers => format!("{} {} > {}", step.from, spaced(numbers), step.to),
                };
                let ends: Vec<String> = ends.iter().map(|end| quoted(end)).collect();
                writeln!(
                    out,
                    "automaton = [\n{}]\nends = [{}]",
                    list(steps.iter().map(line).collect()),
                    ends.join(", ")
                )
            }
        };
    }
}

/// The choices of a grid, each as a table.
pub(super) fn write_choices(out: &mut String, grid: &Grid) {
    for rule in grid.rules.iter().filter(|rule| rule.id == ANY.id) {
        let groups: String = rule.branches.iter().map(|group| format!("  {},\n", written_group(group, grid))).collect();
        _ = writeln!(out, "\n[[rules]]\nany = [\n{groups}]");
        if let Some(wanted) = rule.numbers.first() {
            _ = writeln!(out, "at_least = {wanted}");
        }
    }
}

/// A group of rules: one, or a list of them. A choice inside a choice is a table.
fn written_group(group: &[GridRule], grid: &Grid) -> String {
    let one = |rule: &GridRule| {
        if rule.id != ANY.id {
            return quoted(&rule.text(grid));
        }
        let groups: Vec<String> = rule.branches.iter().map(|group| written_group(group, grid)).collect();
        let wanted = rule.numbers.first().map_or(String::new(), |wanted| format!(", at_least = {wanted}"));
        format!("{{ any = [{}]{wanted} }}", groups.join(", "))
    };
    match group {
        [rule] => one(rule),
        rules => format!("[{}]", rules.iter().map(one).collect::<Vec<_>>().join(", ")),
    }
}

fn spaced(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// Short texts, several in a line.
fn filled(texts: Vec<String>) -> String {
    const WIDTH: usize = 80;
    let (mut lines, mut line) = (String::new(), String::new());
    for text in texts {
        let text = format!("{},", quoted(&text));
        if !line.is_empty() && line.len() + text.len() > WIDTH {
            lines += &format!(" {line}\n");
            line.clear();
        }
        line = format!("{line} {text}");
    }
    format!("{lines} {line}\n")
}
