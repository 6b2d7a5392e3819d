//! The blocks of janko.at: `[begin]`, lines with facts about the puzzle, `[problem]` with the rows,
//! perhaps `[areas]` with the numbers of regions, `[solution]`, `[end]`.

use super::boxed;
use crate::areas::{Areas, Walls};
use crate::cell::{Cell, Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::Grid;
use crate::guise::Guise;
use crate::holds::Holds;
use crate::meta::Meta;
use crate::rules::no_such_rule;
use crate::scan::{self, Line, ParseError, TextWord};
use crate::size::Size;

pub(crate) static JANKO: Form = Form {
    id: "janko",
    help: "the blocks of janko.at: [begin], `puzzle sudoku`, `size`, [problem], perhaps [areas], [end]",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::OnlyRead { read },
    yields: &[],
};

/// Returns whether a text is a block. Such a text looks like TOML.
pub(crate) fn is_block(text: &str) -> bool {
    let has = |name: &str| text.lines().any(|line| line.trim().eq_ignore_ascii_case(name));
    text.contains('[') && has("[begin]") && has("[problem]")
}

fn read(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    if !is_block(text) {
        return Ok(Vec::new());
    }
    let lines = scan::lines(text);
    let bodies: Vec<TextWord> = lines.iter().filter_map(Line::body).collect();
    // The lines of each section, under its name.
    let mut sections: Vec<(String, Vec<TextWord>)> = Vec::new();
    for word in bodies {
        let line = word.text.trim();
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => sections.push((name.to_lowercase(), Vec::new())),
            None => sections.last_mut().into_iter().for_each(|(_, lines)| lines.push(word)),
        }
    }
    let section = |name: &str| sections.iter().find(|(known, _)| known == name).map_or(&[][..], |(_, lines)| lines);
    let facts = section("begin");
    let fact = |key: &str| {
        facts.iter().find_map(|word| {
            let (name, value) = word.text.trim().split_once(char::is_whitespace)?;
            name.eq_ignore_ascii_case(key).then_some((*word, value.trim()))
        })
    };
    if let Some((word, other)) = fact("puzzle").filter(|(_, kind)| !kind.eq_ignore_ascii_case("sudoku")) {
        return Err(
            ParseError::at(&word, format!("this is a puzzle of another kind: {other}")).help("only sudokus are read")
        );
    }
    // Another section or fact may say a rule.
    const SECTIONS: [&str; 6] = ["begin", "problem", "areas", "solution", "moves", "end"];
    const FACTS: [&str; 13] = [
        "puzzle", "author", "source", "title", "size", "patternx", "patterny", "info", "date", "mail", "solver",
        "depth", "unit",
    ];
    let first_word = |word: &TextWord| word.text.split_whitespace().next().unwrap_or("").to_lowercase();
    if let Some(word) = facts.iter().find(|word| !FACTS.contains(&first_word(word).as_str())) {
        return Err(no_such_rule(word, word.text.trim()));
    }
    let mut names: Vec<&str> = sections.iter().map(|(name, _)| name.as_str()).collect();
    let other = names.iter().find(|name| !SECTIONS.contains(name)).map(|name| name.to_string());
    names.sort_unstable();
    if let Some(name) = other.or(names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].to_string())) {
        return Err(ParseError::new(1, 1, format!("the section [{name}] is not known, or there are two of it"))
            .help("one block a file: [begin], [problem], perhaps [areas], [solution], [moves], [end]"));
    }
    let problem = section("problem");
    let first = problem.first().copied().unwrap_or(TextWord { line: 1, column: 1, text: "" });
    let number = |key: &str| fact(key).and_then(|(_, value)| value.parse::<usize>().ok());
    let n = number("size").unwrap_or(problem.len());
    if !(4..=25).contains(&n) || problem.len() != n {
        let message = format!("this block has {} rows, {n} expected", problem.len());
        return Err(ParseError::at(&first, message).help("`size` is the side, and [problem] has as many rows"));
    }
    let rows = |lines: &[TextWord]| -> Result<Vec<Option<usize>>, ParseError> {
        let mut all = Vec::with_capacity(n * n);
        for line in lines {
            let words: Vec<&str> = line.text.split_whitespace().collect();
            if words.len() != n {
                return Err(ParseError::at(line, format!("this row has {} cells, {n} expected", words.len())));
            }
            for word in words {
                let number = word.parse().ok().filter(|number| (1..=n).contains(number));
                if number.is_none() && word != "-" {
                    let message = format!("a cell is a number from 1 to {n}, or `-`: found `{word}`");
                    return Err(ParseError::at(line, message));
                }
                all.push(number);
            }
        }
        Ok(all)
    };
    let cells = rows(problem)?;
    let areas = section("areas");
    let mut grid = match (areas, number("patternx"), number("patterny")) {
        ([], Some(columns), Some(rows)) if rows.checked_mul(columns) == Some(n) => boxed(n, (rows, columns)),
        ([], None, None) => {
            let boxes = Areas::usual_boxes(n).ok_or_else(|| {
                ParseError::at(&first, format!("a grid of side {n} has no boxes"))
                    .help("`patternx` and `patterny` give them")
            })?;
            Grid::new(n, boxes)
        }
        ([], ..) => {
            return Err(ParseError::at(&first, format!("boxes of that size do not divide a grid of side {n}"))
                .help("`patternx` is their width and `patterny` their height"));
        }
        (areas, ..) => {
            let numbers: Option<Vec<usize>> = rows(areas)?.into_iter().collect();
            let walls = numbers.filter(|all| all.len() == n * n).map(|all| Walls::between(Size::square(n), &all));
            let fault = walls.as_ref().map_or(Some("each cell has a region".to_string()), |walls| walls.unfit(n));
            match (walls, fault) {
                (Some(walls), None) => Grid::new(n, Areas::Walls(walls)),
                (_, fault) => return Err(ParseError::at(&areas[0], fault.unwrap_or_default())),
            }
        }
    };
    for (at, number) in cells.into_iter().enumerate() {
        if let Some(number) = number {
            grid.cells[Cell(at as u16).index()] = Entry::Given(Symbol(number as u8 - 1));
        }
    }
    let words = |key: &str| fact(key).map_or(String::new(), |(_, value)| value.to_string());
    let meta = Meta { title: words("title"), source: words("author"), ..Meta::default() };
    Ok(vec![MarkedGrid { meta, ..grid.into() }])
}
