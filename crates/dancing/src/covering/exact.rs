//! Exact covers (TAOCP 7.2.2.1, Algorithms X and C): every primary item is covered once.

use super::{ItemEffect, Moves};
use crate::links::Observer;
use crate::nodes::Word;
use crate::{ClassFacts, Feature, ItemId};

pub(super) const FACTS: ClassFacts = ClassFacts {
    name: "an exact cover",
    features: &Feature::ALL,
    range: (1, 1),
    ranges: false,
    fewest: false,
    counts: false,
    hides_others: true,
    hides_tried: false,
};

/// The links are the whole state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exact;

impl Moves for Exact {
    #[inline(always)]
    fn rise<W: Word>(&mut self, _item: ItemId, _observer: &mut impl Observer<W>) -> ItemEffect {
        ItemEffect::Cover
    }

    #[inline(always)]
    fn fall<W: Word>(&mut self, _item: ItemId, _observer: &mut impl Observer<W>) -> ItemEffect {
        ItemEffect::Cover
    }
}
