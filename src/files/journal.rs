//! The file of a log. Each line is one write at the end of the file, so the lines are there while
//! the program runs, and after it is killed.

use super::draft::open_log;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// The size that a log may reach, in bytes.
const LIMIT: u64 = 64 << 20;

/// A log that is written. It stops at its limit, and at the first error: a full disk does not
/// disturb the program.
pub struct Journal<W = File> {
    /// `None` once the log has stopped.
    to: Option<W>,
    /// The bytes that lines may still take. The last line has its bytes reserved.
    left: u64,
    last: String,
}

impl Journal {
    /// Begins a log at `path` with the line `mark`. An earlier log there, which begins with the
    /// same line, is replaced.
    ///
    /// # Errors
    ///
    /// If there is anything else, if another process writes the log, or if the file cannot be
    /// created.
    pub fn create(path: &Path, mark: &str) -> io::Result<Journal> {
        let mark = format!("{mark}\n");
        let file = open_log(path, mark.as_bytes())?;
        Journal::begin(file, mark.as_bytes(), LIMIT)
    }
}

impl<W: Write> Journal<W> {
    fn begin(mut to: W, mark: &[u8], limit: u64) -> io::Result<Journal<W>> {
        to.write_all(mark)?;
        let last = format!("# the log ends here, at its limit of {limit} bytes\n");
        let left = limit.saturating_sub((mark.len() + last.len()) as u64);
        Ok(Journal { to: Some(to), left, last })
    }

    /// Appends a line. Does nothing if the log has stopped.
    pub fn line(&mut self, line: &str) {
        let Some(to) = &mut self.to else { return };
        let line = format!("{line}\n");
        let fits = line.len() as u64 <= self.left;
        let done = to.write_all(if fits { line.as_bytes() } else { self.last.as_bytes() });
        self.left = self.left.saturating_sub(line.len() as u64);
        if !fits || done.is_err() {
            self.to = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fault;
    use super::*;
    use std::fs;

    const MARK: &str = "# a log";

    #[test]
    fn a_log_stops_at_its_limit_and_says_so() {
        for limit in 100..200 {
            let mut to = Vec::new();
            let mut journal = Journal::begin(&mut to, MARK.as_bytes(), limit).unwrap();
            (0..1000).for_each(|k| journal.line(&format!("line {k}")));
            let text = String::from_utf8(to).unwrap();
            assert!(text.len() as u64 <= limit, "{} of {limit}", text.len());
            let lines = text.lines().filter(|line| line.starts_with("line ")).count();
            assert!(lines > 2 && text.ends_with(&format!("its limit of {limit} bytes\n")), "{text}");
            assert!(text.len() as u64 + 9 > limit, "there was room for another line: {text}");
        }
        assert_eq!(LIMIT, 67_108_864);
    }

    /// Has room for some bytes, like a disk.
    struct Disk(Vec<u8>, usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let room = (self.1 - self.0.len()).min(bytes.len());
            self.0.extend_from_slice(&bytes[..room]);
            if room == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(room) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_stops_the_log() {
        let mut journal = Journal::begin(Disk(Vec::new(), 20), b"# a log\n", 1000).unwrap();
        journal.line("one");
        let before = journal.to.as_ref().map(|disk| disk.0.clone());
        assert_eq!(before.as_deref(), Some(&b"# a log\none\n"[..]));
        journal.line("a line too long for the disk");
        assert!(journal.to.is_none());
        journal.line("two");
    }

    #[test]
    fn a_log_replaces_a_log_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let [log, empty, foreign] = ["log", "empty", "foreign"].map(|name| folder.path().join(name));
        let read = |path: &Path| fs::read_to_string(path).unwrap();
        let refused = |path: &Path| match Journal::create(path, MARK) {
            Ok(_) => panic!("{} was opened", path.display()),
            Err(error) => error.to_string(),
        };
        let mut first = Journal::create(&log, MARK).unwrap();
        first.line("first");
        assert_eq!(read(&log), "# a log\nfirst\n", "it can be read while it is written");
        assert!(refused(&log).contains("another process"), "one process writes it");
        drop(first);
        drop(Journal::create(&log, MARK).unwrap());
        assert_eq!(read(&log), "# a log\n");
        fs::write(&empty, "").unwrap();
        drop(Journal::create(&empty, MARK).unwrap());
        for text in ["# a lo", "# a logbook of a ship\n", "53..7....\n", "\0"] {
            fs::write(&foreign, text).unwrap();
            assert!(refused(&foreign).contains("not a log"), "{text:?}");
            assert_eq!(read(&foreign), text);
        }
        assert!(refused(folder.path()).contains("folder"));
        assert!(refused(Path::new("/dev/null")).contains("not a regular file"));
        assert!(refused(&folder.path().join("nowhere/log")).contains("there is no folder"));
        // A full disk at the start is an error.
        fault::arm(folder.path(), 0);
        assert!(!refused(&log).is_empty() && fault::disarm(folder.path()));
    }
}
