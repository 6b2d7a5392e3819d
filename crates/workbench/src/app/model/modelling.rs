//! The model of a puzzle before any search: its items and options in words, and the findings of the
//! lint.

use super::forecasting::Forecasting;
use dancing::{Columns, ItemId, OptionId};
use quadrille_puzzle::{Encoded, Finding, lint};
use std::sync::Arc;

/// A list of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    Items,
    Options,
    Findings,
}

impl List {
    /// All lists, in the order in which they follow each other.
    pub const ALL: [List; 3] = [List::Items, List::Options, List::Findings];

    /// The heading on the screen.
    pub fn title(self) -> &'static str {
        match self {
            List::Items => "Items",
            List::Options => "Options",
            List::Findings => "Findings",
        }
    }
}

/// The part of a list that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// No restriction.
    Everything,
    /// The options of an item.
    Item(ItemId),
    /// The items of an option.
    Option(OptionId),
}

/// The Model screen: the items, the options and the findings of a problem.
#[derive(Clone, Debug)]
pub struct Modelling {
    /// The problem and the names of its parts.
    pub encoded: Arc<Encoded>,
    /// The options of each item.
    pub columns: Columns,
    /// The findings of [`lint`].
    pub findings: Vec<Finding>,
    /// The list that is shown.
    pub list: List,
    /// The text that a listed name contains. Empty to list all.
    pub filter: String,
    /// The part of the list that is shown.
    pub within: Within,
    /// The row of the cursor, among `rows`.
    pub cursor: usize,
    /// The numbers of the items, options or findings that the list shows.
    pub rows: Vec<usize>,
    /// The state of the forecast.
    pub forecast: Forecasting,
}

impl Modelling {
    /// The list of items, from the first one on.
    pub fn new(encoded: Arc<Encoded>) -> Modelling {
        let columns = encoded.problem.columns();
        let findings = lint(&encoded, &mut || true).expect("nothing stops it");
        let mut modelling = Modelling {
            encoded,
            columns,
            findings,
            list: List::Items,
            filter: String::new(),
            within: Within::Everything,
            cursor: 0,
            rows: Vec::new(),
            forecast: Forecasting::Unasked,
        };
        modelling.refresh();
        modelling
    }

    /// Recomputes the rows of the list.
    fn refresh(&mut self) {
        let names = &self.encoded;
        let words: Vec<String> = self.filter.to_lowercase().split_whitespace().map(str::to_string).collect();
        let fits = |text: String| words.is_empty() || words.iter().all(|word| text.to_lowercase().contains(word));
        self.rows = match (self.list, self.within) {
            (List::Items, Within::Option(option)) => {
                names.problem.items_of(option).iter().map(|item| item.index()).collect()
            }
            (List::Options, Within::Item(item)) => self.columns.of(item).iter().map(|o| o.index()).collect(),
            (List::Items, _) => (0..names.problem.n_items()).collect(),
            (List::Options, _) => (0..names.problem.n_options()).collect(),
            (List::Findings, _) => (0..self.findings.len()).collect(),
        };
        if !words.is_empty() {
            let text = |row: usize| match self.list {
                List::Items => {
                    let item = ItemId(row as u32);
                    format!("{} {}", names.item_short(item), names.item_long(item))
                }
                List::Options => {
                    let option = OptionId(row as u32);
                    let items: Vec<String> =
                        names.problem.items_of(option).iter().map(|&item| names.item_short(item)).collect();
                    format!("{} {}", names.option_long(option), items.join(" "))
                }
                List::Findings => {
                    let finding = &self.findings[row];
                    format!("{} {}", finding.title, finding.places.join(" "))
                }
            };
            self.rows.retain(|&row| fits(text(row)));
        }
        self.cursor = self.cursor.min(self.rows.len().saturating_sub(1));
    }

    /// Moves the cursor to a row. A number past the end is the last row.
    pub(crate) fn move_to(&mut self, row: usize) {
        self.cursor = row.min(self.rows.len().saturating_sub(1));
    }

    /// Sets the filter and moves the cursor to the first row.
    pub fn filter(&mut self, text: String) {
        (self.filter, self.cursor) = (text, 0);
        self.refresh();
    }

    /// Shows the next list or the previous one, unfiltered.
    pub fn turn(&mut self, forward: bool) {
        let by = if forward { 1 } else { List::ALL.len() - 1 };
        self.show(List::ALL[(self.list as usize + by) % List::ALL.len()], Within::Everything);
    }

    fn show(&mut self, list: List, within: Within) {
        (self.list, self.within, self.cursor) = (list, within, 0);
        self.filter.clear();
        self.refresh();
    }

    /// Goes from an item to its options, or from an option to its items.
    pub fn enter(&mut self) {
        let Some(&row) = self.rows.get(self.cursor) else { return };
        match self.list {
            List::Items => self.show(List::Options, Within::Item(ItemId(row as u32))),
            List::Options => self.show(List::Items, Within::Option(OptionId(row as u32))),
            List::Findings => {}
        }
    }

    /// Returns true if the lists are short enough to be filtered while words are typed.
    pub(in crate::app) fn is_quick(&self) -> bool {
        const MOST: usize = 20_000;
        self.encoded.problem.n_cells() <= MOST
    }

    /// Shows all findings.
    pub(in crate::app) fn show_findings(&mut self) {
        self.filter.clear();
        self.show(List::Findings, Within::Everything);
    }

    /// Removes the filter or, without a filter, the restriction to one item or option. Returns
    /// `false` if there is neither.
    pub(crate) fn widen(&mut self) -> bool {
        if !self.filter.is_empty() {
            self.filter.clear();
            self.refresh();
            return true;
        }
        if self.forecast != Forecasting::Unasked {
            self.forecast = Forecasting::Unasked;
            return true;
        }
        let from = match self.within {
            Within::Everything => return false,
            Within::Item(item) => (List::Items, item.index()),
            Within::Option(option) => (List::Options, option.index()),
        };
        self.show(from.0, Within::Everything);
        self.cursor = self.rows.iter().position(|&row| row == from.1).unwrap_or(0);
        true
    }
}
