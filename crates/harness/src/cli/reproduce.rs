//! `plybench reproduce`.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use super::{
    experiment_file, failure::Failure, interrupt, memory, message, output, overwrite::refuse_others,
};
use crate::{
    analysis::mdp_table::MdpTable,
    report::mdp,
    reproduce::{self, ReproduceError},
    run::Watch,
    store::Record,
};

/// Redo the published table of mate distance pruning: KR vs K to depth 20, off and on, with charts
#[derive(clap::Args)]
#[command(after_help = "Example: plybench reproduce --out /tmp/krk-mdp")]
pub(super) struct Arguments {
    /// Where records, tables and charts go; made if it is not there
    #[arg(long, value_name = "DIR", default_value = "reports/krk-mdp")]
    out: PathBuf,
    /// Print the rows as JSON
    #[arg(long)]
    json: bool,
}

/// Each iteration as a line.
struct Lines;

impl Watch for Lines {
    fn iteration(&self, record: &Record, seconds: f64) {
        message::line(format_args!(
            "{:>5}  depth {:>2}  {:>4}  {:>9} nodes  {seconds:.2} s",
            record.variant,
            record.depth,
            record.score.to_string(),
            record.nodes
        ));
    }
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    refuse_others(
        &arguments.out.join(experiment_file::NAME),
        reproduce::EXPERIMENT.as_bytes(),
    )?;
    let threads = memory::threads(None, usize::MAX)?;
    let made = reproduce::reproduce(&arguments.out, threads, interrupt::flag(), &Lines);
    let table = made.map_err(|error| match error {
        ReproduceError::Experiment(_) | ReproduceError::Plan(_) | ReproduceError::Fen(_) => {
            Failure::input(error)
        }
        ReproduceError::Session(error) => error.into(),
        ReproduceError::Interrupted(_) => Failure::interrupted(error),
        _ => Failure::impossible(error),
    })?;

    if arguments.json {
        let rows = serde_json::to_string_pretty(&table.rows).map_err(Failure::impossible)?;
        return output::result(rows + "\n");
    }
    output::summary(summary(&table, &arguments.out));
    Ok(())
}

fn summary(table: &MdpTable, directory: &Path) -> String {
    let mut text =
        "depth   off: score      nodes   on: score      nodes   ratio  published\n".to_owned();
    for row in &table.rows {
        // Memory does not fail.
        let _ = writeln!(
            text,
            "{:>5}   {:>10}  {:>9}   {:>9}  {:>9}   {:.3}      {:.3}",
            row.depth,
            row.off.score.to_string(),
            row.off.nodes,
            row.on.score.to_string(),
            row.on.nodes,
            row.ratio,
            row.published_ratio
        );
    }
    text.push('\n');
    for line in mdp::summary(table) {
        text.push_str(&line);
        text.push('\n');
    }
    let _ = writeln!(text, "Records, tables and charts: {}", directory.display());
    text
}
