//! Judges that ask for the least radius with which some of the given places reach all points: HDU
//! 2295, 3656 and 5046. Each radius is a set cover: a place covers the points within it.

use super::{Answer, Flavour, Judge, JudgeMethod};
use super::{counted, line, one_line, reread, shapes, sized, whole};
use dancing::{Goal, ItemId, OptionId, Problem};
use fastrand::Rng;
use quadrille_puzzle::feed::Feed;
use quadrille_puzzle::{ListedOption, Listing, ParseError, Shape, Solution, setcover};
use quadrille_solve::{Host, Order, Status, run};
use std::ops::Range;

/// A point on the plane.
type Point = [i64; 2];

/// Points, and the places of which some may be taken.
struct Centers {
    /// The most places that may be taken.
    most: usize,
    points: Vec<Point>,
    /// `None` if the points are the places.
    places: Option<Vec<Point>>,
}

/// The distance of two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Metric {
    /// The square of the distance on the plane.
    Squared,
    /// The sum of the differences.
    Taxi,
}

impl Metric {
    fn between(self, one: Point, two: Point) -> u64 {
        let (x, y) = (one[0].abs_diff(two[0]), one[1].abs_diff(two[1]));
        match self {
            Metric::Squared => x * x + y * y,
            Metric::Taxi => x + y,
        }
    }
}

pub(super) const HDU2295: Judge = Judge {
    name: "hdu2295",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=2295"),
    help: "HDU 2295 Radar: T; `N M K`, N cities, M stations; the least radius with which K stations reach all",
    read: |text| shapes(Feed::new(text).counted_cases(|feed| Ok(radars(feed)?.listing(Metric::Squared)))),
    tiny: || {
        let places = [[0, 0], [1, 0], [0, 1]];
        let cases = places.iter().flat_map(|&point| places.iter().map(move |&place| (vec![point], vec![place])));
        cases.map(|(points, places)| Centers { most: 1, points, places: Some(places) }.text()).collect()
    },
    make: |rng, flavour, size| random(rng, flavour, size, (0, 1000), true).text(),
    parts: |case| reread(case, radars).parts(),
    without: |case, _, gone| reread(case, radars).without(gone),
    ..HDU3656
};

pub(super) const HDU3656: Judge = Judge {
    name: "hdu3656",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=3656"),
    help: "HDU 3656 Fire station: T; `N M`, N houses; the least distance of all houses to M of them",
    kind: &setcover::KIND,
    form: &setcover::SETS,
    goal: Goal::Best,
    method: JudgeMethod::By(nearest),
    read: |text| shapes(Feed::new(text).counted_cases(|feed| Ok(houses(feed)?.listing(Metric::Squared)))),
    input: counted,
    // The radius has six digits after the point.
    write: |_, shape, answer| {
        radius(shape, answer).map_or("-1\n".to_string(), |square| format!("{:.6}\n", (square as f64).sqrt()))
    },
    lines: one_line,
    wrong: |wanted, lines| {
        let (said, right) = (lines.first().copied().unwrap_or("nothing"), wanted.right());
        (said != right).then(|| format!("the least radius is `{right}`; it says `{said}`"))
    },
    together: 10,
    most: u64::MAX,
    tiny: || pairs_with([[0, 0], [1, 0], [3, 4]]),
    make: |rng, flavour, size| random(rng, flavour, size, (0, 10_000), false).text(),
    parts: |case| reread(case, houses).parts(),
    without: |case, _, gone| reread(case, houses).without(gone),
};

pub(super) const HDU5046: Judge = Judge {
    name: "hdu5046",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=5046"),
    help: "HDU 5046 Airport: T; `N K`, N cities; the least sum |x - u| + |y - v| of all cities to K of them",
    read: |text| shapes(Feed::new(text).counted_cases(|feed| Ok(airports(feed)?.listing(Metric::Taxi)))),
    write: |case, shape, answer| {
        let sum = radius(shape, answer).map_or("-1".to_string(), |sum| sum.to_string());
        format!("Case #{case}: {sum}\n")
    },
    tiny: || pairs_with([[0, 0], [-1, 0], [3, 4]]),
    make: |rng, flavour, size| random(rng, flavour, size, (-FAR, FAR), false).text(),
    parts: |case| reread(case, airports).parts(),
    without: |case, _, gone| reread(case, airports).without(gone),
    ..HDU3656
};

/// The most that a coordinate of HDU 5046 is away from 0.
const FAR: i64 = 1_000_000_000;

fn points(feed: &mut Feed, count: usize, range: (i64, i64)) -> Result<Vec<Point>, ParseError> {
    (0..count).map(|_| feed.point(range)).collect()
}

/// HDU 2295: cities, and stations that may be taken.
fn radars(feed: &mut Feed) -> Result<Centers, ParseError> {
    let [cities, stations, most] = whole(feed, "a line `N M K`", [(1, 50), (1, 50), (1, 50)])?;
    let cities = points(feed, cities, (0, 1000))?;
    Ok(Centers { most, points: cities, places: Some(points(feed, stations, (0, 1000))?) })
}

/// HDU 3656: houses, each of which may be a station.
fn houses(feed: &mut Feed) -> Result<Centers, ParseError> {
    let [houses, most] = whole(feed, "a line `N M`", [(1, 50), (1, 50)])?;
    Ok(Centers { most, points: points(feed, houses, (0, 10_000))?, places: None })
}

/// HDU 5046: cities, each of which may have an airport.
fn airports(feed: &mut Feed) -> Result<Centers, ParseError> {
    let [cities, most] = whole(feed, "a line `N K`", [(1, 60), (1, 60)])?;
    Ok(Centers { most, points: points(feed, cities, (-FAR, FAR))?, places: None })
}

impl Centers {
    fn text(&self) -> String {
        let places = self.places.as_deref();
        let sizes = [self.points.len()].into_iter().chain(places.map(<[Point]>::len)).chain([self.most]);
        line(sizes) + &self.points.iter().chain(places.unwrap_or_default()).map(line).collect::<String>()
    }

    /// The number of points, and of places beside them.
    fn parts(&self) -> usize {
        self.points.len() + self.places.as_ref().map_or(0, Vec::len)
    }

    /// The case without some of its parts, the points first.
    fn without(self, gone: &Range<usize>) -> Option<String> {
        let left = |all: Vec<Point>, first: usize| -> Vec<Point> {
            (first..).zip(all).filter(|(at, _)| !gone.contains(at)).map(|(_, point)| point).collect()
        };
        let n_points = self.points.len();
        let points = left(self.points, 0);
        let places = self.places.map(|places| left(places, n_points));
        let most = self.most.min(places.as_ref().unwrap_or(&points).len());
        (most > 0 && !points.is_empty()).then(|| Centers { most, points, places }.text())
    }

    /// A case as a listing: every place may cover every point. The text says how many places may be
    /// taken, by which metric.
    fn listing(self, metric: Metric) -> Listing {
        let name = |&[x, y]: &Point| format!("{x},{y}");
        // Points may be at the same place, so their numbers are in their names.
        let items = (1..).zip(&self.points).map(|(number, point): (u32, _)| format!("{number}@{}", name(point)).into());
        let all: Vec<u32> = (0..self.points.len() as u32).collect();
        let option = |place: &Point| ListedOption { name: Some(name(place).into()), items: all.clone() };
        let word = if metric == Metric::Squared { "plane" } else { "taxi" };
        Listing {
            source: Some(format!("{word} {}\n", self.most)),
            ..setcover::sets(items.collect(), self.places.as_ref().unwrap_or(&self.points).iter().map(option).collect())
        }
    }
}

/// The most places of a case that may be taken, and the distances, by option and item.
fn distances(listing: &Listing) -> (u32, Vec<Vec<u64>>) {
    let source = listing.source.as_deref().unwrap_or_default();
    let (word, most) = source.trim_end().split_once(' ').unwrap_or_default();
    let metric = if word == "taxi" { Metric::Taxi } else { Metric::Squared };
    let point = |name: &str| -> Point {
        let (x, y) = name.split_once(',').unwrap_or_default();
        [x.parse().unwrap_or(0), y.parse().unwrap_or(0)]
    };
    let points: Vec<Point> =
        listing.items.iter().map(|name| point(name.split_once('@').map_or("", |(_, point)| point))).collect();
    let places = listing.options.iter().map(|option| point(option.name.unwrap_or_default()));
    let of = places.map(|place| points.iter().map(|&point| metric.between(place, point)).collect()).collect();
    (most.parse().unwrap_or(0), of)
}

/// The places that reach all points within the least radius, which is one of the distances: for
/// each that is tried, it is asked whether the places within it are enough.
fn nearest(case: &Shape, host: &mut dyn Host) -> Option<Answer> {
    let (most, of) = distances(case.listing()?);
    let mut radii: Vec<u64> = of.iter().flatten().copied().collect();
    radii.sort_unstable();
    radii.dedup();
    let mut found = Vec::new();
    let (mut low, mut high) = (0, radii.len());
    while low < high {
        let middle = (low + high) / 2;
        let mut problem = Problem::repeated(of.first().map_or(0, Vec::len) as u32);
        let mut places = Vec::new();
        for (place, row) in (0..).zip(&of) {
            let near = (0..).zip(row).filter(|(_, distance)| **distance <= radii[middle]);
            let within: Vec<ItemId> = near.map(|(item, _)| ItemId(item)).collect();
            if !within.is_empty() {
                problem.push(&within).expect("the points are items");
                places.push(OptionId(place));
            }
        }
        let outcome = run(&problem, Order::at_most(most), host);
        match (outcome.status, outcome.solutions.first()) {
            (Status::Solved, Some(cover)) => {
                found = cover.iter().map(|option| places[option.index()]).collect();
                high = middle;
            }
            (Status::None, _) => low = middle + 1,
            _ => return None,
        }
    }
    Some(if low == radii.len() { Answer::None } else { Answer::Solved(Solution::Options(found)) })
}

/// The least radius of an answer: the largest distance of a point to its nearest place.
fn radius(shape: &Shape, answer: &Answer) -> Option<u64> {
    let Answer::Solved(Solution::Options(chosen)) = answer else { return None };
    let (_, of) = distances(shape.listing()?);
    let nearest = |item: usize| chosen.iter().map(|option| of[option.index()][item]).min();
    (0..of.first()?.len()).map(nearest).max().flatten()
}

fn random(rng: &mut Rng, flavour: Flavour, size: f64, (low, high): (i64, i64), apart: bool) -> Centers {
    let count = match flavour {
        Flavour::Largest => 30,
        Flavour::Edge => 1,
        _ => sized(rng, size, 1, 20),
    };
    // Few coordinates make many distances equal, and some points the same.
    let high = if rng.bool() { low + 4.min(high - low) } else { high };
    let some = |rng: &mut Rng, count| -> Vec<Point> {
        (0..count).map(|_| [rng.i64(low..=high), rng.i64(low..=high)]).collect()
    };
    let points = some(rng, count);
    let places = apart.then(|| {
        let count = sized(rng, size, 1, 20);
        some(rng, count)
    });
    let all = places.as_ref().unwrap_or(&points).len();
    Centers { most: rng.usize(1..=all), points, places }
}

/// Cases of two points, one of them the origin.
fn pairs_with(others: [Point; 3]) -> Vec<String> {
    others.map(|other| Centers { most: 1, points: vec![[0, 0], other], places: None }.text()).into()
}
