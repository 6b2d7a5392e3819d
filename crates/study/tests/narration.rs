//! Checks every sentence of a walk against a reading of the state that uses no links, only the
//! problem and the path.
//!
//! `QUADRILLE_LONG=1` checks the full number of sentences.

use crate::bundled::BUNDLED;
use crate::support::rounds;
use dancing::{Event, ItemId, OptionId, Phase, Policy};
use quadrille_puzzle::{Encoded, Need, Ways, encode, load};
use quadrille_solve::{Did, Grain, Moved, Stepper};
use quadrille_study::{Reading as Read, narrate};

/// The items covered so far, in order, and the options that a repeated cover has excluded. Computed
/// from the address alone.
struct Reading<'a> {
    names: &'a Encoded,
    columns: &'a [Vec<OptionId>],
    covered: Vec<ItemId>,
    /// By item: its index in `covered`.
    when: Vec<usize>,
    held: Vec<u32>,
    excluded: Vec<OptionId>,
    /// The list of the last level's item at the moment when the item was chosen.
    in_hand: Vec<OptionId>,
}

impl<'a> Reading<'a> {
    /// Follows the branches of an address from the root. The rule chooses the items.
    fn of(names: &'a Encoded, columns: &'a [Vec<OptionId>], stepper: &Stepper) -> Reading<'a> {
        let search = stepper.search();
        let items = names.problem.n_items();
        let mut own = Reading {
            names,
            columns,
            covered: Vec::new(),
            when: vec![usize::MAX; items],
            held: vec![0; items],
            excluded: Vec::new(),
            in_hand: Vec::new(),
        };
        let address = search.address();
        let chosen = search.path();
        for (level, branch) in address.branches.iter().enumerate() {
            let item = own.fewest().0;
            let list = own.list(item);
            assert_eq!(list.len(), branch.d, "{address}");
            own.in_hand.clone_from(&list);
            own.cover(item);
            if own.names.problem.wants_fewest() {
                own.excluded.extend(&list[..(branch.k - 1).min(list.len())]);
            }
            let Some(&option) = chosen.get(level) else { break };
            assert_eq!(list[branch.k - 1], option, "{address}");
            // The items after the chosen one, cyclically through the option.
            let items = own.names.problem.items_of(option).to_vec();
            let at = items.iter().position(|&other| other == item).unwrap();
            let others: Vec<ItemId> = (1..items.len()).map(|k| items[(at + k) % items.len()]).collect();
            let last = level + 1 == chosen.len();
            let count = match (last, search.phase(), address.at) {
                (true, Phase::Cover { .. }, dancing::At::Cover(done)) => done,
                (true, Phase::Uncover { .. }, dancing::At::Uncover(left)) => left,
                _ => others.len(),
            };
            others[..count].iter().for_each(|&item| own.cover(item));
        }
        own
    }

    fn cover(&mut self, item: ItemId) {
        self.held[item.index()] += 1;
        if self.held[item.index()] == 1 {
            self.when[item.index()] = self.covered.len();
            self.covered.push(item);
        }
    }

    /// The options left in an item's list. For a covered item, as they were when it was covered.
    fn list(&self, item: ItemId) -> Vec<OptionId> {
        let problem = &self.names.problem;
        let before = self.when[item.index()];
        let hides = |option: &OptionId| match problem.wants_fewest() {
            true => self.excluded.contains(option),
            false => problem.items_of(*option).iter().any(|own| self.when[own.index()] < before),
        };
        self.columns[item.index()].iter().copied().filter(|option| !hides(option)).collect()
    }

    fn open(&self) -> Vec<ItemId> {
        (0..self.names.problem.n_primary() as u32)
            .map(ItemId)
            .filter(|item| self.when[item.index()] == usize::MAX)
            .collect()
    }

    /// The item with the fewest options; on a tie the first in the item list.
    fn fewest(&self) -> (ItemId, usize) {
        let lengths = self.open().into_iter().map(|item| (item, self.list(item).len()));
        lengths.min_by_key(|(_, len)| *len).expect("an item is open")
    }
}

/// Asserts that a sentence contains each part.
fn says(sentence: &str, parts: &[&str], at: &str) {
    for part in parts {
        assert!(sentence.contains(part), "{at}: `{sentence}` does not say `{part}`");
    }
}

fn check(stepper: &Stepper, names: &Encoded, before: &Reading, solutions: u64) {
    let own = Reading::of(names, before.columns, stepper);
    let sentences = narrate(stepper, names);
    let (said, ahead) = (&sentences[0].text, &sentences[1].text);
    let at = stepper.search().address().to_string();
    let repeated = names.problem.wants_fewest();
    let Some(Did { what: Moved::Step(event), forward: true }) = stepper.did() else { panic!("a whole step was taken") };
    let option = |node| stepper.search().links().option(node).unwrap();
    match event {
        Event::Choose { item } => {
            let (fewest, n) = before.fewest();
            assert_eq!(fewest, item, "{at}");
            // The sentence begins with a capital.
            says(said, &[&names.item_long(item)[1..]], &at);
            match n {
                0 => says(said, &["a dead end"], &at),
                1 => says(said, &["only one option", "forced"], &at),
                n => says(said, &[&format!("{n} options left, and no item has fewer")], &at),
            }
        }
        Event::Try { node } => {
            let item = stepper.search().links().item(node);
            let list = &own.in_hand;
            let k = 1 + list.iter().position(|&other| other == option(node)).unwrap();
            says(said, &[&format!("option {k} of {}", list.len()), &names.option_long(option(node))], &at);
            let others = names.problem.items_of(option(node)).iter().filter(|&&other| other != item);
            let fresh = others.clone().filter(|other| own.held[other.index()] == 0).count();
            match (repeated, others.count()) {
                (true, _) => says(said, &[&format!("{fresh} more open item")], &at),
                (false, 0) => says(said, &["settles nothing else"], &at),
                (false, n) => says(said, &[&format!("{n} other item")], &at),
            }
        }
        // No puzzle of this test has colours; `classes.rs` checks their sentences.
        Event::Purify { .. } | Event::Unpurify { .. } => panic!("{at}: a colour"),
        Event::Cover { item } if repeated => match own.held[item.index()] {
            1 => says(said, &["Covered", &names.item_noun(item)], &at),
            n => says(said, &["was covered already", &format!("{n} chosen options")], &at),
        },
        Event::Uncover { item } if repeated => match own.held[item.index()] {
            0 => says(said, &["Uncovered", &names.item_noun(item)], &at),
            1 => says(said, &["stays covered: another chosen option"], &at),
            n => says(said, &["stays covered", &format!("{n} other chosen options")], &at),
        },
        Event::Cover { item } => match own.list(item).len() {
            0 => says(said, &["no other option is left", &names.item_noun(item)], &at),
            1 => says(said, &["the one other option", &names.item_noun(item)], &at),
            n => says(said, &[&format!("the {n} other options"), &names.item_noun(item)], &at),
        },
        Event::Uncover { item } => match own.list(item).len() {
            0 => says(said, &["hid none", &names.item_noun(item)], &at),
            1 => says(said, &["the option that it hid", &names.item_noun(item)], &at),
            n => says(said, &[&format!("the {n} options that it hid"), &names.item_noun(item)], &at),
        },
        Event::Visit => {
            assert!(own.open().is_empty(), "{at}");
            match repeated {
                true => says(said, &[&format!("with {} option", stepper.search().path().len())], &at),
                false => says(said, &[&format!("solution {solutions}")], &at),
            }
        }
        Event::Next { node } => says(said, &["Took back", &names.option_long(option(node))], &at),
        Event::Backtrack { item } => match own.list(item).len() {
            0 => says(said, &["No option is left", &names.item_noun(item)], &at),
            1 => says(said, &["The only option", &names.item_noun(item)], &at),
            n => says(said, &[&format!("All {n} options"), &names.item_noun(item)], &at),
        },
        // Checked in `classes.rs`, because only items with multiplicities stop.
        Event::Stop { .. } => {}
        Event::Cut { lower_bound: needs } if stepper.search().limit().is_some() => {
            let used = stepper.search().path().len();
            let limit = stepper.search().limit().unwrap();
            assert!(used as u32 + needs > limit, "{at}");
            says(said, &[&format!("used {used} and needs at least {needs} more, limit {limit}")], &at);
        }
        Event::Cut { .. } => {
            let score = names.problem.total(&stepper.search().path());
            // Weights that are not positive are costs, and the sentence says so.
            let costs = names.problem.options().all(|option| names.problem.weight(option) <= 0);
            let told = if costs { format!("{} used", -score) } else { format!("{score} so far") };
            says(said, &[&told], &at);
        }
        Event::RaiseLimit { limit } => {
            says(said, &[&format!("at most {}", limit - 1), &format!("limit is {limit}")], &at)
        }
    }
    if let Phase::Try { node } = stepper.search().phase()
        && let Some(next) = stepper.search().links().option(node)
    {
        let list = &own.in_hand;
        let k = 1 + list.iter().position(|&other| other == next).unwrap();
        match list.len() {
            1 => says(ahead, &["the only option", &names.option_long(next)], &at),
            d => says(ahead, &[&format!("option {k} of {d}"), &names.option_long(next)], &at),
        }
    }
}

#[test]
fn no_sentence_is_wrong() {
    let subjects = [
        "sudoku-9x9-thicket.toml",
        "sudoku-9x9-crossroads.toml",
        "sudoku-6x6-lying.toml",
        "jigsaw-6x6.toml",
        "cover-knuth.toml",
        "queens-8.toml",
        "queens-12.toml",
        "tiling-dominoes-4x4.toml",
        "tiling-map.toml",
        "setcover-watch.toml",
        "setcover-night.toml",
        "setcover-squares-3.toml",
        "setcover-lottery.toml",
    ];
    let each = rounds(400, 60_000);
    let mut checked = 0;
    for name in subjects {
        let bundled = BUNDLED.iter().find(|own| own.name == name).unwrap();
        let puzzle = load(bundled.text, None).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        let best = name == "tiling-map.toml";
        let mut stepper = Stepper::new(&names.problem, Policy { best, ..Policy::default() });
        let mut columns = vec![Vec::new(); names.problem.n_items()];
        for option in names.problem.options() {
            names.problem.items_of(option).iter().for_each(|item| columns[item.index()].push(option));
        }
        let mut before = Reading::of(&names, &columns, &stepper);
        let mut own = 0;
        while own < each {
            if !stepper.step(Grain::Item, true) {
                // A small tree ends early.
                break;
            }
            check(&stepper, &names, &before, stepper.tally().solutions);
            before = Reading::of(&names, &columns, &stepper);
            own += 1;
        }
        checked += own;
    }
    eprintln!("{checked} sentences checked");
    assert!(checked > 2000);
}

/// For each link step, the counts in the sentence equal the lengths of the lists, counted node by
/// node.
#[test]
fn no_sentence_about_a_link_is_wrong() {
    let bundled = BUNDLED.iter().find(|own| own.name == "sudoku-9x9-thicket.toml").unwrap();
    let puzzle = load(bundled.text, None).unwrap().puzzles.remove(0);
    let names = encode(&puzzle.shape);
    let mut stepper = Stepper::new(&names.problem, Policy::default());
    let walked = |stepper: &Stepper, item| stepper.links().column(item).count();
    for _ in 0..rounds(1000, 20_000) {
        let before: Vec<usize> = (0..324).map(|item| walked(&stepper, ItemId(item))).collect();
        if !stepper.step(Grain::Link, true) {
            break;
        }
        let Some(Did { what: Moved::Link(dancing::Link::Node(node), _), .. }) = stepper.did() else { continue };
        let item = stepper.search().links().item(node);
        let said = &narrate(&stepper, &names)[0].text;
        says(
            said,
            &[&format!("{} → {}", before[item.index()], walked(&stepper, item)), &names.item_noun(item)],
            "a link",
        );
    }
}

/// Adds up what a sandwich holds up to a cell, from the symbols of the solution alone.
fn sandwiched(row: &[u32], at: usize) -> String {
    let ends: Vec<usize> = (0..=at).filter(|&k| row[k] == 1 || row[k] == 9).collect();
    match ends[..] {
        [] => "before".to_string(),
        [first] => format!("{}+{}", row[first], row[first + 1..=at].iter().sum::<u32>()),
        _ => "after".to_string(),
    }
}

/// The line of a constraint shows at the solution all that its cells say, and at the root the
/// givens alone.
#[test]
fn the_line_of_a_sandwich_is_what_its_cells_say() {
    let digit = |row: usize, column: usize| ((row * 3 + row / 3 + column) % 9 + 1) as u32;
    let row = |row: usize| -> Vec<u32> { (0..9).map(|column| digit(row, column)).collect() };
    let sum = |row: &[u32]| -> u32 {
        let ends: Vec<usize> = (0..9).filter(|&k| row[k] == 1 || row[k] == 9).collect();
        row[ends[0] + 1..ends[1]].iter().sum()
    };
    let rules: Vec<String> = (1..=9).map(|r| format!("\"sandwich {} r{r}c1..r{r}c9\"", sum(&row(r - 1)))).collect();
    // The first row is open.
    let givens: Vec<String> = (1..9).map(|r| row(r).iter().map(u32::to_string).collect()).collect();
    let (rules, givens) = (rules.join(", "), givens.join("\n"));
    let text = format!(
        "format = 1\nkind = \"sudoku\"\n[grid]\nsize = 9\nrules = [{rules}]\ngivens = \"\"\"\n.........\n{givens}\n\"\"\"\n"
    );
    let names = encode(&load(&text, None).unwrap().puzzles[0].shape);
    let first_of = |number: usize| {
        let is_it = |item: &ItemId| match names.need(*item) {
            Some(Need::Transition(of, 0) | Need::Tuple(of)) => of == number,
            _ => false,
        };
        (0..names.problem.n_items() as u32).map(ItemId).find(is_it)
    };
    let mut stepper = Stepper::new(&names.problem, Policy::default());
    let read = |stepper: &Stepper, number: usize| Read::of(stepper, &names, first_of(number)).unwrap();
    assert_eq!(read(&stepper, 0).parts, ["."; 9]);
    assert_eq!(read(&stepper, 1).parts.concat(), row(1).iter().map(u32::to_string).collect::<String>());
    while !stepper.search().at_solution() {
        assert!(stepper.step(Grain::Branch, true), "the grid is a solution");
    }
    let mut automata = 0;
    for number in 0..9 {
        let row = row(number);
        let reading = read(&stepper, number);
        let plain: Vec<String> = reading.parts.iter().map(|part| part.replace('\'', "")).collect();
        if names.related(number).ways == Ways::Transitions {
            let expected = |at: usize| match at {
                8 => row[8].to_string(),
                _ => format!("{} ({})", row[at], sandwiched(&row, at)),
            };
            assert_eq!(plain, (0..9).map(expected).collect::<Vec<_>>(), "{}", reading.words);
            automata += 1;
        } else {
            assert_eq!(plain, row.iter().map(u32::to_string).collect::<Vec<_>>(), "{}", reading.words);
        }
        assert_eq!(reading.line(400, "~"), reading.parts.join(" "));
    }
    assert!(automata > 0, "the open row is an automaton");
    let late = Read { at: 8, ..read(&stepper, 0) };
    assert_eq!(late.line(10, "~"), format!("~{}", late.parts[8]), "the cell that the search is at comes last");
}
