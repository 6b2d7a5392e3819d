//! What a problem refuses, what is left of one, and what its nodes belong to.

use dancing::{Class, Feature, ItemId, ItemRule, OptionId, Problem, ProblemError, Search};

#[test]
fn an_option_that_would_tear_the_links_is_refused() {
    let mut problem = Problem::new(2, 1);
    let item = ItemId;
    assert_eq!(problem.push(&[]), Err(ProblemError::Empty));
    assert_eq!(problem.push(&[item(0), item(0)]), Err(ProblemError::Twice { item: item(0) }));
    assert_eq!(problem.push(&[item(3)]), Err(ProblemError::Unknown { item: item(3), items: 3 }));
    assert_eq!(problem.n_options(), 0);
    assert_eq!(problem.push(&[item(2), item(0)]), Ok(OptionId(0)));
    assert_eq!(problem.items_of(OptionId(0)), [item(2), item(0)]);
}

#[test]
fn what_a_class_does_not_have_is_refused_and_nothing_is_added() {
    let mut problem = Problem::repeated(2);
    let (one, both) = ([ItemId(0)], [ItemId(0), ItemId(1)]);
    let refused = |feature| Err(ProblemError::Class { class: Class::Repeated, feature });
    assert_eq!(problem.push_weighted(&one, 0), Err(ProblemError::Free));
    assert_eq!(problem.push_colored(&both, &[0, 1], -1), refused(Feature::Colours));
    assert_eq!(problem.set_multiplicity(ItemId(0), 1, 2).map(|()| OptionId(0)), refused(Feature::Multiplicities));
    assert_eq!(problem.push_colored(&both, &[0], -1), Err(ProblemError::Colours { items: 2, colors: 1 }));
    assert_eq!((problem.n_options(), problem.class()), (0, Class::Repeated));
    let mut problem = Problem::new(2, 0);
    problem.set_multiplicity(ItemId(0), 1, 1).unwrap();
    assert_eq!(problem.class(), Class::Exact, "once is not a multiplicity");
    problem.set_multiplicity(ItemId(0), 0, 1).unwrap();
    assert_eq!(problem.class(), Class::Multiple);
}

#[test]
fn a_symmetry_that_is_none_is_refused() {
    let mut problem = Problem::new(2, 0);
    (0..2).for_each(|item| _ = problem.push(&[ItemId(item)]).unwrap());
    let ids = |list: &[u32]| list.iter().map(|&option| OptionId(option)).collect::<Vec<_>>();
    for wrong in [&[1][..], &[0, 0], &[0, 2], &[0, 1, 2]] {
        assert_eq!(problem.add_symmetry(ids(wrong)), Err(ProblemError::Symmetry), "{wrong:?}");
    }
    assert_eq!(problem.set_alike(ids(&[0])), Err(ProblemError::Alike));
    assert!(!problem.is_symmetric());
    assert_eq!(problem.add_symmetry(ids(&[1, 0])), Ok(()));
    assert!(problem.is_symmetric());
    assert_eq!(problem.push(&[ItemId(0)]), Err(ProblemError::Late));
}

#[test]
fn what_is_left_of_a_problem_knows_its_options() {
    let mut problem = Problem::new(3, 1);
    for items in [&[0, 3][..], &[1, 3], &[1, 2], &[2]] {
        problem.push(&items.iter().map(|&item| ItemId(item)).collect::<Vec<_>>()).unwrap();
    }
    let (rest, kept) = problem.below(OptionId(0));
    assert_eq!((rest.n_primary(), rest.n_items(), rest.n_options()), (2, 2, 2));
    assert_eq!(kept, [OptionId(2), OptionId(3)]);
    assert_eq!(
        (rest.items_of(OptionId(0)), rest.items_of(OptionId(1))),
        (&[ItemId(0), ItemId(1)][..], &[ItemId(1)][..])
    );
}

#[test]
fn a_cover_leaves_no_primary_item_out_and_takes_none_twice() {
    let mut problem = Problem::new(2, 1);
    let a = problem.push(&[ItemId(0), ItemId(2)]).unwrap();
    let b = problem.push(&[ItemId(1), ItemId(2)]).unwrap();
    let c = problem.push(&[ItemId(1)]).unwrap();
    assert!(problem.is_cover(&[a, c]));
    assert!(!problem.is_cover(&[a, b]), "the secondary item is taken twice");
    assert!(!problem.is_cover(&[a]), "a primary item is left out");
    assert!(!problem.is_cover(&[a, c, c]));
    assert!(!problem.is_cover(&[a, OptionId(9)]));
}

/// The nodes of an option follow each other, and each leads to the option and its first node.
#[test]
fn each_node_has_the_option_that_it_was_added_for() {
    for longest in [1, 2, 3, 9, 40] {
        let mut problem = Problem::new(50, 0);
        for option in 0..100 {
            let items: Vec<ItemId> = (0..1 + (option * 7) % longest).map(ItemId).collect();
            problem.push(&items).unwrap();
        }
        let search = Search::new(&problem, ItemRule::Fewest);
        let links = search.links();
        let nodes: usize = problem.options().map(|option| problem.items_of(option).len()).sum();
        let mut met = 0;
        for item in (0..50).map(ItemId) {
            assert_eq!(links.option(links.header(item)), None);
            for node in links.column(item) {
                let option = links.option(node).unwrap();
                assert!(problem.items_of(option).contains(&item), "{option:?} {item:?}");
                let first = links.first_node(option);
                assert_eq!(links.option(first), Some(option));
                let own: Vec<ItemId> = links.option_nodes(first).map(|node| links.item(node)).collect();
                assert_eq!(own, problem.items_of(option));
                met += 1;
            }
        }
        assert_eq!(met, nodes);
    }
}

#[test]
fn costs_are_those_that_differ_from_the_usual_weight() {
    let mut problem = Problem::repeated(2).weighing(-3);
    problem.push(&[ItemId(0)]).unwrap();
    problem.push_weighted(&[ItemId(1)], -3).unwrap();
    assert!(problem.has_limit(), "all options cost the same");
    problem.push_weighted(&[ItemId(1)], -1).unwrap();
    assert!(problem.wants_cheapest() && !problem.has_limit());
}
