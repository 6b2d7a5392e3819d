//! Reads puzzles from a text. Every reader is tried; the right one is the reader that accepts the
//! whole text.

use super::alphabet::Alphabet;
use super::form::{Form, MarkedGrid, RawPuzzle, Text};
use super::guise::Guise;
use super::kinds::{KINDS, cover, kind_of, setcover, sudoku, target, tiling};
use super::model::Puzzle;
use super::note::Note;
use super::scan::{Line, ParseError, counted, each_line, lines};
use super::shape::Shape;
use super::symbol_set::SymbolSet;
use super::toml_form::{self, TOML};
use super::unwrap::{Unwrapped, unwrapped};
use super::{Grid, Kind, forms, samurai, strange};
use memchr::{memchr, memrchr};

/// The puzzles read from a text.
#[derive(Debug)]
pub struct Loaded {
    /// The puzzles, in the order of the text. At least one.
    pub puzzles: Vec<Puzzle>,
}

impl Loaded {
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
    if toml_form::looks_like_toml(text) && !forms::has_sections(text) || wanted.name == Some(TOML.id) {
        let puzzle = toml_form::read(text)?;
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
    let tried = try_readers(text, &readers, wanted);
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
        let mut again = try_readers(&inner.text, &bare, wanted);
        if inner.took.contains("the brackets") {
            // Each list is a row of a grid or a matrix, or an option, not a line of names or counts.
            again.drop_lines(wanted);
        }
        if !again.taken.is_empty() {
            // Two lists of two items each may be a matrix, or options counted from 0.
            let is_option = |other: &Unwrapped| try_readers(&other.text, &bare, wanted).has(&cover::sets::SUBSETS);
            let is_matrix = again.has(&cover::MATRIX) && readings[at + 1..].iter().any(is_option);
            let options = is_matrix.then(|| {
                let meaning = "reads each list as the items of an option";
                Note::choice("read as a matrix of 0 and 1", cover::sets::SUBSETS.id.to_string(), meaning)
            });
            let are_options = inner.took.contains("the brackets") && again.has(&cover::sets::SUBSETS);
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

fn try_readers(text: &str, readers: &[Reader], wanted: &Wanted) -> Tried {
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
    tried.settle(text, wanted);
    tried
}

impl Tried {
    fn has(&self, form: &Form) -> bool {
        self.taken.iter().any(|(_, taken, _)| taken.id == form.id)
    }

    fn drop(&mut self, form: &Form, wanted: &Wanted) {
        self.taken.retain(|(_, taken, _)| taken.id != form.id || wanted.name == Some(form.id));
    }

    /// Drops forms of items and options in which the first line or number of a line says something
    /// about the others.
    fn drop_lines(&mut self, wanted: &Wanted) {
        [&cover::KNUTH, &cover::sets::COLUMNS].into_iter().for_each(|form| self.drop(form, wanted));
    }

    /// Drops readers whose meaning is not the one that a person sees.
    fn settle(&mut self, text: &str, wanted: &Wanted) {
        if wanted.name.is_none() {
            self.settle_large(text);
        }
        if self.has(&sudoku::ROWS) && self.has(&sudoku::LINE) {
            self.settle_lines(wanted);
        }
        // 729 characters without a letter are the candidates of a 9x9, not a grid of side 27.
        let is_list = |refusal: &Refused| refusal.form.id == forms::LIST.id;
        if self.has(&forms::LIST) {
            self.drop(&sudoku::LINE, wanted);
        } else if self.refused.iter().any(is_list) {
            self.drop_grids(wanted, |grid| grid.side() == Some(27) && !grid.says_letter());
        }
        // Points are the empty cells of a grid before they are the zeros of a matrix, and without a
        // 1 there is no matrix.
        let has = |c: char| text.contains(c);
        if self.has(&cover::MATRIX) && self.taken.iter().any(|(_, _, drafts)| drafts[0].shape.grid().is_some()) {
            if !has('1') && !has('X') {
                self.drop(&cover::MATRIX, wanted);
            } else if has('.') {
                self.drop(&cover::MATRIX, wanted);
                self.note = Some(Note::choice(
                    "points are read as empty cells",
                    cover::MATRIX.id.to_string(),
                    "reads them as zeros",
                ));
            }
        }
        if self.has(&setcover::files::OR_LIBRARY) && self.has(&cover::sets::COLUMNS) {
            self.drop(&cover::sets::COLUMNS, wanted);
            let said = "read as a set cover of the OR-Library, with costs";
            self.note = Some(Note::choice(
                said,
                cover::sets::COLUMNS.id.to_string(),
                "reads each line as the columns of a row",
            ));
        }
        let is_bits = || text.bytes().all(|byte| matches!(byte, b'0' | b'1') || byte.is_ascii_whitespace());
        if self.has(&cover::MATRIX) && is_bits() {
            // Items with the names 0 and 1 alone are no problem, nor are grids of ones that clash.
            self.drop(&cover::KNUTH, wanted);
            self.drop_grids(wanted, |grid| !grid.conflicts().is_empty());
        }
        // A sudoku and a target have the same rows of numbers. Weights are meant by the judge's own
        // input only, which is a 9x9 with 0 for empty cells.
        if self.has(&sudoku::NUMBERS) && self.has(&target::P1074) {
            let is_judged = |(_, form, drafts): &(_, &Form, Vec<RawPuzzle>)| {
                let nine = |draft: &RawPuzzle| draft.shape.grid().is_some_and(|grid| grid.n_symbols() == 9);
                form.id == target::P1074.id && drafts.iter().all(nine)
            };
            let is_judged_line = |line: Line| !line.text.is_empty() && !line.text.trim().contains("  ");
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace())
                && lines(text).into_iter().all(is_judged_line);
            if !is_plain {
                self.drop(&target::P1074, wanted);
            } else if !self.taken.iter().any(is_judged) {
                self.drop(&target::P1074, wanted);
                self.note =
                    Some(Note::choice("read as a sudoku", target::KIND.id.to_string(), "gives its cells weights"));
            }
        }
    }

    /// Drops the readings in which a grid is one of these.
    fn drop_grids(&mut self, wanted: &Wanted, is_one: impl Fn(&Grid) -> bool) {
        let is_dropped = |drafts: &[RawPuzzle]| drafts.iter().filter_map(|draft| draft.shape.grid()).any(&is_one);
        self.taken.retain(|(_, form, drafts)| wanted.name == Some(form.id) || !is_dropped(drafts));
    }

    /// Drops large grids that are rather something else: with one symbol alone a matrix, and with
    /// givens that clash an exact cover, or a list of which a line is wrong. A text with a signature
    /// means what it says, whatever its givens.
    fn settle_large(&mut self, text: &str) {
        let is_large = |grid: &Grid| grid.n_symbols() > USUAL;
        let has_one = |grid: &Grid| {
            let all: SymbolSet = grid.cells.iter().filter_map(|entry| entry.symbol()).collect();
            all.len() == 1 || all.is_empty() && text.contains('X')
        };
        let is_matrix = |(_, form, drafts): &(_, &Form, Vec<RawPuzzle>)| {
            let grids = drafts.iter().filter_map(|draft| draft.shape.grid());
            (UNSIGNED.contains(&form.id) || form.id == forms::CSV.id)
                && grids.into_iter().any(|grid| is_large(grid) && has_one(grid))
        };
        self.taken.retain(|taken| !is_matrix(taken));
        let clashes = |(_, form, drafts): &(_, &Form, Vec<RawPuzzle>)| {
            let grids = drafts.iter().filter_map(|draft| draft.shape.grid());
            UNSIGNED.contains(&form.id) && grids.into_iter().any(|grid| is_large(grid) && !grid.conflicts().is_empty())
        };
        if !self.taken.iter().any(clashes) {
            return;
        }
        let is_listing = |(.., drafts): &(_, &Form, Vec<RawPuzzle>)| drafts[0].shape.listing().is_some();
        let is_list = || {
            let lines = sudoku::read_each(text, None).unwrap_or_default();
            !self.has(&sudoku::LINE) && 2 * lines.iter().filter(|line| line.is_ok()).count() > lines.len()
        };
        if self.taken.iter().any(is_listing) || is_list() {
            self.taken.retain(|taken| !clashes(taken));
        }
    }

    /// Drops the rows of one grid or the lines of several. Sixteen lines of sixteen characters are
    /// one grid. 36 lines of 36 characters are several: one grid has more symbols than 6.
    fn settle_lines(&mut self, wanted: &Wanted) {
        let small = self.taken.iter().find(|(_, form, _)| form.id == sudoku::LINE.id).map(|(.., drafts)| drafts);
        let grids: Vec<&Grid> = small.into_iter().flatten().filter_map(|draft| draft.shape.grid()).collect();
        let (count, side) = (grids.len(), grids.first().map_or(0, |grid| grid.n_symbols()));
        if side < sudoku::LEAST_LISTED || grids.iter().all(|grid| grid.givens() == 0) {
            return self.drop(&sudoku::LINE, wanted);
        }
        self.drop(&sudoku::ROWS, wanted);
        let large = side * side;
        self.note = Some(Note::choice(
            format!("each line is read as a grid of side {side}, because it has no symbol above {side}"),
            sudoku::ROWS.id.to_string(),
            format!("reads {count} lines as {}", counted(count / large, &format!("{large}x{large} grid"))),
        ));
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

/// The most symbols of a usual grid: larger ones are rarer than matrices and lists.
const USUAL: usize = 25;

/// The forms of grids whose texts have nothing before their rows, so that another text may look like
/// them.
const UNSIGNED: [&str; 2] = [sudoku::ROWS.id, sudoku::NUMBERS.id];

/// The length of a text from which on grids are looked for in its beginning first.
const LONG: usize = 1 << 18;

/// The length of that beginning, after its first line.
const BEGINNING: usize = 1 << 16;

/// The puzzles of a text in a form. A grid has a few dozen lines, so a long text is not read as
/// grids if the first half of its beginning is none.
fn drafts(form: &Form, text: &str, symbols: Option<&Alphabet>) -> Result<Vec<RawPuzzle>, ParseError> {
    if !matches!(form.text, Text::Listings { .. })
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
    let puzzle = |RawPuzzle { shape, marks, meta, notes, .. }| {
        // An exchange form holds every kind of grid.
        let kind = shape.grid().filter(|_| is_exchange).map_or(kind, kind_of);
        // The form of the text cannot hold rules that are only drawn.
        let is_drawn = shape.grid().is_some_and(|grid| grid.only_drawn().is_some());
        let form = if is_drawn { &TOML } else { form };
        Puzzle { marks, meta, notes, ..Puzzle::new(kind, form, shape) }
    };
    let mut puzzles: Vec<Puzzle> = drafts.into_iter().map(puzzle).collect();
    let whole = puzzles[0].grid().filter(|_| puzzles.len() == 1).and_then(samurai::note_of_whole);
    puzzles[0].notes.extend(whole);
    if puzzles.len() == 5 {
        let grids: Vec<&Grid> = puzzles.iter().filter_map(Puzzle::grid).collect();
        let note = samurai::note(&grids);
        puzzles[0].notes.extend(note);
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
