//! `learn`: the questions of today, and a map of what is known.

use super::{Example, Launch, Launched, WorkbenchStart};
use crate::bundled::{BUNDLED, BUNDLED_LESSONS};
use crate::cli::args::{JSON, OpenArgs};
use crate::cli::code;
use crate::cli::printout::Printout;
use crate::cli::running::run;
use crate::lessons;
use crate::study::{BOXES, CardName, Lesson, REVIEW_KINDS};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// Ask what you have learnt, in five minutes; or show what is known
///
/// Questions come from the lessons that you have begun, on fresh states. A right answer comes back
/// later and later, a wrong one tomorrow.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print what is known, by lesson and kind of question, and ask nothing
    #[arg(long)]
    known: bool,
    #[arg(long = "json", help = JSON)]
    json: bool,
    #[command(flatten)]
    open: OpenArgs,
}

/// The object that `learn --json` prints for a lesson.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KnownRow {
    lesson: String,
    title: String,
    /// The kinds of questions that were answered right in the lesson itself.
    answered: Vec<String>,
    /// The kinds of questions that came back, by their names.
    kinds: BTreeMap<String, KnownKind>,
}

/// A kind of question in a lesson.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KnownKind {
    /// The box: when it is asked again.
    #[serde(rename = "box")]
    at: &'static str,
    /// The days until then; 0 if it is due.
    days: u32,
    known: bool,
    /// The number of right first answers, and of all.
    right: u32,
    asked: u32,
}

/// The columns of a title and of a kind, and the signs of the map.
const TITLE: usize = 34;
const WIDTH: usize = 14;
const SIGNS: &str = "o answered in the lesson, + known, . not asked yet; else when it is asked again";

impl Printout for KnownRow {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        write!(out, "{:<TITLE$}", self.title)?;
        for kind in REVIEW_KINDS {
            let sign = match self.kinds.get(kind.id) {
                None if self.answered.iter().any(|answered| answered == kind.id) => "o".to_string(),
                None => ".".to_string(),
                Some(kind) => format!("{}{}", kind.at.trim_start_matches("in "), if kind.known { " +" } else { "" }),
            };
            write!(out, "  {sign:<WIDTH$}")?;
        }
        writeln!(out)
    }
}

impl Launch for Args {
    const EXAMPLES: &'static [Example] =
        &[("quadrille learn --known", "Print what is known, by lesson and kind of question.")];

    fn launch(self) -> anyhow::Result<Launched> {
        if self.known || self.json {
            return run(move |out| print(self.json, out).map(|()| code::YES)).map(Launched::Ended);
        }
        Ok(Launched::Open { args: self.open, beginning: WorkbenchStart::Today, code: None })
    }
}

fn print(json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let (today, (records, cards)) = (lessons::day(), lessons::kept()?);
    if !json {
        write!(out, "{:<TITLE$}", "")?;
        REVIEW_KINDS.iter().try_for_each(|kind| write!(out, "  {:<WIDTH$}", kind.words))?;
        writeln!(out)?;
    }
    for bundled in BUNDLED_LESSONS {
        let lesson = Lesson::read(bundled.text, BUNDLED)?;
        let answered = lessons::answered(&lesson, records.get(bundled.stem()));
        let title = lesson.title;
        let of = (0..REVIEW_KINDS.len()).filter_map(|kind| {
            let card = cards.get(&CardName { lesson: bundled.stem().to_string(), kind })?;
            let (at, days) = (BOXES[card.at.min(BOXES.len() - 1)].name, card.due.saturating_sub(today));
            let known = KnownKind { at, days, known: card.is_known(), right: card.right, asked: card.asked };
            Some((REVIEW_KINDS[kind].id.to_string(), known))
        });
        KnownRow { lesson: bundled.stem().to_string(), title, answered, kinds: of.collect() }.print(json, out)?;
    }
    if !json {
        writeln!(out, "{SIGNS}")?;
    }
    Ok(())
}
