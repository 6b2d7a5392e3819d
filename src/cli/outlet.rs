//! Standard output, the one door of what commands print: nothing that a terminal obeys goes
//! through it, whatever a name, a title or a program's output holds.
//!
//! **Idea.** Commands escape the texts that they know to be foreign, in the language that they
//! write. This is the wall behind them: characters that [cannot be seen](is_unseen) leave as their
//! codes. What is printed on purpose is let through: links, and a NUL after a name with `--null`.

use crate::puzzle::is_unseen;
use std::io::{self, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use supports_hyperlinks::{Stream, on};

/// True if `--null` prints a NUL after a name.
static NUL: AtomicBool = AtomicBool::new(false);

/// Lets NUL bytes through.
pub(crate) fn allow_nul() {
    NUL.store(true, Ordering::Relaxed);
}

/// A writer without characters that cannot be seen. Bytes outside UTF-8, such as those of a file's
/// name, are passed on as they are.
pub struct Outlet<W> {
    to: W,
    /// The beginning of a character, or of a link, that the last write cut off.
    rest: Vec<u8>,
    links: bool,
}

impl Outlet<StdoutLock<'static>> {
    /// Standard output.
    #[expect(clippy::disallowed_methods, reason = "this is the door")]
    pub fn stdout() -> Outlet<StdoutLock<'static>> {
        Outlet::new(io::stdout().lock(), on(Stream::Stdout))
    }
}

/// The first bytes of the characters that cannot be seen.
const BEGINNINGS: [u8; 9] = [0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3];

/// Returns true for bytes that no character which cannot be seen begins with.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\t' | 0x20..=0x7e) || byte >= 0x80 && !BEGINNINGS.contains(&byte)
}

/// The length of a link's beginning or end (`ESC ] 8 ; ; ADDRESS ESC \`) at the beginning of some
/// bytes. `Some(0)` if it may be one that is cut off.
fn link(bytes: &[u8]) -> Option<usize> {
    const BEGIN: &[u8] = b"\x1b]8;;";
    let shared = bytes.len().min(BEGIN.len());
    if bytes[..shared] != BEGIN[..shared] {
        return None;
    }
    let address = bytes[shared..].iter().take_while(|byte| byte.is_ascii_graphic()).count();
    match &bytes[shared + address..] {
        [] | [0x1b] => Some(0),
        [0x1b, b'\\', ..] => Some(shared + address + 2),
        // The address has the backslash of its own end only after an escape character.
        _ => None,
    }
}

impl<W: Write> Outlet<W> {
    /// A writer to `to`. Links are let through if `links` is true.
    pub fn new(to: W, links: bool) -> Outlet<W> {
        Outlet { to, rest: Vec::new(), links }
    }

    /// Writes whole characters, and keeps the beginning of one that is cut off. Such a beginning at
    /// the end of all output is dropped.
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        // Nearly all output is plain ASCII, which one look at many bytes at once tells.
        let printed = |byte: u8| matches!(byte, 0x20..=0x7e) | (byte == b'\n') | (byte == b'\t');
        if bytes.iter().fold(true, |all, &byte| all & printed(byte)) {
            return self.to.write_all(bytes);
        }
        let mut rest = bytes;
        while !rest.is_empty() {
            let plain = rest.iter().position(|&byte| !is_plain(byte)).unwrap_or(rest.len());
            self.to.write_all(&rest[..plain])?;
            rest = &rest[plain..];
            match rest.first() {
                None => break,
                Some(0) if NUL.load(Ordering::Relaxed) => {
                    self.to.write_all(b"\0")?;
                    rest = &rest[1..];
                    continue;
                }
                Some(0x1b) if self.links => match link(rest) {
                    Some(0) => return self.keep(rest),
                    Some(length @ 1..) => {
                        self.to.write_all(&rest[..length])?;
                        rest = &rest[length..];
                        continue;
                    }
                    _ => {}
                },
                Some(_) => {}
            }
            // One character that may be unseen, or a byte that is none.
            let ahead = &rest[..rest.len().min(4)];
            let valid = match std::str::from_utf8(ahead) {
                Ok(text) => text,
                Err(error) if error.valid_up_to() > 0 => {
                    std::str::from_utf8(&ahead[..error.valid_up_to()]).unwrap_or_default()
                }
                Err(error) if error.error_len().is_none() && rest.len() < 4 => return self.keep(rest),
                Err(error) => {
                    let wrong = error.error_len().unwrap_or(ahead.len());
                    self.to.write_all(&rest[..wrong])?;
                    rest = &rest[wrong..];
                    continue;
                }
            };
            let Some(c) = valid.chars().next() else { break };
            match is_unseen(c) && c != '\n' && c != '\t' {
                true => write!(self.to, "{}", c.escape_unicode())?,
                false => self.to.write_all(&rest[..c.len_utf8()])?,
            }
            rest = &rest[c.len_utf8()..];
        }
        Ok(())
    }

    fn keep(&mut self, rest: &[u8]) -> io::Result<()> {
        self.rest.extend_from_slice(rest);
        Ok(())
    }
}

impl<W: Write> Write for Outlet<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.rest.is_empty() {
            true => self.pass(bytes)?,
            false => {
                let whole = [&std::mem::take(&mut self.rest)[..], bytes].concat();
                self.pass(&whole)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
