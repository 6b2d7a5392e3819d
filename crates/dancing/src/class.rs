//! The classes of covers: how often the items of a problem are covered.
//!
//! A class is a file under `covering/`, with its facts and its moves. The problem's builder decides
//! the class. Nothing else infers it: engines, proofs and sentences read the facts.
//!
//! Colours are not a class: they belong to nodes, and a cover that is exact or multiple may have
//! them. Weights belong to options.

/// A class of problems: it says how often the primary items are covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Class {
    /// Exactly once (TAOCP 7.2.2.1, Algorithms X and C).
    #[default]
    Exact,
    /// As often as each item's multiplicity allows (Algorithm M).
    Multiple,
    /// At least once, by the fewest options or at the lowest cost: repeated cover.
    Repeated,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 3] = [Class::Exact, Class::Multiple, Class::Repeated];
}

/// The facts about a class that do not change during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassFacts {
    /// The name in messages: `an exact cover`.
    pub name: &'static str,
    /// The features that its problems may have.
    pub features: &'static [Feature],
    /// The fewest and the most options of a cover that may hold a primary item, unless the problem
    /// sets a range for the item.
    pub range: (u32, u32),
    /// True if an item can have a range of its own. One cover can then be a subset of another, and
    /// a level can end because its item stops.
    pub ranges: bool,
    /// True if the goal is the fewest options or the least cost, whatever else is asked. Without
    /// costs each option weighs -1, and the bound is a limit on the options. With costs it is a
    /// bound on the score.
    pub fewest: bool,
    /// True if a search counts the chosen options that hold an item. False if it covers the item
    /// the first time.
    pub counts: bool,
    /// True if covering an item hides the other options that hold it.
    pub hides_others: bool,
    /// True if options are hidden from their later siblings after they are tried.
    pub hides_tried: bool,
}

/// A part that a problem may have besides items and options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Items that are covered at most once.
    Secondary,
    /// Colours that options give to secondary items.
    Colours,
    /// A weight, score or cost of each option.
    Weights,
    /// A range for the number of options that cover an item.
    Multiplicities,
}

impl Class {
    /// Returns true if problems of this class may have a feature. An exact cover that gets a
    /// multiplicity becomes a cover of class [`Class::Multiple`].
    ///
    /// ```
    /// use dancing::{Class, Feature};
    /// assert!(Class::Multiple.allows(Feature::Colours));
    /// assert!(!Class::Repeated.allows(Feature::Multiplicities));
    /// ```
    #[inline]
    pub fn allows(self, feature: Feature) -> bool {
        self.facts().features.contains(&feature)
    }

    /// The name in messages: `an exact cover`.
    #[inline]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }
}

impl Feature {
    /// All features.
    pub const ALL: [Feature; 4] = [Feature::Secondary, Feature::Colours, Feature::Weights, Feature::Multiplicities];

    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Secondary => "secondary items",
            Feature::Colours => "colours",
            Feature::Weights => "costs",
            Feature::Multiplicities => "multiplicities",
        }
    }
}
