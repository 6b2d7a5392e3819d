//! The explanation in parts, each of which can be said alone.

use super::WhyLine;
use dancing::{Address, OptionId};

/// A part of the explanation: one reason.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhyPart {
    /// The heading under which the reason is given.
    pub title: String,
    /// Its lines. Empty if the heading says it all.
    pub text: Vec<String>,
    /// See [`WhyLine::go`].
    pub go: Option<Address>,
    /// See [`WhyLine::by`].
    pub by: Option<OptionId>,
    /// See [`WhyLine::about`].
    pub about: Vec<OptionId>,
}

impl WhyPart {
    /// Parts an explanation: a reason begins at each heading, and at each line with a cause.
    pub fn all(lines: Vec<WhyLine>) -> Vec<WhyPart> {
        let mut reasons: Vec<WhyPart> = Vec::new();
        for line in lines {
            let last = reasons.last();
            let has_cause = |reason: &WhyPart| reason.by.is_some() || reason.go.is_some();
            if line.title {
                reasons.push(WhyPart { title: line.text, ..WhyPart::default() });
                continue;
            }
            if last.is_none() || line.go.is_some() && last.is_some_and(|last| has_cause(last) || !last.text.is_empty())
            {
                let title = last.map_or(String::new(), |last| last.title.clone());
                reasons.push(WhyPart { title, ..WhyPart::default() });
            }
            let Some(reason) = reasons.last_mut() else { continue };
            reason.text.push(line.text);
            reason.about.extend(line.about);
            (reason.go, reason.by) = (reason.go.take().or(line.go), reason.by.or(line.by));
        }
        reasons
    }
}
