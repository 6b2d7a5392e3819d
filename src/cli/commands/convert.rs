//! `convert`: writes puzzles in another form, or draws them.

use super::{Example, Run};
use crate::cli::args::{CASE, INPUT, Inputs, OUTPUT, names, whole_from_one};
use crate::cli::{code, notice};
use crate::puzzle::{Export, ExportError, Exported, Puzzle, page};
use std::io::Write;

/// Print puzzles in another form, or draw them
///
/// What the other form cannot hold is named on standard error. A puzzle with rules that the form
/// cannot hold is refused, unless --lossy is given.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Form to print: one of `quadrille kinds`, toml, or a drawing: text, svg, html
    #[arg(long, value_name = "FORM", value_parser = names(Export::all().map(Export::id)), hide_possible_values = true,
          help_heading = OUTPUT)]
    to: String,
    #[arg(long, value_name = "N", value_parser = whole_from_one, help_heading = INPUT, help = CASE)]
    case: Option<usize>,
    /// Leave out rules, diagonals and weights that the form cannot hold, which makes another puzzle
    #[arg(long, help_heading = OUTPUT)]
    lossy: bool,
}

impl Run for Args {
    const ON_FIRST_PAGE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        ("quadrille convert --to line puzzles/sudoku-9x9-gentle.toml", "Print the grid as one line."),
        ("quadrille convert --to knuth puzzles/sudoku-4x4-first.toml", "Print the grid as an exact cover."),
        ("quadrille convert --to svg puzzles/jigsaw-9x9.toml > jigsaw.svg", "Draw the grid."),
    ];

    /// Prints every puzzle in the form asked for. Returns the highest exit code: `NO` if the form
    /// cannot hold a puzzle.
    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let to = Export::named(&self.to).expect("the argument's parser lists the same names");
        let (mut chosen, mut highest): (Vec<(String, Puzzle)>, u8) = (Vec::new(), code::YES);
        for source in self.inputs.sources()? {
            let (name, loaded) = match self.inputs.load(source.as_deref()) {
                Ok(found) => found,
                Err(error) => {
                    say!("{error}");
                    highest = highest.max(code::UNUSABLE);
                    continue;
                }
            };
            let several = loaded.puzzles.len() > 1;
            for (at, puzzle) in loaded.puzzles.into_iter().enumerate() {
                if self.case.is_none_or(|case| case == at + 1) {
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
                say_left_out(name, &self.to, &to.left_out_of_drawing(puzzle));
            }
            return Ok(highest);
        }
        for (at, (name, puzzle)) in chosen.iter().enumerate() {
            let mut written = to.write(puzzle);
            if let (true, Err(ExportError::CannotHold { parts, .. })) = (self.lossy, &written) {
                let parts = parts.clone();
                written = to.write(&puzzle.without_rules()).map(|written| {
                    let left_out = parts.into_iter().chain(written.left_out).collect();
                    Exported { left_out, ..written }
                });
            }
            match written {
                Ok(written) => {
                    if at > 0 && written.text.matches('\n').count() > 1 {
                        writeln!(out)?;
                    }
                    out.write_all(written.text.as_bytes())?;
                    say_left_out(name, &self.to, &written.left_out);
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
}

/// Lists on standard error the parts that the form cannot hold.
fn say_left_out(name: &str, to: &str, left_out: &[String]) {
    if !left_out.is_empty() {
        notice::tell(&format!("{name}: left out, because {to} cannot hold it: {}", left_out.join("; ")));
    }
}
