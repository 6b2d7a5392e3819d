//! Step: the debugger. The puzzle, the local matrix, why this item, the path, and what happens in words.

use super::board::{CellLook, Look, board};
use super::counts;
use super::geometry::{Detail, Geometry};
use super::listing;
use super::matrix;
use super::panel::{list, rule, span, titled, wrap, write};
use super::theme::{Role, Theme};
use crate::app::{App, Motion, Panel, SPEEDS, Stepping, narrate, node_words, operation, plural, thousands};
use crate::dlx::{Limit, Link, Look as Links, NodeId, OptionId, Phase, Score};
use crate::puzzle::{Encoded, Entry, Grid, Listing, Need, Shape};
use crate::solve::{Did, Grain};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

pub fn facts(app: &App) -> String {
    let Some(stepping) = &app.stepping else { return String::new() };
    let (stepper, tally) = (&stepping.stepper, stepping.stepper.tally());
    let speed = SPEEDS[stepping.speed];
    let motion = match stepping.motion {
        Motion::Still => String::new(),
        Motion::Dance { forward, .. } => format!("  {} {speed}/s", if forward { "▶" } else { "◀" }),
        Motion::Seek { .. } => "  seeking".to_string(),
    };
    let mut facts = format!(
        "{} grain{motion}  depth {}  node {}  {}",
        stepping.grain.name(),
        stepper.search().chosen().len(),
        if stepper.is_whole() { thousands(tally.nodes().into()) } else { "?".to_string() },
        if stepper.is_whole() { plural(tally.solutions as usize, "solution") } else { "counts from here".to_string() },
    );
    let problem = &stepping.encoded.problem;
    if problem.is_weighted() && stepping.encoded.grid().is_some() {
        facts += &format!("  score {}", problem.total(&stepper.search().path()));
    }
    if app.size.0 >= 100 && stepper.is_whole() {
        facts += &format!("  {}  {}", plural(tally.covers as usize, "cover"), plural(tally.updates as usize, "update"));
    }
    facts
}

/// Where everything stands: a pure function of the room and the grid's size.
struct Places {
    board: Rect,
    why: Rect,
    matrix: Rect,
    path: Rect,
    links: Rect,
    counts: Rect,
    say: Rect,
    /// The views in the places of path and links.
    first: Panel,
    second: Panel,
}

pub fn draw(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(stepping) = &app.stepping else { return };
    if stepping.zoom || area.width < 78 || area.height < 20 {
        return one_panel(stepping, theme, area, buf);
    }
    let places = places(stepping, area);
    draw_board(stepping, theme, places.board, buf);
    if places.why.height > 1 {
        let rows = titled(buf, places.why, &head(stepping, Panel::Why, &why_title(stepping)), theme);
        why(stepping, theme, rows, buf);
    }
    let title = head(stepping, Panel::Matrix, "OPTIONS and all they touch");
    let rows = titled(buf, places.matrix, &title, theme);
    matrix::draw(stepping, theme, rows, buf);
    for (panel, place) in [(places.first, places.path), (places.second, places.links)] {
        if place.height > 1 {
            view(stepping, panel, theme, place, buf);
        }
    }
    if places.counts.height > 1 {
        view(stepping, Panel::Counts, theme, places.counts, buf);
    }
    rule(buf, places.say, theme);
    say(stepping, theme, Rect { y: places.say.y + 1, height: places.say.height - 1, ..places.say }, buf);
}

/// A title, with a mark if the view has the cursor.
fn head(stepping: &Stepping, panel: Panel, title: &str) -> String {
    if stepping.panel == panel { format!("* {title}") } else { title.to_string() }
}

/// A view with its title.
fn view(stepping: &Stepping, panel: Panel, theme: Theme, area: Rect, buf: &mut Buffer) {
    match panel {
        Panel::Ops => {
            let number = match stepping.stepper.is_whole() {
                true => format!("operation {}", thousands(stepping.stepper.operations() as u128)),
                false => format!("{:+} operations from where it was set down", stepping.stepper.operations()),
            };
            let rows = titled(buf, area, &head(stepping, panel, &format!("OPERATIONS  {number}")), theme);
            ops(stepping, theme, rows, buf);
        }
        Panel::Links => links(stepping, theme, area, buf),
        Panel::Counts => {
            let title = format!("COUNTS  options left for each need; {} covered, 0 dead", theme.glyph("·", "."));
            let rows = titled(buf, area, &head(stepping, panel, &title), theme);
            counts::draw(stepping, theme, rows, buf);
        }
        Panel::Path | Panel::Grid | Panel::Why | Panel::Matrix => {
            let rows = titled(buf, area, &head(stepping, Panel::Path, &path_title(stepping)), theme);
            path(stepping, theme, rows, buf);
        }
    }
}

/// What was done last, and what is next: walked on a copy.
fn ops(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (stepper, names) = (&stepping.stepper, &stepping.encoded);
    let ahead = (area.height / 3).max(1) as usize;
    let behind = (area.height as usize).saturating_sub(ahead);
    let mut lines: Vec<(i64, String)> = Vec::new();
    let mut at = stepper.search().clone();
    let mut tally = stepper.tally().clone();
    for k in 0..behind {
        let Some(event) = at.step_back(&mut tally) else { break };
        lines.push((stepper.operations() - k as i64, operation(event, at.links(), names)));
    }
    lines.reverse();
    let now = lines.len();
    let (mut at, mut tally) = (stepper.search().clone(), stepper.tally().clone());
    for k in 0..ahead {
        let Some(event) = at.step_into(&mut tally) else { break };
        lines.push((stepper.operations() + 1 + k as i64, operation(event, at.links(), names)));
    }
    for (row, (number, text)) in lines.iter().enumerate() {
        let (mark, role) = match (row + 1).cmp(&now) {
            std::cmp::Ordering::Less => (" ", Role::Done),
            std::cmp::Ordering::Equal => (theme.glyph("▶", ">"), Role::Now),
            std::cmp::Ordering::Greater => (" ", Role::Live),
        };
        let next = if row == now { "next  " } else { "" };
        let number = if stepper.is_whole() { number.to_string() } else { format!("{number:+}") };
        write(buf, area, row as u16, &Line::from(span(format!("{mark}{number:>8}  {next}{text}"), role, theme)));
    }
}

/// The room that the puzzle's picture takes at best: its own size, rulers left out.
fn picture_size(stepping: &Stepping, room: (u16, u16)) -> (u16, u16) {
    match stepping.encoded.shape() {
        Shape::Grid(grid) => {
            let geometry = Geometry::fit(grid, room, Detail::Candidates);
            (geometry.width, geometry.height)
        }
        Shape::Listing(own) => {
            let (width, height) = listing::size(own, room);
            (width.min(room.0), height.min(room.1))
        }
    }
}

fn places(stepping: &Stepping, area: Rect) -> Places {
    let none = Rect { width: 0, height: 0, ..area };
    let wide = area.width >= 110;
    let say_height = 4;
    // A wide screen gives the grid its whole height, and narrates beside it.
    let room = if wide { (area.width - 60, area.height) } else { ((area.width - 34).max(26), area.height) };
    let (width, height) = picture_size(stepping, room);
    let rulers = (if width + 4 <= room.0 { 3 } else { 0 }, u16::from(height < room.1));
    let board = Rect {
        x: area.x + 1,
        width: (width + rulers.0 + 1).min(room.0),
        height: if wide { area.height } else { (height + rulers.1).min(room.1) },
        ..area
    };
    let x = board.right() + 1;
    let side = Rect { x, width: area.right().saturating_sub(x), ..area };
    let link_grain = stepping.grain >= Grain::Option;
    if wide {
        let say = Rect { y: area.bottom() - say_height, height: say_height, ..side };
        let column = Rect { height: area.height - say_height, ..side };
        let why = Rect { height: (column.height / 5).clamp(5, 9), ..column };
        let wanted = (matrix::height(stepping, side.width) + 1).max(6);
        let matrix = Rect { y: why.bottom(), height: wanted.min((column.height - why.height) / 2), ..column };
        let rest = Rect { y: matrix.bottom(), height: column.bottom() - matrix.bottom(), ..column };
        // The count boards lie at the bottom where they leave a few lines for the path.
        let n = stepping.encoded.grid().map(Grid::n);
        let boards = counts::height(n.unwrap_or(0)) + 1;
        let second = if link_grain || stepping.panel == Panel::Links { Panel::Links } else { Panel::Ops };
        let roomy = |n| rest.height >= boards + 4 && counts::fits(n, Rect { height: boards, ..rest });
        let counted = n.is_some_and(roomy) && second != Panel::Links;
        let boards = if counted { boards } else { 0 };
        let counts = Rect { y: rest.bottom() - boards, height: boards, ..rest };
        let rest = Rect { height: rest.height - boards, ..rest };
        let both = rest.width >= 60;
        let half = if both { rest.width / 2 - 1 } else { rest.width };
        let (path, links) = match (both, second) {
            // The table of nodes wants the whole width.
            (true, Panel::Links) => {
                let height = (rest.height / 4).max(3).min(rest.height);
                (Rect { height, ..rest }, Rect { y: rest.y + height, height: rest.height - height, ..rest })
            }
            (true, _) => {
                let x = rest.x + half + 2;
                (Rect { width: half, ..rest }, Rect { x, width: rest.width - half - 2, ..rest })
            }
            (false, _) => (rest, none),
        };
        let first = if both { Panel::Path } else { slot(stepping) };
        return Places { board, why, matrix, path, links, counts, say, first, second };
    }
    // A grid as high as the screen leaves no line below it: then the narration, too, stands beside.
    let beside = board.height + say_height > area.height;
    let say_height = if beside { 6 } else { say_height };
    let under_all = Rect { y: area.bottom() - say_height, height: say_height, ..area };
    let say = if beside { Rect { x: side.x, width: side.width, ..under_all } } else { under_all };
    let body = area.height - say_height;
    let under = body.saturating_sub(board.height);
    if under >= 6 {
        // The grid is low: reasons and path beside it, the matrix below over the whole width.
        let why = Rect { height: if link_grain { 5 } else { 7 }.min(board.height / 2), ..side };
        let rest = Rect { y: why.bottom(), height: board.height - why.height, ..side };
        let matrix = Rect { x: area.x, y: board.bottom(), width: area.width, height: under };
        let (first, second) = (slot(stepping), Panel::Links);
        return Places { board, why, matrix, path: rest, links: none, counts: none, say, first, second };
    }
    // The grid is high: everything stands beside it.
    let side = Rect { height: body, ..side };
    let why = Rect { height: 5.min(body / 3), ..side };
    let wanted = (matrix::height(stepping, side.width) + 1).max(4);
    let matrix = Rect { y: why.bottom(), height: wanted.min((body - why.height).saturating_sub(3)), ..side };
    let rest = Rect { y: matrix.bottom(), height: side.bottom().saturating_sub(matrix.bottom()), ..side };
    let (first, second) = (slot(stepping), Panel::Links);
    Places { board, why, matrix, path: rest, links: none, counts: none, say, first, second }
}

/// The view in the one place that path, operations, links and counts share: the one with the cursor.
fn slot(stepping: &Stepping) -> Panel {
    match stepping.panel {
        Panel::Path | Panel::Ops | Panel::Links | Panel::Counts => stepping.panel,
        Panel::Grid | Panel::Why | Panel::Matrix if stepping.grain >= Grain::Option => Panel::Links,
        Panel::Grid | Panel::Why | Panel::Matrix => Panel::Path,
    }
}

/// Little room: one panel, a strip of tabs, and the narration last of all.
fn one_panel(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    // Those before the one with the cursor give way where the strip is too long.
    let at = Panel::ALL.iter().position(|&panel| panel == stepping.panel).unwrap_or(0);
    let from = if area.width < 60 { at.saturating_sub(2) } else { 0 };
    let tabs: Vec<_> = Panel::ALL
        .iter()
        .skip(from)
        .map(|&panel| {
            span(format!(" {} ", panel.title()), if panel == stepping.panel { Role::Now } else { Role::Done }, theme)
        })
        .collect();
    let say_height = if area.height > 10 { 3 } else { u16::from(area.height > 4) };
    let tab_height = u16::from(area.height > 6);
    if tab_height > 0 {
        write(buf, area, 0, &Line::from(tabs));
    }
    let room = Rect { y: area.y + tab_height, height: area.height - tab_height - say_height, ..area };
    match stepping.panel {
        Panel::Grid => draw_board(stepping, theme, room, buf),
        Panel::Matrix => matrix::draw(stepping, theme, room, buf),
        Panel::Why => why(stepping, theme, room, buf),
        Panel::Path => path(stepping, theme, room, buf),
        Panel::Links => links(stepping, theme, room, buf),
        Panel::Ops => ops(stepping, theme, room, buf),
        Panel::Counts => counts::draw(stepping, theme, room, buf),
    }
    say(stepping, theme, Rect { y: room.bottom(), height: say_height, ..area }, buf);
}

/// Options that can still be chosen: all their items are open and all their nodes linked.
fn alive(links: &dyn Links, options: usize) -> Vec<bool> {
    let mut alive = vec![true; options];
    for node in (links.n_items() as u32..links.n_nodes() as u32).map(crate::dlx::NodeId) {
        let item = links.item(node);
        let covered = item.index() < links.n_primary() && !links.is_open(item);
        if let Some(option) = links.option(node).filter(|_| covered || !links.is_linked(node)) {
            alive[option.index()] = false;
        }
    }
    alive
}

fn draw_board(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    match stepping.encoded.shape() {
        Shape::Grid(grid) => draw_grid(stepping, grid, theme, area, buf),
        Shape::Listing(own) => draw_listing(stepping, own, theme, area, buf),
    }
}

/// The options of a listing: chosen, being tried, still alive, or out.
fn draw_listing(stepping: &Stepping, own: &Listing, theme: Theme, area: Rect, buf: &mut Buffer) {
    let search = stepping.stepper.search();
    let chosen = search.path();
    let current = matrix::current(search).and_then(|node| search.links().option(node));
    let alive = alive(stepping.stepper.links(), own.options.len());
    let solved = search.at_solution();
    let mark = |option: usize| {
        let id = OptionId(option as u32);
        match (chosen.contains(&id), current == Some(id), alive[option]) {
            (true, _, _) if solved => (theme.glyph("✓", "x"), Role::Good),
            (_, true, _) => (theme.glyph("▶", ">"), Role::Now),
            (true, ..) => (theme.glyph("✓", "x"), Role::Solver),
            (_, _, true) => (" ", Role::Live),
            (_, _, false) => (theme.glyph("·", "."), Role::Done),
        }
    };
    let center = stepping.cursor.option.or(current).or(chosen.last().copied()).map_or(0, OptionId::index);
    listing::state(buf, area, own, center, theme, mark);
    if let Some(option) = stepping.cursor.option {
        listing::light(buf, area, own, option.index(), center, theme);
    }
}

fn draw_grid(stepping: &Stepping, grid: &Grid, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (names, stepper) = (&stepping.encoded, &stepping.stepper);
    let search = stepper.search();
    let geometry = Geometry::fit(grid, (area.width, area.height), Detail::Candidates);
    let links = stepper.links();
    // What can still go where is drawn only where there is room for it.
    let detailed = geometry.cell.1 > 1;
    let alive = if detailed { alive(links, names.problem.n_options()) } else { Vec::new() };
    let mut placed = vec![None; grid.cells.len()];
    for placement in search.path().into_iter().filter_map(|option| names.placement(option)) {
        placed[placement.cell.index()] = Some((placement.symbol, Role::Solver));
    }
    let current =
        matrix::current(search).and_then(|node| search.links().option(node)).and_then(|option| names.placement(option));
    if let Some(now) = current {
        placed[now.cell.index()] = Some((now.symbol, Role::Now));
    }
    let focus = matrix::focus(search);
    let in_focus: Vec<OptionId> = focus.map_or(Vec::new(), |item| {
        search.links().column(item).filter_map(|node| search.links().option(node)).collect()
    });
    let dead = stepper.dead_item().and_then(|item| names.need(item));
    let solved = stepper.search().at_solution();
    let by_cell = if detailed { options_by_cell(stepping, grid) } else { Vec::new() };
    board(buf, area, grid, &geometry, stepping.cell().or(current.map(|now| now.cell)), theme, |cell| {
        let role = |own: Role| if solved { Role::Good } else { own };
        let look = match (grid.entry(cell), placed[cell.index()]) {
            (Entry::Given(symbol), _) => Look::Text(grid.alphabet.char(symbol).to_string(), Role::Given),
            (_, Some((symbol, own))) => Look::Text(grid.alphabet.char(symbol).to_string(), role(own)),
            (Entry::Own(symbol), None) => Look::Text(grid.alphabet.char(symbol).to_string(), Role::Own),
            _ if dead == Some(Need::Cell(cell)) => Look::Text("!".to_string(), Role::Bad),
            _ if detailed => Look::Candidates(
                by_cell[cell.index()]
                    .iter()
                    .filter(|&&option| {
                        alive[option.index()] || in_focus.contains(&option) || stepping.cursor.option == Some(option)
                    })
                    .filter_map(|option| {
                        let role = match (stepping.cursor.option == Some(*option), in_focus.contains(option)) {
                            (true, _) => Role::Changed,
                            (_, true) => Role::Now,
                            (_, false) => Role::Live,
                        };
                        Some((names.placement(*option)?.symbol, role))
                    })
                    .collect(),
            ),
            _ => Look::Empty,
        };
        let mut meant = in_focus.iter().any(|&option| names.placement(option).is_some_and(|own| own.cell == cell));
        if let Some(Need::Unit(unit, _)) = dead {
            meant |= names.unit(unit).cells.contains(&cell);
        }
        let lit = stepping.cell().map_or(current.map(|now| now.cell), Some) == Some(cell);
        CellLook { look, lit, marked: meant && !lit && !detailed }
    });
}

fn options_by_cell(stepping: &Stepping, grid: &Grid) -> Vec<Vec<OptionId>> {
    let names = &stepping.encoded;
    let mut by_cell = vec![Vec::new(); grid.cells.len()];
    for option in names.problem.options() {
        if let Some(placement) = names.placement(option) {
            by_cell[placement.cell.index()].push(option);
        }
    }
    by_cell
}

fn why_title(stepping: &Stepping) -> String {
    let search = stepping.stepper.search();
    match search.estimate() {
        None => format!("WHY  {}", search.rule().words()),
        Some(estimate) => format!("WHY  {}; estimate: {}", search.rule().words(), estimate.name()),
    }
}

/// What a repeated cover's search may still take: `used 3 + at least 4 more > limit 6: cut`.
fn reckoning(own: Limit, theme: Theme) -> Line<'static> {
    let (sign, end, role) = match own.is_exceeded() {
        true => (">", ": cut", Role::Bad),
        false => (theme.glyph("≤", "<="), "", Role::Title),
    };
    Line::from(span(
        format!("  used {} + at least {} more {sign} limit {}{end}", own.used, own.needs, own.limit),
        role,
        theme,
    ))
}

/// The items as the choice saw them: the fewest options first.
fn why(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let names = &stepping.encoded;
    if stepping.stepper.search().at_solution() {
        return write(buf, area, 0, &Line::from(span("no item is left to cover: a solution", Role::Good, theme)));
    }
    let before = stepping.stepper.before_choice();
    let links = before.links();
    let search = stepping.stepper.search();
    let cut = search.at_cut();
    let reckoned = if cut { search.reckoning() } else { before.reckoning() };
    let scored = if cut { search.score() } else { before.score() };
    let line = reckoned.map(|own| reckoning(own, theme)).or(scored.map(|own| score(own, theme)));
    let area = match line {
        None => area,
        Some(line) => {
            write(buf, area, 0, &line);
            Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
        }
    };
    let chosen = before.next_item().filter(|_| !cut);
    let ranked = stepping.ranked();
    if ranked.is_empty() {
        return write(buf, area, 0, &Line::from(span("no item is left to cover", Role::Good, theme)));
    }
    let shown = (area.height as usize).saturating_sub(1);
    let name_width =
        ranked.iter().take(shown).map(|(_, item)| names.item_long(*item).chars().count()).max().unwrap_or(0);
    // The selected one is seen, wherever it ranks.
    let at = stepping.cursor.item.and_then(|item| ranked.iter().position(|(_, own)| *own == item)).unwrap_or(0);
    let from = (at + 1).saturating_sub(shown);
    for (row, (len, item)) in ranked.iter().enumerate().skip(from).take(shown) {
        let now = row == 0 && chosen == Some(*item);
        let selected = stepping.cursor.item == Some(*item);
        let role = match (now, len) {
            (_, 0) => Role::Bad,
            (true, _) => Role::Now,
            (false, _) => Role::Live,
        };
        let options: Vec<String> = links
            .column(*item)
            .filter_map(|node| links.option(node))
            .map(|option| names.option_short(option))
            .collect();
        let mark = if now { theme.glyph("▶", ">") } else { " " };
        let line = Line::from(vec![
            span(format!("{mark} {:<name_width$} {len:>2}  ", names.item_long(*item)), role, theme),
            span(options.join(" "), if now { Role::Live } else { Role::Done }, theme),
        ]);
        let y = (row - from) as u16;
        write(buf, area, y, &line);
        if selected {
            light(buf, Rect { y: area.y + y, height: 1, width: area.width.min(name_width as u16 + 2), ..area }, theme);
        }
    }
    let mut counts = std::collections::BTreeMap::new();
    ranked.iter().for_each(|(len, _)| *counts.entry(*len).or_insert(0usize) += 1);
    let parts: Vec<String> = counts.iter().map(|(len, items)| format!("{items} with {len}")).collect();
    let text = format!("  {} open: {}", ranked.len(), parts.join(", "));
    write(buf, area, shown.min(ranked.len()) as u16, &Line::from(span(text, Role::Done, theme)));
}

/// Marks what is selected, wherever it is drawn.
fn light(buf: &mut Buffer, area: Rect, theme: Theme) {
    buf.set_style(area.intersection(buf.area), theme.cursor());
}

/// What a search for the best score can still reach: `score 120 + at most 300 more <= best 425: cut`.
fn score(own: Score, theme: Theme) -> Line<'static> {
    let (text, role) = match (own.best, own.is_hopeless()) {
        (None, _) => (", no best yet".to_string(), Role::Live),
        (Some(best), true) => (format!(" {} best {best}: cut", theme.glyph("≤", "<=")), Role::Bad),
        (Some(best), false) => (format!(" > best {best}"), Role::Title),
    };
    Line::from(span(format!("  score {} + at most {} more{text}", own.score, own.reach), role, theme))
}

fn path_title(stepping: &Stepping) -> String {
    let search = stepping.stepper.search();
    let share = if search.phase() == Phase::Done { 100.0 } else { search.address().share_behind() * 100.0 };
    let steered = if stepping.stepper.by_hand().is_empty() { "behind" } else { "behind or skipped" };
    // What all of it comes to, if the rest is like what is behind.
    let nodes = stepping.stepper.tally().nodes() as f64 / (share / 100.0);
    let whole = stepping.stepper.is_whole() && stepping.stepper.by_hand().is_empty() && share > 0.1 && share < 100.0;
    let all = if whole { format!(", about {} nodes in all", thousands(nodes as u128)) } else { String::new() };
    format!("PATH  {share:.2} % {steered}{all}")
}

/// The choices from the root down, forced ones drawn together; the last rows are what fits.
fn path(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (names, search) = (&stepping.encoded, stepping.stepper.search());
    let address = search.address();
    let options = search.path();
    let selected = stepping.level_selected();
    let mut lines: Vec<Line> = Vec::new();
    let mut level = 0;
    while level < options.len() {
        let run = address.branches[level..options.len()].iter().take_while(|branch| branch.d == 1).count();
        if run > 3 && !selected.is_some_and(|own| (level..level + run).contains(&own)) {
            let (first, last) = (names.option_short(options[level]), names.option_short(options[level + run - 1]));
            let dots = theme.glyph("…", "...");
            let levels = format!("{}-{}", level + 1, level + run);
            lines.push(Line::from(span(
                format!("{levels:>8}  {run} forced: {first} {dots} {last}"),
                Role::Done,
                theme,
            )));
            level += run;
            continue;
        }
        let branch = address.branches[level];
        let hand = if stepping.stepper.by_hand().contains(&(level, branch.k)) { "  by hand" } else { "" };
        let role = if branch.d == 1 { Role::Done } else { Role::Live };
        let text = format!("{:>8}  {:<8} {}/{}", level + 1, names.option_short(options[level]), branch.k, branch.d);
        let mut line = Line::from(span(text + hand, role, theme));
        if selected == Some(level) {
            line = line.style(theme.cursor());
        }
        lines.push(line);
        level += 1;
    }
    if let (Phase::Try { node }, Some(branch)) = (search.phase(), address.branches.get(options.len())) {
        let what = match search.links().option(node) {
            Some(option) => {
                format!("{:<8} {}/{}  {} next", names.option_short(option), branch.k, branch.d, theme.glyph("◀", "<"))
            }
            None if branch.d == 0 => format!("nothing to try  {} going back", theme.glyph("◀", "<")),
            None => format!("all {} tried  {} going back", branch.d, theme.glyph("◀", "<")),
        };
        lines.push(Line::from(span(format!("{:>8}  {what}", options.len() + 1), Role::Now, theme)));
    }
    if lines.is_empty() {
        lines.push(Line::from(span("nothing is chosen yet", Role::Done, theme)));
    }
    let mut from = lines.len().saturating_sub(area.height as usize);
    if let Some(at) = selected {
        from = from.min(lines.len().saturating_sub(options.len() - at + 1));
    }
    list(buf, area, &lines[from..]);
}

/// The links of the step that is half done, of the last one, or of the next one, in order, each with where it points
/// now. With a node selected: its own links and those of what it points at.
fn links(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (names, stepper) = (&stepping.encoded, &stepping.stepper);
    let (search, now) = (stepper.search(), stepper.links());
    if let Some(node) = stepping.cursor.node {
        let rows = titled(buf, area, &head(stepping, Panel::Links, "LINKS  of the node selected"), theme);
        return ring(stepping, node, theme, rows, buf);
    }
    let (order, done, removes) = match (stepper.slow(), stepper.did()) {
        (Some(slow), _) => (slow.order().to_vec(), slow.done(), slow.removes()),
        (None, Some(Did { forward: true, .. })) => {
            let mut before = search.clone();
            before.step_back(&mut stepper.tally().clone());
            let (order, removes) = before.links_ahead();
            let done = order.len();
            (order, done, removes)
        }
        _ => (Vec::new(), 0, true),
    };
    let (order, done, removes) = match order.is_empty() {
        true => {
            let (order, removes) = search.links_ahead();
            (order, 0, removes)
        }
        false => (order, done, removes),
    };
    if order.is_empty() {
        let rows = titled(buf, area, &head(stepping, Panel::Links, "LINKS  this step changes none"), theme);
        let node = search.chosen().last().copied().or(stepping.focus().map(|item| NodeId(item.0)));
        if let Some(node) = node {
            ring(stepping, node, theme, rows, buf);
        }
        return;
    }
    let verb = if removes { "unlinked" } else { "linked again" };
    let title = format!("LINKS  {done} of {} {verb}", order.len());
    let rows = titled(buf, area, &head(stepping, Panel::Links, &title), theme);
    let from = done.saturating_sub(rows.height as usize / 2);
    let from = from.min(order.len().saturating_sub(rows.height as usize));
    for (row, (at, link)) in order.iter().enumerate().skip(from).take(rows.height as usize).enumerate() {
        let (mark, role) = match at.cmp(&done) {
            std::cmp::Ordering::Less => (theme.glyph("✓", "x"), Role::Done),
            std::cmp::Ordering::Equal => (theme.glyph("▶", ">"), Role::Now),
            std::cmp::Ordering::Greater => (" ", Role::Live),
        };
        let node = match link {
            Link::Header(item) => NodeId(item.0),
            Link::Node(node) => *node,
        };
        let text = format!("{mark} {} {}", node_name(names, now, node), node_words(now, node));
        write(buf, rows, row as u16, &Line::from(span(text, role, theme)));
    }
}

/// `1874 r2c7=B in c7=B`, `12 header of c7=B`.
fn node_name(names: &Encoded, links: &dyn Links, node: NodeId) -> String {
    let item = names.item_short(links.item(node));
    match links.option(node) {
        Some(option) => format!("{} {} in {item}", node.0, names.option_short(option)),
        None => format!("{} header of {item}", node.0),
    }
}

/// A node's row in the table of nodes, and those of the nodes that it points at.
fn ring(stepping: &Stepping, node: NodeId, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (names, links) = (&stepping.encoded, stepping.stepper.links());
    let mut shown = vec![("node", node), ("U", links.up(node)), ("D", links.down(node))];
    if links.option(node).is_some() {
        shown.extend(links.around(node).skip(1).map(|node| ("R", node)));
    }
    for (row, (what, at)) in shown.into_iter().enumerate().take(area.height as usize) {
        let gone = links.option(at).is_some() && !links.is_linked(at);
        let role = match (row, gone) {
            (0, _) => Role::Now,
            (_, true) => Role::Done,
            (_, false) => Role::Live,
        };
        let text = format!("{what:<4} {} {}", node_name(names, links, at), node_words(links, at));
        write(buf, area, row as u16, &Line::from(span(text, role, theme)));
    }
}

/// What happened, and what is next: the calmest thing on the screen.
fn say(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let width = (area.width as usize).saturating_sub(2);
    let mut lines = Vec::new();
    for sentence in narrate(&stepping.stepper, &stepping.encoded) {
        let role = if sentence.ahead { Role::Done } else { Role::Title };
        // The first sentence may take what the second leaves.
        let room = if sentence.ahead {
            usize::from(area.height) - lines.len().min(area.height.into())
        } else {
            usize::from(area.height.max(2)) - 1
        };
        let wrapped = wrap(&sentence.text, width);
        lines.extend(wrapped.into_iter().take(room).map(|line| Line::from(span(format!(" {line}"), role, theme))));
    }
    list(buf, area, &lines);
}
