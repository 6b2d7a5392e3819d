//! Judges that ask for the least radius with which some of the given places reach all points. Each
//! radius is a set cover: a place covers the points within it.

use super::{Answer, Solution};
use crate::feed::Feed;
use crate::kinds::setcover;
use crate::listing::Listing;
use crate::options::ListedOption;
use crate::scan::ParseError;
use crate::shape::Shape;
use smol_str::{SmolStr, format_smolstr};

/// A point on the plane.
type Point = [i64; 2];

/// The distances of a case, and the number of places that may be taken.
#[derive(Clone, Debug)]
pub struct Distances {
    /// The most places that may be taken.
    pub most: u32,
    /// By option and item. Those of the plane are squared.
    pub of: Vec<Vec<u64>>,
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

/// A case as a listing: every place may cover every point. The text says how many places may be
/// taken, by which metric.
fn centers(metric: Metric, most: u32, points: &[Point], places: &[Point]) -> Listing {
    let name = |&[x, y]: &Point| format_smolstr!("{x},{y}");
    // Points may be at the same place, so their numbers are in their names.
    let items: Vec<SmolStr> =
        (1..).zip(points).map(|(number, point): (u32, _)| format_smolstr!("{number}@{}", name(point))).collect();
    let all: Vec<u32> = (0..points.len() as u32).collect();
    let option = |place: &Point| ListedOption { name: Some(name(place).as_str().into()), items: all.clone() };
    let word = if metric == Metric::Squared { "plane" } else { "taxi" };
    Listing {
        primary: items.len(),
        items,
        options: places.iter().map(option).collect(),
        repeated: true,
        voice: setcover::VOICE,
        source: Some(format!("{word} {most}\n")),
        ..Listing::default()
    }
}

/// The distances of a case.
pub(super) fn distances(listing: &Listing) -> Distances {
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
    Distances { most: most.parse().unwrap_or(0), of }
}

/// The least radius of an answer: the largest distance of a point to its nearest place.
fn radius(shape: &Shape, answer: &Answer) -> Option<u64> {
    let Answer::Solved(Solution::Options(chosen)) = answer else { return None };
    let of = distances(shape.listing()?).of;
    let nearest = |item: usize| chosen.iter().map(|option| of[option.index()][item]).min();
    (0..of.first()?.len()).map(nearest).max().flatten()
}

/// The radius on the plane, with six digits after the point.
pub(super) fn write_plane(shape: &Shape, answer: &Answer) -> String {
    radius(shape, answer).map_or("-1\n".to_string(), |square| format!("{:.6}\n", (square as f64).sqrt()))
}

/// The radius as a whole number.
pub(super) fn write_taxi(shape: &Shape, answer: &Answer) -> String {
    radius(shape, answer).map_or("-1\n".to_string(), |sum| format!("{sum}\n"))
}

fn points(feed: &mut Feed, count: u32, range: (i64, i64)) -> Result<Vec<Point>, ParseError> {
    (0..count).map(|_| feed.point(range)).collect()
}

/// HDU 2295: cities, and stations that may be taken.
pub(super) fn radars(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([cities, stations, most], _) = feed.numbers("a line `N M K`", [(1, 50), (1, 50), (1, 50)])?;
    let cities = points(feed, cities, (0, 1000))?;
    let stations = points(feed, stations, (0, 1000))?;
    Ok(centers(Metric::Squared, most, &cities, &stations))
}

/// HDU 3656: houses, each of which may be a station.
pub(super) fn houses(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([houses, most], _) = feed.numbers("a line `N M`", [(1, 50), (1, 50)])?;
    let houses = points(feed, houses, (0, 10_000))?;
    Ok(centers(Metric::Squared, most, &houses, &houses))
}

/// HDU 5046: cities, each of which may have an airport.
pub(super) fn airports(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([cities, most], _) = feed.numbers("a line `N K`", [(1, 60), (1, 60)])?;
    let cities = points(feed, cities, (-1_000_000_000, 1_000_000_000))?;
    Ok(centers(Metric::Taxi, most, &cities, &cities))
}
