//! Constraints of the Interactive Sudoku Solver that hold others: a choice, several together, and a
//! template that is copied to other cells.

use crate::cell::Cell;
use crate::grid::{Grid, GridRule};
use crate::rules::iss::IssItem;
use crate::rules::{ANY, CANDIDATES, EXACTLY, no_such_rule};
use crate::scan::ParseError;
use crate::size::Size;

/// A constraint, or one that holds others up to its end.
pub(super) enum IssPart<'a> {
    One(&'a IssItem<'a>),
    Many(&'a IssItem<'a>, Vec<IssPart<'a>>),
}

/// The most constraints that can lie in each other.
const DEEPEST: usize = 16;

/// The characters of targets, 6 bits each.
const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The constraints with those that they hold.
pub(super) fn parts<'a>(items: &'a [IssItem<'a>]) -> Result<Vec<IssPart<'a>>, ParseError> {
    let mut open: Vec<(&IssItem, Vec<IssPart>)> = Vec::new();
    let mut whole = Vec::new();
    for item in items {
        let part = match item.name {
            "Or" | "And" | "Replicate" => {
                if open.len() == DEEPEST {
                    return Err(item.wrong(format!("constraints lie in each other more than {DEEPEST} deep")));
                }
                open.push((item, Vec::new()));
                continue;
            }
            "End" => match open.pop() {
                Some((head, inner)) => IssPart::Many(head, inner),
                None => return Err(item.wrong("an `End` without its beginning")),
            },
            _ => IssPart::One(item),
        };
        open.last_mut().map_or(&mut whole, |(_, inner)| inner).push(part);
    }
    match open.pop() {
        Some((head, _)) => Err(head.wrong(format!("`{}` has no `End`", head.name))),
        None => Ok(whole),
    }
}

/// The rules that a constraint with others in it is.
pub(super) fn rules(head: &IssItem, inner: &[IssPart], grid: &Grid) -> Result<Vec<GridRule>, ParseError> {
    let groups = inner.iter().map(|part| groups(part, grid)).collect::<Result<Vec<_>, _>>()?.concat();
    match head.name {
        "Or" => match groups.len() {
            0 => Err(head.wrong("an `Or` without constraints")),
            1 => Ok(groups.concat()),
            // A group without rules always holds.
            _ if groups.iter().any(Vec::is_empty) => Ok(Vec::new()),
            _ => Ok(vec![GridRule { branches: groups, ..GridRule::new(ANY.id, Vec::new()) }]),
        },
        "Replicate" => copies(head, &groups.concat(), grid),
        _ => Ok(groups.concat()),
    }
}

/// The groups of rules that a constraint adds to the one that holds it: one for each constraint
/// that it is there.
fn groups(part: &IssPart, grid: &Grid) -> Result<Vec<Vec<GridRule>>, ParseError> {
    let item = match part {
        IssPart::Many(head, inner) => return Ok(vec![rules(head, inner, grid)?]),
        IssPart::One(item) => item,
    };
    if item.name == "Given" {
        return item.args.iter().map(|arg| Ok(vec![given(item, arg, grid)?])).collect();
    }
    // Segments between empty arguments are constraints of their own.
    let is_cut = item.args.iter().any(|arg| arg.is_empty()) && !item.is_at_both_ends();
    let found = item.rules(grid).filter(|_| !is_cut);
    let found = found.ok_or_else(|| no_such_rule(&item.at, &format!("{} inside another constraint", item.name)))??;
    Ok(if item.is_at_both_ends() { found.into_iter().map(|rule| vec![rule]).collect() } else { vec![found] })
}

/// The numbers of a cell, as in `R1C1_2_9`.
fn given(item: &IssItem, arg: &str, grid: &Grid) -> Result<GridRule, ParseError> {
    let mut parts = arg.split('_');
    let cell = item.cell(grid, parts.next().unwrap_or(""))?;
    let numbers: Result<Vec<u32>, _> = parts.map(str::parse).collect();
    let numbers = numbers.ok().filter(|numbers| !numbers.is_empty());
    let numbers = numbers.ok_or_else(|| item.wrong(format!("`{arg}` has a value that is not a number")))?;
    let id = if numbers.len() == 1 { EXACTLY } else { CANDIDATES };
    Ok(GridRule { numbers, ..GridRule::new(id, vec![cell]) })
}

/// The rules moved so that the origin comes to each target.
fn copies(head: &IssItem, template: &[GridRule], grid: &Grid) -> Result<Vec<GridRule>, ParseError> {
    let size = grid.size();
    let origin = match head.args.get(1) {
        Some(name) => head.cell(grid, name)?,
        None => Cell(0),
    };
    let digits = head.args.first().map_or("", |digits| digits).chars().map(|c| DIGITS.find(c));
    let Some(digits) = digits.collect::<Option<Vec<usize>>>() else {
        return Err(head.wrong("the targets are not letters, digits, `-` and `_`"));
    };
    let is_set = |at: &usize| digits[at / 6] >> (at % 6) & 1 == 1;
    let targets: Vec<usize> = (0..6 * digits.len()).filter(is_set).map(|at| origin.index() + at).collect();
    let mut all = Vec::new();
    for target in targets {
        let by = (target < size.n_cells()).then(|| between(size, origin, Cell(target as u16)));
        for rule in template {
            let fits = |by: &(i32, i32)| rule.all_cells().all(|cell| size.moved(cell, *by).is_some());
            let Some(by) = by.filter(fits) else {
                return Err(head.wrong("a copy reaches beyond the edge of the grid"));
            };
            all.push(rule.mapped(&|cell| size.moved(cell, by).unwrap_or(cell)));
        }
    }
    Ok(all)
}

/// The rows and columns from one cell to another.
fn between(size: Size, from: Cell, to: Cell) -> (i32, i32) {
    let (from, to) = (size.place(from), size.place(to));
    (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32)
}

/// A choice as a constraint with others in it, each written by `one`. `None` if a rule of it cannot
/// be written, or more than one group is wanted.
pub(super) fn written(rule: &GridRule, grid: &Grid, one: fn(&GridRule, &Grid) -> Option<String>) -> Option<String> {
    if rule.number(grid) != 1 {
        return None;
    }
    let group = |group: &Vec<GridRule>| {
        let texts: String = group.iter().map(|inner| one(inner, grid)).collect::<Option<_>>()?;
        let is_one = texts.matches('.').count() == 1;
        Some(if is_one { texts } else { format!(".And{texts}.End") })
    };
    Some(format!(".Or{}.End", rule.branches.iter().map(group).collect::<Option<String>>()?))
}
