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

/// The counts that are kept. A count that is run gets them, and adds to them.
pub struct KeptCounts {
    folder: Folder,
    open: Option<Checkpoint>,
    /// Called once, with a message, if the count cannot be kept.
    failed: Option<Box<dyn FnOnce(String) + Send>>,
}

impl KeptCounts {
    /// The counts in the state folder. `None` if there is no such folder.
    pub fn new(failed: impl FnOnce(String) + Send + 'static) -> Option<KeptCounts> {
        Some(KeptCounts::at(Folder::of_state("counts")?, failed))
    }

    /// The counts in `folder`. `failed` is called once, with a message, if a count cannot be kept.
    pub fn at(folder: Folder, failed: impl FnOnce(String) + Send + 'static) -> KeptCounts {
        KeptCounts { folder, open: None, failed: Some(Box::new(failed)) }
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

impl Keep for KeptCounts {
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
