//! Tuples of symbols as automata, and the sums of selections of numbers.

use crate::sums::Sums;
use quadrille_puzzle::{Symbol, SymbolSet, Tuples};
use std::collections::BTreeSet;

/// Three symbols of four, numbered from 0, whose sum is `sum`.
fn adds_up(sum: usize) -> Tuples {
    let next = |so_far: &usize, _: usize, symbol: Symbol| Some(so_far + usize::from(symbol.0));
    Tuples::accepted((3, 4), 0, next, |&total| total == sum, usize::to_string)
}

fn tuples_of(sum: usize) -> Vec<[u8; 3]> {
    let all = (0..64u8).map(|k| [k / 16, k / 4 % 4, k % 4]);
    all.filter(|tuple| usize::from(tuple.iter().sum::<u8>()) == sum).collect()
}

#[test]
fn tuples_apart_are_those_without_an_equal_pair() {
    let all = Tuples::accepted((4, 4), (), |_, _, _| Some(()), |_| true, |_| String::new());
    for pairs in 0..64u32 {
        let ends = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let differ = |one: usize, other: usize| {
            (0..6).any(|pair| pairs >> pair & 1 == 1 && ends[pair] == (one.min(other), one.max(other)))
        };
        let fits = |tuple: &Vec<Symbol>| ends.iter().all(|&(a, b)| !differ(a, b) || tuple[a] != tuple[b]);
        let expected: Vec<Vec<Symbol>> = all.list().into_iter().filter(fits).collect();
        assert_eq!(all.apart(differ).list(), expected, "{pairs:06b}");
    }
}

#[test]
fn tuples_are_unordered_if_every_order_of_different_symbols_is_one() {
    let set = |text: &str| text.bytes().map(|digit| Symbol(digit - b'0')).collect::<Vec<_>>();
    // Different symbols with a sum, by a set of states as numbers of bits.
    let cage = |sum: u8| {
        let next = |&(used, so_far): &(u8, u8), _: usize, symbol: Symbol| {
            (used >> symbol.0 & 1 == 0).then_some((used | 1 << symbol.0, so_far + symbol.0))
        };
        Tuples::accepted((3, 6), (0, 0), next, |state| state.1 == sum, |_| String::new())
    };
    assert_eq!(cage(6).unordered(9), Some(vec![set("015"), set("024"), set("123")]));
    assert_eq!((cage(6).unordered(2), cage(99).unordered(9)), (None, Some(Vec::new())));
    // Not without one of the orders, and not with a symbol twice.
    for without in 0..cage(6).list().len() {
        let mut list = cage(6).list();
        list.remove(without);
        assert_eq!(Tuples::listed(&list, 6).unordered(9), None, "{without}");
    }
    assert_eq!(adds_up(4).unordered(9), None);
    assert_eq!(adds_up(4).apart(|_, _| true).unordered(9), Some(vec![set("013")]));
    assert_eq!(Tuples::listed(&[set("3"), set("1")], 4).unordered(9), Some(vec![set("1"), set("3")]));
}

#[test]
fn an_automaton_and_a_list_of_its_tuples_support_the_same_symbols() {
    for sum in 0..=9 {
        let tuples = tuples_of(sum);
        let list: Vec<Vec<Symbol>> = tuples.iter().map(|tuple| tuple.map(Symbol).to_vec()).collect();
        let (listed, automaton) = (Tuples::listed(&list, 4), adds_up(sum));
        assert_eq!((listed.list(), automaton.list()), (list.clone(), list), "{sum}");
        for sets in (0..4096u64).map(|k| [k & 15, k >> 4 & 15, k >> 8].map(SymbolSet)) {
            let fits = |tuple: &[u8; 3], at: usize| sets[at].contains(Symbol(tuple[at]));
            let mut expected = vec![SymbolSet::EMPTY; 3];
            for tuple in &tuples {
                for at in (0..3).filter(|&at| (0..3).all(|other| other == at || fits(tuple, other))) {
                    expected[at] |= SymbolSet::of(Symbol(tuple[at]));
                }
            }
            assert_eq!(listed.support(&sets), expected, "{sum} {sets:?}");
            assert_eq!(automaton.support(&sets), expected, "{sum} {sets:?}");
            let left = tuples.iter().filter(|tuple| (0..3).all(|at| fits(tuple, at)));
            let left: Vec<Vec<Symbol>> = left.map(|tuple| tuple.map(Symbol).to_vec()).collect();
            assert_eq!(automaton.within(&sets).list(), left, "{sum} {sets:?}");
            assert_eq!(automaton.within(&sets).n_tuples(), left.len() as u64, "{sum} {sets:?}");
        }
    }
    let other_length = Tuples::listed(&[vec![Symbol(1)]], 4);
    assert_eq!(other_length.support(&[SymbolSet::first(4); 2]), [SymbolSet::EMPTY; 2]);
}

#[test]
fn states_that_end_alike_are_one() {
    let sums = adds_up(4);
    // After two cells: the sums 1 to 4; every one is followed by one symbol.
    assert_eq!(sums.transitions(2).len(), 4);
    assert_eq!((0..4).map(|state| sums.state(1, state).as_str()).collect::<Vec<_>>(), ["1", "2", "3", "4"]);
    let all = |_: &usize| true;
    let next = |so_far: &usize, _: usize, symbol: Symbol| Some(so_far + usize::from(symbol.0));
    let any = Tuples::accepted((3, 4), 0, next, all, usize::to_string);
    assert_eq!((any.n_tuples(), any.n_transitions()), (64, 12), "one state after each cell");
    assert_eq!(any.state(1, 0), "0/../6");
    let combined = |sum: usize, most: usize| {
        let all = adds_up(sum).combinations(most)?;
        Some(all.iter().map(|held| held.iter().map(|symbol| char::from(b'0' + symbol.0)).collect()).collect())
    };
    let four: Vec<String> = vec!["013".to_string(), "022".to_string(), "112".to_string()];
    assert_eq!((combined(4, 3), combined(4, 2), combined(99, 3)), (Some(four), None, Some(Vec::new())));
    let next = |so_far: &usize, _: usize, symbol: Symbol| Some(so_far + usize::from(symbol.0));
    let sums = Tuples::accepted((625, 25), 0, next, |_| true, usize::to_string);
    assert!(sums.is_too_large() && sums.n_tuples() == 0 && !any.is_too_large());
    assert_eq!(sums.support(&[SymbolSet::first(1); 625]), [SymbolSet::EMPTY; 625]);
    assert_eq!(adds_up(99).n_tuples(), 0);
    assert_eq!(adds_up(99).list(), Vec::<Vec<Symbol>>::new());
}

#[test]
fn sums_of_numbers_are_those_of_all_selections() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        let numbers: Vec<u32> = (0..random.usize(1..25)).map(|_| random.u32(0..66)).take(13).collect();
        let selections = 1..1u32 << numbers.len();
        let sum = |some: u32| (0..numbers.len()).filter(|k| some >> k & 1 == 1).map(|k| numbers[k]).sum::<u32>();
        let expected: BTreeSet<u32> = selections.map(sum).collect();
        let most = random.u32(0..900);
        let found = numbers.iter().fold(Sums::up_to(most), |sums, &number| sums.with(number));
        for sum in 0..=most {
            assert_eq!(found.holds(sum), expected.contains(&sum), "{sum} up to {most} of {numbers:?}");
        }
    }
}

#[test]
fn states_with_the_same_words_are_named_as_soon_as_others() {
    // The last symbol is one of those before it, so each set of symbols is a state.
    let begun = std::time::Instant::now();
    let next = |&set: &u32, at: usize, symbol: Symbol| {
        (at < 4 || set >> symbol.0 & 1 == 1).then_some(if at < 4 { set | 1 << symbol.0 } else { 0 })
    };
    let sets = Tuples::accepted((5, 20), 0, next, |_| true, |_| "set".to_string());
    let words: Vec<_> = (0..sets.n_states(3) as u32).map(|state| sets.state(3, state)).collect();
    assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), 20 + 190 + 1140 + 4845);
    assert_eq!(words[..5], ["set", "set'", "set''", "set'''", "set'4"]);
    assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
}
