//! A puzzle or a lesson that comes with the program.

/// A puzzle or a lesson that comes with the program: the file's name and its text.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// The name of the file, with its extension.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

impl Bundled {
    /// The name of the file without its extension.
    pub fn stem(&self) -> &'static str {
        self.name.trim_end_matches(".toml")
    }

    /// The one of this name among several. The extension may be left out.
    pub fn named<'a>(all: &'a [Bundled], name: &str) -> Option<&'a Bundled> {
        all.iter().find(|own| [own.name, own.stem()].contains(&name))
    }
}
