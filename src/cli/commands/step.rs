//! `step`: the workbench in Step. `main` opens it.

use super::{Example, Run};
use crate::cli::args::{AT, OpenArgs, named};
use crate::dlx::ItemRule;
use crate::study::item_rule_words;
use std::io::Write;

/// Open the workbench in Step, at an address
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    pub open: OpenArgs,
    #[arg(long, value_name = "ADDRESS", help = AT)]
    pub at: Option<String>,
    /// Item rule: how the next item is chosen
    #[arg(long, value_name = "NAME", default_value = "fewest", value_parser = named(ItemRule::ALL, ItemRule::name, item_rule_words))]
    pub rule: ItemRule,
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[];

    fn run(self, _: &mut dyn Write) -> anyhow::Result<u8> {
        anyhow::bail!("this opens the workbench")
    }
}
