//! Roles and their styles. No colour carries meaning alone. Each role with a meaning has a mark
//! too: an attribute here, or a glyph where it is drawn.

use ratatui::style::{Color, Modifier, Style};

/// The role of a thing on the screen. Four roles are strengths of colour (now, live, done, rule);
/// others say who placed a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Live,
    /// Covered, hidden, tried.
    Done,
    /// The lines between things.
    Rule,
    /// The walls of a jigsaw, and the edges of boxes.
    Wall,
    /// Lines, dots and signs of a grid's further rules.
    Drawn,
    Title,
    /// The chosen item and the option being tried.
    Now,
    /// A change that the last step made.
    Changed,
    Given,
    Own,
    /// Placed by a search.
    Solver,
    /// A solution, and good news.
    Good,
    /// Conflicts and dead ends.
    Bad,
    /// A key in a hint.
    Key,
}

/// The number of colours for pieces.
pub const PIECES: usize = 12;

/// The number of tints for the regions of a grid.
pub const REGIONS: usize = 4;

/// The background of a cell, if it is not that of the screen. Each palette has its own colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A piece on a board, below [`PIECES`].
    Piece(usize),
    /// A region of a jigsaw, below [`REGIONS`].
    Region(usize),
    /// The row, the column and the area of the cursor.
    Units,
    /// Cells that hold the symbol under the cursor.
    Same,
    /// Selected cells.
    Selected,
}

impl Ground {
    /// All grounds, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Ground> {
        let (pieces, regions) = ((0..PIECES).map(Ground::Piece), (0..REGIONS).map(Ground::Region));
        pieces.chain(regions).chain([Ground::Units, Ground::Same, Ground::Selected])
    }

    /// The ground of a cell that the player coloured, by the number of the colour from 1.
    pub fn of_cell(color: u8) -> Ground {
        // Grey comes later among the pieces.
        let at = usize::from(color.max(1)) - 1;
        Ground::Piece(if at == 8 { 10 } else { at })
    }

    /// A number in place of the colour, which the palette replaces.
    fn color(self) -> Color {
        let number = Ground::all().position(|ground| ground == self).unwrap_or_default();
        Color::Indexed(number as u8)
    }

    /// The ground that has this number.
    pub fn of(color: Color) -> Option<Ground> {
        let Color::Indexed(number) = color else { return None };
        Ground::all().nth(number.into())
    }
}

/// The characters that frames are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    Unicode,
    Ascii,
}

/// The form in which things are drawn: with colours, which the palette then replaces, or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// True if roles have colours.
    pub color: bool,
    /// The characters.
    pub glyphs: Glyphs,
}

impl Theme {
    /// The style of a role.
    pub fn style(self, role: Role) -> Style {
        let plain = Style::new();
        let (color, marks) = match role {
            Role::Live => (None, Modifier::empty()),
            Role::Done => (Some(Color::DarkGray), Modifier::DIM),
            Role::Rule => (Some(Color::DarkGray), Modifier::DIM),
            Role::Wall => (None, Modifier::empty()),
            Role::Drawn => (Some(Color::Magenta), Modifier::empty()),
            Role::Title => (None, Modifier::BOLD),
            Role::Now => (Some(Color::Yellow), Modifier::BOLD),
            Role::Changed => (Some(Color::Yellow), Modifier::UNDERLINED),
            Role::Given => (None, Modifier::BOLD),
            Role::Own => (Some(Color::Cyan), Modifier::empty()),
            Role::Solver => (Some(Color::Green), Modifier::ITALIC),
            Role::Good => (Some(Color::Green), Modifier::BOLD),
            Role::Bad => (Some(Color::Red), Modifier::BOLD),
            Role::Key => (None, Modifier::BOLD),
        };
        // With colours, dark grey is faint enough. Dimming it again would make it invisible.
        let marks = if self.color && color == Some(Color::DarkGray) { marks - Modifier::DIM } else { marks };
        let style = plain.add_modifier(marks);
        // The default foreground is set too, so that no style from an earlier drawing remains.
        style.fg(color.filter(|_| self.color).unwrap_or(Color::Reset))
    }

    /// The style of a piece on a board: filled with one of twelve colours. The letter and the
    /// outline identify the piece without a colour.
    pub fn piece(self, color: usize) -> Style {
        let style = Style::new().fg(Color::Reset).add_modifier(Modifier::BOLD);
        if self.color { style.bg(Ground::Piece(color % PIECES).color()) } else { style }
    }

    /// The background of a cell, such as one of a tinted region. Without colours there is none.
    pub fn ground(self, ground: Ground) -> Style {
        if self.color { Style::new().bg(ground.color()) } else { Style::new() }
    }

    /// The style of the cell or row under the cursor.
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns true if only ASCII characters are drawn.
    pub fn ascii(self) -> bool {
        self.glyphs == Glyphs::Ascii
    }

    /// The form of a glyph for this theme.
    pub fn glyph(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.ascii() { ascii } else { unicode }
    }
}
