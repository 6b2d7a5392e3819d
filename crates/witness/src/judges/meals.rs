//! *Match girl*: foods and set meals, the fewest meals that have each food once.

use super::{Answer, CheckedCase, Flavour, Judge, JudgeMethod, line, numbers, shapes, sized};
use dancing::Goal;
use fastrand::Rng;
use quadrille_puzzle::scan::{self, Line, number};
use quadrille_puzzle::{Listing, Options, ParseError, Shape, Solution, cover, repeated};
use std::ops::Range;

/// The number of foods, and the foods of each meal, counted from 0.
struct Menu {
    foods: usize,
    meals: Vec<Vec<u32>>,
}

pub(super) const MATCH_GIRL: Judge = Judge {
    name: "match-girl",
    page: None,
    help: "exact cover with the fewest options: `n m`, then m lines of a count and that many foods",
    kind: &cover::KIND,
    form: &cover::KNUTH,
    goal: Goal::Best,
    method: JudgeMethod::Search,
    read: |text| shapes(std::iter::once(Menu::read(text))),
    input: |cases| cases.concat(),
    write: |_, _, answer| match answer {
        Answer::Solved(Solution::Options(meals)) => "Yes\n".to_string() + &line(meals.iter().map(|meal| meal.0 + 1)),
        _ => "No\n".to_string(),
    },
    lines: |first, _| if first.starts_with("Yes") { 2 } else { 1 },
    wrong: meals_are_wrong,
    together: 1,
    most: u64::MAX,
    tiny: || {
        let mut cases = Vec::new();
        for foods in 1..=2 {
            let meal = |bits: u32| (0..foods as u32).filter(|k| bits >> k & 1 == 1).collect();
            let meals: Vec<Vec<u32>> = (1..1 << foods).map(meal).collect();
            for one in &meals {
                cases.push(Menu { foods, meals: vec![one.clone()] }.text());
                let two = |other: &Vec<u32>| Menu { foods, meals: vec![one.clone(), other.clone()] }.text();
                cases.extend(meals.iter().map(two));
            }
        }
        cases.sort_by_key(String::len);
        cases
    },
    make: |rng, flavour, size| Menu::random(rng, flavour, size).text(),
    parts: |case| {
        let menu = Menu::reread(case);
        menu.foods + menu.meals.len()
    },
    without: |case, _, gone| Menu::reread(case).without(gone),
};

impl Menu {
    fn read(text: &str) -> Result<Menu, ParseError> {
        let lines = scan::filled_lines(text);
        let words = lines.first().map(Line::words).unwrap_or_default();
        for word in words.iter().take(2) {
            number(word, 0, 1_000_000)?;
        }
        let [foods, meals] = words[..] else {
            let place = words.get(2).or(words.first()).map_or((1, 1), |word| (word.line, word.column));
            return Err(ParseError::new(place.0, place.1, "a line `n m` is expected first: foods and set meals"));
        };
        let (foods, count) = (number(&foods, 0, 1_000_000)?, number(&meals, 0, 1_000_000)? as usize);
        let mut meals = Vec::new();
        for meal in 0..count {
            let Some(line) = lines.get(1 + meal) else {
                let last = lines[lines.len() - 1].number;
                return Err(ParseError::new(last + 1, 1, format!("{meal} of {count} meals are there")));
            };
            meals.push(Menu::read_meal(line, foods)?);
        }
        if let Some(extra) = lines.get(1 + count).and_then(Line::body) {
            return Err(ParseError::at(&extra, format!("text after the {count} meals")));
        }
        match meals.iter().position(Vec::is_empty) {
            Some(empty) => Err(ParseError::new(lines[empty + 1].number, 1, "this meal is empty")
                .help("leave it out: it covers nothing")),
            None => Ok(Menu { foods: foods as usize, meals }),
        }
    }

    fn read_meal(line: &Line, foods: u32) -> Result<Vec<u32>, ParseError> {
        let words = line.words();
        let count = number(&words[0], 0, foods)? as usize;
        let food = |word| Ok(number(word, 1, foods)? - 1);
        let meal: Vec<u32> = words[1..].iter().take(count).map(food).collect::<Result<_, _>>()?;
        if let Some(k) = repeated(&meal) {
            return Err(ParseError::at(&words[1 + k], format!("food {} is twice in this meal", meal[k] + 1)));
        }
        if words.len() != count + 1 {
            let column = words.get(count + 1).map_or(line.end() + 1, |word| word.column);
            let message = format!("{count} foods are announced, {} found", words.len() - 1);
            return Err(ParseError::new(line.number, column, message));
        }
        Ok(meal)
    }

    fn reread(case: &str) -> Menu {
        Menu::read(case).expect("the case was read before")
    }

    fn text(&self) -> String {
        let meal = |meal: &Vec<u32>| line([meal.len() as u32].into_iter().chain(meal.iter().map(|food| food + 1)));
        line([self.foods, self.meals.len()]) + &self.meals.iter().map(meal).collect::<String>()
    }

    fn random(rng: &mut Rng, flavour: Flavour, size: f64) -> Menu {
        let (foods, count) = match flavour {
            Flavour::Largest => (40, 60),
            Flavour::Edge => (sized(rng, size, 1, 20), 1),
            _ => (sized(rng, size, 2, 20), sized(rng, size, 2, 25)),
        };
        let all = 0..foods as u32;
        // Two covers are hidden, one of them with more meals.
        let mut meals = Vec::new();
        for parts in [1 + rng.usize(..3), 2 + rng.usize(..5)] {
            let owner: Vec<usize> = (0..foods).map(|_| rng.usize(..parts)).collect();
            let meal = |of| all.clone().filter(|&food| owner[food as usize] == of).collect::<Vec<_>>();
            meals.extend((0..parts).map(meal));
        }
        meals.retain(|meal| !meal.is_empty());
        while meals.len() < count {
            let meal: Vec<u32> = all.clone().filter(|_| rng.usize(..foods) < 3).collect();
            meals.extend(Some(meal).filter(|meal| !meal.is_empty()));
            if meals.len() < count && rng.usize(..20) == 0 {
                break;
            }
        }
        rng.shuffle(&mut meals);
        if flavour == Flavour::Edge {
            meals.truncate(1);
        }
        Menu { foods, meals }
    }

    /// The menu without some of its meals and foods, in this order.
    fn without(&self, gone: &Range<usize>) -> Option<String> {
        let count = self.meals.len();
        let foods: Vec<u32> = (0..self.foods as u32).filter(|&food| !gone.contains(&(count + food as usize))).collect();
        let number = |food: &u32| foods.binary_search(food).ok().map(|at| at as u32);
        let kept = (0..count).filter(|meal| !gone.contains(meal));
        let meals = kept.map(|meal| self.meals[meal].iter().filter_map(number).collect::<Vec<_>>());
        let meals = meals.filter(|meal| !meal.is_empty()).collect();
        (!foods.is_empty()).then(|| Menu { foods: foods.len(), meals }.text())
    }
}

impl From<Menu> for Shape {
    fn from(Menu { foods, meals }: Menu) -> Shape {
        let mut options = Options::default();
        (1..).zip(meals).for_each(|(number, meal): (u32, _)| options.add(Some(&format!("meal {number}")), &meal));
        let items = (1..=foods).map(|food| food.to_string().into()).collect();
        Listing { items, primary: foods, options, ..Listing::default() }.into()
    }
}

fn meals_are_wrong(wanted: &CheckedCase, lines: &[&str]) -> Option<String> {
    let Answer::Solved(Solution::Options(right)) = wanted.answer else {
        let said = lines.first().copied().unwrap_or("nothing");
        return (said != "No").then(|| format!("no set of meals has each food once; it says `{said}`"));
    };
    let listing = wanted.shape.listing()?;
    if lines.first() != Some(&"Yes") {
        return Some("there is a set of meals with each food once; it says that there is none".to_string());
    }
    let meals = numbers(lines.get(1).unwrap_or(&""));
    let mut times = vec![0; listing.items.len()];
    for &meal in &meals {
        let Some(option) = meal.checked_sub(1).and_then(|at| listing.options.get(at)) else {
            return Some(format!("there is no meal {meal}"));
        };
        option.items.iter().for_each(|&food| times[food as usize] += 1);
    }
    if let Some(food) = times.iter().position(|&times| times != 1) {
        return Some(format!("food {} is in {} of its meals", food + 1, times[food]));
    }
    (meals.len() > right.len()).then(|| format!("{} meals are enough; it takes {}", right.len(), meals.len()))
}
