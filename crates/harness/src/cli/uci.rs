//! `plybench uci`.

use std::io::{self, BufReader};

use super::{configuration::ConfigurationArguments, failure::Failure, output};
use plybench_uci::{Options, serve};

/// Be a chess engine that speaks UCI, for GUIs and tournaments
#[derive(clap::Args)]
#[command(
    after_help = "Every setting is an option: `uci` lists them with their values. Each `go` searches with a cleared table, unless the \
    option KeepTable is true, and so enters the nodes that `plybench search` does. `quit` and the end of the input end it.\n\n\
    Examples: plybench uci --variant modern\n          \
    plybench audit plybench uci --variant glass --set mate-distance=cpw"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    configuration: ConfigurationArguments,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let ConfigurationArguments { variant, settings } = &arguments.configuration;
    // The memory of the table is checked, too.
    arguments.configuration.settings(|variant| variant)?;
    let options = Options::new(variant, settings.clone()).map_err(Failure::input)?;
    let input = BufReader::new(io::stdin());
    Ok(serve(input, output::write, options)?)
}
