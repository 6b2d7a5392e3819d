//! A comparison of typed operations with Algorithm X, case by case, as they come.
//!
//! It has a follower for each reading of the program so far: each way to read its numbers, and each
//! option that it may be covering if it does not tell which. A reading that an operation
//! contradicts is dropped; if that was the last one, its fault is the first difference.

use super::diagnosis::{self, Bug};
use super::fault::Fault;
use super::follow::{Earlier, Follower};
use super::operation::{Operation, Vocabulary};
use super::protocol::{Names, Numbering, OperationLine};
use super::report::{Difference, ProblemWords, StepPlace, notes};
use super::sets::Sets;
use super::{AgainstReport, AgainstSettings, Ended, Missed, Verdict};
use crate::count::plural;
use crate::needle::Needle;
use dancing::Goal;
use quadrille_puzzle::Encoded;
use quadrille_solve::pieces::digest;
use quadrille_solve::{Flow, Order, Snapshot, StopReason, run};
use std::collections::HashSet;
use std::sync::Arc;

/// An operation as a source tells it.
#[derive(Clone, Copy, Debug)]
pub(super) enum OperationSource<'a> {
    /// A line, whose numbers are read in several ways.
    Line(&'a OperationLine<'a>),
    Typed(Operation),
}

/// The most readings that are followed at a time.
const READINGS: usize = 256;

/// A comparison in progress.
// Many fields: the state of one comparison.
#[derive(Clone, Debug)]
pub struct Comparison {
    settings: AgainstSettings,
    uses: Vocabulary,
    pub(super) operations: u64,
    solutions: u64,
    /// The case, counted from 1; 0 before the first one.
    pub(super) case: u64,
    followers: Vec<Follower>,
    /// The numberings that the case before left.
    known: Vec<(Numbering, Numbering)>,
    /// The counts at the end of the case before.
    counts: Option<Vec<i32>>,
    /// Habits of the program, each with the case that first showed it.
    notes: Vec<(u64, String)>,
    last: Option<String>,
    needle: Option<Arc<Needle>>,
    /// The numbering of the search that differs.
    numbering: Option<(Numbering, Numbering)>,
    /// A fault that the next operation may explain better.
    pending: Option<(Box<Follower>, Fault, String)>,
    /// The first search that left solutions out, with the digest of its matrix.
    missed: Option<(Missed, String)>,
    /// The digests of the matrices that were searched to the end.
    whole: HashSet<String>,
    /// True after a case that is over.
    is_between: bool,
    /// True once there were too many readings to follow all of them.
    is_cut: bool,
    pub(super) verdict: Option<Verdict>,
}

impl Comparison {
    /// A comparison with a source of operations that tells these kinds of them.
    pub fn new(settings: AgainstSettings, uses: Vocabulary) -> Comparison {
        Comparison {
            settings,
            uses,
            operations: 0,
            solutions: 0,
            case: 0,
            followers: Vec::new(),
            known: Vec::new(),
            counts: None,
            notes: Vec::new(),
            last: None,
            needle: None,
            numbering: None,
            pending: None,
            missed: None,
            whole: HashSet::new(),
            is_between: false,
            is_cut: false,
            verdict: None,
        }
    }

    /// Declares the kinds of operations that the source tells.
    pub(super) fn declare(&mut self, uses: Vocabulary) {
        self.uses = uses;
    }

    pub(super) fn watch(&mut self, needle: Needle) {
        self.needle = Some(Arc::new(needle));
    }

    /// Begins the search of a case, which has this number, counted from 1.
    pub fn begin_case(&mut self, number: u64, names: &Encoded) {
        let named = Arc::new(Names::new(names));
        // What was found out in the first case holds in the others.
        let numberings = match self.settings.base {
            _ if !self.known.is_empty() => std::mem::take(&mut self.known),
            Some(base) => vec![(Numbering::From(base), Numbering::From(base))],
            None => {
                let ways = [Numbering::Names, Numbering::From(1), Numbering::From(0)];
                let cells = [Numbering::Cells(1), Numbering::Cells(0)];
                let cells = cells.into_iter().filter(|_| named.has_cells());
                let options: Vec<Numbering> = ways.into_iter().chain(cells).collect();
                ways.into_iter().flat_map(|items| options.iter().map(move |&options| (items, options))).collect()
            }
        };
        self.begin(number, names, &named, numberings);
    }

    /// Begins the search of a case whose operations are typed.
    pub fn begin_typed(&mut self, number: u64, names: &Encoded) {
        let named = Arc::new(Names::new(names));
        self.begin(number, names, &named, vec![(Numbering::Names, Numbering::Names)]);
    }

    fn begin(&mut self, number: u64, names: &Encoded, named: &Arc<Names>, numberings: Vec<(Numbering, Numbering)>) {
        self.case = number;
        self.is_between = false;
        let sets = Sets::new(&names.problem);
        let needle = self.needle.as_ref().filter(|_| number == 1);
        let follow = |numbering| {
            let counts = self.counts.as_deref();
            let mut follower = Follower::new(sets.clone(), Arc::clone(named), numbering, self.uses, counts);
            follower.needle = needle.cloned();
            follower
        };
        self.followers = numberings.into_iter().map(follow).collect();
    }

    /// Takes the next operation. `at` is its line, or another number of its place; `text` is how it
    /// is shown. Returns false once the result is known.
    pub fn take(&mut self, operation: Operation, at: u64, text: &str, names: &Encoded) -> bool {
        self.told(OperationSource::Typed(operation), at, text, names);
        self.verdict.is_none()
    }

    /// Takes the next line of the protocol, as [`Comparison::take`] does.
    pub(crate) fn line(&mut self, line: &OperationLine, at: u64, text: &str, names: &Encoded) {
        self.told(OperationSource::Line(line), at, text, names);
    }

    pub(super) fn told(&mut self, told: OperationSource, at: u64, text: &str, names: &Encoded) {
        if self.verdict.is_some() {
            return;
        }
        if self.pending.is_some() {
            let is_inside = |told: &OperationSource| {
                matches!(
                    told,
                    OperationSource::Line(
                        OperationLine::Hide(_) | OperationLine::Unhide(_) | OperationLine::Links { .. }
                    )
                )
            };
            if !is_inside(&told) {
                self.settle(Some(told), names);
            }
            return;
        }
        self.operations += 1;
        let links = !self.settings.coarse;
        let (mut kept, mut faults) = (Vec::new(), Vec::new());
        for mut follower in std::mem::take(&mut self.followers) {
            let operation = match told {
                OperationSource::Typed(operation) => Ok(Some(operation)),
                OperationSource::Line(line) => line.resolve(&follower.names, follower.numbering),
            };
            match operation {
                Ok(None) => kept.push(follower),
                Ok(Some(operation)) if follower.has_readings() => match follower.split(operation, at, text, links) {
                    Ok(readings) => kept.extend(readings),
                    Err((follower, fault)) => faults.push((follower, fault)),
                },
                Ok(Some(operation)) => match follower.take(operation, at, text, links) {
                    Ok(()) => kept.push(follower),
                    Err(fault) => faults.push((Box::new(follower), fault)),
                },
                Err(fault) => {
                    (follower.op, follower.line) = (follower.op + 1, at);
                    faults.push((Box::new(follower), fault));
                }
            }
        }
        if !kept.is_empty() {
            if kept.len() > READINGS {
                // A program has an item rule, as a rule.
                kept.sort_by_key(|follower| follower.rule().is_none());
                kept.truncate(READINGS);
                self.is_cut = true;
            }
            self.followers = kept;
            self.last = Some(text.to_string());
            return;
        }
        if self.is_cut {
            let reason = "the options that it tries cannot be found out: let it print `try`";
            self.verdict = Some(Verdict::Unusable(reason.to_string()));
            return;
        }
        // Of several ways to read the numbers, the wrong ones make words unknown and counts wrong.
        let doubt = |fault: &Fault| match fault {
            Fault::Unknown { .. } => 2,
            Fault::Count { .. } => 1,
            _ => 0,
        };
        let best = (0..faults.len()).min_by_key(|&at| doubt(&faults[at].1)).unwrap_or(0);
        let (follower, fault) = faults.swap_remove(best);
        match fault {
            Fault::Order { .. } => self.pending = Some((follower, fault, text.to_string())),
            _ => self.differs(&follower, &fault, Some(text), None, names),
        }
    }

    /// Returns true if an operation begins the next case: the search is over or at a solution, after
    /// which nothing is chosen.
    pub(super) fn may_be_over(&self) -> bool {
        self.followers.iter().any(Follower::may_be_over)
    }

    /// Judges a fault again with the next operation in view.
    fn settle(&mut self, next: Option<OperationSource>, names: &Encoded) {
        let Some((follower, fault, text)) = self.pending.take() else { return };
        let next = match next {
            Some(OperationSource::Line(line)) => line.resolve(&follower.names, follower.numbering).ok().flatten(),
            Some(OperationSource::Typed(operation)) => Some(operation),
            None => None,
        };
        let fault = match fault {
            // If the item that was covered last is never uncovered, the order is not the mistake.
            Fault::Order { last, .. } if !follower.uncovers_later(next) => Fault::NotUncovered(last),
            fault => fault,
        };
        self.differs(&follower, &fault, Some(&text), None, names);
    }

    /// Ends a case. Returns false if it ended too early.
    pub fn finish_case(&mut self, how: &Ended, names: &Encoded) -> bool {
        self.settle(None, names);
        if self.verdict.is_some() {
            return false;
        }
        if self.is_between {
            return true;
        }
        let mut faults: Vec<_> =
            self.followers.iter_mut().map(|follower| follower.finish_in_readings().err()).collect();
        if faults.iter().all(Option::is_some) {
            let fault = faults.swap_remove(0).expect("every follower has a fault");
            let follower = self.followers.swap_remove(0);
            let bug = match how {
                Ended::Crashed(_) => Some(Bug::Crash),
                Ended::Hung(_) => Some(Bug::Hang),
                Ended::Done => None,
            };
            self.differs(&follower, &fault, None, bug, names);
            return false;
        };
        let mut ends = faults.iter().map(Option::is_none);
        self.followers.retain(|_| ends.next() == Some(true));
        // A reading in which nothing is left out comes first.
        self.followers.sort_by_key(|follower| follower.manners.stopped);
        self.known = self.followers.iter().map(|follower| follower.numbering).collect();
        self.known.dedup();
        let follower = &self.followers[0];
        let words = ProblemWords { names, follower };
        // The same of several cases is said once.
        for note in notes(&words) {
            if !self.notes.iter().any(|(_, known)| *known == note) {
                self.notes.push((self.case, note));
            }
        }
        self.solutions += follower.solutions;
        let matrix = digest(&names.problem);
        if !follower.manners.stopped {
            // The same matrix may be searched up to a limit, and then, or before, to the end.
            self.missed.take_if(|(_, other)| *other == matrix);
            self.whole.insert(matrix);
        } else if !self.settings.first && self.missed.is_none() && !self.whole.contains(&matrix) {
            self.missed = missed(self.case, follower.solutions, names).map(|missed| (missed, matrix));
        }
        self.counts = Some(follower.choices.left(&follower.sets));
        self.is_between = true;
        true
    }

    /// Ends a case whose search was left by its caller, which takes no more solutions. What it did
    /// so far is right. Returns false if it is not.
    pub fn leave_case(&mut self, names: &Encoded) -> bool {
        self.settle(None, names);
        if self.verdict.is_some() {
            return false;
        }
        if let (Some(follower), false) = (self.followers.first_mut(), self.is_between) {
            let found = follower.solutions_here();
            self.solutions += found;
            let found = plural(found as usize, "solution");
            self.notes.push((self.case, format!("its caller leaves the search after {found}")));
        }
        self.is_between = true;
        true
    }

    fn differs(&mut self, follower: &Follower, fault: &Fault, yours: Option<&str>, bug: Option<Bug>, names: &Encoded) {
        self.numbering = Some(follower.numbering);
        let earlier = follower.at_earlier.as_ref();
        let (follower, yours) = match earlier {
            Some(Earlier { state, text }) => (&**state, Some(text.as_str())),
            None => (follower, yours),
        };
        let bug = bug.or_else(|| diagnosis::diagnose(fault, follower, self.case > 1));
        // A missing header and wrong counts are known later than their first effect.
        let passed = follower.choices.sudden.filter(|_| bug == Some(Bug::Header));
        let passes = passed.map(Fault::PassesOver);
        let fault = passes.as_ref().unwrap_or(fault);
        let (what, invariant) = ProblemWords { names, follower }.fault(fault);
        let violated = match (fault, &follower.at_violation, &follower.at_sudden) {
            (Fault::Miscount { violation, .. }, Some(state), _) => Some((violation, &**state)),
            (Fault::PassesOver(violation), _, Some(state)) => Some((violation, &**state)),
            _ => None,
        };
        let words = ProblemWords { names, follower: violated.map_or(follower, |(_, state)| state) };
        let (op, line) = violated.map_or((follower.op, follower.line), |(violation, _)| (violation.op, violation.line));
        let yours = match violated {
            Some((violation, _)) => Some(format!("choose {}", words.name(violation.chosen.0))),
            None => yours.map(str::to_string),
        };
        let difference = Difference {
            case: self.case,
            op: op + u64::from(yours.is_none()),
            line,
            yours,
            last: self.last.clone().filter(|_| violated.is_none() && earlier.is_none()),
            expected: words.expected(fault),
            bug,
            what,
            invariant,
            picture: words.picture(fault, bug),
            path: words.follower.path().into_iter().map(|(_, option)| names.option_name(option)).collect(),
            spot: words.spot(),
        };
        self.verdict = Some(Verdict::Differs(Box::new(difference)));
    }

    /// The place in Step of the search so far, before any difference.
    pub fn place(&self, names: &Encoded) -> Option<StepPlace> {
        let follower = self.followers.first()?;
        ProblemWords { names, follower }.spot()
    }

    /// The source ended: the result. `names` are those of the last case.
    pub fn end(mut self, how: &Ended, names: Option<&Encoded>) -> AgainstReport {
        let names = names.filter(|_| self.verdict.is_none() && self.case > 0 && !self.is_between);
        if let Some(names) = names {
            self.settle(None, names);
        }
        let mut numberings = self.followers.iter().map(|follower| follower.numbering);
        let is_number = |numbering: &Numbering| matches!(numbering, Numbering::From(_));
        let first = numberings.clone().next();
        let shown = numberings.find(|(items, options)| is_number(items) && is_number(options)).or(first);
        let numbering = self.numbering.or(shown);
        let open = self.followers.first().map_or(0, |follower| follower.solutions);
        let is_counted = self.is_between || names.is_some_and(|names| self.finish_case(how, names));
        self.solutions += if is_counted { 0 } else { open };
        let verdict = match (self.verdict, self.missed) {
            (Some(verdict), _) => verdict,
            (None, _) if self.case == 0 => Verdict::Silent,
            (None, Some((missed, _))) => Verdict::Stops(missed),
            (None, None) => Verdict::Same,
        };
        let several = self.case > 1;
        let said = |(case, note): (u64, String)| if several { format!("case {case}: {note}") } else { note };
        let numbering = numbering.map(|(items, options)| match items == options {
            true => format!("items and options {items}"),
            false => format!("items {items}, options {options}"),
        });
        AgainstReport {
            verdict,
            operations: self.operations,
            cases: self.case,
            solutions: self.solutions,
            numbering,
            notes: self.notes.into_iter().map(said).collect(),
        }
    }
}

impl Follower {
    /// Returns true if the next operation uncovers another item of the current option, so that the
    /// items come back in another order and none is left out.
    fn uncovers_later(&self, next: Option<Operation>) -> bool {
        let Some(Operation::Uncover(item)) = next else { return false };
        let stack = self.sets.stack();
        stack[stack.len() - self.covered_here()..].contains(&item)
    }
}

/// The polls of a count after which it is given up.
const POLLS: u32 = 4_000;

/// The solutions that a program did not come to, if there are more than it found.
fn missed(case: u64, found: u64, names: &Encoded) -> Option<Missed> {
    let mut polls = 0;
    let mut host = |_: &dyn Fn() -> Snapshot| {
        polls += 1;
        if polls < POLLS { Flow::Go } else { Flow::Stop(StopReason::Limit) }
    };
    let order = Order { in_batch: true, ..Order::new(Goal::Count { limit: None }) };
    let outcome = run(&names.problem, order, &mut host);
    let missed = Missed { case, found, of: outcome.count, is_all: outcome.complete };
    (missed.of > u128::from(found)).then_some(missed)
}
