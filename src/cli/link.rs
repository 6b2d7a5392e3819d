//! Links (OSC 8) on terminals that support them: a name that opens a page or a file.

use std::fmt::Write;
use std::path::Path;
use supports_hyperlinks::{Stream, on};

/// Returns a text as a link to an address if standard output is a terminal with links; if not, the
/// text.
pub(crate) fn to_page(text: &str, address: &str) -> String {
    link(text, address, on(Stream::Stdout))
}

/// Returns a text as a link to a file, likewise.
pub(crate) fn to_file(text: &str, file: &Path) -> String {
    let Ok(path) = std::path::absolute(file) else { return text.to_string() };
    link(text, &format!("file://{}", escaped(path.as_os_str().as_encoded_bytes())), on(Stream::Stdout))
}

fn link(text: &str, address: &str, has_links: bool) -> String {
    match has_links {
        true => format!("\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\"),
        false => text.to_string(),
    }
}

/// Escapes the bytes of a path that an address cannot have, control characters among them.
fn escaped(path: &[u8]) -> String {
    path.iter().fold(String::new(), |mut text, &byte| {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'~' => text.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => text.push(byte.into()),
            _ => _ = write!(text, "%{byte:02X}"),
        }
        text
    })
}
