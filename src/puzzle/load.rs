//! From a text to puzzles: every reader is tried, and the one that takes the whole text is right.

use super::kinds::KINDS;
use super::model::{Form, Puzzle};
use super::scan::ParseError;
use super::toml_form::{self, TOML};
use super::{Grid, Kind};

/// What a text turned out to be.
#[derive(Debug)]
pub struct Loaded {
    pub puzzles: Vec<Puzzle>,
    /// Something that the reader had to assume, for the reader of the file to know.
    pub note: Option<String>,
}

/// Why a text is not taken.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// Several readers take the whole text.
    #[error("this can be read as {}", list(.0))]
    Ambiguous(Vec<(&'static Kind, &'static Form)>),
    #[error("`{0}` is no kind and no form: `quadrille kinds` lists them")]
    UnknownForm(String),
}

fn list(choices: &[(&'static Kind, &'static Form)]) -> String {
    let names: Vec<String> = choices.iter().map(|(kind, form)| format!("{} ({})", kind.id, form.id)).collect();
    names.join(" or as ")
}

/// Reads a text. `wanted` names a kind or a form, and leaves the others out.
pub fn load(text: &str, wanted: Option<&str>) -> Result<Loaded, LoadError> {
    if toml_form::looks_like_toml(text) && wanted.is_none_or(|wanted| wanted == TOML.id) {
        return Ok(Loaded { puzzles: vec![toml_form::read(text)?], note: None });
    }
    let readers: Vec<(&'static Kind, &'static Form)> = KINDS
        .iter()
        .flat_map(|&kind| kind.forms.iter().map(move |&form| (kind, form)))
        .filter(|(kind, form)| wanted.is_none_or(|wanted| wanted == kind.id || wanted == form.id))
        .collect();
    if readers.is_empty() {
        return Err(LoadError::UnknownForm(wanted.unwrap_or_default().to_string()));
    }
    let mut taken: Vec<(&'static Kind, &'static Form, Vec<Grid>)> = Vec::new();
    let mut furthest: Option<ParseError> = None;
    for (kind, form) in readers {
        match (form.read)(text) {
            Ok(grids) => taken.push((kind, form, grids)),
            Err(error) if furthest.as_ref().is_none_or(|best| error.place > best.place) => furthest = Some(error),
            Err(_) => {}
        }
    }
    match (taken.len(), furthest) {
        (1, _) => {
            let (kind, form, grids) = taken.remove(0);
            let note = grids.first().and_then(alphabet_note);
            Ok(Loaded { puzzles: grids.into_iter().map(|grid| Puzzle::new(kind, form, grid)).collect(), note })
        }
        (0, Some(error)) => Err(error.into()),
        _ => Err(LoadError::Ambiguous(taken.into_iter().map(|(kind, form, _)| (kind, form)).collect())),
    }
}

/// Of 16 symbols without a 0 and a G among them nobody can say whether they start at 0 or at 1.
fn alphabet_note(grid: &Grid) -> Option<String> {
    let own = &grid.alphabet;
    let last = own.symbols().last()?;
    let unsure = own.len() > 9 && *own == super::Alphabet::usual(own.len());
    let seen = grid.cells.iter().any(|entry| entry.symbol() == Some(last));
    (unsure && !seen)
        .then(|| format!("read with the symbols {}; neither 0 nor {} is in it", own.name(), own.char(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_read_as_its_kind_and_written_back_the_same() {
        for kind in KINDS {
            let loaded = load(kind.sample, Some(kind.id)).unwrap();
            let puzzle = &loaded.puzzles[0];
            assert_eq!(puzzle.kind.id, kind.id);
            assert_eq!(puzzle.write(&puzzle.grid), kind.sample, "{}", kind.id);
            for form in kind.forms {
                let text = (form.write)(&puzzle.grid);
                let again = load(&text, Some(form.id)).unwrap_or_else(|error| panic!("{} {error}\n{text}", form.id));
                assert_eq!(again.puzzles[0].grid, puzzle.grid, "{} as {}", kind.id, form.id);
            }
            let toml = toml_form::write(puzzle);
            let again = load(&toml, None).unwrap_or_else(|error| panic!("{error}\n{toml}"));
            assert_eq!((&again.puzzles[0].grid, again.puzzles[0].kind.id), (&puzzle.grid, kind.id));
        }
    }

    #[test]
    fn nine_rows_of_digits_may_be_two_things() {
        let text = KINDS[2].sample;
        match load(text, None) {
            Err(LoadError::Ambiguous(choices)) => {
                assert_eq!(choices.iter().map(|(kind, _)| kind.id).collect::<Vec<_>>(), ["sudoku", "target"]);
            }
            other => panic!("{other:?}"),
        }
        assert!(load(text, Some("target")).is_ok() && load(text, Some("p1074")).is_ok());
        assert!(matches!(load(text, Some("chess")), Err(LoadError::UnknownForm(_))));
    }

    #[test]
    fn an_unknown_key_is_refused_where_it_stands() {
        let good = toml_form::write(&load(KINDS[0].sample, None).unwrap().puzzles[0]);
        let error = |text: &str| match load(text, None) {
            Err(LoadError::Parse(error)) => error,
            other => panic!("{other:?}"),
        };
        let wrong = error(&good.replace("size", "sice"));
        assert_eq!(wrong.place.line, 5, "{wrong}");
        assert!(wrong.message.contains("sice"), "{wrong}");
        let short = error(&good.replace("53..7....", "53..7..."));
        assert_eq!((short.place.line, short.place.column), (7, 9), "{short}");
        assert!(error(&good.replace("format = 1", "format = 2")).message.contains("format 2"));
    }
}
