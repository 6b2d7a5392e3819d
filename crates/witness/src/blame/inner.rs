//! The operations that a function makes by calls of another one, as its lines are carried out.
//!
//! A function that covers the columns of a row makes several operations between two stops. Each
//! call names its column, so that each is judged by itself.

use super::argument_nodes;
use crate::culprit::LineDeed;
use crate::reference::{ListWay, Write};
use crate::shape::ProgramSurvey;
use crate::steps::Steps;
use crate::stops::{StopAt, StopPlace};
use crate::target::{Place, Target, TargetError};
use crate::tracker::Tracker;
use crate::{LinkOperation, LinkState, Matrix};
use std::collections::HashMap;

/// A call inside an operation.
pub(super) enum InnerCall {
    /// It should not have been made: the deed of its caller, and the frames from it on.
    Wrong(LineDeed, Vec<Place>),
    /// An operation of its own, with its writes.
    Right(Vec<Write>),
}

/// The operations inside a call of a function.
pub(super) struct InnerCalls<'a> {
    survey: &'a ProgramSurvey,
    outer: &'a str,
    covered: Vec<u32>,
    way: ListWay,
    /// By function: the address of its first line.
    begun: HashMap<String, u64>,
}

impl<'a> InnerCalls<'a> {
    /// The operations after a stop at which these columns are covered. `None` if it is not a call.
    pub(super) fn new(survey: &'a ProgramSurvey, at: &StopPlace, tracker: &Tracker) -> Option<InnerCalls<'a>> {
        let StopAt::Function(outer) = at.at else { return None };
        let outer = survey.functions[outer].name();
        let (covered, way) = (tracker.covered().to_vec(), tracker.way());
        Some(InnerCalls { survey, outer, covered, way, begun: HashMap::new() })
    }

    /// The call that begins with the next line, after a line that is done.
    pub(super) fn next(
        &mut self,
        done: &Place,
        steps: &Steps,
        now: &LinkState,
        matrix: &Matrix,
        target: &mut dyn Target,
    ) -> Result<Option<InnerCall>, TargetError> {
        let Some(next) = steps.last.as_ref().filter(|next| next.name() != self.outer) else { return Ok(None) };
        let is_among = |of: &[usize]| of.iter().any(|&function| self.survey.functions[function].name() == next.name());
        let covers = is_among(&self.survey.covers);
        if !covers && !is_among(&self.survey.uncovers) || is_among(&self.survey.helpers) {
            return Ok(None);
        }
        if done.name() != next.name() {
            self.begun.entry(next.name().to_string()).or_insert(next.pc);
        } else if self.begun.get(next.name()) != Some(&next.pc) {
            return Ok(None);
        }
        let frames = target.frames()?;
        let [helper, caller, ..] = &frames[..] else { return Ok(None) };
        let node = argument_nodes(helper, matrix).next().filter(|_| caller.name() == self.outer);
        let Some(header) = node.filter(|&node| matrix.is_header(node)) else { return Ok(None) };
        // A part of the outer operation has its column.
        if argument_nodes(caller, matrix).any(|node| node == header) {
            return Ok(None);
        }
        let is_covered = self.covered.contains(&header);
        let why = match self.covered.last() {
            _ if covers && is_covered => Some("which is covered"),
            _ if covers => None,
            _ if !is_covered => Some("which is not covered"),
            Some(&due) if due != header => Some("before the column that was covered after it"),
            _ => None,
        };
        if let Some(why) = why {
            let deed = LineDeed::CalledWith { what: matrix.node_name(header), why };
            return Ok(Some(InnerCall::Wrong(deed, frames[1..].to_vec())));
        }
        let operation = if covers { LinkOperation::Cover(header) } else { LinkOperation::Uncover(header) };
        match covers {
            true => self.covered.push(header),
            false => self.covered.retain(|&other| other != header),
        }
        Ok(Some(InnerCall::Right(operation.make(self.way, matrix, &mut now.clone()))))
    }
}
