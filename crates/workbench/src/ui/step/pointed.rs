//! The parts of the picture that are pointed out: the item without options, the options of the
//! chosen item in the order of trying, and the subject of the reason at hand.

use crate::app::{Aside, Stepping};
use dancing::{ItemId, OptionId, Phase};
use quadrille_puzzle::{Board, Listing, Picture};

/// The parts of the picture that are pointed out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pointed {
    /// The item that is branched on and has no option.
    pub dead: Option<ItemId>,
    /// The options of the item being branched on that are not tried yet, each with its number.
    pub branches: Vec<(usize, OptionId)>,
    /// While an explanation is open: the option that the reason at hand names as the cause, and
    /// those that it is about.
    pub by: Option<OptionId>,
    pub about: Vec<OptionId>,
    /// The causes of all reasons.
    pub causes: Vec<OptionId>,
    /// True while an explanation is open.
    pub explains: bool,
    /// True if the numbers of options are shown in place of the options.
    pub counts: bool,
}

/// The most options whose numbers are drawn, and the most options of a problem that are searched for
/// the cells of an item.
const MOST: (usize, usize) = (400, 20_000);

impl Pointed {
    pub fn of(stepping: &Stepping) -> Pointed {
        let search = stepping.stepper.search();
        let mut pointed = Pointed {
            dead: stepping.stepper.dead_item(),
            counts: stepping.aside() == Aside::Counts,
            ..Pointed::default()
        };
        let is_watch = stepping.is_watch();
        if let (Phase::Try { node }, true) = (search.phase(), is_watch && !stepping.hides_next()) {
            let links = search.links();
            let item = links.item(node);
            let here = search.current_branch().map_or(1, |branch| branch.k);
            let options = links.column(item).filter_map(|node| links.option(node)).take(MOST.0);
            let numbered = options.filter_map(|option| Some((search.branch_of(option)?, option)));
            pointed.branches = numbered.filter(|&(k, _)| k >= here).collect();
        }
        if let Aside::Why(at) = stepping.aside() {
            let reasons = stepping.reasons();
            pointed.explains = true;
            pointed.causes = reasons.iter().filter_map(|reason| reason.by).collect();
            if let Some(reason) = reasons.get(at.min(reasons.len().saturating_sub(1))) {
                pointed.by = reason.by;
                pointed.about = reason.about.clone();
            }
        }
        pointed
    }
}

/// The cells of a board that belong to an item: those of all its options or, if they share none and
/// each takes one cell, all cells that its options take.
pub(crate) fn cells_of_item(stepping: &Stepping, listing: &Listing, item: ItemId) -> Vec<u32> {
    let Some(Picture::Board(board)) = &listing.picture else { return Vec::new() };
    let problem = &stepping.encoded.problem;
    if problem.n_options() > MOST.1 {
        return Vec::new();
    }
    let mut shared: Option<Vec<u32>> = None;
    let mut all: Vec<u32> = Vec::new();
    for option in problem.options().filter(|&option| problem.items_of(option).contains(&item)) {
        let Some(cells) = footprint(board, option) else { continue };
        shared = Some(match shared {
            None => cells.clone(),
            Some(shared) => shared.into_iter().filter(|cell| cells.contains(cell)).collect(),
        });
        all.extend(cells);
    }
    match shared {
        Some(shared) if !shared.is_empty() => shared,
        _ if !board.outlined => {
            all.sort_unstable();
            all.dedup();
            all
        }
        _ => Vec::new(),
    }
}

/// The cells that an option takes or reaches.
fn footprint(board: &Board, option: OptionId) -> Option<Vec<u32>> {
    let mark = board.marks.get(option.index())?;
    Some(mark.cells.iter().chain(&mark.reaches).copied().collect())
}
