//! What a problem may have together: every pair of features in every form that holds items and
//! options. Either the text is refused by name, at the line, or it is counted right.

use dancing::{Class, Feature, Goal};
use quadrille_puzzle::{Form, LoadError, encode, load, write_toml};
use quadrille_solve::{Order, run};

/// Items `a b c` and a pool of options, with some features.
fn text(class: Class, features: &[Feature]) -> (String, Vec<(Feature, usize)>) {
    let has = |feature| features.contains(&feature);
    let mut lines = Vec::new();
    if class == Class::Repeated {
        lines.push("setcover".to_string());
    }
    let head = lines.len() + 1;
    let often = if has(Feature::Multiplicities) { "1:2|" } else { "" };
    let secondary = if has(Feature::Secondary) { " | x y" } else { "" };
    // Colours belong to secondary items. Without any, they are on a primary one.
    let painted = if has(Feature::Secondary) { "x" } else { "c" };
    lines.push(format!("{often}a b c{secondary}"));
    for (k, items) in ["a b", "b c", "a", "c", "a c", "b"].iter().enumerate() {
        let mut line = items.to_string();
        if has(Feature::Secondary) && k % 2 == 0 && !(has(Feature::Colours) && painted == "x") {
            line += " x";
        }
        if has(Feature::Colours) {
            let color = ["A", "B"][k % 2];
            match painted {
                "x" => line += &format!(" x:{color}"),
                _ => line = line.replace('c', &format!("c:{color}")),
            }
        }
        if has(Feature::Weights) {
            line += &format!(" |{}", k + 1);
        }
        lines.push(line);
    }
    let place = |feature| match feature {
        Feature::Secondary | Feature::Multiplicities => head,
        Feature::Weights => head + 1,
        Feature::Colours => head + if painted == "x" { 1 } else { 2 },
    };
    (lines.join("\n") + "\n", features.iter().map(|&feature| (feature, place(feature))).collect())
}

/// How many covers there are, by trying every set of options on the text itself.
fn covers(text: &str, class: Class) -> usize {
    let mut lines = text.lines().skip(usize::from(class == Class::Repeated));
    let head = lines.next().unwrap();
    let (primary, secondary) = head.split_once(" | ").unwrap_or((head, ""));
    let bare = |name: &str| name.rsplit('|').next().unwrap().to_string();
    let options: Vec<Vec<&str>> =
        lines.map(|line| line.split_whitespace().filter(|word| !word.starts_with('|')).collect()).collect();
    (0..1usize << options.len())
        .filter(|set| {
            let held = |item: &str| -> Vec<&str> {
                let chosen = options.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1).flat_map(|(_, own)| own);
                chosen.filter(|word| word.split(':').next() == Some(item)).copied().collect()
            };
            let primary_holds = primary.split_whitespace().all(|name| {
                let times = held(&bare(name)).len();
                match class {
                    Class::Repeated => times >= 1,
                    _ if name.contains('|') => (1..=2).contains(&times),
                    _ => times == 1,
                }
            });
            let secondary_holds = secondary.split_whitespace().all(|name| {
                let words = held(name);
                words.len() <= 1 || words[0].contains(':') && words.iter().all(|word| *word == words[0])
            });
            primary_holds && secondary_holds
        })
        .count()
}

#[test]
fn every_pair_of_features_is_refused_by_name_or_counted_right() {
    for class in [Class::Exact, Class::Repeated] {
        let (form, kind) = if class == Class::Repeated { ("sets", "setcover") } else { ("knuth", "cover") };
        let mut pairs: Vec<Vec<Feature>> = vec![vec![]];
        for (at, &one) in Feature::ALL.iter().enumerate() {
            pairs.push(vec![one]);
            pairs.extend(Feature::ALL[at + 1..].iter().map(|&other| vec![one, other]));
        }
        for features in pairs {
            let (text, places) = text(class, &features);
            let toml = format!("format = 1\nkind = \"{kind}\"\n\n[{kind}]\ntext = \"\"\"\n{text}\"\"\"\n");
            // In TOML the block begins on line 6.
            for (text, form, lines_before) in [(&text, form, 0), (&toml, "toml", 5)] {
                let about = format!("{class:?} {features:?} as {form}\n{text}");
                let colours_alone = features.contains(&Feature::Colours) && !features.contains(&Feature::Secondary);
                let refused: Vec<_> = places.iter().filter(|(feature, _)| !class.allows(*feature)).collect();
                match load(text, Some(form)) {
                    Err(LoadError::Parse(error)) => {
                        // Colours without secondary items are on a primary item, which has none.
                        let named = refused.iter().any(|(feature, line)| {
                            error.message.contains(feature.name()) && error.place.line == line + lines_before
                        });
                        let primary = colours_alone && class != Class::Repeated && error.message.contains("no colour");
                        assert!(named || primary, "{error}\n{about}");
                        assert!(error.help.is_some(), "{error}");
                    }
                    Err(error) => panic!("{error}\n{about}"),
                    Ok(mut loaded) => {
                        assert!(refused.is_empty() && !(colours_alone && class != Class::Repeated), "{about}");
                        let puzzle = loaded.puzzles.remove(0);
                        let block = if form == "toml" { text.split("\"\"\"\n").nth(1).unwrap() } else { text };
                        let expected = covers(block, class);
                        let encoded = encode(&puzzle.shape);
                        let wanted = match features.contains(&Feature::Multiplicities) {
                            true => Class::Multiple,
                            false => class,
                        };
                        assert_eq!(encoded.problem.class(), wanted, "{about}");
                        if class != Class::Repeated {
                            let outcome = run(&encoded.problem, Order::new(Goal::Count { limit: None }), &mut ());
                            assert_eq!(outcome.count, expected as u128, "{about}");
                        }
                        let best = run(&encoded.problem, Order::new(puzzle.goal()), &mut ());
                        let found = best.solutions.first().map(|cover| encoded.decode(cover).is_some());
                        assert_eq!(found, (expected > 0).then_some(true), "{about}");
                        let own = (form != "toml").then(|| puzzle.form.write_all(&puzzle));
                        for again in own.into_iter().chain([write_toml(&puzzle)]) {
                            let back = load(&again, None).unwrap().puzzles.remove(0);
                            assert!(back.shape.means(&puzzle.shape), "{about}\n{again}");
                        }
                    }
                }
            }
        }
    }
}

/// The other forms of listings say nothing of these features: they hold what they can name, and
/// refuse to hold the rest.
#[test]
fn a_form_that_cannot_hold_a_feature_refuses_to() {
    let forms: Vec<&Form> = quadrille_puzzle::KINDS.iter().flat_map(|kind| kind.forms.iter().copied()).collect();
    for features in Feature::ALL.map(|feature| vec![Feature::Secondary, feature]) {
        let (text, _) = text(Class::Exact, &features);
        let puzzle = load(&text, Some("knuth")).unwrap().puzzles.remove(0);
        for form in forms.iter().filter(|form| form.loss(&puzzle).essential.is_empty()) {
            let back = load(&form.write_all(&puzzle), Some(form.id)).unwrap().puzzles.remove(0);
            assert!(back.shape.means(&puzzle.shape), "{features:?} in {}", form.id);
        }
    }
}
