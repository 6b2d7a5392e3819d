//! `convert`: writes puzzles in another form, or draws them.

use super::args::Convert;
use super::{code, notice};
use crate::puzzle::{Export, Puzzle, page};
use std::io::Write;

/// Prints every puzzle in the form asked for. Returns the highest exit code: `NO` if the form
/// cannot hold a puzzle.
pub fn run(words: &Convert, out: &mut dyn Write) -> anyhow::Result<u8> {
    let to = Export::named(&words.to).expect("the argument's parser lists the same names");
    let (mut chosen, mut highest): (Vec<(String, Puzzle)>, u8) = (Vec::new(), code::YES);
    for source in words.inputs.sources()? {
        let (name, loaded) = match words.inputs.load(source.as_deref()) {
            Ok(found) => found,
            Err(error) => {
                say!("{error}");
                highest = highest.max(code::UNUSABLE);
                continue;
            }
        };
        let several = loaded.puzzles.len() > 1;
        for (at, puzzle) in loaded.puzzles.into_iter().enumerate() {
            if words.case.is_none_or(|case| case == at + 1) {
                let case = if several { format!("{name} (puzzle {})", at + 1) } else { name.clone() };
                chosen.push((case, puzzle));
            }
        }
    }
    if to.is_single() && chosen.len() > 1 {
        anyhow::bail!(
            "{} puzzles do not fit one file of this form; --case N takes one, html holds several",
            chosen.len()
        );
    }
    if let Export::Html = to {
        let puzzles: Vec<&Puzzle> = chosen.iter().map(|(_, puzzle)| puzzle).collect();
        let text = page(&puzzles).map_err(|why| anyhow::anyhow!("{why}"))?;
        out.write_all(text.as_bytes())?;
        for (name, puzzle) in &chosen {
            say_left_out(name, &words.to, &to.left_out_of_drawing(puzzle));
        }
        return Ok(highest);
    }
    for (at, (name, puzzle)) in chosen.iter().enumerate() {
        match to.write(puzzle) {
            Ok(own) => {
                if at > 0 && own.text.matches('\n').count() > 1 {
                    writeln!(out)?;
                }
                out.write_all(own.text.as_bytes())?;
                say_left_out(name, &words.to, &own.left_out);
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

/// Lists on standard error the parts that the form cannot hold.
fn say_left_out(name: &str, to: &str, left_out: &[String]) {
    if !left_out.is_empty() {
        notice::tell(&format!("{name}: left out, because {to} cannot hold it: {}", left_out.join("; ")));
    }
}
