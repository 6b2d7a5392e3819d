//! Exact covers (TAOCP 7.2.2.1, Algorithms X and C): every primary item is covered once.

use super::{Counts, ItemEffect, Moves};
use crate::ItemId;
use crate::links::Links;
use crate::nodes::Word;

/// The links are the whole state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exact;

impl Counts for Exact {
    fn effect(&self, _item: ItemId, _times: u32) -> ItemEffect {
        ItemEffect::Cover
    }
}

impl<W: Word> Moves<W> for Exact {
    #[inline(always)]
    fn commit(&mut self, links: &mut Links<W>, item: ItemId) -> Option<u64> {
        Some(links.cover(item))
    }

    #[inline(always)]
    fn uncommit(&mut self, links: &mut Links<W>, item: ItemId) -> Option<u64> {
        Some(links.uncover(item))
    }
}
