//! The looks by which drawings are grouped.

/// The look of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DrawnLook {
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

impl DrawnLook {
    /// The word for one drawing.
    pub fn noun(self) -> &'static str {
        match self {
            DrawnLook::Line => "line",
            DrawnLook::Middle => "line with a marked middle",
            DrawnLook::Bulb => "line with a bulb",
            DrawnLook::Ends => "line with circles at both ends",
            DrawnLook::Arrow => "arrow",
            DrawnLook::WhiteDot | DrawnLook::BlackDot => "dot",
            DrawnLook::X => "X",
            DrawnLook::V => "V",
            DrawnLook::Round => "circle",
            DrawnLook::Square => "square",
            DrawnLook::Outside => "number outside",
            DrawnLook::Corner => "number at a corner",
            DrawnLook::Sign => "sign",
            DrawnLook::Cage => "cage without a number",
            DrawnLook::Labelled => "cage with a number",
            DrawnLook::Unknown => "drawing",
        }
    }
}
