//! The words for what a search decides by: its item rule and its estimate.

use dancing::{Class, Estimate, ItemRule, Search};

pub fn item_rule_words(rule: ItemRule) -> &'static str {
    rule_of_class(rule, Class::Exact)
}

/// The item rule of a search in words.
pub fn rule_words(search: &Search) -> &'static str {
    rule_of_class(search.rule(), search.class())
}

/// If several options may hold an item, the rule counts branches instead of options.
fn rule_of_class(rule: ItemRule, class: Class) -> &'static str {
    let [options, branches] = match rule {
        ItemRule::Fewest => ["fewest options, first in the item list", "fewest branches, first in the item list"],
        ItemRule::FewestLast => ["fewest options, last in the item list", "fewest branches, last in the item list"],
        ItemRule::First => ["the first item in the list"; 2],
        ItemRule::Last => ["the last item in the list"; 2],
        ItemRule::Most => ["most options, first in the item list", "most branches, first in the item list"],
        ItemRule::Failing => ["fewest options, most failures", "fewest branches, most failures"],
    };
    if class.facts().ranges { branches } else { options }
}

/// A short description of an estimate.
pub fn estimate_words(estimate: Estimate) -> &'static str {
    match estimate {
        Estimate::Disjoint => "items that share no option",
        Estimate::Share => "shares of the largest options",
        Estimate::Taxes => "Lagrangian multipliers on items",
    }
}

/// The computation of a search's bound, as a sentence. `None` if it has none.
pub fn bound_words(search: &Search) -> Option<String> {
    let words = match (search.estimate().filter(|_| search.limit_test().is_some()), search.score()) {
        (Some(Estimate::Disjoint), _) => "These open items share no option, so each needs one of its own.",
        (Some(Estimate::Share), _) => "Each open item counts as its share of the largest option left that holds it.",
        (Some(Estimate::Taxes), _) => "Each open item has a price, such that the items of no option cost more than 1.",
        (None, Some(score)) if score.is_cost() => {
            "An option's cost is shared among its items, and each open item takes the cheapest share left."
        }
        (None, Some(_)) => {
            "An option's weight is shared among its items, and each open item takes the best share left."
        }
        (None, None) => return None,
    };
    Some(words.to_string())
}
