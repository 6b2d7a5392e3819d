//! An exact cover problem as packed ids. The links and all other engines are built from it.

use super::class::{Class, Feature};
use super::symmetry::Symmetries;
use super::{ItemId, OptionId};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// Items, and options that cover them. The items of all options are packed into one array.
///
/// # Examples
///
/// Knuth's example of TAOCP 7.2.2.1, (6), has one cover.
///
/// ```
/// use dancing::{ItemId, OptionId, Problem};
/// let mut problem = Problem::new(7, 0);
/// for option in ["ce", "adg", "bcf", "adf", "bg", "deg"] {
///     let items: Vec<ItemId> = option.bytes().map(|name| ItemId(u32::from(name - b'a'))).collect();
///     problem.push(&items)?;
/// }
/// assert!(problem.is_cover(&[OptionId(0), OptionId(3), OptionId(4)]));
/// // An item held twice would corrupt the links, so it is refused.
/// assert!(problem.push(&[ItemId(1), ItemId(1)]).is_err());
/// # Ok::<(), dancing::ProblemError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Problem {
    primary: u32,
    items: u32,
    class: Class,
    /// By primary item: the fewest and the most options that may hold it. Empty unless the class is
    /// [`Class::Multiple`].
    ranges: Vec<(u32, u32)>,
    /// `starts[o]..starts[o + 1]` are option o's items in `cells`; length: options + 1.
    starts: Vec<u32>,
    cells: Vec<ItemId>,
    /// By cell: the colour that the option gives to its item, 0 for none. Empty if there are no
    /// colours.
    colors: Vec<u32>,
    /// One weight for each option, or empty: then all have the usual weight.
    weights: Vec<i64>,
    /// The weight of an option that is added without one.
    usual: i64,
    /// True if this is a repeated cover with costs.
    priced: bool,
    pub(super) symmetries: Symmetries,
}

/// A reason to refuse an option or a multiplicity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
pub enum ProblemError {
    /// An option without items.
    Empty,
    /// An item that the problem does not have.
    Unknown { item: ItemId, items: u32 },
    /// An item that an option holds twice.
    Twice { item: ItemId },
    /// A primary item with a colour: only secondary items have colours.
    Coloured { item: ItemId },
    /// The option does not have one colour, or 0 for none, for each of its items.
    Colours { items: usize, colors: usize },
    /// An option of a repeated cover that costs nothing.
    Free,
    /// Problems of this class do not have this feature.
    Class { class: Class, feature: Feature },
    /// The item is not primary, the most is 0, or the most is below the least.
    Multiplicity { item: ItemId },
    /// A symmetry is not a permutation of the options.
    Symmetry,
    /// The list of representatives does not have one for each option.
    Alike,
    /// Options, and those that count as equal, must be added before the symmetries.
    Late,
    /// More nodes than node numbers.
    TooLarge,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ProblemError::Empty => write!(f, "an option holds no item"),
            ProblemError::Unknown { item, items } => write!(f, "an option names item {} and there are {items}", item.0),
            ProblemError::Twice { item } => write!(f, "an option holds item {} twice", item.0),
            ProblemError::Coloured { item } => write!(f, "item {} is primary and has no colour", item.0),
            ProblemError::Colours { items, colors } => {
                write!(f, "an option has {items} items and {colors} colours: 0 means no colour")
            }
            ProblemError::Free => write!(f, "an option of a repeated cover costs at least 1: its weight is below 0"),
            ProblemError::Class { class, feature } => write!(f, "{} has no {}", class.name(), feature.name()),
            ProblemError::Multiplicity { item } => write!(f, "item {} cannot have this range", item.0),
            ProblemError::Symmetry => write!(f, "a symmetry is not a permutation of the options"),
            ProblemError::Alike => write!(f, "each option needs one option that it counts as"),
            ProblemError::Late => write!(f, "options come before symmetries"),
            ProblemError::TooLarge => write!(f, "the problem has more than {MAX_CELLS} nodes"),
        }
    }
}

impl Error for ProblemError {}

/// Options up to this length are searched for duplicate items; longer ones are sorted.
const SHORT: usize = 32;

/// Node numbers have 32 bits. Headers and the nodes of options share them.
const MAX_CELLS: usize = 4_000_000_000;

impl Problem {
    /// A problem without options. Items `0..primary` are primary, the next `secondary` ones
    /// secondary.
    #[inline]
    pub fn new(primary: u32, secondary: u32) -> Problem {
        Problem { primary, items: primary.saturating_add(secondary), starts: vec![0], ..Problem::default() }
    }

    /// A problem of repeated cover, without options: every item must be covered at least once.
    #[inline]
    pub fn repeated(items: u32) -> Problem {
        Problem { class: Class::Repeated, usual: -1, ..Problem::new(items, 0) }
    }

    /// Returns how often the primary items are covered.
    #[inline]
    pub fn class(&self) -> Class {
        self.class
    }

    /// Returns true if this is a repeated cover: the goal is the fewest options or the least cost.
    #[inline]
    pub fn wants_fewest(&self) -> bool {
        self.class.facts().fewest
    }

    /// Returns true if this is a repeated cover with costs, whose goal is the least cost.
    #[inline]
    pub fn wants_cheapest(&self) -> bool {
        self.priced
    }

    /// Returns true if the search raises a limit on the options (IDA*). The first cover found then
    /// has the fewest.
    #[inline]
    pub fn has_limit(&self) -> bool {
        self.wants_fewest() && !self.priced
    }

    /// Sets the weight of options that are added without one. With -1 for each, the best cover has
    /// the fewest options.
    ///
    /// # Panics
    ///
    /// If it has options. In a repeated cover also if the weight is not below 0.
    ///
    /// ```
    /// use dancing::{ItemId, Problem};
    /// let mut problem = Problem::new(1, 0).weighing(-1);
    /// let option = problem.push(&[ItemId(0)])?;
    /// assert_eq!((problem.is_weighted(), problem.weight(option)), (true, -1));
    /// # Ok::<(), dancing::ProblemError>(())
    /// ```
    #[inline]
    pub fn weighing(self, usual: i64) -> Problem {
        assert!(self.n_options() == 0, "the usual weight is set before there are options");
        assert!(!self.wants_fewest() || usual < 0, "each option of a repeated cover costs something");
        Problem { usual, ..self }
    }

    /// The weight of an option that is added without one.
    pub(super) fn usual_weight(&self) -> i64 {
        self.usual
    }

    /// Returns an error if problems of this class cannot have a feature.
    fn allows(&self, feature: Feature) -> Result<(), ProblemError> {
        match self.class.allows(feature) {
            true => Ok(()),
            false => Err(ProblemError::Class { class: self.class, feature }),
        }
    }

    /// Adds an option, which covers `items` in the order given.
    ///
    /// # Errors
    ///
    /// An option without items, an item that is unknown or occurs twice (it would corrupt the
    /// links), too many nodes, or an option after the symmetries. On an error the problem is
    /// unchanged.
    pub fn push(&mut self, items: &[ItemId]) -> Result<OptionId, ProblemError> {
        if self.symmetries.are_known() {
            return Err(ProblemError::Late);
        }
        if items.is_empty() {
            return Err(ProblemError::Empty);
        }
        for (k, &item) in items.iter().enumerate() {
            if item.0 >= self.items {
                return Err(ProblemError::Unknown { item, items: self.items });
            }
            if k < SHORT && items[..k].contains(&item) {
                return Err(ProblemError::Twice { item });
            }
        }
        if items.len() > SHORT {
            let mut sorted = items.to_vec();
            sorted.sort_unstable();
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(ProblemError::Twice { item: pair[0] });
            }
        }
        if self.n_items() + self.cells.len() + items.len() > MAX_CELLS {
            return Err(ProblemError::TooLarge);
        }
        self.cells.extend_from_slice(items);
        self.starts.push(self.cells.len() as u32);
        if !self.weights.is_empty() {
            self.weights.push(self.usual);
        }
        if !self.colors.is_empty() {
            self.colors.resize(self.cells.len(), 0);
        }
        Ok(OptionId(self.starts.len() as u32 - 2))
    }

    /// Adds an option with a weight. Options added without one have the [usual](Problem::weighing)
    /// weight: 0, or -1 in a repeated cover. There a weight is the negative of a cost, and the goal
    /// is the least cost.
    ///
    /// # Errors
    ///
    /// Those of [`Problem::push`], and a weight that is not below 0 in a repeated cover.
    ///
    /// ```
    /// use dancing::{ItemId, Problem};
    /// let mut problem = Problem::repeated(2);
    /// let both = problem.push_weighted(&[ItemId(0), ItemId(1)], -7)?;
    /// assert_eq!((problem.total(&[both]), problem.wants_cheapest()), (-7, true));
    /// # Ok::<(), dancing::ProblemError>(())
    /// ```
    pub fn push_weighted(&mut self, items: &[ItemId], weight: i64) -> Result<OptionId, ProblemError> {
        self.allows(Feature::Weights)?;
        if self.wants_fewest() && weight >= 0 {
            return Err(ProblemError::Free);
        }
        let option = self.push(items)?;
        self.priced |= self.wants_fewest() && weight != self.usual;
        // A weight of 0 is kept, so that the problem counts as weighted.
        if weight != self.usual || weight == 0 || !self.weights.is_empty() {
            self.weights.resize(self.n_options(), self.usual);
            self.weights[option.index()] = weight;
        }
        Ok(option)
    }

    /// Adds an option that gives colours to some of its secondary items. Options agree on an item
    /// if they give it the same colour. `colors` has one entry for each of `items`, 0 for none.
    /// Without a weight the option has the usual one.
    /// (TAOCP 7.2.2.1, Algorithm C.)
    pub fn push_colored(
        &mut self,
        items: &[ItemId],
        colors: &[u32],
        weight: impl Into<Option<i64>>,
    ) -> Result<OptionId, ProblemError> {
        if items.len() != colors.len() {
            return Err(ProblemError::Colours { items: items.len(), colors: colors.len() });
        }
        if colors.iter().any(|&color| color > 0) {
            self.allows(Feature::Colours)?;
        }
        let painted = items.iter().zip(colors).find(|(item, color)| self.is_primary(**item) && **color > 0);
        if let Some((&item, _)) = painted {
            return Err(ProblemError::Coloured { item });
        }
        let option = match weight.into() {
            Some(weight) => self.push_weighted(items, weight)?,
            None => self.push(items)?,
        };
        if colors.iter().any(|&color| color > 0) {
            self.colors.resize(self.cells.len(), 0);
            let from = self.starts[option.index()] as usize;
            self.colors[from..].copy_from_slice(colors);
        }
        Ok(option)
    }

    /// Sets how many options of a cover may hold a primary item: `least` to `most` instead of
    /// exactly one. (TAOCP 7.2.2.1, Algorithm M.)
    ///
    /// # Errors
    ///
    /// A repeated cover, a secondary or unknown item, `most` of 0, or `most` below `least`. On an
    /// error the problem is unchanged.
    ///
    /// ```
    /// use dancing::{ItemId, OptionId, Problem};
    /// let mut problem = Problem::new(1, 0);
    /// problem.set_multiplicity(ItemId(0), 2, 3)?;
    /// (0..3).try_for_each(|_| problem.push(&[ItemId(0)]).map(drop))?;
    /// assert!(!problem.is_cover(&[OptionId(1)]));
    /// assert!(problem.is_cover(&[OptionId(0), OptionId(2)]));
    /// # Ok::<(), dancing::ProblemError>(())
    /// ```
    pub fn set_multiplicity(&mut self, item: ItemId, least: u32, most: u32) -> Result<(), ProblemError> {
        self.allows(Feature::Multiplicities)?;
        if !self.is_primary(item) || most == 0 || least > most {
            return Err(ProblemError::Multiplicity { item });
        }
        if self.ranges.is_empty() && (least, most) != (1, 1) {
            self.ranges = vec![(1, 1); self.n_primary()];
            self.class = Class::Multiple;
        }
        if let Some(range) = self.ranges.get_mut(item.index()) {
            *range = (least, most);
        }
        Ok(())
    }

    /// The fewest and the most options of a cover that may hold an item.
    pub fn multiplicity(&self, item: ItemId) -> (u32, u32) {
        match self.is_primary(item) {
            true => self.ranges.get(item.index()).copied().unwrap_or(self.class.facts().range),
            false => (0, 1),
        }
    }

    /// Returns true if options give colours to items.
    #[inline]
    pub fn is_colored(&self) -> bool {
        !self.colors.is_empty()
    }

    /// The colours that an option gives to its items, 0 for none. `None` if the problem has no
    /// colours.
    #[inline]
    pub fn colors_of(&self, option: OptionId) -> Option<&[u32]> {
        self.colors.get(self.starts[option.index()] as usize..self.starts[option.index() + 1] as usize)
    }

    /// The items of an option, each with the colour that the option gives to it, 0 for none.
    #[inline]
    pub fn colored_items_of(&self, option: OptionId) -> impl Iterator<Item = (ItemId, u32)> + '_ {
        let colors = self.colors_of(option);
        self.items_of(option).iter().enumerate().map(move |(k, &item)| (item, colors.map_or(0, |colors| colors[k])))
    }

    /// Returns true if this is an exact cover without colours and multiplicities.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.class == Class::Exact && !self.is_colored()
    }

    /// The subproblem of an exact cover after `taken` is chosen, without weights and symmetries.
    /// Items and options keep their order. An item that has its colour is not part of it, and
    /// options of that colour are. The second value maps each option of the subproblem to the
    /// option of this problem.
    ///
    /// # Panics
    ///
    /// If items have [multiplicities](Class::Multiple) or are covered repeatedly.
    #[inline]
    pub fn below(&self, taken: OptionId) -> (Problem, Vec<OptionId>) {
        self.below_all(&[taken])
    }

    /// The subproblem [below](Problem::below) several options, which must go together.
    ///
    /// # Panics
    ///
    /// If they do not, or the class is not [`Class::Exact`].
    pub fn below_all(&self, taken: &[OptionId]) -> (Problem, Vec<OptionId>) {
        assert!(self.class == Class::Exact, "what is left below an option is a problem of its own in an exact cover");
        // By item: the colour that it has, 0 if it is covered without one.
        let mut covered = vec![None; self.n_items()];
        for (item, color) in taken.iter().flat_map(|&option| self.colored_items_of(option)) {
            let before = covered[item.index()].replace(color);
            let agree = before.is_none_or(|before| before > 0 && before == color);
            assert!(agree, "options on a path share no item, unless they agree on its colour");
        }
        let mut number = vec![None; self.n_items()];
        let open = (0..self.n_items()).filter(|&item| covered[item].is_none());
        open.zip(0..).for_each(|(item, new)| number[item] = Some(ItemId(new)));
        let (primary, secondary) = number.split_at(self.n_primary());
        let n_open = |items: &[Option<ItemId>]| items.iter().flatten().count() as u32;
        let mut rest = Problem::new(n_open(primary), n_open(secondary));
        let mut kept = Vec::new();
        for option in self.options() {
            let remains = self
                .colored_items_of(option)
                .all(|(item, color)| covered[item.index()].is_none_or(|covered| covered > 0 && covered == color));
            if !remains {
                continue;
            }
            for (item, color) in self.colored_items_of(option) {
                if let Some(number) = number[item.index()] {
                    rest.cells.push(number);
                    rest.colors.extend(self.is_colored().then_some(color));
                }
            }
            // An option whose items all have their colours holds no primary item, and is never
            // chosen.
            if rest.cells.len() as u32 > rest.starts[kept.len()] {
                rest.starts.push(rest.cells.len() as u32);
                kept.push(option);
            }
        }
        if rest.colors.iter().all(|&color| color == 0) {
            rest.colors.clear();
        }
        (rest, kept)
    }

    /// Returns true if an option holds a primary item. The search chooses options only for primary
    /// items, so it never chooses any other.
    #[inline]
    pub fn is_useful(&self, option: OptionId) -> bool {
        self.items_of(option).iter().any(|&item| self.is_primary(item))
    }

    /// Returns (starts, items): the items of option o are `items[starts[o]..starts[o + 1]]`.
    #[inline]
    pub fn packed(&self) -> (&[u32], &[ItemId]) {
        (&self.starts, &self.cells)
    }

    /// The number of items, primary and secondary.
    #[inline]
    pub fn n_items(&self) -> usize {
        self.items as usize
    }

    /// The number of primary items, which come first.
    #[inline]
    pub fn n_primary(&self) -> usize {
        self.primary as usize
    }

    /// The number of options.
    #[inline]
    pub fn n_options(&self) -> usize {
        self.starts.len() - 1
    }

    /// The total number of items in all options: the ones of the 0/1 matrix.
    #[inline]
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// Returns true if an item is primary: covered exactly once, unless the class of the problem or
    /// a multiplicity allows more. Secondary items are covered at most once.
    #[inline]
    pub fn is_primary(&self, item: ItemId) -> bool {
        item.0 < self.primary
    }

    /// The items of an option, in the order in which they were given.
    #[inline]
    pub fn items_of(&self, option: OptionId) -> &[ItemId] {
        &self.cells[self.starts[option.index()] as usize..self.starts[option.index() + 1] as usize]
    }

    /// All options, in their order.
    #[inline]
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + use<> {
        (0..self.n_options() as u32).map(OptionId)
    }

    /// Returns true if options have weights, so that [`Goal::Best`](super::Goal::Best) can compare
    /// scores.
    #[inline]
    pub fn is_weighted(&self) -> bool {
        !self.weights.is_empty() || self.usual != 0
    }

    /// The weight of an option. Without weights it is 0, and -1 in a repeated cover; see
    /// [`Problem::weighing`].
    #[inline]
    pub fn weight(&self, option: OptionId) -> i64 {
        self.weights.get(option.index()).copied().unwrap_or(self.usual)
    }

    /// The total weight of some options.
    #[inline]
    pub fn total(&self, options: &[OptionId]) -> i64 {
        options.iter().map(|&option| self.weight(option)).sum()
    }

    /// Returns true if these options cover every primary item as often as allowed, and every
    /// secondary item at most once unless all its options give it the same colour. With
    /// multiplicities no option may occur twice. The test only counts and uses no links, so it can
    /// check the answer of every engine.
    pub fn is_cover(&self, options: &[OptionId]) -> bool {
        let mut covered = vec![0u32; self.n_items()];
        let is_once = || {
            let mut sorted = options.to_vec();
            sorted.sort_unstable();
            sorted.windows(2).all(|pair| pair[0] != pair[1])
        };
        if self.class.facts().ranges && !is_once() {
            return false;
        }
        // By item: the colour given to it last.
        let mut given = vec![0u32; if self.is_colored() { self.n_items() } else { 0 }];
        for &option in options {
            if option.index() >= self.n_options() {
                return false;
            }
            for (k, &item) in self.items_of(option).iter().enumerate() {
                if let Some(given) = given.get_mut(item.index()) {
                    let color = self.colors_of(option).map_or(0, |colors| colors[k]);
                    if color > 0 && core::mem::replace(given, color) == color {
                        continue;
                    }
                }
                covered[item.index()] = covered[item.index()].saturating_add(1);
            }
        }
        let (primary, secondary) = covered.split_at(self.n_primary());
        // One comparison: below `least`, the difference wraps around to a large number.
        let is_in = |times: u32, (least, most): (u32, u32)| times.wrapping_sub(least) <= most - least;
        let facts = self.class.facts();
        secondary.iter().all(|&times| times <= 1)
            && match facts.ranges {
                true => primary.iter().zip(&self.ranges).all(|(&times, &range)| is_in(times, range)),
                false => primary.iter().all(|&times| is_in(times, facts.range)),
            }
    }
}
