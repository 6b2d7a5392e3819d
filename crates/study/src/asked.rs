//! The sentences that say what a puzzle asks for: what has to hold, and which solution is wanted.

use dancing::Goal;
use quadrille_puzzle::{Areas, Cell, Grid, Listing, Puzzle, Shape};

/// The sentences that say what a puzzle asks for. Rules of a grid that name cells have sentences of
/// their own: [`GridRule::help`](quadrille_puzzle::GridRule::help).
///
/// ```
/// use quadrille_puzzle::load;
/// use quadrille_study::asked;
///
/// let puzzle = load("a b\na\nb\n", None)?.puzzles.remove(0);
/// let text = "Choose options so that each item is in exactly one of them. How many ways?";
/// assert_eq!(asked(&puzzle), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn asked(puzzle: &Puzzle) -> String {
    let held = match &puzzle.shape {
        Shape::Grid(grid) => of_grid(grid),
        Shape::Listing(listing) => of_listing(listing.whole(), puzzle.goal()),
    };
    let wanted = match (&puzzle.shape, puzzle.goal()) {
        (Shape::Grid(_), Goal::Best) => " The score is each number times its weight: make it as large as possible.",
        (Shape::Listing(_), Goal::Count { .. }) => " How many ways?",
        _ => "",
    };
    held + wanted
}

fn of_grid(grid: &Grid) -> String {
    let is_whole = |cells: &Vec<Cell>| cells.len() == grid.n_symbols();
    let are_whole = grid.areas.sets(grid.size()).iter().all(is_whole);
    let mut units = vec!["row", "column"];
    units.extend(match &grid.areas {
        Areas::Boxes { .. } => Some("box"),
        Areas::Grids(grids) => grids.iter().any(|grid| grid.boxes.is_some()).then_some("box"),
        Areas::Walls(_) => Some("region"),
        Areas::Regions(_) if are_whole => Some("region"),
        Areas::None | Areas::Regions(_) => None,
    });
    units.extend(grid.diagonals.then_some("diagonal"));
    let last = units.pop().unwrap_or_default();
    let holds_all = match &grid.areas {
        Areas::Grids(grids) => grids.iter().all(|part| part.size.is_usual(grid.n_symbols())),
        _ => grid.size().is_usual(grid.n_symbols()),
    };
    let holds = match holds_all {
        true => format!("holds {} once", grid.alphabet.name()),
        false => format!("holds no symbol of {} twice", grid.alphabet.name()),
    };
    let (of, also) = match &grid.areas {
        Areas::Grids(grids) => {
            (if grids.len() > 1 { format!(" of each of the {} grids", grids.len()) } else { String::new() }, "")
        }
        Areas::Regions(_) if !are_whole => (String::new(), ", and no region holds one twice"),
        _ => (String::new(), ""),
    };
    let free = match grid.free_cells().len() {
        0 => String::new(),
        1 => " 1 cell lies in no grid, and rules alone speak of it.".to_string(),
        many => format!(" {many} cells lie in no grid, and rules alone speak of them."),
    };
    format!("Each {} and {last}{of} {holds}{also}.{free}", units.join(", "))
}

fn of_listing(listing: &Listing, goal: Goal) -> String {
    let options = match (goal, listing.costs.is_empty()) {
        (Goal::Best, false) => "the cheapest options",
        (Goal::Best, true) => "the fewest options",
        _ => "options",
    };
    let covered = match (listing.repeated, listing.ranges.is_empty()) {
        (true, _) => "each item is in at least one of them",
        (false, true) => "each item is in exactly one of them",
        (false, false) => "each item is in as many of them as it asks for",
    };
    let secondary = match listing.colors.is_some() {
        _ if listing.items.len() == listing.primary => "",
        true => "; a secondary item has one colour at most",
        false => ", a secondary item in at most one",
    };
    format!("Choose {options} so that {covered}{secondary}.")
}
