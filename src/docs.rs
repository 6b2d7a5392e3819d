//! The tables as text: what `kinds` and `keys` print, and the blocks of the README that a test holds to them.

use crate::puzzle::{JUDGES, KINDS, TOML};
use std::fmt::Write;

/// Every kind with its forms, and the judges.
pub fn kinds() -> String {
    let mut text = String::new();
    for kind in KINDS {
        _ = writeln!(text, "{:<10} {}", kind.id, kind.help);
        for form in kind.forms {
            _ = writeln!(text, "  {:<10} {}", form.id, form.help);
        }
    }
    _ = writeln!(text, "any kind\n  {:<10} {}", TOML.id, TOML.help);
    _ = writeln!(text, "judges");
    for judge in JUDGES {
        _ = writeln!(text, "  {:<10} {}", judge.name, judge.help);
    }
    text
}
