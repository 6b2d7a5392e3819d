//! A piece of a count, its text, and the check that pieces are a whole tree.

use dancing::ParseAddressError;
use dancing::{Address, At, Branch};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// A subtree of the search. If other branches are symmetric to a branch on its path, the piece
/// counts for each of them: they have the same number of solutions and no piece of their own.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Piece {
    /// The root of the subtree.
    pub address: Address,
    /// By level: the numbers of the branches that are symmetric to the one taken, in ascending
    /// order.
    pub like: Vec<Vec<usize>>,
}

impl Piece {
    /// The number of subtrees that it counts for, itself included.
    pub fn times(&self) -> u128 {
        self.like.iter().fold(1, |times: u128, like| times.saturating_mul(1 + like.len() as u128))
    }

    /// The share of the tree that it counts for, if all subtrees of a node had the same size.
    pub fn share(&self) -> f64 {
        self.address.share_within() * self.times() as f64
    }

    /// The piece below branch `k` of `d`, which also counts for the branches `like`.
    pub(super) fn below(&self, k: usize, d: usize, like: Vec<usize>) -> Piece {
        let mut piece = self.clone();
        piece.address.branches.push(Branch { k, d });
        piece.like.push(like);
        piece
    }

    fn branch(&self, level: usize) -> Option<Branch> {
        self.address.branches.get(level).copied()
    }

    fn like(&self, level: usize) -> &[usize] {
        self.like.get(level).map_or(&[], |like| like)
    }
}

/// Writes an address, with `=` between the numbers of symmetric branches: `1=8/8,2/5`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = self.address.to_string();
        let mut level = 0;
        for (at, part) in text.split(',').enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let (k, rest) = part.split_once('/').unwrap_or((part, ""));
            let like: String = self.like(level).iter().map(|other| format!("={other}")).collect();
            match rest {
                "" => write!(f, "{comma}{part}")?,
                d => write!(f, "{comma}{k}{like}/{d}")?,
            }
            level += levels(k);
        }
        Ok(())
    }
}

/// The number of levels in a part of an address: 3 for `3*1/1`. `k` is the text before the slash.
fn levels(k: &str) -> usize {
    k.split_once('*').and_then(|(times, _)| times.trim().parse().ok()).unwrap_or(1)
}

impl FromStr for Piece {
    type Err = ParseAddressError;

    fn from_str(text: &str) -> Result<Piece, ParseAddressError> {
        if let Some(at) = text.find(char::is_whitespace) {
            return Err(ParseAddressError { column: at + 1 });
        }
        let (mut plain, mut parts, mut column) = (String::new(), Vec::new(), 1);
        for (at, part) in text.split(',').enumerate() {
            let (k, d) = part.split_once('/').map_or((part, None), |(k, d)| (k, Some(d)));
            let mut numbers = k.split('=');
            let k = numbers.next().unwrap_or_default();
            let others = numbers.map(str::parse).collect::<Result<Vec<usize>, _>>();
            let others = others.map_err(|_| ParseAddressError { column })?;
            plain += if at > 0 { "," } else { "" };
            plain += k;
            plain += &d.map_or(String::new(), |d| format!("/{d}"));
            parts.push((k, others));
            column += part.chars().count() + 1;
        }
        // The parser limits the length of runs, so `levels` is not too large below.
        let address: Address = plain.parse()?;
        let mut like: Vec<Vec<usize>> = Vec::with_capacity(address.branches.len());
        for (k, others) in parts {
            like.extend((1..levels(k)).map(|_| Vec::new()));
            like.push(others);
        }
        like.truncate(address.branches.len());
        let piece = Piece { address, like };
        let in_order = |level: usize| {
            let Branch { k, d } = piece.address.branches[level];
            let numbers: Vec<usize> = [k].into_iter().chain(piece.like(level).iter().copied()).collect();
            numbers.is_sorted_by(|a, b| a < b) && numbers.iter().all(|k| (1..=d).contains(k))
        };
        // Only repeated covers have limits, and they are not cut.
        let is_plain = piece.address.at == At::Level && piece.address.limit.is_none();
        let holds = is_plain && (0..piece.address.branches.len()).all(in_order);
        if holds { Ok(piece) } else { Err(ParseAddressError { column: 1 }) }
    }
}

/// The result of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    pub piece: usize,
    /// The solutions that it counts for.
    pub count: u128,
    /// Nodes of the piece's subtree.
    pub nodes: u64,
}

/// The reason why pieces are not a whole tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwhole {
    /// A branch in which no piece lies.
    #[error("nothing covers the branch {0}")]
    Missing(String),
    /// A branch that is counted twice.
    #[error("{0} is there twice, or lies inside of another piece")]
    Twice(String),
    /// A branch whose pieces were cut differently.
    #[error("the pieces below {0} come from different cuts")]
    Foreign(String),
}

/// Checks that pieces are a whole tree: no branch is missing, and none is there twice. A branch is
/// there if a piece lies in it, or in a branch that a piece names as symmetric to it.
///
/// # Errors
///
/// The first fault found.
pub fn whole(pieces: &[Piece]) -> Result<(), Unwhole> {
    let mut sorted: Vec<&Piece> = pieces.iter().collect();
    sorted.sort_by_key(|piece| piece.address.branches.iter().map(|branch| branch.k).collect::<Vec<_>>());
    check(&sorted)
}

/// Checks pieces in their order, group by group. A group has the same first `depth` branches.
fn check(sorted: &[&Piece]) -> Result<(), Unwhole> {
    let name = |branches: &[Branch]| Address { branches: branches.to_vec(), ..Address::default() }.to_string();
    if sorted.is_empty() {
        return Err(Unwhole::Missing(name(&[])));
    }
    // Uses a stack of groups, not recursion: an address from a file may have a million levels.
    let mut groups = vec![(sorted, 0)];
    while let Some((sorted, depth)) = groups.pop() {
        let first = sorted[0];
        let Some(Branch { d, .. }) = first.branch(depth) else {
            match sorted.get(1) {
                None => continue,
                Some(inside) => return Err(Unwhole::Twice(inside.to_string())),
            }
        };
        let above = &first.address.branches[..depth];
        let below = |k: usize| name(&above.iter().copied().chain([Branch { k, d }]).collect::<Vec<_>>());
        // The branches that pieces cover. `d` comes from a file, so nothing of that size is
        // allocated.
        let mut covered = BTreeSet::new();
        let from = groups.len();
        for group in sorted.chunk_by(|one, other| one.branch(depth) == other.branch(depth)) {
            let (first, branch) = (group[0], group[0].branch(depth));
            let Some(Branch { k, .. }) = branch.filter(|branch| branch.d == d) else {
                return Err(Unwhole::Foreign(name(above)));
            };
            if group.iter().any(|other| other.like(depth) != first.like(depth)) {
                return Err(Unwhole::Foreign(name(above)));
            }
            for &k in [k].iter().chain(first.like(depth)) {
                if !covered.insert(k) {
                    return Err(Unwhole::Twice(below(k)));
                }
            }
            groups.push((group, depth + 1));
        }
        if let Some(missing) = (1..=d).find(|k| !covered.contains(k)) {
            return Err(Unwhole::Missing(below(missing)));
        }
        // The first group is checked next, so that the first fault is the one that is named.
        groups[from..].reverse();
    }
    Ok(())
}
