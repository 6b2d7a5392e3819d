//! Text for standard output with messages between its parts, made away from the output: answers are
//! made on many threads and printed in order.

use std::io::Write;

/// The printed forms of some answers.
#[derive(Default)]
pub(crate) struct Sheet {
    /// The text for standard output.
    pub text: Vec<u8>,
    /// The messages, each with its offset in `text`.
    messages: Vec<(usize, String)>,
    /// The statistics, which are printed on standard error after the text.
    pub after: Vec<u8>,
}

impl Sheet {
    /// Adds a message at the end of the text.
    pub fn say(&mut self, message: String) {
        self.messages.push((self.text.len(), message));
    }

    /// Writes the text, with each message at its place.
    pub fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let mut written = 0;
        for (at, message) in &self.messages {
            out.write_all(&self.text[written..*at])?;
            out.flush()?;
            say!("{message}");
            written = *at;
        }
        out.write_all(&self.text[written..])?;
        if !self.after.is_empty() {
            out.flush()?;
            say!("{}", String::from_utf8_lossy(&self.after).trim_end());
        }
        Ok(())
    }
}
