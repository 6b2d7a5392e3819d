//! Lamps and switches, as in HDU 2828: a lamp burns if one of its switches is as it needs, and
//! every lamp must burn.

use super::{Form, Goal, Guise, Holds, ListedOption, Listing, Options, ParseError, Text, number};
use crate::feed::Feed;
use crate::listing::{Board, Footprint, Picture, Voice};
use smol_str::{SmolStr, format_smolstr};

/// Lamps after a line `lamps`.
pub static LAMPS: Form = Form {
    id: "lamps",
    help: "a line `lamps`, `n m` for n lamps and m switches, and a line for each lamp: how many, and `1 ON 2 OFF`; let all burn",
    guise: Guise::Opens("lamps"),
    holds: Holds::OWN,
    text: Text::Listings {
        read: |text| {
            let feed = Feed::opened(text, "lamps", "a line `n m`, and a line for each lamp")?;
            feed.only(lamps, "the last lamp").map(|lamps| vec![lamps])
        },
        write: Listing::as_read,
    },
    yields: &[],
};

/// The most lamps, and the most switches.
const MOST: u32 = 500;
/// The most cells of a picture. A larger one would be drawn slowly, and little of it be seen.
const MOST_CELLS: u32 = 10_000;

/// Each lamp is an item that is covered at least once, and each switch an item that is covered at
/// most once. An option is a switch with a state.
pub fn lamps(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([lamps, switches], _) = feed.numbers("a line `n m`", [(1, MOST), (1, MOST)])?;
    // By switch, the lamps that burn if it is off and if it is on.
    let mut burning = vec![[Vec::new(), Vec::new()]; switches as usize];
    let mut source = format!("lamps\n{lamps} {switches}\n");
    for lamp in 0..lamps {
        let line = feed.line("the switches of a lamp")?;
        let words = line.words();
        let count = number(&words[0], 0, 2 * switches)? as usize;
        for pair in Feed::pairs(line, &words, count)? {
            let switch = number(&pair[0], 1, switches)? as usize - 1;
            let state = match pair[1].text {
                "ON" => 1,
                "OFF" => 0,
                _ => return Err(ParseError::at(&pair[1], "ON or OFF is expected here")),
            };
            burning[switch][state].push(lamp);
        }
        source += &words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        source.push('\n');
    }
    let mut items: Vec<SmolStr> = (1..=lamps).map(|lamp| format_smolstr!("lamp{lamp}")).collect();
    items.extend((1..=switches).map(|switch| format_smolstr!("switch{switch}")));
    let picture = (lamps * switches <= MOST_CELLS).then(|| Picture::Board(board(lamps, &burning)));
    let mut options = Options::default();
    for (switch, states) in (0..).zip(burning) {
        for (state, lit) in ["OFF", "ON"].into_iter().zip(states) {
            if !lit.is_empty() {
                let covers = lit.into_iter().chain([lamps + switch]).collect();
                options.push(ListedOption::named(format!("{} {state}", switch + 1), covers));
            }
        }
    }
    Ok(Listing {
        goal: Some(Goal::First),
        voice: Voice {
            noun: |listing, item| match item.checked_sub(listing.primary) {
                None => format!("lamp {}", item + 1),
                Some(switch) => format!("switch {}", switch + 1),
            },
            wants: |_| "must burn",
            allows: "has one state",
            choose: "turn switch {}",
            ..Voice::default()
        },
        source: Some(source),
        picture,
        ..Listing::with(items, lamps as usize, options).at_least_once()
    })
}

/// A row for each lamp and a column for each switch. A cell shows the state of the switch with
/// which the lamp burns: `+` on, `-` off, `*` any. An option writes 1 or 0 where it lets a lamp
/// burn.
fn board(lamps: u32, burning: &[[Vec<u32>; 2]]) -> Board {
    let columns = burning.len();
    let cell = |lamp: u32, switch: usize| lamp as usize * columns + switch;
    let mut ground = vec![' '; lamps as usize * columns];
    let mut marks = Vec::new();
    for (switch, states) in burning.iter().enumerate() {
        for ((sign, letter), lit) in [('-', '0'), ('+', '1')].into_iter().zip(states) {
            for &lamp in lit {
                let held = &mut ground[cell(lamp, switch)];
                *held = if [' ', sign].contains(held) { sign } else { '*' };
            }
            let mut cells: Vec<u32> = lit.iter().map(|&lamp| cell(lamp, switch) as u32).collect();
            cells.dedup();
            if !cells.is_empty() {
                marks.push(Footprint::piece(cells, letter));
            }
        }
    }
    Board { rows: lamps as usize, columns, ground, marks, ..Board::default() }
}
