//! Parts of a problem that no option joins.

use super::{ItemId, OptionId, Problem};
use alloc::vec::Vec;
use core::cmp::Reverse;

impl Problem {
    /// The connected components of the items, largest first. Options connect their items. Items in
    /// no option are left out, and so are components without a primary item, in which nothing is
    /// chosen. `go_on` is called for each 1024 options; if it returns false, the result is `None`.
    ///
    /// # Examples
    ///
    /// ```
    /// use dancing::{ItemId, Problem};
    /// let mut problem = Problem::new(4, 0);
    /// for items in [[0, 2], [1, 3]] {
    ///     problem.push(&items.map(ItemId))?;
    /// }
    /// let parts = problem.components(&mut || true).unwrap();
    /// assert_eq!(parts, [[ItemId(0), ItemId(2)], [ItemId(1), ItemId(3)]]);
    /// # Ok::<(), dancing::ProblemError>(())
    /// ```
    pub fn components(&self, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Vec<ItemId>>> {
        fn root(parent: &mut [u32], mut at: u32) -> u32 {
            while parent[at as usize] != at {
                parent[at as usize] = parent[parent[at as usize] as usize];
                at = parent[at as usize];
            }
            at
        }
        let mut parent: Vec<u32> = (0..self.n_items() as u32).collect();
        let mut used = vec![false; self.n_items()];
        let mut sets = self.n_items();
        for option in self.options() {
            if option.index() % 1024 == 1023 && !go_on() {
                return None;
            }
            let items = self.items_of(option);
            for item in items {
                used[item.index()] = true;
                let (one, other) = (root(&mut parent, items[0].0), root(&mut parent, item.0));
                parent[one.max(other) as usize] = one.min(other);
                sets -= usize::from(one != other);
            }
            if sets == 1 {
                // All items are joined, most often long before the last option.
                used.fill(true);
                break;
            }
        }
        // A root is the first item of its component.
        let mut number = vec![usize::MAX; self.n_items()];
        let mut parts: Vec<Vec<ItemId>> = Vec::new();
        for item in (0..self.n_items() as u32).filter(|&item| used[item as usize]) {
            let root = root(&mut parent, item);
            if root == item {
                number[root as usize] = parts.len();
                parts.push(Vec::new());
            }
            parts[number[root as usize]].push(ItemId(item));
        }
        parts.retain(|part| self.is_primary(part[0]));
        parts.sort_by_key(|part| (Reverse(part.len()), part[0]));
        Some(parts)
    }

    /// The parts of the problem with these items each, in their order: primary items come first. An
    /// option belongs to the part of its items. Symmetries are left out. The second value maps each
    /// option of a part to the option of this problem.
    ///
    /// # Panics
    ///
    /// If an option holds items of two parts, or of a part and others.
    pub fn parts(&self, all: &[Vec<ItemId>]) -> Vec<(Problem, Vec<OptionId>)> {
        // By item: its part, and its number there.
        let mut place = vec![None; self.n_items()];
        let mut parts: Vec<(Problem, Vec<OptionId>)> = Vec::with_capacity(all.len());
        for items in all {
            for (&item, number) in items.iter().zip(0..) {
                place[item.index()] = Some((parts.len(), ItemId(number)));
            }
            let primary = items.iter().filter(|&&item| self.is_primary(item)).count() as u32;
            let mut part = match self.wants_fewest() {
                true => Problem::repeated(primary),
                false => Problem::new(primary, items.len() as u32 - primary),
            }
            .weighing(self.usual_weight());
            for (number, &item) in (0..primary).zip(items).filter(|_| self.class().facts().ranges) {
                let (least, most) = self.multiplicity(item);
                part.set_multiplicity(ItemId(number), least, most).expect("it was allowed before");
            }
            parts.push((part, Vec::new()));
        }
        for option in self.options() {
            let Some((at, _)) = place[self.items_of(option)[0].index()] else { continue };
            let number = |item: ItemId| match place[item.index()] {
                Some((part, number)) if part == at => number,
                _ => panic!("option {} is in two parts", option.0),
            };
            let (items, colors): (Vec<ItemId>, Vec<u32>) =
                self.colored_items_of(option).map(|(item, color)| (number(item), color)).unzip();
            let (part, names) = &mut parts[at];
            let pushed = match (self.is_colored(), self.is_weighted()) {
                (true, _) => part.push_colored(&items, &colors, self.is_weighted().then(|| self.weight(option))),
                (false, true) => part.push_weighted(&items, self.weight(option)),
                (false, false) => part.push(&items),
            };
            pushed.expect("it was allowed before");
            names.push(option);
        }
        parts
    }
}
