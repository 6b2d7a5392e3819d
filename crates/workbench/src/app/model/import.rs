//! The puzzles of a text that was pasted or read from a file.

use quadrille_puzzle::{LoadError, Offer, Proposals, Puzzle, draw, load};

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
    /// For each offer of a puzzle whose rules are drawn, the meaning that is taken. Empty if there
    /// is none, or several puzzles.
    pub picks: Vec<Option<usize>>,
    /// The index of the selected offer.
    pub offer: usize,
}

impl Import {
    /// The name of a text that was pasted.
    pub const PASTED: &str = "pasted";

    /// Returns whether the text was pasted, so that no file holds these puzzles.
    pub(crate) fn is_pasted(&self) -> bool {
        self.name == Import::PASTED
    }

    fn of(name: &str, choices: Vec<Puzzle>, note: Option<String>) -> Import {
        let several = choices.len() > 1;
        Import { name: name.to_string(), several, choices, cursor: 0, note, drawn: false, picks: Vec::new(), offer: 0 }
    }

    /// Puzzles with rules that are only drawn. `refused` names the first one.
    pub(crate) fn of_drawn(name: &str, refused: &str, puzzles: Vec<Puzzle>) -> Import {
        let picks = match &puzzles[..] {
            [puzzle] => {
                let has_way = |all: &&Proposals| all.offers.iter().any(|offer| !offer.ways.is_empty());
                puzzle.proposals.as_ref().filter(has_way).map_or(Vec::new(), Proposals::picks)
            }
            _ => Vec::new(),
        };
        let note = match picks.is_empty() {
            true => format!("{refused}. Opened here, such rules are only drawn: no answer regards them"),
            false => "The rules of this puzzle are drawn, and words say them".to_string(),
        };
        Import { drawn: true, picks, ..Import::of(name, puzzles, Some(note)) }
    }

    /// Reads the puzzles of a text. If the form is ambiguous, returns the first puzzle of each
    /// reading.
    ///
    /// # Errors
    ///
    /// The reason why the text cannot be read: a text, with the offending line drawn.
    pub fn read(name: &str, text: &str) -> Result<Import, String> {
        let import = |choices, note| Import::of(name, choices, note);
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
            Err(LoadError::Foreign(error, loaded)) => Ok(Import::of_drawn(name, &error.message, loaded.puzzles)),
            Err(LoadError::Parse(error)) => Err(draw(name, text, &error)),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The offers for the drawings of the puzzle. Empty if there are no picks.
    pub fn offers(&self) -> &[Offer] {
        match (&self.choices[0].proposals, self.picks.is_empty()) {
            (Some(proposals), false) => &proposals.offers,
            _ => &[],
        }
    }

    /// The sentences that no offer follows.
    pub fn left(&self) -> &[String] {
        self.choices[0].proposals.as_ref().map_or(&[], |proposals| &proposals.words)
    }

    /// Takes the selected offer's next meaning; after the last one it is left drawn.
    pub(crate) fn next_meaning(&mut self) {
        let n_ways = self.offers()[self.offer].ways.len();
        let pick = &mut self.picks[self.offer];
        *pick = Some(pick.map_or(0, |way| way + 1)).filter(|&way| way < n_ways);
    }

    /// Leaves the selected offer drawn, or takes its first meaning.
    pub(crate) fn toggle(&mut self) {
        match self.picks[self.offer] {
            Some(_) => self.picks[self.offer] = None,
            None => self.next_meaning(),
        }
    }

    /// The selected puzzle, with what is picked as rules.
    pub fn chosen(&self) -> Puzzle {
        let puzzle = self.choices[self.cursor].clone();
        if self.picks.is_empty() { puzzle } else { puzzle.with_picks(&self.picks) }
    }

    /// The name of a puzzle of the text: `list.txt #3`.
    pub fn part(&self, at: usize) -> String {
        if self.several { format!("{} #{}", self.name, at + 1) } else { self.name.clone() }
    }
}
