//! A state as the debugger shows it, between two links.

use dancing::{Address, ParseAddressError};
use std::fmt;
use std::str::FromStr;

/// A state as the debugger shows it: an address, and the number of links of the next step that are
/// done. `1/2+0~3`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The state of the search.
    pub address: Address,
    /// The number of links of its next step that are done.
    pub links: usize,
}

impl From<Address> for Site {
    fn from(address: Address) -> Site {
        Site { address, links: 0 }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.links {
            0 => write!(f, "{}", self.address),
            links => write!(f, "{}~{links}", self.address),
        }
    }
}

impl FromStr for Site {
    type Err = ParseAddressError;

    /// Reads the text that [`Site`] writes.
    fn from_str(text: &str) -> Result<Site, ParseAddressError> {
        let Some((address, links)) = text.split_once('~') else { return Ok(Site::from(text.parse::<Address>()?)) };
        let lost = ParseAddressError { column: address.chars().count() + 2 };
        Ok(Site { links: links.trim().parse().map_err(|_| lost)?, address: address.parse()? })
    }
}
