//! The doubts about a difference of links: the reasons why the program may be right.

use crate::blame::reach;
use crate::course::{Followed, Wrong};
use crate::shape::ProgramSurvey;
use crate::state::LinkRole;
use crate::stops::{StopAt, StopPlace};
use crate::target::{StopSpot, Target, TargetError};
use crate::tracker::Tracker;
use quadrille_study::Operation;

/// The names of a number by which a column may be covered several times.
const MULTIPLICITIES: [&str; 10] =
    ["mult", "multiplicity", "bound", "need", "needs", "demand", "slack", "least", "most", "quota"];

/// The names of the colours of items, and of the functions that give and take them.
const COLOURS: [&str; 8] = ["color", "colour", "colors", "colours", "purify", "unpurify", "commit", "uncommit"];

/// The reason why a program with links may be right although it differs. What needs another
/// run of the program comes last.
pub(crate) fn links_doubt(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    followed: &Followed,
) -> Result<Option<String>, TargetError> {
    let is_search = matches!(followed.wrong, Some(Wrong::Search));
    let is_links = matches!(followed.wrong, Some(Wrong::Links(_)));
    if is_search && survey.search.is_none() {
        return Ok(Some("no function of it that calls itself was seen, so that its calls are not known".to_string()));
    }
    let is_solved = |tracker: &Tracker| tracker.state().link(LinkRole::Right, 0) == 0;
    if is_search && followed.told == Some(Operation::Enter) && followed.seen.tracker().is_some_and(is_solved) {
        return Ok(Some("it calls its search at a cover: that may be the search of another matrix".to_string()));
    }
    if !is_search && !is_links {
        return Ok(None);
    }
    if let Some(name) = several_times(target, survey, followed)? {
        return Ok(Some(format!(
            "its columns have a number each, `{name}`, and some are more than 1: if a column may be covered several \
             times, this is right"
        )));
    }
    if let Some(name) = colour_of(target, survey, followed)? {
        return Ok(Some(format!("`{name}` looks like that of coloured covers, which are not followed")));
    }
    let is_again = is_search && searches_again(target, survey, followed)?;
    Ok(is_again.then(|| {
        "it searches the same matrix again afterwards: a limit may be what ends the search that was followed"
            .to_string()
    }))
}

/// Returns whether the search is called again with the same links after its first call: it goes
/// deeper each time, or counts again.
fn searches_again(target: &mut dyn Target, survey: &ProgramSurvey, followed: &Followed) -> Result<bool, TargetError> {
    let (Some(search), Some(place), Some(matrix)) = (survey.search, &followed.case_at, followed.seen.matrix()) else {
        return Ok(false);
    };
    let first = reach(target, survey, place, matrix)?;
    let (Some(_), Some(cfa), Some(back)) = (first.breakpoint(), first.cfa, first.back) else { return Ok(false) };
    target.stop_at(AT, StopSpot::Address(back), 0)?;
    for _ in 0..RETURNS {
        let stopped = target.go(false, target.silence())?;
        if stopped.breakpoint().is_none() {
            return Ok(false);
        }
        if stopped.sp == cfa {
            target.remove(AT)?;
            target.stop_at(AT, StopAt::Function(search).spot(&survey.functions), 0)?;
            let again = target.go(false, target.silence())?;
            return Ok(again.breakpoint().is_some() && matrix.state(target.kept()) == matrix.start);
        }
    }
    Ok(false)
}

/// The most returns to the line that calls the search, before it is the first call that returns.
const RETURNS: u32 = 2_000;

/// The name of a colour of the nodes, or of a function that gives one to items.
fn colour_of(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    followed: &Followed,
) -> Result<Option<String>, TargetError> {
    let is_colour = |name: &str| COLOURS.contains(&name.to_lowercase().as_str());
    if let Some(function) = survey.functions.iter().find(|function| is_colour(function.name())) {
        return Ok(Some(function.name().to_string()));
    }
    let (Some(place), Some(matrix)) = (&followed.case_at, followed.seen.matrix()) else { return Ok(None) };
    reach(target, survey, place, matrix)?;
    let variables = target.variables()?;
    let arrays = variables.arrays.iter().map(|array| array.path.as_str());
    let fields = variables.types.values().flat_map(|kind| kind.fields.iter().map(|field| field.name.as_str()));
    let names = arrays.chain(fields).map(|path| path.rsplit(['.', ']']).next().unwrap_or(path));
    Ok(names.into_iter().find(|name| is_colour(name)).map(str::to_string))
}

/// The name of a number of the columns by which they may be covered several times.
fn several_times(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    followed: &Followed,
) -> Result<Option<String>, TargetError> {
    let (Some(begin), Some(end), Some(matrix)) = (&followed.case_at, &followed.at, followed.seen.matrix()) else {
        return Ok(None);
    };
    let mut at = |place: &StopPlace| {
        reach(target, survey, place, matrix)?;
        let variables = target.variables()?;
        matrix.several(target, &variables)
    };
    let first = at(begin)?;
    let first: Vec<_> = first.into_iter().filter(|(_, values)| values.iter().any(|&value| value > 1)).collect();
    let is_named = |name: &str| MULTIPLICITIES.contains(&name.to_lowercase().as_str());
    if let Some((name, _)) = first.iter().find(|(name, _)| is_named(name)) {
        return Ok(Some(name.clone()));
    }
    if first.is_empty() {
        return Ok(None);
    }
    // What is counted down while columns are covered is a number of covers, too.
    let then = at(end)?;
    let falls = |(name, values): &&(String, Vec<i64>)| {
        let now = then.iter().find(|(other, _)| other == name).map(|(_, now)| now);
        let pairs = || now.into_iter().flatten().zip(values);
        values.iter().all(|&value| value > 0)
            && pairs().all(|(now, value)| now <= value)
            && pairs().any(|(now, value)| now < value)
    };
    Ok(first.iter().find(falls).map(|(name, _)| name.clone()))
}

/// The breakpoint of another run: where the search returns, and then where it is called.
const AT: u64 = 900_003;
