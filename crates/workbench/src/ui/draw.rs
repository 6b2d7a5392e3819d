//! The whole frame: a header, the screen, a footer, and the overlay.

use super::palette::tint;
use super::panel::{fit_marked, hints, span, wrap, write};
use super::theme::{Role, Theme};
use super::{compare, library, model, overlay, play, solve, step, tree};
use crate::app::{App, Here, Learning, Notice, NoticeKind, bar, on};
use quadrille_puzzle::is_unseen;
use quadrille_study::plural;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

/// Draws everything. A pure function of the app, the theme and the area.
pub fn draw(app: &App, theme: Theme, frame: &mut Frame) {
    let area = frame.area();
    let buf = frame.buffer_mut();
    paint(app, theme, area, buf);
}

/// The area of a screen, below the header and above the keys. A terminal of three rows or fewer has
/// room for the screen only.
pub fn body(area: Rect) -> Rect {
    let (head, foot) = (u16::from(area.height > 3), u16::from(area.height > 5));
    Rect { y: area.y + head, height: area.height - head - foot, ..area }
}

pub fn paint(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    if area.width == 0 || area.height == 0 {
        return;
    }
    let body = body(area);
    let (head, foot) = (body.y - area.y, area.bottom() - body.bottom());
    if head > 0 {
        write(buf, area, 0, &header(app, theme, area.width), theme);
    }
    match app.here() {
        Here::Library => library::draw(app, theme, body, buf),
        Here::Play(document) => play::draw(app, document, theme, body, buf),
        Here::Solve(solving) => solve::draw(app, solving, theme, body, buf),
        Here::Step(stepping) => step::draw(app, stepping, theme, body, buf),
        Here::Tree(tree, stepping) => tree::draw(app, tree, stepping, theme, body, buf),
        Here::Compare(compare) => compare::draw(app, compare, theme, body, buf),
        Here::Model(model) => model::draw(app, model, theme, body, buf),
    }
    if foot > 0 {
        let last = app.desk.notice.as_ref().map(|last| unsaid(app, last, body)).filter(|last| !last.text.is_empty());
        match (last, &app.desk.opening) {
            (Some(last), _) => notice(&last, theme, area, buf),
            (None, Some(waiting)) => {
                let text =
                    format!("{}; {} leaves it", waiting.words(), app.desk.settings.keymap.hint(on::Anywhere::Back));
                notice(&Notice { kind: NoticeKind::Note, text }, theme, area, buf);
            }
            (None, None) => write(buf, area, area.height - 1, &footer(app, theme, area.width), theme),
        }
    }
    if let Some(over) = &app.desk.overlay {
        overlay::draw(app, over, theme, area, buf);
    }
    disarm(buf, theme);
    if theme.color {
        let settings = &app.desk.settings;
        tint(buf, settings.palette, settings.own_colors, settings.true_color);
    }
}

/// Replaces characters that would change what the terminal shows around them. Names come from files
/// and may contain any character.
pub(super) fn disarm(buf: &mut Buffer, theme: Theme) {
    for cell in &mut buf.content {
        if cell.symbol().contains(is_unseen) {
            cell.set_symbol("?");
        }
        // Sentences have a few signs that ASCII lacks.
        if theme.ascii() && !cell.symbol().is_ascii() {
            let plain = match cell.symbol() {
                "→" => ">",
                "←" | "≤" => "<",
                "≥" => ">",
                "…" => "~",
                "±" => "+",
                "×" => "x",
                "·" | "•" => ".",
                "⇄" => "=",
                _ => "?",
            };
            cell.set_symbol(plain);
        }
    }
}

fn header(app: &App, theme: Theme, width: u16) -> Line<'static> {
    let mut spans = vec![span(" quadrille", Role::Title, theme), Span::raw("  ")];
    let here = app.here();
    let columns = app.desk.terminal.size.0;
    let (screen, facts) = match here {
        Here::Library => ("LIBRARY", library::facts(app)),
        Here::Play(document) => ("PLAY", play::facts(document, columns)),
        Here::Solve(solving) => ("SOLVE", solve::facts(solving)),
        Here::Step(stepping) if stepping.learning.course.is_some() => ("LESSON", step::facts(stepping, columns)),
        Here::Step(stepping) if stepping.learning.is_today() => ("TODAY", step::facts(stepping, columns)),
        Here::Step(stepping) => ("STEP", step::facts(stepping, columns)),
        Here::Tree(_, stepping) => ("TREE", tree::facts(stepping)),
        Here::Compare(compare) => ("COMPARE", compare::facts(compare)),
        Here::Model(model) => ("MODEL", model::facts(model)),
    };
    // A run in the background is seen on every screen.
    let run = app.rooms.solving.as_ref().filter(|solving| solving.is_alive() && !matches!(here, Here::Solve(_)));
    let facts = match run {
        Some(solving) => format!("{facts}  solving: {}", plural(solving.nodes() as usize, "node")),
        None => facts,
    };
    let facts = if app.desk.backup.failed { format!("{facts}  changes are not kept") } else { facts };
    let without = without(app, usize::from(width) / 3);
    // The name is shortened before the facts are.
    let room = (width as usize).saturating_sub(16 + screen.len() + without.width() + facts.width());
    let title = match here {
        Here::Library => "",
        Here::Step(stepping) => match &stepping.learning {
            Learning { course: Some(course), .. } => &course.lesson.title,
            learning if learning.is_today() => {
                let lesson = app.library.open.and_then(|open| app.library.entries[open].lesson.as_ref());
                lesson.map_or(app.title(), |lesson| &lesson.title)
            }
            _ => app.title(),
        },
        _ => app.title(),
    };
    let name: String = fit_marked(title, room, theme);
    if !name.is_empty() {
        spans.push(Span::raw(format!("{name}  ")));
    }
    spans.push(span(screen, Role::Title, theme));
    if !without.is_empty() {
        spans.extend([Span::raw("  "), span(without, Role::Bad, theme)]);
    }
    // A fact is shown whole or not at all, because half a number is another number.
    let mut line = Line::from(spans);
    let cut = theme.glyph(" …", " ...");
    let mut facts = facts.split("  ").peekable();
    while let Some(fact) = facts.next() {
        let more = format!("  {fact}");
        let kept = if facts.peek().is_some() { cut.width() } else { 0 };
        if line.width() + more.width() + kept > width as usize {
            line.push_span(cut);
            break;
        }
        line.push_span(more);
    }
    line
}

/// The rules that are only drawn, which every screen of the puzzle says: by name, or by number if
/// the names are longer than `most`. Empty if there are none.
fn without(app: &App, most: usize) -> String {
    let document = app.document().filter(|_| !matches!(app.here(), Here::Library));
    let grid = document.and_then(|document| document.puzzle.grid());
    let Some((grid, without)) = grid.and_then(|grid| Some((grid, grid.without()?))) else { return String::new() };
    match without.width() > most {
        true => format!("without {}", plural(grid.rules.iter().filter(|rule| rule.is_only_drawn()).count(), "rule")),
        false => without,
    }
}

/// A notice, without what the panel beside the grid shows: the hint, a clash, the verdict.
fn unsaid(app: &App, last: &Notice, body: Rect) -> Notice {
    let Here::Play(document) = app.here() else { return last.clone() };
    if play::said_beside(app, document, body).contains(&last.text) {
        return Notice { text: String::new(), ..*last };
    }
    let hint = play::hint_beside(app, document, body);
    let rest = hint.and_then(|hint| last.text.strip_prefix(&hint).map(|rest| rest.trim_start().to_string()));
    Notice { text: rest.unwrap_or_else(|| last.text.clone()), ..*last }
}

/// Draws the last notice in place of the keys. A long notice also covers the last lines of the
/// screen.
fn notice(notice: &Notice, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (mark, role) = match notice.kind {
        NoticeKind::Note => (" ", Role::Title),
        NoticeKind::Error => (" ! ", Role::Bad),
    };
    let lines = wrap(&notice.text, (area.width as usize).saturating_sub(mark.len() + 1).max(1));
    let most = (area.height / 3).max(1) as usize;
    let from = area.height - lines.len().min(most) as u16;
    let is_cut = lines.len() > most;
    for (row, line) in (from..).zip(lines.into_iter().take(most)) {
        let end = if is_cut && row + 1 == area.height { theme.glyph(" …", " ...") } else { "" };
        Clear.render(Rect { y: area.y + row, height: 1, ..area }, buf);
        let mark = if row == from { mark.to_string() } else { " ".repeat(mark.len()) };
        write(buf, area, row, &Line::from(span(format!("{mark}{line}{end}"), role, theme)), theme);
    }
}

/// The most keys in the bar, and in that of Solve, where the answer is what one came for.
const BAR: usize = 6;
const BAR_OF_SOLVE: usize = 4;

/// Returns the most important keys of the screen. Empty while an overlay has the keys: it says its
/// own.
fn footer(app: &App, theme: Theme, width: u16) -> Line<'static> {
    if app.desk.overlay.is_some() {
        return Line::default();
    }
    let keys = &app.desk.settings.keymap;
    let most = if matches!(app.here(), Here::Solve(_)) { BAR_OF_SOLVE } else { BAR };
    let pairs: Vec<_> = bar(app).into_iter().take(most).map(|key| (key.keys, key.meaning)).collect();
    let mut pairs = pairs;
    // Help comes last but is never cut off.
    let help = (keys.hint(on::Anywhere::Help), "keys");
    let mut line = hints(&pairs, width.saturating_sub(12), theme);
    if width < 30 {
        pairs.clear();
        line = Line::default();
    }
    line.spans.extend(hints(&[help], 14, theme).spans);
    line
}
