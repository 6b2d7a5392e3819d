//! Sixty days of learners who forget, guess and know: what each is asked, and how often.

use quadrille_study::{A_DAY, BOXES, CardName, REVIEW_KINDS, ReviewCards, due_cards, take_answer};
use std::collections::BTreeMap;

struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The days on which each card was asked.
type Asked = BTreeMap<CardName, Vec<u32>>;

/// Lets a learner take a new lesson every third day, and answer what is due on each of sixty days.
fn days(mut answer: impl FnMut(&CardName, u32, Option<u32>) -> bool) -> (ReviewCards, Asked, Vec<usize>) {
    let (mut cards, mut asked, mut per_day) = (ReviewCards::new(), Asked::new(), Vec::new());
    let mut learnt: Vec<String> = Vec::new();
    for today in 0..60 {
        if today % 3 == 0 && learnt.len() < 20 {
            learnt.push(format!("{:02}-lesson", learnt.len() + 1));
        }
        let due = due_cards(&cards, &learnt, today, &mut |_| true);
        assert!(due.len() <= A_DAY);
        for name in &due {
            let last = asked.get(name).and_then(|days| days.last().copied());
            let right = answer(name, today, last);
            take_answer(&mut cards, name, right, today);
            asked.entry(name.clone()).or_default().push(today);
        }
        per_day.push(due.len());
    }
    (cards, asked, per_day)
}

fn gaps(asked: &Asked) -> Vec<u32> {
    asked.values().flat_map(|days| days.windows(2).map(|pair| pair[1] - pair[0])).collect()
}

#[test]
fn one_who_knows_is_asked_rarely() {
    let (cards, asked, per_day) = days(|_, _, _| true);
    // A card that was right twice is known, and waits a fortnight at least.
    for (name, days) in &asked {
        for (at, pair) in days.windows(2).enumerate() {
            let least = if at == 0 {
                BOXES[1].days
            } else if at == 1 {
                BOXES[2].days
            } else {
                14
            };
            assert!(pair[1] - pair[0] >= least, "{name:?}: {days:?}");
        }
        assert!(days.len() <= 5, "{name:?}: {days:?}");
    }
    let (total, early) = (per_day.iter().sum::<usize>(), per_day[..30].iter().sum::<usize>());
    assert!(total - early < early * 3 / 2, "{early} questions in the first month, {total} in two");
    assert!(cards.values().all(|card| card.right == card.asked));
    println!("knows: {total} questions in 60 days, {} cards, gaps {:?}", asked.len(), mean(&gaps(&asked)));
}

#[test]
fn one_who_forgets_is_asked_sooner_what_went_wrong() {
    let mut dice = Dice(3);
    // Remembers for some days: the longer ago, the less likely. Pointers are the hardest.
    let (cards, asked, per_day) = days(|name, today, last| {
        let ago = last.map_or(2.0, |last| f64::from(today - last));
        let hard = if REVIEW_KINDS[name.kind].id == "pointer" { 4.0 } else { 25.0 };
        dice.roll() < (-ago / hard).exp()
    });
    let times = |id: &str| -> f64 {
        let of: Vec<usize> =
            asked.iter().filter(|(name, _)| REVIEW_KINDS[name.kind].id == id).map(|(_, days)| days.len()).collect();
        of.iter().sum::<usize>() as f64 / of.len().max(1) as f64
    };
    // Of two kinds that came into play at about the same time, the one that goes wrong comes more
    // often.
    assert!(times("pointer") > 1.2 * times("counts"), "{} and {}", times("pointer"), times("counts"));
    assert!(per_day.iter().all(|&count| count <= A_DAY));
    // After a wrong answer, the card comes the next day, unless the day is full.
    let known = cards.values().filter(|card| card.is_known()).count();
    assert!(known > 0 && known < cards.len());
    println!(
        "forgets: {} questions in 60 days; pointers {:.1} times a card, counts {:.1}; {known} of {} cards known",
        per_day.iter().sum::<usize>(),
        times("pointer"),
        times("counts"),
        cards.len()
    );
}

#[test]
fn one_who_guesses_never_knows_and_is_never_flooded() {
    let mut dice = Dice(5);
    let (cards, asked, per_day) = days(|_, _, _| dice.roll() < 0.25);
    let known = cards.values().filter(|card| card.is_known()).count();
    assert!(known * 4 < cards.len(), "{known} of {}", cards.len());
    assert!(per_day.iter().all(|&count| count <= A_DAY));
    println!(
        "guesses: {} questions in 60 days, {} cards seen, {known} known; gaps {:?}",
        per_day.iter().sum::<usize>(),
        asked.len(),
        mean(&gaps(&asked))
    );
}

/// No card that is known is asked twice within a fortnight, whatever the learner does.
#[test]
fn what_is_known_comes_at_most_once_a_fortnight() {
    for seed in 0..20 {
        let mut dice = Dice(seed);
        let skill = 0.5 + f64::from(seed as u32) / 40.0;
        let (mut cards, learnt) = (ReviewCards::new(), vec!["a".to_string(), "b".to_string(), "c".to_string()]);
        let mut known_since: BTreeMap<CardName, u32> = BTreeMap::new();
        for today in 0..120 {
            for name in due_cards(&cards, &learnt, today, &mut |_| true) {
                if let Some(since) = known_since.get(&name) {
                    assert!(today - since >= 14, "{name:?}");
                }
                let card = take_answer(&mut cards, &name, dice.roll() < skill, today);
                match card.is_known() {
                    true => known_since.insert(name, today),
                    false => known_since.remove(&name),
                };
            }
        }
    }
}

#[test]
fn neighbours_are_of_different_kinds() {
    let learnt: Vec<String> = (1..=4).map(|at| format!("{at}")).collect();
    let due = due_cards(&ReviewCards::new(), &learnt, 0, &mut |_| true);
    assert!(due.len() > 3 && due.windows(2).all(|pair| pair[0].kind != pair[1].kind), "{due:?}");
}

fn mean(values: &[u32]) -> f64 {
    f64::from(values.iter().sum::<u32>()) / values.len().max(1) as f64
}
