//! Numbers in sentences.

/// Formats a count with its noun: `1 option`, `2 options`, `1,000 options`.
pub fn plural(count: usize, noun: &str) -> String {
    format!("{} {}", thousands(count as u128), noun_of(count as u64, noun))
}

/// The noun for a number: `option` for 1, else `options`.
pub fn noun_of(count: u64, noun: &str) -> String {
    match count {
        1 => noun.to_string(),
        _ if noun.ends_with("ch") => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// Formats a number with commas: `1,234,567`.
pub fn thousands(count: u128) -> String {
    grouped(&count.to_string())
}

/// Puts commas into a decimal number of any length.
pub fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
