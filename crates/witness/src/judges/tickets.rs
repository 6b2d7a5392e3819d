//! Judges with covering designs: the fewest tickets with every set of numbers on one of them. The
//! lottery, and HDU 4979.

use super::answers::{fewest, searched};
use super::outcome::{fewest_is_wrong, number_is_wrong};
use super::{Answer, Flavour, Judge, JudgeMethod};
use super::{counted, line, numbers, one_line, shapes, sized};
use dancing::Goal;
use quadrille_puzzle::feed::Feed;
use quadrille_puzzle::scan::{self, TextWord};
use quadrille_puzzle::{Listing, ParseError, Solution, setcover};
use quadrille_solve::Order;

/// More tickets than these are not counted.
const MOST: u32 = 10;

pub(super) const LOTTERY: Judge = Judge {
    name: "lottery",
    page: None,
    help: "covering design: `m n w`, numbers, numbers on a ticket, numbers to match; the fewest tickets",
    kind: &setcover::KIND,
    form: &setcover::COVERING,
    goal: Goal::Best,
    method: JudgeMethod::By(|case, host| searched(case, Order { ceiling: Some(MOST), ..Order::new(Goal::Best) }, host)),
    read: |text| shapes(std::iter::once(read_lottery(text))),
    input: |cases| cases.concat(),
    write: |_, _, answer| match answer {
        Answer::Solved(Solution::Options(tickets)) if tickets.len() <= MOST as usize => fewest(answer),
        _ => format!("{MOST} or more\n"),
    },
    lines: one_line,
    wrong: |wanted, lines| number_is_wrong(wanted, lines, "10 tickets or more are needed", "tickets"),
    together: 1,
    most: u64::MAX,
    tiny: || {
        let all = (1..=6).flat_map(|n| (1..=n).flat_map(move |m| (1..=m).map(move |r| [n, m, r])));
        all.map(line).collect()
    },
    make: |rng, flavour, size| {
        let m = if flavour == Flavour::Largest { 8 } else { sized(rng, size, 1, 8) };
        let n = rng.usize(1..=m);
        line([m, n, rng.usize(1..=n.min(3))])
    },
    // Each of the three numbers can be less by one.
    parts: |_| 3,
    without: |case, _, gone| {
        let mut all = numbers(case);
        (0..)
            .zip(&mut all)
            .filter(|(at, _)| gone.contains(at))
            .for_each(|(_, number)| *number = number.saturating_sub(1));
        (all[0] >= all[1] && all[1] >= all[2] && all[2] > 0).then(|| line(all))
    },
};

fn read_lottery(text: &str) -> Result<Listing, ParseError> {
    let lines = scan::filled_lines(text);
    let Some(line) = lines.first() else { return Err(ParseError::new(1, 1, "a line `m n w` is expected")) };
    let words: [TextWord; 3] = setcover::exactly(line, &line.words(), "m n w")?;
    let listing = setcover::covering(&words)?;
    scan::nothing_after(&lines, 1, "the lottery")?;
    Ok(listing)
}

pub(super) const HDU4979: Judge = Judge {
    name: "hdu4979",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=4979"),
    help: "HDU 4979 A simple math problem: T; `N M R` up to 8; the fewest sets of M with every set of R in one",
    method: JudgeMethod::Search,
    read: |text| {
        shapes(Feed::new(text).counted_cases(|feed| {
            let (_, words) = feed.numbers("a line `N M R`", [(1, 8), (1, 8), (1, 8)])?;
            setcover::covering(&words)
        }))
    },
    input: counted,
    write: |case, _, answer| format!("Case #{case}: {}", fewest(answer)),
    wrong: |wanted, lines| fewest_is_wrong(wanted, lines, "sets"),
    together: 20,
    make: |rng, flavour, size| {
        let n = if flavour == Flavour::Largest { 8 } else { sized(rng, size, 1, 7) };
        let m = rng.usize(1..=n);
        line([n, m, rng.usize(1..=m)])
    },
    ..LOTTERY
};
