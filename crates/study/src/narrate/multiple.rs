//! Sentences about items that several options may hold.

use super::{ClassWords, Teller, capital, exact};
use crate::count::plural;
use crate::terms::item_rule_words;
use dancing::{Event, ItemId, ItemRule, NodeId};

pub(super) static WORDS: ClassWords = ClassWords { how_often: "as often as it may be", happened, next };

/// Describes a step that was made. An item that one option covers is described as in an exact
/// cover.
fn happened(teller: &Teller, event: Event) -> Option<String> {
    teller.happened_multiple(event).or_else(|| exact::happened(teller, event))
}

fn next(teller: &Teller, event: Event) -> Option<String> {
    teller.next_multiple(event)
}

/// Describes how many options an item still needs at least and takes at most: `needs 2 to 3 more`.
fn wants(least: u32, most: u32) -> String {
    match (least, most) {
        (0, 0) => "takes no more".to_string(),
        (0, most) => format!("may take up to {most} more"),
        (least, most) if least == most => format!("needs {least} more"),
        (least, most) => format!("needs {least} to {most} more"),
    }
}

impl Teller<'_> {
    /// Describes how many options an item still needs and may take while `held` options hold it.
    /// `None` if only one option may hold it. An item being branched on counts as held.
    pub(super) fn wanted(&self, item: ItemId, held: u32) -> Option<String> {
        let (least, most) = self.stepper.search().range(item)?;
        Some(wants(least.saturating_sub(held), most.saturating_sub(held)))
    }

    fn held(&self, item: ItemId) -> u32 {
        self.stepper.search().times_covered(item).unwrap_or_default()
    }

    /// Describes what happened to an item that several options may hold; `None` for events of other
    /// items.
    fn happened_multiple(&self, event: Event) -> Option<String> {
        let (search, names) = (self.stepper.search(), self.names);
        let of = |node: NodeId| search.links().item(node);
        match event {
            Event::Choose { item } => {
                let held = self.held(item).checked_sub(1)?;
                let (wanted, noun) = (self.wanted(item, held)?, capital(&names.item_noun(item)));
                let left = plural(self.len(item), "option");
                let branches = search.current_branch().map_or(0, |branch| branch.d);
                let why = match (branches, search.rule()) {
                    (0, _) => return Some(format!("{noun} {wanted}, and has {left}: a dead end.")),
                    (1, _) => "only one branch".to_string(),
                    (d, ItemRule::Fewest) => format!("{d} branches, and no item has fewer"),
                    (d, rule) => format!("{}, with {d} branches", item_rule_words(rule)),
                };
                Some(format!("{noun} {wanted}, and has {left}: {why}."))
            }
            Event::Try { node } => {
                self.wanted(of(node), 0)?;
                let branch = *search.address().branches.last()?;
                let long = names.option_long(self.option(node));
                let tweaked = match search.tweaks() {
                    true => " It left the lists of all its items, so no cover is found twice.",
                    false => "",
                };
                Some(format!("Took branch {} of {}: {long}.{tweaked}", branch.k, branch.d))
            }
            Event::Cover { item } => {
                let (held, noun) = (self.held(item), names.item_noun(item));
                let wanted = self.wanted(item, held)?;
                let by = plural(held as usize, "option");
                Some(match search.range(item)?.1 == held {
                    true => format!("Covered {noun}: held by {by}, it {wanted}; {} hidden.", self.left(item)),
                    false => format!("Committed {noun}: held by {by}, it {wanted}, and stays in the list of items."),
                })
            }
            Event::Uncover { item } => {
                let (held, noun) = (self.held(item), names.item_noun(item));
                let wanted = self.wanted(item, held)?;
                let verb = if search.range(item)?.1 == held + 1 { "Uncovered" } else { "Uncommitted" };
                Some(format!("{verb} {noun}: it {wanted}."))
            }
            Event::Next { node } => {
                self.wanted(of(node), 0)?;
                let long = names.option_long(self.option(node));
                let stays = match search.tweaks() {
                    true => format!(
                        " It stays out of its lists until the branches of {} are used up.",
                        names.item_noun(of(node))
                    ),
                    false => String::new(),
                };
                Some(format!("Took back: {long}.{stays}"))
            }
            Event::Stop { item } => Some(self.stopped(item)),
            Event::Backtrack { item } => {
                let held = self.held(item);
                let (wanted, noun) = (self.wanted(item, held)?, names.item_noun(item));
                Some(match search.degree(item) {
                    0 => format!("Too few options are left for {noun}, which {wanted}: the search backs up."),
                    1 => format!("The only branch of {noun} was tried: the search backs up, and {noun} {wanted}."),
                    n => format!("All {n} branches of {noun} were tried: the search backs up, and {noun} {wanted}."),
                })
            }
            _ => None,
        }
    }

    /// Counts the options left for an item, with a verb: `the 3 options left for it are`.
    fn left(&self, item: ItemId) -> String {
        match self.len(item) {
            0 => "no option is left for it to be".to_string(),
            1 => "the one option left for it is".to_string(),
            n => format!("the {n} options left for it are"),
        }
    }

    /// Describes an item that stopped: it takes no more options.
    fn stopped(&self, item: ItemId) -> String {
        let held = plural(self.held(item) as usize, "option");
        format!(
            "{} stops: held by {held}, it has enough. No more options that hold it are tried below.",
            capital(&self.names.item_noun(item))
        )
    }

    /// Describes what happens next to an item that several options may hold; `None` for events of
    /// other items.
    fn next_multiple(&self, event: Event) -> Option<String> {
        let search = self.stepper.search();
        let noun = |item| self.names.item_noun(item);
        match event {
            Event::Choose { item } => {
                let wanted = self.wanted(item, self.held(item))?;
                let why = match (search.degree(item), search.rule()) {
                    (0, _) => "too few options are left for it".to_string(),
                    (1, _) => "it has only one branch".to_string(),
                    (d, ItemRule::Fewest) => format!("it has {d} branches, and no item has fewer"),
                    (d, rule) => format!("{}; it has {d} branches", item_rule_words(rule)),
                };
                Some(format!("Next: choose {}, which {wanted}; {why}.", noun(item)))
            }
            Event::Try { node } => {
                self.wanted(search.links().item(node), 0)?;
                let branch = search.current_branch()?;
                let which = if branch.d == 1 {
                    "the only branch".to_string()
                } else {
                    format!("branch {} of {}", branch.k, branch.d)
                };
                Some(format!("Next: try {which}, {}.", self.names.option_long(self.option(node))))
            }
            Event::Cover { item } => {
                let held = self.held(item) + 1;
                let wanted = self.wanted(item, held)?;
                Some(match search.range(item)?.1 == held {
                    true => format!("Next: cover {}, which then {wanted}.", noun(item)),
                    false => format!("Next: commit {}, which then {wanted}.", noun(item)),
                })
            }
            Event::Uncover { item } => {
                let held = self.held(item);
                let wanted = self.wanted(item, held.checked_sub(1)?)?;
                let verb = if search.range(item)?.1 == held { "uncover" } else { "uncommit" };
                Some(format!("Next: {verb} {}, which then {wanted}.", noun(item)))
            }
            _ => None,
        }
    }
}
