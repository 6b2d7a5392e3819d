//! HDU 3957: the fewest roles of a street fighter, each in one of its models, that beat all others.

use super::answers::fewest;
use super::outcome::fewest_is_wrong;
use super::{Flavour, Judge, JudgeMethod, counted, line, one_line, reread, shapes, sized};
use dancing::Goal;
use fastrand::Rng;
use quadrille_puzzle::feed::Feed;
use quadrille_puzzle::scan::number;
use quadrille_puzzle::{ListedOption, Listing, Options, ParseError, cover};

/// By role and model, the roles and models that it beats.
type Roles = Vec<Vec<Vec<[usize; 2]>>>;

pub(super) const HDU3957: Judge = Judge {
    name: "hdu3957",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=3957"),
    help: "HDU 3957 Street Fighter: T; N roles with 1 or 2 models and what each beats; the fewest roles",
    kind: &cover::KIND,
    form: &cover::KNUTH,
    goal: Goal::Best,
    method: JudgeMethod::Search,
    read: |text| shapes(Feed::new(text).counted_cases(|feed| Ok(listing(&read(feed)?)))),
    input: counted,
    write: |case, _, answer| format!("Case {case}: {}", fewest(answer)),
    lines: one_line,
    wrong: |wanted, lines| fewest_is_wrong(wanted, lines, "roles"),
    together: 5,
    most: u64::MAX,
    tiny: || {
        let beats = [vec![[1, 0]], vec![[0, 0]]];
        let roles = |bits: usize| vec![vec![beats[bits & 1].clone()], vec![beats[bits >> 1].clone()]];
        (0..4).map(|bits| write(&roles(bits))).collect()
    },
    make: |rng, flavour, size| {
        let count = match flavour {
            Flavour::Largest => 14,
            Flavour::Edge => 1,
            _ => sized(rng, size, 2, 10),
        };
        let models: Vec<usize> = (0..count).map(|_| rng.usize(1..=2)).collect();
        let beaten = |rng: &mut Rng| {
            let mut beaten: Vec<[usize; 2]> = (0..rng.usize(1..=5))
                .map(|_| {
                    let role = rng.usize(..count);
                    [role, rng.usize(..models[role])]
                })
                .collect();
            beaten.sort_unstable();
            beaten.dedup();
            beaten
        };
        write(&models.iter().map(|&models| (0..models).map(|_| beaten(rng)).collect()).collect())
    },
    parts: |case| reread(case, read).iter().flatten().map(Vec::len).sum(),
    without: |case, _, gone| {
        let mut roles = reread(case, read);
        let mut at = 0;
        let mut stays = |_: &[usize; 2]| {
            at += 1;
            !gone.contains(&(at - 1))
        };
        roles.iter_mut().flatten().for_each(|beaten| beaten.retain(&mut stays));
        Some(write(&roles))
    },
};

fn read(feed: &mut Feed) -> Result<Roles, ParseError> {
    let ([roles], _) = feed.numbers("the number of roles", [(1, 25)])?;
    let (mut all, mut places) = (Roles::new(), Vec::new());
    for _ in 0..roles {
        let ([models], _) = feed.numbers("the number of models, 1 or 2", [(1, 2)])?;
        let mut beats = Vec::new();
        for _ in 0..models {
            let line = feed.line("the roles and models that a model beats")?;
            let words = line.words();
            let count = number(&words[0], 0, 50)? as usize;
            let mut beaten = Vec::new();
            for pair in Feed::pairs(line, &words, count)? {
                let [role, model] = [number(&pair[0], 0, roles - 1)?, number(&pair[1], 0, 1)?];
                beaten.push([role as usize, model as usize]);
                places.push(pair[1]);
            }
            beats.push(beaten);
        }
        all.push(beats);
    }
    // A role may be named before its models are.
    let mut pairs = all.iter().flatten().flatten().zip(places);
    match pairs.find(|([role, model], _)| *model >= all[*role].len()) {
        Some(([role, _], word)) => Err(ParseError::at(&word, format!("role {role} has only model 0"))),
        None => Ok(all),
    }
}

fn write(roles: &Roles) -> String {
    let model = |beaten: &Vec<[usize; 2]>| line([beaten.len()].into_iter().chain(beaten.iter().flatten().copied()));
    let role = |models: &Vec<Vec<[usize; 2]>>| line([models.len()]) + &models.iter().map(model).collect::<String>();
    line([roles.len()]) + &roles.iter().map(role).collect::<String>()
}

/// Each model of each role is an item that is covered at least once, and each role an item that is
/// covered at most once. An option is a role in one model: it covers all models of the role and
/// those that it beats.
fn listing(roles: &Roles) -> Listing {
    let first: Vec<u32> =
        roles.iter().scan(0, |next, models| Some(std::mem::replace(next, *next + models.len() as u32))).collect();
    let models = roles
        .iter()
        .enumerate()
        .flat_map(|(role, models)| (0..models.len()).map(move |model| format!("role{role}.model{model}").into()));
    let names = (0..roles.len()).map(|role| format!("role{role}").into());
    let primary = roles.iter().map(Vec::len).sum();
    let mut options = Options::default();
    for (role, models) in roles.iter().enumerate() {
        for (model, beaten) in models.iter().enumerate() {
            let all = (0..models.len() as u32).map(|model| first[role] + model);
            let beaten = beaten.iter().map(|&[role, model]| first[role] + model as u32);
            let items = all.chain(beaten).chain([(primary + role) as u32]).collect();
            options.push(ListedOption::named(format!("role {role}, model {model}"), items));
        }
    }
    let items = models.chain(names).collect();
    Listing { goal: Some(Goal::Best), ..Listing::with(items, primary, options).at_least_once() }
}
