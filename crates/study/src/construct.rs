//! Exercises in which the learner constructs: the lines of a procedure are arranged, the pointers of
//! a step are set, the search is driven move by move. An answer is not compared with a model text.
//! It is run, and graded by what it does.

mod arrange;
mod drive;
mod line;
mod lists;
mod machine;
mod pointers;

pub use arrange::{Arrange, ArrangeFrame, ArrangeGrade, ArrangeVerdict};
pub use drive::{Drive, DriveReply};
pub use line::Procedure;
pub use pointers::{DrawnPointer, PointerGrade, PointersExercise};

use quadrille_puzzle::Encoded;
use quadrille_solve::Stepper;

/// A task in which the learner constructs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Build {
    /// The lines of a procedure are arranged.
    Arrange(Procedure),
    /// The pointers of the next link are set.
    Pointers,
    /// This number of moves is made.
    Drive(usize),
}

impl Build {
    /// The tasks, in the order in which they are offered at a state.
    pub const ALL: [Build; 6] = [
        Build::Pointers,
        Build::Drive(MOVES),
        Build::Arrange(Procedure::Hide),
        Build::Arrange(Procedure::Cover),
        Build::Arrange(Procedure::Uncover),
        Build::Arrange(Procedure::Search),
    ];

    /// Returns true if the state has this task.
    pub fn fits(self, stepper: &Stepper, names: &Encoded) -> bool {
        match self {
            Build::Arrange(procedure) => Arrange::new(procedure, stepper, names).is_some(),
            Build::Pointers => PointersExercise::new(stepper, names).is_some(),
            Build::Drive(moves) => Drive::new(stepper, names, moves).is_some(),
        }
    }

    /// A right answer at a state: lines, pointers or moves. Empty if the state does not have the
    /// task.
    pub fn solution(self, stepper: &Stepper, names: &Encoded) -> Vec<String> {
        match self {
            Build::Arrange(procedure) => Arrange::new(procedure, stepper, names).map_or(Vec::new(), |exercise| {
                let texts = exercise.texts();
                exercise.solution().into_iter().map(|at| texts[at].trim().to_string()).collect()
            }),
            Build::Pointers => PointersExercise::new(stepper, names).map_or(Vec::new(), |mut exercise| {
                exercise.pointers = exercise.truth();
                exercise.told()
            }),
            Build::Drive(moves) => Drive::new(stepper, names, moves).map_or(Vec::new(), |mut drive| {
                while let Some(due) = drive.next().map(str::to_string).filter(|_| !drive.is_done()) {
                    drive.take(&due, names);
                }
                drive.moves
            }),
        }
    }

    /// The task in a few words.
    pub fn words(self) -> String {
        match self {
            Build::Arrange(procedure) => format!("arrange the lines of {}", procedure.id()),
            Build::Pointers => "set the pointers of the next link".to_string(),
            Build::Drive(moves) => format!("make the next {moves} moves yourself"),
        }
    }
}

/// The moves that are asked for.
pub(crate) const MOVES: usize = 5;
