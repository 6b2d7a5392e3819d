//! The known symmetries of a problem, up to which its solutions are counted.

use super::{OptionId, Problem, ProblemError};
use alloc::vec::Vec;

/// The known symmetries, and the options that mean the same.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Symmetries {
    /// One permutation of the options for each symmetry other than the identity.
    images: Vec<Vec<OptionId>>,
    /// By option: the representative of the options that mean the same. Empty if all differ.
    alike: Vec<OptionId>,
}

impl Symmetries {
    /// True if something has an entry for each option, so that no option can follow.
    pub(super) fn are_known(&self) -> bool {
        !(self.images.is_empty() && self.alike.is_empty())
    }
}

impl Problem {
    /// Adds a permutation of the options that maps covers to covers: `images[o]` is the image of
    /// option `o`. Together with the identity, the symmetries must form a group. If several options
    /// mean the same ([`Problem::set_alike`], called before), it is a permutation of their classes,
    /// and an image is one option of its class.
    ///
    /// # Errors
    ///
    /// A list that is not such a permutation. On an error the problem is unchanged. The list is not
    /// compared with the items: a list that maps some cover to something else makes wrong counts up
    /// to symmetry.
    pub fn add_symmetry(&mut self, images: Vec<OptionId>) -> Result<(), ProblemError> {
        let mut is_image = vec![false; self.n_options()];
        if self.is_one_for_each(&images) {
            images.iter().for_each(|&image| is_image[self.representative(image).index()] = true);
        }
        if !self.options().all(|option| is_image[self.representative(option).index()]) {
            return Err(ProblemError::Symmetry);
        }
        self.symmetries.images.push(images);
        Ok(())
    }

    /// Sets which options count as equal when solutions are compared: for each option, the
    /// representative of its class.
    ///
    /// # Errors
    ///
    /// A list that does not name one option for each, or a list after the symmetries. On an error
    /// the problem is unchanged.
    pub fn set_alike(&mut self, alike: Vec<OptionId>) -> Result<(), ProblemError> {
        if self.is_symmetric() {
            return Err(ProblemError::Late);
        }
        if !self.is_one_for_each(&alike) {
            return Err(ProblemError::Alike);
        }
        self.symmetries.alike = alike;
        Ok(())
    }

    /// The option that an option counts as when solutions are compared.
    fn representative(&self, option: OptionId) -> OptionId {
        self.symmetries.alike.get(option.index()).copied().unwrap_or(option)
    }

    fn is_one_for_each(&self, list: &[OptionId]) -> bool {
        list.len() == self.n_options() && list.iter().all(|option| option.index() < self.n_options())
    }

    /// Returns true if a symmetry other than the identity is known.
    #[inline]
    pub fn is_symmetric(&self) -> bool {
        !self.symmetries.images.is_empty()
    }

    /// The known symmetries other than the identity, as permutations of the options. `None` if
    /// several options mean the same ([`Problem::set_alike`]), because an image is then only one
    /// option of its class.
    #[inline]
    pub fn symmetries(&self) -> Option<&[Vec<OptionId>]> {
        let plain = self.symmetries.alike.iter().zip(0..).all(|(option, number)| option.0 == number);
        plain.then_some(&self.symmetries.images)
    }

    /// Returns true if a solution is canonical: no image of it under a symmetry precedes it in the
    /// order of sorted ids. Each class of equivalent solutions has exactly one canonical one.
    pub fn is_canonical(&self, options: &[OptionId]) -> bool {
        let mut sorted: Vec<OptionId> = options.iter().map(|&option| self.representative(option)).collect();
        sorted.sort_unstable();
        self.symmetries.images.iter().all(|images| {
            let image = |option: &OptionId| self.representative(images[option.index()]);
            let mut image: Vec<OptionId> = sorted.iter().map(image).collect();
            image.sort_unstable();
            sorted <= image
        })
    }
}
