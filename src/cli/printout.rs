//! The result of a command: one value, which is printed as JSON or as text.

use super::row::{Refused, write_json};
use serde::Serialize;
use std::io::{Result, Write};

/// A result that a command prints. Fields that only its text needs are skipped in JSON.
pub(crate) trait Printout: Serialize + Sized {
    /// Writes the result as text.
    fn write_text(&self, out: &mut dyn Write) -> Result<()>;

    /// Prints the result.
    fn print(&self, json: bool, out: &mut dyn Write) -> Result<()> {
        if json { write_json(out, self) } else { self.write_text(out) }
    }
}

/// Its text is a message on standard error.
impl Printout for Refused {
    fn write_text(&self, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }
}
