//! The levels of the path as strips: the options of each level side by side.

use crate::ui::panel::span;
use crate::ui::theme::{Role, Theme};
use ratatui::text::Line;

/// One line per level: its options side by side, with those already searched filled and the current
/// one marked. Levels without a choice are left out.
pub(super) fn strips(branches: &[dancing::Branch], width: u16, theme: Theme) -> Vec<Line<'static>> {
    let room = (width as usize).saturating_sub(16).max(1);
    branches
        .iter()
        .enumerate()
        .filter(|(_, branch)| branch.d > 1)
        .map(|(level, branch)| {
            let cell = |k: usize| match k.cmp(&branch.k) {
                std::cmp::Ordering::Less => theme.glyph("█", "#"),
                std::cmp::Ordering::Equal => theme.glyph("◆", "@"),
                std::cmp::Ordering::Greater => theme.glyph("░", "."),
            };
            let each = (room / branch.d.max(1)).clamp(1, 4);
            let strip: String = (1..=branch.d).take(room).map(|k| cell(k).repeat(each)).collect();
            Line::from(vec![
                span(format!("{:>5} {:>7} ", level + 1, format!("{}/{}", branch.k, branch.d)), Role::Done, theme),
                span(strip, Role::Live, theme),
            ])
        })
        .collect()
}
