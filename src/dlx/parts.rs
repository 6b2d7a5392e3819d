//! Parts of a problem that no option joins.

use super::{ItemId, OptionId, Problem};
use std::cmp::Reverse;

impl Problem {
    /// The connected components of the items, largest first. Options connect their items. Items in
    /// no option are left out, and so are components without a primary item, in which nothing is
    /// chosen. `go_on` is called for each 1024 options; if it returns false, the result is `None`.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille::dlx::{ItemId, Problem};
    /// let mut problem = Problem::new(4, 0);
    /// for items in [[0, 2], [1, 3]] {
    ///     problem.push(&items.map(ItemId))?;
    /// }
    /// let parts = problem.components(&mut || true).unwrap();
    /// assert_eq!(parts, [[ItemId(0), ItemId(2)], [ItemId(1), ItemId(3)]]);
    /// # Ok::<(), quadrille::dlx::ProblemError>(())
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
        for option in self.options() {
            if option.index().is_multiple_of(1024) && !go_on() {
                return None;
            }
            let items = self.items_of(option);
            for item in items {
                used[item.index()] = true;
                let (one, other) = (root(&mut parent, items[0].0), root(&mut parent, item.0));
                parent[one.max(other) as usize] = one.min(other);
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

    /// The part of the problem with these items, in their order, and the options that hold one of
    /// them; without symmetries. The primary items come first. The second value maps each option of
    /// the part to the option of this problem.
    ///
    /// # Panics
    ///
    /// If an option holds some of the items and others too.
    pub fn part(&self, items: &[ItemId]) -> (Problem, Vec<OptionId>) {
        let mut number = vec![None; self.n_items()];
        items.iter().zip(0..).for_each(|(item, new)| number[item.index()] = Some(ItemId(new)));
        let primary = items.iter().filter(|&&item| self.is_primary(item)).count() as u32;
        let mut part = match self.wants_fewest() {
            true => Problem::repeated(primary),
            false => Problem::new(primary, items.len() as u32 - primary),
        };
        for (new, &item) in (0..primary).zip(items) {
            let (least, most) = self.multiplicity(item);
            if self.class().facts().ranges {
                part.set_multiplicity(ItemId(new), least, most).expect("it was allowed before");
            }
        }
        let mut kept = Vec::new();
        for option in self.options() {
            if number[self.items_of(option)[0].index()].is_none() {
                continue;
            }
            let cells = self.colored_items_of(option);
            let (items, colors): (Vec<ItemId>, Vec<u32>) =
                cells.map(|(item, color)| (number[item.index()].expect("an option is in one part"), color)).unzip();
            let pushed = match (self.is_colored(), self.is_weighted()) {
                (true, _) => part.push_colored(&items, &colors, self.weight(option)),
                (false, true) => part.push_weighted(&items, self.weight(option)),
                (false, false) => part.push(&items),
            };
            pushed.expect("it was allowed before");
            kept.push(option);
        }
        (part, kept)
    }
}
