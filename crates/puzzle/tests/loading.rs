//! What a text is taken for: the form that is meant, the error of the reader that was meant, words
//! and numbers with their places, and bytes that are no text.

use quadrille_puzzle::{KINDS, LoadError, ParseError, TextPlace, decode, load, text_lines, write_toml};

/// The error with which a text is refused.
fn refused(text: &str, wanted: Option<&str>) -> ParseError {
    match load(text, wanted) {
        Err(LoadError::Parse(error)) => error,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn nine_rows_of_digits_may_be_two_things() {
    let text = KINDS[2].sample;
    match load(text, None) {
        Err(LoadError::Ambiguous(choices)) => {
            assert_eq!(choices.iter().map(|(kind, _)| kind.id).collect::<Vec<_>>(), ["sudoku", "target"]);
        }
        other => panic!("{other:?}"),
    }
    assert!(load(text, Some("target")).is_ok() && load(text, Some("p1074")).is_ok());
    assert!(matches!(load(text, Some("chess")), Err(LoadError::UnknownForm(_))));
}

#[test]
fn a_text_without_a_puzzle_is_no_riddle() {
    for text in ["# hello\n", "end\n"] {
        assert!(matches!(load(text, None), Err(LoadError::Parse(_))), "{text}");
    }
    let line = KINDS[0].sample;
    assert_eq!(load(&line.repeat(81), None).unwrap().puzzles.len(), 81);
    let small = "1..............2\n".repeat(16);
    assert_eq!(load(&small, None).unwrap().puzzles.len(), 1, "a square block is one grid");
    assert_eq!(load(&small, Some("line")).unwrap().puzzles.len(), 16);
}

#[test]
fn an_unknown_key_is_refused_where_it_stands() {
    let good = write_toml(&load(KINDS[0].sample, None).unwrap().puzzles[0]);
    let error = |text: &str| refused(text, None);
    let wrong = error(&good.replace("size", "sice"));
    assert_eq!(wrong.place.line, 5, "{wrong}");
    assert!(wrong.message.contains("sice"), "{wrong}");
    let short = error(&good.replace("53..7....", "53..7..."));
    assert_eq!((short.place.line, short.place.column), (7, 9), "{short}");
    assert!(error(&good.replace("format = 1", "format = 2")).message.contains("format 2"));
}

#[test]
fn an_error_is_that_of_the_reader_who_was_meant() {
    let line = KINDS[0].sample;
    for (text, whose) in [
        (line.replacen('6', "!", 1), "sudoku (line)"),
        ("setcover\na b c\na b\nb d\nc\n".to_string(), "setcover (sets)"),
        ("setcover\na b c\n".to_string(), "setcover (sets)"),
        ("covering 7 4\n".to_string(), "setcover (covering)"),
        ("6 7\n0 0 1 0 1 1 0\n1 0 0 1 0 0\n".to_string(), "cover (matrix)"),
        ("a b c\na d\n".to_string(), "cover (knuth)"),
        ("a b c\n".to_string(), "cover (knuth)"),
    ] {
        let told = refused(&text, None).help.unwrap_or_default();
        assert!(told.contains(&format!("read as {whose}")), "{text}{told}");
    }
}

/// Each word of a text is refused in turn, because it alone is no item of the line before.
#[test]
fn words_know_their_columns_in_characters() {
    let text = "é b\r\n\tcc\rd \n\n";
    assert_eq!(text_lines(text), ["é b", "\tcc", "d"]);
    let words = [(1, 1, "é"), (1, 3, "b"), (2, 2, "cc"), (3, 1, "d")];
    for (line, column, word) in words {
        let others: Vec<&str> = words.iter().map(|(.., other)| *other).filter(|other| *other != word).collect();
        let error = refused(&format!("{}\n{text}", others.join(" ")), Some("knuth"));
        assert_eq!(error.message, format!("item `{word}` is not declared"));
        assert_eq!((error.place, error.width), (TextPlace { line: line + 1, column }, word.chars().count()), "{word}");
    }
}

#[test]
fn what_is_no_text_is_refused_with_advice() {
    for (bytes, expected) in [
        (&b"\x1f\x8b\x08"[..], "gzip"),
        (b"\x89PNG\r\n", "picture"),
        (b" \n\n", "empty"),
        (b"12\n3\xff", "0xFF"),
        (b"12\n3\0", "NUL"),
    ] {
        let error = decode(bytes).unwrap_err();
        assert!(error.message.contains(expected) && error.help.is_some(), "{error}");
    }
    assert_eq!(decode(b"\xff\xfe1\0\n\0").unwrap(), "1\n");
    assert_eq!(decode(b"\xef\xbb\xbf12").unwrap(), "12");
    assert_eq!(decode(b"1\n2\0").unwrap_err().place, TextPlace { line: 2, column: 2 });
}

/// The file of the first of nine queens is a number from 0 to 9.
#[test]
fn a_number_says_what_is_wrong_with_it() {
    let text = |word: &str| format!("9\n{word} 0 0 0 0 0 0 0 0\n");
    let nine = load(&text("9"), Some("nqueen")).unwrap().puzzles.remove(0);
    assert_eq!(nine.shape.listing().unwrap().taken(), [8]);
    for (word, message) in [
        ("10", "10 is out of range 0..9"),
        ("99999999999999999999", "99999999999999999999 is out of range 0..9"),
        ("x", "`x` is not a whole number"),
        ("+3", "`+3` has a sign"),
        ("３", "unexpected `３` (full-width character, U+FF13)"),
    ] {
        let error = refused(&text(word), Some("nqueen"));
        assert_eq!((error.message.as_str(), error.place), (message, TextPlace { line: 2, column: 1 }));
    }
}
