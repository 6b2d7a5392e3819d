//! Why: what the last step did to everything else, why the search goes back, and who is to blame for what is missing.

use super::count::plural;
use super::stepping::Stepping;
use crate::dlx::{Address, Event, ItemId, Link, NodeId, OptionId};
use crate::puzzle::Encoded;
use crate::solve::{Blame, Moved, Stepper, is_gone, who_covered, who_hid};

use std::collections::HashMap;

/// A line of the answer; some lead somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub text: String,
    pub title: bool,
    /// The state just before what the line tells.
    pub go: Option<Address>,
}

/// How many names a list has before the rest is only counted.
const SHOWN: usize = 12;

/// Everything there is to say, what was asked for first.
pub fn why(stepping: &Stepping) -> Vec<Line> {
    let asker = Asker { stepper: &stepping.stepper, names: &stepping.encoded, lines: Vec::new() };
    // With nothing selected it is about the item that the views are about.
    let asked = stepping.cursor.item.is_some() || stepping.cursor.option.is_some();
    asker.answer(stepping.cursor.item.or(stepping.focus()), stepping.cursor.option, asked)
}

struct Asker<'a> {
    stepper: &'a Stepper,
    names: &'a Encoded,
    lines: Vec<Line>,
}

impl Asker<'_> {
    fn title(&mut self, text: impl Into<String>) {
        self.lines.push(Line { text: text.into(), title: true, go: None });
    }

    fn say(&mut self, text: impl Into<String>) {
        self.lines.push(Line { text: text.into(), title: false, go: None });
    }

    fn answer(mut self, item: Option<ItemId>, option: Option<OptionId>, asked: bool) -> Vec<Line> {
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
            self.item(item);
        }
        if asked {
            self.going_back();
            self.last_step();
        }
        self.lines
    }

    fn option(&mut self, option: OptionId) {
        let search = self.stepper.search();
        if let Some(above) = search.choices().iter().position(|&own| own == Some(option)) {
            return self.say(format!("It is chosen, at level {}.", above + 1));
        }
        match who_hid(search, option) {
            Some(blame) => self.blame(option, blame),
            None if is_gone(search, option) => self.say("It is gone, and nothing on this path did it."),
            None => self.say("It can still be chosen: all its items are open and all its nodes stand in their lists."),
        }
    }

    fn blame(&mut self, option: OptionId, blame: Blame) {
        let text = format!("{} {}.", self.names.option_short(option), self.because(&blame));
        self.lines.push(Line { text, title: false, go: Some(blame.before) });
    }

    /// `was hidden at level 4 by covering row 3 needs 5, when r3c1=5 was taken`
    fn because(&self, blame: &Blame) -> String {
        let names = self.names;
        let short = |option| names.option_short(option);
        match (blame.event, blame.by) {
            (Event::Choose { item }, _) => {
                format!("was hidden at level {}, when {} was chosen and covered", blame.level, names.item_noun(item))
            }
            (Event::Cover { item }, Some(by)) => {
                format!(
                    "was hidden at level {} by covering {}, for {} was taken",
                    blame.level,
                    names.item_noun(item),
                    short(by)
                )
            }
            (Event::Purify { node }, Some(by)) => {
                let links = self.stepper.search().links();
                let (item, color) = (names.item_noun(links.item(node)), names.color_name(links.color(node)));
                format!("was hidden at level {}, for {} gives {item} the colour {color}", blame.level, short(by))
            }
            (Event::Next { .. }, _) => {
                format!("was hidden at level {}: it was tried there before this branch", blame.level)
            }
            _ => format!("was hidden at level {}", blame.level),
        }
    }

    fn item(&mut self, item: ItemId) {
        let in_hand = self.stepper.search().item_in_hand() == Some(item);
        // The item in hand is covered because it was chosen: what there is to ask is how it stood then.
        let before = self.stepper.before_choice();
        let search = if in_hand { &before } else { self.stepper.search() };
        if let Some(blame) = who_covered(search, item) {
            let text = match (blame.event, blame.by) {
                (Event::Cover { .. }, Some(by)) => {
                    format!("It is covered: {} was taken at level {}.", self.names.option_short(by), blame.level)
                }
                _ => format!("It is covered: it was chosen at level {}.", blame.level),
            };
            self.lines.push(Line { text, title: false, go: Some(blame.before) });
            return;
        }
        let options: Vec<OptionId> = self
            .names
            .problem
            .options()
            .filter(|&option| self.names.problem.items_of(option).contains(&item))
            .collect();
        let gone: Vec<OptionId> = options.iter().copied().filter(|&option| is_gone(search, option)).collect();
        let left = options.len() - gone.len();
        self.say(format!("Of its {}, {left} can still be chosen.", plural(options.len(), "option")));
        for &option in gone.iter().take(SHOWN) {
            if let Some(blame) = who_hid(search, option) {
                self.blame(option, blame);
            }
        }
        if gone.len() > SHOWN {
            self.say(format!("and {} more are hidden", gone.len() - SHOWN));
        }
    }

    /// Why the search takes something back.
    fn going_back(&mut self) {
        let search = self.stepper.search();
        let dead = self.stepper.dead_item();
        let did = self.stepper.did().filter(|did| did.forward);
        let back = match did.map(|did| did.what) {
            Some(Moved::Step(event) | Moved::Link(_, event)) => {
                matches!(event, Event::Uncover { .. } | Event::Unpurify { .. } | Event::Backtrack { .. })
            }
            None => false,
        };
        if let Some(item) = dead {
            self.title(format!("WHY IT GOES BACK  nothing is left for {}", self.names.item_noun(item)));
            self.item(item);
        } else if search.at_solution() {
            self.title("WHY IT GOES BACK  a solution was met; other branches may hold more");
        } else if search.at_cut() {
            self.title("WHY IT GOES BACK  the branch was cut");
            let why = match (search.reckoning(), search.score()) {
                (Some(own), _) => format!(
                    "{} options are used and at least {} more are needed: over the limit of {}.",
                    own.used, own.needs, own.limit
                ),
                (None, Some(own)) => format!(
                    "The score is {} and can grow by {} at most: the best, {}, is not beaten.",
                    own.score,
                    own.reach,
                    own.best.unwrap_or(0)
                ),
                (None, None) => "What is left cannot be the best.".to_string(),
            };
            self.say(why);
        } else if back && !search.is_repeated() {
            self.title("WHY IN REVERSE");
            self.say(
                "Covering took nodes out of their lists one after the other. A removed node still points at the two that \
                 were its neighbours when it left. Putting the last one back first, they stand beside it again; in any \
                 other order it would be put between nodes that are not there yet, and the lists would be torn.",
            );
        }
    }

    /// Which options the last step hid or brought back, and what that did to other items, one by one.
    fn last_step(&mut self) {
        let Some(step) = self.stepper.last_step() else { return };
        let (names, links, repeated) = (self.names, self.stepper.links(), self.stepper.search().is_repeated());
        let what = match (step.event, repeated, step.back) {
            (Event::Choose { item } | Event::Cover { item }, true, back) => {
                let title = if back { "OPEN AGAIN, AS BEFORE" } else { "COVERED" };
                self.title(format!("{title}  {}", names.item_noun(item)));
                return self
                    .say("No option is hidden by it and no count changes: an option may cover again what is covered.");
            }
            (Event::Choose { item } | Event::Cover { item }, false, false) => {
                format!("HIDDEN BY COVERING {}", names.item_noun(item))
            }
            (Event::Choose { item } | Event::Cover { item }, false, true) => {
                format!("BACK, FOR THE COVER WAS UNDONE OF {}", names.item_noun(item))
            }
            (Event::Uncover { item } | Event::Backtrack { item }, false, false) => {
                format!("BACK BY UNCOVERING {}", names.item_noun(item))
            }
            (Event::Uncover { item } | Event::Backtrack { item }, false, true) => {
                format!("HIDDEN AGAIN, FOR THE UNCOVER WAS UNDONE OF {}", names.item_noun(item))
            }
            (Event::Purify { node } | Event::Unpurify { node }, _, back) => {
                let item = names.item_noun(links.item(node));
                match (matches!(step.event, Event::Purify { .. }), back) {
                    (true, false) => format!("HIDDEN BY PURIFYING {item}"),
                    (true, true) => format!("BACK, FOR THE COLOUR WAS TAKEN FROM {item}"),
                    (false, false) => format!("BACK BY UNPURIFYING {item}"),
                    (false, true) => format!("HIDDEN AGAIN, FOR THE COLOUR IS BACK ON {item}"),
                }
            }
            (Event::Next { .. }, true, false) => "HIDDEN, FOR IT WAS TRIED".to_string(),
            (Event::Next { .. }, true, true) => "BACK, FOR IT IS TRIED AGAIN".to_string(),
            (Event::Backtrack { item }, true, false) => format!("BACK, WHAT WAS TRIED OF {}", names.item_noun(item)),
            (Event::Backtrack { item }, true, true) => {
                format!("HIDDEN AGAIN, WHAT WAS TRIED OF {}", names.item_noun(item))
            }
            _ => return,
        };
        self.title(format!("{what}  {}", plural(step.hidden.len(), "option")));
        // The counts run from one option to the next: each line tells its own change.
        let mut now: HashMap<ItemId, usize> = step.counts.iter().map(|own| (own.item, own.before)).collect();
        let mut nodes =
            step.links.iter().filter_map(|link| if let Link::Node(node) = link { Some(*node) } else { None });
        for hidden in step.hidden.iter().take(SHOWN) {
            // Nodes that have the colour of their item stay where they are.
            let own = links.first_node(hidden.option);
            let moves = |&node: &NodeId| links.item(node) != hidden.through && !links.agrees(node);
            let others = links.around(own).filter(moves).count();
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
            self.lines.push(Line { text, title: false, go: None });
        }
        if step.hidden.len() > SHOWN {
            self.say(format!("and {} more", step.hidden.len() - SHOWN));
        }
    }
}
