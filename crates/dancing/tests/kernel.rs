//! The kernel runs forwards and backwards: properties on random problems, published counts, and
//! brute force that shares no code with it.

use crate::strategies::{brute_force, colored_problems, multiple_problems, problems, repeated_problems};
use crate::support::{count, covering, knuth, langford, line, queens, rounds, sudoku};
use dancing::{
    Address, Branch, Estimate, Event, Field, Hidden, ItemId, ItemRule, Links, LinksView, Machine, NodeId, OptionId,
    Phase, Policy, Problem, Search, Slow, Step, Tally, Word,
};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};

#[test]
fn published_counts_are_met() {
    for (n, solutions) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352), (10, 724)] {
        assert_eq!(count(&queens(n)).solutions, solutions, "{n} queens, OEIS A000170");
    }
    for (n, solutions) in [(3, 2), (4, 2), (5, 0), (7, 52), (8, 300)] {
        assert_eq!(count(&langford(n)).solutions, solutions, "Langford pairs of {n}, twice OEIS A014552");
    }
    assert_eq!(count(&sudoku(2, 2, &[])).solutions, 288, "4x4 grids, OEIS A107739");
    assert_eq!(count(&knuth()).solutions, 1, "the example of TAOCP 7.2.2.1");
}

/// Steps through a problem to its end and keeps every state. Steps back, where each state must
/// recur, and then forwards once more.
fn walks_both_ways(problem: &Problem, policy: impl Into<Policy>, limit: usize) {
    let (mut search, mut tally) = (Search::new(problem, policy), Tally::default());
    let mut states = vec![(search.clone(), tally.clone(), None)];
    while states.len() < limit {
        let Some(event) = search.step_into(&mut tally) else { break };
        states.push((search.clone(), tally.clone(), Some(event)));
    }
    search.validate().unwrap();
    for k in (1..states.len()).rev() {
        assert_eq!(search.step_back(&mut tally), states[k].2);
        assert_eq!((&search, &tally), (&states[k - 1].0, &states[k - 1].1), "before event {k}, {:?}", states[k].2);
    }
    assert_eq!(search.step_back(&mut tally), None, "the root has nothing before it");
    for state in &states[1..] {
        assert_eq!(search.step_into(&mut tally), state.2);
    }
    assert_eq!((&search, &tally), states.last().map(|s| (&s.0, &s.1)).unwrap());
}

/// The smallest covers by trying every subset: their size and their number. The number is 0 if
/// there is no cover.
fn smallest_covers(problem: &Problem) -> (usize, u64) {
    let options: Vec<OptionId> = problem.options().collect();
    let mut best = (usize::MAX, 0);
    for mask in 0u64..1 << options.len() {
        let chosen: Vec<OptionId> = options.iter().copied().filter(|o| mask >> o.index() & 1 == 1).collect();
        if problem.is_cover(&chosen) {
            match chosen.len().cmp(&best.0) {
                std::cmp::Ordering::Less => best = (chosen.len(), 1),
                std::cmp::Ordering::Equal => best.1 += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
    }
    best
}

fn policies() -> impl Iterator<Item = Policy> {
    ItemRule::ALL.into_iter().flat_map(|rule| Estimate::ALL.map(move |estimate| Policy { rule, estimate, best: false }))
}

/// Every pointer and every length.
type Picture = (HashMap<(Option<NodeId>, Field), Option<NodeId>>, Vec<usize>);

fn picture(search: &Search) -> Picture {
    let links = search.links();
    let mut pointers = HashMap::new();
    let header = |item: Option<ItemId>| item.map(|item| NodeId(item.0));
    let items = (0..links.n_items() as u32).map(ItemId);
    for of in items.clone().map(Some).chain([None]) {
        pointers.insert((header(of), Field::Left), header(links.left(of)));
        pointers.insert((header(of), Field::Right), header(links.right(of)));
    }
    for node in (0..links.n_nodes() as u32).map(NodeId) {
        pointers.insert((Some(node), Field::Up), Some(links.up(node)));
        pointers.insert((Some(node), Field::Down), Some(links.down(node)));
    }
    (pointers, items.map(|item| links.len(item)).collect())
}

/// A step lists exactly the differences between the states before and after it.
fn tells(step: &Step, before: &Picture, after: &Picture, links: &dyn LinksView) -> Result<(), TestCaseError> {
    let mut pointers = before.0.clone();
    for pointer in &step.pointers {
        let at = pointers.get_mut(&(pointer.of, pointer.field)).unwrap();
        prop_assert_eq!(*at, pointer.from, "{:?}", step);
        *at = pointer.to;
    }
    prop_assert_eq!(&pointers, &after.0, "{:?}", step);
    let mut lengths = before.1.clone();
    for count in &step.counts {
        prop_assert_eq!(lengths[count.item.index()], count.before);
        lengths[count.item.index()] = count.after;
    }
    prop_assert_eq!(&lengths, &after.1, "{:?}", step);
    // An option is hidden when its nodes leave their lists.
    let stands = |picture: &Picture, node: NodeId| {
        let down = picture.0[&(Some(node), Field::Down)].unwrap();
        picture.0[&(Some(down), Field::Up)] == Some(node)
    };
    let nodes = (0..links.n_nodes() as u32).map(NodeId);
    let moved: BTreeSet<NodeId> = nodes.filter(|&node| stands(before, node) != stands(after, node)).collect();
    let changed: BTreeSet<OptionId> = moved.iter().filter_map(|&node| links.option(node)).collect();
    // Nothing moves if the option has no other nodes, or only nodes with the colour of their item.
    let stays = |hidden: &&Hidden| {
        let mut around = links.option_nodes(links.first_node(hidden.option));
        around.all(|node| links.item(node) == hidden.through && !moved.contains(&node) || links.agrees(node))
    };
    let told: BTreeSet<OptionId> =
        step.hidden.iter().filter(|hidden| !stays(hidden)).map(|hidden| hidden.option).collect();
    prop_assert_eq!(told, changed, "{:?}", step);
    for hidden in &step.hidden {
        let holds = links.option_nodes(links.first_node(hidden.option)).any(|node| links.item(node) == hidden.through);
        prop_assert!(holds, "{:?}", hidden);
    }
    Ok(())
}

/// Random steps forwards and backwards: each does what `peek` said before it, and a look leaves the
/// search as it was.
fn peeks(problem: &Problem, policy: Policy, moves: &[bool]) -> Result<(), TestCaseError> {
    let (mut search, mut tally) = (Search::new(problem, policy), Tally::default());
    for &forward in moves.iter().flat_map(|forward| [forward, forward, &true]) {
        let (before, copy) = (picture(&search), search.clone());
        let step = if forward { search.peek() } else { search.peek_back() };
        prop_assert!(search == copy, "a look does not move the search");
        let items = || (0..problem.n_items() as u32).map(ItemId);
        let held = |search: &Search| -> Vec<_> { items().map(|item| search.times_covered(item)).collect() };
        let event = if forward { search.step_into(&mut tally) } else { search.step_back(&mut tally) };
        prop_assert_eq!(step.as_ref().map(|step| (step.event, step.back)), event.map(|event| (event, !forward)));
        let Some(step) = step else { continue };
        let after = picture(&search);
        let mut counted = held(&copy);
        if let Some(count) = &step.held {
            prop_assert_eq!(counted[count.item.index()], Some(count.before as u32), "{:?}", step);
            counted[count.item.index()] = Some(count.after as u32);
        }
        prop_assert_eq!(counted, held(&search), "{:?}", step);
        tells(&step, &before, &after, search.links())?;
        // A step of nothing but options that stand alone has a direction too.
        if !step.hidden.is_empty() {
            let goes_down = matches!(
                step.event,
                Event::Choose { .. } | Event::Cover { .. } | Event::Purify { .. } | Event::Try { .. }
            );
            let is_tried = matches!(step.event, Event::Next { .. });
            prop_assert_eq!(step.removes, (goes_down || is_tried) == forward, "{:?}", step);
        }
        // Seen from the other side, it is the inverse of the same step.
        let back = if forward { search.peek_back() } else { search.peek() }.unwrap();
        prop_assert_eq!((back.event, back.back), (step.event, !step.back));
        tells(&back, &after, &before, copy.links())?;
        tells(&back.inverse(), &before, &after, copy.links())?;
    }
    Ok(())
}

/// The address of every state on the way leads to that state from anywhere. An address that leads
/// nowhere leaves the search unchanged.
fn leads_back(problem: &Problem, policy: Policy) -> Result<(), TestCaseError> {
    let (mut search, mut tally) = (Search::new(problem, policy), Tally::default());
    let (mut other, mut roamer) = (search.clone(), search.clone());
    let mut visited = Vec::new();
    for k in 0..300 {
        let address: Address = search.address().to_string().parse().unwrap();
        prop_assert_eq!(&address, &search.address());
        prop_assert_eq!(other.go(&address), Ok(()), "{}", address);
        let mut known = Search::new(problem, policy);
        prop_assert_eq!(known.go_along(&address, &search.items()), Ok(()), "{}", address);
        known.set_memory(&search.memory());
        prop_assert_eq!(&known, &search, "{}", address);
        prop_assert_eq!(&other, &search, "{}", address);
        // From any state to any other, and back after an invalid address.
        visited.push(address.clone());
        let elsewhere = &visited[k * 7919 % visited.len()];
        prop_assert_eq!(roamer.go(elsewhere), Ok(()), "{}", elsewhere);
        let (before, memory) = (roamer.address(), roamer.memory());
        let mut wrong = address.clone();
        wrong.branches.push(Branch { k: 99, d: 99 });
        prop_assert!(roamer.go(&wrong).is_err(), "{}", wrong);
        prop_assert_eq!((roamer.address(), roamer.memory()), (before, memory));
        prop_assert_eq!(roamer.go(&address), Ok(()), "{}", address);
        roamer.set_memory(&search.memory());
        prop_assert_eq!(&roamer, &search, "{}", address);
        let ahead = search.next_event();
        let event = search.step_into(&mut tally);
        prop_assert_eq!(ahead, event, "{}", address);
        if event.is_none() {
            break;
        }
    }
    Ok(())
}

/// Compares a search that strides with one that makes single steps. Their states must stay equal.
fn paces<W: Word>(problem: &Problem, rule: ItemRule, moves: &[(i32, u32)]) -> Result<(), TestCaseError> {
    let (mut mixed, mut fine) = (Machine::<W>::new(problem, rule.into()), Machine::<W>::new(problem, rule.into()));
    let (mut left, mut right) = (Tally::default(), Tally::default());
    for &(kind, times) in moves {
        match kind {
            0..=2 => {
                let rests = kind < 2;
                let stride = if rests { Machine::stride } else { Machine::stride_on };
                let event = stride(&mut mixed, times, &mut left);
                let (mut last, mut tried) = (None, 0);
                loop {
                    match fine.step_into(&mut right) {
                        Some(Event::Try { node }) => (last, tried) = (Some(Event::Try { node }), tried + 1),
                        end if end.is_none() || (rests && end == Some(Event::Visit)) => {
                            last = end;
                            break;
                        }
                        _ => {}
                    }
                    if tried == times && fine.phase() == Phase::Choose {
                        break;
                    }
                }
                prop_assert_eq!(event, last);
            }
            3 | 4 => {
                for _ in 0..times {
                    let step = if kind == 3 { Machine::step_into } else { Machine::step_back };
                    prop_assert_eq!(step(&mut mixed, &mut left), step(&mut fine, &mut right));
                }
            }
            5 => {
                let level = mixed.chosen().len().saturating_sub(times as usize);
                mixed.rewind(level);
                fine.rewind(level);
            }
            _ => prop_assert_eq!(mixed.steer(times as usize), fine.steer(times as usize)),
        }
        prop_assert_eq!(mixed.validate(), Ok(()));
        prop_assert_eq!(&mixed, &fine);
        prop_assert_eq!(&left, &right);
    }
    Ok(())
}

/// The number of problems to walk; in the long run 10^5 walks of each sort.
fn walked() -> u32 {
    rounds(35, 17_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(walked()))]

    #[test]
    fn a_step_is_told_before_it_is_taken(problem in problems(), moves in proptest::collection::vec(proptest::bool::weighted(0.7), 0..120), weights in proptest::collection::vec(-9i64..20, 20)) {
        for rule in ItemRule::ALL {
            peeks(&problem, Policy { rule, ..Policy::default() }, &moves)?;
        }
        let mut weighted = Problem::new(problem.n_primary() as u32, (problem.n_items() - problem.n_primary()) as u32);
        for option in problem.options() {
            weighted.push_weighted(problem.items_of(option), weights[option.index()]).unwrap();
        }
        peeks(&weighted, Policy { best: true, ..Policy::default() }, &moves)?;
    }

    #[test]
    fn a_step_of_a_repeated_cover_is_told_before_it_is_taken(problem in repeated_problems(), moves in proptest::collection::vec(proptest::bool::weighted(0.7), 0..120)) {
        for policy in policies() {
            peeks(&problem, policy, &moves)?;
        }
    }
}

/// For every rule, the count equals brute force, the walk is reversible, and each step is told
/// before it is taken. The best cover is the best of all covers.
fn counted_walked_and_told(problem: &Problem, moves: &[bool]) -> Result<(), TestCaseError> {
    let expected = u128::from(brute_force(problem));
    for rule in ItemRule::ALL {
        let (mut search, mut tally) = (Search::new(problem, rule), Tally::default());
        while search.stride(4096, &mut tally).is_some() {}
        prop_assert_eq!(u128::from(tally.solutions), expected);
        walks_both_ways(problem, rule, 20_000);
        peeks(problem, Policy { rule, ..Policy::default() }, moves)?;
    }
    let (mut search, mut tally, mut best) = (Search::new(problem, Policy::default()), Tally::default(), None);
    while let Some(event) = search.step_into(&mut tally) {
        if event == Event::Visit {
            prop_assert!(problem.is_cover(&search.path()));
            best = best.max(Some(problem.total(&search.path())));
        }
    }
    let policy = Policy { best: true, ..Policy::default() };
    let mut search = Search::new(problem, policy);
    while search.stride(4096, &mut tally).is_some() {}
    prop_assert_eq!(search.best(), best);
    walks_both_ways(problem, policy, 20_000);
    peeks(problem, policy, moves)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(walked()))]

    #[test]
    fn colours_are_counted_walked_and_told_right(problem in colored_problems(), moves in proptest::collection::vec(proptest::bool::weighted(0.7), 0..120)) {
        counted_walked_and_told(&problem, &moves)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(walked()))]

    #[test]
    fn multiplicities_are_counted_walked_and_told_right(problem in multiple_problems(), moves in proptest::collection::vec(proptest::bool::weighted(0.7), 0..120)) {
        counted_walked_and_told(&problem, &moves)?;
    }

    #[test]
    fn addresses_of_every_class_lead_back(colored in colored_problems(), multiple in multiple_problems()) {
        for problem in [&colored, &multiple] {
            leads_back(problem, Policy::default())?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(rounds(70, 200)))]

    #[test]
    fn a_search_in_used_tables_is_as_one_in_new_ones(all in proptest::collection::vec(prop_oneof![problems(), colored_problems(), multiple_problems()], 2..6), steps in 0..300u32) {
        let mut used = Search::new(&all[0], ItemRule::Failing);
        for problem in &all {
            used.renew(problem, Policy::default());
            let mut new = Search::new(problem, Policy::default());
            prop_assert_eq!(&used, &new);
            // By strides and by steps, also to the middle of the tree.
            let (mut tally, mut other) = (Tally::default(), Tally::default());
            prop_assert_eq!(used.stride(steps, &mut tally), new.stride(steps, &mut other));
            (0..steps % 7).for_each(|_| assert_eq!(used.step_into(&mut tally), new.step_into(&mut other)));
            prop_assert_eq!((&used, tally), (&new, other));
            used.validate().unwrap();
        }
    }

    #[test]
    fn backtracking_restores_every_link(problem in problems()) {
        for rule in ItemRule::ALL {
            walks_both_ways(&problem, rule, 20_000);
        }
    }

    #[test]
    fn a_repeated_cover_walks_to_its_end_and_all_the_way_back(problem in repeated_problems()) {
        for policy in policies() {
            walks_both_ways(&problem, policy, 20_000);
        }
    }

    #[test]
    fn a_repeated_cover_with_costs_runs_both_ways_and_finds_the_least(problem in repeated_problems(), costs in proptest::collection::vec(1i64..9, 13), moves in proptest::collection::vec(proptest::bool::weighted(0.7), 0..120)) {
        let mut priced = Problem::repeated(problem.n_items() as u32);
        for (option, cost) in problem.options().zip(costs) {
            priced.push_weighted(problem.items_of(option), -cost).unwrap();
        }
        let policy = Policy::default();
        walks_both_ways(&priced, policy, 20_000);
        peeks(&priced, policy, &moves)?;
        let (mut search, mut tally) = (Search::new(&priced, policy), Tally::default());
        let mut best = None;
        while let Some(event) = search.stride(u32::MAX, &mut tally) {
            if event == Event::Visit {
                best = best.max(Some(priced.total(&search.path())));
            }
        }
        let sets = (0u32..1 << priced.n_options()).map(|set| priced.options().filter(|option| set >> option.0 & 1 == 1).collect());
        let least = sets.filter(|set: &Vec<OptionId>| priced.is_cover(set)).map(|set| priced.total(&set)).max();
        prop_assert_eq!(best, least);
        // Each cover is cheaper than the one before.
        let costs: Vec<i64> = priced.covers().map(|cover| priced.total(&cover)).collect();
        prop_assert!(costs.is_sorted_by(|one, next| one < next || !priced.wants_cheapest()), "{costs:?}");
        prop_assert_eq!(costs.last().copied(), least);
    }

    #[test]
    fn a_confined_search_ends_with_its_subtree_until_it_is_moved(problem in problems(), steps in 0usize..60) {
        let (mut search, mut tally) = (Search::new(&problem, ItemRule::Fewest), Tally::default());
        (0..steps).for_each(|_| _ = search.step_into(&mut tally));
        while search.phase() != Phase::Choose && search.step_into(&mut tally).is_some() {}
        if search.phase() != Phase::Choose {
            return Ok(());
        }
        let (path, before) = (search.path(), tally.solutions);
        search.confine();
        // A look back above the node does not free the search.
        let (copy, back) = (search.clone(), search.peek_back());
        prop_assert_eq!((back.is_some(), &search), (!path.is_empty(), &copy));
        while search.stride(99, &mut tally).is_some() {}
        prop_assert_eq!((search.phase(), search.path()), (Phase::Done, path.clone()));
        let below = problem.covers().filter(|cover| cover.starts_with(&path)).count();
        prop_assert_eq!(tally.solutions - before, below as u64);
        search.restart();
        let mut whole = Tally::default();
        while search.stride(99, &mut whole).is_some() {}
        prop_assert_eq!(whole.solutions, problem.covers().count() as u64);
    }

    #[test]
    fn the_fewest_options_are_those_of_brute_force(problem in repeated_problems()) {
        let (size, covers) = smallest_covers(&problem);
        for policy in policies() {
            let (mut search, mut tally) = (Search::new(&problem, policy), Tally::default());
            while let Some(event) = search.step_into(&mut tally) {
                if event == Event::Visit {
                    prop_assert_eq!(search.path().len(), size);
                    prop_assert!(problem.is_cover(&search.path()));
                }
            }
            prop_assert_eq!(tally.solutions, covers, "{:?}", policy);
        }
    }

    #[test]
    fn a_search_for_the_best_score_runs_both_ways_and_finds_it(problem in problems(), weights in proptest::collection::vec(-9i64..20, 20)) {
        let mut weighted = Problem::new(problem.n_primary() as u32, (problem.n_items() - problem.n_primary()) as u32);
        for option in problem.options() {
            weighted.push_weighted(problem.items_of(option), weights[option.index()]).unwrap();
        }
        let policy = Policy { best: true, ..Policy::default() };
        walks_both_ways(&weighted, policy, 20_000);
        let (mut all, mut search, mut tally) = (Search::new(&weighted, ItemRule::Fewest), Search::new(&weighted, policy), Tally::default());
        let mut best = None;
        while let Some(event) = all.step_into(&mut tally) {
            if event == Event::Visit {
                best = best.max(Some(weighted.total(&all.path())));
            }
        }
        while search.step_into(&mut tally).is_some() {}
        prop_assert_eq!(search.score().unwrap().best, best);
    }

    #[test]
    fn an_address_leads_back_to_its_state(problem in problems(), repeated in repeated_problems()) {
        for policy in policies() {
            for problem in [&problem, &repeated] {
                leads_back(problem, policy)?;
            }
        }
    }

    #[test]
    fn the_count_is_that_of_brute_force(problem in problems().prop_filter("2^16 subsets", |p| p.n_options() <= 14)) {
        let solutions = brute_force(&problem);
        prop_assert_eq!(count(&problem).solutions, solutions);
        for rule in ItemRule::SOLVING {
            let (mut search, mut tally) = (Search::new(&problem, rule), Tally::default());
            while let Some(event) = search.stride(7, &mut tally) {
                prop_assert!(event != Event::Visit || problem.is_cover(&search.path()), "{:?}", rule);
            }
            prop_assert_eq!(tally.solutions, solutions, "{:?}", rule);
            prop_assert_eq!(search.validate(), Ok(()), "{:?}", rule);
        }
    }

    #[test]
    fn every_state_of_the_stride_is_a_state_of_the_fine_pace(problem in problems()) {
        let (mut fast, mut slow) = (Search::new(&problem, ItemRule::Fewest), Search::new(&problem, ItemRule::Fewest));
        let (mut left, mut right) = (Tally::default(), Tally::default());
        while fast.stride(1, &mut left).is_some() {
            let mut steps = 0;
            while slow != fast {
                prop_assert!(slow.step_into(&mut right).is_some() && steps < 100);
                steps += 1;
            }
            prop_assert_eq!(&left, &right);
        }
    }

    #[test]
    fn a_search_changes_its_pace_anywhere(
        problem in problems(),
        rule in 0..ItemRule::ALL.len(),
        moves in prop::collection::vec((0..7, 1..9u32), 1..40),
    ) {
        paces::<u16>(&problem, ItemRule::ALL[rule], &moves)?;
        paces::<u32>(&problem, ItemRule::ALL[rule], &moves)?;
    }

    #[test]
    fn rewinding_is_walking_back_without_the_finished_siblings(problem in problems(), steps in 0usize..300, at in 0usize..6) {
        let (mut search, mut tally) = (Search::new(&problem, ItemRule::Fewest), Tally::default());
        let mut last_at_level = vec![search.clone()];
        for _ in 0..steps {
            let Some(event) = search.step_into(&mut tally) else { break };
            if event != Event::Visit && search.phase() == Phase::Choose {
                last_at_level.truncate(search.chosen().len());
                last_at_level.push(search.clone());
            }
        }
        let level = at.min(search.chosen().len()).min(last_at_level.len() - 1);
        search.rewind(level);
        let level = search.chosen().len();
        prop_assert_eq!(search, last_at_level[level].clone());
    }

    #[test]
    fn a_stride_of_no_nodes_still_ends(problem in problems()) {
        let (mut none, mut one) = (Tally::default(), Tally::default());
        let mut search = Search::new(&problem, ItemRule::Fewest);
        let mut other = search.clone();
        while let Some(event) = search.stride(0, &mut none) {
            prop_assert_eq!(Some(event), other.stride(1, &mut one));
        }
        prop_assert_eq!(none.solutions, one.solutions);
    }

    #[test]
    fn a_state_is_found_again_from_its_path(problem in problems(), steps in 0usize..300) {
        let (mut search, mut tally) = (Search::new(&problem, ItemRule::Fewest), Tally::default());
        for _ in 0..steps {
            search.stride(1, &mut tally);
        }
        search.rewind(search.chosen().len());
        let path = search.path();
        let mut again = Search::new(&problem, ItemRule::Fewest);
        prop_assert_eq!(again.descend(&path, &mut Tally::default()), search.chosen().len());
        // Descending along the path leads to the same state.
        prop_assert_eq!(again, search);
    }
}

/// Makes each step link by link, back, and as a whole. Both ways must end in the same state.
fn walks_link_by_link(problem: &Problem, limit: usize) {
    let (mut search, mut tally) = (Search::new(problem, ItemRule::Fewest), Tally::default());
    for step in 0..limit {
        if let Some(mut slow) = Slow::of_next(&mut search) {
            let mut states = vec![slow.clone()];
            while slow.forward() {
                states.push(slow.clone());
            }
            let end = slow.clone();
            assert_eq!(states[0].done(), 0);
            for state in states.iter().skip(1).rev() {
                assert!(slow.back());
                assert_eq!(&slow, state);
            }
            assert!(!slow.back());
            assert_eq!(slow, states[0]);
            search.step_into(&mut tally);
            end.links().validate().unwrap();
            let same = (0..end.links().n_nodes() as u32).map(dancing::NodeId).all(|node| {
                let (a, b) = (end.links(), search.links());
                (a.up(node), a.down(node)) == (b.up(node), b.down(node))
            });
            assert!(same, "the links one by one give the step as a whole, step {step}");
        } else if search.step_into(&mut tally).is_none() {
            break;
        }
    }
}

#[test]
fn a_step_link_by_link_ends_where_the_step_ends() {
    walks_link_by_link(&knuth(), 10_000);
    walks_link_by_link(&queens(5), 10_000);
    walks_link_by_link(&sudoku(2, 2, &[(0, 0, 0)]), 300);
}

#[test]
fn a_hard_sudoku_is_walked_to_its_end_and_back() {
    let givens = line("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    let problem = sudoku(3, 3, &givens);
    let (mut search, mut tally) = (Search::new(&problem, ItemRule::Fewest), Tally::default());
    let (root, mut events) = (search.clone(), 0);
    while search.step_into(&mut tally).is_some() {
        events += 1;
    }
    let end = search.clone();
    assert_eq!(tally.solutions, 1);
    while search.step_back(&mut tally).is_some() {
        events -= 1;
    }
    assert_eq!((events, &search, &tally), (0, &root, &Tally::default()));
    while search.step_into(&mut tally).is_some() {}
    assert_eq!(search, end);
}

#[test]
fn wide_links_dance_as_narrow_ones() {
    let problem = queens(6);
    assert!(Links::<u16>::fits(&problem));
    let mut narrow = Machine::<u16>::new(&problem, Policy::default());
    let mut wide = Machine::<u32>::new(&problem, Policy::default());
    let (mut left, mut right) = (Tally::default(), Tally::default());
    loop {
        let (a, b) = (narrow.step_into(&mut left), wide.step_into(&mut right));
        assert_eq!(a, b);
        assert_eq!((narrow.chosen(), narrow.phase()), (wide.chosen(), wide.phase()));
        if a.is_none() {
            break;
        }
    }
    assert_eq!(left, right);
}

#[test]
fn a_problem_with_an_item_in_no_option_has_no_solution_and_one_without_items_has_one() {
    assert_eq!(count(&Problem::new(1, 0)).solutions, 0);
    assert_eq!(count(&Problem::new(0, 0)).solutions, 1);
    assert_eq!(count(&Problem::new(0, 3)).solutions, 1);
}

/// The numbers in every address are in range, and rewinding leads to the root of the iteration.
#[test]
fn a_repeated_cover_is_rewound_without_a_log() {
    let problem = covering(7, 3, 2);
    let policy = Policy { estimate: Estimate::Disjoint, ..Policy::default() };
    let (mut search, mut tally) = (Search::new(&problem, policy), Tally::default());
    let (mut roots, mut walked) = (vec![search.clone()], 0);
    while let Some(event) = search.step_into(&mut tally) {
        walked += 1;
        if let Event::RaiseLimit { .. } = event {
            roots.push(search.clone());
        }
        let address = search.address();
        assert!(address.branches.iter().all(|branch| (1..=branch.d + 1).contains(&branch.k)), "{address}");
        if walked % 97 == 0 {
            let mut back = search.clone();
            back.rewind(0);
            assert!(
                search.limit() != roots.last().unwrap().limit()
                    || tally.solutions > 0
                    || back == *roots.last().unwrap()
            );
            back.restart();
            assert_eq!(back, roots[0]);
        }
    }
    assert!(roots.len() > 1, "the estimate of the tutorials is below the answer here");
    walks_both_ways(&problem, policy, 50_000);
}

#[test]
fn an_option_after_the_last_branch_is_no_branch() {
    let mut problem = Problem::new(1, 0);
    problem.set_multiplicity(ItemId(0), 2, 2).unwrap();
    (0..3).for_each(|_| _ = problem.push(&[ItemId(0)]).unwrap());
    let (mut search, mut tally) = (Search::new(&problem, Policy::default()), Tally::default());
    search.step_into(&mut tally);
    let branches: Vec<Option<usize>> = (0..3).map(|option| search.branch_of(OptionId(option))).collect();
    assert_eq!(branches, [Some(1), Some(2), None], "two of three options are needed, so the last is never the first");
}

#[test]
fn a_search_that_strode_is_confined_to_its_subtree() {
    let problem = queens(6);
    let mut plain = Search::new(&problem, Policy::default());
    let mut tally = Tally::default();
    plain.stride(2, &mut tally);
    let (path, before) = (plain.path(), tally.solutions);
    plain.confine();
    while plain.stride(99, &mut tally).is_some() {}
    assert_eq!((plain.path(), plain.phase()), (path.clone(), Phase::Done));
    let below = problem.covers().filter(|cover| path.iter().all(|option| cover.contains(option))).count();
    assert_eq!(tally.solutions - before, below as u64);
    // The end of the subtree is a place like any other, also after an address that leads nowhere.
    let end = plain.clone();
    let mut wrong = plain.address();
    wrong.branches.push(Branch { k: 99, d: 99 });
    assert!(plain.go(&wrong).is_err());
    assert_eq!(plain, end);
}

#[test]
fn a_score_that_was_known_before_cuts_and_is_never_forgotten() {
    let mut problem = Problem::new(1, 0);
    problem.push_weighted(&[ItemId(0)], 5).unwrap();
    let (mut search, mut tally) = (Search::new(&problem, Policy { best: true, ..Policy::default() }), Tally::default());
    assert!(search.beat(9));
    assert_eq!(search.step_into(&mut tally), Some(Event::Cut { lower_bound: 0 }));
    assert!(search.at_cut());
    assert_eq!(search.step_back(&mut tally), Some(Event::Cut { lower_bound: 0 }));
    search.rewind(0);
    assert_eq!(search.best(), Some(9));
}
