//! The evidence of a program's choices: the item rule that explains them, and counts that are kept
//! wrongly, if these explain them.
//!
//! Any open item may be chosen, so no choice is wrong by itself. But a program that always takes
//! the item with the fewest options by *its* counts shows these counts. If they follow from a
//! mistake, and chance is unlikely to explain the choices, the mistake is reported.

use super::sets::Sets;
use dancing::{ItemId, ItemRule, OptionId, Problem};

/// A way of keeping counts wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Miscount {
    /// Hiding an option does not lower the counts; unhiding raises them.
    NotLowered,
    /// Hiding lowers the counts; unhiding does not raise them.
    NotRaised,
    /// The counts never change.
    Constant,
    /// The counts of the case before were not reset.
    NotReset,
}

impl Miscount {
    /// The mistake in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Miscount::NotLowered => "hiding an option does not lower the counts of its items",
            Miscount::NotRaised => "unhiding an option does not raise the counts of its items",
            Miscount::Constant => "the counts never change during the search",
            Miscount::NotReset => "the counts start at those that the case before left",
        }
    }
}

/// Counts as a program with a mistake has them.
#[derive(Clone, Debug)]
struct Suspect {
    miscount: Miscount,
    len: Vec<i32>,
    /// True while every choice is one with the fewest options by these counts.
    explains: bool,
    /// The logarithm of the chance that the choices agree with these counts by accident.
    chance: f64,
}

/// A choice that a rule does not explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    /// The chosen item, and its number of options.
    pub chosen: (ItemId, i32),
    /// The item with the fewest options that the rule chooses, and their number.
    pub fewest: (ItemId, i32),
    /// The number of the operation, counted from 1.
    pub op: u64,
    /// The line in the trace.
    pub line: u64,
}

/// The evidence of the choices so far.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    /// The rules that explain all choices.
    rules: Vec<ItemRule>,
    suspects: Vec<Suspect>,
    /// The first choice of an item that did not have the fewest options.
    pub(super) violation: Option<Violation>,
    /// The first choice that no rule explains, if one for the fewest options explains all before.
    pub(super) sudden: Option<Violation>,
    pub(super) made: u64,
    /// The logarithm of the chance that all choices before the violation had the fewest options.
    fewest: f64,
}

/// If chance explains the choices with less than this probability, they are not chance.
const UNLIKELY: f64 = 1e-4;

impl Choices {
    /// `before` has the counts at the end of the case before.
    pub(super) fn new(sets: &Sets, before: Option<&[i32]>) -> Choices {
        let plain = |miscount| Suspect { miscount, len: sets.lens().to_vec(), explains: true, chance: 0.0 };
        let mut suspects: Vec<Suspect> =
            [Miscount::NotLowered, Miscount::NotRaised, Miscount::Constant].map(plain).into();
        if let Some(before) = before {
            let sum = |(item, &len): (usize, &i32)| len + before.get(item).copied().unwrap_or(0);
            let len = sets.lens().iter().enumerate().map(sum).collect();
            suspects.insert(0, Suspect { miscount: Miscount::NotReset, len, explains: true, chance: 0.0 });
        }
        Choices { rules: ItemRule::ALL.to_vec(), suspects, violation: None, sudden: None, made: 0, fewest: 0.0 }
    }

    /// An option was hidden by the cover of an item, which keeps it in its list.
    #[inline]
    pub(super) fn hidden(&mut self, option: OptionId, by: ItemId, problem: &Problem) {
        self.change(option, by, problem, -1);
    }

    /// The inverse of [`Choices::hidden`].
    #[inline]
    pub(super) fn unhidden(&mut self, option: OptionId, by: ItemId, problem: &Problem) {
        self.change(option, by, problem, 1);
    }

    fn change(&mut self, option: OptionId, by: ItemId, problem: &Problem, change: i32) {
        for suspect in &mut self.suspects {
            let counts = match suspect.miscount {
                Miscount::NotLowered => change > 0,
                Miscount::NotRaised => change < 0,
                Miscount::Constant => false,
                Miscount::NotReset => true,
            };
            if counts {
                let others = problem.items_of(option).iter().filter(|&&item| item != by);
                others.for_each(|item| suspect.len[item.index()] += change);
            }
        }
    }

    /// Adds a choice. Returns the miscount that explains all choices, if the choice shows one.
    pub(super) fn add(&mut self, item: ItemId, sets: &Sets, op: u64, line: u64) -> Option<(Miscount, Violation)> {
        self.made += 1;
        let (mut open, mut ties) = (0u32, 0u32);
        let (mut first, mut last, mut least, mut most) = (None, None, (i32::MAX, item), (i32::MIN, item));
        let mut last_fewest = item;
        for other in sets.open() {
            open += 1;
            first = first.or(Some(other));
            last = Some(other);
            let len = sets.len(other);
            if len < least.0 {
                (least, ties) = ((len, other), 0);
            }
            if len == least.0 {
                (ties, last_fewest) = (ties + 1, other);
            }
            if len > most.0 {
                most = (len, other);
            }
        }
        let is_right = |rule: &ItemRule| match rule {
            ItemRule::Fewest | ItemRule::Failing => item == least.1,
            ItemRule::FewestLast => item == last_fewest,
            ItemRule::First => Some(item) == first,
            ItemRule::Last => Some(item) == last,
            ItemRule::Most => item == most.1,
        };
        let last_rule = self.rules.first().copied();
        self.rules.retain(is_right);
        let wanted = match last_rule {
            Some(ItemRule::Fewest) => Some(least.1),
            Some(ItemRule::FewestLast) => Some(last_fewest),
            _ => None,
        };
        let chosen = (item, sets.len(item));
        if let Some(wanted) = wanted.filter(|_| self.rules.is_empty() && self.made > 1) {
            self.sudden = Some(Violation { chosen, fewest: (wanted, least.0), op, line });
        }
        for suspect in self.suspects.iter_mut().filter(|suspect| suspect.explains) {
            let fewest = sets.open().map(|other| suspect.len[other.index()]).min();
            let ties = sets.open().filter(|other| Some(suspect.len[other.index()]) == fewest).count();
            suspect.chance += (ties as f64 / f64::from(open)).ln();
            suspect.explains = Some(suspect.len[item.index()]) == fewest;
        }
        if sets.len(item) > least.0 && self.violation.is_none() {
            self.violation = Some(Violation { chosen, fewest: (least.1, least.0), op, line });
        }
        if self.violation.is_none() {
            self.fewest += (f64::from(ties) / f64::from(open)).ln();
        }
        self.shown()
    }

    /// The miscount that explains all choices, if no rule does and chance is unlikely.
    pub(super) fn shown(&self) -> Option<(Miscount, Violation)> {
        let violation = self.violation?;
        let shows = |suspect: &&Suspect| suspect.explains && self.rules.is_empty() && suspect.chance < UNLIKELY.ln();
        Some((self.suspects.iter().find(shows)?.miscount, violation))
    }

    /// The program printed the right count of an item: it does not keep counts that differ here.
    pub(super) fn confirm(&mut self, item: ItemId, count: i32) {
        self.suspects.retain(|suspect| suspect.len[item.index()] == count);
    }

    /// The first way of keeping counts that comes to a number that is known to be wrong.
    pub(super) fn said(&self, item: ItemId, said: i64) -> Option<Miscount> {
        let fits = |suspect: &&Suspect| i64::from(suspect.len[item.index()]) == said;
        self.suspects.iter().find(fits).map(|suspect| suspect.miscount)
    }

    /// The first such way that also explains every choice so far.
    pub(super) fn said_and_chosen(&self, item: ItemId, said: i64) -> Option<Miscount> {
        let fits = |suspect: &&Suspect| suspect.explains && i64::from(suspect.len[item.index()]) == said;
        self.suspects.iter().find(fits).map(|suspect| suspect.miscount)
    }

    /// The counts at the end of a case, as a program has them that does not reset them.
    pub(super) fn left(&self, sets: &Sets) -> Vec<i32> {
        let kept = self.suspects.iter().find(|suspect| suspect.miscount == Miscount::NotReset);
        kept.map_or_else(|| sets.lens().to_vec(), |suspect| suspect.len.clone())
    }

    /// The rule that explains all choices.
    pub(super) fn rule(&self) -> Option<ItemRule> {
        self.rules.first().copied()
    }

    /// Returns true if the choices before the violation show that the fewest options are wanted.
    pub(super) fn wanted_fewest(&self) -> bool {
        self.fewest < UNLIKELY.ln()
    }
}
