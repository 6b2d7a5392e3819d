//! What links carry: compressed texts, the shortened spelling of JSON, and JSON in which every
//! field is accounted for.

use crate::json::{Fields, Harmless, JsonText, JsonValue};
use crate::lz_string::{LzError, decompress};
use crate::scl;
use fastrand::Rng;
use quadrille_puzzle::{load, pack, unpack};
use serde_json::json;
use std::time::{Duration, Instant};

#[test]
fn what_is_packed_comes_back() {
    for text in ["", "a", "1/2,3/4+1 sudoku\n", "\u{1f40d} snake", &"abc".repeat(5000)] {
        let packed = pack(text);
        assert!(packed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{packed}");
        assert_eq!(unpack(&packed).as_deref(), Some(text));
    }
    assert_eq!(unpack("~~"), Some(String::new()));
}

#[test]
fn the_short_spelling_is_read() {
    for (text, json) in [
        ("{ce:[[{v:5},,{v:1}],[,,]]}", r#"{"cells": [[{"value": 5}, {}, {"value": 1}], [{}, {}, {}]]}"#),
        (
            "{t:'it\\'s',r:t,c:FF00aa,c1:#0}",
            r##"{"title": "it's", "rounded": true, "color": "FF00aa", "borderColor": "#0"}"##,
        ),
        ("{'a b':[],x:-1.5,te:'say \"so\"\\n'}", r#"{"a b": [], "x": -1.5, "text": "say \"so\"\n"}"#),
        ("{re:[[[0,0],[0,1]]]}", r#"{"regions": [[[0, 0], [0, 1]]]}"#),
    ] {
        assert_eq!(scl::read(text), Some(serde_json::from_str(json).unwrap()), "{text}");
    }
    for text in ["{", "[", "{a", "{a:}", "{a:1", "[1", "'a", "{a:'\\", "{a:1 b:2}{", "", &"[".repeat(100_000)] {
        assert_eq!(scl::read(text), None, "{:.20}", text);
    }
}

#[test]
fn a_field_is_taken_harmless_or_an_error() {
    let document = JsonText::new(json!({ "a": 1, "b": "", "look": "red", "c": [0] }));
    let look = [Harmless { key: "look", why: "a colour" }];
    let read = |keys: &[&str]| {
        let read = |fields: &mut Fields| {
            let taken = keys.iter().filter_map(|key| fields.take(key));
            Ok(taken.filter_map(JsonValue::plain_number).sum::<u32>())
        };
        document.root().read(&[&look], read, |key| key.to_string()).unwrap()
    };
    assert_eq!(read(&["a"]), Err("c".to_string()));
    assert_eq!(read(&["c"]), Err("a".to_string()));
    assert_eq!(read(&["a", "c", "d"]), Ok(1));
}

/// Random texts: few different characters make long entries, many make wide codes.
fn texts() -> impl Iterator<Item = String> {
    let mut random = Rng::with_seed(19);
    (0..600).map(move |k| {
        let letters = [1, 2, 3, 26, 300, 70_000][k % 6];
        let length = random.usize(..[3, 40, 900, 5_000][k % 4]);
        let letter = |random: &mut Rng| char::from_u32(random.u32(33..33 + letters)).unwrap_or('\u{1f600}');
        (0..length).map(|_| letter(&mut random)).collect()
    })
}

#[test]
fn texts_that_lz_str_compressed_come_back() {
    for text in texts() {
        let packed = lz_str::compress_to_base64(text.as_str());
        assert_eq!(decompress(&packed).unwrap(), text.encode_utf16().collect::<Vec<u16>>(), "{text}");
    }
    assert_eq!((decompress(""), decompress("Q===")), (Ok(Vec::new()), Ok(Vec::new())));
}

#[test]
fn damaged_texts_are_read_as_lz_str_reads_them_or_refused() {
    let mut random = Rng::with_seed(20);
    let (mut read, mut refused) = (0, 0);
    for text in texts() {
        let mut packed = lz_str::compress_to_base64(text.as_str()).into_bytes();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..packed.len());
            match random.u8(..4) {
                0 => packed.truncate(at + 1),
                1 => drop(packed.remove(at)),
                _ => packed[at] = random.choice(b"AZaz09+/=-".iter().copied()).unwrap(),
            }
            if packed.is_empty() {
                packed.push(b'A');
            }
        }
        let packed = String::from_utf8(packed).unwrap();
        match (decompress(&packed), lz_str::decompress_from_base64(packed.as_str())) {
            (Ok(text), Some(other)) => assert_eq!(text, other, "{packed}"),
            (Err(fault), Some(_)) => panic!("{packed}: {fault:?}"),
            // lz-str requires a character after the end code; this reader does not.
            (Ok(_), None) => assert!(lz_str::decompress_from_base64(format!("{packed}A").as_str()).is_some()),
            (Err(_), None) => refused += 1,
        }
        read += 1;
    }
    assert!(refused > 50 && read - refused > 50, "{refused} of {read}");
}

/// A text in which every code names the entry that is just being added. The k-th code writes k
/// characters.
fn growing(codes: u32) -> String {
    let mut bits: Vec<u32> = Vec::new();
    let mut put = |number: u32, count: u32| bits.extend((0..count).map(|k| number >> k & 1));
    put(0, 2);
    put(u32::from(b'a'), 8);
    (0..codes).for_each(|k| put(k + 4, 32 - (k + 4).leading_zeros()));
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let sextet = |bits: &[u32]| bits.iter().fold(0, |all, bit| all << 1 | bit) << (6 - bits.len());
    bits.chunks(6).map(|bits| letters[sextet(bits) as usize] as char).collect()
}

#[test]
fn a_small_text_that_grows_is_refused_in_time() {
    let start = Instant::now();
    // 2,894 * 2,895 / 2 characters and the first one still fit.
    assert_eq!(decompress(&(growing(2_893) + "Q")).err(), Some(LzError::Damaged));
    assert_eq!(decompress(&growing(2_900)), Err(LzError::TooLong));
    let long = growing(24_000);
    assert!((44_000..60_000).contains(&long.len()), "{}", long.len());
    assert_eq!(decompress(&long), Err(LzError::TooLong));
    let link = format!("https://www.f-puzzles.com/?load={long}\n");
    let error = load(&link, Some("fpuzzles-link")).unwrap_err().to_string();
    assert!(error.contains("more than 4194304 characters"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}
