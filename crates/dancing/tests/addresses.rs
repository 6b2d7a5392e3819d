//! Addresses as text, and what is told of a state: the share done, the tally.

use crate::support::knuth;
use dancing::{Address, Branch, ItemRule, ParseAddressError, Search, Tally};

#[test]
fn an_address_is_read_as_it_is_written() {
    for text in [
        "root",
        "end",
        "1/2",
        "1/2,3/3",
        "1/2,4/3.",
        "1/2+0",
        "1/2,2/2-3",
        "6:1/4",
        "6(2):root",
        "7:end",
        "25*1/1,2/3.",
    ] {
        assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
    }
    assert_eq!(" 1/2 3/4".parse::<Address>().unwrap().to_string(), "1/2,3/4");
    for (text, column) in
        [("", 1), ("1", 2), ("1/2,", 5), ("1/2;3/4", 4), ("4/2", 4), ("0/2", 4), ("1/2.,", 5), ("x", 1)]
    {
        assert_eq!(text.parse::<Address>(), Err(ParseAddressError { column }), "{text}");
    }
}

#[test]
fn the_share_done_is_half_of_what_is_open() {
    let at = |list: &[(usize, usize)]| Address {
        branches: list.iter().map(|&(k, d)| Branch { k, d }).collect(),
        ..Address::default()
    };
    assert_eq!(at(&[]).share_done(), 0.5);
    assert_eq!(at(&[(1, 2)]).share_done(), 0.25);
    assert_eq!(at(&[(2, 2), (1, 4)]).share_done(), 0.5 + 0.0 + 0.0625);
    assert_eq!(at(&[(2, 2), (3, 4)]).to_string(), "2/2,3/4");
}

#[test]
fn a_tally_that_goes_back_is_as_it_was() {
    let (mut search, mut tally) = (Search::new(&knuth(), ItemRule::Fewest), Tally::default());
    let mut before = vec![tally.clone()];
    while search.step_into(&mut tally).is_some() {
        before.push(tally.clone());
    }
    assert!(tally.nodes() > 3 && tally.updates > 10, "{tally:?}");
    while search.step_back(&mut tally).is_some() {
        before.pop();
        assert_eq!(Some(&tally), before.last());
    }
    assert_eq!(before.len(), 1);
}
