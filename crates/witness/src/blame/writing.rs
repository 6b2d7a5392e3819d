//! The line of an operation that wrote a wrong number, or that left out a right one beside it.

use super::inner::{InnerCall, InnerCalls};
use super::{LinkBlame, argument_nodes, goes_round};
use crate::culprit::{Culprit, LineDeed};
use crate::reference::{Write, list};
use crate::steps::{Steps, assigns};
use crate::stops::{StopAt, StopPlace};
use crate::target::{Place, TargetError};
use crate::{LinkFault, LinkOperation, LinkRole, LinkState, LinkWord};
use std::collections::HashMap;
use std::time::Duration;

/// The time of the program between two writes.
const WATCHED: Duration = Duration::from_secs(1);

/// The writes to one number that are looked at.
const WRITES: usize = 40;

/// The writes on either side of a missing one among which its line is looked for.
const NEAR: usize = 8;

/// A number that an operation did not have to write, or not so.
struct WrongWrite {
    word: LinkWord,
    said: i64,
    is: i64,
}

/// The writes of an operation: those that are right, and where each was made.
struct Writes {
    start: LinkState,
    /// The links after the line before.
    before: LinkState,
    allowed: HashMap<LinkWord, Vec<i64>>,
    written: HashMap<LinkWord, Place>,
    /// True if sizes are compared, too.
    of_sizes: bool,
}

impl Writes {
    fn new(start: LinkState, fault: &LinkFault) -> Writes {
        let of_sizes = matches!(fault.word, LinkWord::Size(_));
        let mut writes =
            Writes { before: start.clone(), start, allowed: HashMap::new(), written: HashMap::new(), of_sizes };
        writes.allow(&fault.writes);
        writes
    }

    /// Only these are right from now on.
    fn allow(&mut self, writes: &[Write]) {
        self.allowed.clear();
        for write in writes {
            self.allowed.entry(write.word).or_default().push(write.value);
        }
    }

    /// Takes the writes of a line, and returns the first one that is wrong.
    fn take(&mut self, now: &LinkState, place: &Place) -> Option<WrongWrite> {
        let before = std::mem::replace(&mut self.before, now.clone());
        let links = now.unlike(&before).map(|(role, node)| LinkWord::Link(role, node));
        let sizes = (1..now.sizes.len()).filter(|&at| now.sizes[at] != before.sizes[at]);
        let sizes = sizes.map(|at| LinkWord::Size(at as u32)).filter(|_| self.of_sizes);
        for word in links.chain(sizes) {
            let said = now.value(word);
            let right = self.allowed.get(&word);
            if right.is_none_or(|values| !values.contains(&said)) {
                let is = right.and_then(|values| values.last().copied()).unwrap_or_else(|| self.start.value(word));
                return Some(WrongWrite { word, said, is });
            }
            self.written.insert(word, place.clone());
        }
        None
    }
}

impl LinkBlame<'_> {
    /// Steps until a number is written that the operation does not write.
    pub(super) fn step_to_write(
        &mut self,
        at: &StopPlace,
        fault: &LinkFault,
        cfa: Option<u64>,
    ) -> Result<Option<Culprit>, TargetError> {
        let mut writes = Writes::new(self.matrix.state(self.target.kept()), fault);
        let tracker = self.followed.seen.tracker();
        let mut inner = tracker.and_then(|tracker| InnerCalls::new(self.survey, at, tracker));
        let mut steps = Steps::begin(self.target, cfa)?;
        // A loop in one line calls the function again without leaving the line.
        if let Some(back) = steps.back {
            self.end_at(&StopPlace { at: StopAt::Address(back), times: 1 })?;
        }
        while let Some(place) = steps.next(self.target)? {
            let now = self.matrix.state(self.target.kept());
            if let Some(wrong) = writes.take(&now, &place) {
                return self.wrote(&wrong, place, &steps, at, fault);
            }
            let call = match &mut inner {
                Some(inner) => inner.next(&place, &steps, &now, self.matrix, self.target)?,
                None => None,
            };
            match call {
                Some(InnerCall::Wrong(deed, frames)) => {
                    return Ok(Culprit::of(frames, deed).map(|culprit| culprit.by_steps(&steps, self.target)));
                }
                Some(InnerCall::Right(right)) => writes.allow(&right),
                None => {}
            }
        }
        if self.followed.end.hangs() {
            return goes_round(self.target, &steps);
        }
        match self.wrote_the_same(at, fault, &steps)? {
            Some(culprit) => Ok(Some(culprit)),
            None => self.left_out(at, fault, &steps, &writes.written),
        }
    }

    /// A line has written a wrong number: it, or the caller that had no reason to call it.
    fn wrote(
        &mut self,
        wrong: &WrongWrite,
        place: Place,
        steps: &Steps,
        at: &StopPlace,
        fault: &LinkFault,
    ) -> Result<Option<Culprit>, TargetError> {
        let &WrongWrite { word, said, is } = wrong;
        let frames = self.target.frames()?;
        if let Some((deed, frames)) = self.called_for_another(&place, &frames, at, fault) {
            return Ok(Culprit::of(frames, deed).map(|culprit| culprit.by_steps(steps, self.target)));
        }
        // A step may have returned from a function in the middle of a line.
        let exact = self.exact(at, word, said, steps.back)?;
        // What no watchpoint has seen is not said.
        let place = exact.or_else(|| Some(place).filter(|_| steps.back.is_none()));
        let deed = self.deed(word, said, is);
        Ok(place.map(|place| Culprit { frames, ..Culprit::at(place, deed) }.by_steps(steps, self.target)))
    }

    fn deed(&self, word: LinkWord, said: i64, is: i64) -> LineDeed {
        let value = |value| self.matrix.value_written(word, value);
        LineDeed::Wrote { name: self.matrix.word_name(word), said: value(said), is: value(is) }
    }

    /// The line that gave a number the value that it had: no step shows it, but a watchpoint does.
    fn wrote_the_same(
        &mut self,
        at: &StopPlace,
        fault: &LinkFault,
        steps: &Steps,
    ) -> Result<Option<Culprit>, TargetError> {
        let Some((address, width)) = self.matrix.place(fault.word) else { return Ok(None) };
        self.run_to(at)?;
        let Some(back) = steps.back else { return Ok(None) };
        self.end_at(&StopPlace { at: StopAt::Address(back), times: 1 })?;
        let accesses = self.target.watch(&[(address, width)], true, WRITES, WATCHED).unwrap_or_default();
        let written = accesses.into_iter().rev().find(|place| assigns(self.target, place));
        let (_, said, is) = fault.values;
        let deed = self.deed(fault.word, said, is);
        let frames = steps.frames.clone();
        Ok(written.map(|place| Culprit { frames, ..Culprit::at(place, deed) }.by_steps(steps, self.target)))
    }

    /// The line beside which a number should have been written: a program sets the neighbours of a
    /// node in one place, so it is the line of the nearest write of the operation that was made.
    fn left_out(
        &mut self,
        at: &StopPlace,
        fault: &LinkFault,
        steps: &Steps,
        written: &HashMap<LinkWord, Place>,
    ) -> Result<Option<Culprit>, TargetError> {
        let missing = fault.writes.iter().rposition(|write| write.word == fault.word);
        let near = missing.and_then(|at| {
            let order = (1..fault.writes.len()).flat_map(|away| [at.checked_sub(away), Some(at + away)]);
            let near = order.flatten().filter_map(|at| fault.writes.get(at)).take(NEAR);
            near.into_iter().find_map(|write| Some((*write, written.get(&write.word).cloned()?)))
        });
        // A step may have returned from a function in the middle of a line.
        let near = match near {
            Some((write, place)) => Some(self.exact(at, write.word, write.value, steps.back)?.unwrap_or(place)),
            None => None,
        };
        // A function that wrote nothing left it out, unless something was written elsewhere.
        let states = self.followed.seen.links().and_then(|seen| seen.states.as_ref());
        let is_still = states.is_some_and(|(before, now)| before.has_same_links(now));
        let place = near.or_else(|| self.entry().filter(|_| written.is_empty() && is_still));
        let is = self.matrix.value_written(fault.word, fault.values.2);
        let deed = LineDeed::LeftOut { name: self.matrix.word_name(fault.word), is };
        let frames = steps.frames.clone();
        let found = place.map(|place| Culprit { frames, ..Culprit::at(place, deed) }.by_steps(steps, self.target));
        // A header is in no loop.
        let is_header = matches!(fault.word, LinkWord::Link(LinkRole::Left | LinkRole::Right, _));
        Ok(found.map(|culprit| match is_header {
            true => Culprit { loops: Vec::new(), ..culprit },
            false => culprit,
        }))
    }

    /// The call of a function, inside an operation, for a node that is none of its: its caller is
    /// wrong. Returns the deed of the caller, and the frames from it on.
    fn called_for_another(
        &self,
        place: &Place,
        frames: &[Place],
        at: &StopPlace,
        fault: &LinkFault,
    ) -> Option<(LineDeed, Vec<Place>)> {
        let StopAt::Function(operation) = at.at else { return None };
        let (state, _) = self.followed.seen.links()?.states.as_ref()?;
        let name = self.survey.functions[operation].name();
        let caller = frames.iter().position(|frame| frame.name() == name).filter(|&at| at > 0)?;
        let helper = frames.get(caller - 1).filter(|helper| helper.name() == place.name())?;
        let matrix = self.matrix;
        let node = argument_nodes(helper, matrix).next()?;
        let header = fault.operation.map(LinkOperation::node).filter(|&header| matrix.is_header(header))?;
        let column = list(header, LinkRole::Down, matrix, state);
        let is_in = |at: u32| at == node || matrix.others(at).any(|other| other == node);
        if matrix.is_header(node) || column.into_iter().any(is_in) {
            return None;
        }
        let why = "which is not one of this operation's";
        let deed = LineDeed::CalledWith { what: matrix.node_name(node), why };
        Some((deed, frames[caller..].to_vec()))
    }

    /// The place at which a number was given a value, after a stop.
    fn exact(
        &mut self,
        at: &StopPlace,
        word: LinkWord,
        said: i64,
        back: Option<u64>,
    ) -> Result<Option<Place>, TargetError> {
        let (Some((address, width)), Some(back)) = (self.matrix.place(word), back) else { return Ok(None) };
        self.run_to(at)?;
        self.end_at(&StopPlace { at: StopAt::Address(back), times: 1 })?;
        let writes = self.target.watch(&[(address, width)], false, WRITES, WATCHED).unwrap_or_default();
        let is_said = |place: &Place| {
            let bytes = place.words.first().map_or(&[][..], Vec::as_slice);
            self.matrix.value(word, bytes) == said
        };
        Ok(writes.into_iter().find(is_said))
    }

    /// The first line of the function that was entered last.
    fn entry(&self) -> Option<Place> {
        let Some(StopPlace { at: StopAt::Function(at), .. }) = self.followed.before else { return None };
        let function = &self.survey.functions[at];
        Some(Place { file: Some(function.file.clone()), line: function.line, ..Place::default() })
    }
}
