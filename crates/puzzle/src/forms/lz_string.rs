//! Decompresses the base64 form of lz-string, in which links carry their JSON.
//!
//! The method is LZ78. Each entry of its dictionary is a run of the output: a run that was written
//! before, and the character after it. An entry is therefore stored as a place and a length, and
//! memory is linear in the output. The crate `lz-str` copies each entry, which takes a gigabyte for
//! a link of 44 kB.

/// The maximum number of UTF-16 units that are decompressed. A puzzle takes a few thousand.
pub(super) const MOST: usize = 4 << 20;

/// The reason why a text cannot be decompressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LzError {
    /// The text ends early, or a code names no entry.
    Damaged,
    /// The output is longer than [`MOST`].
    TooLong,
}

/// The codes of a character of 8 bits, of a character of 16 bits, and of the end.
const BYTE: u32 = 0;
const WIDE: u32 = 1;
const END: u32 = 2;

/// Decompresses a text to UTF-16. Characters that are not base64 are skipped.
pub(super) fn decompress(base64: &str) -> Result<Vec<u16>, LzError> {
    let mut sextets = base64.bytes().filter_map(sextet).peekable();
    if sextets.peek().is_none() {
        return Ok(Vec::new());
    }
    let mut bits = Bits { sextets, sextet: 0, left: 0 };
    let mut output = Output::default();
    // The bits of the next code. They grow with the number of entries; see `width_of`.
    let mut width = 2;
    // The entry that was written last, as its place in the output and its length.
    let mut last: Option<(u32, u32)> = None;
    loop {
        let code = bits.take(width)?;
        let from = output.units.len() as u32;
        let entry = match (code, last) {
            (END, _) => return Ok(output.units),
            (BYTE | WIDE, _) => {
                let unit = bits.take(if code == BYTE { 8 } else { 16 })? as u16;
                output.entries.push((from, 1));
                output.push(unit)?;
                (from, 1)
            }
            (_, None) => return Err(LzError::Damaged),
            (_, Some(last)) => {
                let known = output.entries.get(code as usize - FIRST).copied();
                // A code may name the entry that is just being added (KwKwK, as in LZW): the last
                // run and its own first character.
                let next = (code as usize - FIRST == output.entries.len()).then_some((last.0, last.1 + 1));
                let (start, length) = known.or(next).ok_or(LzError::Damaged)?;
                output.repeat(start, length)?;
                (from, length)
            }
        };
        if let Some((start, length)) = last {
            // The new entry is the last run and the first character of this one, which follows it
            // in the output.
            output.entries.push((start, length + 1));
        }
        last = Some(entry);
        width = width_of(output.entries.len());
    }
}

/// The first code of an entry.
const FIRST: usize = 3;

/// The number of bits of the next code, by the number of entries so far.
fn width_of(entries: usize) -> u32 {
    // A code may be `END`, any entry, or the next entry.
    (entries + FIRST).ilog2() + 1
}

#[derive(Default)]
struct Output {
    units: Vec<u16>,
    /// By code, from [`FIRST`]: the start of the entry in `units`, and its length.
    entries: Vec<(u32, u32)>,
}

impl Output {
    fn push(&mut self, unit: u16) -> Result<(), LzError> {
        if self.units.len() == MOST {
            return Err(LzError::TooLong);
        }
        self.units.push(unit);
        Ok(())
    }

    /// Appends a copy of a run of the output. The run may overlap the copy.
    fn repeat(&mut self, start: u32, length: u32) -> Result<(), LzError> {
        let (start, length) = (start as usize, length as usize);
        if self.units.len() + length > MOST {
            return Err(LzError::TooLong);
        }
        (start..start + length).for_each(|at| self.units.push(self.units[at]));
        Ok(())
    }
}

/// The value of a character of base64. The padding `=` counts as 0.
fn sextet(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        b'=' => 0,
        _ => return None,
    })
}

/// The bits of some sextets, the highest bit of each first.
struct Bits<I> {
    sextets: I,
    sextet: u8,
    /// The number of bits of `sextet` that have not been read.
    left: u32,
}

impl<I: Iterator<Item = u8>> Bits<I> {
    /// The next `count` bits as a number, the lowest bit first.
    fn take(&mut self, count: u32) -> Result<u32, LzError> {
        let mut number = 0;
        for k in 0..count {
            if self.left == 0 {
                (self.sextet, self.left) = (self.sextets.next().ok_or(LzError::Damaged)?, 6);
            }
            self.left -= 1;
            number |= u32::from(self.sextet >> self.left & 1) << k;
        }
        Ok(number)
    }
}
