//! The puzzles of a text that was pasted or read from a file.

use quadrille_puzzle::{LoadError, Proposals, Puzzle, draw, load};

/// The puzzles that a pasted text or a file can be read as. Enter takes the selected one.
#[derive(Clone, Debug)]
pub struct Import {
    /// The file's name, or [`Import::PASTED`].
    pub name: String,
    /// The puzzles, in the order of the list.
    pub choices: Vec<Puzzle>,
    /// The index of the selected puzzle.
    pub cursor: usize,
    /// The note that the text holds several puzzles, or the assumption with which it was read.
    pub note: Option<String>,
    /// True if the choices are several puzzles of one text, rather than several readings of one
    /// puzzle. All of them can then be taken.
    pub several: bool,
    /// True if the puzzles have rules that are not supported, so that they are only drawn. The user
    /// is asked first, even if there is one puzzle only.
    pub drawn: bool,
}

impl Import {
    /// The name of a text that was pasted.
    pub const PASTED: &str = "pasted";

    /// Returns whether the text was pasted, so that no file holds these puzzles.
    pub(crate) fn is_pasted(&self) -> bool {
        self.name == Import::PASTED
    }

    /// Reads the puzzles of a text. If the form is ambiguous, returns the first puzzle of each
    /// reading.
    ///
    /// # Errors
    ///
    /// The reason why the text cannot be read: a text, with the offending line drawn.
    pub fn read(name: &str, text: &str) -> Result<Import, String> {
        let import = |choices: Vec<Puzzle>, note| {
            let several = choices.len() > 1;
            Import { name: name.to_string(), several, choices, cursor: 0, note, drawn: false }
        };
        match load(text, None) {
            Ok(loaded) if loaded.puzzles.is_empty() => Err(format!("{name}: there is no puzzle in it")),
            Ok(loaded) => {
                let several = (loaded.puzzles.len() > 1)
                    .then(|| format!("{} puzzles: pick one, or take them all with a", loaded.puzzles.len()));
                let said: Vec<String> = loaded.notes().iter().map(|note| note.to_string()).chain(several).collect();
                let note = (!said.is_empty()).then(|| said.join("\n"));
                // The other meaning of a text with one puzzle is offered beside it.
                let other = loaded.notes().iter().find_map(|note| note.other.clone());
                let other = other.filter(|_| loaded.puzzles.len() == 1).and_then(|other| load(text, Some(&other)).ok());
                match other {
                    Some(mut other) => {
                        let choices = loaded.puzzles.into_iter().chain(other.puzzles.drain(..1)).collect();
                        Ok(Import { several: false, ..import(choices, note) })
                    }
                    None => Ok(import(loaded.puzzles, note)),
                }
            }
            Err(LoadError::Ambiguous(readers)) => {
                let first = |form: &str| load(text, Some(form)).ok().map(|loaded| loaded.puzzles.into_iter().next());
                let choices = readers.iter().filter_map(|(_, form)| first(form.id)).flatten().collect();
                let note = Some("this can be read in several ways; pick one".to_string());
                Ok(Import { several: false, ..import(choices, note) })
            }
            Err(LoadError::Foreign(error, loaded)) => {
                let lines = loaded.puzzles[0].proposals.as_ref().map_or(Vec::new(), Proposals::lines);
                // The puzzle with the rules that its drawings and words say, and beside it the drawing.
                let proposed = loaded.proposed();
                let said = match proposed {
                    Some(_) => {
                        "The rules of this puzzle are drawn, and its words say them. The first choice takes these \
                                rules; the second only draws them"
                            .to_string()
                    }
                    None => {
                        format!("{}. Opened here, such rules are only drawn: no answer regards them", error.message)
                    }
                };
                let note = [said].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
                let several = loaded.puzzles.len() > 1;
                let choices = proposed.unwrap_or_default().into_iter().chain(loaded.puzzles);
                Ok(Import { drawn: true, several, ..import(choices.collect(), Some(note)) })
            }
            Err(LoadError::Parse(error)) => Err(draw(name, text, &error)),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The name of a puzzle of the text: `list.txt #3`.
    pub fn part(&self, at: usize) -> String {
        if self.several { format!("{} #{}", self.name, at + 1) } else { self.name.clone() }
    }
}
