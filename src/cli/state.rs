//! Opens the search of one puzzle at an address: the first puzzle of the file, or the one asked
//! for.

use super::args::SearchState;
use super::code;
use super::input::Searchable;
use crate::dlx::ParseAddressError;
use crate::dlx::Policy;
use crate::puzzle::Encoded;
use crate::solve::{Site, Stepper};

impl SearchState {
    /// A stepper at the address, and the names of its problem. On `Err`, which is the exit code,
    /// the error has been printed.
    pub fn open(&self) -> Result<(Stepper, Encoded), u8> {
        let Searchable { names, .. } = self.puzzle.load().map_err(|error| {
            say!("{error}");
            code::UNUSABLE
        })?;
        let policy = Policy { rule: self.rule, best: self.best, ..Policy::default() };
        let mut stepper = Stepper::new(&names.problem, policy);
        if let Some(text) = &self.at {
            let site: Site = text.parse().map_err(|error: ParseAddressError| {
                say!("error: --at {text}: {error}");
                code::UNUSABLE
            })?;
            stepper.go_to(&site).map_err(|astray| {
                say!("error: --at {text} leads nowhere: {astray}");
                code::UNUSABLE
            })?;
            if stepper.site().links != site.links {
                say!("error: --at {text} leads nowhere: the step after {} has fewer links", site.address);
                return Err(code::UNUSABLE);
            }
        }
        Ok((stepper, names))
    }
}
