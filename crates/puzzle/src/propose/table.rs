//! The rules that sentences say. A further one is a row here, and a row of `vocabulary.txt`.

use super::look::DrawnLook;

/// The words in which setters say a rule, and what they draw for it.
pub(super) struct Saying {
    /// The id of the rule.
    pub id: &'static str,
    pub about: About,
    /// The words that a sentence must have to mean the rule: one text of each list.
    pub must: &'static [&'static [&'static str]],
    /// None of these.
    pub without: &'static [&'static str],
    pub numbers: Numbers,
    /// The number of cells of each drawing, if the rule has one. Such lines are apart, even if they
    /// touch.
    pub length: Option<usize>,
    /// True if few ways to say it are known, so that the user is asked.
    pub asks: bool,
    /// The negations that are part of the rule itself.
    pub denies: &'static [&'static str],
}

/// The part of a puzzle that a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// Drawings of these looks.
    Drawn(&'static [DrawnLook]),
    /// The whole grid: nothing is drawn.
    Whole,
    /// All drawings of a kind: none is left out.
    All,
    /// Drawings of which another sentence says the rule; this one only adds to it.
    More,
    /// A rule that the data name: the words only repeat it.
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

impl Saying {
    /// Returns whether the rule may be drawn with a look.
    pub fn is_drawn_as(&self, look: DrawnLook) -> bool {
        matches!(self.about, About::Drawn(looks) if looks.contains(&look))
    }
}

/// The rows of a rule.
pub(super) fn rows_of(id: &str) -> impl Iterator<Item = &'static Saying> {
    SAYINGS.iter().filter(move |saying| saying.id == id)
}

/// A row that says nothing, from which the others differ.
const PLAIN: Saying = Saying {
    id: "",
    about: About::Data,
    must: &[],
    without: &[],
    numbers: Numbers::Only(&[]),
    denies: &[],
    length: None,
    asks: false,
};

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

/// Negations that say that digits are different.
const NO_REPEAT: &[&str] = &[
    "may not appear in the same",
    "cannot appear in the same",
    "not appear twice",
    "cannot be a knight's",
    "can't be a knight's",
    "cannot be a king's",
    "can't be a king's",
    "don't repeat",
    "can't be",
    "can't hold the same",
    "no repeated",
    "no repeats",
    "no repeat",
    "not repeat",
    "never repeat",
    "cannot repeat",
    "can't repeat",
    "may not repeat",
    "never holds a digit twice",
    "no digit twice",
    "contains no digit twice",
    "has no digit twice",
    "no particular order",
    "without gaps",
    "without repeats",
    "without a repeat",
    "without repeating",
    "no two",
    "no digit is repeated",
    "never sit",
    "no digit repeats",
    "none twice",
    "nowhere",
    "never has",
    "a digit never repeats",
    "digits do not repeat",
    "not contain the same",
    "cannot contain the same",
    "cannot hold the same",
    "not hold the same",
    "not be the same",
    "cannot be the same",
    "cannot have the same",
    "not have the same",
    "can't contain the same",
    "cannot be equal",
    "not contain equal",
    "not contain identical",
    "cannot contain identical",
    "not be equal",
    "no repetition",
    "not contain repeated",
    "cannot contain repeated",
    "not contain a digit twice",
    "not hold equal",
    "never hold the same",
];

/// Negations that say that neighbours are not consecutive.
const NOT_CONSECUTIVE: &[&str] = &[
    "not contain consecutive",
    "not hold consecutive",
    "not have consecutive",
    "cannot contain consecutive",
    "cannot hold consecutive",
    "can't contain consecutive",
    "can't hold consecutive",
    "never contain consecutive",
    "never hold consecutive",
    "not be consecutive",
    "never be consecutive",
    "cannot be consecutive",
    "can't be consecutive",
    "are not consecutive",
    "are never consecutive",
    "cannot appear",
    "may not appear",
    "can't appear",
    "never appear",
];

const LETTER_X: &[&str] = &[" x ", " xs ", " x's ", " xv "];
const LETTER_V: &[&str] = &[" v ", " vs ", " v's ", " xv "];

/// Negations that say that no drawing is left out.
const NONE_MISSING: &[&str] = &[
    "no x",
    "no v",
    "no white dot",
    "no black dot",
    "no dot",
    "nor v",
    "none is missing",
    "none are missing",
    "none has been left out",
    "none have been left out",
    "none is left out",
];

/// The rules that sentences say, in the order in which they are looked for.
pub(super) static SAYINGS: &[Saying] = &[
    Saying {
        id: "renban",
        about: About::Drawn(&[DrawnLook::Line]),
        denies: NO_REPEAT,
        must: &[&["renban"]],
        without: &["sorted run", "one gap", "have gaps", "one set", "all but one"],
        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "renban",
        about: About::Drawn(&[DrawnLook::Line]),
        denies: NO_REPEAT,
        must: &[
            &["consecutive", "follow one another", "follow each other"],
            &["any order", "some order", "no particular order", "whatever order", "in order or not", "run", "set of"],
            &["line"],
        ],
        without: &[
            "sorted run",
            "one gap",
            "have gaps",
            "one set",
            "all but one",
            "neighbour",
            "adjacent",
            "dot",
            "low",
        ],
        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "whisper",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[
            &["apart", "differ", "difference", "whisper"],
            &["at least", "or more", "or greater", "or larger", "minimum"],
            &["line", "whisper", "neighbours on", "neighbours along"],
        ],
        without: &[
            "any two digits",
            "each two",
            "any two cells",
            "on adjacent",
            "the minimum on",
            "exactly",
            "same difference",
        ],
        numbers: Numbers::Own,
        ..PLAIN
    },
    Saying {
        id: "regionsum",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[
            SUM,
            BOXES,
            &["same", "equal", "common", "identical", "one total", "number n"],
            &["line", "it is cut", "pieces", "parts"],
        ],
        without: &[
            " in the same box",
            "in one box",
            "another box",
            "average",
            "same digits",
            "lines have the same",
            "lines add up to the same",
        ],
        numbers: Numbers::Only(&[2, 3]),
        ..PLAIN
    },
    Saying { id: "whisper", about: About::Data, must: &[&["whisper"]], ..PLAIN },
    Saying {
        id: "palindrome",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[&["palindrome"]],
        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "palindrome",
        about: About::Drawn(&[DrawnLook::Line]),
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
        about: About::Drawn(&[DrawnLook::Bulb]),
        must: &[&["thermo", "bulb"], RISES],
        without: &[
            "to the bulb",
            "towards",
            "toward the",
            "in the bulb is",
            "than its distance",
            "other thermometers",
            "or equal",
            "slow",
            "may stay",
            "not decrease",
            "may repeat",
            "at least as",
        ],
        ..PLAIN
    },
    Saying {
        id: "arrow",
        about: About::Drawn(&[DrawnLook::Arrow]),
        must: &[&["arrow", "shaft"], SUM],
        without: &[
            "with its circle",
            "one total",
            "where arrows",
            "number of arrows",
            "number of cells",
            "average",
            "product",
        ],
        ..PLAIN
    },
    Saying {
        id: "white",
        about: About::Drawn(&[DrawnLook::WhiteDot]),
        must: &[
            &["white"],
            &["dot", "circle", "kropki", "bubble", "disc", "border"],
            &["consecutive", "differ by 1", "by exactly one", "difference of 1", "exactly one"],
        ],
        without: &["or two", "1 or 2", "of 2 ", "by 2 ", "or have", "ratio or"],
        numbers: Numbers::Only(&[1, 2]),
        ..PLAIN
    },
    Saying {
        id: "black",
        about: About::Drawn(&[DrawnLook::BlackDot]),
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
        about: About::Drawn(&[DrawnLook::X]),
        must: &[&[" x "], SUM, &["10", " ten "]],
        without: &["cage"],
        numbers: Numbers::Only(&[5, 10, 2]),
        ..PLAIN
    },
    Saying {
        id: "v",
        about: About::Drawn(&[DrawnLook::V]),
        must: &[&[" v "], SUM, &[" 5 ", " five "]],
        without: &["cage"],
        numbers: Numbers::Only(&[5, 10, 2]),
        ..PLAIN
    },
    Saying {
        id: "killer",
        about: About::Drawn(&[DrawnLook::Labelled]),
        denies: NO_REPEAT,
        must: &[&["cage", "killer"], SUM],
        without: &["different cages", "one more", "one less", "joined", "or one"],
        ..PLAIN
    },
    Saying {
        id: "falling",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[&["diagonal"], &["once"], &["each", "both", "two", "either"]],
        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "falling",
        about: About::Drawn(&[DrawnLook::Line]),
        denies: NO_REPEAT,
        must: &[&["diagonal"], REPEATS],
        without: SUM,
        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "cage",
        about: About::Drawn(&[DrawnLook::Cage]),
        denies: NO_REPEAT,
        must: &[&["cage", "killer"], REPEATS],
        without: &["joined"],
        ..PLAIN
    },
    Saying {
        id: "antiknight",
        about: About::Whole,
        denies: NO_REPEAT,
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
        without: &["circled", "counts", "see", "two knight"],
        numbers: Numbers::Only(&[2]),
        ..PLAIN
    },
    Saying {
        id: "antiking",
        about: About::Whole,
        denies: NO_REPEAT,
        must: &[
            &["king's move", "king s move", "kings move", "touch diagonally", "diagonally adjacent"],
            &["not", "no ", "never", "n't", "different"],
            &["repeat", "same", "equal", "alike", "identical", "different"],
        ],
        without: &["sum", "consecutive", "two king"],
        ..PLAIN
    },
    Saying {
        id: "entropic",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[&["low"], &["middle", "medium", "mid"], &["high"], &["line", "entrop"], &["three", "3"]],

        without: &["are one of", " or "],
        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "zipper",
        about: About::Drawn(&[DrawnLook::Line, DrawnLook::Middle]),
        must: &[
            SUM,
            &["centre", "center", "middle"],
            &["line", "zipper"],
            &["distance", "far", "equidistant", "pairs", "same distance"],
        ],

        numbers: Numbers::Only(&[2]),
        ..PLAIN
    },
    Saying {
        id: "sandwich",
        about: About::Drawn(&[DrawnLook::Outside]),
        must: &[
            &["sandwich", "between the 1 and the 9", "between 1 and 9", "between the 9 and the 1"],
            SUM,
            &["outside", "edge", "clue", "number", "margin"],
        ],
        without: &["8", "outside the 1", "sum of the 1"],
        numbers: Numbers::Only(&[1, 9]),
        ..PLAIN
    },
    Saying {
        id: "skyscraper",
        about: About::Drawn(&[DrawnLook::Outside]),
        must: &[&["skyscraper", "building", "tower"], &["see", "visible", "view", "obscure", "hide"]],
        without: &[
            "the height of",
            "sum",
            "smaller buildings",
            "shorter buildings obscure",
            "shorter buildings visible",
        ],
        ..PLAIN
    },
    Saying {
        id: "xsum",
        about: About::Drawn(&[DrawnLook::Outside]),
        must: &[&["x-sum", "x sum", "first x "], SUM],
        without: &["number of the"],
        ..PLAIN
    },
    Saying {
        id: "quadruple",
        about: About::Drawn(&[DrawnLook::Corner]),
        must: &[
            &["corner", "quad", "circle", "clue"],
            &["digit"],
            &["four", "surround", "around"],
            &["at least", "appear", "contain", "list", "stand"],
        ],
        without: &["sum"],
        numbers: Numbers::Only(&[4, 2]),
        asks: true,
        ..PLAIN
    },
    Saying {
        id: "odd",
        about: About::Drawn(&[DrawnLook::Round]),
        must: &[&["odd"], &["circle"]],
        without: &[" or ", "count", "neither", "arrow", "sum", "add", "total"],
        ..PLAIN
    },
    Saying {
        id: "even",
        about: About::Drawn(&[DrawnLook::Square]),
        must: &[&["even"], &["square"]],
        without: &[" or ", "count", "neither", "arrow", "sum", "add", "total"],
        ..PLAIN
    },
    Saying {
        id: "counting",
        about: About::Drawn(&[DrawnLook::Round]),
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

        without: &["line", "in the grid"],
        numbers: Numbers::Symbols,
        ..PLAIN
    },
    Saying {
        id: "zipper",
        about: About::More,
        must: &[&["zipper"], SUM, &["centre", "center", "middle"], &["circled", "marked", "circle", "mark"]],
        ..PLAIN
    },
    Saying {
        id: "equalsum",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[&["four cells", "4 cells"], &["first two", "first 2"], &["last two", "last 2"], SUM, &["line"]],
        numbers: Numbers::Only(&[2, 4]),
        length: Some(4),
        asks: true,
        ..PLAIN
    },
    Saying {
        id: "fibonacci",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[
            &["fibonacci", "two in front", "two before", "previous two", "preceding two"],
            &["two in front", "two before", "previous two", "preceding two", "two numbers before", "two digits before"],
            SUM,
            RISES,
            &["line"],
        ],
        numbers: Numbers::Only(&[2, 3]),
        asks: true,
        ..PLAIN
    },
    Saying {
        id: "around",
        about: About::Drawn(&[DrawnLook::Sign]),
        must: &[
            &["how many", "number of"],
            &["around", "surround", "neighbour", "touch"],
            &["diagonal", "eight"],
            &["smaller", "less", "lower"],
        ],
        without: &["larger", "greater", "higher", "sum", "row", "column"],
        numbers: Numbers::Only(&[8]),
        asks: true,
        ..PLAIN
    },
    Saying {
        id: "mixed",
        about: About::Whole,
        must: &[
            &["three"],
            &["even"],
            &["odd"],
            &["succession", "successive", "in a row or column", "consecutive cells", "adjacent"],
            &["no three", "never"],
        ],
        without: &["line", "diagonal", "arrow"],
        denies: &["no three", "never three", "none are all", "none all", "nor all", "never all"],
        numbers: Numbers::Only(&[3]),
        asks: true,
        ..PLAIN
    },
    Saying { id: "alldots", about: About::All, must: &[&["all dots", "all kropki"]], denies: NONE_MISSING, ..PLAIN },
    Saying {
        id: "allwhite",
        about: About::All,
        must: &[&["white"], &["dot", "circle", "disc"]],
        without: &["black"],
        denies: NONE_MISSING,
        numbers: Numbers::Only(&[1]),
        ..PLAIN
    },
    Saying {
        id: "allblack",
        about: About::All,
        must: &[&["black"], &["dot", "circle", "disc"]],
        without: &["white"],
        denies: NONE_MISSING,
        numbers: Numbers::Only(&[2]),
        ..PLAIN
    },
    Saying {
        id: "allxv",
        about: About::All,
        must: &[LETTER_X, LETTER_V],
        denies: NONE_MISSING,
        numbers: Numbers::Only(&[5, 10]),
        ..PLAIN
    },
    Saying {
        id: "allx",
        about: About::All,
        must: &[LETTER_X],
        without: LETTER_V,
        denies: NONE_MISSING,
        numbers: Numbers::Only(&[10]),
        ..PLAIN
    },
    Saying {
        id: "allv",
        about: About::All,
        must: &[LETTER_V],
        without: LETTER_X,
        denies: NONE_MISSING,
        numbers: Numbers::Only(&[5]),
        ..PLAIN
    },
    Saying {
        id: "modular",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[&["1 4 7", "147"], &["2 5 8", "258"], &["3 6 9", "369"], &["three", "3 "], &["line"]],
        numbers: Numbers::Symbols,
        asks: true,
        ..PLAIN
    },
    Saying {
        id: "modular",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[&["remainder", "modul"], &["three", " 3 "], &["different", "all"], &["line"]],
        numbers: Numbers::Only(&[3]),
        asks: true,
        ..PLAIN
    },
    Saying {
        id: "parity",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[&["alternat"], &["odd", "parity"], &["line"]],
        asks: true,
        ..PLAIN
    },
    Saying {
        id: "nabner",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[&["no two", "none of"], &["consecutive"], &["equal", "repeat", "the same", "identical"], &["line"]],
        without: &["adjacent", "neighbour"],
        denies: NO_REPEAT,
        numbers: Numbers::Only(&[2]),
        asks: true,
        ..PLAIN
    },
    Saying {
        id: "sumline",
        about: About::Drawn(&[DrawnLook::Line]),
        must: &[&["segment", "group", "sets", "parts", "pieces", "split", "divided"], SUM, &["10", " ten "], &["line"]],
        without: &["box", "region", "same"],
        numbers: Numbers::Only(&[10]),
        asks: true,
        ..PLAIN
    },
    Saying {
        id: "between",
        about: About::Drawn(&[DrawnLook::Ends]),
        must: &[&["between the", "between those", "between its", "in between"], &["circle", " ends"], &["line"]],
        without: &["sum", "total", "outside", "add"],
        numbers: Numbers::Only(&[2]),
        asks: true,
        ..PLAIN
    },
    Saying {
        id: "doublearrow",
        about: About::Drawn(&[DrawnLook::Ends]),
        must: &[SUM, &["two circle", "both circle", "two ends", "both ends", "circles at"], &["line", "arrow"]],
        numbers: Numbers::Only(&[2]),
        asks: true,
        ..PLAIN
    },
    Saying {
        id: "nonconsecutive",
        about: About::Whole,
        must: &[
            &["orthogonal", "adjacent", "neighbour", "side by side", "share a side", "touch"],
            NOT_CONSECUTIVE,
            &["consecutive"],
        ],
        without: &[
            "horizontal",
            "vertical",
            "different",
            "never consecutive or",
            "column",
            "never be consecutive or",
            "dot",
            "line",
            "cage",
            "diagonal",
            "sum",
            "circle",
            "king",
            "knight",
            "arrow",
            "thermo",
            "mark",
        ],
        denies: NOT_CONSECUTIVE,
        ..PLAIN
    },
    Saying {
        id: "disjoint",
        about: About::Whole,
        must: &[
            &["same position", "same place", "same relative", "corresponding position"],
            &["box"],
            &[
                "must be different",
                "are different",
                "must differ",
                "not appear",
                "not repeat",
                "cannot appear",
                "cannot repeat",
                "n't repeat",
                "n't appear",
                "never repeat",
            ],
        ],
        without: &["no two", "must appear", "across boxes repeat", "cage", "line", "may repeat", "can repeat"],
        denies: NO_REPEAT,
        numbers: Numbers::Only(&[2]),
        ..PLAIN
    },
];
