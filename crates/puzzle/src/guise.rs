//! The rough look of a text. If no reader accepts a text, its look decides which reader's error is
//! shown.

use super::size::Size;

/// The fewest characters of a line that is longer than the rows of usual grids.
const SHORTEST_LINE: usize = 26;

/// A look shared by the texts of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guise {
    /// The text begins with this word.
    Opens(&'static str),
    /// Names, several of them on the first line.
    Names,
    /// Whole numbers, several on at least every other line.
    Numbers,
    /// A line too long to be a row of a grid.
    Line,
    /// Rows of characters.
    Rows,
    /// The reader recognizes its texts by a signature and accepts no other text.
    Signed,
}

impl Guise {
    /// Returns whether a text has this look. A text may have several looks or none.
    pub fn fits(self, text: &str) -> bool {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        // Comments are allowed only before a puzzle.
        let mut told = lines.clone().skip_while(|line| line.starts_with("# ") || line.starts_with("| "));
        let first = told.next().unwrap_or("");
        match self {
            Guise::Opens(word) => first.split_whitespace().next() == Some(word),
            Guise::Names => {
                let words: Vec<&str> = first.split_whitespace().collect();
                // `2:3|p` is an item that two or three options cover.
                let counted = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('|');
                words.len() > 1 && words.iter().any(|word| word.contains(|c: char| c.is_ascii_lowercase()))
                    || words.iter().any(counted)
            }
            Guise::Numbers => {
                let lines = lines.filter(|line| !line.starts_with('#'));
                let is_blank = |word: &str| matches!(word, "-" | "." | "_" | "*" | "?");
                let is_number = |word: &str| is_blank(word) || word.parse::<i64>().is_ok();
                let several = lines.clone().filter(|line| line.split_whitespace().count() > 1).count();
                2 * several >= lines.clone().count() && lines.flat_map(str::split_whitespace).all(is_number)
            }
            Guise::Line => first.chars().count() >= SHORTEST_LINE && !first.contains(char::is_whitespace),
            Guise::Signed => true,
            Guise::Rows => {
                first.chars().filter(|c| !matches!(c, '|' | ' ')).count() <= Size::MOST
                    && lines.count() > 1
                    && !Guise::Numbers.fits(text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Guise;

    /// Texts on both sides of each limit.
    #[test]
    fn looks_end_where_they_say() {
        let long = "1".repeat(26);
        let table: [(Guise, &str, bool); 13] = [
            (Guise::Names, "a b", true),
            (Guise::Names, "a", false),
            (Guise::Names, "A B", false),
            (Guise::Names, "2:3|p", true),
            (Guise::Numbers, "1 2\n3", true),
            (Guise::Numbers, "1 2\n3\n4", false),
            (Guise::Numbers, "1 2\n3 x", false),
            (Guise::Line, &long, true),
            (Guise::Line, &long[1..], false),
            (Guise::Rows, "12..\n..21", true),
            (Guise::Rows, "12..", false),
            (Guise::Opens("format"), "format = 1", true),
            (Guise::Opens("format"), "formats", false),
        ];
        for (guise, text, fits) in table {
            assert_eq!(guise.fits(text), fits, "{guise:?}: {text}");
        }
    }
}
