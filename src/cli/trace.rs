//! `trace`: the operations of a search, one per line, as text or as JSON. The output is
//! deterministic.

use super::args::Trace;
use super::code;
use super::stand::stand;
use crate::app::{narrate, operation};
use crate::dlx::{Event, ItemId, Link, NodeId, Search};
use crate::puzzle::Encoded;
use crate::solve::{Grain, Moved, Stepper};
use serde_json::{Value, json};
use std::io::Write;

/// Prints the operations of the first puzzle of a file, or of the one asked for.
pub fn run(words: &Trace, out: &mut dyn Write) -> anyhow::Result<u8> {
    let (mut stepper, names) = match stand(&words.stand) {
        Ok(found) => found,
        Err(code) => return Ok(code),
    };
    let mut printed = 0;
    while printed < words.limit.unwrap_or(u64::MAX) {
        if !stepper.step(words.grain, true) {
            return Ok(code::YES);
        }
        print(&stepper, &names, words, out)?;
        printed += 1;
    }
    Ok(code::YES)
}

fn print(stepper: &Stepper, names: &Encoded, words: &Trace, out: &mut dyn Write) -> anyhow::Result<()> {
    let search = stepper.search();
    let Some(did) = stepper.did() else { return Ok(()) };
    let (event, link) = match did.what {
        Moved::Step(event) => (event, None),
        Moved::Link(link, event) => (event, Some(link)),
    };
    let said = narrate(stepper, names).swap_remove(0).text;
    if !words.json {
        let level = search.chosen().len();
        writeln!(out, "{:>8} {level:>4}  {said}", stepper.operations())?;
        return Ok(());
    }
    let mut object = json!({
        "op": stepper.operations(),
        "level": search.chosen().len(),
        "address": search.address().to_string(),
        "event": kind(event),
        "what": operation(event, search, names),
        "say": said,
    });
    let (item, node) = about(event, search);
    if let Some(item) = item {
        object["item"] = json!(names.item_short(item));
        object["left"] = json!(stepper.links().len(item));
    }
    if let Some(option) = node.and_then(|node| search.links().option(node)) {
        object["option"] = json!(names.option_name(option));
    }
    if let Some(link) = link {
        object["link"] = link_of(link, names, stepper.links());
    }
    if matches!(words.grain, Grain::Branch | Grain::Solution) && search.at_solution() {
        let path: Vec<String> = search.path().iter().map(|&option| names.option_name(option)).collect();
        object["solution"] = json!(path);
    }
    writeln!(out, "{object}")?;
    Ok(())
}

fn link_of(link: Link, names: &Encoded, links: &dyn crate::dlx::Look) -> Value {
    match link {
        Link::Header(item) => json!({ "header": names.item_short(item) }),
        Link::Node(node) => json!({
            "node": node.0,
            "option": links.option(node).map(|option| names.option_name(option)),
            "item": names.item_short(links.item(node)),
            "left": links.len(links.item(node)),
        }),
    }
}

/// The item that an event is about, or the node of its option.
pub fn about(event: Event, search: &Search) -> (Option<ItemId>, Option<NodeId>) {
    match event {
        Event::Choose { item }
        | Event::Cover { item }
        | Event::Stop { item }
        | Event::Uncover { item }
        | Event::Backtrack { item } => (Some(item), None),
        Event::Purify { node } | Event::Unpurify { node } => (Some(search.links().item(node)), None),
        Event::Try { node } | Event::Next { node } => (None, Some(node)),
        Event::Visit | Event::Cut { .. } | Event::Deepen { .. } => (None, None),
    }
}

/// An event's name in JSON.
pub fn kind(event: Event) -> &'static str {
    match event {
        Event::Choose { .. } => "choose",
        Event::Try { .. } => "try",
        Event::Cover { .. } => "cover",
        Event::Purify { .. } => "purify",
        Event::Unpurify { .. } => "unpurify",
        Event::Visit => "solution",
        Event::Uncover { .. } => "uncover",
        Event::Next { .. } => "take back",
        Event::Backtrack { .. } => "leave",
        Event::Stop { .. } => "stop",
        Event::Cut { .. } => "cut",
        Event::Deepen { .. } => "limit",
    }
}
