//! Numbers as bars: the rate over the last minute, and the nodes at each level of the tree.

use crate::ui::panel::{put, span, titled, wrap, write};
use crate::ui::theme::{Role, Theme};
use quadrille_solve::Spread;
use quadrille_study::thousands;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// The characters of a bar's top: an eighth to eight eighths of a row.
const EIGHTHS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Draws bars side by side, each a share of the height of the area. A share above 0 is seen.
fn bars(buf: &mut Buffer, area: Rect, shares: &[f64], theme: Theme) {
    let style = theme.style(Role::Own);
    let steps = if theme.ascii() { 1 } else { EIGHTHS.len() };
    for (x, &share) in (area.x..area.right()).zip(shares) {
        let full = usize::from(area.height) * steps;
        let mut left = (share.clamp(0.0, 1.0) * full as f64).round() as usize;
        left = left.max(usize::from(share > 0.0));
        for y in (area.y..area.bottom()).rev() {
            let here = left.min(steps);
            if here == 0 {
                break;
            }
            let glyph = if theme.ascii() { "#" } else { EIGHTHS[here - 1] };
            put(buf, x, y, glyph, 1, style);
            left -= here;
        }
    }
}

/// Draws the rate over time with its last value, the newest at the right. Few samples have wide
/// bars.
pub fn rate(buf: &mut Buffer, area: Rect, rates: &[f64], words: &str, theme: Theme) {
    let rows = titled(buf, area, &format!("RATE  {words}"), theme);
    let seen = &rates[rates.len().saturating_sub(rows.width.into())..];
    let most = seen.iter().copied().fold(0.0, f64::max);
    let wide = (usize::from(rows.width) / seen.len().max(1)).clamp(1, 4);
    let share = |rate: f64| if most > 0.0 { rate / most } else { 0.0 };
    let shares: Vec<f64> = seen.iter().flat_map(|&rate| std::iter::repeat_n(share(rate), wide)).collect();
    bars(buf, rows, &shares, theme);
}

/// The height of a spread: its title, the scale and its words.
pub const SPREAD: u16 = 4;

/// The place of a number on a scale of powers of ten from 1 on, in columns.
fn place_of(number: f64, top: f64, width: u16) -> u16 {
    let share = number.max(1.0).log10() / top;
    (share * f64::from(width.saturating_sub(1))).round() as u16
}

/// Draws an estimate on a scale of powers of ten: the range in which eight of ten dives ended, the
/// mean, and the nodes so far.
pub fn spread(buf: &mut Buffer, area: Rect, title: &str, spread: &Spread, now: Option<u64>, theme: Theme) {
    let rows = titled(buf, area, title, theme);
    let most = [spread.high, spread.mean, now.unwrap_or(0) as f64].into_iter().fold(10.0, f64::max);
    let top = most.log10().ceil();
    let at = |number: f64| place_of(number, top, rows.width);
    let (low, high) = (at(spread.low), at(spread.high));
    for x in 0..rows.width {
        let (glyph, role) = match (low..=high).contains(&x) {
            true => (theme.glyph("━", "="), Role::Own),
            false => (theme.glyph("─", "-"), Role::Done),
        };
        put(buf, rows.x + x, rows.y, glyph, 1, theme.style(role));
    }
    put(buf, rows.x + at(spread.mean), rows.y, theme.glyph("●", "o"), 1, theme.style(Role::Own));
    let (range, mean, mark) = (theme.glyph("━", "="), theme.glyph("●", "o"), theme.glyph("▲", "^"));
    let mut legend = format!("the whole tree, guessed by random dives: {range} eight of ten, {mean} their mean");
    if let Some(now) = now {
        put(buf, rows.x + at(now as f64), rows.y, mark, 1, theme.style(Role::Now));
        legend += &format!(", {mark} so far");
    }
    for (row, line) in wrap(&legend, usize::from(rows.width).max(1)).into_iter().enumerate().take(2) {
        write(buf, rows, row as u16 + 1, &Line::from(span(line, Role::Done, theme)), theme);
    }
}

/// The minimum height of a profile: its title, two rows of bars, and the row of the mark.
pub const LEAST: u16 = 4;

/// The nodes of a level that fills the height, at least.
const LEAST_TOP: u64 = 20;

/// Draws the nodes at each level, a column a level or, if there are more levels than columns, a
/// column for the largest of several. Heights are logarithmic, so that a few nodes are seen beside
/// millions. `here` is the present level.
pub fn profile(buf: &mut Buffer, area: Rect, profile: &[u64], here: Option<usize>, theme: Theme) {
    let (deepest, most) = (profile.len(), profile.iter().copied().max().unwrap_or(0));
    let width = usize::from(area.width).max(1);
    // Few levels have wide columns, parted by a blank. Of many levels, several share a column.
    let wide = (width / deepest.max(1)).clamp(1, 8);
    let columns = deepest.min(width);
    let first = |column: usize| column * deepest / columns.max(1);
    let peak = |column: usize| profile[first(column)..first(column + 1)].iter().copied().max().unwrap_or(0);
    // Levels of one node each, forced ones, are low, whatever the others have.
    let share = |nodes: u64| (nodes as f64).ln_1p() / (most.max(LEAST_TOP) as f64).ln_1p();
    let column = |nodes: u64| (0..wide).map(move |x| if wide > 1 && x + 1 == wide { 0.0 } else { share(nodes) });
    let shares: Vec<f64> = (0..columns).flat_map(|at| column(peak(at))).collect();
    let title = format!("NODES BY LEVEL, log  {deepest} deep, at most {}", thousands(most.into()));
    let rows = titled(buf, area, &title, theme);
    let plot = Rect { height: rows.height.saturating_sub(1), ..rows };
    bars(buf, plot, &shares, theme);
    if let Some(here) = here.filter(|&here| here > 0 && here <= deepest) {
        let at = (0..columns).rfind(|&at| first(at) < here).unwrap_or(0);
        let x = (at * wide + wide / 2) as u16;
        let text = format!("{} level {here}", theme.glyph("▲", "^"));
        let x = x.min(rows.width.saturating_sub(text.width() as u16));
        let place = Rect { x: rows.x + x, width: rows.width - x, ..rows };
        write(buf, place, rows.height.saturating_sub(1), &Line::from(span(text, Role::Now, theme)), theme);
    }
}
