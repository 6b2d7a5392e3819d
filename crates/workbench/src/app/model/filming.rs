//! A film to be recorded. The caller of the app records it.

use super::library::LibraryRow;
use super::settings::Settings;
use super::stepping::Position;
use quadrille_solve::Grain;
use std::path::{Path, PathBuf};

/// A film to be recorded: the puzzle, where it begins, and how it looks.
#[derive(Clone, Debug)]
pub struct Filming {
    /// The entry of the puzzle.
    pub row: LibraryRow,
    /// The first state.
    pub from: Position,
    /// The size of a step.
    pub grain: Grain,
    /// The colours and the keys.
    pub settings: Settings,
    /// Columns and rows.
    pub size: (u16, u16),
    /// The number of steps; 0 for a picture of one frame.
    pub steps: usize,
    /// The file.
    pub path: PathBuf,
    /// The form of the file.
    pub format: FilmFormat,
}

/// The form of a film's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmFormat {
    /// A moving picture; a still one if there is one frame only.
    Svg,
    /// A recording for asciinema.
    Cast,
    /// A page of slides.
    Html,
}

impl FilmFormat {
    /// All forms.
    pub const ALL: [FilmFormat; 3] = [FilmFormat::Svg, FilmFormat::Cast, FilmFormat::Html];

    /// The extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            FilmFormat::Svg => "svg",
            FilmFormat::Cast => "cast",
            FilmFormat::Html => "html",
        }
    }

    /// The form that the extension of a file names.
    ///
    /// # Errors
    ///
    /// If it names none.
    pub fn of(file: &Path) -> Result<FilmFormat, FilmNameError> {
        let extension = file.extension().and_then(|extension| extension.to_str());
        let found = FilmFormat::ALL.into_iter().find(|format| Some(format.extension()) == extension);
        found.ok_or(FilmNameError)
    }
}

/// The name of a file is not that of a film.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a film is a file whose name ends in {}", FilmFormat::ALL.map(|format| format!(".{}", format.extension())).join(", "))]
pub struct FilmNameError;
