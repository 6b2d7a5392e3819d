//! The broken dance: Algorithm X with a mistake, beside the right one.

use super::{Dialog, Page, PageLine, Tick, Tone, TypedLine, Width, numbered};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use crate::app::model::stepping::Stepping;
use quadrille_study::{BrokenReport, Destination, Mistake, Unbroken, broken_report};

/// The mistakes, and what they lead to in the puzzle that is stepped.
#[derive(Clone, Debug)]
pub struct Mistakes {
    /// The index of the selected mistake.
    cursor: usize,
    /// By mistake: the report, and its lines. `None` until the mistake is selected.
    reports: Vec<Option<(BrokenReport, Vec<String>)>>,
}

impl Mistakes {
    /// The mistakes in the puzzle that is stepped.
    ///
    /// # Errors
    ///
    /// If the puzzle is not an exact cover, or has colours.
    pub fn new(stepping: &Stepping) -> Result<Mistakes, Unbroken> {
        let mut mistakes = Mistakes { cursor: 0, reports: vec![None; Mistake::ALL.len()] };
        mistakes.run(stepping)?;
        Ok(mistakes)
    }

    /// Runs the selected mistake, unless it was run before.
    fn run(&mut self, stepping: &Stepping) -> Result<(), Unbroken> {
        if self.reports[self.cursor].is_none() {
            let report = broken_report(&stepping.encoded, stepping.policy.rule, Mistake::ALL[self.cursor])?;
            let lines = report.lines(stepping.stepper.search(), &stepping.encoded);
            self.reports[self.cursor] = Some((report, lines));
        }
        Ok(())
    }

    /// The number of the first operation that is wrong in the selected dance.
    fn first_wrong(&self) -> Option<u64> {
        let (report, _) = self.reports[self.cursor].as_ref()?;
        report.damage.as_ref().map(|damage| damage.op).or(report.differs.map(|(op, ..)| op))
    }

    /// The page that is shown.
    pub fn page(&self, _app: &App) -> Page {
        let mistake = |(at, mistake): (usize, &Mistake)| PageLine {
            text: format!("{:<12} {}", mistake.id(), mistake.words()),
            tone: if at == self.cursor { Tone::Here } else { Tone::Plain },
            tick: Tick::Absent,
        };
        let mut lines: Vec<PageLine> = Mistake::ALL.iter().enumerate().map(mistake).collect();
        lines.push(PageLine::plain(String::new()));
        let said = self.reports[self.cursor].iter().flat_map(|(_, lines)| lines.iter().skip(1));
        lines.extend(said.map(|text| PageLine::plain(text.clone())));
        Page {
            title: "THE BROKEN DANCE".to_string(),
            lines,
            keys: "up/down mistake   enter go to the first wrong operation   esc close",
            width: Width::Wrapped(74),
            above: 0,
        }
    }
}

impl Dialog for Mistakes {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        let last = Mistake::ALL.len() - 1;
        match key.code {
            Code::Down | Code::Tab | Code::Char('j') => self.cursor = (self.cursor + 1).min(last),
            Code::Up | Code::Char('k') => self.cursor = self.cursor.saturating_sub(1),
            Code::Enter => {
                let op = self.first_wrong().map(Destination::Operation);
                return op.map(Ask::Go).into_iter().collect();
            }
            Code::Char('q') => return Vec::new(),
            _ => {}
        }
        if let Some(stepping) = &app.rooms.stepping {
            _ = self.run(stepping);
        }
        self.stay(app)
    }

    fn words(&self, _app: &App) -> Vec<String> {
        let names = Mistake::ALL.iter().map(|mistake| format!("{}: {}", mistake.id(), mistake.words()));
        let said = self.reports[self.cursor].iter().flat_map(|(_, lines)| lines.clone());
        let rows = numbered(names.collect(), "type a number to see that mistake, or cancel");
        rows.into_iter().chain(said).collect()
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        match TypedLine::row(line).filter(|&at| at < Mistake::ALL.len()) {
            // The key runs the mistake above or below, so the cursor is moved to its neighbour.
            Some(0) => {
                self.cursor = 0;
                TypedLine::Press(Key::plain(Code::Up))
            }
            Some(at) => {
                self.cursor = at - 1;
                TypedLine::Press(Key::plain(Code::Down))
            }
            None => TypedLine::Command,
        }
    }
}
