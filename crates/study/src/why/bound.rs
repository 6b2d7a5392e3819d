//! The derivation of a bound: what each open item adds to it.

use super::{Asker, FEW};
use crate::count::plural;
use crate::terms::bound_words;
use dancing::{Estimate, ItemId, NodeId, OptionId, Price};
use std::collections::HashMap;

impl Asker<'_> {
    /// Derives the bound of the branch from what each open item adds to it.
    pub(super) fn bound(&mut self) {
        let search = self.stepper.search();
        let (names, mut prices) = (self.names, search.prices());
        prices.retain(|price| price.times > 0);
        let sum: f64 = prices.iter().map(|price| price.each * f64::from(price.times)).sum();
        let (title, how) = match (search.limit_test(), search.estimate(), search.score()) {
            (Some(test), Some(estimate), _) => {
                let excess = match estimate {
                    Estimate::Taxes => self.excess(&prices),
                    Estimate::Disjoint | Estimate::Share => 0.0,
                };
                let less = match excess > 0.004 {
                    true => format!(", less {excess:.2} by which options exceed 1"),
                    false => String::new(),
                };
                let how = match estimate {
                    Estimate::Disjoint => bound_words(search).unwrap_or_default(),
                    _ => format!("{} Together: {sum:.2}{less}, rounded up.", bound_words(search).unwrap_or_default()),
                };
                (format!("AT LEAST {} MORE", test.lower_bound), how)
            }
            (_, _, Some(score)) => {
                let (most, rounded) = if score.is_cost() { ("LEAST", "up") } else { ("MOST", "down") };
                let how = format!(
                    "{} Together: {:.2}, rounded {rounded}.",
                    bound_words(search).unwrap_or_default(),
                    if score.is_cost() { -sum } else { sum }
                );
                (format!("AT {most} {} MORE", score.upper_bound.abs()), how)
            }
            _ => return,
        };
        self.title(title);
        self.say(how);
        prices.sort_by(|one, other| other.each.abs().total_cmp(&one.each.abs()));
        for price in prices.iter().take(2 * FEW) {
            let times = if price.times > 1 { format!(" × {}", price.times) } else { String::new() };
            let option = price.option.map_or(String::new(), |option| format!(", by {}", names.option_short(option)));
            self.say(format!("  {}: {:.2}{times}{option}", names.item_short(price.item), price.each.abs()));
        }
        if prices.len() > 2 * FEW {
            self.say(format!("  and {}", plural(prices.len() - 2 * FEW, "item") + " more"));
        }
    }

    /// The amount by which the items of the options that are left cost more than 1, over all
    /// options.
    fn excess(&self, prices: &[Price]) -> f64 {
        let links = self.stepper.search().links();
        let priced: HashMap<ItemId, f64> = prices.iter().map(|price| (price.item, price.each)).collect();
        let columns = priced.keys().flat_map(|&item| links.column(item));
        let options: HashMap<OptionId, NodeId> = columns.filter_map(|node| Some((links.option(node)?, node))).collect();
        let cost =
            |node: NodeId| -> f64 { links.option_nodes(node).filter_map(|node| priced.get(&links.item(node))).sum() };
        options.values().map(|&node| (cost(node) - 1.0).max(0.0)).sum()
    }
}
