//! Why: what the last step did to everything else, why the search goes back, and who is to blame for what is missing.

use super::count::plural;
use super::stepping::Stepping;
use crate::dlx::{Address, Event, ItemId, OptionId};
use crate::puzzle::Encoded;
use crate::solve::{Blame, Did, Moved, Stepper, is_gone, who_covered, who_hid};

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
    asker.answer(stepping.cursor.item, stepping.cursor.option)
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

    fn answer(mut self, item: Option<ItemId>, option: Option<OptionId>) -> Vec<Line> {
        if let Some(option) = option {
            self.title(format!("WHY  {}", self.names.option_long(option)));
            self.option(option);
        }
        if let Some(item) = item.filter(|_| option.is_none()) {
            self.title(format!("WHY  {}", self.names.item_long(item)));
            self.item(item);
        }
        self.going_back();
        self.last_step();
        if item.is_none() && option.is_none() {
            self.say("Select an item or an option with the arrows to ask why it is as it is.");
        }
        self.lines
    }

    fn option(&mut self, option: OptionId) {
        let search = self.stepper.search();
        if search.path().contains(&option) {
            let level = search.path().iter().position(|&own| own == option).map_or(0, |at| at + 1);
            return self.say(format!("It is chosen, at level {level}."));
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
            (Event::Next { .. }, _) => {
                format!("was hidden at level {}: it was tried there before this branch", blame.level)
            }
            _ => format!("was hidden at level {}", blame.level),
        }
    }

    fn item(&mut self, item: ItemId) {
        let search = self.stepper.search();
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
                matches!(event, Event::Uncover { .. } | Event::Next { .. } | Event::Backtrack { .. })
            }
            None => false,
        };
        if let Some(item) = dead {
            self.title(format!("WHY IT GOES BACK  nothing is left for {}", self.names.item_noun(item)));
            if self.lines.len() == 1 {
                self.item(item);
            }
        } else if search.at_solution() {
            self.title("WHY IT GOES BACK  a solution was met; other branches may hold more");
        } else if search.at_cut() {
            self.title("WHY IT GOES BACK  the branch was cut");
        } else if back {
            self.title("WHY IN REVERSE");
            self.say(
                "Covering took nodes out of their lists one after the other. A removed node still points at the two that \
                 were its neighbours when it left. Putting the last one back first, they stand beside it again; in any \
                 other order it would be put between nodes that are not there yet, and the lists would be torn.",
            );
        }
    }

    /// Which options the last step hid, and what that did to other items.
    fn last_step(&mut self) {
        let Some(Did { what: Moved::Step(event), .. }) = self.stepper.did() else { return };
        let (Event::Choose { item } | Event::Cover { item } | Event::Uncover { item } | Event::Backtrack { item }) =
            event
        else {
            return;
        };
        let (names, links) = (self.names, self.stepper.links());
        if self.stepper.search().is_repeated() {
            return;
        }
        let hid = matches!(event, Event::Choose { .. } | Event::Cover { .. });
        let verb = if hid { "HIDDEN BY COVERING" } else { "BACK BY UNCOVERING" };
        let options: Vec<OptionId> = links.column(item).filter_map(|node| links.option(node)).collect();
        self.title(format!("{verb} {}  {}", names.item_noun(item), plural(options.len(), "option")));
        for &option in options.iter().take(SHOWN) {
            let through: Vec<String> = names
                .problem
                .items_of(option)
                .iter()
                .filter(|&&own| own != item)
                .map(|&own| {
                    let (before, now) = (self.stepper.length_before(own), links.len(own));
                    if before == now {
                        names.item_short(own)
                    } else {
                        format!("{} {before}→{now}", names.item_short(own))
                    }
                })
                .collect();
            let verb = if hid { "left" } else { "is back in" };
            let text = format!("{} {verb} the lists of {}", names.option_short(option), through.join(", "));
            self.lines.push(Line { text, title: false, go: None });
        }
        if options.len() > SHOWN {
            self.say(format!("and {} more", options.len() - SHOWN));
        }
    }
}
