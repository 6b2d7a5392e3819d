//! `shim`: functions in the user's language that print the operations of dancing links.

use super::{Example, Run};
use crate::cli::args::named;
use crate::cli::code;
use crate::study::PROTOCOL;
use std::io::Write;

/// Print functions for your program that print its operations
///
/// Copy them into your program and call them where the comments say. Nothing is printed unless the
/// variable QUADRILLE_TRACE names a file, so the same program can be sent to a judge. `quadrille
/// against` sets it.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The language
    #[arg(required_unless_present = "words", value_parser = named(Language::ALL, Language::name, |_| ""))]
    language: Option<Language>,
    /// List the words of the protocol with their meanings
    #[arg(long, conflicts_with = "language")]
    words: bool,
    /// Print on standard output, in place of the file
    #[arg(long, conflicts_with = "words")]
    stdout: bool,
}

/// A language with functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    C,
    Cpp,
    Python,
    Java,
    Rust,
}

impl Language {
    const ALL: [Language; 5] = [Language::C, Language::Cpp, Language::Python, Language::Java, Language::Rust];

    fn name(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cpp => "cpp",
            Language::Python => "python",
            Language::Java => "java",
            Language::Rust => "rust",
        }
    }

    /// The functions, with the marks `@output@` for [`Language::output`] and `@place@` for its
    /// name.
    fn text(self) -> &'static str {
        match self {
            Language::C => include_str!("shim/c.txt"),
            Language::Cpp => include_str!("shim/cpp.txt"),
            Language::Python => include_str!("shim/python.txt"),
            Language::Java => include_str!("shim/java.txt"),
            Language::Rust => include_str!("shim/rust.txt"),
        }
    }

    /// The code that opens the output.
    fn output(self, stdout: bool) -> &'static str {
        match (self, stdout) {
            (Language::C, false) => {
                r#"if (!is_open++ && getenv("QUADRILLE_TRACE")) out = fopen(getenv("QUADRILLE_TRACE"), "w");"#
            }
            (Language::C, true) => "if (!is_open++) out = stdout;",
            (Language::Cpp, false) => {
                r#"#include <fstream>
inline std::ofstream &q_out() { static std::ofstream out(std::getenv("QUADRILLE_TRACE") ? std::getenv("QUADRILLE_TRACE") : ""); return out; }"#
            }
            (Language::Cpp, true) => {
                "#include <iostream>
inline std::ostream &q_out() { return std::cout; }"
            }
            (Language::Python, false) => {
                r#"open(os.environ["QUADRILLE_TRACE"], "w", buffering=1) if os.environ.get("QUADRILLE_TRACE") else None"#
            }
            (Language::Python, true) => "os.sys.stdout",
            (Language::Java, false) => r#"open(System.getenv("QUADRILLE_TRACE"))"#,
            (Language::Java, true) => "System.out",
            (Language::Rust, false) => r#"File::create(std::env::var_os("QUADRILLE_TRACE")?).ok()"#,
            (Language::Rust, true) => r#"File::create("/dev/stdout").ok()"#,
        }
    }
}

impl Run for Args {
    const EXAMPLES: &'static [Example] =
        &[("quadrille shim c", "Print a header for C."), ("quadrille shim --words", "List the words of the protocol.")];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let Some(language) = self.language else {
            PROTOCOL.iter().try_for_each(|(word, meaning)| writeln!(out, "{word:<17} {meaning}"))?;
            return Ok(code::YES);
        };
        let place = if self.stdout { "on standard output" } else { "into the file that QUADRILLE_TRACE names, if any" };
        let text = language.text().replace("@output@", language.output(self.stdout)).replace("@place@", place);
        out.write_all(text.as_bytes())?;
        Ok(code::YES)
    }
}
