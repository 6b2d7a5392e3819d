//! `convert`: puzzles in another form, or drawn.

use super::args::Convert;
use super::code;
use super::input::read;
use crate::puzzle::{EXCHANGE, Form, KINDS, Puzzle, Shape, TOML, Text, drawn, encode, page, svg, write_toml};
use std::io::Write;

/// What puzzles are converted to.
#[derive(Clone, Copy)]
enum To {
    Form(&'static Form),
    Toml,
    Text,
    Svg,
    Html,
}

/// Every name that `--to` takes.
fn names() -> Vec<&'static str> {
    let forms = KINDS.iter().flat_map(|kind| kind.forms).chain(EXCHANGE).map(|form| form.id);
    forms.chain([TOML.id, "text", "svg", "html"]).collect()
}

fn to(name: &str) -> Option<To> {
    let mut forms = KINDS.iter().flat_map(|kind| kind.forms).chain(EXCHANGE);
    match name {
        "text" => Some(To::Text),
        "svg" => Some(To::Svg),
        "html" => Some(To::Html),
        _ if name == TOML.id => Some(To::Toml),
        _ => forms.find(|form| form.id == name).map(|form| To::Form(form)),
    }
}

/// Prints every puzzle in the form asked for. Returns the highest exit code: `NO` if the form
/// cannot hold a puzzle.
pub fn run(words: &Convert, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(to) = to(&words.to) else {
        anyhow::bail!("`{}` is no form; known are {}", words.to, names().join(", "));
    };
    let mut highest = code::YES;
    let mut chosen: Vec<(String, Puzzle)> = Vec::new();
    for source in words.inputs.sources()? {
        let loaded = read(source.as_deref(), words.inputs.bounds()).and_then(|input| {
            let name = input.name.clone();
            input.puzzles(words.inputs.form.as_deref()).map(|loaded| (name, loaded))
        });
        match loaded {
            Ok((name, loaded)) => {
                let several = loaded.puzzles.len() > 1;
                for (at, puzzle) in loaded.puzzles.into_iter().enumerate() {
                    if words.case.is_none_or(|case| case == at + 1) {
                        let case = if several { format!("{name} (puzzle {})", at + 1) } else { name.clone() };
                        chosen.push((case, puzzle));
                    }
                }
            }
            Err(error) => {
                say!("{error}");
                highest = highest.max(code::UNUSABLE);
            }
        }
    }
    if matches!(to, To::Svg | To::Toml) && chosen.len() > 1 {
        anyhow::bail!(
            "{} puzzles do not fit one file of this form; --case N takes one, html holds several",
            chosen.len()
        );
    }
    if let To::Html = to {
        let puzzles: Vec<&Puzzle> = chosen.iter().map(|(_, puzzle)| puzzle).collect();
        let text = page(&puzzles).map_err(|why| anyhow::anyhow!("{why}"))?;
        out.write_all(text.as_bytes())?;
        return Ok(highest);
    }
    for (at, (name, puzzle)) in chosen.iter().enumerate() {
        match converted(puzzle, to) {
            Ok((text, left_out)) => {
                if at > 0 && text.matches('\n').count() > 1 {
                    writeln!(out)?;
                }
                out.write_all(text.as_bytes())?;
                if !left_out.is_empty() {
                    say!("{name}: left out, because {} has no place for it: {}", words.to, left_out.join("; "));
                }
            }
            Err(why) => {
                out.flush()?;
                say!("{name}: {why}");
                highest = highest.max(code::NO);
            }
        }
    }
    Ok(highest)
}

/// A puzzle in another form, and what was left out. `Err` says what the form cannot hold.
fn converted(puzzle: &Puzzle, to: To) -> Result<(String, Vec<String>), String> {
    let all = |text: String| (text, Vec::new());
    match to {
        To::Toml => Ok(all(write_toml(puzzle))),
        To::Text => drawn(puzzle).map(all),
        To::Svg => svg(puzzle).map(all),
        To::Html => page(&[puzzle]).map(all),
        To::Form(form) => {
            // A grid is also its items and options.
            let listed = match (&puzzle.shape, &form.text) {
                (Shape::Grid(grid), Text::Listings { .. }) if grid.weights.is_none() && form.holds.is_exact() => {
                    Some(Puzzle { shape: encode(&puzzle.shape).listing().into(), ..puzzle.clone() })
                }
                _ => None,
            };
            let puzzle = listed.as_ref().unwrap_or(puzzle);
            let loss = form.loss(puzzle);
            match loss.essential.is_empty() {
                true => Ok((form.write_all(puzzle), loss.left_out)),
                false => Err(format!("the form {} cannot hold {}", form.id, loss.essential.join(", nor "))),
            }
        }
    }
}
