//! The explanations of the debugger: the effects of the last step, the reason why the search
//! backtracks, and the operation that hid an option or covered an item.

mod bound;
mod other_order;
mod reason;
mod reversed;

pub use other_order::OtherOrder;
pub use reason::WhyPart;

use super::count::plural;
use super::focus::focus;
use super::narrate::narrate;
use super::obstruction::NoCover;
use super::path_tree::PathTree;
use super::predict::Quiz;
use super::terms::rule_words;
use dancing::{Address, Event, ItemId, Link, NodeId, OptionId, Step};
use quadrille_puzzle::{Encoded, Need};
use quadrille_solve::{Blame, Fate, ItemFate, Moved, Standing, Stepper};
use std::collections::{BTreeMap, HashMap};

/// A line of the explanation. Some lines link to a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhyLine {
    /// The line, without an indent.
    pub text: String,
    /// True if the line is a heading.
    pub title: bool,
    /// The address of the state just before the operation that the line explains.
    pub go: Option<Address>,
    /// The option whose choice the line names as the cause.
    pub by: Option<OptionId>,
    /// The options that the line is about: those that are hidden or come back.
    pub about: Vec<OptionId>,
}

impl WhyLine {
    fn new(text: impl Into<String>, title: bool) -> WhyLine {
        WhyLine { text: text.into(), title, ..WhyLine::default() }
    }
}

impl WhyLine {
    /// The reason why there is no solution, which is known before the search begins.
    pub fn of_no_cover(found: &NoCover) -> Vec<WhyLine> {
        let line = |text: &str, title| WhyLine::new(text, title);
        let sets = found.sets.iter().map(|set| line(set, false));
        let title = line("There is no solution, and no search is needed to see it", true);
        [title, line(&found.argument, false)].into_iter().chain(sets).collect()
    }

    /// The explanation of a question's answer.
    pub fn of_answer(quiz: &Quiz) -> Vec<WhyLine> {
        let line = |text: &str, title| WhyLine::new(text, title);
        let title = line(&format!("THE ANSWER  {}", quiz.text), true);
        std::iter::once(title).chain(quiz.why.iter().map(|text| line(text, false))).collect()
    }
}

/// The maximum number of names in a line of a long list.
const FEW: usize = 8;

/// The maximum number of counts that are named beside a picture.
const BESIDE: usize = 4;

/// The largest number of options that are listed for one step; the rest are only counted.
const SHOWN: usize = 5000;

/// Returns the whole explanation of a state. If an item or an option is asked about, its
/// explanation comes first; else that of the item in focus is included.
pub fn why(stepper: &Stepper, names: &Encoded, item: Option<ItemId>, option: Option<OptionId>) -> Vec<WhyLine> {
    explained(stepper, names, (item, option), true)
}

/// [`why`] for a picture that shows no numbers of nodes: nodes have names.
pub fn why_by_names(
    stepper: &Stepper,
    names: &Encoded,
    item: Option<ItemId>,
    option: Option<OptionId>,
) -> Vec<WhyLine> {
    explained(stepper, names, (item, option), false)
}

fn explained(
    stepper: &Stepper,
    names: &Encoded,
    (item, option): (Option<ItemId>, Option<OptionId>),
    numbered: bool,
) -> Vec<WhyLine> {
    let asker = Asker { stepper, names, numbered, lines: Vec::new() };
    let asked = item.is_some() || option.is_some();
    asker.answer(item.or_else(|| focus(stepper)), option, asked)
}

struct Asker<'a> {
    stepper: &'a Stepper,
    names: &'a Encoded,
    /// True if nodes are named by their numbers.
    numbered: bool,
    lines: Vec<WhyLine>,
}

impl Asker<'_> {
    fn title(&mut self, text: impl Into<String>) {
        self.lines.push(WhyLine::new(text, true));
    }

    fn say(&mut self, text: impl Into<String>) {
        self.lines.push(WhyLine::new(text, false));
    }

    fn answer(mut self, item: Option<ItemId>, option: Option<OptionId>, asked: bool) -> Vec<WhyLine> {
        if !asked {
            self.going_back();
            self.last_step();
        }
        if let Some(option) = option {
            self.title(format!("WHY  {}", self.names.option_long(option)));
            self.option(option);
        }
        if let Some(item) = item.filter(|&item| option.is_none() && (asked || self.stepper.dead_item() != Some(item))) {
            self.title(format!("WHY  {}", self.names.item_long(item)));
            self.rule(item);
            self.item(item);
        }
        if asked {
            self.going_back();
            self.last_step();
        }
        // At a cut, the bound is derived where the cut is explained.
        if !self.stepper.search().at_cut() {
            self.bound();
        }
        self.lines
    }

    fn option(&mut self, option: OptionId) {
        let search = self.stepper.search();
        let in_hand = search.current_item().map(|item| self.names.item_noun(item)).unwrap_or_default();
        let standing = Standing::of(search);
        match standing.option(option) {
            Fate::Chosen(level) => self.say(format!("It is chosen, at level {level}.")),
            Fate::Hidden(blame) => {
                let text = format!("It {}.", self.because(&blame));
                let go = Some(standing.before(&blame));
                self.lines.push(WhyLine { go, by: blame.by, about: vec![option], ..WhyLine::new(text, false) });
            }
            Fate::Tried => self.say(format!("It was tried for {in_hand}, and taken back.")),
            Fate::Next => self.say(format!("It is the next to be tried for {in_hand}.")),
            Fate::Waiting => self.say(format!("It is tried later for {in_hand}; other options come first.")),
            Fate::Idle => self.say("It is not chosen here: no open item needs it."),
            Fate::Open => self.say("It can still be chosen: it holds an open item and is not hidden."),
        }
    }

    /// Lists the options of an item that are hidden, each with the option that hid it, if they are
    /// several and not too many for a line: `Hidden: 1 by r4c1=1, 4 by r4c2=4.`
    fn hidden_by<'g>(
        &self,
        item: ItemId,
        groups: impl ExactSizeIterator<Item = &'g (Blame, Vec<OptionId>)>,
    ) -> Option<String> {
        const MOST: usize = 10;
        if !(2..=MOST).contains(&groups.len()) {
            return None;
        }
        let is_cell = matches!(self.names.need(item), Some(Need::Cell(_)));
        let one = |option: OptionId| match (self.names.grid(), self.names.placement(option)) {
            // The cell is known: its symbol is enough.
            (Some(grid), Some(placement)) if is_cell => grid.alphabet.char(placement.symbol).to_string(),
            _ => self.names.option_short(option),
        };
        // Several operations of one option are one cause.
        let mut causes: Vec<(OptionId, Vec<OptionId>)> = Vec::new();
        for (blame, options) in groups {
            let by = blame.by?;
            match causes.iter_mut().find(|(other, _)| *other == by) {
                Some((_, all)) => all.extend(options),
                None => causes.push((by, options.clone())),
            }
        }
        let part = |(by, options): &(OptionId, Vec<OptionId>)| {
            let what = match options[..] {
                [option] => one(option),
                _ if is_cell => options.iter().map(|&option| one(option)).collect::<Vec<_>>().join(" "),
                _ => plural(options.len(), "option"),
            };
            format!("{what} by {}", self.names.option_short(*by))
        };
        let parts: Vec<String> = causes.iter().map(part).collect();
        Some(format!("Hidden: {}.", parts.join(", ")))
    }

    /// Describes the operation that hid an option:
    ///
    /// `was hidden at level 4 by covering row 3 needs 5, because r3c1=5 was taken`
    fn because(&self, blame: &Blame) -> String {
        let names = self.names;
        let links = self.stepper.search().links();
        let short = |option| names.option_short(option);
        let level = blame.level;
        match (blame.event, blame.by) {
            (Event::Choose { item }, _) => {
                format!("was hidden at level {level}, when {} was chosen and covered", names.item_noun(item))
            }
            (Event::Cover { item }, Some(by)) => {
                let noun = names.item_noun(item);
                format!("was hidden at level {level} by covering {noun}, because {} was taken", short(by))
            }
            (Event::Purify { node }, Some(by)) => {
                let (item, color) = (names.item_noun(links.item(node)), names.color_name(links.color(node)));
                format!("was hidden at level {level}, because {} gives {item} the colour {color}", short(by))
            }
            (Event::Next { .. } | Event::Try { .. }, _) => {
                format!("was hidden at level {level}: it was tried there before this branch")
            }
            _ => format!("was hidden at level {level}"),
        }
    }

    /// Names the rule by which an item was chosen, or is chosen next.
    fn rule(&mut self, item: ItemId) {
        let search = self.stepper.search();
        let chosen = search.chosen().iter().any(|&node| search.links().item(node) == item);
        let rule = rule_words(search);
        if chosen || search.current_item() == Some(item) {
            self.say(format!("It was chosen by the rule: {rule}."));
        } else if search.next_item() == Some(item) {
            self.say(format!("It is chosen next by the rule: {rule}."));
        }
    }

    fn item(&mut self, item: ItemId) {
        let search = self.stepper.search();
        let standing = Standing::of(search);
        let told = match standing.item(item) {
            ItemFate::Covered(blame) => Some((
                match (blame.event, blame.by) {
                    (Event::Cover { .. }, Some(by)) => {
                        format!("It is covered: {} was taken at level {}.", self.names.option_short(by), blame.level)
                    }
                    _ => format!("It is covered: it was chosen at level {}.", blame.level),
                },
                blame,
            )),
            ItemFate::Stopped(blame) => Some((
                format!(
                    "It has enough, and stopped at level {}: no more options that hold it are tried below.",
                    blame.level
                ),
                blame,
            )),
            ItemFate::Purified(blame) => Some((
                format!("It was given a colour at level {}; options that agree may still hold it.", blame.level),
                blame,
            )),
            ItemFate::Current(_) | ItemFate::Open | ItemFate::Free => None,
        };
        if let Some((text, blame)) = told {
            let go = Some(standing.before(&blame));
            return self.lines.push(WhyLine { go, by: blame.by, ..WhyLine::new(text, false) });
        }
        let problem = &self.names.problem;
        let all: Vec<OptionId> = problem.options().filter(|&option| problem.items_of(option).contains(&item)).collect();
        // Options hidden by the same operation form a group. Groups are in the order of the
        // operations.
        let (mut left, mut tried, mut groups) = (0, 0, BTreeMap::<usize, (Blame, Vec<OptionId>)>::new());
        for &option in &all {
            match standing.option(option) {
                Fate::Hidden(blame) => groups.entry(blame.number).or_insert((blame, Vec::new())).1.push(option),
                Fate::Tried => tried += 1,
                Fate::Open | Fate::Next | Fate::Waiting => left += 1,
                Fate::Idle | Fate::Chosen(_) => {}
            }
        }
        let tried = if tried > 0 { format!(", {tried} tried already") } else { String::new() };
        self.say(match (left, all.len()) {
            (_, 0) => "No option holds it.".to_string(),
            (0, 1) => format!("Its only option cannot be chosen any more{tried}."),
            (_, 1) => format!("Its only option can still be chosen{tried}."),
            (left, n) => format!("{left} of its {n} options can still be chosen{tried}."),
        });
        if let Some(text) = self.hidden_by(item, groups.values()) {
            self.say(text);
        }
        for (blame, options) in groups.into_values() {
            let short: Vec<String> = options.iter().map(|&option| self.names.option_short(option)).collect();
            let because = self.because(&blame);
            let go = Some(standing.before(&blame));
            if let [one] = &short[..] {
                let line = WhyLine::new(format!("{one} {because}."), false);
                self.lines.push(WhyLine { go, by: blame.by, about: options, ..line });
                continue;
            }
            let text = format!("{} {}:", short.len(), because.replacen("was", "were", 1));
            self.lines.push(WhyLine { go, by: blame.by, about: options, ..WhyLine::new(text, false) });
            // A few names a line, so that a long list can be scrolled.
            for (k, names) in short.chunks(FEW).enumerate() {
                let comma = if (k + 1) * FEW < short.len() { "," } else { "" };
                self.say(format!("  {}{comma}", names.join(", ")));
            }
        }
    }

    /// Explains why the search backtracks, if it does.
    fn going_back(&mut self) {
        let search = self.stepper.search();
        let dead = self.stepper.dead_item();
        let did = self.stepper.did().filter(|did| did.forward);
        let event = did.map(|did| match did.what {
            Moved::Step(event) | Moved::Link(_, event) => event,
        });
        let back = matches!(event, Some(Event::Uncover { .. } | Event::Unpurify { .. } | Event::Backtrack { .. }));
        // If another option gave the item its colour, the colour stays and no link changes.
        let moved = self.stepper.last_step().is_none_or(|step| !step.pointers.is_empty());
        if let Some(item) = dead {
            self.title(format!("WHY IT BACKS UP  nothing is left for {}", self.names.item_noun(item)));
            self.item(item);
        } else if search.at_solution() {
            let search = self.stepper.search();
            let is_last = search.address().branches.iter().all(|branch| branch.k == branch.d);
            self.title(match (search.limit().is_some(), search.score().is_some()) {
                _ if is_last => "WHY IT BACKS UP  a solution was found, in the last branch of all",
                (true, _) => "WHY IT BACKS UP  a cover of the fewest options was found; others may be as small",
                (_, true) => "WHY IT BACKS UP  a solution was found; another branch may have a better one",
                _ => "WHY IT BACKS UP  a solution was found; other branches may have more",
            });
        } else if search.at_cut() {
            self.title("WHY IT BACKS UP  the branch was cut");
            let why = match (search.limit_test(), search.score()) {
                (Some(test), _) => format!(
                    "{} used and at least {} more needed: over the limit of {}.",
                    plural(test.used as usize, "option"),
                    test.lower_bound,
                    test.limit
                ),
                (None, Some(bounds)) if bounds.is_cost() => format!(
                    "{} = {} used + {} needed at least: this cannot beat the best, {}.",
                    -(bounds.score + bounds.upper_bound),
                    -bounds.score,
                    -bounds.upper_bound,
                    -bounds.best.unwrap_or(0)
                ),
                (None, Some(bounds)) => format!(
                    "{} = {} so far + {} at most to come: this cannot beat the best, {}.",
                    bounds.score + bounds.upper_bound,
                    bounds.score,
                    bounds.upper_bound,
                    bounds.best.unwrap_or(0)
                ),
                (None, None) => "What is left cannot be the best.".to_string(),
            };
            self.say(why);
            self.bound();
        } else if back && moved {
            self.why_back(event);
            // Between two links there is no whole step to explain.
            if self.stepper.small_last_step().is_some_and(|step| !step.links.is_empty()) {
                self.title("WHY IN REVERSE");
                self.reversed();
            }
        }
    }

    /// Explains why the search leaves a branch or an item.
    fn why_back(&mut self, event: Option<Event>) {
        let search = self.stepper.search();
        match event {
            Some(Event::Backtrack { item }) => {
                let noun = self.names.item_noun(item);
                match search.degree(item) {
                    0 => self.title(format!("WHY IT BACKS UP  nothing was left for {noun}")),
                    1 => self.title(format!("WHY IT BACKS UP  the only branch of {noun} was tried")),
                    n => self.title(format!("WHY IT BACKS UP  all {n} branches of {noun} were tried")),
                }
            }
            Some(Event::Uncover { .. } | Event::Unpurify { .. }) => {
                let option = search.path().last().map(|&option| self.names.option_short(option));
                let option = option.unwrap_or_else(|| "the option".to_string());
                let mut tree = PathTree::default();
                tree.follow(search);
                let why = tree.below().and_then(|inside| inside.failure(self.names));
                let why = why.unwrap_or_else(|| "everything below it was searched".to_string());
                self.title(format!("WHY IT BACKS UP  {option} is given up: {why}"));
            }
            _ => {}
        }
    }

    /// Lists the options that the last step hid or brought back, each with the counts that it
    /// changed.
    fn last_step(&mut self) {
        if let Some(slow) = self.stepper.slow() {
            let said = narrate(self.stepper, self.names);
            self.title(format!("BETWEEN TWO LINKS  {} of {} of this step are done", slow.done(), slow.order().len()));
            return said.into_iter().for_each(|sentence| self.say(sentence.text));
        }
        let Some(step) = self.stepper.last_step() else { return };
        let step = &*step;
        let Some(what) = self.deed(step) else { return };
        match step.links.is_empty() {
            // No list changed: the item was only counted, or it keeps its colour.
            true if matches!(step.event, Event::Purify { .. } | Event::Unpurify { .. }) => {
                return self.title("NO LIST CHANGED  the item keeps its colour");
            }
            true => self.title(what),
            false => self.title(format!("{what}  {}", plural(step.hidden.len(), "option"))),
        }
        if let Some(held) = step.held.as_ref().filter(|held| self.is_several(held.item)) {
            let in_hand = match step.event {
                Event::Choose { .. } | Event::Backtrack { .. } => ", counting the choice that is being made for it",
                _ => "",
            };
            let (noun, now) = (self.names.item_noun(held.item), plural(held.after, "option"));
            self.say(format!("{noun} is held by {now} now, by {} before{in_hand}.", held.before));
        }
        // All changes of counts together come first. The lines after them give them one option at a
        // time.
        if step.hidden.len() > 1 {
            self.counts(step);
        }
        self.hidden(step);
        if step.hidden.len() > SHOWN {
            self.say(format!("and {} more", step.hidden.len() - SHOWN));
        }
    }

    fn is_several(&self, item: ItemId) -> bool {
        self.stepper.search().range(item).is_some()
    }

    /// The title for what a step did to lists. `None` where the lines are complete with what is
    /// said here.
    fn deed(&mut self, step: &Step) -> Option<String> {
        let (names, links) = (self.names, self.stepper.links());
        let repeated = !self.stepper.search().class().facts().hides_others;
        Some(match (step.event, repeated, step.back) {
            (Event::Choose { item } | Event::Cover { item }, true, back) => {
                let title = if back { "COVER UNDONE" } else { "COVERED" };
                self.title(format!("{title}  {}", names.item_noun(item)));
                self.say("It hides no option and changes no count, because options may cover an item again.");
                return None;
            }
            (Event::Choose { item } | Event::Cover { item } | Event::Uncover { item }, false, _)
                if step.links.is_empty() && self.is_several(item) =>
            {
                format!("COUNTED  {}:", names.item_noun(item))
            }
            (Event::Choose { item } | Event::Cover { item }, false, false) => {
                format!("HIDDEN BY COVERING {}", names.item_noun(item))
            }
            (Event::Choose { item } | Event::Cover { item }, false, true) => {
                format!("BACK because covering {} was undone", names.item_noun(item))
            }
            (Event::Uncover { item } | Event::Backtrack { item }, false, false) => {
                format!("BACK BY UNCOVERING {}", names.item_noun(item))
            }
            (Event::Uncover { item } | Event::Backtrack { item }, false, true) => {
                format!("HIDDEN AGAIN because uncovering {} was undone", names.item_noun(item))
            }
            (Event::Purify { node } | Event::Unpurify { node }, _, back) => {
                let item = names.item_noun(links.item(node));
                match (matches!(step.event, Event::Purify { .. }), back) {
                    (true, false) => format!("HIDDEN BY PURIFYING {item}"),
                    (true, true) => format!("BACK because purifying {item} was undone"),
                    (false, false) => format!("BACK BY UNPURIFYING {item}"),
                    (false, true) => format!("HIDDEN AGAIN because unpurifying {item} was undone"),
                }
            }
            (Event::Try { .. }, false, false) if !step.hidden.is_empty() => "TWEAKED because it is tried".to_string(),
            (Event::Try { .. }, false, true) if !step.hidden.is_empty() => "UNTWEAKED, not tried yet".to_string(),
            (Event::Next { .. }, true, false) => "HIDDEN because it was tried".to_string(),
            (Event::Next { .. }, true, true) => "BACK to be tried again".to_string(),
            (Event::Backtrack { item }, true, false) => format!("BACK  the tried options of {}", names.item_noun(item)),
            (Event::Backtrack { item }, true, true) => {
                format!("HIDDEN AGAIN  the tried options of {}", names.item_noun(item))
            }
            (Event::Try { .. }, _, false) => {
                self.title("NO LIST CHANGED  an option was taken; covering its items comes next");
                return None;
            }
            (Event::Next { .. }, false, false) => {
                self.title("NO LIST CHANGED  the option was taken back, after its items were uncovered");
                return None;
            }
            _ => return None,
        })
    }

    /// The counts that a step changed, a few a line.
    fn counts(&mut self, step: &Step) {
        let count = |change: &dancing::Count| {
            format!("{} {}→{}", self.names.item_short(change.item), change.before, change.after)
        };
        let all: Vec<String> = step.counts.iter().map(count).collect();
        // Beside a picture a few are enough: it can show them all.
        if !self.numbered && all.len() > BESIDE {
            let more = all.len() - BESIDE;
            return self.say(format!("counts: {} and {more} more", all[..BESIDE].join(", ")));
        }
        for (k, part) in all.chunks(FEW).enumerate() {
            let (lead, comma) =
                (if k == 0 { "counts: " } else { "  " }, if (k + 1) * FEW < all.len() { "," } else { "" });
            self.say(format!("{lead}{}{comma}", part.join(", ")));
        }
    }

    /// A line for each of the first options that a step hid or brought back: the lists that it
    /// left, each with its count then.
    fn hidden(&mut self, step: &Step) {
        let (names, links) = (self.names, self.stepper.links());
        // Running counts, so that each line shows the change by its own option.
        let mut now: HashMap<ItemId, usize> = step.counts.iter().map(|change| (change.item, change.before)).collect();
        let mut nodes =
            step.links.iter().filter_map(|link| if let Link::Node(node) = link { Some(*node) } else { None });
        for hidden in step.hidden.iter().take(SHOWN) {
            // Nodes whose colour agrees with their item's colour stay in their lists.
            let first = links.first_node(hidden.option);
            let moves = |&node: &NodeId| links.item(node) != hidden.through && !links.agrees(node);
            // A tweaked option leaves the list of its own item too.
            let of = |&node: &NodeId| links.item(node) == hidden.through;
            let tweaked = links.option_nodes(first).find(of).is_some_and(|node| step.links.contains(&Link::Node(node)));
            let others = links.option_nodes(first).filter(moves).count() + usize::from(tweaked);
            let mut through = Vec::with_capacity(others);
            for node in nodes.by_ref().take(others) {
                let item = links.item(node);
                let count = now.entry(item).or_default();
                let before = *count;
                *count = if step.removes { before - 1 } else { before + 1 };
                through.push(format!("{} {before}→{count}", names.item_short(item)));
            }
            if !step.removes {
                through.reverse();
            }
            let verb = if step.removes { "left" } else { "is back in" };
            let lists = if through.is_empty() {
                "no other list".to_string()
            } else {
                format!("the lists of {}", through.join(", "))
            };
            let text = format!("{} {verb} {lists}", names.option_short(hidden.option));
            self.lines.push(WhyLine { about: vec![hidden.option], ..WhyLine::new(text, false) });
        }
    }
}
