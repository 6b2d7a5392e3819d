//! Two models side by side: planted differences are named, and models with new names are the same.

use fastrand::Rng;
use quadrille_puzzle::tiling::pieces::pentomino_board;
use quadrille_puzzle::{Encoded, ListedOption, Listing, OptionView, Shape, encode, load};
use quadrille_study::{Contrast, ContrastVerdict, contrast};
use smol_str::SmolStr;
use std::collections::HashMap;

fn compared(yours: &Listing, other: &Encoded) -> Contrast {
    contrast(&encode(&Shape::from(yours.clone())), other, &HashMap::new(), &mut || true)
}

/// Models with their names: a grid, queens, items and options.
fn models() -> Vec<Encoded> {
    let of = |text: &str, form: &str| encode(&load(text, Some(form)).unwrap().puzzles.remove(0).shape);
    vec![
        of("1234\n3412\n....\n....\n", "rows"),
        of("5\n0 0 0 0 0\n", "nqueen"),
        of("a b c d | x y\na b x\nc d\na c y\nb d\nc x\nd y\n", "knuth"),
    ]
}

/// The name of an option in sentences.
fn option_name(other: &Encoded, yours: &Listing, option: usize) -> String {
    match other.grid().is_some() {
        true => other.option_name(other.problem.options().nth(option).unwrap()),
        false => yours.option_name(option),
    }
}

#[test]
fn planted_differences_are_named() {
    let mut rng = Rng::with_seed(30);
    let mut planted = 0;
    for other in models() {
        let listing = other.listing();
        let same = compared(&listing, &other);
        assert_eq!(same.verdict, ContrastVerdict::Same, "{same:?}");
        for mistake in 0..10 {
            let mut yours = Listing { symmetries: Vec::new(), alike: Vec::new(), ..listing.clone() };
            let last = yours.options.len() - 1;
            let option = rng.usize(1..last);
            let name = |yours: &Listing| option_name(&other, yours, option);
            let noun = |item: u32| other.item_noun(dancing::ItemId(item));
            let mut own: Vec<ListedOption> = yours.options.iter().map(OptionView::to_owned).collect();
            // The words that the sentence must have.
            let words: Vec<String> = match mistake {
                // An item of an option computed with a wrong formula.
                0..=2 => {
                    let items = &mut own[option].items;
                    let at = rng.usize(..items.len());
                    let (was, n) = (items[at], listing.items.len() as u32);
                    let now = (0..n).map(|k| (was + 1 + k) % n).find(|item| !items.contains(item)).unwrap();
                    items[at] = now;
                    vec![format!("{} in yours, {} in the other", noun(now), noun(was))]
                }
                // An item too few, and one too many.
                3 => {
                    let items = &mut own[option].items;
                    let gone = items.pop().unwrap();
                    vec![format!("covers {} in the other, and not in yours", noun(gone))]
                }
                4 => {
                    let items = &mut own[option].items;
                    let more = (0..listing.items.len() as u32).find(|item| !items.contains(item)).unwrap();
                    items.push(more);
                    vec![format!("covers {} in yours, and not in the other", noun(more))]
                }
                // An option missing, and one twice.
                5 => {
                    let words = vec![format!(
                        "option {} is only in the other",
                        other.option_name(other.problem.options().nth(option).unwrap())
                    )];
                    own.remove(option);
                    words
                }
                6 => {
                    own.push(own[option].clone());
                    vec![format!("option {} is in yours more often", yours.option_name(option))]
                }
                // A primary item that is secondary in yours: the items change places.
                7 => {
                    let item = yours.primary as u32 - 1;
                    yours.primary -= 1;
                    vec![format!("{} is secondary in yours, primary in the other", noun(item))]
                }
                // An item that is only in yours, and one that is missing with its ones.
                8 => {
                    yours.items.push("extra".into());
                    vec!["item extra is only in yours: secondary".to_string()]
                        .into_iter()
                        .filter(|_| yours.primary < yours.items.len())
                        .collect()
                }
                _ => {
                    yours.ranges = vec![(1, 1); yours.primary];
                    yours.ranges[0] = (0, 2);
                    vec![format!("{} is covered 0 to 2 times in yours, exactly 1 in the other", noun(0))]
                }
            };
            yours.options = own.into_iter().collect();
            // A new item after primary ones only is primary itself.
            if mistake == 8 && listing.primary == listing.items.len() {
                yours.primary = listing.primary;
            }
            let found = compared(&yours, &other);
            assert_eq!(found.verdict, ContrastVerdict::Differs, "{mistake}");
            let said: Vec<&str> = found.gaps.iter().map(|gap| gap.what.as_str()).collect();
            for word in &words {
                assert!(said.iter().any(|what| what.contains(word)), "{mistake}: {said:?} has no {word:?}");
            }
            if (0..=4).contains(&mistake) {
                assert_eq!(said.len(), 1, "{mistake}: {said:?}");
                let known = name(&listing);
                assert!(said[0].contains(&known) || other.grid().is_none(), "{known}: {said:?}");
            }
            planted += 1;
        }
    }
    assert_eq!(planted, 30);
}

/// A model with new names, and its items and options in another order.
fn renamed(rng: &mut Rng, listing: &Listing) -> Listing {
    let mut order: Vec<usize> = (0..listing.items.len()).collect();
    rng.shuffle(&mut order[..listing.primary]);
    rng.shuffle(&mut order[listing.primary..]);
    let mut place = vec![0u32; order.len()];
    (0..).zip(&order).for_each(|(at, &item)| place[item] = at);
    let mut options: Vec<ListedOption> = listing
        .options
        .iter()
        .map(|option| ListedOption {
            name: None,
            items: option.items.iter().map(|&item| place[item as usize]).collect(),
        })
        .collect();
    rng.shuffle(&mut options);
    Listing {
        items: (0..order.len()).map(|item| SmolStr::from(format!("new{item}"))).collect(),
        primary: listing.primary,
        options: options.into_iter().collect(),
        ..Listing::default()
    }
}

#[test]
fn models_with_new_names_are_the_same() {
    let mut rng = Rng::with_seed(31);
    let of = |text: &str, form: &str| encode(&load(text, Some(form)).unwrap().puzzles.remove(0).shape);
    let mut all = models();
    all.push(of(&".........\n".repeat(9), "rows"));
    all.push(of("8\n0 0 0 0 0 0 0 0\n", "nqueen"));
    all.push(encode(&Shape::from(pentomino_board(6, 10))));
    let mut found = 0;
    for round in 0..30 {
        let other = &all[round % all.len()];
        let listing = other.listing();
        let mut yours = renamed(&mut rng, &listing);
        let same = compared(&yours, other);
        assert!(matches!(same.verdict, ContrastVerdict::Renamed | ContrastVerdict::Undecided), "{round} {same:?}");
        found += u32::from(same.verdict == ContrastVerdict::Renamed);
        // One option with a wrong item is no renaming, or it is left open.
        let mut own: Vec<ListedOption> = yours.options.iter().map(OptionView::to_owned).collect();
        let option = &mut own[0];
        let n = listing.primary as u32;
        let free = (0..n).find(|item| !option.items.contains(item)).unwrap();
        option.items[0] = free;
        yours.options = own.into_iter().collect();
        let wrong = compared(&yours, other);
        assert_ne!(wrong.verdict, ContrastVerdict::Same);
        if let ContrastVerdict::Different(why) = &wrong.verdict {
            assert!(!why.is_empty());
        }
    }
    assert!(found >= 24, "{found}");
}

#[test]
fn a_map_gives_names_in_common() {
    let of = |text: &str| encode(&load(text, Some("knuth")).unwrap().puzzles.remove(0).shape);
    let (yours, other) = (of("p q r\np q\nr\n"), of("a b c\na b\nb c\n"));
    let map: HashMap<String, String> =
        [("p", "a"), ("q", "b"), ("r", "c")].map(|(one, two)| (one.into(), two.into())).into();
    let found = contrast(&yours, &other, &map, &mut || true);
    assert_eq!(found.gaps.len(), 1, "{found:?}");
    assert_eq!(found.gaps[0].what, "option r covers item b in the other, and not in yours");
    let none = contrast(&yours, &other, &HashMap::new(), &mut || true);
    assert_eq!((none.verdict, none.in_order, none.gaps.len()), (ContrastVerdict::Differs, true, 1));
    let unlike = contrast(&of("p q r\np q r\n"), &other, &HashMap::new(), &mut || true);
    assert_eq!(unlike.verdict, ContrastVerdict::Different("options: 1 in yours, 2 in the other".to_string()));
}
