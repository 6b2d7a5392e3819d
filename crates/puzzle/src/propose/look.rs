//! The looks by which drawings are grouped.

/// The look of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    Line,
    /// A line with a mark at its middle.
    Middle,
    Bulb,
    /// A line with a disc at each end.
    Ends,
    Arrow,
    WhiteDot,
    BlackDot,
    X,
    V,
    Round,
    Square,
    Outside,
    /// Numbers at a corner of four cells.
    Corner,
    /// A word or a sign in a cell.
    Sign,
    Cage,
    Labelled,
    Unknown,
}

impl Look {
    /// The word for one drawing.
    pub fn noun(self) -> &'static str {
        match self {
            Look::Line => "line",
            Look::Middle => "line with a marked middle",
            Look::Bulb => "line with a bulb",
            Look::Ends => "line with circles at both ends",
            Look::Arrow => "arrow",
            Look::WhiteDot | Look::BlackDot => "dot",
            Look::X => "X",
            Look::V => "V",
            Look::Round => "circle",
            Look::Square => "square",
            Look::Outside => "number outside",
            Look::Corner => "number at a corner",
            Look::Sign => "sign",
            Look::Cage => "cage without a number",
            Look::Labelled => "cage with a number",
            Look::Unknown => "drawing",
        }
    }
}
