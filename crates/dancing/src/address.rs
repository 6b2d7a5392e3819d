//! Addresses as text: reads an address that a user types or that [`Address`] writes.

use crate::progress::{Address, At, Branch};
use core::fmt;
use core::str::FromStr;

/// A text that is not an address, and the column of the first error, in characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseAddressError {
    /// The column of the error, in characters from 1.
    pub column: usize,
}

impl fmt::Display for ParseAddressError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "character {} is missing, or does not belong to an address; an address is like 1/2,3/4: the first of two options, then the third of four",
            self.column
        )
    }
}

impl core::error::Error for ParseAddressError {}

impl FromStr for Address {
    type Err = ParseAddressError;

    /// Reads the text that [`Address`] writes. Blanks may replace commas.
    fn from_str(text: &str) -> Result<Address, ParseAddressError> {
        let mut reader = Reader { text: text.trim_end().as_bytes(), at: 0 };
        let mut address = Address::default();
        reader.blanks();
        let start = reader.at;
        if let Some(limit) = reader.number() {
            let found = if reader.takes(b'(') { Some(reader.number().filter(|_| reader.takes(b')'))) } else { None };
            match (found, reader.takes(b':')) {
                (None, false) => reader.at = start,
                (None, true) => address.limit = Some((limit as u32, 0)),
                (Some(Some(found)), true) => address.limit = Some((limit as u32, found as u64)),
                (Some(_), _) => return Err(reader.lost()),
            }
        }
        reader.blanks();
        for (word, at) in [("root", At::Level), ("end", At::End)] {
            if reader.text[reader.at..].eq_ignore_ascii_case(word.as_bytes()) {
                return Ok(Address { at, ..address });
            }
        }
        loop {
            let mut k = reader.number().ok_or(reader.lost())?;
            let mut times = 1;
            if reader.takes(b'*') {
                (times, k) = (k, reader.number().ok_or(reader.lost())?);
            }
            let d = if reader.takes(b'/') { reader.number() } else { None }.ok_or(reader.lost())?;
            if k == 0 || k > d + 1 || times == 0 || address.branches.len() + times > MOST {
                return Err(reader.lost());
            }
            address.branches.extend(core::iter::repeat_n(Branch { k, d }, times));
            address.at = match reader.next() {
                Some(b'.') => At::Try,
                Some(b'+') => At::Cover(reader.number().ok_or(reader.lost())?),
                Some(b'-') => At::Uncover(reader.number().ok_or(reader.lost())?),
                Some(b',' | b' ') => {
                    reader.blanks();
                    continue;
                }
                None => return Ok(address),
                Some(_) => {
                    reader.at -= 1;
                    return Err(reader.lost());
                }
            };
            return if reader.at == reader.text.len() { Ok(address) } else { Err(reader.lost()) };
        }
    }
}

/// The most levels of an address: more than any search here reaches.
const MOST: usize = 1_000_000;

/// The text, and the position of the reader in it.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.text.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }

    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn blanks(&mut self) {
        while self.takes(b' ') {}
    }

    /// A number of at most nine digits.
    fn number(&mut self) -> Option<usize> {
        let length = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !(1..=9).contains(&length) {
            return None;
        }
        let digits = &self.text[self.at..self.at + length];
        self.at += length;
        Some(digits.iter().fold(0, |value, digit| 10 * value + usize::from(digit - b'0')))
    }

    fn lost(&self) -> ParseAddressError {
        ParseAddressError { column: self.at + 1 }
    }
}
