//! `plybench verify`.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{failure::Failure, number::whole, oracle, output, progress::Progress, step_check};
use plybench_conformance::verify::{self, Budget, Findings, Material, Violation};
use plybench_text::plural::{count, in_thousands};

/// Check what every technique promises, and every step of recorded searches
#[derive(clap::Args)]
#[command(after_help = "Example: plybench verify --technique cpw --seed 7")]
pub(super) struct Arguments {
    /// Check only this technique, named as in `plybench techniques`; `none` is the search without techniques, `modern` the variant
    #[arg(long, value_name = "NAME")]
    technique: Option<String>,
    /// The seed of the random positions and windows
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0..))]
    seed: u64,
    /// Check the steps of searches with so many nodes of each technique alone, and of pairs and settings in proportion [default: 3000000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,
    /// Check ten times as many cases and nodes
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
    let mut oracle = oracle::open()?;
    let budget = arguments.nodes.map_or(Budget::VERIFY, Budget::of);
    let material = Material::draw(arguments.seed, scale, budget, &mut oracle);
    let material = material.map_err(oracle::failure)?;
    let progress = Progress::new(subjects.len() * verify::ALL.len(), "checks");
    let verdicts = verify::examine(&subjects, &material, None, || progress.step());
    progress.finish();
    let declared = verify::declared(&subjects);
    let mut verdicts = verdicts.into_iter();
    let techniques = subjects.iter().zip(declared).map(|(subject, declared)| {
        let verdicts = verdicts.by_ref().take(verify::ALL.len());
        let checks = verdicts.filter_map(|verdict| {
            Some(CheckFindings {
                check: verify::ALL[verdict.check].name.to_owned(),
                findings: verdict.findings?,
            })
        });
        let hooks = declared.as_ref();
        VerifiedTechnique {
            name: subject.name.to_owned(),
            checks: checks.collect(),
            acts: hooks.map(|found| found.acts),
            declares_every_hook: hooks
                .map(|found| found.findings.violations == u64::from(!found.acts)),
            hooks: declared.unwrap_or_default().findings,
        }
    });
    let techniques: Vec<VerifiedTechnique> = techniques.collect();
    let sum = |of: fn(&VerifiedTechnique) -> u64| techniques.iter().map(of).sum();
    let verified = Verified {
        seed: arguments.seed,
        cases: sum(|technique| technique.sum(|found| found.cases)),
        violations: sum(|technique| {
            technique.sum(|found| found.violations) + technique.hooks.violations
        }),
        techniques,
    };
    let printed = match arguments.json {
        true => output::json(&json!(verified)),
        false => output::result(verified.table()),
    };
    // A failing stdout does not hide the verdict.
    match verified.violations {
        0 => printed,
        violations => Err(Failure::found(count(violations, "violation"))),
    }
}

/// What `plybench verify --json` prints.
#[derive(Serialize, Deserialize)]
pub(super) struct Verified {
    #[serde(default)]
    seed: u64,
    pub(super) cases: u64,
    /// Those that the checks found, and those of techniques that do not declare a hook.
    pub(super) violations: u64,
    pub(super) techniques: Vec<VerifiedTechnique>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct VerifiedTechnique {
    pub(super) name: String,
    checks: Vec<CheckFindings>,
    /// Whether it changes any search; none for the search without techniques, as below.
    acts: Option<bool>,
    declares_every_hook: Option<bool>,
    /// Searches that a hook changes that the technique does not declare.
    #[serde(skip)]
    hooks: Findings,
}

/// What a check found that applies to the technique.
#[derive(Serialize, Deserialize)]
struct CheckFindings {
    check: String,
    #[serde(flatten)]
    findings: Findings,
}

impl VerifiedTechnique {
    /// The sum of a count over the checks.
    pub(super) fn sum(&self, of: fn(&Findings) -> u64) -> u64 {
        let counts = self.checks.iter().map(|check| of(&check.findings));
        counts.fold(0, u64::saturating_add)
    }
}

impl Verified {
    /// A row for each technique and a column for each check, with the cases, or the violations of the cases. Then the examples.
    fn table(&self) -> String {
        let names = verify::ALL
            .iter()
            .map(|check| format!(" {:>15}", check.name));
        let width = self.techniques.iter().map(|one| one.name.len()).max();
        let width = width.unwrap_or(0);
        let mut text = format!("{:width$}{}\n", "", names.collect::<String>());
        for VerifiedTechnique { name, checks, .. } in &self.techniques {
            let cells = verify::ALL.iter().map(|check| {
                let found = checks.iter().find(|found| found.check == check.name);
                let cell = match found.map(|found| &found.findings) {
                    None => "-".to_owned(),
                    Some(found) if found.violations == 0 => found.cases.to_string(),
                    Some(found) => format!("{} of {}!", found.violations, found.cases),
                };
                format!(" {cell:>15}")
            });
            text += &format!("{name:width$}{}\n", cells.collect::<String>());
        }
        for VerifiedTechnique { name, checks, .. } in &self.techniques {
            for CheckFindings { check, findings } in checks {
                for Violation { what, reproduce } in &findings.examples {
                    text += &format!("{name} {check}: {what}\n  {reproduce}\n");
                }
            }
        }
        text += &self.recorded();
        let checks = self.techniques.iter().flat_map(|one| &one.checks);
        for (technique, &steps) in checks.flat_map(|check| &check.findings.unchecked) {
            text += &format!("{}\n", step_check::without_rule(technique, steps));
        }
        let hooks = self.techniques.iter();
        for Violation { what, reproduce } in hooks.flat_map(|one| &one.hooks.examples) {
            text += &format!("{what}\n  {reproduce}\n");
        }
        let cases = count(self.cases, "case");
        let violations = count(self.violations, "violation");
        text + &format!("\nseed {}: {cases}, {violations}\n", self.seed)
    }

    /// The least number of recorded nodes of a search alone and of a pair; draws that ended below what was wanted; and which techniques
    /// of a configuration acted.
    fn recorded(&self) -> String {
        let (mut text, mut alone, mut pairs) = (String::new(), Vec::new(), Vec::new());
        for VerifiedTechnique { name, checks, .. } in &self.techniques {
            for (kind, drawn) in checks.iter().flat_map(|check| &check.findings.recorded) {
                let [least, wanted, nodes] =
                    [drawn.least, drawn.wanted, drawn.nodes].map(in_thousands);
                if drawn.least < drawn.wanted {
                    text +=
                        &format!("{name} {kind}: {least} of {wanted} nodes; its trees are small\n");
                }
                match kind.as_str() {
                    "alone" => alone.push(drawn.nodes),
                    "settings" => {}
                    _ => pairs.push(drawn.nodes),
                }
                if kind == "alone" && drawn.acted.len() > 1 {
                    let acted: Vec<&str> = drawn.acted.iter().map(String::as_str).collect();
                    text += &format!("{name}: in {nodes} nodes acted {}\n", acted.join(", "));
                }
            }
        }
        let Some(least) = alone.into_iter().min() else {
            return text;
        };
        text += &format!(
            "Every step checked: at least {} nodes of each search",
            in_thousands(least)
        );
        if let Some(&least) = pairs.iter().min() {
            let pairs = count(pairs.len(), "pair");
            text += &format!(", {} of each of {pairs}", in_thousands(least));
        }
        text + "\n"
    }
}
