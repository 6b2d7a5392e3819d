//! The line of a number that was wrong before the first operation.
//!
//! It is watched from the start of the program, together with the number with which it should
//! agree. The one that changed last is the slip: it was given a wrong value, or the other was left
//! out beside it. Then the variables of that line are looked at: one that still holds a node of an
//! earlier row or case is the cause.

use super::expressions::expressions;
use super::{AFTER, set};
use crate::course::Followed;
use crate::culprit::{Culprit, LineDeed, TRAIL};
use crate::shape::ProgramSurvey;
use crate::steps::{Steps, TIME, assigns, source_line};
use crate::stops::StopPlace;
use crate::target::{Evaluated, Place, Target, TargetError};
use crate::{BuildFault, Matrix, number};
use std::time::Duration;

/// The most writes to watched numbers before the first operation.
const WRITES: usize = 3_000;

/// The most times that a container is followed back to where it was before it grew.
const GROWN: usize = 4;

/// The most lines that are looked at for an index past the end of an array.
const LINES_LOOKED_AT: usize = 5;

/// The most expressions of a line that are looked at.
const EXPRESSIONS: usize = 24;

/// The search for the line.
pub(crate) struct BuildBlame<'a> {
    target: &'a mut dyn Target,
    survey: &'a ProgramSurvey,
    end: Option<&'a StopPlace>,
    fault: &'a BuildFault,
    matrix: &'a Matrix,
    is_later_case: bool,
    begun: Duration,
}

impl<'a> BuildBlame<'a> {
    pub fn new(
        target: &'a mut dyn Target,
        survey: &'a ProgramSurvey,
        followed: &'a Followed,
        fault: &'a BuildFault,
        matrix: &'a Matrix,
    ) -> BuildBlame<'a> {
        let is_later_case = followed.report.cases > 1;
        let begun = target.now();
        BuildBlame { target, survey, end: followed.at.as_ref(), fault, matrix, is_later_case, begun }
    }

    pub fn find(mut self) -> Result<Option<Culprit>, TargetError> {
        let mut words = vec![self.fault.place];
        words.extend(self.fault.mate.filter(|mate| mate.0 != self.fault.place.0));
        let mut writes = self.writes(&words, false, WRITES)?;
        let (finals, places) = (words.clone(), words.len());
        for _ in 0..GROWN {
            let Some(first) = writes.first().filter(|_| writes.iter().all(|write| write.moved)) else { break };
            // The numbers were written where they were before.
            let number = first.number;
            self.writes(&words, false, number + 1)?;
            let variables = self.target.variables()?;
            let now = words[..places].to_vec();
            words = finals.iter().map(|&word| self.matrix.moved_place(word, &variables)).collect();
            if words == now {
                break;
            }
            words.extend(now);
            writes = self.writes(&words, false, WRITES)?;
            let moves = |write: &Place| write.moved && write.hits.iter().any(|&hit| hit >= places);
            let end = writes.iter().position(moves).unwrap_or(writes.len());
            writes.truncate(end);
        }
        // A container that grows moves its numbers: that is no deed of a line.
        writes.retain(|write| !write.moved);
        if writes.is_empty() {
            // What was written may be what was there.
            let accesses = self.writes(&words[..1], true, WRITES)?;
            let last = accesses.into_iter().filter(|access| !access.moved).rfind(|access| assigns(self.target, access));
            return Ok(last.map(|place| Culprit::at(place, self.left_out())));
        }
        if let Some(culprit) = self.not_reset(&writes) {
            return Ok(Some(culprit));
        }
        if let Some(culprit) = self.outside(&words, &writes)? {
            return Ok(Some(culprit));
        }
        let (own, mate) = (last_change(&writes, 0), last_change(&writes, 1));
        let (at, is_left_out) = match (own, mate) {
            (Some(own), Some(mate)) if mate > own => (mate, true),
            (Some(own), _) => (own, false),
            (None, Some(mate)) => (mate, true),
            (None, None) => return Ok(None),
        };
        let place = writes[at].clone();
        if is_left_out {
            let after = self.lines_after(&words, &place)?;
            return Ok(Some(Culprit::at(place, self.left_out()).by(&after)));
        }
        let BuildFault { name, said, is, .. } = self.fault.clone();
        let cause = self.cause(&words, &place)?;
        Ok(Some(Culprit { cause, ..Culprit::at(place, LineDeed::Wrote { name, said, is }) }))
    }

    fn left_out(&self) -> LineDeed {
        LineDeed::LeftOut { name: self.fault.name.clone(), is: self.fault.is.clone() }
    }

    /// Starts the program again and steps until it has the memory of some words: what is not there
    /// cannot be watched. Returns false if that takes too long.
    fn start(&mut self, words: &[(u64, u8)]) -> Result<bool, TargetError> {
        self.target.run()?;
        for word in words {
            while !self.target.has_memory(word.0)? {
                if self.target.now() - self.begun > 2 * TIME || self.target.step(Duration::from_secs(2))?.why != "stop"
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The writes to some words from the start of the program to the fault.
    fn writes(&mut self, words: &[(u64, u8)], reads: bool, most: usize) -> Result<Vec<Place>, TargetError> {
        let Some(end) = self.end else { return Ok(Vec::new()) };
        if !self.start(words)? {
            return Ok(Vec::new());
        }
        set(self.target, self.survey, AFTER, end)?;
        self.target.watch(words, reads, most, TIME)
    }

    /// The lines after a write, in its function.
    fn lines_after(&mut self, words: &[(u64, u8)], place: &Place) -> Result<Vec<(Option<String>, u64)>, TargetError> {
        self.writes(words, false, place.number + 1)?;
        let mut steps = Steps::begin(self.target, None)?;
        let mut after: Vec<(Option<String>, u64)> = Vec::new();
        // A line that calls a library is stepped several times.
        for _ in 0..12 * TRAIL {
            let is_own = steps.next(self.target)?.is_some_and(|next| next.function == place.function);
            if !is_own || after.len() >= TRAIL {
                break;
            }
            if let Some(last) = steps.lines.last().filter(|last| after.last() != Some(last)) {
                after.push(last.clone());
            }
        }
        Ok(after)
    }

    /// A size that was not zero when a later case began: the line that sets up its header.
    fn not_reset(&self, writes: &[Place]) -> Option<Culprit> {
        let surplus = self.fault.surplus.filter(|&surplus| self.is_later_case && surplus > 0)?;
        let value = |write: &Place| value_of(write, 0);
        let begins =
            |at: usize| value(&writes[at]) == Some(surplus) && (at == 0 || value(&writes[at - 1]) != Some(surplus));
        let count = (0..writes.len()).rev().find(|&at| begins(at))?;
        // From there on it only grows, by one.
        let sizes: Vec<i64> = writes[count..].iter().filter_map(value).collect();
        let grows = sizes.windows(2).all(|pair| (0..=1).contains(&(pair[1] - pair[0])));
        let header = (count + 1..writes.len()).find(|&at| writes[at].hits.contains(&1))?;
        let deed = LineDeed::LeftOut { name: self.fault.name.clone(), is: "0".to_string() };
        let cause = format!("it is {surplus} from the case before");
        grows.then(|| Culprit { cause: Some(cause), ..Culprit::at(writes[header].clone(), deed) })
    }

    /// The line that wrote the number through another array, past its end.
    fn outside(&mut self, words: &[(u64, u8)], writes: &[Place]) -> Result<Option<Culprit>, TargetError> {
        let hits = writes.iter().filter(|write| write.hits.contains(&0));
        let mut lines: Vec<&Place> = Vec::new();
        for write in hits.rev() {
            if !lines.iter().any(|known| known.line == write.line) && lines.len() < LINES_LOOKED_AT {
                lines.push(write);
            }
        }
        for place in lines {
            let Some(text) = source_line(self.target, place, place.line).filter(|text| text.contains('[')) else {
                continue;
            };
            self.writes(words, false, place.number + 1)?;
            let texts: Vec<String> = expressions(&text).into_iter().take(EXPRESSIONS).collect();
            let values = self.target.evaluate(&texts)?;
            let here = |one: &&Evaluated| one.is_outside && one.address == Some(words[0].0);
            if let Some(one) = values.iter().flatten().find(here) {
                let BuildFault { name, said, is, .. } = self.fault.clone();
                let cause = format!("{} is past the end of its array, and lies on {name}: make it larger", one.text);
                let deed = LineDeed::Wrote { name, said, is };
                return Ok(Some(Culprit { cause: Some(cause), ..Culprit::at(place.clone(), deed) }));
            }
        }
        Ok(None)
    }

    /// The variable of a line that still holds a node of an earlier row or case.
    fn cause(&mut self, words: &[(u64, u8)], place: &Place) -> Result<Option<String>, TargetError> {
        let Some(text) = source_line(self.target, place, place.line) else { return Ok(None) };
        let texts: Vec<String> = expressions(&text).into_iter().take(EXPRESSIONS).collect();
        self.writes(words, false, place.number + 1)?;
        let values = self.target.evaluate(&texts)?;
        if let Some(one) = values.iter().flatten().find(|one| one.is_outside) {
            return Ok(Some(format!("{} is past the end of its array: make it larger", one.text)));
        }
        let read = values.iter().flatten();
        let links = self.matrix.ranges();
        let is_link = |address: u64| links.iter().any(|(start, size)| (*start..start + size).contains(&address));
        let mut read: Vec<_> = read.filter(|one| !one.address.is_some_and(is_link)).collect();
        read.dedup_by_key(|one| one.text.clone());
        // The node that is being linked belongs to the row that is being built.
        let rows = read.iter().filter_map(|one| self.matrix.stated_row(one.value));
        let row = rows.max();
        for one in read {
            let (Some(address), false) = (
                one.address,
                self.matrix.node(one.value).is_some_and(|node| self.matrix.is_header(node)) || one.value <= 0,
            ) else {
                continue;
            };
            if self.is_later_case && !one.is_local {
                let writes = self.writes(&[words[0], (address, one.width), self.matrix.root_place()], false, WRITES)?;
                let (held, root) = (last_change(&writes, 1), last_change(&writes, 2));
                let is_own = |write: &&Place| value_of(write, 1) == Some(one.value);
                let is_before = held.is_some_and(|held| root.is_some_and(|root| held < root));
                if let Some(write) = held.map(|held| &writes[held]).filter(is_own).filter(|_| is_before) {
                    let (name, value) = (&one.text, one.value);
                    return Ok(Some(format!("{name} is {value} from the case before, set in line {}", write.line)));
                }
            }
            let stated = self.matrix.stated_row(one.value);
            if let (Some(stated), Some(row)) = (stated, row)
                && stated < row
                && one.value != row
            {
                let name = &one.text;
                return Ok(Some(format!("{name} is {}, a node of row {stated}; this is row {row}", one.value)));
            }
        }
        Ok(None)
    }
}

/// The last write that changed one of the watched words.
fn last_change(writes: &[Place], word: usize) -> Option<usize> {
    writes.iter().rposition(|write| write.hits.contains(&word))
}

/// The value of a watched word after a write.
fn value_of(write: &Place, word: usize) -> Option<i64> {
    write.words.get(word).map(|bytes| number(bytes, false))
}
