//! What is said of colours, held to what follows from the path alone: no links are read.

use quadrille::app::narrate;
use quadrille::dlx::{Event, ItemId, OptionId, Policy, Problem};
use quadrille::puzzle::{BUNDLED, encode, load};
use quadrille::solve::{Did, Grain, Moved, Stepper};

/// What is covered, and which colours are given, by options taken and items chosen so far.
struct Board<'a> {
    problem: &'a Problem,
    covered: Vec<bool>,
    color: Vec<u32>,
}

impl Board<'_> {
    fn colors(&self, option: OptionId) -> Vec<(ItemId, u32)> {
        self.problem.colored_items_of(option).collect()
    }

    /// Whether an option was hidden by what is covered and coloured.
    fn is_hidden(&self, option: OptionId) -> bool {
        self.colors(option).iter().any(|&(item, color)| {
            let now = self.color[item.index()];
            self.covered[item.index()] || now > 0 && now != color
        })
    }
}

#[test]
fn every_sentence_about_a_colour_is_true() {
    let text = BUNDLED.iter().find(|own| own.name == "cover-word-squares.toml").unwrap().text;
    let puzzle = load(text, None).unwrap().puzzles.remove(0);
    let encoded = encode(&puzzle.shape);
    let problem = &*encoded.problem;
    let mut stepper = Stepper::new(problem, Policy::default());
    let empty = || Board { problem, covered: vec![false; problem.n_items()], color: vec![0; problem.n_items()] };
    let (mut purified, mut already, mut kept, mut taken) = (0, 0, 0, 0);
    // Of each level: the item chosen, the option taken, and how many of its other items were settled.
    let mut levels: Vec<(ItemId, Option<OptionId>, usize)> = Vec::new();
    while stepper.step(Grain::Item, true) {
        let Some(Did { what: Moved::Step(event), .. }) = stepper.did() else { panic!("a whole step") };
        let said = narrate(&stepper, &encoded)[0].text.clone();
        // The board before this event.
        let mut board = empty();
        for &(item, option, settled) in &levels {
            board.covered[item.index()] = true;
            let others = option.map_or(Vec::new(), |option| board.colors(option));
            let others: Vec<_> = others.into_iter().filter(|own| own.0 != item).take(settled).collect();
            for (other, color) in others {
                match color {
                    0 => board.covered[other.index()] = true,
                    _ => board.color[other.index()] = color,
                }
            }
        }
        let item_of = |node| stepper.search().links().item(node);
        match event {
            Event::Choose { item } => levels.push((item, None, 0)),
            Event::Try { node } => levels.last_mut().unwrap().1 = stepper.search().links().option(node),
            Event::Cover { .. } => levels.last_mut().unwrap().2 += 1,
            Event::Purify { node } => {
                let (item, own) = (item_of(node), levels.last().unwrap().1.unwrap());
                let color = board.colors(own).into_iter().find(|of| of.0 == item).unwrap().1;
                if board.color[item.index()] > 0 {
                    assert!(said.contains("already"), "{said}");
                    already += 1;
                } else {
                    let other = |&option: &OptionId| {
                        let given = board.colors(option).into_iter().find(|of| of.0 == item);
                        !board.is_hidden(option) && given.is_some_and(|(_, given)| given != color)
                    };
                    let words = match problem.options().filter(other).count() {
                        0 => "no option is hidden".to_string(),
                        1 => "the one option that gives".to_string(),
                        n => format!("the {n} options that give"),
                    };
                    assert!(said.contains(&words), "{said} {words}");
                    purified += 1;
                }
                levels.last_mut().unwrap().2 += 1;
            }
            Event::Uncover { .. } => levels.last_mut().unwrap().2 -= 1,
            Event::Unpurify { node } => {
                let above = levels[..levels.len() - 1].iter().filter_map(|own| own.1);
                let item = item_of(node);
                let keeps = above.into_iter().any(|own| board.colors(own).iter().any(|of| of.0 == item && of.1 > 0));
                assert_eq!(said.contains("keeps the colour"), keeps, "{said}");
                if keeps {
                    kept += 1
                } else {
                    taken += 1
                }
                levels.last_mut().unwrap().2 -= 1;
            }
            Event::Next { .. } => levels.last_mut().unwrap().1 = None,
            Event::Backtrack { .. } => _ = levels.pop(),
            Event::Visit | Event::Cut { .. } | Event::Deepen { .. } => {}
        }
    }
    assert!(levels.is_empty() && stepper.tally().solutions == 6);
    assert!(
        purified >= 50 && already >= 50 && (purified, already) == (taken, kept),
        "{purified} {already} {taken} {kept}"
    );
}
