//! `step`: the workbench in Step.

use super::{Launch, Launched, WorkbenchStart};
use crate::cli::args::{AT, OpenArgs, named};
use crate::dlx::ItemRule;
use crate::study::item_rule_words;

/// Open the workbench in Step, at an address
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    open: OpenArgs,
    #[arg(long, value_name = "ADDRESS", help = AT)]
    at: Option<String>,
    /// Item rule: how the next item is chosen
    #[arg(long, value_name = "NAME", default_value = "fewest", value_parser = named(ItemRule::ALL, ItemRule::name, item_rule_words))]
    rule: ItemRule,
}

impl Launch for Args {
    fn launch(self) -> anyhow::Result<Launched> {
        let beginning = WorkbenchStart::At(self.at.unwrap_or("root".to_string()), self.rule);
        Ok(Launched::Open { args: self.open, beginning, code: None })
    }
}
