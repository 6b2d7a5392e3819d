//! Reads puzzles from a text. Every reader is tried; the right one is the reader that accepts the
//! whole text.

use super::form::{Form, RawPuzzle, Text};
use super::guise::Guise;
use super::judges::JUDGES;
use super::kinds::{KINDS, kind_of, sudoku};
use super::model::Puzzle;
use super::scan::{ParseError, each_line};
use super::shape::Shape;
use super::toml_form::{self, TOML};
use super::{Kind, forms};
use memchr::memrchr;

/// The puzzles read from a text.
#[derive(Debug)]
pub struct Loaded {
    /// The puzzles, in the order of the text. At least one.
    pub puzzles: Vec<Puzzle>,
    /// An assumption that the reader made, to be shown to the user.
    pub note: Option<String>,
}

/// The reason why a text is refused.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No reader accepts the text. The error is that of the reader which came closest.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The puzzles have rules that are not supported. The error names the first one; in the puzzles
    /// they are only drawn.
    #[error("{0}")]
    Foreign(ParseError, Box<Loaded>),
    /// Several readers accept the whole text.
    #[error("this can be read as {}", list(.0))]
    Ambiguous(Vec<(&'static Kind, &'static Form)>),
    /// The name that was asked for is not one of a kind or a form.
    #[error("`{0}` is not a kind or a form: `quadrille kinds` lists them")]
    UnknownForm(String),
}

impl LoadError {
    /// The puzzles without their rules that are not supported, if there is no other error.
    ///
    /// # Errors
    ///
    /// Any other error than [`LoadError::Foreign`].
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille::puzzle::{LoadError, load};
    ///
    /// let refused = load(".FullRank~R1~3", None).unwrap_err();
    /// assert!(refused.to_string().contains("not supported: FullRank"));
    /// let puzzle = refused.only_drawn().unwrap().puzzles.remove(0);
    /// assert_eq!(puzzle.grid().unwrap().only_drawn().unwrap(), "1 fullrank");
    /// ```
    pub fn only_drawn(self) -> Result<Loaded, LoadError> {
        match self {
            LoadError::Foreign(_, loaded) => Ok(*loaded),
            other => Err(other),
        }
    }
}

fn list(choices: &[(&'static Kind, &'static Form)]) -> String {
    let names: Vec<String> = choices.iter().map(|(kind, form)| format!("{} ({})", kind.id, form.id)).collect();
    names.join(" or as ")
}

/// Reads a text. If `wanted` names a kind or a form, only its readers are tried. The place of an
/// error is always inside the text.
pub fn load(text: &str, wanted: Option<&str>) -> Result<Loaded, LoadError> {
    read(text, wanted).map_err(|error| match error {
        LoadError::Parse(error) => LoadError::Parse(error.within(text)),
        LoadError::Foreign(error, loaded) => LoadError::Foreign(error.within(text), loaded),
        other => other,
    })
}

fn read(text: &str, wanted: Option<&str>) -> Result<Loaded, LoadError> {
    if toml_form::looks_like_toml(text) && !forms::has_sections(text) || wanted == Some(TOML.id) {
        let puzzle = toml_form::read(text)?;
        if wanted.is_none_or(|wanted| wanted == TOML.id || wanted == puzzle.kind.id) {
            return Ok(Loaded { puzzles: vec![puzzle], note: None });
        }
        let message = format!("the file itself names the kind {}", puzzle.kind.id);
        return Err(ParseError::new(1, 1, message).help("remove --as").into());
    }
    let exchange = forms::EXCHANGE.iter().map(|&form| (&sudoku::KIND, form));
    let readers: Vec<(&'static Kind, &'static Form)> = KINDS
        .iter()
        .flat_map(|&kind| kind.forms.iter().map(move |&form| (kind, form)))
        .chain(exchange)
        .filter(|(kind, form)| wanted.is_none_or(|wanted| wanted == kind.id || wanted == form.id))
        .collect();
    if readers.is_empty() {
        // The input of a judge has several cases, in the judge's own form.
        if let Some(judge) = JUDGES.iter().find(|judge| Some(judge.name) == wanted) {
            let puzzles = judge.puzzles(text)?;
            let none = || ParseError::new(1, 1, "there is no case in this input");
            return if puzzles.is_empty() { Err(none().into()) } else { Ok(Loaded { puzzles, note: None }) };
        }
        return Err(LoadError::UnknownForm(wanted.unwrap_or_default().to_string()));
    }
    let mut taken: Vec<(&'static Kind, &'static Form, Vec<RawPuzzle>)> = Vec::new();
    let mut refused: Vec<Refused> = Vec::new();
    for (kind, form) in readers {
        match drafts(form, text) {
            Ok(drafts) if drafts.is_empty() => {}
            Ok(drafts) => {
                if let Some(error) = drafts.iter().find_map(|draft| draft.refused.clone()) {
                    refused.push(Refused { error, kind, form, by_looks: false, drafts });
                    continue;
                }
                let faults = drafts.iter().map(|draft| says_nothing(&draft.shape));
                match faults.reduce(Option::and).flatten().filter(|_| wanted.is_none()) {
                    Some((fault, help)) => {
                        let error = ParseError::new(1, 1, fault).help(help);
                        refused.push(Refused { error, kind, form, by_looks: true, drafts: Vec::new() });
                    }
                    None => taken.push((kind, form, drafts)),
                }
            }
            Err(error) => {
                // Almost any text is a listing of one item, so the error of a reader of listings
                // counts only if a listing was asked for or the text looks like one.
                let by_looks = wanted.is_none() && matches!(form.text, Text::Listings { .. });
                refused.push(Refused { error, kind, form, by_looks, drafts: Vec::new() });
            }
        }
    }
    // Sixteen lines of sixteen characters are one grid, not sixteen grids of one line each.
    if taken.iter().any(|(_, form, _)| form.id == sudoku::ROWS.id) {
        taken.retain(|(_, form, _)| form.id != sudoku::LINE.id || wanted == Some(form.id));
    }
    match taken.len() {
        1 => {
            let (kind, form, drafts) = taken.remove(0);
            Ok(loaded(kind, form, drafts))
        }
        0 => {
            let Some(Refused { mut error, kind, form, drafts, .. }) = nearest(text, refused) else {
                return Err(ParseError::new(1, 1, "there is no puzzle in this text")
                    .help("`quadrille kinds` lists what can be read")
                    .into());
            };
            if wanted.is_none() {
                let read_as =
                    format!("read as {} ({}), the nearest form; use --as to choose another", kind.id, form.id);
                error.help = Some(error.help.map_or(read_as.clone(), |help| format!("{help}\n{read_as}")));
            }
            match drafts[..] {
                [] => Err(error.into()),
                _ => Err(LoadError::Foreign(error, Box::new(loaded(kind, form, drafts)))),
            }
        }
        _ => Err(LoadError::Ambiguous(taken.into_iter().map(|(kind, form, _)| (kind, form)).collect())),
    }
}

/// The length of a text from which on grids are looked for in its beginning first.
const LONG: usize = 1 << 18;

/// The length of that beginning.
const BEGINNING: usize = 1 << 16;

/// The puzzles of a text in a form. A grid has a few dozen lines, so a long text is not read as
/// grids if the first half of its beginning is none.
fn drafts(form: &Form, text: &str) -> Result<Vec<RawPuzzle>, ParseError> {
    if text.len() > LONG
        && !matches!(form.text, Text::Listings { .. })
        && let Some(end) = memrchr(b'\n', &text.as_bytes()[..BEGINNING])
        && let Err(error) = form.drafts(&text[..end])
        && error.place.line < each_line(&text[..end]).count() / 2
    {
        return Err(error);
    }
    form.drafts(text)
}

/// The puzzles of a form's reader.
fn loaded(kind: &'static Kind, form: &'static Form, drafts: Vec<RawPuzzle>) -> Loaded {
    let note = drafts.first().and_then(|draft| alphabet_note(&draft.shape));
    let is_exchange = forms::EXCHANGE.iter().any(|other| other.id == form.id);
    let puzzle = |RawPuzzle { shape, marks, meta, .. }| {
        // An exchange form holds every kind of grid.
        let kind = shape.grid().filter(|_| is_exchange).map_or(kind, kind_of);
        // The form of the text cannot hold rules that are only drawn.
        let is_drawn = shape.grid().is_some_and(|grid| grid.only_drawn().is_some());
        let form = if is_drawn { &TOML } else { form };
        Puzzle { marks, meta, ..Puzzle::new(kind, form, shape) }
    };
    Loaded { puzzles: drafts.into_iter().map(puzzle).collect(), note }
}

/// Reads a text of one sudoku per line, some lines of which are invalid. Returns the puzzles and an
/// error for each invalid line. `None` if the text is not of this form or has no invalid line.
pub fn load_lines(text: &str, wanted: Option<&str>) -> Option<(Loaded, Vec<ParseError>)> {
    wanted.is_none_or(|wanted| wanted == sudoku::LINE.id || wanted == sudoku::KIND.id).then_some(())?;
    let (mut puzzles, mut refused) = (Vec::new(), Vec::new());
    for read in sudoku::read_each(text)? {
        match read {
            Ok(grid) => puzzles.push(Puzzle::new(&sudoku::KIND, &sudoku::LINE, Shape::Grid(grid))),
            Err(error) => refused.push(error.within(text)),
        }
    }
    let note = puzzles.first().and_then(|puzzle: &Puzzle| alphabet_note(&puzzle.shape));
    (!refused.is_empty()).then_some((Loaded { puzzles, note }, refused))
}

/// A reader that refused a text, and its error.
struct Refused {
    error: ParseError,
    kind: &'static Kind,
    form: &'static Form,
    /// The error counts only if the text looks like the form's texts.
    by_looks: bool,
    /// The puzzles, if they can be had without the rules that the error is about.
    drafts: Vec<RawPuzzle>,
}

/// The error of the reader that was probably meant. Readers whose look fits come first, then the
/// reader that got furthest in the text.
fn nearest(text: &str, refused: Vec<Refused>) -> Option<Refused> {
    // A text that begins with a form's keyword can only be of that form.
    let says = |refusal: &Refused| {
        matches!(refusal.form.guise, Guise::Opens(_) | Guise::Signed) && refusal.form.guise.fits(text)
    };
    let is_said = refused.iter().any(says);
    let ranked = refused
        .into_iter()
        .map(|refusal| (if is_said { says(&refusal) } else { refusal.form.guise.fits(text) }, refusal));
    let meant = ranked.filter(|(likely, refusal)| *likely || !refusal.by_looks);
    let further = |(likely, refusal): &(bool, Refused), (best_likely, best): &(bool, Refused)| {
        (likely, refusal.error.place) > (best_likely, best.error.place)
    };
    meant.reduce(|best, next| if further(&next, &best) { next } else { best }).map(|(_, refusal)| refusal)
}

/// The reason why a listing is probably a text of another form (it has no options, or a single
/// item), and the help. `None` for a grid and for a plausible listing.
fn says_nothing(shape: &Shape) -> Option<(&'static str, &'static str)> {
    let listing = shape.listing()?;
    // A listing generated from a text of its kind is intended, even if nothing is left to choose.
    match (listing.source.is_some(), listing.options.is_empty()) {
        (true, _) => None,
        (false, true) => Some((
            "this is a listing without options: there is nothing to choose from",
            "the first line declares every item; each line after it is an option",
        )),
        // A set cover begins with its keyword, so a single item is intended.
        (false, false) if listing.items.len() < 2 && !listing.repeated => {
            Some(("this looks like a listing of one item", "if it is meant as one, say so: --as knuth"))
        }
        (false, false) => None,
    }
}

/// A note for a grid in which neither 0 nor the last symbol occurs. Its symbols may start at 0 or
/// at 1.
fn alphabet_note(shape: &Shape) -> Option<String> {
    let grid = shape.grid()?;
    let alphabet = &grid.alphabet;
    let last = alphabet.symbols().last()?;
    let unsure = alphabet.len() > 9 && *alphabet == super::Alphabet::usual(alphabet.len());
    let seen = grid.cells.iter().any(|entry| entry.symbol() == Some(last));
    (unsure && !seen)
        .then(|| format!("read with the symbols {}; neither 0 nor {} is in it", alphabet.name(), alphabet.char(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part that must survive a round trip: a grid, or the options' items. A matrix has no item
    /// names.
    fn cells(shape: &Shape) -> String {
        match shape {
            Shape::Grid(grid) => format!("{grid:?}"),
            Shape::Listing(listing) => format!("{:?}", listing.options.iter().map(|o| o.items).collect::<Vec<_>>()),
        }
    }

    #[test]
    fn every_sample_is_read_as_its_kind_and_written_back_the_same() {
        for kind in KINDS {
            let loaded = load(kind.sample, Some(kind.id)).unwrap();
            let puzzle = &loaded.puzzles[0];
            assert_eq!(puzzle.kind.id, kind.id);
            assert_eq!(puzzle.form.write(&puzzle.shape), kind.sample, "{}", kind.id);
            // The source text of a generated listing can be written in its form only.
            let made = puzzle.shape.listing().is_some_and(|listing| listing.source.is_some() || listing.repeated);
            let holds = |form: &Form| puzzle.grid().is_some() || !made && form.holds.is_exact();
            for form in kind.forms.iter().filter(|form| holds(form) || form.id == puzzle.form.id) {
                let text = form.write(&puzzle.shape);
                let again = load(&text, Some(form.id)).unwrap_or_else(|error| panic!("{} {error}\n{text}", form.id));
                assert_eq!(cells(&again.puzzles[0].shape), cells(&puzzle.shape), "{} as {}", kind.id, form.id);
            }
            let toml = toml_form::write(puzzle);
            let again = load(&toml, None).unwrap_or_else(|error| panic!("{error}\n{toml}"));
            assert_eq!((cells(&again.puzzles[0].shape), again.puzzles[0].kind.id), (cells(&puzzle.shape), kind.id));
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
    fn a_text_without_a_puzzle_is_no_riddle() {
        for text in ["# hello\n", "end\n"] {
            assert!(matches!(load(text, None), Err(LoadError::Parse(_))), "{text}");
        }
        let line = KINDS[0].sample;
        assert_eq!(load(&line.repeat(81), None).unwrap().puzzles.len(), 81);
        let small = "1..............2\n".repeat(16);
        assert_eq!(load(&small, None).unwrap().puzzles.len(), 1, "a square block is one grid");
        assert_eq!(load(&small, Some("line")).unwrap().puzzles.len(), 16);
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
