//! Numbers as bars: the rate over the last minute, and the nodes at each level of the tree.

use crate::study::thousands;
use crate::ui::panel::{put, span, titled, write};
use crate::ui::theme::{Role, Theme};
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

/// Draws the rate over time with its last value, the newest at the right.
pub fn rate(buf: &mut Buffer, area: Rect, rates: &[f64], words: &str, theme: Theme) {
    let rows = titled(buf, area, &format!("RATE  {words}"), theme);
    let most = rates.iter().copied().fold(0.0, f64::max);
    let seen = &rates[rates.len().saturating_sub(rows.width.into())..];
    let shares: Vec<f64> = seen.iter().map(|rate| if most > 0.0 { rate / most } else { 0.0 }).collect();
    bars(buf, rows, &shares, theme);
}

/// The minimum height of a profile: its title, two rows of bars, and the row of the mark.
pub const LEAST: u16 = 4;

/// The nodes of a level that fills the height, at least.
const LEAST_TOP: u64 = 20;

/// Draws the nodes at each level, a column a level or, if there are more levels than columns, a
/// column for several. Heights are logarithmic, so that a few nodes are seen beside millions.
/// `here` is the present level.
pub fn profile(buf: &mut Buffer, area: Rect, profile: &[u64], here: Option<usize>, theme: Theme) {
    let (deepest, most) = (profile.len(), profile.iter().copied().max().unwrap_or(0));
    let width = usize::from(area.width).max(1);
    let each = deepest.div_ceil(width).max(1);
    // Few levels have wide columns.
    let wide = (width / deepest.max(1)).clamp(1, 8);
    let sums: Vec<u64> = profile.chunks(each).map(|levels| levels.iter().sum()).collect();
    let top = sums.iter().copied().max().unwrap_or(0);
    // Levels of one node each, forced ones, are low, whatever the others have.
    let share = |nodes: u64| (nodes as f64).ln_1p() / (top.max(LEAST_TOP) as f64).ln_1p();
    // A blank parts wide columns.
    let column = |nodes: u64| (0..wide).map(move |x| if wide > 1 && x + 1 == wide { 0.0 } else { share(nodes) });
    let shares: Vec<f64> = sums.iter().flat_map(|&nodes| column(nodes)).collect();
    let levels = if each > 1 { format!(", {each} levels a column") } else { String::new() };
    let title = format!("NODES BY LEVEL  {deepest} deep, at most {}{levels}", thousands(most.into()));
    let rows = titled(buf, area, &title, theme);
    let plot = Rect { height: rows.height.saturating_sub(1), ..rows };
    bars(buf, plot, &shares, theme);
    if let Some(here) = here.filter(|&here| here > 0 && here <= deepest) {
        let x = ((here - 1) / each * wide + wide / 2) as u16;
        let text = format!("{} level {here}", theme.glyph("▲", "^"));
        let x = x.min(rows.width.saturating_sub(text.width() as u16));
        let place = Rect { x: rows.x + x, width: rows.width - x, ..rows };
        write(buf, place, rows.height.saturating_sub(1), &Line::from(span(text, Role::Now, theme)), theme);
    }
}
