//! The characters of a grid's symbols.

use super::cell::Symbol;
use super::symbol_set::SymbolSet;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most symbols of which case does not matter: as many as there are digits and letters in one
/// case.
const CASELESS: usize = 36;

/// The usual symbols, in order. Together with 0, no others are possible.
const USUAL: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@abcdefghijklmnopqrstuvwxyz$%";

/// The characters of a grid's symbols, in order; one for each column. A file's alphabet is kept.
/// Case does not matter up to 36 symbols.
///
/// ```
/// use quadrille_puzzle::Alphabet;
///
/// let (small, large) = (Alphabet::usual(36), Alphabet::usual(64));
/// assert_eq!((small.name().as_str(), large.name().as_str()), ("1-9A-Z@", "1-9A-Z@a-z$-%"));
/// assert_eq!(small.symbol('a'), small.symbol('A'));
/// assert_ne!(large.symbol('a'), large.symbol('A'));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alphabet(Vec<char>);

impl Alphabet {
    /// The usual alphabet: `1` to `9`, `A` to `Z`, `@`, `a` to `z`, `$`, `%`.
    pub fn usual(n: usize) -> Alphabet {
        Alphabet(USUAL.chars().take(n).collect())
    }

    /// `0`, then as the usual one.
    pub fn from_zero(n: usize) -> Alphabet {
        Alphabet(['0'].into_iter().chain(USUAL.chars()).take(n).collect())
    }

    /// The usual symbols of numbers from 0 or 1 on.
    pub fn from(lowest: u8, n: usize) -> Alphabet {
        if lowest == 0 { Alphabet::from_zero(n) } else { Alphabet::usual(n) }
    }

    /// `A` onwards, up to 26 symbols.
    pub fn letters(n: usize) -> Alphabet {
        Alphabet(('A'..='Z').take(n).collect())
    }

    /// Letters, digits, `@`, `$` and `%`; `None` unless all differ. Case does not matter up to 36
    /// symbols.
    pub fn of(symbols: &str) -> Option<Alphabet> {
        let alphabet = Alphabet(symbols.chars().collect());
        let differ = alphabet.symbols().all(|symbol| alphabet.symbol(alphabet.char(symbol)) == Some(symbol));
        let plain = alphabet.0.iter().all(|&c| Alphabet::can_hold(c));
        (differ && plain && alphabet.len() <= SymbolSet::MOST).then_some(alphabet)
    }

    /// Returns whether a character can be a symbol.
    pub fn can_hold(c: char) -> bool {
        c == '0' || USUAL.contains(c)
    }

    /// The alphabet with a name such as `0-8`, `1-9A-G` or `A-P`; `0-F` is `0-9A-F`. `None` for
    /// other texts.
    ///
    /// ```
    /// use quadrille_puzzle::Alphabet;
    ///
    /// assert_eq!(Alphabet::named("0-F"), Some(Alphabet::from_zero(16)));
    /// assert_eq!(Alphabet::named("1-9A-G"), Some(Alphabet::usual(16)));
    /// assert_eq!(Alphabet::named("9-1"), None);
    /// ```
    pub fn named(name: &str) -> Option<Alphabet> {
        // No alphabet is longer: a run of two is written as three characters.
        if name.len() > 3 * SymbolSet::MOST / 2 || !name.is_ascii() {
            return None;
        }
        let mut symbols = String::new();
        let mut rest = name.chars();
        while let Some(first) = rest.next() {
            if !rest.as_str().starts_with('-') {
                symbols.push(first);
                continue;
            }
            let last = rest.nth(1)?;
            match (first.is_ascii_digit(), last.is_ascii_alphabetic()) {
                (true, true) => symbols.extend((first..='9').chain('A'..=last.to_ascii_uppercase())),
                _ if first <= last => symbols.extend(first..=last),
                _ => return None,
            }
        }
        Alphabet::of(&symbols).filter(|alphabet| alphabet.len() > 1)
    }

    /// Returns whether the first symbol is 0, so that 0 is not an empty cell.
    pub(crate) fn has_zero(&self) -> bool {
        self.0.first() == Some(&'0')
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns false: an alphabet has symbols.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The character of a symbol, in the case in which it is written.
    pub fn char(&self, symbol: Symbol) -> char {
        self.0[symbol.0 as usize]
    }

    /// The symbol of a character. Case does not matter up to 36 symbols.
    pub fn symbol(&self, c: char) -> Option<Symbol> {
        let is_caseless = self.len() <= CASELESS;
        let found = self.0.iter().position(|&known| known == c || is_caseless && known.eq_ignore_ascii_case(&c))?;
        Some(Symbol(found as u8))
    }

    /// All symbols, in order.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.0.len() as u8).map(Symbol)
    }

    /// The alphabet's name in errors and on the screen: `1-9`, `1-9A-G`, `0-9A-F`, `A-P`.
    pub fn name(&self) -> String {
        let mut name = String::new();
        let mut rest = &self.0[..];
        while let Some((&first, _)) = rest.split_first() {
            let run = rest.iter().zip(first..).take_while(|&(&c, expected)| c == expected).count();
            name.push(first);
            if run > 1 {
                name.extend(['-', rest[run - 1]]);
            }
            rest = &rest[run..];
        }
        name
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|c| write!(f, "{c}"))
    }
}
