//! What a text looks like at first sight: enough to tell whose mistake an error is, where no reader takes the text.

/// A look that texts of a form have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guise {
    /// It begins with this word.
    Opens(&'static str),
    /// Names, several of them on the first line.
    Names,
    /// Whole numbers, several of them on most lines.
    Numbers,
    /// A line too long to be the row of a grid.
    Line,
    /// Rows of characters.
    Rows,
}

/// The longest row of a grid, with bars and blanks in it left out.
const LONGEST_ROW: usize = 25;

impl Guise {
    /// Whether a text has this look. It may have several, or none.
    pub fn fits(self, text: &str) -> bool {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['|', '#']));
        let first = lines.clone().next().unwrap_or("");
        match self {
            Guise::Opens(word) => first.split_whitespace().next() == Some(word),
            Guise::Names => {
                let words: Vec<&str> = first.split_whitespace().collect();
                words.len() > 1 && words.iter().any(|word| word.contains(|c: char| c.is_ascii_lowercase()))
            }
            Guise::Numbers => {
                let is_number = |word: &str| word == "-" || word.parse::<i64>().is_ok();
                let several = lines.clone().filter(|line| line.split_whitespace().count() > 1).count();
                2 * several > lines.clone().count() && lines.flat_map(str::split_whitespace).all(is_number)
            }
            Guise::Line => first.chars().count() > LONGEST_ROW && !first.contains(char::is_whitespace),
            Guise::Rows => first.chars().count() <= 2 * LONGEST_ROW && lines.count() > 1 && !Guise::Numbers.fits(text),
        }
    }
}
