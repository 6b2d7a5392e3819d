//! The rules that sentences say. A further one is a row here, and a row of `vocabulary.txt`.

use super::look::Look;

/// How setters say a rule, and what they draw for it.
pub(super) struct Saying {
    /// The id of the rule.
    pub id: &'static str,
    pub about: About,
    /// The words that a sentence must have to mean the rule: one text of each list.
    pub must: &'static [&'static [&'static str]],
    /// None of these.
    pub without: &'static [&'static str],
    pub numbers: Numbers,
    /// True if the rule says that symbols differ, so that a sentence may say what does not repeat.
    pub differs: bool,
}

/// The part of a puzzle that a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// Drawings of a look.
    Drawn(Look),
    /// The whole grid: nothing is drawn.
    Whole,
    /// What the data name: the words only repeat it.
    Data,
}

/// The numbers that a sentence about a rule may have.
#[derive(Clone, Copy)]
pub(super) enum Numbers {
    /// Any: examples, or the symbols themselves.
    Symbols,
    /// These alone.
    Only(&'static [u32]),
    /// One number, which the rule has.
    Own,
}

/// The rows of a rule.
pub(super) fn rows_of(id: &str) -> impl Iterator<Item = &'static Saying> {
    SAYINGS.iter().filter(move |saying| saying.id == id)
}

/// A row that says nothing, from which the others differ.
const PLAIN: Saying =
    Saying { id: "", about: About::Data, must: &[], without: &[], numbers: Numbers::Only(&[]), differs: false };

const SUM: &[&str] = &["sum", "total", "add", "make"];
const REPEATS: &[&str] = &[
    "no repeat",
    "not repeat",
    "without a repeat",
    "without repeat",
    "never repeat",
    "all different",
    "different digits",
    "distinct",
    "twice",
    "repeats a digit",
    "digits differ",
    "unique",
    "cannot repeat",
    "free of repeats",
];
const RISES: &[&str] =
    &["increas", "rise", "rising", "larger", "grow", "climb", "greater", "higher", "bigger", "ascend"];
const BOXES: &[&str] = &["box", "region", "3x3", "2x3", "2x2"];

/// The rules that sentences say, in the order in which they are looked for.
pub(super) static SAYINGS: &[Saying] = &[
    Saying {
        id: "renban",
        about: About::Drawn(Look::Line),
        differs: true,
        must: &[&["renban"]],
        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "renban",
        about: About::Drawn(Look::Line),
        differs: true,
        must: &[
            &["consecutive", "follow one another", "follow each other"],
            &["any order", "some order", "no particular order", "whatever order", "in order or not", "run", "set of"],
            &["line"],
        ],
        without: &["neighbour", "adjacent", "dot", "low"],
        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "whisper",
        about: About::Drawn(Look::Line),
        must: &[
            &["apart", "differ", "difference", "whisper"],
            &["at least", "or more", "minimum"],
            &["line", "whisper", "neighbours on", "neighbours along"],
        ],
        without: &["exactly", "same difference"],
        numbers: Numbers::Own,
        ..PLAIN
    },
    Saying {
        id: "regionsum",
        about: About::Drawn(Look::Line),
        must: &[
            SUM,
            BOXES,
            &["same", "equal", "common", "identical", "one total", "number n"],
            &["line", "it is cut", "pieces", "parts"],
        ],
        without: &["average"],
        numbers: Numbers::Only(&[2, 3]),
        ..PLAIN
    },
    Saying {
        id: "palindrome",
        about: About::Drawn(Look::Line),
        must: &[&["palindrome"]],
        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "palindrome",
        about: About::Drawn(Look::Line),
        must: &[
            &["read"],
            &[
                "both ends",
                "both directions",
                "either end",
                "forwards and backwards",
                "forward and backward",
                "either direction",
            ],
        ],
        ..PLAIN
    },
    Saying {
        id: "thermometer",
        about: About::Drawn(Look::Bulb),
        must: &[&["thermo", "bulb"], RISES],
        without: &["or equal", "slow", "may stay", "not decrease", "may repeat", "at least as"],
        ..PLAIN
    },
    Saying {
        id: "arrow",
        about: About::Drawn(Look::Arrow),
        must: &[&["arrow", "shaft"], SUM],
        without: &["average", "product"],
        ..PLAIN
    },
    Saying {
        id: "white",
        about: About::Drawn(Look::WhiteDot),
        must: &[
            &["white"],
            &["dot", "circle", "kropki", "bubble", "disc", "border"],
            &["consecutive", "differ by 1", "by exactly one", "difference of 1", "exactly one"],
        ],
        without: &["ratio or"],
        numbers: Numbers::Only(&[1, 2]),
        ..PLAIN
    },
    Saying {
        id: "black",
        about: About::Drawn(Look::BlackDot),
        must: &[
            &["black"],
            &["dot", "circle", "kropki", "disc", "border", "eyes"],
            &["twice", "double", "ratio", "1:2", "2:1"],
        ],
        without: &["consecutive or"],
        numbers: Numbers::Only(&[1, 2]),
        ..PLAIN
    },
    Saying {
        id: "x",
        about: About::Drawn(Look::X),
        must: &[&[" x "], SUM, &["10", " ten "]],
        without: &["cage"],
        numbers: Numbers::Only(&[5, 10, 2]),
        ..PLAIN
    },
    Saying {
        id: "v",
        about: About::Drawn(Look::V),
        must: &[&[" v "], SUM, &[" 5 ", " five "]],
        without: &["cage"],
        numbers: Numbers::Only(&[5, 10, 2]),
        ..PLAIN
    },
    Saying {
        id: "killer",
        about: About::Drawn(Look::Labelled),
        differs: true,
        must: &[&["cage", "killer"], SUM],
        without: &["one more", "one less", "joined", "or one"],
        ..PLAIN
    },
    Saying {
        id: "falling",
        about: About::Drawn(Look::Line),
        differs: true,
        must: &[&["diagonal"], REPEATS],
        without: SUM,
        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "cage",
        about: About::Drawn(Look::Cage),
        differs: true,
        must: &[&["cage", "killer"], REPEATS],
        without: &["joined"],
        ..PLAIN
    },
    Saying {
        id: "antiknight",
        about: About::Whole,
        differs: true,
        must: &[
            &["knight"],
            &["not", "no ", "never", "n't", "different", "nowhere"],
            &[
                "repeat",
                "same",
                "like digits",
                "equal digits",
                "alike",
                "identical",
                "different digits",
                "hold different",
                "contain different",
            ],
        ],
        without: &["circled", "counts", "see"],
        numbers: Numbers::Only(&[2]),
        ..PLAIN
    },
    Saying {
        id: "antiking",
        about: About::Whole,
        differs: true,
        must: &[
            &["king's move", "king s move", "kings move", "touch diagonally", "diagonally adjacent"],
            &["repeat", "same", "equal", "alike", "identical", "different"],
        ],
        without: &["sum", "consecutive"],
        ..PLAIN
    },
    Saying {
        id: "entropic",
        about: About::Drawn(Look::Line),
        must: &[&["low"], &["middle", "medium", "mid"], &["high"], &["line", "entrop"], &["three", "3"]],

        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "zipper",
        about: About::Drawn(Look::Line),
        must: &[
            SUM,
            &["centre", "center", "middle"],
            &["line", "zipper"],
            &["distance", "far", "equidistant", "pairs", "same distance", "zipper"],
        ],

        numbers: Numbers::Only(&[2]),
        ..PLAIN
    },
    Saying {
        id: "sandwich",
        about: About::Drawn(Look::Outside),
        must: &[
            &["sandwich", "between the 1 and the 9", "between 1 and 9", "between the 9 and the 1"],
            SUM,
            &["outside", "edge", "clue", "number", "margin"],
        ],
        without: &["8"],
        numbers: Numbers::Only(&[1, 9]),
        ..PLAIN
    },
    Saying {
        id: "skyscraper",
        about: About::Drawn(Look::Outside),
        must: &[&["skyscraper", "building", "tower"], &["see", "visible", "view"]],
        without: &["sum"],
        ..PLAIN
    },
    Saying { id: "xsum", about: About::Drawn(Look::Outside), must: &[&["x-sum", "x sum", "first x "], SUM], ..PLAIN },
    Saying {
        id: "quadruple",
        about: About::Data,
        must: &[
            &["corner", "quad"],
            &["circle"],
            &["digit"],
            &["four", "surround", "around", "at least one", "appear"],
        ],
        without: &["sum"],
        numbers: Numbers::Only(&[4, 2]),
        ..PLAIN
    },
    Saying {
        id: "odd",
        about: About::Drawn(Look::Round),
        must: &[&["odd"], &["circle"]],
        without: &["count", "neither", "arrow", "sum", "add", "total"],
        ..PLAIN
    },
    Saying {
        id: "even",
        about: About::Drawn(Look::Square),
        must: &[&["even"], &["square"]],
        without: &["count", "neither", "arrow", "sum", "add", "total"],
        ..PLAIN
    },
    Saying {
        id: "counting",
        about: About::Drawn(Look::Round),
        must: &[
            &["circle"],
            &[
                "how many circles",
                "how often it",
                "how many times it",
                "that many circles",
                "that many times in",
                "exactly that many",
                "as many circles",
                "number of circles",
            ],
        ],

        numbers: Numbers::Symbols,
        ..PLAIN
    },
];
