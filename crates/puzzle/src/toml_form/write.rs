//! Writes a puzzle as a file with all its metadata.

use super::block::{self, quoted};
use super::rules;
use crate::alphabet::Alphabet;
use crate::areas::{Areas, Walls, letter};
use crate::cell::Entry;
use crate::grid::{Grid, GridRule, Weights};
use crate::meta::{Expect, ExpectSolutions, Mark, Marks, Meta};
use crate::model::Puzzle;
use crate::rules::ANY;
use crate::shape::Shape;
use crate::symbol_set::SymbolSet;
use crate::symbols;
use std::fmt::Write;

/// A puzzle as a file with all its metadata.
pub fn write(puzzle: &Puzzle) -> String {
    let mut out = format!("format = 1\nkind = {}\n", quoted(puzzle.kind.id));
    let Meta { title, source, note, tags } = &puzzle.meta;
    if puzzle.meta != Meta::default() {
        out += "\n[meta]\n";
        for (key, value) in [("title", title), ("source", source), ("note", note)] {
            if !value.is_empty() {
                _ = writeln!(out, "{key} = {}", quoted(value));
            }
        }
        if !tags.is_empty() {
            let tags: Vec<String> = tags.iter().map(|tag| quoted(tag)).collect();
            _ = writeln!(out, "tags = [{}]", tags.join(", "));
        }
    }
    match &puzzle.shape {
        Shape::Grid(grid) => {
            write_grid(&mut out, grid);
            rules::write(&mut out, grid);
            rules::write_choices(&mut out, grid);
            write_marks(&mut out, grid, &puzzle.marks);
        }
        Shape::Listing(listing) => {
            let whole = listing.whole();
            let (body, is_said) = match puzzle.said_by_kind() {
                Some(text) => (text, true),
                None => (puzzle.whole_text(), false),
            };
            _ = writeln!(out, "\n[{}]\ntext = {}", puzzle.kind.id, block::lines(&body));
            let taken = if is_said { &[] } else { listing.taken() };
            if !taken.is_empty() {
                // A text of items and options has no option names; the items identify an option.
                let name = |option: usize| match whole.source {
                    Some(_) => whole.option_name(option),
                    None => whole.option_items(option),
                };
                let names = taken.iter().map(|&option| quoted(&name(option as usize)));
                _ = writeln!(out, "taken = [{}]", names.collect::<Vec<_>>().join(", "));
            }
        }
    }
    let Expect { solutions, solution, best, givens_only } = &puzzle.expect;
    if puzzle.expect != Expect::default() {
        out += "\n[expect]\n";
        match solutions {
            Some(ExpectSolutions::Exactly(count)) => _ = writeln!(out, "solutions = {count}"),
            Some(ExpectSolutions::Several) => out += "solutions = \">1\"\n",
            None => {}
        }
        if let Some(solution) = solution {
            _ = writeln!(out, "solution = {}", quoted(solution));
        }
        if let Some(best) = best {
            _ = writeln!(out, "best = {best}");
        }
        if *givens_only {
            out += "givens_only = true\n";
        }
    }
    out
}

fn write_grid(out: &mut String, grid: &Grid) {
    let size = grid.size();
    let of_grids = grid.grids().iter().map(|grid| grid.size.longer()).max();
    let n_symbols = of_grids.unwrap_or(size.longer());
    match size.side() {
        Some(side) => _ = writeln!(out, "\n[grid]\nsize = {side}"),
        None => _ = writeln!(out, "\n[grid]\nsize = \"{size}\""),
    }
    if grid.lowest != 1 {
        _ = writeln!(out, "lowest = {}", grid.lowest);
    }
    if grid.alphabet != Alphabet::from(grid.lowest, n_symbols) {
        _ = writeln!(out, "symbols = {}", quoted(&grid.alphabet.to_string()));
    }
    if grid.diagonals {
        *out += "diagonals = true\n";
    }
    let listed: Vec<&GridRule> = grid.rules.iter().filter(|rule| rule.id != ANY.id).collect();
    if !listed.is_empty() {
        let rules: Vec<String> = listed.iter().map(|rule| format!("  {},\n", quoted(&rule.text(grid)))).collect();
        _ = writeln!(out, "rules = [\n{}]", rules.concat());
    }
    let free: Vec<String> = grid.free_cells().iter().map(|&cell| quoted(&grid.name(cell))).collect();
    if !free.is_empty() {
        _ = writeln!(out, "free = [{}]", free.join(", "));
    }
    match &grid.areas {
        Areas::None => *out += "boxes = \"none\"\n",
        areas @ Areas::Boxes { rows, columns } if Areas::fitting_boxes(size, n_symbols).as_ref() != Some(areas) => {
            _ = writeln!(out, "boxes = \"{rows}x{columns}\"");
        }
        Areas::Boxes { .. } | Areas::Walls(_) | Areas::Regions(_) | Areas::Grids(_) => {}
    }
    _ = writeln!(
        out,
        "givens = \"\"\"\n{}\"\"\"",
        symbols::lines_of(&only(grid, |entry| matches!(entry, Entry::Given(_))))
    );
    if grid.own() > 0 {
        _ = writeln!(
            out,
            "own = \"\"\"\n{}\"\"\"",
            symbols::lines_of(&only(grid, |entry| matches!(entry, Entry::Own(_))))
        );
    }
    if let Areas::Regions(regions) = &grid.areas {
        _ = writeln!(out, "regions = \"\"\"\n{}\"\"\"", regions.rows(size.columns));
    }
    for part in grid.grids() {
        _ = writeln!(out, "\n[[grids]]\nat = \"{}\"", size.name(size.cell(part.at.0, part.at.1)));
        match part.size.side() {
            Some(9) => {}
            Some(side) => _ = writeln!(out, "size = {side}"),
            None => _ = writeln!(out, "size = \"{}\"", part.size),
        }
        let boxes = part.boxes.map(|(rows, columns)| Areas::Boxes { rows, columns });
        if boxes != Areas::fitting_boxes(part.size, part.size.longer()) {
            let words = part.boxes.map_or("none".to_string(), |(rows, columns)| format!("{rows}x{columns}"));
            _ = writeln!(out, "boxes = \"{words}\"");
        }
    }
    if let Areas::Walls(walls) = &grid.areas {
        // Letters cannot show a wall that ends inside a region.
        let regions = walls.regions();
        if walls.faults(grid.n_symbols()).is_empty() && *walls == Walls::between(size, &regions) {
            let rows =
                regions.chunks(size.columns).map(|row| row.iter().map(|&r| letter(r)).collect::<String>() + "\n");
            _ = writeln!(out, "regions = \"\"\"\n{}\"\"\"", rows.collect::<String>());
        } else {
            let bits = |row: usize| {
                (0..size.columns).map(|column| walls.bits(grid.cell(row, column)).to_string()).collect::<Vec<_>>()
            };
            let rows: String = (0..size.rows).map(|row| bits(row).join(" ") + "\n").collect();
            _ = writeln!(out, "walls = \"\"\"\n{rows}\"\"\"");
        }
    }
    if let Some(weights) = &grid.weights {
        *out += "\n[score]\n";
        if *weights == Weights::rings(size) {
            *out += "weights = \"rings\"\n";
        } else {
            let rows = weights
                .0
                .chunks(size.columns)
                .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ") + "\n");
            _ = writeln!(out, "weights = \"\"\"\n{}\"\"\"", rows.collect::<String>());
        }
    }
}

fn write_marks(out: &mut String, grid: &Grid, marks: &Marks) {
    let cell = |set: &SymbolSet| {
        let marked: String = set.symbols().map(|symbol| grid.alphabet.char(symbol)).collect();
        if marked.is_empty() { ".".to_string() } else { marked }
    };
    let mut title = "\n[marks]\n";
    for mark in Mark::ALL {
        let sets = marks.of(mark);
        if !sets.is_empty() {
            let rows = sets.chunks(grid.columns()).map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" ") + "\n");
            _ = writeln!(out, "{title}{} = \"\"\"\n{}\"\"\"", mark.id(), rows.collect::<String>());
            title = "";
        }
    }
    if !marks.colors().is_empty() {
        let color = |color: &u8| if *color == 0 { ".".to_string() } else { color.to_string() };
        let rows = marks.colors().chunks(grid.columns()).map(|row| row.iter().map(color).collect::<String>() + "\n");
        _ = writeln!(out, "{title}colors = \"\"\"\n{}\"\"\"", rows.collect::<String>());
    }
}

fn only(grid: &Grid, keep: impl Fn(&Entry) -> bool) -> Grid {
    let kept = |entry: &Entry| if keep(entry) || *entry == Entry::Hole { *entry } else { Entry::Empty };
    let cells = grid.cells.iter().map(kept).collect();
    Grid { cells, ..grid.clone() }
}
