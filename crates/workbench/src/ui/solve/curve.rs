//! The curve of the best score: a step function over the nodes, and the bound that it must reach.

use crate::ui::panel::{put, put_line, shade, span, titled};
use crate::ui::theme::{Role, Theme};
use quadrille_solve::Improvement;
use quadrille_study::thousands;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// The minimum number of rows of the curve, including the title.
const LEAST: u16 = 7;

/// The maximum number of columns and rows of the curve. A larger picture would show nothing new.
const MOST: (u16, u16) = (76, 18);

/// The maximum number of rows for one unit of the score.
const STAIR: u64 = 4;

/// The data of a curve.
pub(crate) struct Curve<'a> {
    pub improvements: &'a [Improvement],
    pub bound: Option<i64>,
    /// The nodes searched so far.
    pub nodes: u64,
}

impl Curve<'_> {
    /// Returns whether the curve shows more than one number.
    pub(crate) fn says_something(&self) -> bool {
        let gap = |improvement: &Improvement| self.bound.is_some_and(|bound| bound != improvement.score);
        self.improvements.len() > 1 || self.improvements.first().is_some_and(gap)
    }

    /// Draws the curve over the top of an area, if it shows something and there is room. The node
    /// axis is logarithmic, because most improvements come early. Returns the rows that it takes.
    pub fn draw(&self, buf: &mut Buffer, area: Rect, theme: Theme) -> u16 {
        let scores =
            || self.improvements.iter().map(|improvement| improvement.score).chain(self.bound).map(i64::unsigned_abs);
        let (Some(least), Some(most)) = (scores().min(), scores().max()) else { return 0 };
        let margin = thousands(most.into()).len() as u16 + 2;
        if area.height < LEAST || area.width < margin + 10 || !self.says_something() {
            return 0;
        }
        let rows = (STAIR * (most - least) + 4).clamp(LEAST.into(), MOST.1.into()) as u16;
        let area = Rect { width: area.width.min(MOST.0), height: area.height.min(rows), ..area };
        let legend = match self.bound {
            Some(_) => format!("BEST {}  BOUND {}  BY NODE", theme.glyph("━━", "--"), theme.glyph("┄┄", "..")),
            None => "BEST BY NODE".to_string(),
        };
        let area = titled(buf, area, &legend, theme);
        let plot = Rect { x: area.x + margin, width: area.width - margin, height: area.height - 2, ..area };
        let row = |score: i64| {
            let share = (most - score.unsigned_abs()) as f64 / (most - least).max(1) as f64;
            let row = plot.y + (share * f64::from(plot.height - 1)).round() as u16;
            // A best score that is not proved must not touch the bound, so the bound has the
            // outermost row for itself.
            match self.bound.filter(|&bound| bound != score) {
                Some(bound) if bound.unsigned_abs() == most => row.max(plot.y + 1),
                Some(_) => row.min(plot.bottom() - 2),
                None => row,
            }
        };
        let column = |node: u64| {
            let share = (node as f64).ln_1p() / (self.nodes.max(1) as f64).ln_1p();
            plot.x + (share.min(1.0) * f64::from(plot.width - 1)).round() as u16
        };
        self.axes(buf, plot, theme);
        let mut put = |x: u16, y: u16, unicode: &'static str, ascii: &'static str, role: Role| {
            over(buf, x, y, &span(theme.glyph(unicode, ascii), role, theme));
        };
        if let Some(bound) = self.bound {
            (plot.x..plot.right()).for_each(|x| put(x, row(bound), "┄", ".", Role::Done));
        }
        for (at, improvement) in self.improvements.iter().enumerate() {
            let (x, y) = (column(improvement.nodes), row(improvement.score));
            let next = self.improvements.get(at + 1).map(|next| (column(next.nodes), row(next.score)));
            let end = next.map_or(plot.right(), |(x, _)| x);
            (x..end).for_each(|x| put(x, y, "━", "-", Role::Now));
            if let Some((end, to)) = next.filter(|&(_, to)| to != y) {
                let (corner, between) = if to > y { ("┓", y + 1..to) } else { ("┛", to + 1..y) };
                put(end, y, corner, "+", Role::Now);
                between.for_each(|y| put(end, y, "┃", "|", Role::Now));
            }
            put(x, y, "●", "o", Role::Now);
        }
        // If two labels share a row, the later one overwrites the earlier one.
        let mut label = |score: i64, role: Role| {
            let text = thousands(score.unsigned_abs().into());
            let text = span(format!("{text:>width$}", width = usize::from(margin) - 2), role, theme);
            over(buf, area.x, row(score), &text);
        };
        self.bound.into_iter().for_each(|bound| label(bound, Role::Done));
        self.improvements.iter().for_each(|improvement| label(improvement.score, Role::Live));
        self.number(buf, plot, column, theme);
        area.height + 1
    }

    fn axes(&self, buf: &mut Buffer, plot: Rect, theme: Theme) {
        let style = theme.style(Role::Rule);
        for y in plot.top()..plot.bottom() {
            put(buf, plot.x - 1, y, theme.glyph("│", "|"), usize::MAX, style);
        }
        let line = theme.glyph("─", "-").repeat(plot.width as usize);
        put(buf, plot.x - 1, plot.bottom(), theme.glyph("└", "+").to_string() + &line, usize::MAX, style);
    }

    /// Writes the node numbers of the steps below the axis, the last ones first, as long as there
    /// is room.
    fn number(&self, buf: &mut Buffer, plot: Rect, column: impl Fn(u64) -> u16, theme: Theme) {
        let mut room = plot.right();
        let last = Some((self.nodes, Role::Live));
        let steps = self.improvements.iter().rev().map(|improvement| (improvement.nodes, Role::Done));
        for (node, role) in last.into_iter().chain(steps) {
            let text = thousands(node.into());
            let width = text.len() as u16;
            // The number is below its step, or as far to the left as the end of the axis requires.
            let x = column(node).min(plot.right() - width.min(plot.width));
            if x + width <= room {
                put_line(buf, x, plot.bottom() + 1, &Line::from(span(text, role, theme)), width);
                room = x.saturating_sub(1);
            }
        }
    }
}

/// Overwrites a place with a text, and removes the old style.
fn over(buf: &mut Buffer, x: u16, y: u16, text: &Span) {
    let width = text.width() as u16;
    shade(buf, Rect { x, y, width, height: 1 }, Style::reset());
    put_line(buf, x, y, &Line::from(text.clone()), width);
}
