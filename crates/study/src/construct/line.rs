//! The lines of the procedures, as data: what is shown is made from what is run.

use dancing::Field;

/// A procedure whose lines are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Procedure {
    /// An item leaves the list of items, and its options are hidden.
    Cover,
    /// The inverse of a cover.
    Uncover,
    /// An option leaves the lists of its other items.
    Hide,
    /// Algorithm X, as a procedure that calls itself.
    Search,
}

/// A variable of the lines: an item, the node of an option in the item's list, another node of that
/// option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Var {
    I,
    P,
    X,
}

/// A place: a variable, or the pointer of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expr {
    Is(Var),
    At(Field, Var),
    /// The pointer of a pointer.
    Twice(Field, Field, Var),
}

/// The operation of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// A pointer is set: the field, the node that has it, the target.
    Set(Field, Expr, Expr),
    /// The count of the item of x changes.
    Count(i64),
    /// The options in the list of i, down or up, are hidden or brought back.
    Each {
        down: bool,
        hides: bool,
        counts: bool,
    },
    /// If no item is open, the cover is reported, and the procedure ends or continues.
    Report {
        ends: bool,
    },
    /// An item is chosen: one with the fewest options, or any.
    Choose,
    Cover,
    Uncover,
    /// The lines that follow it, and are indented, are repeated for each option of i.
    Loop,
    CoverOthers,
    /// The other items of p are uncovered, to the left or to the right.
    UncoverOthers {
        left: bool,
    },
    Recur,
}

/// A line of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ArrangeLine {
    pub op: Op,
    /// True if the line belongs to the procedure.
    pub right: bool,
    /// True if the line is repeated by the loop before it.
    pub indented: bool,
}

const fn own(op: Op) -> ArrangeLine {
    ArrangeLine { op, right: true, indented: false }
}

const fn own_in(op: Op) -> ArrangeLine {
    ArrangeLine { op, right: true, indented: true }
}

const fn broken(op: Op) -> ArrangeLine {
    ArrangeLine { op, right: false, indented: false }
}

const fn broken_in(op: Op) -> ArrangeLine {
    ArrangeLine { op, right: false, indented: true }
}

use Expr::{At, Is, Twice};
use Field::{Down, Left, Right, Up};
use Op::{Count, Each, Set};
use Var::{I, X};

const COVER: &[ArrangeLine] = &[
    own(Set(Right, At(Left, I), At(Right, I))),
    own(Set(Left, At(Right, I), At(Left, I))),
    own(Each { down: true, hides: true, counts: true }),
    broken(Set(Right, At(Left, I), Is(I))),
    broken(Each { down: true, hides: true, counts: false }),
    broken(Set(Left, At(Right, I), At(Right, I))),
];

const UNCOVER: &[ArrangeLine] = &[
    own(Each { down: false, hides: false, counts: true }),
    own(Set(Left, At(Right, I), Is(I))),
    own(Set(Right, At(Left, I), Is(I))),
    broken(Each { down: true, hides: false, counts: true }),
    broken(Set(Right, At(Left, I), At(Right, I))),
    broken(Each { down: false, hides: true, counts: true }),
];

const HIDE: &[ArrangeLine] = &[
    own(Set(Down, At(Up, X), At(Down, X))),
    own(Set(Up, At(Down, X), At(Up, X))),
    own(Count(-1)),
    broken(Set(Down, Is(X), Twice(Down, Up, X))),
    broken(Set(Up, At(Down, X), Is(X))),
    broken(Count(1)),
];

const SEARCH: &[ArrangeLine] = &[
    own(Op::Report { ends: true }),
    own(Op::Choose),
    own(Op::Cover),
    own(Op::Loop),
    own_in(Op::CoverOthers),
    own_in(Op::Recur),
    own_in(Op::UncoverOthers { left: true }),
    own(Op::Uncover),
    broken_in(Op::UncoverOthers { left: false }),
];

impl Procedure {
    /// All procedures, in the order in which they are learnt.
    pub const ALL: [Procedure; 4] = [Procedure::Cover, Procedure::Hide, Procedure::Uncover, Procedure::Search];

    /// The name in lesson files.
    pub fn id(self) -> &'static str {
        match self {
            Procedure::Cover => "cover",
            Procedure::Uncover => "uncover",
            Procedure::Hide => "hide",
            Procedure::Search => "search",
        }
    }

    /// The procedure with this [`id`](Procedure::id).
    pub fn named(id: &str) -> Option<Procedure> {
        Procedure::ALL.into_iter().find(|procedure| procedure.id() == id)
    }

    /// The head of the procedure, which is given: its name, and the loop around its lines.
    pub fn head(self) -> &'static [&'static str] {
        match self {
            Procedure::Cover => &["cover i:"],
            Procedure::Uncover => &["uncover i:"],
            Procedure::Hide => &["hide p:", "  for each other node x of the option of p, to the right:"],
            Procedure::Search => &["search:"],
        }
    }

    pub(super) fn lines(self) -> &'static [ArrangeLine] {
        match self {
            Procedure::Cover => COVER,
            Procedure::Uncover => UNCOVER,
            Procedure::Hide => HIDE,
            Procedure::Search => SEARCH,
        }
    }

    /// The number of lines of the procedure.
    pub fn wanted(self) -> usize {
        self.lines().iter().filter(|line| line.right).count()
    }
}

impl Var {
    fn text(self) -> &'static str {
        match self {
            Var::I => "i",
            Var::P => "p",
            Var::X => "x",
        }
    }
}

impl Expr {
    fn text(self) -> String {
        match self {
            Expr::Is(var) => var.text().to_string(),
            Expr::At(field, var) => format!("{}[{}]", field.letter(), var.text()),
            Expr::Twice(outer, inner, var) => format!("{}[{}[{}]]", outer.letter(), inner.letter(), var.text()),
        }
    }
}

impl ArrangeLine {
    /// The line as it is shown, with two blanks before it if it is repeated by a loop.
    pub(super) fn text(&self) -> String {
        let text = match self.op {
            Op::Set(field, of, to) => format!("{}[{}] = {}", field.letter(), of.text(), to.text()),
            Op::Count(by) => format!("count of x's item: {} 1", if by < 0 { "subtract" } else { "add" }),
            Op::Each { down, hides, counts } => {
                let (way, verb) = (if down { "down" } else { "up" }, if hides { "hide" } else { "unhide" });
                let but = if counts { "" } else { ", but leave the counts" };
                format!("for each node p {way} the list of i: {verb} p{but}")
            }
            Op::Report { ends: true } => "if no item is open: report the cover and return".to_string(),
            Op::Report { ends: false } => "if no item is open: report the cover".to_string(),
            Op::Choose => "i = an open item with the fewest options".to_string(),
            Op::Cover => "cover i".to_string(),
            Op::Uncover => "uncover i".to_string(),
            Op::Loop => "for each node p down the list of i:".to_string(),
            Op::CoverOthers => "cover the other items of p, to the right".to_string(),
            Op::UncoverOthers { left: true } => "uncover the other items of p, to the left".to_string(),
            Op::UncoverOthers { left: false } => "uncover the other items of p, to the right".to_string(),
            Op::Recur => "search".to_string(),
        };
        if self.indented { format!("  {text}") } else { text }
    }
}
