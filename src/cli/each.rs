//! Goes through every puzzle of the inputs, for the commands that print something about each.

use super::args::Inputs;
use super::code;
use super::input::{encoded, tell_drawn};
use super::printout::Printout;
use super::row::Refused;
use crate::puzzle::{Encoded, Puzzle};
use std::io::Write;

/// A puzzle of an input and its place in it.
pub struct Case<'a> {
    pub file: &'a str,
    pub case: usize,
    /// True if the input has other puzzles.
    pub several: bool,
    pub puzzle: &'a Puzzle,
    pub names: &'a Encoded,
}

impl<'a> Case<'a> {
    /// The notes of the reader.
    pub fn notes(&self) -> Vec<&'a str> {
        self.puzzle.notes.iter().map(|note| note.said.as_str()).collect()
    }

    pub fn title(&self) -> String {
        let case = if self.several { format!(" (puzzle {})", self.case) } else { String::new() };
        format!("{}{case}: {}", self.file, self.puzzle.summary())
    }
}

/// Calls `print` for every puzzle of the inputs. Returns the highest exit code.
pub fn each(
    inputs: &Inputs,
    json: bool,
    out: &mut dyn Write,
    mut print: impl FnMut(&Case, &mut dyn Write) -> anyhow::Result<u8>,
) -> anyhow::Result<u8> {
    let mut highest = code::YES;
    let refuse = |said: &str, refused: Refused, out: &mut dyn Write| -> anyhow::Result<()> {
        out.flush()?;
        say!("{said}");
        Ok(refused.print(json, out)?)
    };
    for source in inputs.sources()? {
        let (name, loaded) = match inputs.load(source.as_deref()) {
            Ok(found) => found,
            Err(error) => {
                refuse(&error.to_string(), error.refused(), out)?;
                highest = highest.max(code::UNUSABLE);
                continue;
            }
        };
        for (at, puzzle) in loaded.puzzles.iter().enumerate() {
            let names = match encoded(puzzle) {
                Ok(names) => names,
                Err(why) => {
                    refuse(&format!("{name}: {why}"), Refused::new(&name, why.to_string()), out)?;
                    highest = highest.max(code::UNUSABLE);
                    continue;
                }
            };
            let several = loaded.puzzles.len() > 1;
            tell_drawn(&name, puzzle);
            let case = Case { file: &name, case: at + 1, several, puzzle, names: &names };
            highest = highest.max(print(&case, out)?);
        }
    }
    Ok(highest)
}
