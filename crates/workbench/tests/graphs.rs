//! Numbers as bars: the rate, the nodes by level, and the spread of an estimate.

use quadrille_solve::Spread;
use quadrille_workbench::ui::graph::{LEAST, SPREAD, profile, rate, spread};
use quadrille_workbench::ui::{Glyphs, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const THEME: Theme = Theme { color: true, glyphs: Glyphs::Unicode };

/// The characters of a bar's top: an eighth to eight eighths of a row.
const EIGHTHS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// The nodes of a level that fills the height of a profile, at least.
const LEAST_TOP: u64 = 20;

/// The heights of the bars on a screen, in eighths of a row.
fn heights(buf: &Buffer, area: Rect) -> Vec<usize> {
    let eighths = |symbol: &str| EIGHTHS.iter().position(|&eighth| eighth == symbol).map_or(0, |at| at + 1);
    let height = |x: u16| (area.y..area.bottom()).map(|y| eighths(buf[(x, y)].symbol())).sum();
    (area.x..area.right()).map(height).collect()
}

#[test]
fn bars_are_as_high_as_their_shares() {
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..100 {
        let area = Rect::new(rng.u16(..3), rng.u16(1..4), rng.u16(1..20), rng.u16(1..9));
        let rates: Vec<f64> = (0..area.width).map(|_| rng.f64() * f64::from(rng.u8(..2))).collect();
        let most = rates.iter().copied().fold(0.0, f64::max);
        let mut buf = Buffer::empty(Rect::new(0, 0, 30, 14));
        // The title is in the row above the bars.
        rate(&mut buf, Rect { y: area.y - 1, height: area.height + 1, ..area }, &rates, "now", THEME);
        for (found, rate) in heights(&buf, area).into_iter().zip(rates) {
            let share = if most > 0.0 { rate / most } else { 0.0 };
            let exact = share * f64::from(area.height) * 8.0;
            assert!((found as f64 - exact).abs() <= 0.5 || (found == 1 && share > 0.0), "{found} {exact}");
            assert_eq!(found > 0, share > 0.0);
        }
    }
}

#[test]
fn the_rate_is_shown_with_its_last_values_and_the_highest_is_full() {
    let area = Rect::new(0, 0, 10, 5);
    let mut buf = Buffer::empty(area);
    let rates: Vec<f64> = (0..25).map(|k| if k == 3 { 900.0 } else { f64::from(k) }).collect();
    rate(&mut buf, area, &rates, "now", THEME);
    // The 900 of the fourth sample is out of sight, so 24 is the highest of the ten.
    let wanted: Vec<usize> = (15..25).map(|k| (f64::from(k) / 24.0 * 32.0).round() as usize).collect();
    assert_eq!(heights(&buf, Rect::new(0, 1, 10, 4)), wanted);
}

#[test]
fn a_profile_has_every_level_in_one_column() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..200 {
        let levels: Vec<u64> = (0..rng.usize(1..60)).map(|_| 1 + (rng.u64(..) >> 34 >> rng.u8(..30))).collect();
        let area = Rect::new(0, 0, rng.u16(5..40), rng.u16(LEAST..12));
        let here = rng.usize(1..=levels.len());
        let mut buf = Buffer::empty(area);
        profile(&mut buf, area, &levels, Some(here), THEME);
        let found = heights(&buf, Rect { y: 1, height: area.height - 2, ..area });
        let columns = levels.len().min(area.width.into());
        let wide = (usize::from(area.width) / levels.len()).clamp(1, 8);
        // The largest of the levels that share a column has the height of the column.
        let mut most = vec![0; columns];
        for (level, &nodes) in levels.iter().enumerate() {
            let column = ((level + 1) * columns - 1) / levels.len();
            most[column] = most[column].max(nodes);
        }
        let top = levels.iter().copied().max().unwrap().max(LEAST_TOP);
        let full = f64::from(area.height - 2) * 8.0;
        for (column, &nodes) in most.iter().enumerate() {
            let exact = ((nodes + 1) as f64).log2() / ((top + 1) as f64).log2() * full;
            let height = found[column * wide] as f64;
            assert!((height - exact).abs() <= 0.5 || height == 1.0, "{levels:?} {column}: {height} {exact}");
        }
        // The mark is below the column of its level, unless its words need the room.
        let mark = (0..area.width).find(|&x| buf[(x, area.height - 1)].symbol() == "▲");
        let column = (here * columns - 1) / levels.len();
        let words = format!("▲ level {here}").chars().count();
        let last = usize::from(area.width).saturating_sub(words);
        assert_eq!(mark.map(usize::from), Some((column * wide + wide / 2).min(last)), "{levels:?} {here}");
    }
}

#[test]
fn a_spread_is_on_a_scale_of_powers_of_ten() {
    let spread_of = |low, mean, high| Spread { mean, error: 0.0, low, high };
    let area = Rect::new(0, 0, 41, SPREAD);
    let mut buf = Buffer::empty(area);
    // Four powers of ten on 41 columns: ten columns each.
    spread(&mut buf, area, "title", &spread_of(10.0, 100.0, 1000.0), Some(9_999), THEME);
    let line: String = (0..41).map(|x| buf[(x, 1)].symbol().to_string()).collect();
    let wanted = format!("{}{}●{}{}▲", "─".repeat(10), "━".repeat(10), "━".repeat(10), "─".repeat(9));
    assert_eq!(line, wanted);
}
