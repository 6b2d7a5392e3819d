//! The panels of Watch: one reason at a time, the links of the step, the numbers of options, and
//! the options of an item.

use super::options::{is_dead, settled};
use super::strip::Strip;
use crate::app::{App, Aside, Cursor, Stepping, on};
use crate::ui::panel::{count_bars, fit_marked, list, span, titled, wrap, write};
use crate::ui::theme::{Glyphs, Role, Theme};
use dancing::{Count, ItemId, NodeId, Phase};
use quadrille_study::{OtherOrder, branch_words, capital, item_rule_words, plural};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// Draws the panel that is open. If it `replaces` the picture, it says how to come back. `has_list`
/// is true if the list of the links is drawn below the picture.
// Many parameters: the panel, its place, and what is drawn beside it.
pub fn draw(
    app: &App,
    stepping: &Stepping,
    aside: Aside,
    theme: Theme,
    area: Rect,
    (replaces, has_list): (bool, bool),
    buf: &mut Buffer,
) {
    let back = if replaces { "  esc shows the picture" } else { "" };
    if area.height < 2 {
        return;
    }
    match aside {
        Aside::Nothing | Aside::Tree | Aside::Array => {}
        Aside::Why(at) => why(stepping, at, back, theme, area, buf),
        Aside::Links => links(stepping, has_list, theme, area, buf),
        Aside::Counts => counts(stepping, theme, area, buf),
        Aside::Try => branches(app, stepping, theme, area, buf),
    }
}

/// The most lines of one reason, and the most items of the counts: one thing at a time.
const LINES: usize = 11;
const ITEMS: usize = 8;

/// The most sentences of one reason; of more, one less is shown, and how many more there are.
const TEXTS: usize = 4;

/// Draws one reason, with its number.
fn why(stepping: &Stepping, at: usize, back: &str, theme: Theme, area: Rect, buf: &mut Buffer) {
    let reasons = stepping.reasons();
    let (at, all) = (at.min(reasons.len().saturating_sub(1)), reasons.len());
    let number = if all > 1 { format!("WHY  {} of {all}", at + 1) } else { "WHY".to_string() };
    let rows = titled(buf, area, &(number + back), theme);
    let Some(reason) = reasons.get(at) else {
        let text = "nothing has happened yet";
        return write(buf, rows, 0, &Line::from(span(format!(" {text}"), Role::Done, theme)), theme);
    };
    let width = usize::from(rows.width).saturating_sub(2).max(1);
    let foot = usize::from(all > 1 || reason.go.is_some() || stepping.points);
    let room = usize::from(rows.height).saturating_sub(foot).min(LINES);
    let mut lines: Vec<Line> = Vec::new();
    let say = |text: &str, role: Role, lines: &mut Vec<Line<'static>>| {
        lines.extend(wrap(text, width).into_iter().map(|line| Line::from(span(format!(" {line}"), role, theme))));
    };
    // At a dead end the narration says what is missing, so a cause needs no heading, unless it is
    // that of what is selected.
    let is_selected = stepping.cursor != Cursor::default();
    if reason.by.is_none() || stepping.stepper.dead_item().is_none() || is_selected {
        say(&heading(&reason.title), Role::Title, &mut lines);
    }
    // The picture marks the options that a cause has hidden, so not all of them are named.
    let all_lines = reason.text.len();
    let few =
        if reason.by.is_some() { all_lines.min(2) } else { if all_lines > TEXTS { TEXTS - 1 } else { all_lines } };
    let (mut shown, texts) = (0, &reason.text[..few]);
    // The numbers of lines after which a sentence ends.
    let mut ends: Vec<usize> = Vec::new();
    for text in texts {
        let more = wrap(text, width).len();
        // A line is kept for the number of those that have no room.
        let kept = usize::from(shown + 1 < all_lines);
        if lines.len() + more + kept > room && shown > 0 {
            break;
        }
        say(text, Role::Live, &mut lines);
        ends.push(lines.len());
        shown += 1;
    }
    let more = if reason.by.is_some() { texts.len() } else { all_lines } - shown;
    if more > 0 && lines.len() < room {
        say(&format!("and {more} more"), Role::Done, &mut lines);
    }
    let mut end = lines.len();
    if reason.title.starts_with(IN_REVERSE) {
        let place = Rect { height: rows.height.saturating_sub(foot as u16), ..rows };
        end = other_order(stepping, theme, place, (&mut lines, &ends), buf).max(lines.len());
    }
    list(buf, Rect { height: room as u16, ..rows }, &lines, theme);
    if foot > 0 {
        let mut keys = Vec::new();
        match stepping.points {
            true => keys.push("arrows choose"),
            false if all > 1 => keys.push("j k others"),
            false => {}
        }
        if !stepping.points && all > 1 && reason.go.is_none() {
            keys.push("tab picture");
        }
        if reason.go.is_some() {
            keys.push("enter goes there");
        }
        let y = (end + 1).min(usize::from(rows.height).saturating_sub(1)) as u16;
        write(buf, rows, y, &Line::from(span(format!(" {}", keys.join("   ")), Role::Done, theme)), theme);
    }
}

/// The heading of the reason that draws a list.
const IN_REVERSE: &str = "WHY IN REVERSE";

/// The rows of a list without frames, with the words above it and a blank row below.
const DRAWN: u16 = 3;

/// Draws a list that the step has put back: when its first node was there and, below it, what the
/// order of covering would have led to. Three nodes that stay torn follow, if there is room.
/// Without room for two lists below the words, the last words give way. Returns the rows that are
/// used.
fn other_order(
    stepping: &Stepping,
    theme: Theme,
    area: Rect,
    (lines, ends): (&mut Vec<Line>, &[usize]),
    buf: &mut Buffer,
) -> usize {
    let Some(order) = OtherOrder::of(&stepping.stepper) else { return 0 };
    let (names, links) = (&stepping.encoded, stepping.stepper.links());
    let name = |node: Option<&NodeId>| {
        let option = node.and_then(|&node| links.option(node));
        option.map_or(String::new(), |option| branch_words(names, order.item, Some(option)))
    };
    let (first, last) = (name(order.came.first()), name(order.came.last()));
    let mut rings = vec![(format!("{first} came back first:"), &order.rings[0], &order.came[..])];
    if order.misleads() {
        rings.push((format!("{last} first finds one out:"), &order.rings[1], &order.came));
    }
    if let Some((three, ring)) = &order.torn {
        rings.push(("Back in the order 1, 3, 2: torn.".to_string(), ring, three));
    }
    // The first sentence is whole, then come the lists, and then what has room beside them.
    let whole = ends.first().copied().unwrap_or_default();
    let most = usize::from(area.height.saturating_sub(whole as u16) / DRAWN).min(rings.len());
    if most < 2 {
        return 0;
    }
    let tall = most as u16 * DRAWN;
    let room = usize::from(area.height - tall);
    lines.truncate(ends.iter().copied().filter(|&end| end <= room).max().unwrap_or(room));
    let mut y = area.y + lines.len() as u16;
    y += u16::from(y + tall < area.bottom());
    for (head, ring, nodes) in rings.into_iter().take(most) {
        let head = fit_marked(&head, usize::from(area.width).saturating_sub(2).max(1), theme);
        write(buf, Rect { y, height: 1, ..area }, 0, &Line::from(span(format!(" {head}"), Role::Done, theme)), theme);
        // The first row of a strip is for lifted nodes, of which this one has none.
        let place = Rect { y, height: 2, ..area };
        Strip::of_ring(ring, links, names).near(nodes).draw(theme, place, buf);
        y += DRAWN;
    }
    usize::from(y.saturating_sub(area.y + 1))
}

/// The heading of a reason as a sentence: its first words in capitals name the kind of the reason.
fn heading(title: &str) -> String {
    let rest = title.strip_prefix("WHY IT BACKS UP").or_else(|| title.strip_prefix("WHY  ")).unwrap_or(title);
    // A bound ends with a word, not with a name.
    let rest = &rest.strip_suffix(" MORE").map_or(rest.to_string(), |rest| format!("{rest} more"));
    let is_loud = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    let words: Vec<&str> = rest.split(' ').collect();
    let loud = words.iter().take_while(|word| is_loud(word)).count();
    let quiet =
        words.iter().enumerate().map(|(at, word)| if at < loud { word.to_lowercase() } else { word.to_string() });
    capital(quiet.collect::<Vec<_>>().join(" ").replace("  ", ": ").trim_start_matches([':', ' ']))
}

/// Draws the link at hand: its list, if that has no room below the picture, and its pointers.
fn links(stepping: &Stepping, has_list: bool, theme: Theme, area: Rect, buf: &mut Buffer) {
    let rows = titled(buf, area, "LINKS", theme);
    let listed = super::links::around_one(stepping, theme, rows, buf) + 1;
    if rows.height > listed + STRIP && !has_list {
        let room = Rect { y: rows.y + listed, height: rows.height - listed, ..rows };
        super::strip::draw(stepping, theme, room, buf);
    }
}

/// The rows of a list without frames.
const STRIP: u16 = 4;

/// Draws the numbers of options that the step changed, then the items with the fewest. Where the
/// picture has no cells for them, this is the whole answer.
fn counts(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let search = stepping.stepper.search();
    let ranked = ranked_now(stepping);
    let title = format!("COUNTS  now, {}", plural(stepping.stepper.links().open_items().count(), "open item"));
    let rows = titled(buf, area, &title, theme);
    let names = &stepping.encoded;
    let changed = changed(stepping);
    let (few, most) = if changed.is_empty() { (0, ITEMS) } else { (changed.len().min(FEW), FEW - 1) };
    let mut y = 0;
    let say = |y: &mut u16, text: &str, buf: &mut Buffer| {
        write(buf, rows, *y, &Line::from(span(format!(" {text}"), Role::Done, theme)), theme);
        *y += 1;
    };
    if few > 0 {
        say(&mut y, "this step:", buf);
        let bar = |count: &Count| {
            let is_dead = is_dead(search, search.links(), count.item) && !settled(search, count.item);
            let role = if is_dead { Role::Bad } else { Role::Changed };
            let number = format!("{}{}{}", count.before, theme.glyph("→", ">"), count.after);
            (names.item_noun(count.item), number, count.after, role)
        };
        let bars: Vec<_> = changed.iter().take(few).map(bar).collect();
        count_bars(buf, Rect { y: rows.y + y, height: few as u16, ..rows }, &bars, theme);
        y += few as u16;
        if changed.len() > few {
            say(&mut y, &format!("and {} more", changed.len() - few), buf);
        }
        y += 1;
    }
    let most = usize::from(rows.height.saturating_sub(y + 1)).min(most);
    for line in wrap(&format!("{}:", item_rule_words(search.rule())), usize::from(rows.width).saturating_sub(2).max(1))
    {
        say(&mut y, &line, buf);
    }
    let bar = |(row, &(count, item)): (usize, &(usize, ItemId))| {
        let role = match (count, row) {
            (0, _) => Role::Bad,
            (_, 0) => Role::Now,
            _ => Role::Live,
        };
        (names.item_noun(item), count.to_string(), count, role)
    };
    let bars: Vec<_> = ranked.iter().take(most).enumerate().map(bar).collect();
    let height = rows.height.saturating_sub(y);
    count_bars(buf, Rect { y: rows.y + y, height, ..rows }, &bars, theme);
}

/// The most items that a step changed, if those with the fewest options follow.
const FEW: usize = 4;

/// The open items and the numbers of their options at this moment, the smallest first. While the
/// next step is a question, they are in the order of the items.
fn ranked_now(stepping: &Stepping) -> Vec<(usize, ItemId)> {
    let links = stepping.stepper.links();
    let mut ranked: Vec<(usize, ItemId)> = links
        .open_items()
        .filter(|item| item.index() < links.n_primary())
        .map(|item| (links.len(item), item))
        .collect();
    match stepping.hides_next() {
        true => ranked.sort_by_key(|(_, item)| *item),
        false => ranked.sort(),
    }
    // The item that is branched on is covered, and it is what the sentence is about.
    let search = stepping.stepper.search();
    let chosen = search.current_item().filter(|&item| !links.is_open(item) && !stepping.hides_next());
    if let Some(item) = chosen.filter(|_| matches!(search.phase(), Phase::Try { .. })) {
        ranked.insert(0, (search.degree(item), item));
    }
    ranked
}

/// The numbers of options that the last step changed: those that fell to nothing, then those of
/// items that are not cells of the picture, which shows its own, then the smallest.
fn changed(stepping: &Stepping) -> Vec<Count> {
    let Some(step) = stepping.stepper.small_last_step().filter(|_| !stepping.hides_next()) else { return Vec::new() };
    let names = &stepping.encoded;
    let mut changed: Vec<Count> = Vec::new();
    for count in &step.counts {
        match changed.iter_mut().find(|known| known.item == count.item) {
            Some(known) => known.after = count.after,
            None => changed.push(*count),
        }
    }
    changed.sort_by_cached_key(|count| {
        let is_cell = names.item_noun(count.item).starts_with("cell ");
        (count.after > 0, is_cell, count.after, count.item)
    });
    changed
}

/// Draws the option that would be tried, and its number.
fn branches(app: &App, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let rows = titled(buf, area, "TRY", theme);
    let keys = &app.desk.settings.keymap;
    let width = usize::from(rows.width).saturating_sub(2).max(1);
    let (next, prior) = (keys.hint(on::Step::NextOption), keys.hint(on::Step::PriorOption));
    let foot = format!("{next} {prior}   {} tries it", keys.hint(on::Step::Take));
    let texts = option_words(stepping).into_iter().zip([Role::Done, Role::Now, Role::Live]);
    let lines: Vec<Line> = texts
        .chain([(foot, Role::Done)])
        .filter(|(text, _)| !text.is_empty())
        .flat_map(|(text, role)| wrap(&text, width).into_iter().map(move |line| (line, role)))
        .map(|(line, role)| Line::from(span(format!(" {line}"), role, theme)))
        .collect();
    list(buf, rows, &lines, theme);
}

/// The option that would be tried: its number, its name, and its state.
fn option_words(stepping: &Stepping) -> Vec<String> {
    let (Some(item), Some(option)) = (stepping.cursor.item, stepping.cursor.option) else { return Vec::new() };
    let names = &stepping.encoded;
    let branches = stepping.branches_at_hand().map_or(Vec::new(), |(_, branches)| branches);
    let first = match branches.iter().position(|&other| other == option) {
        Some(at) => format!("{} of {} for {}:", at + 1, branches.len(), names.item_noun(item)),
        None => format!("{}:", names.item_noun(item)),
    };
    vec![first, names.option_long(option), super::options::fate_words(stepping, option)]
}

/// The panel that is open in words, for the plain workbench.
pub fn words(stepping: &Stepping) -> Vec<String> {
    let plain = Theme { color: false, glyphs: Glyphs::Unicode };
    match stepping.aside() {
        Aside::Nothing | Aside::Why(_) => Vec::new(),
        Aside::Links => {
            let list = super::strip::Strip::of(stepping)
                .map(|strip| strip.title.replace("THE LIST OF ITEMS", "the list of items"));
            let one = super::links::words_of_one(stepping, plain).into_iter().map(|(text, _)| text);
            one.chain(list.map(|title| format!("in {}", title.replace("THE LIST OF", "the list of")))).collect()
        }
        Aside::Counts => {
            let names = &stepping.encoded;
            let changed = changed(stepping);
            let told = |count: &Count| format!("{}: {} to {}", names.item_noun(count.item), count.before, count.after);
            let told: Vec<String> = changed.iter().take(FEW).map(told).collect();
            let most = if told.is_empty() { ITEMS } else { FEW - 1 };
            let named = |(count, item): &(usize, ItemId)| format!("{}: {count}", names.item_noun(*item));
            told.into_iter().chain(ranked_now(stepping).iter().take(most).map(named)).collect()
        }
        Aside::Try => vec![option_words(stepping).join(" ")],
        Aside::Tree => vec![super::small_tree::place(stepping)],
        Aside::Array => super::array::words(stepping),
    }
}
