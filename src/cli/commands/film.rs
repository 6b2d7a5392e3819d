//! `film`: a stretch of a search, or a lesson, as a moving picture, a recording or slides.

use super::{Example, Run};
use crate::app::{LibraryRow, Palette};
use crate::cli::args::{AT, BadValue, FormName, named, whole_from_one};
use crate::cli::code;
use crate::cli::input::{bundled_at, entries_of};
use crate::dlx::ItemRule;
use crate::files::{replace, same_file, write_new};
use crate::film::{
    FilmFormat, MOST, Position, Stretch, THEME, Until, record, record_lesson, stage_in, write as write_film,
};
use crate::library;
use crate::solve::{Grain, Site};
use crate::study::{item_rule_words, plural};
use anyhow::{anyhow, bail};
use clap::ValueHint;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Record a stretch of the search: a moving picture, a recording or slides
///
/// FILE.svg moves by itself wherever a picture is shown, FILE.cast is played by asciinema, and
/// FILE.html is a page of slides with keys. The frames are those of the workbench. A lesson is
/// recorded from stop to stop.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The puzzle or lesson: a file, or the name of a bundled one
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    form: FormName,
    #[arg(long, value_name = "ADDRESS", help = AT)]
    at: Option<String>,
    /// Item rule: how the next item is chosen
    #[arg(long, value_name = "NAME", default_value = "fewest", value_parser = named(ItemRule::ALL, ItemRule::name, item_rule_words))]
    rule: ItemRule,
    /// Number of steps, 20 by default; 0 for one frame
    #[arg(long, value_name = "N", conflicts_with = "to")]
    steps: Option<usize>,
    /// Address of the last state
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    /// Size of a step. Default: item
    #[arg(long, value_name = "GRAIN", value_parser = named(Grain::ALL, Grain::name, |_| ""))]
    grain: Option<Grain>,
    /// Columns and rows
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "100x30", value_parser = size)]
    size: (u16, u16),
    /// Colour theme
    #[arg(long, value_name = "NAME", default_value = "dark", value_parser = named(THEMES, Palette::name, Palette::help))]
    theme: Palette,
    /// Milliseconds for each frame
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = whole_from_one)]
    pace: usize,
    /// File to write: .svg, .cast or .html
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
    /// Replace the file if there is one
    #[arg(long)]
    force: bool,
}

/// The themes with colours of their own. Those of a terminal are not known to a file.
const THEMES: [Palette; 3] = [Palette::Dark, Palette::Light, Palette::Contrast];

/// The sizes of frames that can be recorded, in columns and rows.
const SIZES: (std::ops::RangeInclusive<u16>, std::ops::RangeInclusive<u16>) = (20..=300, 8..=100);

fn size(text: &str) -> Result<(u16, u16), BadValue> {
    let found =
        text.split_once(['x', 'X']).and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let (columns, rows) = SIZES;
    let found = found.filter(|(width, height)| columns.contains(width) && rows.contains(height));
    found.ok_or(BadValue::Frame(*columns.start(), *columns.end(), *rows.start(), *rows.end()))
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[
        ("quadrille film cover-knuth --steps 12 -o knuth.svg", "Record twelve steps as a moving picture."),
        ("quadrille film 03-cover -o cover.html", "Record a lesson as slides."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let format = FilmFormat::of(&self.output).map_err(|why| anyhow!("-o {}: {why}", self.output.display()))?;
        let steps = self.steps.unwrap_or(20);
        if steps > MOST {
            bail!("--steps {steps}: a film has at most {MOST} steps");
        }
        if same_file(&self.file, &self.output) {
            bail!("-o {}: this is the input", self.output.display());
        }
        let row = match row(&self.file, &self.form) {
            Ok(row) => row,
            Err(error) => {
                say!("{error}");
                return Ok(code::UNUSABLE);
            }
        };
        let is_lesson = row.lesson.is_some() && self.at.is_none();
        if is_lesson && (self.steps.is_some() || self.to.is_some() || self.grain.is_some()) {
            bail!("a lesson is recorded from stop to stop: --steps, --to and --grain need --at");
        }
        let site = |name: &str, text: &str| text.parse::<Site>().map_err(|why| anyhow!("--{name} {text}: {why}"));
        let from = self.at.as_ref().map_or(Ok(Site::from(crate::dlx::Address::default())), |at| site("at", at))?;
        let until = self.to.as_ref().map_or(Ok(Until::Steps(steps)), |to| site("to", to).map(Until::Site))?;
        let stretch = Stretch {
            from: Some(Position { site: from, rule: self.rule }),
            until,
            grain: Some(self.grain.unwrap_or(Grain::Item)),
            size: self.size,
            pace: Duration::from_millis(self.pace as u64),
        };
        let app = stage_in(row, self.theme);
        let film = if is_lesson { record_lesson(app, &stretch, THEME) } else { record(app, &stretch, THEME) };
        let film = film.map_err(|why| anyhow!("{}: {why}", self.file.display()))?;
        let text = write_film(&film, format);
        let write = if self.force { replace } else { write_new };
        write(&self.output, text.as_bytes()).map_err(|error| {
            let hint = if error.kind() == std::io::ErrorKind::AlreadyExists { "; --force replaces it" } else { "" };
            anyhow!("{}: {error}{hint}", self.output.display())
        })?;
        let frames = plural(film.frames.len(), "frame");
        writeln!(out, "{}: {frames}, {}", self.output.display(), plural(text.len(), "byte"))?;
        Ok(code::YES)
    }
}

/// The puzzle or lesson of a file, or the bundled one of this name.
fn row(file: &Path, form: &FormName) -> anyhow::Result<LibraryRow> {
    if let Some(bundled) = bundled_at(file).filter(|_| form.name.is_none()) {
        let name = bundled.stem();
        let mut rows = library::puzzle_rows().into_iter().chain(library::lesson_rows());
        if let Some(mut row) = rows.find(|row| row.name == name) {
            row.read_bundled();
            return Ok(row);
        }
    }
    Ok(entries_of(file, form, false)?.swap_remove(0))
}
