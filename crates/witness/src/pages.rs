//! The memory of the stopped program, page by page.

use crate::memory::ProgramMemory;
use crate::target::{Target, TargetError};
use std::collections::HashMap;
use std::time::Duration;

/// The size of a page in bytes, and the pages that are read at a time.
const PAGE: u64 = 4096;
const AHEAD: u64 = 4;

/// The most numbers that a search in memory reads. Searches that find links need a tenth of them, and
/// each run of a program reads the same.
const READS: u64 = 4_000_000;

/// The time of a search whose memory comes slowly.
const TIME: Duration = Duration::from_millis(2_500);

/// The memory of the stopped program, read page by page. After an error, it is not there.
pub(crate) struct Pages<'a> {
    target: &'a mut dyn Target,
    pages: HashMap<u64, Option<Vec<u8>>>,
    reads: u64,
    begun: Duration,
    /// The first error.
    pub error: Option<TargetError>,
}

impl Pages<'_> {
    pub fn of(target: &mut dyn Target) -> Pages<'_> {
        let begun = target.now();
        Pages { target, pages: HashMap::new(), reads: 0, begun, error: None }
    }

    fn load(&mut self, page: u64) {
        let wanted: Vec<u64> =
            (0..AHEAD).map(|k| page.wrapping_add(k * PAGE)).filter(|page| !self.pages.contains_key(page)).collect();
        wanted.iter().for_each(|&page| drop(self.pages.insert(page, None)));
        match self.target.pages(&wanted, PAGE) {
            Ok(loaded) => self.pages.extend(loaded.into_iter().map(|(page, bytes)| (page, Some(bytes)))),
            Err(error) => self.error = Some(error),
        }
    }
}

impl ProgramMemory for Pages<'_> {
    fn read(&mut self, address: u64, into: &mut [u8]) -> bool {
        self.reads += 1;
        if self.reads.is_multiple_of(1 << 12) && self.error.is_none() {
            let is_long = self.target.now() - self.begun > TIME;
            let is_long = is_long || self.reads > READS;
            self.error = self.target.go_on().err().or(is_long.then_some(TargetError::TooManyCandidates));
        }
        if self.error.is_some() {
            return false;
        }
        let mut done = 0;
        while done < into.len() {
            let at = address.wrapping_add(done as u64);
            let page = at & !(PAGE - 1);
            if !self.pages.contains_key(&page) {
                self.load(page);
            }
            let Some(Some(bytes)) = self.pages.get(&page) else { return false };
            let from = (at - page) as usize;
            let part = (into.len() - done).min(bytes.len() - from);
            into[done..done + part].copy_from_slice(&bytes[from..from + part]);
            done += part;
        }
        true
    }
}
