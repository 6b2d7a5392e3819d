//! HDU 2828: lamps and switches, as the form `lamps` reads them.

use super::answers::options_or;
use super::{Answer, CheckedCase, Flavour, Judge, JudgeMethod};
use super::{line, numbers, one_line, shapes, sized};
use dancing::{Goal, OptionId};
use quadrille_puzzle::cover::{self, lamps};
use quadrille_puzzle::feed::Feed;
use quadrille_puzzle::{Listing, OptionView};

pub(super) const HDU2828: Judge = Judge {
    name: "hdu2828",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=2828"),
    help: "HDU 2828 Lamp: `N M`, then each lamp's switches as `K` and K pairs `x ON`; the switches, or -1",
    kind: &cover::KIND,
    form: &lamps::LAMPS,
    goal: Goal::First,
    method: JudgeMethod::Search,
    read: |text| shapes(Feed::new(text).cases(lamps::lamps)),
    input: |cases| cases.concat(),
    write: |_, shape, answer| options_or(shape, answer, states, "-1\n"),
    lines: one_line,
    wrong: states_are_wrong,
    together: 10,
    most: u64::MAX,
    tiny: || {
        let lamps: [&[(usize, bool)]; 5] =
            [&[(1, true)], &[(1, false)], &[(1, true), (2, true)], &[(1, false), (2, false)], &[(2, false)]];
        let two = lamps.iter().flat_map(|one| lamps.iter().map(move |other| [one.to_vec(), other.to_vec()]));
        two.map(|two| lamp_text(2, &two)).collect()
    },
    make: |rng, flavour, size| {
        let switches = match flavour {
            Flavour::Largest => 60,
            Flavour::Edge => 1,
            _ => sized(rng, size, 1, 30),
        };
        let lamps = match flavour {
            Flavour::Largest => 50,
            _ => sized(rng, size, 1, switches + 2),
        };
        // A switch is connected to at most two lamps.
        let mut all = vec![Vec::new(); lamps];
        for switch in 1..=switches {
            for _ in 0..rng.usize(1..3) {
                let lamp: &mut Vec<(usize, bool)> = &mut all[rng.usize(..lamps)];
                if !lamp.iter().any(|pair| pair.0 == switch) {
                    lamp.push((switch, rng.bool()));
                }
            }
        }
        lamp_text(switches, &all)
    },
    parts: |case| {
        let (_, lamps) = lamps_of(case);
        lamps.len() + lamps.iter().map(Vec::len).sum::<usize>()
    },
    without: |case, _, gone| {
        let (switches, lamps) = lamps_of(case);
        let mut first = lamps.len();
        let mut kept = Vec::new();
        for (at, lamp) in lamps.iter().enumerate() {
            let left: Vec<_> =
                (first..).zip(lamp).filter(|(at, _)| !gone.contains(at)).map(|(_, pair)| *pair).collect();
            first += lamp.len();
            if !gone.contains(&at) {
                kept.push(left);
            }
        }
        (!kept.is_empty()).then(|| lamp_text(switches, &kept))
    },
};

fn lamp_text(switches: usize, lamps: &[Vec<(usize, bool)>]) -> String {
    let word = |on: bool| if on { "ON" } else { "OFF" };
    let lamp = |pairs: &Vec<(usize, bool)>| {
        let states: String = pairs.iter().map(|&(switch, on)| format!(" {switch} {}", word(on))).collect();
        format!("{}{states}\n", pairs.len())
    };
    line([lamps.len(), switches]) + &lamps.iter().map(lamp).collect::<String>()
}

/// The number of switches, and the lamps, of a case.
fn lamps_of(case: &str) -> (usize, Vec<Vec<(usize, bool)>>) {
    let mut lines = case.lines();
    let head = numbers(lines.next().unwrap_or("0 0"));
    let lamp = |line: &str| {
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        words.chunks(2).map(|pair| (pair[0].parse().unwrap_or(1), pair[1] == "ON")).collect()
    };
    (head[1], lines.map(lamp).collect())
}

/// The state of each switch. One that no lamp needs is off.
fn states(listing: &Listing, chosen: &[OptionId]) -> String {
    let mut states = vec!["OFF"; listing.items.len() - listing.primary];
    for &chosen in chosen {
        let items = &listing.options[chosen.index()];
        let switch = *items.last().expect("an option holds its switch") as usize - listing.primary;
        if listing.options.name(chosen.index()).is_some_and(|name| name.ends_with("ON")) {
            states[switch] = "ON";
        }
    }
    line(states)
}

fn states_are_wrong(wanted: &CheckedCase, lines: &[&str]) -> Option<String> {
    let listing = wanted.shape.listing()?;
    let said = lines.first().copied().unwrap_or("nothing");
    match wanted.answer {
        Answer::Solved(_) if said == "-1" => {
            return Some("all lamps can burn; it says that they cannot".to_string());
        }
        Answer::Solved(_) => {}
        _ => return (said != "-1").then(|| format!("the lamps cannot all burn; it says `{said}`")),
    }
    let states: Vec<&str> = said.split(' ').collect();
    let switches = listing.items.len() - listing.primary;
    if states.len() != switches || states.iter().any(|state| !["ON", "OFF"].contains(state)) {
        return Some(format!("one line with {switches} words ON or OFF is expected; it says `{said}`"));
    }
    let holds = |option: OptionView| {
        let name = option.name.unwrap_or("");
        name.split_once(' ').and_then(|(switch, state)| Some(states[switch.parse::<usize>().ok()? - 1] == state))
    };
    let burns =
        |lamp: u32| listing.options.iter().any(|option| option.items.contains(&lamp) && holds(option) == Some(true));
    let dark = (0..listing.primary as u32).find(|&lamp| !burns(lamp))?;
    Some(format!("lamp {} does not burn", dark + 1))
}
