//! `plybench reproduce`.

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{experiment_file, failure::Failure, message, overwrite::refuse_others};
use crate::{
    report::mdp,
    reproduce::{self, ReproduceError},
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

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    refuse_others(
        &arguments.out.join(experiment_file::NAME),
        reproduce::EXPERIMENT.as_bytes(),
    )?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // The first Ctrl-C ends the run after the iteration in hand, the second at once.
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(Failure::impossible)?;
    let table = reproduce::reproduce(&arguments.out, &stop, |record, seconds| {
        message::line(format_args!(
            "{:>5}  depth {:>2}  {:>4}  {:>9} nodes  {seconds:.2} s",
            record.variant,
            record.depth,
            record.score.to_string(),
            record.nodes
        ));
    })
    .map_err(|error| match error {
        ReproduceError::Experiment(_) | ReproduceError::Plan(_) | ReproduceError::Fen(_) => {
            Failure::input(error)
        }
        _ => Failure::impossible(error),
    })?;

    let mut out = io::stdout().lock();
    if arguments.json {
        let rows = serde_json::to_string_pretty(&table.rows).map_err(Failure::impossible)?;
        writeln!(out, "{rows}")?;
    } else {
        writeln!(
            out,
            "depth   off: score      nodes   on: score      nodes   ratio  published"
        )?;
        for row in &table.rows {
            writeln!(
                out,
                "{:>5}   {:>10}  {:>9}   {:>9}  {:>9}   {:.3}      {:.3}",
                row.depth,
                row.off.score.to_string(),
                row.off.nodes,
                row.on.score.to_string(),
                row.on.nodes,
                row.ratio,
                row.published_ratio
            )?;
        }
        writeln!(out)?;
        for line in mdp::summary(&table) {
            writeln!(out, "{line}")?;
        }
        writeln!(
            out,
            "Records, tables and charts: {}",
            arguments.out.display()
        )?;
    }
    Ok(())
}
