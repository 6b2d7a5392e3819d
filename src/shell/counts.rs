//! Keeps long counts in the state folder, in one file for each problem, so that another session can
//! continue them. The files are checkpoints, as `quadrille count --checkpoint` writes them.

use crate::checkpoint::Checkpoint;
use crate::dlx::Problem;
use crate::files::Folder;
use crate::solve::Keep;
use crate::solve::pieces::{Counted, Piece, digest};
use std::path::PathBuf;

/// The most files that are kept. Beyond that, the oldest are removed.
const MOST: usize = 50;

pub struct Counts {
    folder: Folder,
    open: Option<Checkpoint>,
    /// Called once, with a message, if the count cannot be kept.
    failed: Option<Box<dyn FnOnce(String) + Send>>,
}

impl Counts {
    /// Returns `None` if there is no state folder.
    pub fn new(failed: impl FnOnce(String) + Send + 'static) -> Option<Counts> {
        let folder = Folder::of_state("counts")?;
        Some(Counts { folder, open: None, failed: Some(Box::new(failed)) })
    }

    fn file(&self, problem: &Problem) -> PathBuf {
        self.folder.path().join(name(problem))
    }

    fn write(&mut self, write: impl FnOnce(&mut Checkpoint) -> std::io::Result<()>) {
        let Some(checkpoint) = &mut self.open else { return };
        if let Err(error) = write(checkpoint) {
            self.open = None;
            if let Some(failed) = self.failed.take() {
                failed(format!("the count cannot be kept in {}: {error}", self.folder.path().display()));
            }
        }
    }
}

impl Keep for Counts {
    fn knows(&mut self, problem: &Problem) -> bool {
        self.folder.has(&name(problem))
    }

    fn known(&mut self, problem: &Problem, pieces: &[Piece]) -> Vec<Counted> {
        let file = self.file(problem);
        // A checkpoint that is damaged, or of another version, is replaced: the problem is counted
        // again.
        let begin = |_| Checkpoint::begin(&file, problem, pieces);
        let checkpoint = Checkpoint::open(&file, problem, pieces).unwrap_or_else(begin);
        let known = checkpoint.known();
        self.open = Some(checkpoint);
        // If this fails, the write fails too and reports the error.
        _ = self.folder.open();
        prune(&self.folder, &name(problem));
        known
    }

    fn add(&mut self, done: &[Counted]) {
        self.write(|checkpoint| {
            done.iter().for_each(|piece| checkpoint.add(piece));
            checkpoint.write_sometimes()
        });
    }

    fn end(&mut self) -> bool {
        self.write(Checkpoint::write);
        self.open.take().is_some()
    }
}

/// The name of a problem's file.
fn name(problem: &Problem) -> String {
    digest(problem)[..32].to_string() + ".json"
}

/// Removes the oldest files except `kept`, so that one more may be written.
fn prune(folder: &Folder, kept: &str) {
    let others: Vec<_> = folder.files(".json").into_iter().filter(|file| file.name != kept).collect();
    let spare = others.len().saturating_sub(MOST - 1);
    others.into_iter().take(spare).for_each(|file| _ = folder.remove(&file.name));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dlx::ItemId;
    use crate::solve::pieces::split;
    use std::fs;

    /// Matchings of points on a line, of which no two far apart are joined.
    fn pairs(n: u32) -> Problem {
        let mut problem = Problem::new(n, 0);
        for (a, b) in (0..n).flat_map(|a| (a + 1..n.min(a + 4)).map(move |b| (a, b))) {
            problem.push(&[ItemId(a), ItemId(b)]).unwrap();
        }
        problem
    }

    #[test]
    fn what_was_counted_is_known_to_the_next_session_and_to_its_problem_alone() {
        let folder = tempfile::tempdir().unwrap();
        let counts = || Counts { folder: Folder::at(folder.path().join("counts")), open: None, failed: None };
        let (problem, other) = (pairs(12), pairs(14));
        let pieces = split(&problem, 20, &mut || true).unwrap();
        assert!(pieces.len() > 3);
        let done = [Counted { piece: 3, count: 5, nodes: 9 }, Counted { piece: 0, count: 1 << 70, nodes: 2 }];
        let mut first = counts();
        assert!(!first.knows(&problem));
        assert_eq!(first.known(&problem, &pieces), []);
        first.add(&done);
        first.end();
        let mut second = counts();
        assert!(second.knows(&problem) && !second.knows(&other));
        assert_eq!(second.known(&problem, &pieces), done);
        // A damaged file does not prevent a count.
        fs::write(second.file(&problem), "{").unwrap();
        assert_eq!(counts().known(&problem, &pieces), []);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("counts");
        fs::write(&file, "a file where the folder should be").unwrap();
        let (sender, told) = std::sync::mpsc::channel();
        let failed = move |message| sender.send(message).unwrap();
        let mut counts = Counts { folder: Folder::at(file), open: None, failed: Some(Box::new(failed)) };
        let problem = pairs(8);
        counts.known(&problem, &split(&problem, 20, &mut || true).unwrap());
        for piece in 0..3 {
            counts.add(&[Counted { piece, count: 1, nodes: 1 }]);
            counts.end();
        }
        assert!(told.recv().unwrap().contains("cannot be kept"));
        assert!(told.try_recv().is_err());
    }

    #[test]
    fn the_oldest_files_go() {
        let folder = tempfile::tempdir().unwrap();
        for at in 0..MOST + 5 {
            let file = fs::File::create(folder.path().join(format!("{at}.json"))).unwrap();
            let age = std::time::Duration::from_secs(1000 - at as u64);
            file.set_modified(std::time::SystemTime::now() - age).unwrap();
        }
        prune(&Folder::at(folder.path()), "2.json");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MOST);
        for (at, stays) in [(0, false), (1, false), (2, true), (3, false), (54, true)] {
            assert_eq!(folder.path().join(format!("{at}.json")).exists(), stays, "{at}");
        }
    }
}
