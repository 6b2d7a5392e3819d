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

/// The names of small numbers.
const NAMES: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// A text whose first word is a number up to twenty, with the number's name in its place: `two
/// nodes` for `2 nodes`.
pub fn in_words(text: &str) -> String {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let is_word = text[end..].chars().next().is_none_or(|c| matches!(c, ' ' | ',' | ':' | '.'));
    match text[..end].parse::<usize>().ok().and_then(|number| NAMES.get(number)).filter(|_| is_word) {
        Some(name) => format!("{name}{}", &text[end..]),
        None => text.to_string(),
    }
}
