//! The options of a listing, packed: a million of them take the bytes of their items and names, and
//! little more.

use std::fmt;
use std::ops::{Index, Range};

/// An option and the items that it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedOption {
    /// The option's name. An unnamed option is called by its items.
    pub name: Option<Box<str>>,
    /// Positions in the listing's items, in the order of the file, all different. Never empty.
    pub items: Vec<u32>,
}

impl ListedOption {
    /// A named option. Its items are put in ascending order, each once.
    pub fn named(name: String, mut items: Vec<u32>) -> ListedOption {
        items.sort_unstable();
        items.dedup();
        ListedOption { name: Some(name.into()), items }
    }
}

/// An option where it is packed: its name, if it has one, and its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionView<'a> {
    pub name: Option<&'a str>,
    pub items: &'a [u32],
}

impl OptionView<'_> {
    /// A copy of its own.
    pub fn to_owned(self) -> ListedOption {
        ListedOption { name: self.name.map(Into::into), items: self.items.to_vec() }
    }
}

/// Options in a row: the items of all of them are one array, and so are their names. `options[k]`
/// are the items of option k.
///
/// # Examples
///
/// ```
/// use quadrille_puzzle::Options;
/// let mut options = Options::default();
/// options.add(None, &[0, 2]);
/// options.add(Some("both"), &[0, 1]);
/// assert_eq!((options.len(), &options[1]), (2, &[0, 1][..]));
/// assert_eq!((options.name(0), options.name(1)), (None, Some("both")));
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// By option: where its items end. They begin where those before it end.
    ends: Vec<u32>,
    items: Vec<u32>,
    /// By option: where its name ends, which is where it begins if the option has none. Empty if no
    /// option has a name.
    name_ends: Vec<u32>,
    names: String,
}

impl Options {
    /// The number of options.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there is no option.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of items of all options together.
    pub fn n_cells(&self) -> usize {
        self.items.len()
    }

    /// The range of the items of an option among those of all options.
    pub(super) fn span(&self, option: usize) -> Range<usize> {
        part(&self.ends, option)
    }

    /// The items of all options, one option after the other.
    pub fn cells(&self) -> &[u32] {
        &self.items
    }

    /// The name of an option, if it has one.
    pub fn name(&self, option: usize) -> Option<&str> {
        let named = option < self.name_ends.len();
        named.then(|| &self.names[part(&self.name_ends, option)]).filter(|name| !name.is_empty())
    }

    /// An option; `None` if there is none of this number.
    pub fn get(&self, option: usize) -> Option<OptionView<'_>> {
        (option < self.len()).then(|| OptionView { name: self.name(option), items: &self[option] })
    }

    /// The options in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = OptionView<'_>> + DoubleEndedIterator + Clone {
        (0..self.len()).map(|option| OptionView { name: self.name(option), items: &self[option] })
    }

    /// Adds an option. An empty name is none.
    ///
    /// # Panics
    ///
    /// If the options hold more than 4,000,000,000 items or bytes of names.
    pub fn add(&mut self, name: Option<&str>, items: &[u32]) {
        self.items.extend_from_slice(items);
        self.end_option(name);
    }

    /// Adds an option that an owned value describes.
    pub fn push(&mut self, option: ListedOption) {
        self.add(option.name.as_deref(), &option.items);
    }

    /// Ends an option whose items are added to `items` already.
    fn end_option(&mut self, name: Option<&str>) {
        let end = |len: usize| u32::try_from(len).expect("a listing's options take less than 4 GB");
        let name = name.filter(|name| !name.is_empty());
        if let Some(name) = name {
            self.name_ends.resize(self.ends.len(), end(self.names.len()));
            self.names.push_str(name);
        }
        self.ends.push(end(self.items.len()));
        if name.is_some() || !self.name_ends.is_empty() {
            self.name_ends.push(end(self.names.len()));
        }
    }

    /// The options for which `keeps` is true, by number.
    pub(super) fn kept(&self, keeps: impl Fn(usize) -> bool) -> Options {
        let mut left = Options::default();
        for (_, own) in self.iter().enumerate().filter(|(option, _)| keeps(*option)) {
            left.add(own.name, own.items);
        }
        left
    }

    /// The same options with other items in place of their own: `image[item]` for each.
    pub(super) fn mapped(&self, image: &[u32]) -> Options {
        let items = self.items.iter().map(|&item| image[item as usize]).collect();
        let (ends, name_ends, names) = (self.ends.clone(), self.name_ends.clone(), self.names.clone());
        Options { ends, items, name_ends, names }
    }

    /// Gives memory back that was reserved for further options.
    pub(super) fn shrink(&mut self) {
        self.ends.shrink_to_fit();
        self.items.shrink_to_fit();
        self.name_ends.shrink_to_fit();
        self.names.shrink_to_fit();
    }
}

/// The part of a packed array that belongs to one of its owners.
fn part(ends: &[u32], at: usize) -> Range<usize> {
    let start = at.checked_sub(1).map_or(0, |before| ends[before] as usize);
    start..ends[at] as usize
}

impl Index<usize> for Options {
    type Output = [u32];

    /// The items of an option.
    fn index(&self, option: usize) -> &[u32] {
        &self.items[self.span(option)]
    }
}

impl FromIterator<ListedOption> for Options {
    fn from_iter<I: IntoIterator<Item = ListedOption>>(all: I) -> Options {
        let mut options = Options::default();
        all.into_iter().for_each(|option| options.push(option));
        options
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
