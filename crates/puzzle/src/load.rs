//! Reads puzzles from a text. Every reader is tried; the right one is the reader that accepts the
//! whole text.

use super::alphabet::Alphabet;
use super::form::{ANY, Form, MarkedGrid, RawPuzzle, Readings, Text, Yields};
use super::guise::Guise;
use super::kinds::{KINDS, cover, kind_of, multi, sudoku, target, tiling};
use super::model::Puzzle;
use super::note::Note;
use super::propose::Proposals;
use super::scan::{ParseError, each_line};
use super::shape::Shape;
use super::toml_form::{self, TOML};
use super::unwrap::{Unwrapped, unwrapped};
use super::{Grid, Kind, forms, strange};
use memchr::{memchr, memrchr};

/// The puzzles read from a text.
#[derive(Debug)]
pub struct Loaded {
    /// The puzzles, in the order of the text. At least one.
    pub puzzles: Vec<Puzzle>,
}

impl Loaded {
    /// Returns whether the drawings and the words say all rules that are only drawn now. See
    /// [`LoadError::proposed`].
    pub fn is_proposed(&self) -> bool {
        let is_sure = |puzzle: &Puzzle| {
            let is_drawn = puzzle.grid().is_some_and(|grid| grid.only_drawn().is_some());
            !is_drawn || puzzle.proposals.as_ref().is_some_and(Proposals::is_sure)
        };
        self.puzzles.iter().all(is_sure)
    }

    /// The puzzles with the rules that their drawings and words say, each with a note; `None`
    /// unless they say all of them.
    pub fn proposed(&self) -> Option<Vec<Puzzle>> {
        let with = |puzzle: &Puzzle| {
            let picks = puzzle.proposals.as_ref().map_or(Vec::new(), Proposals::picks);
            puzzle.clone().with_picks(&picks)
        };
        self.is_proposed().then(|| self.puzzles.iter().map(with).collect())
    }

    /// The notes about the text, each once: choices between two meanings, and what was left out.
    pub fn notes(&self) -> Vec<&Note> {
        let mut notes: Vec<&Note> = Vec::new();
        for note in self.puzzles.iter().flat_map(|puzzle| &puzzle.notes) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        notes
    }
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
    /// The puzzles with the rules that their drawings and words mean together, if each of them says
    /// so without a doubt and there is no other error. A note says what was taken.
    ///
    /// # Errors
    ///
    /// The same error, if a puzzle has a drawing or a sentence that no proposal follows.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::load;
    ///
    /// let text = r##"{"cells": [[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],
    ///     "regions": [[[0,0],[0,1],[1,0],[1,1]], [[0,2],[0,3],[1,2],[1,3]],
    ///                 [[2,0],[2,1],[3,0],[3,1]], [[2,2],[2,3],[3,2],[3,3]]],
    ///     "lines": [{"wayPoints": [[0.5,0.5],[0.5,2.5]], "color": "#f067f0"}],
    ///     "metadata": {"rules": "Normal sudoku rules apply. Purple lines are renbans."}}"##;
    /// let puzzle = load(text, None).unwrap_err().proposed().unwrap().puzzles.remove(0);
    /// assert_eq!(puzzle.grid().unwrap().rules[0].id, "renban");
    /// ```
    pub fn proposed(self) -> Result<Loaded, LoadError> {
        match self {
            LoadError::Foreign(error, loaded) => {
                loaded.proposed().map(|puzzles| Loaded { puzzles }).ok_or(LoadError::Foreign(error, loaded))
            }
            other => Err(other),
        }
    }

    /// The puzzles without their rules that are not supported, if there is no other error.
    ///
    /// # Errors
    ///
    /// Any other error than [`LoadError::Foreign`].
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::{LoadError, load};
    ///
    /// let refused = load(".ChaosArrow~R1C1", None).unwrap_err();
    /// assert!(refused.to_string().contains("not supported: ChaosArrow"));
    /// let puzzle = refused.only_drawn().unwrap().puzzles.remove(0);
    /// assert_eq!(puzzle.grid().unwrap().only_drawn().unwrap(), "1 chaosarrow");
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

/// The form that a user asks for: the name of a kind or a form, and perhaps the symbols of its
/// grids after a colon, as in `rows:0-8`.
#[derive(Default)]
struct Wanted<'a> {
    name: Option<&'a str>,
    symbols: Option<Alphabet>,
}

impl Wanted<'_> {
    fn of(text: Option<&str>) -> Result<Wanted<'_>, LoadError> {
        let Some(text) = text else { return Ok(Wanted::default()) };
        let Some((name, symbols)) = text.split_once(':') else { return Ok(Wanted { name: Some(text), symbols: None }) };
        match Alphabet::named(symbols) {
            Some(symbols) => Ok(Wanted { name: Some(name), symbols: Some(symbols) }),
            None => Err(LoadError::UnknownForm(text.to_string())),
        }
    }

    fn allows(&self, kind: &Kind, form: &Form) -> bool {
        let is_named = self.name.is_none_or(|wanted| wanted == kind.id || wanted == form.id);
        is_named && (self.symbols.is_none() || matches!(form.text, Text::Spelled { .. }))
    }
}

/// Reads a text. If `wanted` names a kind or a form, only its readers are tried; symbols may follow
/// after a colon, as in `rows:0-8`. The place of an error is always inside the text.
pub fn load(text: &str, wanted: Option<&str>) -> Result<Loaded, LoadError> {
    let read = Wanted::of(wanted).and_then(|wanted| read(text, &wanted)).and_then(|loaded| {
        let grids = loaded.puzzles.iter().filter_map(Puzzle::grid);
        match grids.filter_map(Grid::rule_too_many).next() {
            None => Ok(loaded),
            Some((_, message)) => Err(ParseError::new(1, 1, message).into()),
        }
    });
    read.map_err(|error| match error {
        LoadError::Parse(error) => LoadError::Parse(error.within(text)),
        LoadError::Foreign(error, loaded) => LoadError::Foreign(error.within(text), loaded),
        other => other,
    })
}

fn read(text: &str, wanted: &Wanted) -> Result<Loaded, LoadError> {
    if toml_form::looks_like_toml(text) && !forms::has_sections(text) && !forms::is_block(text)
        || wanted.name == Some(TOML.id)
    {
        let mut puzzle = toml_form::read(text)?;
        let note = puzzle.grid().and_then(Grid::note_of_areas);
        puzzle.notes.extend(note);
        if wanted.name.is_none_or(|wanted| wanted == TOML.id || wanted == puzzle.kind.id) {
            return Ok(Loaded { puzzles: vec![puzzle] });
        }
        let message = format!("the file itself names the kind {}", puzzle.kind.id);
        return Err(ParseError::new(1, 1, message).help("remove --as").into());
    }
    let exchange = forms::EXCHANGE.iter().map(|&form| (&sudoku::KIND, form));
    let readers: Vec<Reader> = KINDS
        .iter()
        .flat_map(|&kind| kind.forms.iter().map(move |&form| (kind, form)))
        .chain(exchange)
        .filter(|(kind, form)| wanted.allows(kind, form))
        .collect();
    if readers.is_empty() {
        return Err(LoadError::UnknownForm(wanted.name.unwrap_or_default().to_string()));
    }
    if wanted.name.is_none()
        && let Some(error) = strange::rule_beside_puzzles(text)
    {
        return Err(error.into());
    }
    let tried = try_readers(text, &readers, wanted, false);
    if !tried.taken.is_empty() {
        return tried.only(Vec::new());
    }
    // If the signature of a form fits, the error of its reader is shown and nothing is unwrapped.
    let is_signed = |refusal: &Refused| match refusal.form.guise {
        Guise::Signed => refusal.form.id != forms::CSV.id,
        Guise::Opens(_) => refusal.form.guise.fits(text),
        _ => false,
    };
    if tried.refused.iter().any(is_signed) {
        return tried.fault(text, wanted);
    }
    let mut nearer = None;
    let bare: Vec<Reader> = readers.iter().copied().filter(|(_, form)| takes_bare_cells(form)).collect();
    let readings = unwrapped(text);
    for (at, inner) in readings.iter().enumerate() {
        // Each list is a row of a grid or a matrix, or an option, not a line of names or counts.
        let is_nested = inner.took.contains("the brackets");
        let again = try_readers(&inner.text, &bare, wanted, is_nested);
        if !again.taken.is_empty() {
            // Two lists of two items each may be a matrix, or options counted from 0.
            let is_option =
                |other: &Unwrapped| try_readers(&other.text, &bare, wanted, false).has(&cover::sets::SUBSETS);
            let is_matrix = again.has(&cover::MATRIX) && readings[at + 1..].iter().any(is_option);
            let options = is_matrix.then(|| {
                let meaning = "reads each list as the items of an option";
                Note::choice("read as a matrix of 0 and 1", cover::sets::SUBSETS.id.to_string(), meaning)
            });
            let are_options = is_nested && again.has(&cover::sets::SUBSETS);
            let listed = are_options.then(|| Note::new("each list is read as the items of an option"));
            return again.only(options.into_iter().chain(listed).chain([Note::unwrapped(inner.words())]).collect());
        }
        if nearer.is_none() && !inner.took.is_empty() {
            nearer = nearest(&inner.text, again.refused).map(|refusal| {
                let place = inner.original(refusal.error.place);
                Refused { error: ParseError { place, ..refusal.error }, ..refusal }
            });
        }
    }
    match strange::looks_like(text, nearer.is_some()).filter(|_| wanted.name.is_none()) {
        Some(error) => Err(error.into()),
        None => match nearer {
            Some(refusal) => Err(refusal.into_error(wanted)),
            None => tried.fault(text, wanted),
        },
    }
}

/// A form, and the kind of puzzles that are read in it.
type Reader = (&'static Kind, &'static Form);

/// Returns whether an unwrapped text may be read in this form. Numbers with weights are a judge's
/// input, which has no wrapping.
fn takes_bare_cells(form: &Form) -> bool {
    form.id != target::P1074.id && !matches!(form.guise, Guise::Opens(_))
}

/// The results of all readers for a text.
struct Tried {
    taken: Vec<(&'static Kind, &'static Form, Vec<RawPuzzle>)>,
    refused: Vec<Refused>,
    /// The choice between two readers.
    note: Option<Note>,
}

/// Tries all readers. `is_nested` says that the text was a list of lists.
fn try_readers(text: &str, readers: &[Reader], wanted: &Wanted, is_nested: bool) -> Tried {
    let mut tried = Tried { taken: Vec::new(), refused: Vec::new(), note: None };
    for &(kind, form) in readers {
        match drafts(form, text, wanted.symbols.as_ref()) {
            Ok(drafts) if drafts.is_empty() => {}
            Ok(drafts) => {
                if let Some(error) = drafts.iter().find_map(|draft| draft.refused.clone()) {
                    tried.refused.push(Refused { error, kind, form, by_looks: false, drafts });
                    continue;
                }
                let faults = drafts.iter().map(|draft| says_nothing(&draft.shape));
                match faults.reduce(Option::and).flatten().filter(|_| wanted.name.is_none()) {
                    Some((fault, help)) => {
                        let error = ParseError::new(1, 1, fault).help(help);
                        tried.refused.push(Refused { error, kind, form, by_looks: true, drafts: Vec::new() });
                    }
                    None => tried.taken.push((kind, form, drafts)),
                }
            }
            Err(error) => {
                // Almost any text is a listing of one item, so the error of a reader of listings
                // counts only if a listing was asked for or the text looks like one.
                let by_looks = wanted.name.is_none() && matches!(form.text, Text::Listings { .. });
                tried.refused.push(Refused { error, kind, form, by_looks, drafts: Vec::new() });
            }
        }
    }
    tried.settle(text, wanted, is_nested);
    tried
}

impl Tried {
    fn has(&self, form: &Form) -> bool {
        self.taken.iter().any(|(_, taken, _)| taken.id == form.id)
    }

    /// Drops each form that yields the text to another. Grids are asked before listings, which may
    /// depend on them.
    fn settle(&mut self, text: &str, wanted: &Wanted, is_nested: bool) {
        let refused: Vec<&str> = self.refused.iter().map(|refusal| refusal.form.id).collect();
        let is_listing = |form: &Form| matches!(form.text, Text::Listings { .. });
        let mut forms: Vec<&Form> = self.taken.iter().map(|&(_, form, _)| form).collect();
        forms.sort_by_key(|form| is_listing(form));
        for form in forms {
            let accepted: Vec<(&str, &[RawPuzzle])> =
                self.taken.iter().map(|(_, form, drafts)| (form.id, &drafts[..])).collect();
            let seen = Readings {
                text,
                is_nested,
                is_asked: wanted.name.is_some(),
                id: form.id,
                accepted: &accepted,
                refused: &refused,
            };
            debug_assert!(form.yields.iter().all(|case| case.to == ANY || is_form(case.to)), "{}", form.id);
            let is_case = |case: &&Yields| seen.accepts(case.to) && (case.when)(&seen);
            let Some(case) = form.yields.iter().find(is_case).filter(|_| wanted.name != Some(form.id)) else {
                continue;
            };
            self.note = case.note.map(|note| note(&seen)).or(self.note.take());
            self.taken.retain(|(_, taken, _)| taken.id != form.id);
        }
    }

    /// The puzzles of the only reader that accepts the text.
    fn only(mut self, notes: Vec<Note>) -> Result<Loaded, LoadError> {
        if self.taken.len() > 1 {
            return Err(LoadError::Ambiguous(self.taken.into_iter().map(|(kind, form, _)| (kind, form)).collect()));
        }
        let (kind, form, drafts) = self.taken.remove(0);
        let mut loaded = loaded(kind, form, drafts);
        for puzzle in &mut loaded.puzzles {
            puzzle.notes.extend(self.note.iter().chain(&notes).cloned());
        }
        Ok(loaded)
    }

    /// The error of the reader that was probably meant.
    fn fault(self, text: &str, wanted: &Wanted) -> Result<Loaded, LoadError> {
        // Rows of points and holes are the board of a tiling.
        let is_board = text.chars().all(|c| c == '.' || c == '#' || c.is_whitespace());
        let mut refused = self.refused;
        if is_board && refused.iter().any(|refusal| refusal.form.id == tiling::pieces::PIECES.id) {
            refused.retain(|refusal| refusal.form.id == tiling::pieces::PIECES.id);
        }
        match nearest(text, refused) {
            Some(refusal) => Err(refusal.into_error(wanted)),
            None => Err(ParseError::new(1, 1, "there is no puzzle in this text")
                .help("`quadrille kinds` lists what can be read")
                .into()),
        }
    }
}

/// Returns whether a form has this id.
fn is_form(id: &str) -> bool {
    KINDS.iter().flat_map(|kind| kind.forms).chain(forms::EXCHANGE).any(|form| form.id == id)
}

/// The length of a text from which on grids are looked for in its beginning first.
const LONG: usize = 1 << 18;

/// The length of that beginning, after its first line.
const BEGINNING: usize = 1 << 16;

/// The puzzles of a text in a form. A grid has a few dozen lines, so a long text is not read as
/// grids if the first half of its beginning is none.
fn drafts(form: &Form, text: &str, symbols: Option<&Alphabet>) -> Result<Vec<RawPuzzle>, ParseError> {
    // A file that is one document has no beginning that says enough.
    if !matches!(form.text, Text::Listings { .. } | Text::OnlyRead { .. })
        && let Some(beginning) = beginning(text)
        && let Err(error) = form.drafts(beginning, symbols)
        && error.place.line < each_line(beginning).count() / 2
    {
        return Err(error);
    }
    form.drafts(text, symbols)
}

/// The first line of a long text, and some lines after it.
fn beginning(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let first = memchr(b'\n', bytes).filter(|_| text.len() > LONG)?;
    let end = memrchr(b'\n', &bytes[..text.len().min(first + BEGINNING)])?;
    Some(&text[..end])
}

/// The puzzles of a form's reader.
fn loaded(kind: &'static Kind, form: &'static Form, drafts: Vec<RawPuzzle>) -> Loaded {
    let is_exchange = forms::EXCHANGE.iter().any(|other| other.id == form.id);
    let puzzle = |RawPuzzle { shape, marks, meta, notes, proposals, .. }| {
        // An exchange form holds every kind of grid.
        let kind = shape.grid().filter(|_| is_exchange).map_or(kind, kind_of);
        // The form of the text cannot hold rules that are only drawn.
        let is_drawn = shape.grid().is_some_and(|grid| grid.only_drawn().is_some());
        let form = if is_drawn || !form.writes() { &TOML } else { form };
        Puzzle { marks, meta, notes, proposals, ..Puzzle::new(kind, form, shape) }
    };
    let mut puzzles: Vec<Puzzle> = drafts.into_iter().map(puzzle).collect();
    let whole = puzzles[0].grid().filter(|_| puzzles.len() == 1).and_then(multi::note_of_whole);
    puzzles[0].notes.extend(whole);
    for puzzle in &mut puzzles {
        let note = puzzle.grid().and_then(Grid::note_of_areas);
        puzzle.notes.extend(note);
    }
    Loaded { puzzles }
}

/// Reads a text of one sudoku per line, some lines of which are invalid. Returns the puzzles and an
/// error for each invalid line. `None` if the text is not of this form, or no line or every line is
/// invalid.
pub fn load_lines(text: &str, wanted: Option<&str>) -> Option<(Loaded, Vec<ParseError>)> {
    let wanted = Wanted::of(wanted).ok().filter(|wanted| wanted.allows(&sudoku::KIND, &sudoku::LINE))?;
    let (mut puzzles, mut refused) = (Vec::new(), Vec::new());
    for read in sudoku::read_each(text, wanted.symbols.as_ref())? {
        match read {
            Ok(MarkedGrid { grid, notes, .. }) => {
                puzzles.push(Puzzle { notes, ..Puzzle::new(&sudoku::KIND, &sudoku::LINE, Shape::Grid(grid)) });
            }
            Err(error) => refused.push(error.within(text)),
        }
    }
    (!refused.is_empty() && !puzzles.is_empty()).then_some((Loaded { puzzles }, refused))
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

impl Refused {
    /// The error, with the form in its help if none was asked for.
    fn into_error(self, wanted: &Wanted) -> LoadError {
        let Refused { mut error, kind, form, drafts, .. } = self;
        if wanted.name.is_none() {
            let read_as = format!("read as {} ({}), the nearest form; use --as to choose another", kind.id, form.id);
            error.help = Some(error.help.map_or(read_as.clone(), |help| format!("{help}\n{read_as}")));
        }
        match drafts[..] {
            [] => error.into(),
            _ => LoadError::Foreign(error, Box::new(loaded(kind, form, drafts))),
        }
    }
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
        // A matrix of zeros.
        (false, true) if !listing.left_out.is_empty() => None,
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
