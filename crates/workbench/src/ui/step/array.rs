//! Knuth's table of the state, so that book and screen can be held side by side: the items in one
//! table, headers, spacers and nodes in the other. What the last step changed is marked.

use super::drawing::{Drawing, Location};
use crate::app::Stepping;
use crate::ui::panel::{fit, list, span};
use crate::ui::theme::{Role, Theme};
use dancing::{Link, NodeId};
use quadrille_study::NodeArray;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;

pub(crate) static DRAWING: Drawing =
    Drawing { title, draw, location: Location::End, least: |_| 6, wanted: |_, room| room.1 };

fn title(_: &Stepping, _: Theme, _: Rect) -> String {
    "ARRAY  Knuth's numbers and spacers".to_string()
}

/// The columns of the labels, and the widest column of a value.
const LABEL: usize = 6;
const WIDEST: usize = 7;

/// The most nodes of a problem whose table is made at each frame.
const MOST: usize = 20_000;

/// A table: its labels, and a column for each number. A value that changed is marked.
struct Columns {
    labels: Vec<&'static str>,
    columns: Vec<Vec<(String, bool)>>,
    width: usize,
}

pub fn draw(stepping: &Stepping, theme: Theme, rows: Rect, buf: &mut Buffer) {
    if stepping.stepper.links().n_nodes() > MOST {
        let text = " too large for a table";
        return list(buf, rows, &[Line::from(span(text, Role::Done, theme))], theme);
    }
    let tables = tables(stepping);
    let room = usize::from(rows.width).saturating_sub(1);
    let mut lines: Vec<Line> = Vec::new();
    for (at, table) in tables.iter().enumerate() {
        let each = (room.saturating_sub(LABEL) / table.width).max(1);
        let blocks = table.columns.len().div_ceil(each);
        let high = table.labels.len() + 1;
        // The tables of items and headers have at most a third of the rows left; that of nodes has
        // the rest.
        let left = usize::from(rows.height).saturating_sub(lines.len());
        let most = if at < 2 { (left / 3).max(high) } else { left };
        let fits = ((most + 1) / high).max(1).min(blocks);
        // A table that is not whole has a line that says so.
        let fits = if fits < blocks { (most / high).max(1) } else { fits };
        // If not all fit, the part is shown in which something changed, else the first.
        let changed = table.columns.iter().position(|column| column.iter().any(|(_, changed)| *changed));
        let first = changed.map_or(0, |at| at / each).min(blocks - fits.min(blocks));
        let seen = (first * each)..((first + fits) * each).min(table.columns.len());
        if seen.len() < table.columns.len() {
            let head = table.labels[0];
            let name = |at: usize| table.columns[at][0].0.as_str();
            let last = table.columns.len() - 1;
            let text = format!(" {head} {} to {} of {}", name(seen.start), name(seen.end - 1), name(last));
            lines.push(Line::from(span(text, Role::Done, theme)));
        }
        for block in first..first + fits {
            let part = &table.columns[(block * each)..((block + 1) * each).min(table.columns.len())];
            for (row, label) in table.labels.iter().enumerate() {
                lines.push(line(label, part.iter().map(|column| &column[row]), table.width, row == 0, theme));
            }
            lines.push(Line::default());
        }
    }
    list(buf, rows, &lines, theme);
}

fn line<'a>(
    label: &str,
    cells: impl Iterator<Item = &'a (String, bool)>,
    width: usize,
    is_head: bool,
    theme: Theme,
) -> Line<'static> {
    let mut spans: Vec<Span> = vec![span(format!(" {label:<LABEL$}"), Role::Done, theme)];
    for (text, changed) in cells {
        let role = match (is_head, changed) {
            (true, _) => Role::Title,
            (false, true) => Role::Now,
            (false, false) => Role::Live,
        };
        let text = fit(text, width - 1);
        // Without colours, a change is seen by its mark.
        let mark = if *changed && !is_head { theme.glyph("▸", ">") } else { "" };
        let blank = " ".repeat(width.saturating_sub(text.width() + usize::from(!mark.is_empty())));
        spans.push(span(format!("{blank}{mark}{text}"), role, theme));
    }
    Line::from(spans)
}

/// The tables of the state, with the fields that the links at hand have changed.
fn tables(stepping: &Stepping) -> [Columns; 3] {
    let array = NodeArray::of(&stepping.stepper, &stepping.encoded);
    let links = stepping.stepper.links();
    let n = links.n_items();
    let shown = stepping.links_shown();
    let mut changed: BTreeSet<(Option<NodeId>, char)> = BTreeSet::new();
    let mut counted: BTreeSet<usize> = BTreeSet::new();
    if let Some((step, done)) = &shown {
        let pointers = step.pointers.iter().take(2 * done);
        changed.extend(pointers.map(|pointer| (pointer.of, pointer.field.letter())));
        // The count of a list changes with each node of it.
        for link in step.links.iter().take(*done) {
            if let Link::Node(node) = link {
                counted.insert(links.item(*node).index());
            }
        }
    }
    let number = |at: usize| at.to_string();
    let has_ranges = array.items.iter().any(|item| item.range.is_some());
    let items = array.items.iter().map(|item| {
        let of = item.i.checked_sub(1).map(|item| NodeId(item as u32));
        let is = |letter| item.i <= n && changed.contains(&(of, letter));
        let mut column = vec![
            (number(item.i), false),
            (item.name.clone(), false),
            (number(item.llink), is('L')),
            (number(item.rlink), is('R')),
        ];
        if has_ranges {
            let (bound, slack) = item
                .range
                .map_or((String::new(), String::new()), |(bound, slack)| (bound.to_string(), slack.to_string()));
            column.extend([(bound, false), (slack, false)]);
        }
        column
    });
    let mut nodes: Vec<Vec<(String, bool)>> = Vec::new();
    // The kernel's nodes come in the same order, without spacers.
    let mut node = 0;
    let has_colors = stepping.encoded.problem.is_colored();
    for row in &array.nodes {
        let is_spacer = row.x > n && row.top <= 0;
        let of = (!is_spacer).then_some(NodeId(node));
        node += u32::from(!is_spacer);
        let is = |letter| of.is_some() && changed.contains(&(of, letter));
        let is_counted = of.is_some_and(|of| of.index() < n && counted.contains(&of.index()));
        let link = |to: Option<usize>| to.map_or(String::new(), number);
        let mut column = vec![
            (number(row.x), false),
            (row.top.to_string(), is_counted),
            (link(row.ulink), is('U')),
            (link(row.dlink), is('D')),
        ];
        if has_colors {
            let sign = if row.agrees { "-" } else { "" };
            column.push((format!("{sign}{}", row.color), false));
        }
        nodes.push(column);
    }
    let width = |columns: &[Vec<(String, bool)>]| {
        let longest = columns.iter().flatten().map(|(text, _)| text.width()).max().unwrap_or(1);
        longest.min(WIDEST) + 2
    };
    let items: Vec<_> = items.collect();
    let (item_width, node_width) = (width(&items), width(&nodes));
    let labels = |first: &'static str| {
        let mut labels = vec!["x", first, "ULINK", "DLINK"];
        labels.extend(has_colors.then_some("COLOR"));
        labels
    };
    let rest = nodes.split_off(n);
    let mut item_labels = vec!["i", "NAME", "LLINK", "RLINK"];
    if has_ranges {
        item_labels.extend(["BOUND", "SLACK"]);
    }
    [
        Columns { labels: item_labels, columns: items, width: item_width },
        Columns { labels: labels("LEN"), columns: nodes, width: node_width },
        Columns { labels: labels("TOP"), columns: rest, width: node_width },
    ]
}

/// The table in lines, for the plain workbench.
pub fn words(stepping: &Stepping) -> Vec<String> {
    if stepping.stepper.links().n_nodes() > MOST {
        return vec!["too large for a table".to_string()];
    }
    let tell = |table: &Columns| -> Vec<String> {
        let row = |at: usize| table.columns.iter().map(|column| column[at].0.as_str()).collect::<Vec<_>>().join(" ");
        table.labels.iter().enumerate().map(|(at, label)| format!("{label}: {}", row(at))).collect()
    };
    tables(stepping).iter().flat_map(tell).collect()
}
