//! The bound of a search as a bar: what the path has, what can be added, and what is to be beaten.

use crate::app::Stepping;
use crate::ui::panel::{span, write};
use crate::ui::theme::{Role, Theme};
use dancing::{Limit, Score};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// The figures of a bound. All views word them here.
pub(crate) struct Figures {
    /// The name and the value of what the path has: `used 3`.
    had: (&'static str, i64),
    /// The score that can be added, or the cost that must be.
    rest: i64,
    /// The word between the two: `at most`.
    most: &'static str,
    /// The value to compare with, and its name.
    limit: Option<(&'static str, i64)>,
    is_cut: bool,
}

impl Figures {
    /// The figures of a repeated cover's limit, or of a search for the best score.
    pub fn of(test: Option<Limit>, score: Option<Score>, is_cut: bool) -> Option<Figures> {
        if let Some(test) = test {
            let limit = Some(("limit", i64::from(test.limit)));
            let (used, rest) = (i64::from(test.used), i64::from(test.lower_bound));
            return Some(Figures { had: ("used", used), rest, most: "at least", limit, is_cut });
        }
        let bound = score?;
        let limit = bound.best.map(|best| ("best", best.abs()));
        let (name, most) = if bound.is_cost() { ("used", "at least") } else { ("score", "at most") };
        let (had, rest) = (bound.score.abs(), bound.upper_bound.abs());
        Some(Figures { had: (name, had), rest, most, limit, is_cut })
    }

    /// The value that the path has: `score 2783`.
    fn lead(&self) -> String {
        format!("{} {}", self.had.0, self.had.1)
    }

    /// The value that can be added, and the one to be beaten: `+ at most 64, best 2847`.
    fn tail(&self) -> String {
        let limit = self.limit.map_or(String::new(), |(name, limit)| format!(", {name} {limit}"));
        format!("+ {} {}{limit}", self.most, self.rest)
    }

    fn end(&self) -> &'static str {
        if self.is_cut { ": cut" } else { "" }
    }

    /// The figures in one line: `score 2783 + at most 64, best 2847: cut`.
    pub fn words(&self) -> String {
        format!("{} {}{}", self.lead(), self.tail(), self.end())
    }

    /// The role of the figures: bad, if the branch is cut.
    pub fn role(&self) -> Role {
        if self.is_cut { Role::Bad } else { Role::Live }
    }
}

/// Draws `score 2783 ██████▒ + at most 64, best 2847: cut` in one row, or the bar below the words.
pub fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let search = stepping.stepper.search();
    let Some(figures) = Figures::of(search.limit_test(), search.score(), search.at_cut()) else { return };
    let had = figures.had.1;
    let (lead, tail, end) = (format!(" {} ", figures.lead()), format!(" {}", figures.tail()), figures.end());
    let room = match area.height > 1 {
        true => usize::from(area.width).saturating_sub(3).min(40),
        false => usize::from(area.width).saturating_sub(lead.width() + tail.width() + end.len() + 1).min(30),
    };
    let whole = (had + figures.rest).max(figures.limit.map_or(0, |(_, limit)| limit)).max(1);
    let part = |value: i64| (value.max(0) as usize * room) / whole as usize;
    let (full, more) = (part(had), part(had + figures.rest));
    let role = figures.role();
    // The place of what is to be beaten, in the bar.
    let mark = figures.limit.map(|(_, limit)| part(limit).min(room.saturating_sub(1)));
    let mut bar = Vec::new();
    for at in 0..room {
        let (glyph, role) = match at {
            at if mark == Some(at) => (theme.glyph("┃", "|"), Role::Title),
            at if at < full => (theme.glyph("█", "#"), role),
            at if at < more => (theme.glyph("▒", "+"), role),
            _ => (theme.glyph("·", "."), Role::Done),
        };
        bar.push(span(glyph, role, theme));
    }
    let (lead, tail) =
        (span(lead, role, theme), [span(tail.trim_start().to_string(), role, theme), span(end, Role::Bad, theme)]);
    // The colour and the narration say it, too.
    let fits = lead.width() + tail.iter().map(|part| part.width()).sum::<usize>() <= area.width.into();
    let tail = if fits { tail } else { [tail[0].clone(), span("", role, theme)] };
    if area.height > 1 {
        write(buf, area, 0, &Line::from_iter([lead].into_iter().chain(tail)), theme);
        write(buf, area, 1, &Line::from_iter([span(" ", role, theme)].into_iter().chain(bar)), theme);
        return;
    }
    let gap = span(" ", role, theme);
    write(buf, area, 0, &Line::from_iter([lead].into_iter().chain(bar).chain([gap]).chain(tail)), theme);
}
