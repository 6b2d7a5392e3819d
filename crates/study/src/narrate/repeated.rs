//! Sentences about repeated covers: covering an item hides no option, and a limit on the options or
//! the least cost so far cuts branches.

use super::{ClassWords, Teller, capital};
use crate::count::plural;
use crate::terms::item_rule_words;
use dancing::{Event, ItemId, ItemRule};

pub(super) static WORDS: ClassWords = ClassWords { how_often: "at least once", happened, next };

/// The number of chosen options that cover an item.
fn times(teller: &Teller, item: ItemId) -> u32 {
    teller.stepper.search().times_covered(item).expect("a repeated cover counts the options that hold an item")
}

/// Describes a step that was made; `None` for those that all classes share.
fn happened(teller: &Teller, event: Event) -> Option<String> {
    let (search, names) = (teller.stepper.search(), teller.names);
    let noun = |item| names.item_noun(item);
    Some(match event {
        Event::Choose { item } => {
            let long = capital(&names.item_long(item));
            match (teller.len(item), search.rule()) {
                (0, _) => format!("{long}, and no option is left for it: a dead end."),
                (1, _) => format!("{long}, and only one option is left for it: forced."),
                (n, ItemRule::Fewest) => format!("{long}: {n} options left, and no item has fewer."),
                (n, rule) => format!("{long}: {}, with {n} options left.", item_rule_words(rule)),
            }
        }
        Event::Try { node } => {
            let (k, d) = (search.links().rank(node), teller.len(search.links().item(node)));
            let fresh = search
                .links()
                .option_nodes(node)
                .skip(1)
                .filter(|&n| times(teller, search.links().item(n)) == 0)
                .count();
            let long = names.option_long(teller.option(node));
            format!("Took option {k} of {d}: {long}. It also covers {}.", plural(fresh, "more open item"))
        }
        Event::Cover { item } => match times(teller, item) {
            1 => format!("Covered {}: it left the list of items. Options that hold it stay useful.", noun(item)),
            n => format!("{} was covered already: {n} chosen options cover it now.", capital(&noun(item))),
        },
        Event::Uncover { item } => match times(teller, item) {
            0 => format!("Uncovered {}: it is back in the list of items.", noun(item)),
            1 => format!("{} stays covered: another chosen option holds it.", capital(&noun(item))),
            n => format!("{} stays covered: {n} other chosen options hold it.", capital(&noun(item))),
        },
        Event::Next { node } => format!(
            "Took back: {}. It stays hidden while the options after it are tried, so no cover is found twice.",
            names.option_long(teller.option(node))
        ),
        Event::Backtrack { item } => match teller.len(item) {
            0 => format!("No option is left for {}: it goes back into the list.", noun(item)),
            1 => format!("The only option of {} was tried: both are back in their lists.", noun(item)),
            n => {
                format!("All {n} options of {} were tried: they are back, last first, and it is uncovered.", noun(item))
            }
        },
        Event::Visit => {
            let optimal = match search.limit() {
                Some(_) => " No cover has fewer: this one is optimal.".to_string(),
                None => teller.scored(),
            };
            format!("Every item is covered, with {}.{optimal}", plural(search.chosen().len(), "option"))
        }
        Event::RaiseLimit { limit } => {
            format!("No cover has at most {}: the limit is {limit} now.", plural(limit as usize - 1, "option"))
        }

        _ => return None,
    })
}

/// Describes the next step; `None` for those that all classes share.
fn next(teller: &Teller, event: Event) -> Option<String> {
    let noun = |item| teller.names.item_noun(item);
    match event {
        Event::Cover { item } if times(teller, item) > 0 => {
            Some(format!("Next: {} is covered again; only its count rises.", noun(item)))
        }
        Event::Uncover { item } if times(teller, item) > 1 => {
            Some(format!("Next: cover {} once less; another chosen option still covers it.", noun(item)))
        }
        _ => None,
    }
}
