//! Describes the last step of the search and the next one, in the puzzle's words. Every statement
//! is computed from the links.

mod exact;
mod multiple;
mod repeated;

use super::count::{plural, thousands};
use super::terms::item_rule_words;
use dancing::{Class, Event, ItemId, ItemRule, Link, NodeId, OptionId, Phase, Score, Search};
use quadrille_puzzle::{Encoded, Grid};
use quadrille_solve::{Did, Grain, Moved, Stepper};

/// One sentence of the narration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence, with its full stop.
    pub text: String,
    /// True if it is about the next step, rather than the last one.
    pub ahead: bool,
}

/// Describes the last step and the next one.
pub fn narrate(stepper: &Stepper, names: &Encoded) -> Vec<Sentence> {
    let teller = Teller { stepper, names };
    let happened = match stepper.did() {
        // After a jump, narrate the step that leads to this state.
        None if stepper.is_steered() => teller.steered(),
        None => stepper.search().last_event().map_or_else(|| teller.standing(), |event| teller.happened(event)),
        Some(Did { what: Moved::Step(event), forward: true }) => teller.happened(event),
        Some(Did { what: Moved::Step(event), forward: false }) => teller.undone(event),
        Some(Did { what: Moved::Link(link, event), forward }) => teller.linked(link, event, forward),
    };
    vec![Sentence { text: happened, ahead: false }, Sentence { text: teller.next(), ahead: true }]
}

/// The words of a class of covers.
struct ClassWords {
    /// The number of times that each item is covered.
    how_often: &'static str,
    /// Describes a step that was made. `None` if the class has no words of its own for it.
    happened: fn(&Teller, Event) -> Option<String>,
    /// As `happened`, for the next step.
    next: fn(&Teller, Event) -> Option<String>,
}

struct Teller<'a> {
    stepper: &'a Stepper,
    names: &'a Encoded,
}

impl Teller<'_> {
    fn len(&self, item: ItemId) -> usize {
        self.stepper.links().len(item)
    }

    fn option(&self, node: NodeId) -> OptionId {
        self.stepper.links().option(node).expect("only options are tried")
    }

    fn words(&self) -> &'static ClassWords {
        match self.stepper.search().class() {
            Class::Exact => &exact::WORDS,
            Class::Multiple => &multiple::WORDS,
            Class::Repeated => &repeated::WORDS,
        }
    }

    /// Says how often each item must be covered.
    fn once(&self) -> &'static str {
        self.words().how_often
    }

    /// The sentence after the user chose the next option.
    fn steered(&self) -> String {
        let search = self.stepper.search();
        let option = match search.phase() {
            Phase::Try { node } => search.links().option(node),
            _ => None,
        };
        let option = option.map_or_else(|| "this option".to_string(), |option| self.names.option_short(option));
        match search.current_branch().is_some_and(|branch| branch.k == 1) {
            true => format!("You chose {option}: the next step takes it."),
            false => format!("You chose {option}: the next step takes it. The options before it count as tried."),
        }
    }

    /// The sentence at the root, before any step.
    fn standing(&self) -> String {
        let search = self.stepper.search();
        let open = search.links().open_items().count();
        let entered = self.names.grid().map_or(0, Grid::own);
        let also =
            if entered > 0 { format!(" Your {} count as givens.", plural(entered, "symbol")) } else { self.taken() };
        let once = self.once();
        match search.limit_test() {
            None => format!("Nothing is chosen yet: {} to cover, each {once}.{also}", plural(open, "item")),
            Some(test) => format!(
                "Nothing is chosen yet: {} to cover, each {once}, with at most {}. No cover has fewer.{also}",
                plural(open, "item"),
                plural(test.limit as usize, "option")
            ),
        }
    }

    /// Names the options that the user took before the search, and counts those left out for them.
    fn taken(&self) -> String {
        let Some(taken) = self.names.shape().listing().and_then(|listing| listing.by_hand.as_ref()) else {
            return String::new();
        };
        let names = taken.options.iter().take(3).map(|&option| taken.whole.option_name(option as usize));
        let mut names: Vec<String> = names.collect();
        if taken.options.len() > 3 {
            names.push(format!("{} more", taken.options.len() - 3));
        }
        let last = names.pop().unwrap_or_default();
        let all = if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) };
        let out = match taken.whole.options.len() - taken.left.len() {
            0 => String::new(),
            n => format!(" {} left out for it.", counted(n)),
        };
        format!(" You took {all} before the search.{out}")
    }

    /// Describes a step that was made: in the words of its class, or in those of all classes.
    fn happened(&self, event: Event) -> String {
        (self.words().happened)(self, event).unwrap_or_else(|| self.happened_anywhere(event))
    }

    fn happened_anywhere(&self, event: Event) -> String {
        match event {
            Event::Purify { node } => {
                let (item, color) = self.painted(node);
                match self.others(node) {
                    Some(n) => format!(
                        "Purified {item} to {color}: {} hidden.",
                        counted_options(n, "that gives it another colour is", "that give it another colour are")
                    ),
                    None => format!("{} has the colour {color} already, so no option is hidden.", capital(&item)),
                }
            }
            Event::Unpurify { node } => {
                let (item, color) = self.painted(node);
                match self.stepper.search().links().purifier(self.stepper.search().links().item(node)) {
                    None => format!("Unpurified {item}: it has no colour now. The options of other colours are back."),
                    Some(_) => format!("{} keeps the colour {color}: an option above gave it.", capital(&item)),
                }
            }
            Event::Visit => {
                let number = match self.stepper.is_counted() {
                    true => format!("solution {}", thousands(self.stepper.tally().solutions.into())),
                    false => "a solution".to_string(),
                };
                format!("No item is left: every one is covered {}. This is {number}.{}", self.once(), self.scored())
            }
            Event::Cut { lower_bound } => format!("Cut: {}.", self.cut_reason(lower_bound)),
            event => unreachable!("the class has words for {event:?}"),
        }
    }

    /// The item of a node, and the colour that the node gives it.
    fn painted(&self, node: NodeId) -> (String, String) {
        let links = self.stepper.search().links();
        (self.names.item_noun(links.item(node)), self.names.color_name(links.color(node)).to_string())
    }

    /// The number of options that give the item of a node another colour. `None` if another node
    /// gave the item its colour.
    fn others(&self, node: NodeId) -> Option<usize> {
        let links = self.stepper.search().links();
        let item = links.item(node);
        let first = links.purifier(item).is_none_or(|purifier| purifier == node);
        first.then(|| links.column(item).filter(|&other| links.color(other) != links.color(node)).count())
    }

    /// Says why the best score cuts a branch: `120 so far and at most 300 more cannot beat 425`.
    fn hopeless(&self) -> String {
        match self.stepper.search().score() {
            Some(bounds @ Score { score, upper_bound: reach, best: Some(best), .. }) if bounds.is_cost() => {
                format!("{} used and at least {} more cannot beat {}", score.abs(), reach.abs(), best.abs())
            }
            Some(Score { score, upper_bound: reach, best: Some(best), .. }) => {
                format!("{score} so far and at most {reach} more cannot beat {best}")
            }
            Some(_) | None => "it cannot be the best".to_string(),
        }
    }

    /// Says why a branch is cut: `used 3 and needs at least 4 more, limit 6`. `needs` is the lower
    /// bound of a limit.
    fn cut_reason(&self, needs: u32) -> String {
        let search = self.stepper.search();
        match search.limit() {
            Some(limit) => format!("used {} and needs at least {needs} more, limit {limit}", search.chosen().len()),
            None => self.hopeless(),
        }
    }

    /// The score of the solution that was found, if the best score is looked for.
    fn scored(&self) -> String {
        self.stepper.search().score().map_or(String::new(), |bounds| {
            let best = bounds.best.unwrap_or(bounds.score);
            match (bounds.is_cost() || bounds.score < 0, bounds.score >= best) {
                (false, true) => format!(" It scores {}: the best so far.", bounds.score),
                (false, false) => format!(" It scores {}; the best so far is {best}.", bounds.score),
                (true, true) => format!(" It costs {}: the least so far.", -bounds.score),
                (true, false) => format!(" It costs {}; the least so far is {}.", -bounds.score, -best),
            }
        })
    }

    fn undone(&self, event: Event) -> String {
        match event {
            Event::Choose { item } => format!("Back before {} was chosen.", self.names.item_noun(item)),
            Event::Try { node } => {
                format!("Back before the option was taken: {}.", self.names.option_long(self.option(node)))
            }
            Event::Cover { item } => format!("Back before {} was covered.", self.names.item_noun(item)),
            Event::Purify { node } => {
                let (item, color) = self.painted(node);
                format!("Back before {item} was given the colour {color}.")
            }
            Event::Unpurify { node } => {
                let (item, color) = self.painted(node);
                format!("Back before the colour {color} was taken from {item}.")
            }
            Event::Visit => "Back before the solution was counted.".to_string(),
            Event::Uncover { item } => format!("Back before {} was uncovered.", self.names.item_noun(item)),
            Event::Next { node } => {
                format!("Back before this was taken back: {}.", self.names.option_long(self.option(node)))
            }
            Event::Backtrack { item } => {
                format!("Back to where the options of {} were used up.", self.names.item_noun(item))
            }
            Event::Stop { item } => format!("Back before {} stopped.", self.names.item_noun(item)),
            Event::Cut { .. } => "Back before the branch was cut.".to_string(),
            Event::RaiseLimit { limit } => format!("Back to where the limit {} was used up.", limit - 1),
        }
    }

    /// Describes a step that changed exactly one link: the event, then the link.
    fn happened_by_link(&self, event: Event, link: Link, removes: bool) -> String {
        let said = self.happened(event);
        let what = if removes { "left" } else { "is back in" };
        match link {
            // In a repeated cover, the event's own sentence already says that the item moved.
            Link::Header(_) if said.contains("the list of items") => said,
            Link::Header(item) => {
                format!("{said} The header of {} {what} the list of items.", self.names.item_noun(item))
            }
            Link::Node(node) => {
                let item = self.stepper.search().links().item(node);
                format!(
                    "{said} {} {what} the list of {}: {} → {}.",
                    self.names.option_short(self.option(node)),
                    self.names.item_noun(item),
                    self.stepper.length_before(item),
                    self.len(item)
                )
            }
        }
    }

    fn linked(&self, link: Link, event: Event, forward: bool) -> String {
        if forward
            && let Some(step) = self.stepper.small_last_step()
            && step.links.len() == 1
        {
            return self.happened_by_link(event, link, step.removes);
        }
        let repeated = self.stepper.search().class().facts().hides_tried;
        let (whole, covers) = match event {
            Event::Choose { item } | Event::Cover { item } => {
                (format!("covering {}", self.names.item_noun(item)), true)
            }
            Event::Purify { node } => (format!("purifying {}", self.painted(node).0), true),
            Event::Unpurify { node } => (format!("unpurifying {}", self.painted(node).0), false),
            Event::Next { node } if repeated => {
                (format!("hiding {}", self.names.option_short(self.option(node))), true)
            }
            Event::Uncover { item } | Event::Backtrack { item } => {
                (format!("uncovering {}", self.names.item_noun(item)), false)
            }
            Event::Try { node } => (format!("tweaking {}", self.names.option_short(self.option(node))), true),
            Event::Stop { .. } | Event::Next { .. } | Event::Visit | Event::Cut { .. } | Event::RaiseLimit { .. } => {
                return self.happened(event);
            }
        };
        let undone = if forward { "" } else { "Undone: " };
        let the = if forward { "The" } else { "the" };
        match link {
            Link::Header(item) => {
                let what = if covers == forward { "left the list of items" } else { "is back in the list of items" };
                format!("{undone}{the} header of {} {what} ({whole}).", self.names.item_noun(item))
            }
            Link::Node(node) => {
                let links = self.stepper.search().links();
                let option = self.names.option_short(self.option(node));
                let what = if covers == forward { "left" } else { "is back in" };
                let list = |item| (self.names.item_noun(item), self.stepper.length_before(item), self.len(item));
                // A step of the option grain unlinks or relinks a whole option.
                let moved = self.stepper.last_links(Grain::Option);
                let nodes =
                    moved.iter().filter_map(|link| if let Link::Node(other) = link { Some(*other) } else { None });
                let lists = nodes
                    .filter(|&other| links.option(other) == links.option(node))
                    .map(|other| list(links.item(other)));
                // In the order in which they were unlinked or relinked.
                let changed: Vec<_> = lists.filter(|(_, before, now)| before != now).collect();
                if changed.len() > 1 {
                    let lists = changed.iter().map(|(item, before, now)| format!("{item} ({before} → {now})"));
                    let lists = lists.collect::<Vec<_>>().join(", ");
                    return format!("{undone}{option} {what} the lists of {lists}: {whole}.");
                }
                let (item, before, now) = list(links.item(node));
                let still = if covers == forward { " It still points at its old neighbours." } else { "" };
                format!("{undone}{option} {what} the list of {item}: {before} → {now} ({whole}).{still}")
            }
        }
    }

    fn next(&self) -> String {
        let search = self.stepper.search();
        if let Some(slow) = self.stepper.slow() {
            let left = slow.order().len() - slow.done();
            return format!("Link {} of {}; {} to go.", slow.done(), slow.order().len(), left);
        }
        match search.next_event() {
            None => self.ended(),
            Some(event) => (self.words().next)(self, event).unwrap_or_else(|| self.next_anywhere(event)),
        }
    }

    fn next_anywhere(&self, event: Event) -> String {
        let (search, names) = (self.stepper.search(), self.names);
        let links = search.links();
        match event {
            Event::Choose { item } => {
                let why = match (links.len(item), search.rule()) {
                    (0, _) => "nothing is left for it".to_string(),
                    (1, _) => "only one option is left for it".to_string(),
                    (d, ItemRule::Fewest) => format!("it has {d} options, and no item has fewer"),
                    (d, rule) => format!("{}; it has {d}", item_rule_words(rule)),
                };
                format!("Next: choose {}; {why}.", names.item_noun(item))
            }
            Event::Try { node } => {
                let (k, d) = (links.rank(node), links.len(links.item(node)));
                let which = if d == 1 { "the only option".to_string() } else { format!("option {k} of {d}") };
                format!("Next: try {which}, {}.", names.option_long(self.option(node)))
            }
            Event::Stop { item } => format!(
                "Next: {} stops, because it has enough; no more options that hold it are tried below.",
                names.item_noun(item)
            ),
            Event::Cover { item } => format!("Next: cover {}.", names.item_noun(item)),
            Event::Purify { node } => {
                let (item, color) = self.painted(node);
                match links.purifier(links.item(node)) {
                    None => format!("Next: purify {item} to {color}."),
                    Some(_) => format!("Next: {item}, which has the colour {color} already."),
                }
            }
            Event::Visit => "Next: nothing is left to cover.".to_string(),
            Event::Cut { lower_bound } => format!("Next: cut this branch; {}.", self.cut_reason(lower_bound)),
            Event::Uncover { item } => format!("Next: uncover {}.", names.item_noun(item)),
            Event::Unpurify { node } => {
                let item = self.painted(node).0;
                match links.purifier(links.item(node)) == Some(node) {
                    true => format!("Next: unpurify {item}."),
                    false => format!("Next: {item}, which keeps its colour."),
                }
            }
            Event::Next { node } => format!("Next: take back {}.", names.option_short(self.option(node))),
            Event::Backtrack { item } => format!("Next: uncover {} and back up.", names.item_noun(item)),
            Event::RaiseLimit { limit } => {
                format!("Next: begin again at the root, with at most {}.", plural(limit as usize, "option"))
            }
        }
    }

    /// The sentence at the end of the search.
    fn ended(&self) -> String {
        let best = self.stepper.search().best();
        match (self.stepper.is_whole(), best, self.stepper.tally().solutions) {
            (true, Some(best), _) => {
                format!("The search has ended, and proves it: {}.", self.names.best_words(best))
            }
            (false, ..) => "The search has ended.".to_string(),
            (true, None, 0) => "The search has ended: there is no solution.".to_string(),
            (true, None, 1) => "The search has ended: that was the only solution.".to_string(),
            (true, None, n) => format!("The search has ended: {n} solutions."),
        }
    }
}

/// Counts options with their verb: `1 option is`, `3 options are`.
fn counted(n: usize) -> String {
    format!("{} {}", plural(n, "option"), if n == 1 { "is" } else { "are" })
}

/// Counts options in a phrase: `the one option that ... is`, `the 3 options that ... are`.
fn counted_options(n: usize, one: &str, more: &str) -> String {
    match n {
        0 => "no option is".to_string(),
        1 => format!("the one option {one}"),
        n => format!("the {n} options {more}"),
    }
}

/// The text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Names an operation: `cover r3=5`, `try r3c1=5`. `search` gives the option of a node.
pub fn operation(event: Event, search: &Search, names: &Encoded) -> String {
    let links = search.links();
    let option = |node| links.option(node).map_or(String::new(), |option| names.option_name(option));
    let painted = |node| format!("{}:{}", names.item_short(links.item(node)), names.color_name(links.color(node)));
    // An item that several options may hold is counted at each commit, and covered by the last one.
    let counts = |item| search.range(item).is_some();
    match event {
        Event::Choose { item } => format!("choose {}", names.item_short(item)),
        Event::Try { node } => format!("try {}", option(node)),
        Event::Cover { item } if counts(item) => format!("commit {}", names.item_short(item)),
        Event::Cover { item } => format!("cover {}", names.item_short(item)),
        Event::Purify { node } => format!("purify {}", painted(node)),
        Event::Unpurify { node } => format!("unpurify {}", painted(node)),
        Event::Visit => "solution".to_string(),
        Event::Uncover { item } if counts(item) => format!("uncommit {}", names.item_short(item)),
        Event::Uncover { item } => format!("uncover {}", names.item_short(item)),
        Event::Next { node } => format!("take back {}", option(node)),
        Event::Backtrack { item } => format!("leave {}", names.item_short(item)),
        Event::Stop { item } => format!("stop {}", names.item_short(item)),
        Event::Cut { .. } => "cut".to_string(),
        Event::RaiseLimit { limit } => format!("limit {limit}"),
    }
}
