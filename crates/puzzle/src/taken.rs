//! Options of a listing that were taken by hand: a queen placed, a piece laid, a set bought. The
//! rest is again a listing, with fewer options, so other code needs no special case.
//!
//! In an exact cover, one primary item of the taken option loses its other options. In a repeated
//! cover, one item is removed from all other options, so that only the taken option covers it. With
//! multiplicities, this works only for options with an item that exactly one option covers.

use super::listing::{Board, Colors, Listing, Matches, Picture, Tickets};
use super::options::Options;
use std::sync::Arc;

/// A listing before any option was taken, and the options taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The listing as it was read.
    pub whole: Arc<Listing>,
    /// Options of `whole`, in ascending order.
    pub options: Vec<u32>,
    /// By option that is left: its index in `whole`.
    pub left: Vec<u32>,
}

/// The reason why an option, here by its name, cannot be taken by hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TakeError {
    /// Two options cover the same item.
    #[error("{one} and {two} both cover {item}")]
    Clash { one: String, two: String, item: String },
    /// The option covers secondary items only.
    #[error("{0} has no primary item: it is never chosen")]
    NoPrimary(String),
    /// The option has no item that exactly one option may cover.
    #[error("{0} has no item that just one option covers: it cannot be taken by hand")]
    NoSingle(String),
    /// The option adds nothing to a repeated cover.
    #[error("{0} covers nothing that the others taken do not cover")]
    CoversNothing(String),
}

impl Listing {
    /// The options taken by hand, by their indices in the whole listing.
    pub fn taken(&self) -> &[u32] {
        self.by_hand.as_ref().map_or(&[], |taken| &taken.options)
    }

    /// The listing with all its options, including those that the taken ones removed.
    pub fn whole(self: &Arc<Listing>) -> &Arc<Listing> {
        self.by_hand.as_ref().map_or(self, |taken| &taken.whole)
    }

    /// The listing that is left after some options of a whole listing are taken. `Err` says which
    /// option cannot be taken, and why.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// let text = "a b c\na\nb c\na b\nc\n";
    /// let whole = quadrille_puzzle::load(text, Some("knuth")).unwrap().puzzles.remove(0);
    /// let whole = Arc::new(whole.shape.listing().unwrap().clone());
    /// // With `a` taken, no other option of item a is left.
    /// let left = whole.taking(&[0]).unwrap();
    /// assert_eq!((left.options.len(), left.placed.as_slice()), (3, &[0][..]));
    /// let refused = whole.taking(&[0, 2]).unwrap_err();
    /// assert_eq!(refused.to_string(), "a and a b both cover a");
    /// ```
    pub fn taking(self: &Arc<Listing>, options: &[u32]) -> Result<Listing, TakeError> {
        debug_assert!(self.by_hand.is_none(), "options are taken of a whole listing");
        let mut options = options.to_vec();
        options.sort_unstable();
        if options.is_empty() {
            return Ok(Listing::clone(self));
        }
        let (mut left, dropped) =
            if self.repeated { self.taking_repeated(&options)? } else { self.taking_exact(&options)? };
        let kept = (0..self.options.len() as u32).filter(|&option| !dropped[option as usize]).collect();
        left.by_hand = Some(Taken { whole: Arc::clone(self), options, left: kept });
        Ok(left)
    }

    /// The number of an option, counted from 1, in the listing before any option was taken.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// let text = "a b c\na\nb c\na b\nc\n";
    /// let whole = quadrille_puzzle::load(text, Some("knuth")).unwrap().puzzles.remove(0);
    /// let whole = Arc::new(whole.shape.listing().unwrap().clone());
    /// // With `a` taken, `a b` is left out.
    /// let left = whole.taking(&[0]).unwrap();
    /// assert_eq!((left.option_name(2), left.number(2)), ("c".to_string(), 4));
    /// ```
    pub fn number(&self, option: usize) -> usize {
        match self.rows.get(option) {
            Some(&row) => row as usize,
            None => self.by_hand.as_ref().map_or(option, |taken| taken.left[option] as usize) + 1,
        }
    }

    /// The number of options in the file, with those that are left out.
    pub fn n_listed(&self) -> usize {
        self.options.len() + self.left_out.len()
    }

    /// By option of the whole listing: true if it can be taken beside those that are taken, which
    /// count as false themselves. Empty if none is taken.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// let text = "a b c\na\nb c\na b\nc\n";
    /// let whole = quadrille_puzzle::load(text, Some("knuth")).unwrap().puzzles.remove(0);
    /// let whole = Arc::new(whole.shape.listing().unwrap().clone());
    /// assert_eq!(whole.taking(&[0]).unwrap().free(), [false, true, false, true]);
    /// ```
    pub fn free(&self) -> Vec<bool> {
        let Some(Taken { whole, options, .. }) = &self.by_hand else { return Vec::new() };
        // How often each item is covered, and the colour that it has, if any.
        let mut covered = vec![(0, None); whole.items.len()];
        for &option in options {
            for (k, &item) in whole.options[option as usize].iter().enumerate() {
                let cover = &mut covered[item as usize];
                *cover = (cover.0 + 1, whole.color_name(option as usize, k));
            }
        }
        let fits = |option: usize| {
            let mut items = whole.options[option].iter().enumerate();
            if whole.repeated {
                return items.any(|(_, &item)| covered[item as usize].0 == 0);
            }
            items.all(|(k, &item)| {
                let (times, color) = covered[item as usize];
                let most = whole.range(item as usize).map_or(1, |(_, most)| most);
                times < most || color.is_some() && color == whole.color_name(option, k)
            })
        };
        let mut free: Vec<bool> = (0..whole.options.len()).map(fits).collect();
        options.iter().for_each(|&option| free[option as usize] = false);
        // A copy of a piece fits if any of its copies does.
        for option in 0..whole.alike.len() {
            free[whole.alike[option] as usize] |= free[option];
        }
        for option in 0..whole.alike.len() {
            free[option] = free[whole.alike[option] as usize];
        }
        options.iter().for_each(|&option| free[option as usize] = false);
        free
    }

    /// Two taken options that no exact cover can both hold, in words; `None` if there are none. If
    /// there are any, there is no solution.
    pub fn clash(&self) -> Option<String> {
        let taken = self.by_hand.as_ref().filter(|_| !self.repeated)?;
        let pair = |at: usize| taken.whole.meeting(taken.options[at], &taken.options[..at]);
        (1..taken.options.len()).find_map(pair)
    }

    /// The first conflict of an option with one of the others, in words. Copies of a piece that lie
    /// on the same cells are interchangeable: there is no conflict if any two of them fit together.
    fn meeting(&self, option: u32, others: &[u32]) -> Option<String> {
        let items = |option: u32| &self.options[option as usize];
        // Options that give an item the same colour may share it.
        let color = |option: u32, item: u32| {
            let k = items(option).iter().position(|&other| other == item)?;
            self.color_name(option as usize, k)
        };
        let shared = |one: u32, two: u32| {
            let parted = |item: &u32| {
                let several = self.range(*item as usize).is_some_and(|(_, most)| most > 1);
                !several && (color(one, *item).is_none() || color(one, *item) != color(two, *item))
            };
            items(two).iter().find(|item| items(one).contains(item) && parted(item))
        };
        others.iter().find_map(|&other| {
            let (one, two) = (self.same_as(other), self.same_as(option));
            let apart = |one: &u32| two.iter().any(|&two| shared(*one, two).is_none());
            let item = *shared(other, option).filter(|_| !one.iter().any(apart))?;
            let (one, two) = (self.option_name(other as usize), self.option_name(option as usize));
            Some(format!("{one} and {two} both cover {}", self.items[item as usize]))
        })
    }

    /// The listing that is left, and by option of the whole listing `true` if it is dropped.
    fn taking_exact(&self, options: &[u32]) -> Result<(Listing, Vec<bool>), TakeError> {
        let mut dropped = vec![false; self.options.len()];
        for &option in options {
            let same = self.same_as(option);
            let holds = |other: usize, item: u32| self.options[other].contains(&item);
            let all_hold = |item: &&u32| same.iter().all(|&other| holds(other as usize, **item));
            let primary = |item: &&u32| (**item as usize) < self.primary && self.range(**item as usize).is_none();
            let mut items = self.options[option as usize].iter().filter(primary);
            let anchor = items.clone().find(all_hold).or(items.next());
            let Some(&anchor) = anchor else {
                let name = self.option_name(option as usize);
                return Err(match self.ranges.is_empty() {
                    true => TakeError::NoPrimary(name),
                    false => TakeError::NoSingle(name),
                });
            };
            for other in (0..self.options.len() as u32).filter(|&other| holds(other as usize, anchor)) {
                if other != option && options.contains(&other) {
                    let (one, two) = (option.min(other), option.max(other));
                    let (one, two) = (self.option_name(one as usize), self.option_name(two as usize));
                    return Err(TakeError::Clash { one, two, item: self.items[anchor as usize].to_string() });
                }
                dropped[other as usize] |= !same.contains(&other);
            }
        }
        Ok((self.with_options(&self.options, &dropped, options), dropped))
    }

    /// The options that mean the same as one, itself included: copies of a piece on the same cells.
    fn same_as(&self, option: u32) -> Vec<u32> {
        match self.alike.get(option as usize) {
            Some(first) => (0..self.alike.len() as u32).filter(|&other| self.alike[other as usize] == *first).collect(),
            None => vec![option],
        }
    }

    /// Like [`Listing::taking_exact`], for a repeated cover.
    fn taking_repeated(&self, options: &[u32]) -> Result<(Listing, Vec<bool>), TakeError> {
        // The item that only this taken option covers from now on, and the option.
        let mut anchors: Vec<(u32, u32)> = Vec::with_capacity(options.len());
        for &option in options {
            let is_alone = |item: &&u32| {
                let among = |other: &&u32| self.options[**other as usize].contains(item);
                (**item as usize) < self.primary && options.iter().filter(among).count() == 1
            };
            let Some(&anchor) = self.options[option as usize].iter().find(is_alone) else {
                return Err(TakeError::CoversNothing(self.option_name(option as usize)));
            };
            anchors.push((anchor, option));
        }
        let (mut left, mut dropped) = (Options::default(), Vec::with_capacity(self.options.len()));
        let mut kept: Vec<u32> = Vec::new();
        for (other, own) in (0..).zip(self.options.iter()) {
            let stays = |item: &u32| anchors.iter().all(|&(anchor, of)| anchor != *item || of == other);
            kept.clear();
            kept.extend(own.items.iter().filter(|item| stays(item)));
            // An unnamed option is called by its items. It keeps that name when it loses an item.
            let lost = own.name.is_none() && kept.len() < own.items.len();
            let name = lost.then(|| self.option_name(other as usize));
            left.add(own.name.or(name.as_deref()), &kept);
            dropped.push(kept.is_empty());
        }
        Ok((self.with_options(&left, &dropped, options), dropped))
    }

    /// The listing with other options in place of its own, without the dropped ones. `placed` are
    /// indices before dropping. The result keeps no symmetries.
    fn with_options(&self, options: &Options, dropped: &[bool], placed: &[u32]) -> Listing {
        let number = |option: u32| dropped[..option as usize].iter().filter(|dropped| !**dropped).count() as u32;
        let picture = self.picture.as_ref().map(|picture| match picture {
            Picture::Board(board) => {
                let (holes, ground) = (board.holes.clone(), board.ground.clone());
                Picture::Board(Board { marks: kept(&board.marks, dropped), holes, ground, ..*board })
            }
            Picture::Matches(matches) => Picture::Matches(Matches {
                matches: kept(&matches.matches, dropped),
                missing: matches.missing.clone(),
                ..*matches
            }),
            Picture::Tickets(tickets) => {
                Picture::Tickets(Tickets { tickets: kept(&tickets.tickets, dropped), ..*tickets })
            }
        });
        let left =
            (0..self.options.len()).filter(|&option| !dropped[option]).flat_map(|option| self.options.span(option));
        Listing {
            items: self.items.clone(),
            primary: self.primary,
            options: options.kept(|option| !dropped[option]),
            rows: kept(&self.rows, dropped),
            colors: self
                .colors
                .as_ref()
                .map(|Colors { names, of }| Colors { names: names.clone(), of: left.map(|cell| of[cell]).collect() }),
            costs: kept(&self.costs, dropped),
            ranges: self.ranges.clone(),
            left_out: self.left_out.clone(),
            misfit: self.misfit.clone(),
            repeated: self.repeated,
            goal: self.goal,
            voice: self.voice,
            source: self.source.clone(),
            placed: placed.iter().map(|&option| number(option)).collect(),
            by_hand: None,
            picture,
            symmetries: Vec::new(),
            alike: Vec::new(),
        }
    }
}

fn kept<T: Clone>(all: &[T], dropped: &[bool]) -> Vec<T> {
    all.iter().zip(dropped).filter(|(_, dropped)| !**dropped).map(|(value, _)| value.clone()).collect()
}
