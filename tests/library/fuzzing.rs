//! Runs the checks of the fuzz targets on random bytes, and on texts that are valid but for a few
//! changes. QUADRILLE_LONG runs many more cases and a million keys. QUADRILLE_FUZZ=K changes K
//! times as many texts, from the seed QUADRILLE_SEED.

#[path = "../fuzz/checks.rs"]
mod checks;

use crate::support::rounds;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};
use quadrille::bundled::BUNDLED;
use quadrille::puzzle::{EXCHANGE, Form, KINDS, load};
use quadrille::witness::JUDGES;

/// Runs a check on uniform random bytes, and on random bytes that are mostly keys and digits.
fn on_bytes(check: fn(&[u8]), few: u32, many: u32, longest: usize) {
    let mut runner =
        TestRunner::new(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(rounds(few, many)) });
    let likely = prop_oneof![b'0'..=b'9', b'a'..=b'z', Just(b'\n'), Just(b' '), Just(b'.'), any::<u8>()];
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..longest),
        (any::<u8>(), prop::collection::vec(likely, 0..longest)).prop_map(|(first, mut rest)| {
            rest.insert(0, first);
            rest
        }),
    ];
    runner
        .run(&bytes, |bytes| {
            check(&bytes);
            Ok::<(), TestCaseError>(())
        })
        .unwrap();
}

#[test]
fn any_text_is_read_or_refused_in_any_form() {
    on_bytes(checks::read, 700, 1_000_000, 300);
}

#[test]
fn any_name_comes_back_from_a_file() {
    on_bytes(checks::toml, 350, 200_000, 200);
}

#[test]
fn any_keys_lead_to_a_screen_that_draws_at_any_size() {
    on_bytes(checks::draw, 30, 20_000, 60);
}

#[test]
fn any_messages_leave_the_links_whole() {
    on_bytes(checks::messages, 30, 12_000, 160);
}

/// Changes valid texts a little, and checks what becomes of them. The same seed changes the same
/// texts in the same way.
fn on_changed(check: fn(&[u8]), bases: &[Vec<u8>], few: usize) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seed = number("QUADRILLE_SEED").unwrap_or(1);
    let cases = few * number("QUADRILLE_FUZZ").unwrap_or(1) as usize;
    let mut random = fastrand::Rng::with_seed(seed);
    for case in 0..cases {
        let bytes = changed(bases, &mut random);
        let done = std::panic::catch_unwind(|| check(&bytes));
        assert!(done.is_ok(), "QUADRILLE_SEED={seed}, text {case} of {cases}: {}", bytes.escape_ascii());
    }
    println!("{cases} texts, QUADRILLE_SEED={seed}");
}

/// One of the texts with one to six changes.
fn changed(bases: &[Vec<u8>], random: &mut fastrand::Rng) -> Vec<u8> {
    /// Words that readers give a meaning to, and numbers at the ends of ranges.
    const WORDS: [&str; 34] = [
        "0",
        "1",
        "-1",
        "9",
        "25",
        "26",
        "255",
        "256",
        "65535",
        "65536",
        "2147483648",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "1e308",
        "nan",
        "|",
        ":",
        "=",
        "*",
        "/",
        ",",
        "\"",
        "\\",
        "[",
        "{",
        "\n",
        "\u{0}",
        "\u{1b}[2J",
        "\u{202e}",
        "\u{feff}",
    ];
    let mut bytes = bases[random.usize(..bases.len())].clone();
    for _ in 0..random.usize(1..7) {
        let at = random.usize(..=bytes.len());
        let end = (at + random.usize(..12)).min(bytes.len());
        match random.u32(..8) {
            0 if !bytes.is_empty() => {
                let at = random.usize(..bytes.len());
                bytes[at] = random.u8(..);
            }
            1 => _ = bytes.drain(at..end),
            2 => _ = bytes.splice(at..end, WORDS[random.usize(..WORDS.len())].bytes()),
            // A number in place of a number.
            3 | 4 => {
                let digits = |byte: &u8| byte.is_ascii_digit();
                if let Some(from) = bytes[at..].iter().position(digits).map(|k| at + k) {
                    let end = from + bytes[from..].iter().take_while(|byte| digits(byte)).count();
                    bytes.splice(from..end, WORDS[random.usize(..19)].bytes());
                }
            }
            5 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again.repeat(random.usize(1..40)));
            }
            6 => {
                let other = &bases[random.usize(..bases.len())];
                let from = random.usize(..=other.len());
                let to = (from + random.usize(..200)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

/// The bundled puzzles in every form that holds them, each behind the byte that names the form.
fn texts() -> Vec<Vec<u8>> {
    let forms: Vec<&Form> = KINDS.iter().flat_map(|kind| kind.forms.iter()).chain(EXCHANGE).copied().collect();
    let mut texts = Vec::new();
    for bundled in BUNDLED {
        let puzzle = load(bundled.text, None).unwrap().puzzles.remove(0);
        texts.push([&[forms.len() as u8], bundled.text.as_bytes()].concat());
        for (at, form) in forms.iter().enumerate() {
            let fits = form.loss(&puzzle).essential.is_empty();
            texts.extend(fits.then(|| [&[at as u8], form.write_all(&puzzle).as_bytes()].concat()));
        }
    }
    for kind in KINDS {
        let at = forms.iter().position(|form| form.id == kind.forms[0].id).unwrap();
        texts.push([&[at as u8], kind.sample.as_bytes()].concat());
    }
    // Long texts are slow to load and no richer.
    texts.retain(|text| text.len() < 4000);
    texts
}

#[test]
fn changed_texts_are_read_or_refused_in_any_form() {
    on_changed(checks::read, &texts(), 3000);
}

#[test]
fn changed_inputs_of_judges_are_read_or_refused() {
    let corpus = std::env::var_os("QUADRILLE_CORPUS");
    let mut bases: Vec<Vec<u8>> = Vec::new();
    for (at, judge) in JUDGES.iter().enumerate() {
        let sample = match judge.kind.id {
            "tiling" => "1\n5 5 2\n0 0 5 5\n1 1 2 2\n",
            "queens" => "4\n0 0 0 0\n5\n1 0 0 0 0\n0\n",
            _ => judge.kind.sample,
        };
        bases.push([&[at as u8], sample.as_bytes()].concat());
        let folder = corpus.as_ref().map(|corpus| std::path::Path::new(corpus).join(judge.name));
        for file in folder.into_iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten().take(9) {
            let text = std::fs::read(file.path()).unwrap_or_default();
            bases.extend((text.len() < 4000).then(|| [&[at as u8], &text[..]].concat()));
        }
    }
    on_changed(checks::judges, &bases, 2000);
}

#[test]
fn changed_addresses_are_read_or_refused() {
    let bases = ["1=2=3/5,1=2/3", "\"1/5,1/3,1/1\";\"2/5\"\n\"3=4=5/5,2*1/1\"", "root", "6(2):1/2+0~3", "25*1/1,2/3."];
    on_changed(checks::pieces, &bases.map(|text| text.as_bytes().to_vec()), 2000);
}

#[test]
fn changed_checkpoints_are_read_or_refused() {
    let problem = "0000000000000000000000000000000000000000000000000000000000000000";
    let version = env!("CARGO_PKG_VERSION");
    let base = format!(
        r#"{{"quadrille":"{version}","problem":"{problem}","cut":"{problem}","done":[[0,"3",5],[2,"9",1]],"sha256":"{problem}"}}"#
    );
    on_changed(checks::checkpoint, &[base.into_bytes(), checks::whole_checkpoint().into_bytes()], 1000);
}

#[test]
fn changed_kept_files_are_restored_or_refused() {
    let bases: Vec<Vec<u8>> = (0..9).map(|which| checks::whole_kept(which).into_bytes()).collect();
    on_changed(checks::kept, &bases, 400);
}

#[test]
fn changed_configurations_are_read_or_refused() {
    let bases =
        [quadrille::config::DEFAULT.to_string(), "[ui]\nframe = 20\n[keys.step]\nforward = [\"n\"]\n".to_string()];
    on_changed(checks::config, &bases.map(String::into_bytes), 600);
}

#[test]
fn changed_keys_and_messages_leave_a_screen_that_draws() {
    let script = |which: u8, keys: &str| [&[which, 66, 60], keys.as_bytes()].concat();
    let keys = ["w1u2(x)", "dsssSSnb/r1c1\r", "Rv?q", "CcMm123", "jjjj\rsss", "Ttzz1234\r", ":solve\r", "gg1/2\r"];
    let bases: Vec<Vec<u8>> = (0..9).flat_map(|which| keys.map(|keys| script(which, keys))).collect();
    on_changed(checks::draw, &bases, 60);
    on_changed(checks::messages, &bases, 60);
}

#[test]
fn what_once_failed_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/seeds");
    for seed in std::fs::read_dir(folder).unwrap().flatten() {
        let name = seed.file_name().into_string().unwrap();
        let bytes = std::fs::read(seed.path()).unwrap();
        match name.split('-').next() {
            Some("read") => checks::read(&bytes),
            Some("toml") => checks::toml(&bytes),
            Some("draw") => checks::draw(&bytes),
            Some("messages") => checks::messages(&bytes),
            Some("judges") => checks::judges(&bytes),
            Some("pieces") => checks::pieces(&bytes),
            Some("checkpoint") => checks::checkpoint(&bytes),
            Some("kept") => checks::kept(&bytes),
            Some("config") => checks::config(&bytes),
            _ => panic!("{name} is a seed of no target"),
        }
    }
}
