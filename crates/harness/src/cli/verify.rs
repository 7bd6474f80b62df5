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
    let results = Results {
        names,
        verdicts,
        declared,
        cases,
        violations,
        seed: arguments.seed,
    };
    let printed = match arguments.json {
        true => results.print_json(),
        false => results.print_table(),
    };
    // A failing stdout does not hide the verdict.
    if violations > 0 {
        let violations = count(violations, "violation");
        return Err(Failure::Found(violations));
    }
    printed
}

/// What the checks found. Techniques are numbered by their places in `names` and `declared`.
struct Results<'t> {
    names: Vec<&'t str>,
    verdicts: Vec<Verdict>,
    /// Whether each declares all hooks that it has; none for the search without techniques.
    declared: Vec<Option<Declared>>,
    cases: u64,
    violations: u64,
    seed: u64,
}

impl Results<'_> {
    fn print_json(&self) -> Result<(), Failure> {
        let techniques = self.names.iter().enumerate().map(|(at, name)| {
            let verdicts = self.verdicts.iter().filter(|verdict| verdict.subject == at);
            let checks = verdicts.filter_map(|verdict| {
                let found = verdict.findings.as_ref()?;
                let examples = found
                    .examples
                    .iter()
                    .map(|example| json!({ "what": example.what, "reproduce": example.reproduce }));
                Some(json!({
                    "check": verify::ALL[verdict.check].name, "cases": found.cases,
                    "violations": found.violations, "examples": examples.collect::<Vec<_>>(),
                }))
            });
            let declared = self.declared[at].as_ref();
            let declares_every_hook =
                declared.map(|found| found.findings.violations == u64::from(!found.acts));
            json!({
                "name": name, "checks": checks.collect::<Vec<_>>(),
                "acts": declared.map(|found| found.acts),
                "declares_every_hook": declares_every_hook,
            })
        });
        let all = json!({
            "seed": self.seed, "cases": self.cases, "violations": self.violations,
            "techniques": techniques.collect::<Vec<_>>(),
        });
        writeln!(output::writer(), "{all}")?;
        Ok(())
    }

    /// Prints a row for each technique and a column for each check, with the cases, or the violations of the cases.
    fn print_table(&self) -> Result<(), Failure> {
        let mut out = output::writer();
        write!(out, "{:22}", "")?;
        for check in &verify::ALL {
            write!(out, " {:>15}", check.name)?;
        }
        writeln!(out)?;
        for (at, name) in self.names.iter().enumerate() {
            write!(out, "{name:22}")?;
            for verdict in self.verdicts.iter().filter(|verdict| verdict.subject == at) {
                let cell = match &verdict.findings {
                    None => "-".to_owned(),
                    Some(found) if found.violations == 0 => found.cases.to_string(),
                    Some(found) => format!("{} of {}!", found.violations, found.cases),
                };
                write!(out, " {cell:>15}")?;
            }
            writeln!(out)?;
        }
        for verdict in &self.verdicts {
            let Some(found) = &verdict.findings else {
                continue;
            };
            for example in &found.examples {
                writeln!(
                    out,
                    "{} {}: {}",
                    self.names[verdict.subject],
                    verify::ALL[verdict.check].name,
                    example.what
                )?;
                writeln!(out, "  {}", example.reproduce)?;
            }
        }
        for found in self.declared.iter().flatten() {
            for example in &found.findings.examples {
                writeln!(out, "{}\n  {}", example.what, example.reproduce)?;
            }
        }
        let cases = count(self.cases, "case");
        let violations = count(self.violations, "violation");
        writeln!(out, "\nseed {}: {cases}, {violations}", self.seed)?;
        Ok(())
    }
}
