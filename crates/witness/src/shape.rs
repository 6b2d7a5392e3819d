//! The shapes in which a program may hold its matrix, a row each.
//!
//! A [`MatrixShape`] says how it is found in memory, and makes a [`MatrixRun`]: the state of one run,
//! which says what each change means. The stops, the open calls, the cases, the comparison, and the words
//! of the result are the same for all of them: see [`crate::follow`] and [`crate::report`].

use crate::course::{Followed, RunCourse, RunEnd};
use crate::culprit::Culprit;
use crate::sets::SetMatrix;
use crate::state::LinkState;
use crate::target::{Function, Functions, Stopped, Target, TargetError};
use crate::tracker::Tracker;
use crate::{Matrix, RoleNames};
use quadrille_puzzle::{Encoded, Listing};
use quadrille_study::{AgainstReport, Vocabulary};
use std::fmt::Debug;

/// A shape of a matrix in memory.
pub trait MatrixShape: Debug + Sync {
    /// Looks for it in a program, which is run.
    ///
    /// # Errors
    ///
    /// [`Unfollowed::NoLinks`] if it is not there: then the next shape is looked for.
    fn survey(
        &self,
        target: &mut dyn Target,
        functions: &Functions,
        asked: &RoleNames,
    ) -> Result<ProgramSurvey, Unfollowed>;

    /// The kinds of operations that its changes tell.
    fn vocabulary(&self, survey: &ProgramSurvey) -> Vocabulary;

    /// The state of a run, before the first case.
    fn run(&self, survey: &ProgramSurvey) -> Box<dyn MatrixRun>;

    /// The reason why a program may be right although it differs, if there is one.
    ///
    /// # Errors
    ///
    /// Those of the target.
    fn doubt(&self, _: &mut dyn Target, _: &ProgramSurvey, _: &Followed) -> Result<Option<String>, TargetError> {
        Ok(None)
    }

    /// Finds the line of what is wrong.
    ///
    /// # Errors
    ///
    /// Those of the target.
    fn blame(
        &self,
        target: &mut dyn Target,
        survey: &ProgramSurvey,
        followed: &Followed,
    ) -> Result<Option<Culprit>, TargetError>;
}

/// A stop inside the search.
#[derive(Clone, Copy, Debug)]
pub struct Passing<'a> {
    /// The stop.
    pub stopped: &'a Stopped,
    /// True at the beginning of a function that changes the matrix.
    pub is_change: bool,
    /// True at the return of the innermost call of the search.
    pub returns: bool,
}

/// The state of a matrix in a run, as the program changes it.
///
/// Each method may set [`RunCourse::wrong`]: then the run is over.
pub trait MatrixRun {
    /// The matrix of this case, with its names. `None` before the first one.
    fn names(&self) -> Option<&Encoded>;

    /// Reads the matrix of the next case: its search is called.
    ///
    /// # Errors
    ///
    /// Those of the target, here and below.
    fn begin(&mut self, course: &mut RunCourse) -> Result<(), TargetError>;

    /// Reads the next matrix of a program without calls of a search. Returns false if it is the same
    /// one.
    fn begin_another(&mut self, _: &mut RunCourse) -> Result<bool, TargetError> {
        Ok(false)
    }

    /// Takes what has changed since the last stop. `is_entry` is true at a call of the search.
    fn compare(&mut self, course: &mut RunCourse, is_entry: bool) -> Result<(), TargetError>;

    /// The search was called.
    fn enter(&mut self, course: &mut RunCourse) -> Result<(), TargetError>;

    /// The innermost call of the search has returned.
    fn leave(&mut self, course: &mut RunCourse);

    /// The caller of a search that is a generator has left it.
    fn abandon(&mut self, course: &mut RunCourse);

    /// Takes a stop inside the search.
    fn pass(&mut self, _: &mut RunCourse, _: Passing) -> Result<(), TargetError> {
        Ok(())
    }

    /// The run is over: what was found out last.
    fn end(&mut self, course: &mut RunCourse, end: &RunEnd) -> Result<(), TargetError>;

    /// Adds to the result what is known at the end alone.
    fn settle(&mut self, _: &mut RunCourse, _: &mut AgainstReport, _: &RunEnd) {}

    /// All that was seen of it.
    fn seen(self: Box<Self>) -> SeenMatrix;
}

/// The matrix of a program, as it was seen.
#[derive(Clone, Debug)]
pub enum SeenMatrix {
    /// In links.
    Links(Box<SeenLinks>),
    /// In sets.
    Sets(Option<Box<SetMatrix>>),
}

/// The links of a program, as they were seen.
#[derive(Clone, Debug, Default)]
pub struct SeenLinks {
    /// The matrix of the first case.
    pub first: Option<Matrix>,
    /// That of the last case.
    pub matrix: Option<Matrix>,
    /// The links of the last case, followed up to what is wrong.
    pub tracker: Option<Tracker>,
    /// The links at the last stop that was right, and those after it.
    pub states: Option<(LinkState, LinkState)>,
    /// True if sizes are counted when they are needed, or never.
    pub counts_late: bool,
}

/// A matrix that a program has built.
#[derive(Clone, Debug)]
pub struct Built {
    /// The columns that must be covered, all columns, the rows and the nodes.
    pub figures: [usize; 4],
    /// The items and options.
    pub listing: Listing,
}

impl SeenMatrix {
    /// The links. `None` for another shape.
    pub fn links(&self) -> Option<&SeenLinks> {
        match self {
            SeenMatrix::Links(links) => Some(links),
            SeenMatrix::Sets(_) => None,
        }
    }

    /// The links of the last case. `None` for another shape.
    pub fn matrix(&self) -> Option<&Matrix> {
        self.links()?.matrix.as_ref()
    }

    /// The same, followed up to what is wrong.
    pub fn tracker(&self) -> Option<&Tracker> {
        self.links()?.tracker.as_ref()
    }

    /// The matrix of the first case.
    pub fn first(&self) -> Option<Built> {
        match self {
            SeenMatrix::Links(links) => links.first.as_ref().map(Built::of_links),
            SeenMatrix::Sets(sets) => sets.as_deref().map(Built::of_sets),
        }
    }

    /// The matrix of the last case, in which something may be wrong.
    pub fn last(&self) -> Option<Built> {
        match self {
            SeenMatrix::Links(links) => links.matrix.as_ref().map(Built::of_links),
            SeenMatrix::Sets(sets) => sets.as_deref().map(Built::of_sets),
        }
    }
}

impl Built {
    fn of_links(matrix: &Matrix) -> Built {
        let (primary, all) = matrix.headers();
        Built { figures: [primary, all, matrix.options(), matrix.nodes()], listing: matrix.listing() }
    }

    fn of_sets(matrix: &SetMatrix) -> Built {
        let figures = [matrix.items(), matrix.items(), matrix.options(), matrix.nodes()];
        Built { figures, listing: matrix.listing() }
    }
}

/// The findings of the first run.
// Many fields: all that the second run needs.
#[derive(Clone, Debug)]
pub struct ProgramSurvey {
    /// The shape of its matrix.
    pub shape: &'static dyn MatrixShape,
    /// The functions of the user.
    pub functions: Vec<Function>,
    /// Those that cover or uncover, by their places in `functions`.
    pub changes: Vec<usize>,
    /// Those of them that were only seen inside another one: what they leave may be halfway.
    pub helpers: Vec<usize>,
    /// Those of them in which another one was seen.
    pub wrappers: Vec<usize>,
    /// Those of them that only cover, and those that only uncover.
    pub covers: Vec<usize>,
    pub uncovers: Vec<usize>,
    /// The search, if it calls itself.
    pub search: Option<usize>,
    /// The stop at which the matrix was there.
    pub found_at: usize,
    /// The roles of the links, in one line.
    pub roles: String,
    /// The optimization with which it was compiled, if there is one.
    pub optimized: Option<String>,
    /// True if columns leave the rows, and not rows the columns: covers may overlap.
    pub is_repeated: bool,
    /// The functions that may estimate how many rows are needed.
    pub bounds: Vec<usize>,
    /// The names of roles that the user has given.
    pub asked: RoleNames,
    /// True if it stops at each function and at its return: any of them may change the matrix.
    pub sees_all: bool,
}

impl ProgramSurvey {
    /// Findings with a shape and its roles alone.
    pub fn new(shape: &'static dyn MatrixShape, functions: Vec<Function>, roles: String) -> ProgramSurvey {
        ProgramSurvey {
            shape,
            functions,
            roles,
            changes: Vec::new(),
            helpers: Vec::new(),
            wrappers: Vec::new(),
            covers: Vec::new(),
            uncovers: Vec::new(),
            search: None,
            found_at: 0,
            optimized: None,
            is_repeated: false,
            bounds: Vec::new(),
            asked: RoleNames::default(),
            sees_all: false,
        }
    }

    /// The functions at which the program stops. Without operations and a search, only what was
    /// built can be judged.
    pub fn stops(&self) -> Vec<usize> {
        match self.changes.is_empty() && self.search.is_none() {
            true => vec![self.found_at],
            false => self.changes.iter().chain(&self.search).chain(&self.bounds).copied().collect(),
        }
    }

    /// Returns whether the arguments and results of functions are needed.
    pub(crate) fn needs_values(&self) -> bool {
        self.is_repeated || self.sees_all
    }
}

/// The reason why a program cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum Unfollowed {
    #[error(transparent)]
    Target(#[from] TargetError),
    #[error("it has no debug information; compile it with -g, and best with -O0 or -Og")]
    NoDebug,
    #[error(
        "no links were found in its variables{}; `--roles 'L R U D; root NAME'` says where they are, and \
         `quadrille against` needs no debugger",
        .end.as_ref().map_or(String::new(), |end| format!(": {end}"))
    )]
    NoLinks {
        /// The end of the program, in words.
        end: Option<String>,
        /// True if it does not end.
        hangs: bool,
    },
    #[error(
        "it was compiled with {0}, where calls have no entry of their own, so that a difference may be none of \
         yours; compile it with -g -O0, and take `#pragma GCC optimize` out"
    )]
    Optimized(String),
    #[error("it covers repeatedly ({0}), and no function of it takes a column out, or none searches")]
    Repeated(String),
    #[error("its links were found ({roles}), but no function that covers and none that searches{ran}")]
    NoOperations { roles: String, ran: String },
}
