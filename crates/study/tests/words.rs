//! Words: numbers in sentences, what is typed in the debugger, and the facts that the sentences of
//! a lesson name.

use crate::bundled::bundled;
use dancing::{ItemRule, OptionId};
use quadrille_puzzle::{encode, load};
use quadrille_solve::{Break, Stepper};
use quadrille_study::{
    Destination, LessonFacts, breakpoint, breakpoint_words, destination, noun_of, option_named, plural, thousands,
};

#[test]
fn numbers_are_grouped_and_nouns_agree() {
    assert_eq!(thousands(1_234_567), "1,234,567");
    assert_eq!(thousands(999), "999");
    assert_eq!(plural(1, "node"), "1 node");
    assert_eq!(plural(1000, "node"), "1,000 nodes");
    assert_eq!(plural(0, "node"), "0 nodes");
    assert_eq!(plural(2, "branch"), "2 branches");
    assert_eq!((noun_of(1, "node"), noun_of(2, "node")), ("node".to_string(), "nodes".to_string()));
}

#[test]
fn breakpoints_are_read_as_they_are_written() {
    let puzzle = load("a b c\na b\nb c\nc\n", Some("knuth")).unwrap().puzzles.remove(0);
    let names = encode(&puzzle.shape);
    for text in [
        "hide a b",
        "try c",
        "choose a",
        "zero b",
        "one c",
        "level 2",
        "solution",
        "solution 3",
        "op 17",
        "dead end",
        "best",
        "cut",
    ] {
        assert_eq!(breakpoint_words(breakpoint(text, &names).unwrap(), &names), text);
    }
    assert_eq!(breakpoint("hide #2", &names), Ok(Break::Hidden(OptionId(1))));
    assert!(breakpoint("hide a c", &names).unwrap_err().to_string().contains("did you mean"));
    assert!(breakpoint("jump", &names).unwrap_err().to_string().contains("hide OPTION"));
    assert_eq!(destination("op 1,200"), Ok(Destination::Operation(1200)));
    assert!(matches!(destination("1/2,3/3"), Ok(Destination::Address(_))));
    assert!(destination("1/2,x").unwrap_err().to_string().contains("character 5"));
}

#[test]
fn placeholders_are_filled_in_held_and_refused() {
    let puzzle = load(bundled("cover-knuth").unwrap().text, None).unwrap().puzzles.remove(0);
    let names = encode(&puzzle.shape);
    let stepper = Stepper::new(&names.problem, ItemRule::Fewest);
    let key = |name: &str| (name == "forward").then(|| "s".to_string());
    let facts = LessonFacts { stepper: &stepper, names: &names, key: &key };
    for (text, expected) in [
        ("{items} items, {left d | option}", "7 items, 3 options"),
        ("{choice} is next; press {key forward}", "a is next; press s"),
        ("{size a d g} and {node d in a d g}", "3 and 10"),
        ("{1 = solutions}", "1"),
    ] {
        assert_eq!(facts.expand(text).unwrap(), expected);
        assert_eq!(facts.hold(text), Ok(()), "{text}");
    }
    for (text, part) in [
        ("{left x}", "no item `x`"),
        ("{lefts a}", "no fact `lefts a`"),
        ("{2 = solutions}", "the search has 1"),
        ("{solutions}", "equals sign"),
        ("{items", "without `}`"),
        ("items}", "without `{`"),
        ("{limit}", "repeated cover"),
        ("{key jump}", "no action `jump`"),
        ("{choice | item}", "not a number"),
    ] {
        let error = facts.hold(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn options_are_found_by_the_words_of_the_screen() {
    let grid = load("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", None).unwrap();
    let names = encode(&grid.puzzles[0].shape);
    let option = option_named("r1c3=4", &names).unwrap();
    for text in ["4 in r1c3", "put 4 into r1c3"] {
        assert_eq!(option_named(text, &names).unwrap(), option, "{text}");
    }
    assert!(option_named("4 in r1c33", &names).is_err() && option_named("X in r1c3", &names).is_err());
    let tiles = load("...\n...\npiece A\nX\npiece L\nXX\nX.", Some("tiling"));
    let names = encode(&tiles.unwrap().puzzles[0].shape);
    let at = |text: &str| option_named(text, &names).map(|option| names.option_name(option));
    assert_eq!(at("A at r1c2").unwrap(), "A@r1c2");
    // The L lies in several ways, so its place is not enough.
    assert!(at("L at r1c1").is_err(), "{:?}", at("L at r1c1"));
}
