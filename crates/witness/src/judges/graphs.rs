//! Judges with graphs: HDU 3663, power stations, and HDU 3498, units that are hit with their
//! neighbours.

use super::answers::{fewest, options_or};
use super::outcome::fewest_is_wrong;
use super::{Answer, CheckedCase, Flavour, Judge, JudgeMethod};
use super::{line, numbers, one_line, reread, shapes, sized, whole};
use dancing::{Goal, OptionId};
use fastrand::Rng;
use quadrille_puzzle::feed::Feed;
use quadrille_puzzle::{ListedOption, Listing, Options, ParseError, Shape, cover, setcover};
use quadrille_study::plural;
use std::ops::Range;

/// A graph. Nodes are counted from 1.
struct Graph {
    nodes: usize,
    edges: Vec<[usize; 2]>,
}

impl Graph {
    fn read(feed: &mut Feed, [nodes, edges]: [u32; 2], what: &str) -> Result<Graph, ParseError> {
        let edge = |_| whole(feed, what, [(1, nodes), (1, nodes)]);
        Ok(Graph { nodes: nodes as usize, edges: (0..edges).map(edge).collect::<Result<_, _>>()? })
    }

    /// Some random edges, all different, and none from a node to itself.
    fn random(rng: &mut Rng, nodes: usize, count: usize) -> Graph {
        let mut edges: Vec<[usize; 2]> = (1..=nodes).flat_map(|a| (a + 1..=nodes).map(move |b| [a, b])).collect();
        rng.shuffle(&mut edges);
        edges.truncate(count);
        Graph { nodes, edges }
    }

    /// By node, the node and its neighbours, counted from 0.
    fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut near: Vec<Vec<u32>> = (0..self.nodes as u32).map(|node| vec![node]).collect();
        for &[a, b] in &self.edges {
            near[a - 1].push(b as u32 - 1);
            near[b - 1].push(a as u32 - 1);
        }
        near.iter_mut().for_each(|near| {
            near.sort_unstable();
            near.dedup();
        });
        near
    }

    /// The number of nodes and edges.
    fn parts(&self) -> usize {
        self.nodes + self.edges.len()
    }

    /// The graph without some of its parts, the nodes first, and the old numbers of its nodes.
    fn without(&self, gone: &Range<usize>) -> (Graph, Vec<usize>) {
        let left: Vec<usize> = (1..=self.nodes).filter(|node| !gone.contains(&(node - 1))).collect();
        let number = |node: usize| left.binary_search(&node).ok().map(|at| at + 1);
        let edges = (self.nodes..).zip(&self.edges).filter(|(at, _)| !gone.contains(at));
        let edges = edges.filter_map(|(_, &[a, b])| Some([number(a)?, number(b)?])).collect();
        (Graph { nodes: left.len(), edges }, left)
    }

    fn text(&self) -> String {
        self.edges.iter().map(line).collect()
    }
}

/// Towns with a station each, cables between them, and the days on which a station may run.
struct Stations {
    days: usize,
    towns: Graph,
    ranges: Vec<[usize; 2]>,
}

pub(super) const HDU3663: Judge = Judge {
    name: "hdu3663",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=3663"),
    help: "HDU 3663 Power Stations: `N M D`, M cables, the days of N stations; each town and day exactly once",
    kind: &cover::KIND,
    form: &cover::KNUTH,
    goal: Goal::First,
    method: JudgeMethod::Search,
    read: |text| shapes(Feed::new(text).cases(Stations::read)),
    input: |cases| cases.concat(),
    write: |_, shape, answer| options_or(shape, answer, write_stations, "No solution\n") + "\n",
    lines: |first, shape| {
        let towns = shape.listing().map_or(1, |listing| listing.items.len() - listing.primary);
        if first.starts_with("No") { 1 } else { towns }
    },
    wrong: schedule_is_wrong,
    together: 10,
    most: u64::MAX,
    tiny: || {
        let ranges = [[1, 1], [1, 2], [2, 2]];
        let two = ranges.iter().flat_map(|one| ranges.iter().map(|other| vec![*one, *other]));
        let towns = || Graph { nodes: 2, edges: vec![[1, 2]] };
        two.map(|ranges| Stations { days: 2, towns: towns(), ranges }.text()).collect()
    },
    make: |rng, flavour, size| Stations::random(rng, flavour, size).text(),
    parts: |case| reread(case, Stations::read).towns.parts(),
    without: |case, _, gone| reread(case, Stations::read).without(gone),
};

impl Stations {
    fn read(feed: &mut Feed) -> Result<Stations, ParseError> {
        let ([towns, cables, days], _) = feed.numbers("a line `N M D`", [(1, 60), (1, 150), (1, 5)])?;
        let graph = Graph::read(feed, [towns, cables], "a cable `a b`")?;
        let range = |_| {
            let ([from, to], words) = feed.numbers("the days `s e` of a station", [(1, days), (1, days)])?;
            match from > to {
                true => Err(ParseError::at(&words[1], format!("day {to} is before day {from}"))),
                false => Ok([from as usize, to as usize]),
            }
        };
        let ranges = (0..towns).map(range).collect::<Result<_, _>>()?;
        Ok(Stations { days: days as usize, towns: graph, ranges })
    }

    fn text(&self) -> String {
        let head = line([self.towns.nodes, self.towns.edges.len(), self.days]);
        head + &self.towns.text() + &self.ranges.iter().map(line).collect::<String>()
    }

    fn random(rng: &mut Rng, flavour: Flavour, size: f64) -> Stations {
        let most = if flavour == Flavour::Largest { 12 } else { sized(rng, size, 2, 10) };
        let days = if flavour == Flavour::Edge { 1 } else { rng.usize(1..=5) };
        // Stars, so that each centre alone powers its towns; then a few cables more.
        let centres = 1 + rng.usize(..most.div_ceil(3));
        let mut cables: Vec<[usize; 2]> = (centres + 1..=most).map(|town| [1 + rng.usize(..centres), town]).collect();
        if rng.bool() {
            cables.extend(Graph::random(rng, most, 1 + most / 4).edges);
        }
        if cables.is_empty() {
            cables.push([1, most]);
        }
        rng.shuffle(&mut cables);
        cables.truncate(150);
        let range = |town| match town < centres && rng.usize(..4) > 0 {
            true => [1, days],
            false => {
                let first = rng.usize(1..=days);
                [first, rng.usize(first..=days)]
            }
        };
        let ranges = (0..most).map(range).collect();
        Stations { days, towns: Graph { nodes: most, edges: cables }, ranges }
    }

    fn without(&self, gone: &Range<usize>) -> Option<String> {
        let (mut towns, left) = self.towns.without(gone);
        // There is at least one cable.
        if towns.edges.is_empty() && towns.nodes > 0 {
            towns.edges.push([1, 1]);
        }
        let ranges = left.iter().map(|town| self.ranges[town - 1]).collect();
        (towns.nodes > 0).then(|| Stations { days: self.days, towns, ranges }.text())
    }
}

/// Each town on each day is an item, and each station an item that is covered at most once. An
/// option is a station with the days on which it runs.
impl From<Stations> for Shape {
    fn from(Stations { days, towns, ranges }: Stations) -> Shape {
        let day = |town: usize| (1..=days).map(move |day| format!("town{town}.day{day}").into());
        let stations = (1..=towns.nodes).map(|town| format!("station{town}").into());
        let primary = towns.nodes * days;
        let mut options = Options::default();
        for (town, (near, [from, to])) in towns.neighbours().iter().zip(ranges).enumerate() {
            for first in from..=to {
                for last in first..=to {
                    let powers = near.iter().flat_map(|&town| (first..=last).map(move |day| (town as usize, day)));
                    let powers = powers.map(|(town, day)| town * days + day - 1);
                    let items = powers.chain([primary + town]).map(|item| item as u32).collect();
                    options.push(ListedOption::named(format!("station {}, days {first}-{last}", town + 1), items));
                }
            }
        }
        Listing::with((1..=towns.nodes).flat_map(day).chain(stations).collect(), primary, options).into()
    }
}

/// The days of each station, 0 0 for one that never runs.
fn write_stations(listing: &Listing, chosen: &[OptionId]) -> String {
    let towns = listing.items.len() - listing.primary;
    let days = (listing.primary / towns) as u32;
    let mut runs = vec![[0, 0]; towns];
    for &chosen in chosen {
        let items = &listing.options[chosen.index()];
        let station = *items.last().expect("an option holds its station") as usize - listing.primary;
        let on = || items[..items.len() - 1].iter().map(|item| item % days + 1);
        runs[station] = [on().min().unwrap_or(0), on().max().unwrap_or(0)];
    }
    runs.iter().map(line).collect()
}

fn schedule_is_wrong(wanted: &CheckedCase, lines: &[&str]) -> Option<String> {
    let listing = wanted.shape.listing()?;
    let towns = listing.items.len() - listing.primary;
    let days = listing.primary / towns;
    let said = lines.first().copied().unwrap_or("nothing");
    match wanted.answer {
        Answer::Solved(_) if said.starts_with("No") => {
            return Some("there is a schedule; it says that there is none".to_string());
        }
        Answer::Solved(_) => {}
        _ => return (said != "No solution").then(|| format!("there is no schedule; it says `{said}`")),
    }
    if lines.len() != towns {
        return Some(format!("it prints {}, {towns} expected", plural(lines.len(), "line")));
    }
    let mut powered = vec![0; listing.primary];
    for (station, line) in (1..).zip(lines) {
        let [from, to] = numbers(line)[..] else { return Some(format!("line {station} is not two days")) };
        if (from, to) == (0, 0) {
            continue;
        }
        let name = format!("station {station}, days {from}-{to}");
        let Some(option) = listing.options.iter().find(|option| option.name == Some(&name)) else {
            return Some(format!("station {station} may not run on days {from} to {to}"));
        };
        let towns = option.items.iter().filter(|item| (**item as usize) < listing.primary);
        towns.for_each(|&at| powered[at as usize] += 1);
    }
    let at = powered.iter().position(|&times| times != 1)?;
    let (town, day) = (at / days + 1, at % days + 1);
    Some(format!("town {town} is powered by {} on day {day}", plural(powered[at], "station")))
}

pub(super) const HDU3498: Judge = Judge {
    name: "hdu3498",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=3498"),
    help: "HDU 3498 whosyourdaddy: `N M`, M pairs; the fewest units that are or neighbour every unit",
    kind: &setcover::KIND,
    form: &setcover::SETS,
    goal: Goal::Best,
    method: JudgeMethod::Search,
    read: |text| shapes(Feed::new(text).cases(|feed| Ok(hits(&read_units(feed)?)))),
    input: |cases| cases.concat(),
    write: |_, _, answer| fewest(answer),
    lines: one_line,
    wrong: |wanted, lines| fewest_is_wrong(wanted, lines, "hits"),
    together: 10,
    most: u64::MAX,
    tiny: || {
        let pairs = [[1, 2], [1, 3], [2, 3]];
        let some = |bits: usize| (0..3).filter(|k| bits >> k & 1 == 1).map(|k| pairs[k]).collect();
        (0..8).map(|bits| write_units(&Graph { nodes: 3, edges: some(bits) })).collect()
    },
    make: |rng, flavour, size| {
        let nodes = match flavour {
            Flavour::Largest => 55,
            Flavour::Edge => 1,
            _ => sized(rng, size, 2, 40),
        };
        // A unit has few neighbours.
        let mut degrees = vec![0; nodes + 1];
        let mut units = Graph::random(rng, nodes, nodes * nodes);
        units.edges.retain(|&[a, b]| {
            let fits = degrees[a] < 4 && degrees[b] < 4;
            degrees[a] += usize::from(fits);
            degrees[b] += usize::from(fits);
            fits
        });
        let share = rng.usize(1..=8);
        units.edges.truncate(units.edges.len() * share / 8);
        write_units(&units)
    },
    parts: |case| reread(case, read_units).parts(),
    without: |case, _, gone| {
        let (left, _) = reread(case, read_units).without(gone);
        (left.nodes > 0).then(|| write_units(&left))
    },
};

fn read_units(feed: &mut Feed) -> Result<Graph, ParseError> {
    let (size, _) = feed.numbers("a line `N M`", [(1, 1000), (0, 1_000_000)])?;
    Graph::read(feed, size, "a pair `u v`")
}

fn write_units(units: &Graph) -> String {
    line([units.nodes, units.edges.len()]) + &units.text()
}

/// Each enemy is an item, and hitting one an option.
fn hits(units: &Graph) -> Listing {
    let items = (1..=units.nodes).map(|unit| unit.to_string().into()).collect();
    let hits = (1..).zip(units.neighbours()).map(|(unit, near)| ListedOption::named(format!("hit {unit}"), near));
    setcover::sets(items, hits.collect())
}
