//! `plybench verify`.

use std::io::Write;

use serde_json::json;

use super::{failure::Failure, oracle, output, progress::Progress};
use plybench_conformance::verify::{self, Declared, Material, Verdict};
use plybench_text::plural::count;

/// Check what every technique promises, and every step of recorded searches
#[derive(clap::Args)]
#[command(after_help = "Example: plybench verify --technique cpw --seed 7")]
pub(super) struct Arguments {
    /// Check only this technique, named as in `plybench techniques`; `none` is the search without techniques
    #[arg(long, value_name = "NAME")]
    technique: Option<String>,
    /// The seed of the random positions and windows
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Check ten times as many cases
    #[arg(long)]
    thorough: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let mut subjects = verify::built_in();
    subjects.extend(verify::registered());
    if let Some(name) = &arguments.technique {
        if !subjects.iter().any(|subject| subject.name == *name) {
            let hint = plybench_text::suggestion(name, subjects.iter().map(|subject| subject.name));
            return Err(Failure::input(format_args!(
                "unknown technique {:?}; {hint} (`plybench techniques` lists them)",
                plybench_text::echo(name)
            )));
        }
        subjects.retain(|subject| subject.name == *name);
    }
    let scale = if arguments.thorough { 10 } else { 1 };
    let material =
        Material::draw(arguments.seed, scale, &mut oracle::open()?).map_err(oracle::failure)?;
    let progress = Progress::new(subjects.len() * verify::ALL.len(), "checks");
    let verdicts = verify::examine(&subjects, &material, false, || progress.step());
    progress.finish();
    let declared = verify::declared(&subjects);

    let names: Vec<&str> = subjects.iter().map(|subject| subject.name).collect();
    let sum = |of: fn(&verify::Findings) -> u64| -> u64 {
        verdicts
            .iter()
            .filter_map(|verdict| verdict.findings.as_ref())
            .map(of)
            .sum()
    };
    let undeclared = declared.iter().flatten();
    let undeclared: u64 = undeclared.map(|found| found.findings.violations).sum();
    let cases = sum(|found| found.cases);
    let violations = sum(|found| found.violations) + undeclared;
    let printed = if arguments.json {
        print_json(
            &names,
            (&verdicts, &declared),
            (cases, violations, arguments.seed),
        )
    } else {
        print_table(
            &names,
            (&verdicts, &declared),
            (cases, violations, arguments.seed),
        )
    };
    // A failing stdout does not hide the verdict.
    if violations > 0 {
        let violations = count(violations, "violation");
        return Err(Failure::Found(violations));
    }
    printed
}

fn print_json(
    names: &[&str],
    (verdicts, declared): (&[Verdict], &[Option<Declared>]),
    (cases, violations, seed): (u64, u64, u64),
) -> Result<(), Failure> {
    let techniques: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let own = verdicts.iter().filter(|verdict| verdict.subject == at);
            let checks: Vec<_> = own
                .filter_map(|verdict| {
                    let found = verdict.findings.as_ref()?;
                    let examples: Vec<_> = found
                        .examples
                        .iter()
                        .map(|example| json!({ "what": example.what, "reproduce": example.reproduce }))
                        .collect();
                    Some(json!({
                        "check": verify::ALL[verdict.check].name, "cases": found.cases,
                        "violations": found.violations, "examples": examples,
                    }))
                })
                .collect();
            let declared = declared[at].as_ref();
            json!({
                "name": name, "checks": checks,
                "acts": declared.map(|found| found.acts),
                "declares_every_hook": declared.map(|found| found.findings.violations == u64::from(!found.acts)),
            })
        })
        .collect();
    let all =
        json!({ "seed": seed, "cases": cases, "violations": violations, "techniques": techniques });
    writeln!(output::writer(), "{all}")?;
    Ok(())
}

/// Prints a row for each technique and a column for each check, with the cases, or the violations of the cases.
fn print_table(
    names: &[&str],
    (verdicts, declared): (&[Verdict], &[Option<Declared>]),
    (cases, violations, seed): (u64, u64, u64),
) -> Result<(), Failure> {
    let mut out = output::writer();
    write!(out, "{:22}", "")?;
    for check in &verify::ALL {
        write!(out, " {:>15}", check.name)?;
    }
    writeln!(out)?;
    for (at, name) in names.iter().enumerate() {
        write!(out, "{name:22}")?;
        for verdict in verdicts.iter().filter(|verdict| verdict.subject == at) {
            let cell = match &verdict.findings {
                None => "-".to_owned(),
                Some(found) if found.violations == 0 => found.cases.to_string(),
                Some(found) => format!("{} of {}!", found.violations, found.cases),
            };
            write!(out, " {cell:>15}")?;
        }
        writeln!(out)?;
    }
    for verdict in verdicts {
        let Some(found) = &verdict.findings else {
            continue;
        };
        for example in &found.examples {
            writeln!(
                out,
                "{} {}: {}",
                names[verdict.subject],
                verify::ALL[verdict.check].name,
                example.what
            )?;
            writeln!(out, "  {}", example.reproduce)?;
        }
    }
    for found in declared.iter().flatten() {
        for example in &found.findings.examples {
            writeln!(out, "{}\n  {}", example.what, example.reproduce)?;
        }
    }
    let (cases, violations) = (count(cases, "case"), count(violations, "violation"));
    writeln!(out, "\nseed {seed}: {cases}, {violations}")?;
    Ok(())
}
