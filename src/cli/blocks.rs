//! An input in blocks of whole lines, for inputs that need not fit in memory.

use crate::files::{self, Source};
use memchr::memrchr;
use std::mem;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};

/// The byte order mark of UTF-8.
pub(crate) const MARK: &[u8] = b"\xef\xbb\xbf";

/// The least number of bytes that are read at a time.
const LEAST: usize = 1 << 16;

/// The blocks of an input, without its byte order mark. A block ends with a line, unless that line
/// alone is longer than two blocks. A signal ends the input, and the bytes that are in no block yet
/// are dropped.
pub(crate) struct Blocks {
    /// Bytes that belong to no block yet.
    read: Vec<u8>,
    /// `None` once everything has been read.
    rest: Option<Source>,
    /// The number of bytes of a block.
    size: usize,
}

impl Blocks {
    /// The blocks, of about `size` bytes, of what was read already and of the rest.
    pub fn new(mut beginning: Vec<u8>, rest: Source, size: usize) -> Blocks {
        if beginning.starts_with(MARK) {
            beginning.drain(..MARK.len());
        }
        Blocks { read: beginning, rest: Some(rest), size }
    }

    /// The same blocks, read by a thread that stays one block ahead; dropping them ends it. If the
    /// system cannot start a thread, the calling thread reads.
    pub fn ahead(self) -> Box<dyn Iterator<Item = std::io::Result<Vec<u8>>>> {
        let blocks = Arc::new(Mutex::new(Some(self)));
        let take = |blocks: &Mutex<Option<Blocks>>| blocks.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (sender, receiver) = sync_channel(1);
        let theirs = Arc::clone(&blocks);
        let read = move || {
            let blocks = take(&theirs).into_iter().flatten();
            blocks.map(|block| sender.send(block)).find(Result::is_err)
        };
        match std::thread::Builder::new().name("reader".to_string()).spawn(read) {
            Ok(_) => Box::new(receiver.into_iter()),
            Err(_) => Box::new(take(&blocks).into_iter().flatten()),
        }
    }

    /// The end of the last whole line that has been read.
    fn whole(&self) -> Option<usize> {
        // A CR that was read last may be the first half of a CRLF.
        let half = self.read.split_last().map_or(&[][..], |(_, read)| read);
        let end = memrchr(b'\n', &self.read).or_else(|| memrchr(b'\r', half)).map(|at| at + 1);
        end.or((self.read.len() >= 2 * self.size).then_some(self.read.len()))
    }
}

impl Iterator for Blocks {
    type Item = std::io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let wanted = self.size.saturating_sub(self.read.len()).max(LEAST);
            match self.rest.as_mut()?.fill(&mut self.read, wanted as u64) {
                Ok(0) => {
                    self.rest = None;
                    return Some(Ok(mem::take(&mut self.read)));
                }
                Ok(_) => {}
                Err(error) => {
                    self.rest = None;
                    return if files::is_stopped(&error) { None } else { Some(Err(error)) };
                }
            }
            if let Some(end) = self.whole() {
                let mut after = Vec::with_capacity(self.size + 1);
                after.extend_from_slice(&self.read[end..]);
                self.read.truncate(end);
                return Some(Ok(mem::replace(&mut self.read, after)));
            }
        }
    }
}
