//! One search after another in the same tables: each thread keeps the last search that it is done
//! with, and its next search is made of that.
//!
//! The tables of a small search are long and mostly unused. To make new ones costs as much as the
//! whole search of an easy puzzle, in page faults and cleared memory.

use dancing::{Policy, Problem, Search};
use std::cell::Cell;
use std::ops::{Deref, DerefMut};

thread_local! {
    /// The search that this thread has given back last.
    static SPARE: Cell<Option<Search>> = const { Cell::new(None) };
}

/// A search whose tables go to the next one of its thread when it is dropped.
pub(crate) struct Lent(
    /// Empty only once the search is [kept](Lent::keep).
    Option<Search>,
);

impl Lent {
    /// A search at the root of a problem.
    pub(crate) fn new(problem: &Problem, policy: Policy) -> Lent {
        let search = match SPARE.take() {
            Some(mut search) => {
                search.renew(problem, policy);
                search
            }
            None => Search::new(problem, policy),
        };
        Lent(Some(search))
    }

    /// The search, whose tables are not given back.
    pub(crate) fn keep(mut self) -> Search {
        self.0.take().expect("a search is kept once")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        // Wide tables are as long as their problem, which may be huge.
        if let Some(search @ Search::Narrow(_)) = self.0.take() {
            SPARE.set(Some(search));
        }
    }
}

impl Deref for Lent {
    type Target = Search;

    fn deref(&self) -> &Search {
        self.0.as_ref().expect("a search is kept last")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut Search {
        self.0.as_mut().expect("a search is kept last")
    }
}
