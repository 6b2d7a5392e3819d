//! The broken dance: Algorithm X with a mistake, beside the right one. The list that is damaged
//! first is shown in both, operation by operation.

use super::{Dialog, TypedLine, numbered};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::{App, Desk};
use crate::app::model::stepping::Stepping;
use quadrille_study::{BrokenReport, Mistake, Torn, TornFrame, Unbroken, broken_report};
use std::time::Duration;

/// The mistakes, and what they lead to in the puzzle that is stepped.
#[derive(Clone, Debug)]
pub struct Mistakes {
    /// The index of the selected mistake.
    cursor: usize,
    /// By mistake. `None` until the mistake is selected.
    runs: Vec<Option<MistakeRun>>,
    /// The index of the frame that is shown.
    pub at: usize,
    /// True while the frames are played.
    pub plays: bool,
}

/// The consequences of a mistake.
#[derive(Clone, Debug)]
pub struct MistakeRun {
    pub report: BrokenReport,
    /// The report in lines.
    lines: Vec<String>,
    /// The operations around the first damage. `None` if the lists are never damaged.
    pub torn: Option<Torn>,
}

impl Mistakes {
    /// The time from one operation to the next while they are played.
    pub(crate) const BEAT: Duration = Duration::from_millis(500);

    /// The mistakes in the puzzle that is stepped, from the first one that matters there. They are
    /// played, unless `is_still`.
    ///
    /// # Errors
    ///
    /// If the puzzle is not an exact cover, or has colours.
    pub fn new(stepping: &Stepping, is_still: bool) -> Result<Mistakes, Unbroken> {
        let mut mistakes = Mistakes { cursor: 0, runs: vec![None; Mistake::ALL.len()], at: 0, plays: !is_still };
        for at in 0..Mistake::ALL.len() {
            mistakes.cursor = at;
            mistakes.run(stepping)?;
            if mistakes.shown().is_some_and(|run| !run.report.is_harmless()) {
                return Ok(mistakes);
            }
        }
        mistakes.cursor = 0;
        Ok(mistakes)
    }

    /// Shows what mistakes do to the dance, or says why they cannot be shown.
    pub(in crate::app) fn open(stepping: &Stepping, desk: &mut Desk) {
        match Mistakes::new(stepping, !desk.settings.moves || desk.settings.keymap.is_named()) {
            Ok(mistakes) => desk.overlay = Some(mistakes.into()),
            Err(why) => desk.complain(why),
        }
    }

    /// Runs the selected mistake, unless it was run before.
    fn run(&mut self, stepping: &Stepping) -> Result<(), Unbroken> {
        if self.runs[self.cursor].is_none() {
            let (rule, mistake) = (stepping.policy.rule, Mistake::ALL[self.cursor]);
            let report = broken_report(&stepping.encoded, rule, mistake)?;
            let lines = report.lines(stepping.stepper.search(), &stepping.encoded);
            let torn = Torn::of(&stepping.encoded, rule, mistake)?;
            self.runs[self.cursor] = Some(MistakeRun { report, lines, torn });
        }
        Ok(())
    }

    /// The selected mistake.
    pub fn mistake(&self) -> Mistake {
        Mistake::ALL[self.cursor]
    }

    /// The consequences of the selected mistake.
    pub fn shown(&self) -> Option<&MistakeRun> {
        self.runs[self.cursor].as_ref()
    }

    /// The operation that is shown.
    pub fn frame(&self) -> Option<&TornFrame> {
        let frames = &self.shown()?.torn.as_ref()?.frames;
        frames.get(self.at.min(frames.len().saturating_sub(1)))
    }

    fn frames(&self) -> usize {
        self.shown().and_then(|run| run.torn.as_ref()).map_or(0, |torn| torn.frames.len())
    }

    /// Shows the next operation. The motion ends when the list is damaged.
    pub fn beat(&mut self) {
        if !self.plays {
            return;
        }
        let first = self.shown().and_then(|run| run.torn.as_ref()).map_or(0, |torn| torn.first);
        self.plays = self.at < first;
        self.at += usize::from(self.plays);
    }
}

impl Dialog for Mistakes {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        let (count, last) = (Mistake::ALL.len(), self.frames().saturating_sub(1));
        let plays = std::mem::take(&mut self.plays);
        match key.code {
            Code::Down | Code::Tab | Code::Char('j') => (self.cursor, self.at) = ((self.cursor + 1) % count, 0),
            Code::Up | Code::Char('k') => {
                (self.cursor, self.at) = ((self.cursor + count - 1) % count, 0);
            }
            Code::Right | Code::Char('s' | 'l') => self.at = (self.at + 1).min(last),
            Code::Left | Code::Char('S' | 'h') => self.at = self.at.saturating_sub(1),
            Code::Char(' ') => self.plays = !plays,
            // The moment of the broken search at which its list is damaged.
            Code::Enter => self.at = self.shown().and_then(|run| run.torn.as_ref()).map_or(0, |torn| torn.first),
            _ => return Vec::new(),
        }
        if let Some(stepping) = &app.rooms.stepping {
            _ = self.run(stepping);
        }
        self.stay(app)
    }

    fn beat(&self) -> Option<Duration> {
        self.plays.then_some(Mistakes::BEAT)
    }

    fn words(&self, _app: &App) -> Vec<String> {
        let names = Mistake::ALL.iter().map(|mistake| format!("{}: {}", mistake.id(), mistake.words()));
        let said = self.shown().iter().flat_map(|run| run.lines.clone()).collect::<Vec<_>>();
        let torn = self.shown().and_then(|run| run.torn.as_ref());
        let frames = torn.iter().flat_map(|torn| &torn.frames);
        let wrong = frames.filter_map(|frame| Some(format!("operation {}: {}", frame.op, frame.wrong.as_ref()?)));
        let rows = numbered(names.collect(), "type a number to see that mistake, or cancel");
        rows.into_iter().chain(said).chain(wrong).collect()
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        match TypedLine::row(line).filter(|&at| at < Mistake::ALL.len()) {
            // The key runs the mistake below, so the cursor is moved to the one above.
            Some(at) => {
                self.cursor = (at + Mistake::ALL.len() - 1) % Mistake::ALL.len();
                TypedLine::Press(Key::plain(Code::Down))
            }
            None => TypedLine::Command,
        }
    }
}
