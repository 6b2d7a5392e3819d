//! Sentences about items that one option covers.

use super::{ClassWords, Teller, capital};
use crate::count::plural;
use crate::terms::item_rule_words;
use dancing::{Event, ItemId, ItemRule};
use quadrille_puzzle::Need;

pub(super) static WORDS: ClassWords = ClassWords { how_often: "exactly once", happened, next: |_, _| None };

/// Describes a step that was made; `None` for those that all classes share.
pub(super) fn happened(teller: &Teller, event: Event) -> Option<String> {
    let (search, names) = (teller.stepper.search(), teller.names);
    let links = search.links();
    Some(match event {
        Event::Choose { item } => chosen(teller, item),
        Event::Try { node } => {
            let (option, d) = (teller.option(node), teller.len(links.item(node)));
            let k = links.rank(node);
            let long = names.option_long(option);
            let others = links.option_nodes(node).count() - 1;
            if others == 0 {
                return Some(format!("Took option {k} of {d}: {long}. It holds no other item."));
            }
            if search.class().facts().ranges {
                return Some(format!("Took option {k} of {d}: {long}. It also holds {}.", plural(others, "item")));
            }
            // A node with a colour purifies its item instead of covering it.
            let colored = links.option_nodes(node).skip(1).filter(|&n| links.color(n) > 0).count();
            let then = match (others - colored, colored) {
                (_, 0) => format!("Its {} must be covered too.", plural(others, "other item")),
                (0, _) => format!("Its {} must be given its colour.", plural(colored, "other item")),
                (covered, _) => format!(
                    "Its {}: {covered} must be covered and {colored} given a colour.",
                    plural(others, "other item")
                ),
            };
            format!("Took option {k} of {d}: {long}. {then}")
        }
        Event::Cover { item } => match teller.len(item) {
            0 => format!("Covered {}: no other option is left for it, so none is hidden.", names.item_noun(item)),
            1 => format!("Covered {}: the one other option that would cover it is hidden.", names.item_noun(item)),
            n => format!("Covered {}: the {n} other options that would cover it are hidden.", names.item_noun(item)),
        },
        Event::Uncover { item } => {
            let back = match teller.len(item) {
                0 => "it hid none".to_string(),
                1 => "the option that it hid is back".to_string(),
                n => format!("the {n} options that it hid are back"),
            };
            format!("Uncovered {}, in the reverse order of covering: {back}.", names.item_noun(item))
        }
        Event::Next { node } => format!("Took back: {}.", names.option_long(teller.option(node))),
        Event::Backtrack { item } => match teller.len(item) {
            0 => {
                let above = !search.chosen().is_empty();
                let back = if above { "the search backs up" } else { "no choice is left above it" };
                format!("No option is left for {}: it is uncovered, and {back}.", names.item_noun(item))
            }
            1 => {
                format!(
                    "The only option of {} was tried: it is uncovered, and the search backs up.",
                    names.item_noun(item)
                )
            }
            n => {
                format!(
                    "All {n} options of {} were tried: it is uncovered, and the search backs up.",
                    names.item_noun(item)
                )
            }
        },

        _ => return None,
    })
}

fn chosen(teller: &Teller, item: ItemId) -> String {
    let names = teller.names;
    let long = match names.need(item) {
        Some(Need::Cell(_)) => format!("Cell {}", names.item_long(item)),
        _ => capital(&names.item_long(item)),
    };
    match (teller.len(item), teller.stepper.search().rule()) {
        (0, _) => format!("{long}, and no option is left for it: a dead end."),
        (1, _) => format!("{long}, and only one option is left for it: forced."),
        (n, ItemRule::Fewest) => {
            format!(
                "{long}: {n} options left, and no item has fewer. No other item counts them until the choice is undone."
            )
        }
        (n, rule) => {
            format!(
                "{long}: {}, with {n} options left. No other item counts them until the choice is undone.",
                item_rule_words(rule)
            )
        }
    }
}
