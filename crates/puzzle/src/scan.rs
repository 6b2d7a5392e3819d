//! Lines and words that know their place in a text, and the one error type of all readers.

use memchr::memchr2;
use std::fmt;
use unicode_width::UnicodeWidthChar;

/// A place in a text. Line and column are 1-based, and columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPlace {
    pub line: usize,
    pub column: usize,
}

/// An error in a text: its place, the message, and how to correct it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {message}", place.line, place.column)]
pub struct ParseError {
    /// The place of the first character that the error is about.
    pub place: TextPlace,
    /// The number of characters that the error is about, from the place on; at least 1.
    pub width: usize,
    /// The message, in lower case and without a full stop.
    pub message: String,
    /// The text that was expected, or a way to correct the error.
    pub help: Option<String>,
}

impl ParseError {
    /// An error about one character, without help.
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> ParseError {
        ParseError { place: TextPlace { line, column }, width: 1, message: message.into(), help: None }
    }

    /// An error about a whole word.
    pub fn at(word: &TextWord, message: impl Into<String>) -> ParseError {
        ParseError { width: word.text.chars().count().max(1), ..ParseError::new(word.line, word.column, message) }
    }

    /// Adds a sentence that says how to correct the text.
    pub fn help(self, help: impl Into<String>) -> ParseError {
        ParseError { help: Some(help.into()), ..self }
    }

    /// The error with its place moved into the text that it is about. A reader may name the line
    /// after the last one, or a column after a line's end, if something is missing there. Such a
    /// place becomes the end of the last line, or the end of the line.
    pub fn within(self, text: &str) -> ParseError {
        let (ParseError { place, .. }, length) = self.on_a_line(text);
        ParseError { place: TextPlace { column: place.column.clamp(1, length + 1), ..place }, ..self }
    }

    /// Like [`ParseError::within`], but a column may stay after the end of its line. Judges
    /// separate words by one blank, so a missing word belongs one column after the end of its line.
    pub fn on_line_of(self, text: &str) -> ParseError {
        self.on_a_line(text).0
    }

    /// The error on a line of the text, and the length of that line.
    fn on_a_line(&self, text: &str) -> (ParseError, usize) {
        let (mut last, mut length) = (1, 0);
        for (k, line) in split_lines(text).enumerate().take(self.place.line.max(1)) {
            (last, length) = (k + 1, line.chars().count());
        }
        let column = if last < self.place.line { length + 1 } else { self.place.column };
        (ParseError { place: TextPlace { line: last, column }, ..self.clone() }, length)
    }
}

/// A line of a text without its line end and without trailing blanks.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The number of the line, 1-based.
    pub number: usize,
    /// The text without its line end and trailing blanks.
    pub text: &'a str,
}

/// A word of a line. Words are separated by blanks.
#[derive(Clone, Copy, Debug)]
pub struct TextWord<'a> {
    pub line: usize,
    pub column: usize,
    pub text: &'a str,
}

impl<'a> Line<'a> {
    /// A line from its text without its line end.
    pub fn new(number: usize, text: &'a str) -> Line<'a> {
        let end = text.bytes().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
        Line { number, text: &text[..end] }
    }

    /// The line as one word that starts at its first non-blank character; `None` for a blank line.
    pub fn body(&self) -> Option<TextWord<'a>> {
        let text = self.text.trim_start_matches([' ', '\t']);
        // The blanks before it have one byte each.
        let column = 1 + self.text.len() - text.len();
        (!text.is_empty()).then_some(TextWord { line: self.number, column, text })
    }

    /// The words of the line.
    pub fn words(&self) -> Vec<TextWord<'a>> {
        let mut words = Vec::new();
        self.words_into(&mut words);
        words
    }

    /// As [`Line::words`], into a vector that is emptied first.
    pub(crate) fn words_into(&self, words: &mut Vec<TextWord<'a>>) {
        words.clear();
        words.extend(self.each_word());
    }

    /// The words one after another.
    pub(crate) fn each_word(&self) -> impl Iterator<Item = TextWord<'a>> {
        let (line, mut rest, mut column) = (self.number, self.text, 1);
        let is_ascii = rest.is_ascii();
        std::iter::from_fn(move || {
            let start = rest.bytes().position(|byte| !is_blank(byte))?;
            let length = rest.as_bytes()[start..].iter().position(|&byte| is_blank(byte));
            let (text, after) = rest[start..].split_at(length.unwrap_or(rest.len() - start));
            // The blanks before it have one byte each.
            let word = TextWord { line, column: column + start, text };
            let width = if is_ascii { text.len() } else { text.chars().count() };
            (rest, column) = (after, word.column + width);
            Some(word)
        })
    }

    /// Returns whether the line begins with a keyword.
    pub fn opens(&self, keyword: &str) -> bool {
        self.each_word().next().is_some_and(|word| word.text == keyword)
    }

    /// The column after the line's last character.
    pub fn end(&self) -> usize {
        self.text.chars().count() + 1
    }
}

/// Returns whether a byte of a line is a character that separates words.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0xc | 0xb)
}

/// The lines of a text, ended by LF, CRLF or a lone CR. Blank lines at the end are left out.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines: Vec<Line> = each_line(text).collect();
    while lines.last().is_some_and(|line| line.text.is_empty()) {
        lines.pop();
    }
    lines
}

/// The lines of a text one after another, including blank ones at the end.
pub(crate) fn each_line(text: &str) -> impl Iterator<Item = Line<'_>> {
    split_lines(text).enumerate().map(|(k, line)| Line::new(k + 1, line))
}

/// The lines of a text that are not blank.
pub fn filled_lines(text: &str) -> Vec<Line<'_>> {
    each_line(text).filter(|line| line.body().is_some()).collect()
}

/// The lines of a text that are not blank; only the first of them if `begins` says that no text of
/// the form begins so. A reader refuses it at that line then, however long the text is.
pub(crate) fn lines_if<'a>(text: &'a str, begins: impl Fn(&Line<'a>) -> bool) -> Vec<Line<'a>> {
    let first = each_line(text).find(|line| line.body().is_some());
    match first {
        Some(first) if !begins(&first) => vec![first],
        _ => filled_lines(text),
    }
}

/// The lines of a text without their line ends. A text that ends with a line end has an empty last
/// line.
pub(crate) fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = memchr2(b'\n', b'\r', text.as_bytes()).unwrap_or(text.len());
        let (line, after) = text.split_at(end);
        rest = after.strip_prefix("\r\n").or_else(|| after.strip_prefix(['\n', '\r']));
        Some(line)
    })
}

/// An iterator over the items that a reader returns, up to and including its first error.
pub fn each<'a, T>(
    mut next: impl FnMut() -> Result<Option<T>, ParseError> + 'a,
) -> impl Iterator<Item = Result<T, ParseError>> + 'a {
    let mut is_over = false;
    std::iter::from_fn(move || {
        let item = if is_over { None } else { next().transpose() };
        is_over = !matches!(item, Some(Ok(_)));
        item
    })
}

/// The lines of a text, as [`TextPlace`] numbers them.
pub fn text_lines(text: &str) -> Vec<&str> {
    lines(text).into_iter().map(|line| line.text).collect()
}

/// A line of a text by its 1-based number; empty if there is no such line.
pub(crate) fn line_of_text(text: &str, number: usize) -> &str {
    each_line(text).find(|line| line.number == number).map_or("", |line| line.text)
}

/// A character as errors show it: the character if it is visible, otherwise its code and its name.
pub fn show(c: char) -> String {
    let name = match c {
        '\0' => "NUL byte",
        '\t' => "tab",
        ' ' => "space",
        '\u{1b}' => "escape character",
        '\u{a0}' => "no-break space",
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => "invisible character",
        '\u{2010}'..='\u{2015}' => "dash that is not -",
        '\u{3000}' => "full-width space",
        '\u{ff01}'..='\u{ff5e}' => "full-width character",
        c if c.is_control() => "control character",
        c if c.is_ascii() => return format!("`{c}`"),
        _ => return format!("`{c}` (U+{:04X})", c as u32),
    };
    if c.is_control() || c.is_whitespace() || name.starts_with("invisible") {
        format!("{name} (U+{:04X})", c as u32)
    } else {
        format!("`{c}` ({name}, U+{:04X})", c as u32)
    }
}

/// Returns whether a character is invisible and may change how a terminal shows the text around it:
/// control characters, direction marks, line and paragraph separators, blanks without width, fillers
/// and other format characters. Joiners do not count, because words of some scripts need them.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        )
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e007f}')
}

/// A text that is safe to print: each character that [cannot be seen](is_unseen) becomes its code,
/// such as `\u{1b}`.
pub fn printable(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains(is_unseen) {
        return text.into();
    }
    let escaped = text.chars().map(|c| if is_unseen(c) { c.escape_unicode().to_string() } else { c.to_string() });
    escaped.collect::<String>().into()
}

/// An error about the k-th character of a word. A combining accent is shown with its base
/// character.
pub fn unexpected(word: &TextWord, k: usize, c: char) -> ParseError {
    let sits_on_another = k > 0 && !c.is_control() && c.width() == Some(0) && !matches!(c, '\u{200b}'..='\u{200f}');
    let start = if sits_on_another { k - 1 } else { k };
    let error = ParseError::new(word.line, word.column + start, format!("unexpected {}", show(c)));
    ParseError { width: k - start + 1, ..error }
}

/// A number and its noun: `1 character`, `2 characters`.
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A word shortened for a message.
pub fn short(text: &str) -> String {
    let shown: String = text.chars().take(20).collect();
    if shown.len() < text.len() { format!("{shown}...") } else { shown }
}

/// Bytes as text: UTF-8 with or without a byte order mark, or UTF-16 with one. Anything else is an
/// error, and so is empty input.
pub fn decode(bytes: &[u8]) -> Result<String, ParseError> {
    decode_owned(bytes.to_vec()).map_err(|(error, _)| error)
}

/// As [`decode`], without a copy of a long text. An error comes with the text as far as it can be
/// shown.
pub fn decode_owned(bytes: Vec<u8>) -> Result<String, (ParseError, String)> {
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let not_text = |what: &str, help: &str| ParseError::new(1, 1, what).help(help);
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err((not_text("this is a gzip file, not text", "unpack it first: gunzip FILE"), shown(&bytes)));
    }
    if bytes.starts_with(b"\x89PNG") || bytes.starts_with(b"%PDF") || bytes.starts_with(b"PK\x03\x04") {
        let (what, help) =
            ("this is a picture or an archive, not text", "a puzzle is plain text, such as 81 digits and dots");
        return Err((not_text(what, help), shown(&bytes)));
    }
    let text = if let Some(rest) = bytes.strip_prefix(&[0xff, 0xfe]) {
        utf16(rest, u16::from_le_bytes).map_err(|error| (error, shown(&bytes)))?
    } else if let Some(rest) = bytes.strip_prefix(&[0xfe, 0xff]) {
        utf16(rest, u16::from_be_bytes).map_err(|error| (error, shown(&bytes)))?
    } else if let Some(rest) = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]) {
        utf8(rest.to_vec())?
    } else {
        utf8(bytes)?
    };
    if text.trim().is_empty() {
        let (what, help) = ("the input is empty", "give a puzzle; `quadrille kinds` lists what can be read");
        return Err((not_text(what, help), text));
    }
    match no_nul(&text) {
        Ok(()) => Ok(text),
        Err(error) => Err((error, text)),
    }
}

/// Decodes the bytes of one line of a longer input, which must be UTF-8.
pub fn decode_line(bytes: &[u8]) -> Result<String, ParseError> {
    let text = utf8(bytes.to_vec()).map_err(|(error, _)| error)?;
    no_nul(&text)?;
    Ok(text)
}

fn no_nul(text: &str) -> Result<(), ParseError> {
    let Some(at) = text.find('\0') else { return Ok(()) };
    let error = ParseError::new(1, 1, "a NUL byte (0x00) in the text").help("the file is damaged or is not text");
    Err(ParseError { place: place_of(text, at), ..error })
}

fn utf8(bytes: Vec<u8>) -> Result<String, (ParseError, String)> {
    String::from_utf8(bytes).map_err(|error| {
        let (at, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        let before = String::from_utf8_lossy(&bytes[..at]);
        let message = format!("byte 0x{:02X} is not UTF-8", bytes[at]);
        let error = ParseError { place: place_of(&before, before.len()), ..ParseError::new(1, 1, message) }
            .help("save the file as plain text in UTF-8");
        (error, String::from_utf8_lossy(bytes).into_owned())
    })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, ParseError> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).collect::<Result<String, _>>().map_err(|_| {
        ParseError::new(1, 1, "the file starts like UTF-16 but is not UTF-16").help("save it as plain text in UTF-8")
    })
}

/// The place of a byte offset in a text.
pub fn place_of(text: &str, at: usize) -> TextPlace {
    // Between the two bytes of a CRLF the line has not ended yet.
    let before = text[..at].strip_suffix('\r').filter(|_| text[at..].starts_with('\n')).unwrap_or(&text[..at]);
    let (line, column) = split_lines(before).enumerate().last().map_or((0, 0), |(k, line)| (k, line.chars().count()));
    TextPlace { line: 1 + line, column: 1 + column }
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A word as a whole number from `low` to `high`.
pub fn number(word: &TextWord, low: u32, high: u32) -> Result<u32, ParseError> {
    let wrong = |why: String| {
        Err(ParseError::at(word, why).help(format!("a whole number from {low} to {high} is expected here")))
    };
    if let Some((k, c)) = word.text.chars().enumerate().find(|(_, c)| !c.is_ascii_digit()) {
        if k == 0 && word.text.len() > 1 && matches!(c, '-' | '+') && word.text[1..].bytes().all(|b| b.is_ascii_digit())
        {
            return wrong(format!("`{}` has a sign", short(word.text)));
        }
        if c.is_ascii_graphic() {
            return wrong(format!("`{}` is not a whole number", short(word.text)));
        }
        return Err(unexpected(word, k, c).help(format!("a whole number from {low} to {high} is expected here")));
    }
    match word.text.parse::<u32>() {
        Ok(value) if (low..=high).contains(&value) => Ok(value),
        _ => wrong(format!("{} is out of range {low}..{high}", short(word.text))),
    }
}

/// Reads `rows` lines of `columns` numbers, each at most `high`, from line index `from`. Returns
/// the numbers with their words, row-major, and the index of the line after the last row.
pub fn matrix<'a>(
    lines: &[Line<'a>],
    from: usize,
    (rows, columns): (usize, usize),
    high: u32,
) -> Result<(Vec<(u32, TextWord<'a>)>, usize), ParseError> {
    let mut numbers = Vec::with_capacity(rows * columns);
    let mut at = from;
    for row in 0..rows {
        while at < lines.len() && lines[at].text.trim().is_empty() {
            at += 1;
        }
        let Some(line) = lines.get(at) else {
            let last = lines.last().map_or(1, |line| line.number);
            return Err(ParseError::new(last + 1, 1, format!("the input ends after {row} of {rows} rows"))
                .help(format!("{rows} rows of {columns} numbers are expected")));
        };
        let words = line.words();
        for word in words.iter().take(columns) {
            numbers.push((number(word, 0, high)?, *word));
        }
        if words.len() < columns {
            let message = format!("this row has {}, {columns} expected", counted(words.len(), "number"));
            return Err(ParseError::new(line.number, line.end() + 1, message));
        }
        if let Some(word) = words.get(columns) {
            return Err(ParseError::at(
                word,
                format!("this row has {}, {columns} expected", counted(words.len(), "number")),
            ));
        }
        at += 1;
    }
    Ok((numbers, at))
}

/// Returns an error if there is anything but blank lines from line index `from` on.
pub fn nothing_after(lines: &[Line], from: usize, what: &str) -> Result<(), ParseError> {
    match lines[from.min(lines.len())..].iter().find_map(Line::body) {
        None => Ok(()),
        Some(word) => Err(ParseError::at(&word, format!("text after the end of {what}")).help("take it away")),
    }
}
