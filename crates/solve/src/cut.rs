//! A count cut into pieces: subtrees of the search by `links`, each named by its address. They are
//! counted on all cores, or written as lines for other machines, and added up.
//!
//! **Symmetries.** If a symmetry that was found and checked maps branches of a node to each other,
//! only one of them is cut further, and its pieces count for all.
//!
//! **Invariants.** Pieces do not overlap and leave nothing out: every branch of a node that was
//! cut, dead ends included, is in some piece or symmetric to a branch that is. So the pieces alone
//! suffice to check that a set of them is complete ([`super::pieces::whole`]). The cut depends only
//! on the problem and the number of pieces, never on threads or time.

use super::orbits::Orbits;
use super::outcome::StopReason;
use super::piece::Piece;
use dancing::{Address, Branch, Event, ItemId, OptionId, Phase, Policy, Problem, Search, Tally};
use sha2::{Digest, Sha256};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

/// A subtree that is waiting to be cut: the largest one first.
struct Uncut {
    share: f64,
    piece: Piece,
    /// True if symmetries were found at its parent, so that some may be left.
    turned: bool,
}

impl PartialEq for Uncut {
    fn eq(&self, other: &Uncut) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Uncut {}

impl PartialOrd for Uncut {
    fn partial_cmp(&self, other: &Uncut) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Uncut {
    fn cmp(&self, other: &Uncut) -> Ordering {
        let numbers = |uncut: &Uncut| numbers(&uncut.piece);
        self.share.total_cmp(&other.share).then_with(|| numbers(other).cmp(&numbers(self)))
    }
}

/// The numbers of a piece's branches: pieces are in their order.
fn numbers(piece: &Piece) -> Vec<usize> {
    piece.address.branches.iter().map(|branch| branch.k).collect()
}

/// The most cells of the matrix that are read to find symmetries: about a second. A limit on time
/// would cut a problem differently each time.
const READ: usize = 1 << 26;

/// The number of pieces of a count that is kept in a file and can continue later: enough that
/// little is lost with the unfinished ones.
pub const KEPT: usize = 4096;

/// Attempts to find a symmetry at one node.
const TRIES: usize = 200;

/// The most levels that the addresses of a cut may have together: about 160 MB.
pub const LEVELS: usize = 1 << 22;

/// Cuts the tree of a problem into at least `wanted` subtrees, if it has that many, in the order of
/// the search. A repeated cover is not cut. Returns `None` if `go_on`, which is called at every
/// node, returns false.
///
/// # Examples
///
/// ```
/// use dancing::{ItemId, Problem};
/// use quadrille_solve::pieces::{split, whole};
///
/// let mut problem = Problem::new(2, 0);
/// for items in [&[0][..], &[1], &[0, 1]] {
///     problem.push(&items.iter().map(|&item| ItemId(item)).collect::<Vec<_>>()).unwrap();
/// }
/// let pieces = split(&problem, 2, &mut || true).unwrap();
/// assert_eq!(pieces.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1/2", "2/2"]);
/// assert!(whole(&pieces).is_ok() && whole(&pieces[1..]).is_err());
/// ```
pub fn split(problem: &Problem, wanted: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Piece>> {
    cut(problem, Policy::default(), wanted, problem.is_plain(), go_on)
}

/// As [`split`], but every branch is in some piece: none counts for another. Cuts the tree of a
/// policy. Also returns the tally of the search above the pieces.
pub fn split_whole(
    problem: &Problem,
    policy: Policy,
    wanted: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<(Vec<Piece>, Tally)> {
    let pieces = cut(problem, policy, wanted, false, go_on)?;
    let (mut search, mut tally, mut at) = (Search::new(problem, policy), Tally::default(), 0);
    loop {
        if search.phase() == Phase::Choose {
            if !go_on() {
                return None;
            }
            if pieces.get(at).is_some_and(|piece| piece.address.branches == search.address().branches) {
                at += 1;
                search.finish();
                continue;
            }
        }
        if search.step_into(&mut tally).is_none() {
            return Some((pieces, tally));
        }
    }
}

/// See [`split`]. `turned` is true if symmetries are looked for.
fn cut(
    problem: &Problem,
    policy: Policy,
    wanted: usize,
    turned: bool,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Vec<Piece>> {
    let mut search = Search::new(problem, policy);
    let mut open = BinaryHeap::from([Uncut { share: 1.0, piece: Piece::default(), turned }]);
    // Solutions and dead ends, which cannot be cut.
    let mut ended = Vec::new();
    let (mut left, mut levels) = (READ, 0);
    while open.len() + ended.len() < wanted && levels < LEVELS && !problem.wants_fewest() {
        let Some(Uncut { share, mut piece, turned }) = open.pop() else { break };
        levels -= piece.address.branches.len();
        search.go(&piece.address).expect("every child of a node has an address");
        let Some((d, options)) = descend(&mut search, &mut piece, go_on)? else {
            levels += piece.address.branches.len();
            ended.push(piece);
            continue;
        };
        let found = match turned {
            true => alike(problem, &search.path(), &options, &mut left, go_on)?,
            false => None,
        };
        let turned = found.is_some();
        let kinds = found.unwrap_or_else(|| (0..d).map(|at| vec![at]).collect());
        levels += kinds.len() * (piece.address.branches.len() + 1);
        open.extend(kinds.into_iter().map(|alike| {
            let like = alike[1..].iter().map(|at| at + 1).collect();
            let piece = piece.below(alike[0] + 1, d, like);
            Uncut { share: share / d as f64, piece, turned }
        }));
    }
    let mut all: Vec<Piece> = open.into_iter().map(|uncut| uncut.piece).chain(ended).collect();
    all.sort_by_key(numbers);
    Some(all)
}

/// Cuts a piece into the branches of its first node that has several. Returns the piece itself if
/// it has no such node, and `None` if it is not a subtree of this problem.
pub fn divide(problem: &Problem, piece: &Piece) -> Option<Vec<Piece>> {
    let mut search = Search::new(problem, Policy::default());
    let mut above = piece.clone();
    search.go(&piece.address).ok()?;
    Some(match descend(&mut search, &mut above, &mut || true).flatten() {
        None => vec![piece.clone()],
        Some((d, _)) => (1..=d).map(|k| above.below(k, d, Vec::new())).collect(),
    })
}

/// Goes from the root of a piece to the first node with several branches, and adds the forced
/// branches on the way to the piece. Returns that node's branches and the options of its item in
/// their order; `Some(None)` at a solution or a dead end. With multiplicities, the numbers of
/// branches and options differ.
#[allow(clippy::type_complexity)]
fn descend(
    search: &mut Search,
    piece: &mut Piece,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Option<(usize, Vec<OptionId>)>> {
    loop {
        if !go_on() {
            return None;
        }
        let found = branches(search);
        let Some((1, _)) = found else { return Some(found) };
        piece.address.branches.push(Branch { k: 1, d: 1 });
        piece.like.push(Vec::new());
        while search.phase() != Phase::Choose {
            search.step_into(&mut Tally::default());
        }
    }
}

/// The branches of the current node, as [`descend`] returns them.
fn branches(search: &mut Search) -> Option<(usize, Vec<OptionId>)> {
    let Event::Choose { item } = search.step_into(&mut Tally::default())? else { return None };
    let links = search.links();
    let options = links.column(item).filter_map(|node| links.option(node)).collect();
    search.current_branch().filter(|branch| branch.d > 0).map(|branch| (branch.d, options))
}

/// The reason why a piece does not count for the branches that it names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unlike {
    /// This branch is not in the search tree.
    #[error("{0} does not lead to a subtree of this problem")]
    NoSubtree(String),
    /// These branches are not symmetric to the piece.
    #[error("{0}: no symmetry maps these branches to each other")]
    NoSymmetry(String),
    /// The caller stopped the check.
    #[error("stopped before all symmetries were checked")]
    Stopped,
}

/// Checks that the branches named as alike in pieces are symmetric, by finding the symmetries
/// again.
///
/// # Errors
///
/// The first piece that names branches which no symmetry maps to each other.
pub fn check_alike(problem: &Problem, pieces: &[Piece], go_on: &mut dyn FnMut() -> bool) -> Result<(), Unlike> {
    let mut search = Search::new(problem, Policy::default());
    // By the path above a node: the branches that are alike.
    let mut known: HashMap<Vec<usize>, Vec<Vec<usize>>> = HashMap::new();
    for piece in pieces {
        let path = numbers(piece);
        for (level, like) in piece.like.iter().enumerate().filter(|(_, like)| !like.is_empty()) {
            if !known.contains_key(&path[..level]) {
                let above = Address { branches: piece.address.branches[..level].to_vec(), ..Address::default() };
                search.go(&above).map_err(|_| Unlike::NoSubtree(piece.to_string()))?;
                let mut left = READ;
                let kinds = match branches(&mut search).filter(|_| problem.is_plain()) {
                    None => None,
                    Some((_, options)) => {
                        alike(problem, &search.path(), &options, &mut left, go_on).ok_or(Unlike::Stopped)?
                    }
                };
                known.insert(path[..level].to_vec(), kinds.unwrap_or_default());
            }
            let named: Vec<usize> = [path[level]].into_iter().chain(like.iter().copied()).map(|k| k - 1).collect();
            let found = known[&path[..level]].iter().any(|kind| named.iter().all(|k| kind.contains(k)));
            if !found {
                return Err(Unlike::NoSymmetry(piece.to_string()));
            }
        }
    }
    Ok(())
}

/// The orbits of the options below a path. Returns `Some(None)` if each is a single option or the
/// search was given up; `None` if `go_on` returned false. `left` is the number of cells that may
/// still be read.
fn alike(
    problem: &Problem,
    path: &[OptionId],
    options: &[OptionId],
    left: &mut usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Option<Vec<Vec<usize>>>> {
    if *left == 0 {
        return Some(None);
    }
    let (rest, names) = problem.below_all(path);
    *left = left.saturating_sub(problem.n_cells());
    let place = |option| names.binary_search(option).map(|at| OptionId(at as u32));
    let Ok(options) = options.iter().map(place).collect::<Result<Vec<OptionId>, _>>() else { return Some(None) };
    let items: Vec<ItemId> = (0..rest.n_items() as u32).map(ItemId).collect();
    let all: Vec<OptionId> = rest.options().collect();
    let mut read = |cells| {
        *left = left.saturating_sub(cells);
        match (go_on(), *left > 0) {
            (true, true) => Ok(()),
            (true, false) => Err(StopReason::Limit),
            (false, _) => Err(StopReason::Cancelled),
        }
    };
    let orbits = match Orbits::new(&rest, &items, &all, TRIES, &mut read) {
        Ok(Some(orbits)) => orbits,
        Err(StopReason::Cancelled) => return None,
        Ok(None) | Err(_) => return Some(None),
    };
    let kinds = Orbits::kinds(Some(&orbits), &options);
    Some((kinds.len() < options.len()).then_some(kinds))
}

/// The SHA-256 of everything that the search depends on, in hexadecimal.
pub fn digest(problem: &Problem) -> String {
    let mut hash = Sha256::new();
    let mut add = |number: u64| hash.update(number.to_le_bytes());
    add(problem.n_items() as u64);
    add(problem.n_primary() as u64);
    add(u64::from(problem.wants_fewest()));
    for item in 0..problem.n_primary() as u32 {
        let (least, most) = problem.multiplicity(ItemId(item));
        add(u64::from(least) << 32 | u64::from(most));
    }
    for option in problem.options() {
        add(u64::MAX);
        for (item, color) in problem.colored_items_of(option) {
            add(u64::from(item.0) << 32 | u64::from(color));
        }
    }
    hex(&hash.finalize())
}

/// The SHA-256 of a cut: of its pieces in their order, in hexadecimal.
pub fn digest_of_cut(pieces: &[Piece]) -> String {
    let mut hash = Sha256::new();
    for piece in pieces {
        hash.update(piece.to_string());
        hash.update(";");
    }
    hex(&hash.finalize())
}

/// Writes bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
