//! The features that problems of each class may have: one table, used by the builder of problems
//! and by every reader.

/// A class of problems: it says how often the primary items are covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Class {
    /// Exactly once (TAOCP 7.2.2.1, Algorithms X and C).
    #[default]
    Exact,
    /// As often as each item's multiplicity allows (Algorithm M).
    Multiple,
    /// At least once, by the fewest options: repeated cover.
    Repeated,
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
    /// All classes.
    pub const ALL: [Class; 3] = [Class::Exact, Class::Multiple, Class::Repeated];

    /// Returns true if problems of this class may have a feature. An exact cover that gets a
    /// multiplicity becomes a cover of class [`Class::Multiple`].
    ///
    /// ```
    /// use quadrille::dlx::{Class, Feature};
    /// assert!(Class::Multiple.allows(Feature::Colours));
    /// assert!(!Class::Repeated.allows(Feature::Multiplicities));
    /// ```
    pub const fn allows(self, feature: Feature) -> bool {
        use Feature::{Colours, Multiplicities, Secondary, Weights};
        match (self, feature) {
            (Class::Exact | Class::Multiple, Secondary | Colours | Weights | Multiplicities) => true,
            // Its search minimises the number of options, and items may be covered several times.
            (Class::Repeated, Secondary | Colours | Weights | Multiplicities) => false,
        }
    }

    /// The name in messages: `an exact cover`.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Exact => "an exact cover",
            Class::Multiple => "a cover with multiplicities",
            Class::Repeated => "a repeated cover",
        }
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
