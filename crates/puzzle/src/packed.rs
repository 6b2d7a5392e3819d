//! A text packed into letters, digits, `-` and `_`: lz-string in base64 for links.

use super::forms::unpack_lz;

/// Packs a text.
pub fn pack(text: &str) -> String {
    let packed = lz_str::compress_to_base64(text);
    packed.trim_end_matches('=').replace('+', "-").replace('/', "_")
}

/// Unpacks a text, within limits of time and memory. `None` if it is damaged or too long.
pub fn unpack(packed: &str) -> Option<String> {
    let plain = packed.replace('-', "+").replace('_', "/");
    String::from_utf16(&unpack_lz(&plain)?).ok()
}
