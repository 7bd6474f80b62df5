//! `plybench report`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::json;

use super::{
    chart::ChartArguments,
    failure::Failure,
    finished_run::{self, MetricArgument},
    gallery, mate_finding, message, output, published, rank, setup,
    write::{refuse_others, with_file_rule, write_into},
};
use plybench_analysis::{
    common_depth::CommonDepths, cuts::CutsByVariant, games::GamesByVariant, ranking::Ranking,
    technique_totals::TechniqueTotalsByVariant, work,
};
use plybench_experiment::{finished_run::FinishedRun, spec};
use plybench_records::is_own_picture;
use plybench_report::{
    self as report,
    cost::SavingAndCost,
    document::Pictures,
    page,
    run::{Files, Omitted, RunReport, files},
    shown::{MOST_VARIANTS, Shown, shown},
};

/// Write the charts and tables of a finished run: node ratios, cuts and branching, as SVG, PNG, Markdown and CSV
///
/// Charts: node ratio to the baseline by depth and by distance to mate, its distribution over positions,
/// cuts by kind and ply, what techniques did by depth, beta cutoffs by move number, and the effective
/// branching factor; for synthetic trees also the ratio by their parameters, and the leaves beside those of the
/// minimal tree; and all ratios with their intervals. With proof-number searches (`base = "df-pn"`), also the share of the
/// mates that each variant proves, by work. With a `[judge]`, also nodes left against regret. Of positions with best moves
/// (`bm`, `am`), tables say which each variant solves, and a chart how many by node limit.
/// reports/README.md defines each of them. Files are replaced only when all are ready. Their bytes are the same on every machine.
#[derive(clap::Args)]
#[command(
    after_help = with_file_rule("Examples: plybench report /tmp/krk\n          plybench report /tmp/krk --out /tmp/charts --variants stockfish,cpw")
)]
pub(super) struct Arguments {
    /// The directory of a finished run
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The directory to write to, created if missing; the run's directory if not given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The variants in the charts, by name or a unique abbreviation, at most 7 beside the baseline, which is always shown
    #[arg(long, value_name = "A,B,C")]
    variants: Option<String>,
    /// Answer by comparing each variant with the one that has this value and is the same otherwise, as `rank --within` does
    #[arg(long, value_name = "KEY=VALUE")]
    within: Option<String>,
    #[command(flatten)]
    metric: MetricArgument,
    /// Write each chart as PDF, too
    #[arg(long)]
    pdf: bool,
    /// Write only this chart, by the name of its files
    #[arg(long, value_name = "NAME")]
    chart: Option<String>,
    #[command(flatten)]
    drawn: ChartArguments,
    /// Write only DIR/index.html, a gallery of the reports in DIR and in the directories below it: their pages, and what their
    /// README.md says; DIR/gallery.toml, if there is one, has their order in chapters
    #[arg(long, conflicts_with_all = ["out", "variants", "within", "metric", "pdf", "chart", "title", "caption", "theme", "width_mm"])]
    index: bool,
    /// With --index: write each text in DIR and in the directories below it as a page beside it, README.md as README.html, and give
    /// the pages of reports, whatever command wrote them, links to the gallery and its definitions. Then a host of static files can
    /// publish DIR as it is
    #[arg(long, requires = "index")]
    texts: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Print the list of files as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Where the files go.
    fn out(&self) -> &Path {
        self.out.as_ref().unwrap_or(&self.directory)
    }

    /// How the charts are written.
    fn pictures(&self) -> Result<Pictures, Failure> {
        if let Some(chart) = &self.chart {
            let all = || report::run::charts().chain([report::games::CHART]);
            if !all().any(|name| name == chart) {
                return Err(Failure::input(format_args!(
                    "--chart {:?}: no such chart; {}",
                    plybench_text::echo(chart),
                    plybench_text::suggestion(chart, all())
                )));
            }
        }
        Ok(Pictures {
            size: self.drawn.size(),
            pdf: self.pdf,
            only: self.chart.clone(),
            title: self.drawn.title(),
            caption: self.drawn.caption(),
        })
    }

    /// Whether that is where the records are.
    fn writes_beside(&self) -> bool {
        self.out() == self.directory
    }
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.index {
        return index(arguments);
    }
    let pictures = arguments.pictures()?;
    let run = finished_run::open(&arguments.directory, &arguments.metric)?;
    let baseline = run.variant(&run.experiment.baseline)?;
    let chosen = chosen(&run, arguments.variants.as_deref(), baseline)?;
    let variants = finished_run::variants(&run, baseline, "report")?;
    if run.experiment.against.is_some() {
        if arguments.within.is_some() {
            let problem = "games against the oracle have no ratios, which --within compares; report without it";
            return Err(run.at_fault(problem).into());
        }
        return games(arguments, &run, baseline, &chosen, &pictures);
    }
    let outcomes = finished_run::outcomes(&run, &variants)?;
    let all: Vec<&str> = run.variants().collect();
    let mut jobs = variants.iter().flat_map(|variant| outcomes.of(variant));
    let needs_others = run.experiment.judge.is_some() || variants.len() < all.len();
    let lacks_others = needs_others && run.done() < run.planned();
    if outcomes.positions().is_empty() || jobs.any(|job| job.is_none()) || lacks_others {
        return Err(finished_run::incomplete(&run));
    }
    let ranking = Ranking::of(&outcomes, baseline, run.repeated(baseline));
    let within = arguments.within.as_deref();
    let within = within.map(|setting| rank::within(&run, &outcomes, setting));
    let within = within.transpose()?;
    let ranked: Vec<&str> = ranking.rows.iter().map(|row| row.comparison.b).collect();
    let (shown, choice) = shown(&ranked, &chosen, &run.experiment.purpose);
    let mut with_baseline = vec![baseline];
    with_baseline.extend(&shown);
    let (of_all, of_shown) = (
        CommonDepths::of(&outcomes, &variants),
        CommonDepths::of(&outcomes, &with_baseline),
    );
    let mut technique_totals = TechniqueTotalsByVariant::none(&of_all);
    let mut cuts = CutsByVariant::none(&of_shown);
    for job in run.jobs() {
        let job = job?;
        technique_totals.add(&of_all, &job);
        cuts.add(&of_shown, &job);
    }
    // The page takes the most memory, and comes next.
    drop((of_all, of_shown));
    let work = match variants.len() < all.len() {
        true => work::of_variants(&all, run.jobs())?,
        false => Vec::new(),
    };
    let mates = mate_finding::of_run(&run)?;
    let setup = setup::of(&run, arguments.writes_beside())?;
    let cost = SavingAndCost::of(&ranking, finished_run::node_limits(&run), run.judge());
    let published = published::of_run(&run)?;
    let files = files(&RunReport {
        published: published.as_ref(),
        cost: &cost,
        outcomes: &outcomes,
        setup: &setup,
        pictures: &pictures,
        ranking: &ranking,
        answer: within.as_ref().unwrap_or(&ranking),
        shown: Shown {
            baseline,
            others: &shown,
            choice: choice.as_deref(),
            experiment: &run.about(),
        },
        metric: &run.metric().to_string(),
        limits: &run.limits(),
        nodes: finished_run::node_limits(&run),
        ends: run.ends(),
        programs: run.programs(&all).as_deref(),
        variants: &variants,
        all: &all,
        work: &work,
        mates: mates.as_ref(),
        technique_totals: &technique_totals,
        cuts: &cuts,
    })
    .map_err(Failure::impossible)?;
    write(arguments, &run, &files)
}

/// Writes the page over the reports in a directory and right below it.
fn index(arguments: &Arguments) -> Result<(), Failure> {
    let (directory, has_texts) = (&arguments.directory, arguments.texts);
    let texts = match has_texts {
        true => gallery::texts(directory)?,
        false => Vec::new(),
    };
    let chapters = gallery::chapters(directory, has_texts)?;
    let definitions = gallery::definitions(directory, has_texts);
    let index = page::index(&chapters, definitions).into_bytes();
    let files = [(page::INDEX.to_owned(), index)];
    for (place, name, page) in &texts {
        refuse_others(place, &[(name, page)], "")?;
    }
    for (place, name, page) in &texts {
        write_into(place, &[(name, page)], "")?;
    }
    write_into(arguments.out(), &files, " with --out")?;
    finish(arguments, &files, &[])
}

/// Writes the report of games against the oracle.
fn games(
    arguments: &Arguments,
    run: &FinishedRun,
    baseline: &str,
    chosen: &[&str],
    pictures: &Pictures,
) -> Result<(), Failure> {
    if run.done() < run.planned() {
        return Err(finished_run::incomplete(run));
    }
    let others: Vec<&str> = run.variants().filter(|name| *name != baseline).collect();
    let (shown, choice) = shown(&others, chosen, &run.experiment.purpose);
    let mut variants = vec![baseline];
    variants.extend(&others);
    let found = GamesByVariant::gather(run.positions(), &variants, run.jobs_of(&variants))?;
    let setup = setup::of(run, arguments.writes_beside())?;
    let made = report::games::files(&report::games::GamesReport {
        games: &found,
        shown: Shown {
            baseline,
            others: &shown,
            choice: choice.as_deref(),
            experiment: &run.about(),
        },
        setup: &setup,
        pictures,
    });
    let files = Files {
        made: made.map_err(Failure::impossible)?,
        omitted: Vec::new(),
    };
    write(arguments, run, &files)
}

/// The variants that the user wants in the charts; the baseline need not be named.
fn chosen<'r>(
    run: &'r FinishedRun,
    wanted: Option<&str>,
    baseline: &'r str,
) -> Result<Vec<&'r str>, Failure> {
    let Some(list) = wanted else {
        return Ok(Vec::new());
    };
    let mut chosen = Vec::new();
    let repeated = run.repeated(baseline);
    for name in spec::find_all(list, run.variants()).map_err(|error| run.at_fault(error))? {
        let same = repeated.iter().find(|(other, _)| *other == name);
        let name = same.map_or(name, |(_, first)| *first);
        run.refuse_uncounted(&[name], run.metric())?;
        if name != baseline && !chosen.contains(&name) {
            chosen.push(name);
        }
    }
    if chosen.len() > MOST_VARIANTS {
        return Err(Failure::input(format_args!(
            "--variants names {} variants beside the baseline {baseline:?}; name at most {MOST_VARIANTS}",
            chosen.len()
        )));
    }
    if chosen.is_empty() {
        return Err(Failure::input(format_args!(
            "--variants names only the baseline {baseline:?}; name another variant"
        )));
    }
    Ok(chosen)
}

/// Writes the files, and removes those that an earlier report left and this one does not have: they would show other records.
fn write(arguments: &Arguments, run: &FinishedRun, files: &Files) -> Result<(), Failure> {
    let out = arguments.out();
    if let Some(chart) = &arguments.chart {
        if files.made.is_empty() {
            let omitted = files.omitted.iter().find(|omitted| omitted.chart == chart);
            let reason = omitted.and_then(|omitted| omitted.reason);
            return Err(Failure::input(format_args!(
                "{} has no chart {chart}: {}",
                arguments.directory.display(),
                reason.unwrap_or("its records have nothing that it shows")
            )));
        }
        write_into(out, &files.made, " with --out")?;
        return finish(arguments, &files.made, &[]);
    }
    let names: Vec<&str> = files.made.iter().map(|(name, _)| name.as_str()).collect();
    let was_reported = names.iter().any(|name| out.join(name).exists());
    write_into(out, &files.made, " with --out")?;
    finished_run::note(run);
    let is_left = |name: &String| {
        let file = out.join(name);
        let is_other = was_reported && !names.contains(&name.as_str()) && file.exists();
        is_other && is_own_picture(&file).is_ok_and(|is_own| is_own)
    };
    let left: Vec<String> = report::run::names().filter(is_left).collect();
    for path in left.iter().map(|name| out.join(name)) {
        fs::remove_file(&path).map_err(Failure::writing(&path, "--out"))?;
    }
    for Omitted { chart, reason } in &files.omitted {
        let mut left = left.iter();
        let is_removed = left.any(|name| name.starts_with(&format!("{chart}.")));
        let removed = match is_removed {
            true => "; the older one was removed",
            false => "",
        };
        if is_removed || reason.is_some() {
            let reason = reason
                .map(|reason| format!(": {reason}"))
                .unwrap_or_default();
            message::note(format_args!("no chart {chart}{reason}{removed}"));
        }
    }
    finish(arguments, &files.made, &files.omitted)
}

/// Opens the page if the user wants that, and says which files were written, and why some charts were not.
fn finish(
    arguments: &Arguments,
    made: &[(String, Vec<u8>)],
    omitted: &[Omitted],
) -> Result<(), Failure> {
    let out = arguments.out();
    if arguments.open && arguments.chart.is_none() {
        let page = out.join(page::INDEX);
        open::that_detached(&page).map_err(|error| {
            Failure::impossible(format_args!(
                "{} is written, but no browser could be opened ({error}); open the file yourself",
                page.display()
            ))
        })?;
    }
    let names: Vec<&str> = made.iter().map(|(name, _)| name.as_str()).collect();
    if arguments.json {
        let omitted = omitted.iter().filter_map(|Omitted { chart, reason }| {
            Some(json!({"chart": chart, "reason": (*reason)?}))
        });
        let omitted: Vec<_> = omitted.collect();
        // A path need not be UTF-8, as JSON is.
        let directory = out.to_string_lossy();
        return output::json(&json!({"directory": directory, "files": names, "omitted": omitted}));
    }
    let lines = names
        .iter()
        .map(|name| format!("{}\n", out.join(name).display()));
    output::summary(lines.collect::<String>());
    Ok(())
}
