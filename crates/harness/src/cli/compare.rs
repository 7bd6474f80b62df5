//! `plybench compare`.

use std::path::PathBuf;

use super::{
    chart::ChartArguments,
    failure::Failure,
    finished_run::{self, MetricArgument},
    format::FormatArguments,
    number::whole,
    write::with_file_rule,
};
use plybench_analysis::{
    comparison::Comparison,
    grouping::{By, TREE_PARAMETERS},
    seconds::Seconds,
};
use plybench_records as store;
use plybench_report::{
    comparison::{self, Form, View},
    cost::{self, SavingAndCost},
};

/// Compare two variants of a finished run: nodes of B as a multiple of A's, over all positions
///
/// At each position the ratio is B's count divided by A's at the greatest depth that both completed
/// or, where both stopped at the same mate, at the depths at which they stopped; counts are cumulative
/// over iterations 1 to d. Positions are averaged by geometric mean; the 95 % interval (BCa bootstrap)
/// resamples positions, not depths, since the depths of a position depend on each other. The total
/// ratio is the sum of B's counts divided by the sum of A's. A win is a position at which B counts
/// fewer nodes; the sign test is exact and two-sided, and drops ties. Positions with best moves are solved by
/// the best move of the last iteration within the node limit. A table shows what both save and cost: other moves and
/// scores and, with a `[judge]` in the experiment, what their moves lose (regret).
#[derive(clap::Args)]
#[command(
    mut_arg("width_mm", |width| width.requires("chart")),
    mut_arg("caption", |caption| caption.requires("chart")),
    after_help = with_file_rule("Examples: plybench compare /tmp/krk off on --by depth\n          plybench compare /tmp/krk off on --format csv > ratios.csv\n          plybench compare /tmp/trees off on --category breadth --by branching,mate\n\nCSV has a row for each position and depth that both completed, or, with --by, for each group.")
)]
pub(super) struct Arguments {
    /// The directory of a finished run
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The variant to compare with, by name or a unique abbreviation such as cpw for form/mate-distance=cpw
    a: String,
    /// The variant to compare with A
    b: String,
    /// Show the same numbers for each group of positions, or for each combination of two groups; their p-values are not adjusted
    #[arg(long, value_enum, value_name = "GROUP[,GROUP]", value_delimiter = ',')]
    by: Vec<By>,
    /// Compare only the positions of this category: a data set, or a table of trees
    #[arg(long, value_name = "NAME")]
    category: Option<String>,
    /// Draw the groups into a file named .svg, .png or .pdf: points with their intervals, or a grid of colours for two groups
    #[arg(long, value_name = "FILE", requires = "by")]
    chart: Option<PathBuf>,
    #[command(flatten)]
    drawn: ChartArguments,
    /// How many of the best and how many of the worst positions to show
    #[arg(long, value_name = "N", default_value_t = 5, allow_negative_numbers = true, value_parser = whole::<usize>(0..))]
    extremes: usize,
    /// Show each depth of each position, as CSV and JSON always do
    #[arg(long)]
    every_depth: bool,
    /// Also show seconds, from the run's timings, which are noisy; not available with CSV
    #[arg(long)]
    seconds: bool,
    #[command(flatten)]
    metric: MetricArgument,
    #[command(flatten)]
    format: FormatArguments,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let run = finished_run::open(&arguments.directory, &arguments.metric)?;
    let (a, b) = run.two_variants(&arguments.a, &arguments.b)?;
    let outcomes = finished_run::outcomes(&run, &[a, b])?;
    let metric = run.metric().to_string();
    let by = groups(&arguments.by)?;
    let mut comparison = Comparison::of(&outcomes, a, b);
    if let Some(category) = &arguments.category {
        let mut categories: Vec<&str> = Vec::new();
        for position in run.positions() {
            if !categories.contains(&position.category.as_str()) {
                categories.push(&position.category);
            }
        }
        if !categories.contains(&category.as_str()) {
            return Err(Failure::input(run.at_fault(format_args!(
                "no position has the category {:?}; the categories are {}",
                plybench_text::echo(category),
                categories.join(", ")
            ))));
        }
        comparison = comparison.of_category(category);
    }
    if comparison.pairs.is_empty() {
        let reasons = comparison.left_out.iter().map(|(_, reason)| reason);
        let counts_nothing = format!("A or B counts 0 of {metric}; choose another --metric");
        let problem = finished_run::nothing_to_compare(&run, reasons, counts_nothing);
        let left_out = comparison::left_out(&comparison).join(" ");
        return Err(Failure::input(format_args!("{problem}. {left_out}")));
    }
    if arguments.seconds && arguments.format.form() == Form::Rows {
        return Err(Failure::input(
            "--seconds has no CSV form; `plybench export DIR --csv` has a column of seconds",
        ));
    }
    let times = arguments.seconds.then(|| run.times()).transpose()?;
    let seconds = times.map(|times| {
        let seconds = Seconds::of(&comparison, |variant, position| times.of(variant, position));
        seconds.ok_or_else(|| {
            Failure::input(format_args!(
                "{} has no timings of these variants; compare without --seconds",
                run.directory.join(store::TIMINGS).display()
            ))
        })
    });
    let seconds = seconds.transpose()?;
    let lacking = by.iter().find(|&&by| comparison.groups(by).is_empty());
    if let Some(&by) = lacking {
        return Err(Failure::input(format_args!(
            "{}: {}; choose another group",
            arguments.directory.display(),
            match by {
                By::Beyond =>
                    "no position has a mate claimed by its data set, such as `dm 3;` in EPD; give dtm = \"oracle\" for the data set",
                By::Proof => "the two variants prove a mate of the same length at no position",
                _ if TREE_PARAMETERS.contains(&by) => "no position is a synthetic tree",
                _ => "no position is in such a group",
            }
        )));
    }
    let view = View {
        metric: &metric,
        form: arguments.format.form(),
        by,
        extremes: arguments.extremes,
        every_depth: arguments.every_depth,
        nodes: finished_run::node_limits(&run),
        only_deeper_entries_change_scores: run.only_deeper_entries_change_scores(a, b)?,
        seconds,
    };
    finished_run::note(&run);
    let mut document = comparison::document(&comparison, view);
    document.facts.extend(run.programs(&[a, b]));
    cost::add_difference(&comparison, &mut document);
    SavingAndCost::of_two(&comparison, view.nodes, run.judge()).add(&mut document);
    if let Some(file) = &arguments.chart {
        let chart = comparison::chart(&comparison, view, &run.about());
        let chart = chart.ok_or_else(|| {
            Failure::input(format_args!(
                "{} has no ratio to draw; compare without --chart",
                arguments.directory.display()
            ))
        })?;
        arguments.drawn.write(chart, file)?;
    }
    arguments.format.print(&document, arguments.chart.is_some())
}

/// At most two groups, of which the second has each position once.
fn groups(given: &[By]) -> Result<&[By], Failure> {
    match *given {
        [] | [_] => Ok(given),
        [first, second] if first == second => Err(Failure::input(format_args!(
            "--by names {:?} twice; give two different groups",
            first.name()
        ))),
        [_, second] if second.is_of_position() => Ok(given),
        [first, second] if first.is_of_position() => Err(Failure::input(format_args!(
            "--by {first},{second}: a position is in several groups of {second:?}; give --by {second},{first}",
            first = first.name(),
            second = second.name()
        ))),
        [first, second] => Err(Failure::input(format_args!(
            "--by {},{}: a position is in several groups of both; combine one of them with another group",
            first.name(),
            second.name()
        ))),
        _ => Err(Failure::input(format_args!(
            "--by has {} groups; give one or two",
            given.len()
        ))),
    }
}
