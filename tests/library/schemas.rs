//! The JSON schemas for editors, `quadrille schema config` and `quadrille schema puzzle`: they
//! accept what the parser accepts, and refuse what it refuses as far as a schema can say it.

use crate::oracle::ORACLES;
use crate::support::folder;
use clap::Parser;
use jsonschema::Validator;
use quadrille::app::{ACTIONS, Key};
use quadrille::bundled::{BUNDLED, BUNDLED_LESSONS, LESSON_DIRECTIVE, PUZZLE_DIRECTIVE};
use quadrille::cli::{Cli, files_below, run_into};
use quadrille::config::{Config, DEFAULT};
use quadrille::docs;
use quadrille::puzzle::{KINDS, TOML, load, write_toml};
use quadrille::study::is_lesson;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// What a command prints on standard output. It runs in this process.
fn run(words: &[&str]) -> String {
    let cli = Cli::try_parse_from(["quadrille"].iter().chain(words)).unwrap();
    let mut out = Vec::new();
    run_into(cli, &mut out).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    String::from_utf8(out).unwrap()
}

fn schema(of: &str) -> Value {
    let schema = serde_json::from_str(&run(&["schema", of])).unwrap();
    jsonschema::draft7::meta::validate(&schema).unwrap_or_else(|error| panic!("{of}: {error}"));
    schema
}

fn validator(of: &str) -> Validator {
    jsonschema::validator_for(&schema(of)).unwrap()
}

/// The first fault that a schema finds in a TOML text; `None` if it accepts the text.
fn fault(schema: &Validator, text: &str) -> Option<String> {
    let table: toml::Table = toml::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let value = serde_json::to_value(table).unwrap();
    schema.iter_errors(&value).next().map(|error| format!("{error} at {}", error.instance_path()))
}

#[test]
fn committed_files_are_valid() {
    let (config, puzzle, lesson) = (validator("config"), validator("puzzle"), validator("lesson"));
    assert_eq!(fault(&config, DEFAULT), None);
    assert_eq!(fault(&config, &docs::config(&Config::default())), None);
    for path in files_below(&Path::new(ROOT).join("puzzles")).unwrap() {
        let text = fs::read_to_string(&path).unwrap();
        let schema = if is_lesson(&text) { &lesson } else { &puzzle };
        assert_eq!(fault(schema, &text), None, "{}", path.display());
    }
}

/// Editors find the schema by the first line. tombi reads it only if a blank line follows.
#[test]
fn only_files_of_the_repository_name_their_schema() {
    let named = |file: &Path| {
        let text = fs::read_to_string(file).unwrap();
        let (line, rest) = text.split_once('\n').unwrap();
        let path = line.strip_prefix("#:schema ").unwrap_or_else(|| panic!("{}: {line}", file.display()));
        assert!(rest.starts_with('\n'), "{}", file.display());
        fs::canonicalize(file.parent().unwrap().join(path)).unwrap()
    };
    let schema = |name: &str| fs::canonicalize(Path::new(ROOT).join("docs/schema").join(name)).unwrap();
    assert_eq!(named(&Path::new(ROOT).join("config.toml")), schema("config.json"));
    assert!(DEFAULT.starts_with(docs::CONFIG_DIRECTIVE) && !run(&["config"]).contains("#:schema"));
    for bundled in BUNDLED_LESSONS {
        let file = Path::new(ROOT).join("puzzles/lessons").join(bundled.name);
        assert_eq!(named(&file), schema("lesson.json"));
        assert_eq!(fs::read_to_string(&file).unwrap(), format!("{LESSON_DIRECTIVE}{}", bundled.text));
        assert_eq!(fault(&validator("lesson"), bundled.text), None, "{}", bundled.name);
    }
    for bundled in BUNDLED {
        let file = Path::new(ROOT).join("puzzles").join(bundled.name);
        assert_eq!(named(&file), schema("puzzle.json"));
        assert_eq!(fs::read_to_string(&file).unwrap(), format!("{PUZZLE_DIRECTIVE}{}", bundled.text));
        // A puzzle that is saved or converted elsewhere does not keep the line.
        assert!(!bundled.text.contains("#:schema"), "{}", bundled.name);
        for text in [bundled.text, &fs::read_to_string(&file).unwrap()] {
            let puzzle = load(text, None).unwrap().puzzles.remove(0);
            assert_eq!(write_toml(&puzzle), bundled.text);
        }
    }
}

#[test]
fn the_configuration_has_a_property_for_every_action_and_setting() {
    let schema = schema("config");
    let places = schema["properties"]["keys"]["properties"].as_object().unwrap();
    let named: usize = places.values().map(|place| place["properties"].as_object().unwrap().len()).sum();
    assert_eq!(named, ACTIONS.len());
    for spec in ACTIONS {
        let action = &places[spec.scope.id()]["properties"][spec.id];
        assert_eq!(action["description"], spec.help, "{}", spec.id);
        assert_eq!(action["default"], json!(spec.keys), "{}", spec.id);
    }
    let defaults: toml::Table = toml::from_str(DEFAULT).unwrap();
    for table in ["ui", "step"] {
        let settings = schema["properties"][table]["properties"].as_object().unwrap();
        assert_eq!(settings.len(), defaults[table].as_table().unwrap().len());
        for (name, setting) in settings {
            assert_eq!(setting["default"], serde_json::to_value(&defaults[table][name]).unwrap(), "{name}");
            let lines = setting["description"].as_str().unwrap().lines();
            let comment: String = lines.map(|line| format!("# {line}\n")).collect();
            assert!(DEFAULT.contains(&format!("\n{comment}{name} = ")), "{name}: {comment}");
        }
    }
}

#[test]
fn the_parser_and_the_schema_agree_on_configurations() {
    let schema = validator("config");
    for text in [
        "",
        "[ui]\n",
        "[ui]\nframe = 10\ncolor = \"never\"\nmouse = true\n[step]\nspeed = 1000\ngrain = \"link\"\n",
        "[ui]\ntheme = \"contrast\"\nglyphs = \"ascii\"\nframe = 1000\n",
        "[keys.step]\nforward = []\n",
        "[keys.anywhere]\nquit = [\"ctrl-shift-end\", \"f12\"]\n[keys.play]\n",
    ] {
        Config::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(fault(&schema, text), None, "{text}");
    }
    for text in [
        "colour = \"auto\"\n",
        "[ui]\ncolour = \"auto\"\n",
        "[ui]\ncolor = \"sometimes\"\n",
        "[ui]\ncolor = \"Auto\"\n",
        "[ui]\ncolor = true\n",
        "[ui]\nmouse = 1\n",
        "[ui]\nframe = 9\n",
        "[ui]\nframe = 1001\n",
        "[ui]\nframe = -1\n",
        "[ui]\nframe = \"33\"\n",
        "[ui]\nframe = 33.5\n",
        "[step]\nspeed = 3\n",
        "[step]\ngrain = \"option\"\n",
        "ui = 1\n",
        "keys = []\n",
        "[keys.stop]\nforward = [\"n\"]\n",
        "[keys.step]\nfly = [\"n\"]\n",
        "[keys.play]\nforward = [\"n\"]\n",
        "[keys.step]\nforward = \"ctrl-n\"\n",
        "[keys.step]\nforward = [1]\n",
        "[keys.step]\nforward = [\"nn\"]\n",
        "[keys.step]\nforward = [\"hyper-x\"]\n",
        "[keys.step]\nforward = [\"f13\"]\n",
    ] {
        assert!(Config::parse(text).is_err(), "{text}");
        assert!(fault(&schema, text).is_some(), "{text}");
    }
}

#[test]
fn the_parser_and_the_schema_agree_on_keys() {
    let schema = jsonschema::validator_for(&json!({ "pattern": Key::pattern() })).unwrap();
    let right = ["s", "S", "-", "+", " ", "\n", "é", "ctrl--", "ctrl-r", "alt-shift-left", "ctrl-ctrl-x", "plus", "f1"];
    let wrong = ["", "nn", "ctrl-", "-s", "f0", "f13", "Space", "spacebar", "ctrl-nn", "super-x", "ctrl left", "s "];
    let of_rows = ACTIONS.iter().flat_map(|spec| spec.keys);
    for name in right.iter().chain(of_rows) {
        assert!(Key::parse(name).is_some() && schema.is_valid(&json!(name)), "{name:?}");
    }
    for name in wrong {
        assert!(Key::parse(name).is_none() && !schema.is_valid(&json!(name)), "{name:?}");
    }
}

/// A file with `format = 1`, a kind, and tables.
fn file(kind: &str, tables: &str) -> String {
    format!("format = 1\nkind = \"{kind}\"\n{tables}\n")
}

/// Four rows of a grid.
const ROWS: &str = "\"\"\"\n1...\n....\n....\n...4\n\"\"\"";

const REGIONS: &str = "regions = \"\"\"\naabb\naabb\nccdd\nccdd\n\"\"\"";

const WALLS: &str = "walls = '''\n144 16 16 48\n128 0 0 32\n128 0 0 32\n192 64 64 96\n'''";

/// A grid of side 4 with more keys.
fn grid(kind: &str, more: &str) -> String {
    file(kind, &format!("[grid]\nsize = 4\ngivens = {ROWS}\n{more}"))
}

/// A cover with more keys.
fn cover(more: &str) -> String {
    file("cover", &format!("[cover]\ntext = \"\"\"\na b\na\nb\n\"\"\"\n{more}"))
}

#[test]
fn what_the_reader_accepts_the_schema_accepts() {
    let schema = validator("puzzle");
    let own = ROWS.replace(['1', '4'], ".");
    let large = (".".repeat(64) + "\n").repeat(64);
    let large = format!("[grid]\nsize = 64\nrules = [\"even r64c64\"]\ngivens = \"\"\"\n{large}\"\"\"\n");
    for text in [
        format!("format = 1\nkind = \"sudoku\"\n{large}"),
        grid("sudoku", ""),
        grid("sudoku", "diagonals = true\nboxes = \"2x2\"\nsymbols = \"1wx4\"\n"),
        grid("sudoku", "boxes = \"1x04\"\n"),
        grid("sudoku", &format!("own = {own}\n[marks]\ncorner = '''\n. 12 . .\n. . . .\n. . . .\n. . . .'''\n")),
        grid("sudoku", "rules = [\"antiknight\", \" region  r1c1 r01c2 \", \"even r1c3\", \"white r1c1\\tr1c2\"]\n"),
        grid("sudoku", "[expect]\nsolutions = \">1\"\nbest = -3\ngivens_only = true\nsolution = \"1\"\n"),
        grid("sudoku", "[expect]\nsolutions = 0\n[meta]\ntitle = \"\"\ntags = [\"a\"]\n"),
        grid("jigsaw", REGIONS),
        grid("jigsaw", WALLS),
        grid("target", ""),
        grid("target", "[score]\nweights = \"rings\"\n"),
        grid("target", "[score]\nweights = '''\n\n 1 2 3 4\r\n1 2 3 4\n\n1 2 3 4\n1 2 3 4'''\n"),
        cover(""),
        cover("taken = [\"a\"]\n"),
        file("queens", "[queens]\ntext = \"4\\n0 0 0 0\\n\"\n"),
        file("setcover", "setcover = { text = \"covering 5 3 2\" }\n"),
    ] {
        load(&text, Some(TOML.id)).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        assert_eq!(fault(&schema, &text), None, "{text}");
    }
}

#[test]
fn what_the_schema_can_say_it_refuses_as_the_reader_does() {
    let schema = validator("puzzle");
    let sudoku = |from: &str, to: &str| grid("sudoku", "").replacen(from, to, 1);
    let with = |more: &str| grid("sudoku", more);
    for text in [
        // The head of the file.
        sudoku("format = 1\n", ""),
        sudoku("format = 1", "format = 2"),
        sudoku("format = 1", "format = \"1\""),
        sudoku("kind = \"sudoku\"\n", ""),
        sudoku("kind = \"sudoku\"", "kind = \"sudoko\""),
        sudoku("kind = \"sudoku\"", "kind = \"Sudoku\""),
        sudoku("kind = \"sudoku\"", "kind = 1"),
        sudoku("format = 1", "format = 1\nname = \"a\""),
        // The grid.
        sudoku("size = 4\n", ""),
        sudoku("size = 4", "size = \"4\""),
        sudoku("size = 4", "size = 4.5"),
        sudoku("size = 4", "size = 3"),
        sudoku("size = 4", "size = 65"),
        sudoku("size = 4", "size = 7"),
        sudoku("size = 4", "sice = 4"),
        sudoku("givens = ", "own = "),
        sudoku(ROWS, "[1]"),
        sudoku(ROWS, "\"\""),
        sudoku(ROWS, "\"\"\"\n1...\n....\n\n....\n \n\"\"\""),
        with("diagonals = 1\n"),
        with("boxes = \"2 x 2\"\n"),
        with("boxes = 2\n"),
        with("symbols = \"123\"\n"),
        with("symbols = \"12 4\"\n"),
        // Rules.
        with("rules = \"antiknight\"\n"),
        with("rules = [\"\"]\n"),
        with("rules = [\"antiknights\"]\n"),
        with("rules = [\"antiknight r1c1\"]\n"),
        with("rules = [\"region\"]\n"),
        with("rules = [\"region r1c1\"]\n"),
        with("rules = [\"even\"]\n"),
        with("rules = [\"even c1r1\"]\n"),
        with("rules = [\"even r0c1\"]\n"),
        with("rules = [\"even r1c65\"]\n"),
        with("rules = [\"white r1c1 r1c2 r1c3\"]\n"),
        with("rules = [\"thermometer r1c1\"]\n"),
        with("rules = [1]\n"),
        // Other tables.
        with("[marks]\nmiddle = \"\"\n"),
        with("[marks]\ncorner = \". . . .\"\n"),
        with("[meta]\nauthor = \"a\"\n"),
        with("[meta]\ntags = \"a\"\n"),
        with("[expect]\nsolution_count = 1\n"),
        with("[expect]\nsolutions = -1\n"),
        with("[expect]\nsolutions = \">2\"\n"),
        with("[expect]\nsolutions = true\n"),
        with("[expect]\nbest = \"3\"\n"),
        with("[expect]\ngivens_only = 1\n"),
        // Tables and keys of other kinds.
        file("sudoku", ""),
        file("cover", ""),
        with(REGIONS),
        with(WALLS),
        with("[score]\nweights = \"rings\"\n"),
        with("[cover]\ntext = \"a\"\n"),
        grid("target", "[score]\nweights = \"ring\"\n"),
        grid("target", "[score]\n"),
        grid("target", REGIONS),
        grid("jigsaw", ""),
        grid("jigsaw", &format!("{REGIONS}\n{WALLS}")),
        grid("jigsaw", &format!("{REGIONS}\nboxes = \"2x2\"")),
        grid("jigsaw", REGIONS).replace("size = 4", "size = 17"),
        grid("cover", ""),
        cover("").replace("[cover]", "[tiling]"),
        cover("[queens]\ntext = \"4\"\n"),
        cover("[marks]\n"),
        cover("[score]\nweights = \"rings\"\n"),
        cover("taken = \"a\"\n"),
        cover("taken = [\"a\", \"a\"]\n"),
        cover("words = 1\n"),
        file("cover", "[cover]\n"),
        file("cover", "[cover]\ntext = \" \\n\"\n"),
    ] {
        assert!(load(&text, Some(TOML.id)).is_err(), "{text}");
        assert!(fault(&schema, &text).is_some(), "{text}");
    }
}

#[test]
fn every_kind_and_every_rule_is_known_to_the_schema() {
    let (schema, text) = (validator("puzzle"), run(&["schema", "puzzle"]));
    for kind in KINDS {
        let puzzle = load(kind.sample, Some(kind.id)).unwrap().puzzles.remove(0);
        assert_eq!(fault(&schema, &write_toml(&puzzle)), None, "{}", kind.id);
        assert!(text.contains(&format!("\"{}\"", kind.help)), "{}", kind.id);
    }
    for oracle in ORACLES {
        assert_eq!(fault(&schema, &write_toml(&oracle.puzzle())), None, "{}", oracle.sample);
    }
}

/// Puzzles of the corpus are valid as TOML. A TOML file there is valid if it can be read.
#[test]
fn puzzles_of_the_corpus_are_valid_as_toml() {
    let Some(folder) = folder("QUADRILLE_CORPUS") else { return };
    let schema = validator("puzzle");
    let mut valid = 0;
    for path in files_below(Path::new(&folder)).unwrap() {
        // A long list of puzzles has no key that a short one does not have.
        let Some(text) = fs::read_to_string(&path).ok().filter(|text| text.len() < 20_000) else { continue };
        let Ok(loaded) = load(&text, None) else { continue };
        if loaded.puzzles[0].form.id == TOML.id {
            assert_eq!(fault(&schema, &text), None, "{}", path.display());
        }
        for puzzle in loaded.puzzles.iter().take(5) {
            assert_eq!(fault(&schema, &write_toml(puzzle)), None, "{}", path.display());
            valid += 1;
        }
    }
    assert!(valid > 300, "{valid}");
}

/// A key, a line or a table less: the schema accepts every such file that the reader accepts.
#[test]
fn the_schema_accepts_a_file_with_lines_taken_away() {
    let schema = validator("puzzle");
    let mut accepted = 0;
    for bundled in BUNDLED.iter().filter(|bundled| bundled.text.len() < 800) {
        let lines: Vec<&str> = bundled.text.lines().collect();
        for (from, to) in (0..lines.len()).flat_map(|from| (from + 1..=lines.len()).map(move |to| (from, to))) {
            let text = [&lines[..from], &lines[to..]].concat().join("\n");
            if load(&text, Some(TOML.id)).is_ok() {
                assert_eq!(fault(&schema, &text), None, "{text}");
                accepted += 1;
            }
        }
    }
    assert!(accepted > 300, "{accepted}");
}
