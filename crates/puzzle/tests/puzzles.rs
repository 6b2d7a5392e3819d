//! Checks that every bundled puzzle has the results that its file expects, and steps it link by
//! link from the root to its solution and back.

use crate::bundled::BUNDLED;
use crate::support::is_thorough;
use dancing::{Goal, ItemRule};
use proptest::prelude::*;
use quadrille_puzzle::{
    Areas, Cell, ExpectSolutions, Listing, LoadError, Puzzle, Shape, Side, TakeError, encode, kind, load, write_toml,
};
use quadrille_solve::{Engine, Grain, Leap, Order, Status, Stepper, Stop, run};

fn bundled(name: &str) -> Puzzle {
    let found = BUNDLED.iter().find(|bundled| bundled.name == name).unwrap();
    load(found.text, None).unwrap().puzzles.remove(0)
}

#[test]
fn every_puzzle_gives_what_its_file_says() {
    for entry in BUNDLED {
        let puzzle = bundled(entry.name);
        let encoded = encode(&puzzle.shape);
        assert!(puzzle.expect != Default::default(), "{} says nothing", entry.name);
        if let Some(solutions) = puzzle.expect.solutions {
            let ExpectSolutions::Exactly(solutions) = solutions else { panic!("{} can say how many", entry.name) };
            let outcome = run(&encoded.problem, Order::new(Goal::Count { limit: Some(solutions + 1) }), &mut ());
            assert_eq!((outcome.count, outcome.complete), (solutions.into(), true), "{}", entry.name);
            let found = encoded.decode(&outcome.solutions[0]).unwrap();
            // A file names the solution only if it is unique.
            let one = found.grid().filter(|_| solutions == 1);
            assert_eq!(one, puzzle.expected_solution().as_ref(), "{}", entry.name);
        }
        if let Some(best) = puzzle.expect.best {
            let outcome = run(&encoded.problem, Order::new(Goal::Best), &mut ());
            assert_eq!((outcome.status, outcome.best), (Status::Best, Some(best)), "{}", entry.name);
            let found = encoded.decode(&outcome.solutions[0]).unwrap();
            if let Some(grid) = found.grid() {
                assert_eq!(grid.score(), best);
            }
        }
    }
}

#[test]
fn every_puzzle_is_written_as_its_file_has_it() {
    for entry in BUNDLED {
        assert_eq!(write_toml(&bundled(entry.name)), entry.text, "{}", entry.name);
    }
}

/// A cover file with a text in Knuth's form.
fn cover_file(text: &str) -> String {
    format!("format = 1\nkind = \"cover\"\n\n[cover]\ntext = {text}\n")
}

#[test]
fn a_score_beside_a_listing_is_refused() {
    let text = cover_file("\"\"\"\na b\na\nb\n\"\"\"\n[score]\nweights = \"rings\"");
    let LoadError::Parse(error) = load(&text, None).unwrap_err() else { panic!("an error with a place") };
    assert_eq!((error.place.line, error.message.as_str()), (11, "a cover has no score"));
}

#[test]
fn an_empty_string_in_a_file_is_an_error_where_it_stands() {
    let blank = format!("'''\n{}'''", "....\n".repeat(4));
    for empty in ["\"\"", "''", "\"\"\"\"\"\"", "''''''", "\"\"\"\n\"\"\"", "\"\\n\""] {
        for key in ["givens", "regions", "walls"] {
            let givens = if key == "givens" { String::new() } else { format!("givens = {blank}\n") };
            let file = format!("format = 1\nkind = \"jigsaw\"\n[grid]\nsize = 4\n{givens}{key} = {empty}\n");
            let LoadError::Parse(error) = load(&file, None).unwrap_err() else { panic!("{file}") };
            assert!(error.place.line >= 4, "{error}\n{file}");
        }
        let weights =
            format!("format = 1\nkind = \"target\"\n[grid]\nsize = 4\ngivens = {blank}\n[score]\nweights = {empty}\n");
        for file in [weights, cover_file(empty)] {
            assert!(matches!(load(&file, None), Err(LoadError::Parse(_))), "{file}");
        }
    }
}

#[test]
fn a_string_means_the_same_however_it_is_spelled() {
    let plain = load(&cover_file("\"\"\"\na b\na\nb\n\"\"\""), None).unwrap().puzzles.remove(0);
    for spelled in [
        "\"a b\\na\\nb\\n\"",
        "'''\na b\na\nb'''",
        "\"\"\"a \\\n   b\n\\u0061\nb\"\"\"",
        "\"\"\"\r\na b\r\na\r\nb\r\n\"\"\"",
    ] {
        let loaded = load(&cover_file(spelled), None);
        let puzzle = loaded.unwrap_or_else(|error| panic!("{spelled}: {error}")).puzzles.remove(0);
        let (items, options) = (&puzzle.shape.listing().unwrap().items, &puzzle.shape.listing().unwrap().options);
        let wanted = plain.shape.listing().unwrap();
        assert_eq!((items, options), (&wanted.items, &wanted.options), "{spelled}");
        let problem = encode(&puzzle.shape).problem;
        assert_eq!(run(&problem, Order::new(Goal::Count { limit: None }), &mut ()).count, 1, "{spelled}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any names of items and any title survive a round trip through a file.
    #[test]
    fn what_is_saved_is_read_back(
        names in prop::collection::hash_set("[a-c\"'\\\\#=.$~\u{e9}\u{4e16}]{1,4}", 2..6),
        title in "[ -~\n\t\u{1b}\u{202e}\u{4e16}]{0,12}",
        picks in prop::collection::vec(any::<u8>(), 0..6),
    ) {
        let names: Vec<String> = names.into_iter().collect();
        let mut text = names.join(" ") + "\n";
        for pick in picks {
            let chosen = names.iter().enumerate().filter(|(k, _)| pick >> (k % 8) & 1 == 1);
            let chosen: Vec<&str> = chosen.map(|(_, name)| name.as_str()).collect();
            if !chosen.is_empty() {
                text += &(chosen.join(" ") + "\n");
            }
        }
        let Ok(mut loaded) = load(&text, Some("knuth")) else { return Ok(()) };
        let mut puzzle = loaded.puzzles.remove(0);
        puzzle.meta.title = title;
        let file = write_toml(&puzzle);
        let again = load(&file, None).map_err(|error| TestCaseError::fail(format!("{error}\n{file}")))?;
        prop_assert_eq!(&again.puzzles[0].shape, &puzzle.shape, "{}", file);
        prop_assert_eq!(&again.puzzles[0].meta, &puzzle.meta, "{}", file);
    }
}

#[test]
fn the_empty_target_scores_2906_and_both_engines_agree_on_small_ones() {
    let empty = bundled("target-9x9-empty.toml");
    assert_eq!(empty.expect.best, Some(2906), "the largest score of any grid");
    let small = Shape::Grid(kind("target").unwrap().empty(4).unwrap());
    let encoded = encode(&small);
    let best = |engine| run(&encoded.problem, Order { engine: Some(engine), ..Order::new(Goal::Best) }, &mut ()).best;
    assert_eq!(best(Engine::TAXES), best(Engine::LINKS));
}

/// Steps from the root to the first solution and back, one link at a time. The hash of a state on
/// the way forwards must recur on the way back, and the structure must be valid. Hashes one state
/// in `apart`.
fn walk(name: &str, apart: usize) {
    let encoded = encode(&bundled(name).shape);
    let mut stepper = Stepper::new(&encoded.problem, ItemRule::Fewest);
    let root = stepper.clone();
    let mut states = vec![fingerprint(&stepper)];
    let mut links = 0;
    while !stepper.search().at_solution() {
        assert!(stepper.step(Grain::Link, true), "{name} has a solution");
        links += 1;
        if links % apart == 0 {
            states.push(fingerprint(&stepper));
        }
    }
    stepper.search().validate().unwrap();
    let solution = stepper.clone();
    for left in (0..=links).rev() {
        if left % apart == 0 {
            assert_eq!(Some(fingerprint(&stepper)), states.pop(), "{name}, after {left} of {links} links");
        }
        if left % 1000 == 0 && stepper.slow().is_none() {
            stepper.search().validate().unwrap();
        }
        assert_eq!(stepper.step(Grain::Link, false), left > 0);
    }
    assert!(stepper == root, "{name}");
    while !stepper.search().at_solution() {
        stepper.step(Grain::Item, true);
    }
    assert!(stepper == solution, "{name}: the item grain ends where the link grain does");
}

/// A hash of all links of a state.
fn fingerprint(stepper: &Stepper) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let (links, mut hasher) = (stepper.links(), DefaultHasher::new());
    for node in (0..links.n_nodes() as u32).map(dancing::NodeId) {
        (links.up(node), links.down(node)).hash(&mut hasher);
    }
    for item in (0..links.n_items() as u32).map(dancing::ItemId) {
        (links.left(Some(item)), links.right(Some(item)), links.len(item)).hash(&mut hasher);
    }
    (stepper.search().chosen(), links.left(None), links.right(None)).hash(&mut hasher);
    hasher.finish()
}

#[test]
fn a_nine_by_nine_is_walked_link_by_link_to_its_solution_and_back() {
    walk("sudoku-9x9-crossroads.toml", 1);
}

#[test]
fn a_sixteen_by_sixteen_is_walked_link_by_link_to_its_solution_and_back() {
    walk("sudoku-16x16.toml", if is_thorough() { 1 } else { 7 });
}

#[test]
fn a_jigsaw_is_walked_link_by_link_to_its_solution_and_back() {
    walk("jigsaw-9x9.toml", 1);
}

#[test]
fn every_grain_stops_at_the_same_places_both_ways() {
    for name in ["sudoku-9x9-crossroads.toml", "jigsaw-6x6.toml", "sudoku-9x9-diagonal.toml", "cover-set-meals.toml"] {
        let encoded = encode(&bundled(name).shape);
        for grain in Grain::ALL {
            let mut stepper = Stepper::new(&encoded.problem, ItemRule::Fewest);
            let mut stops = vec![stepper.clone()];
            while stops.len() < 400 && stepper.step(grain, true) {
                stops.push(stepper.clone());
            }
            while let Some(expected) = stops.pop() {
                assert!(stepper == expected, "{name} at {} grain, stop {}", grain.name(), stops.len());
                assert_eq!(stepper.step(grain, false), !stops.is_empty());
            }
        }
    }
}

#[test]
fn a_solution_is_found_from_either_side() {
    let encoded = encode(&bundled("sudoku-9x9-crossroads.toml").shape);
    let mut stepper = Stepper::new(&encoded.problem, ItemRule::Fewest);
    let run = |stepper: &mut Stepper, target, forward, budget| stepper.run(Some(target), &[], forward, budget, true);
    let found = Some(Stop::Leap(Leap::Solution));
    assert_eq!(run(&mut stepper, Leap::Solution, true, u32::MAX), found);
    let solution = stepper.clone();
    assert_eq!(run(&mut stepper, Leap::Solution, true, u32::MAX), Some(Stop::End), "there is no other");
    assert_eq!(run(&mut stepper, Leap::Solution, false, u32::MAX), found);
    assert!(stepper == solution);
    assert_eq!(run(&mut stepper, Leap::DeadEnd, false, 10), None, "a run rests when its budget is used up");
}

#[test]
fn a_wall_that_ends_inside_a_region_is_saved() {
    let mut puzzle = bundled("jigsaw-6x6.toml");
    let grid = puzzle.grid_mut().unwrap();
    let Areas::Walls(walls) = &mut grid.areas else { panic!("a jigsaw has walls") };
    walls.set(Cell(1), Side::Right, true);
    assert_eq!(puzzle.unfit(), None, "regions are as they were");
    let text = write_toml(&puzzle);
    assert!(load(&text, None).unwrap().puzzles[0].shape.means(&puzzle.shape), "{text}");
}

/// The covers of an exact listing as sorted names, found by backtracking over the first uncovered
/// item.
fn covers(listing: &Listing) -> Vec<Vec<String>> {
    fn go(listing: &Listing, times: &mut Vec<u8>, chosen: &mut Vec<usize>, found: &mut Vec<Vec<String>>) {
        let Some(item) = (0..listing.primary).find(|&item| times[item] == 0) else {
            let mut names: Vec<String> = chosen.iter().map(|&option| listing.option_name(option)).collect();
            names.sort();
            return found.push(names);
        };
        for option in 0..listing.options.len() {
            let items = &listing.options[option];
            if items.contains(&(item as u32)) && items.iter().all(|&item| times[item as usize] == 0) {
                items.iter().for_each(|&item| times[item as usize] += 1);
                chosen.push(option);
                go(listing, times, chosen, found);
                chosen.pop();
                items.iter().for_each(|&item| times[item as usize] -= 1);
            }
        }
    }
    let mut found = Vec::new();
    go(listing, &mut vec![0; listing.items.len()], &mut Vec::new(), &mut found);
    found.sort();
    found
}

#[test]
fn with_options_taken_just_the_covers_that_hold_them_are_left() {
    let samples = [("queens", "6\n0 0 0 0 0 0\n"), ("knuth", "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")];
    let tilings = ["tiling-steps.toml", "tiling-dominoes-4x4.toml"].map(|name| bundled(name).shape);
    let listed = samples.map(|(form, text)| load(text, Some(form)).unwrap().puzzles.remove(0).shape);
    for shape in listed.into_iter().chain(tilings) {
        let Shape::Listing(whole) = shape else { unreachable!("these are listings") };
        let all = covers(&whole);
        assert!(!all.is_empty());
        for one in 0..whole.options.len() as u32 {
            for two in (0..whole.options.len() as u32).step_by(7).map(|two| [one.min(two), one.max(two)]) {
                let taken = if two[0] == two[1] { &two[..1] } else { &two[..] };
                let names: Vec<String> = taken.iter().map(|&option| whole.option_name(option as usize)).collect();
                // Copies of a piece are interchangeable.
                let same = |one: u32, other: usize| match whole.alike.get(other) {
                    Some(first) => *first == whole.alike[one as usize],
                    None => one as usize == other,
                };
                let alike = |option: u32| -> Vec<String> {
                    let all = (0..whole.options.len()).filter(|&other| same(option, other));
                    all.map(|other| whole.option_name(other)).collect()
                };
                let alikes: Vec<Vec<String>> = taken.iter().map(|&option| alike(option)).collect();
                let holds =
                    |cover: &&Vec<String>| alikes.iter().all(|alike| alike.iter().any(|name| cover.contains(name)));
                let wanted: Vec<&Vec<String>> = all.iter().filter(holds).collect();
                match whole.taking(taken) {
                    Ok(left) => {
                        assert_eq!(covers(&left).iter().collect::<Vec<_>>(), wanted, "{names:?}");
                        assert!(left.clash().is_none() || wanted.is_empty(), "{names:?}: {:?}", left.clash());
                        let placed: Vec<String> =
                            left.placed.iter().map(|&option| left.option_name(option as usize)).collect();
                        assert_eq!(placed, names, "their numbers among those that are left");
                    }
                    // Two copies of a piece on the same cells exclude each other.
                    Err(why) => {
                        assert!(wanted.is_empty() || same(taken[0], taken[1] as usize), "{names:?}: {why}");
                        assert!(matches!(why, TakeError::Clash { .. }), "{why}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_ticket_that_is_taken_is_in_the_fewest() {
    let whole = bundled("setcover-watch.toml").shape;
    let Shape::Listing(whole) = whole else { unreachable!("a listing") };
    let fewest = |listing: &Listing| {
        let encoded = encode(&Shape::from(listing.clone()));
        let outcome = run(&encoded.problem, Order::new(Goal::Best), &mut ());
        let cover = &outcome.solutions[0];
        cover.iter().map(|option| listing.option_name(option.index())).collect::<Vec<_>>()
    };
    // The smallest cover with an option, by brute force over all sets of options.
    let smallest_with = |option: usize| {
        let covers = |set: u32| {
            let item =
                |item: u32| (0..whole.options.len()).any(|o| set & 1 << o != 0 && whole.options[o].contains(&item));
            (0..whole.primary as u32).all(item)
        };
        assert!(whole.options.len() <= 16);
        let with = (0..1u32 << whole.options.len()).filter(|set| set & 1 << option != 0 && covers(*set));
        with.map(u32::count_ones).min().unwrap() as usize
    };
    for option in 0..whole.options.len() {
        let left = whole.taking(&[option as u32]).unwrap();
        let found = fewest(&left);
        assert!(found.contains(&whole.option_name(option)), "{found:?}");
        assert_eq!(found.len(), smallest_with(option), "{}", whole.option_name(option));
    }
}

#[test]
fn options_that_were_taken_are_saved_by_their_names() {
    for entry in BUNDLED {
        let mut puzzle = bundled(entry.name);
        let Shape::Listing(own) = &puzzle.shape else { continue };
        let whole = own.by_hand.as_ref().map_or_else(|| own.clone(), |taken| taken.whole.clone());
        let Ok(left) = whole.taking(&[whole.options.len() as u32 / 2]) else { continue };
        puzzle.shape = Shape::from(left);
        let text = write_toml(&puzzle);
        let back = load(&text, None).unwrap().puzzles.remove(0);
        assert!(back.shape.means(&puzzle.shape), "{}\n{text}", entry.name);
        assert_eq!(back.shape.listing().unwrap().taken(), puzzle.shape.listing().unwrap().taken(), "{}", entry.name);
    }
    let text = cover_file("\"\"\"\na b\na\nb\n\"\"\"\ntaken = [\"c\"]");
    let LoadError::Parse(error) = load(&text, None).unwrap_err() else { panic!("an error with a place") };
    assert_eq!((error.place.line, error.message.as_str()), (10, "no option has this name"));
}
