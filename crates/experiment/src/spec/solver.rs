//! Proof-number searches in an experiment file: `[[variants]]` with `base = "df-pn"`.

use plybench_df_pn::{Limits, SEARCH_VERSION};
use plybench_records::{Identity, SearcherRecord};
use plybench_text::{echo, suggestion};

use super::{
    base::Bases,
    section::{Mistake, Section, SpannedValue},
};

/// The base that makes a variant a proof-number search.
pub(super) const BASE: &str = "df-pn";

const ASK: &str = "ask";
const MEMORY: &str = "memory";
const EXPANSIONS: &str = "expansions";

/// The most MiB of a table.
const MOST_MIB: u64 = 1 << 20;

/// A depth-first proof-number search as a variant: it asks whether there is a mate in time, and evaluates nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverSpec {
    /// Its name in records, as a variant.
    pub name: String,
    /// What it asks about a position.
    pub ask: Ask,
    /// MiB of its table.
    pub memory_mib: u64,
    /// The most expansions for a position.
    pub expansions: Option<u64>,
}

/// What a proof-number search asks about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ask {
    /// For depth 1, 2, … whether there is a mate within so many plies: by the side to move if the depth is odd, of the side to move if it
    /// is even.
    #[default]
    Each,
    /// Only whether there is the mate that the position's data set claims.
    Claimed,
}

impl SolverSpec {
    /// The limits of a search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            bytes: self.memory_mib << 20,
            expansions: self.expansions,
        }
    }

    /// What distinguishes its results from those of others.
    #[must_use]
    pub fn identity(&self) -> Identity {
        let ask = match self.ask {
            Ask::Each => "each",
            Ask::Claimed => "claimed",
        };
        let mut settings = format!("{ASK}={ask}\n{MEMORY}={}\n", self.memory_mib);
        if let Some(expansions) = self.expansions {
            settings.push_str(&format!("{EXPANSIONS}={expansions}\n"));
        }
        Identity {
            searcher: SearcherRecord {
                name: "plybench-df-pn".to_owned(),
                version: SEARCH_VERSION.to_string(),
                counts: 1,
            },
            settings,
        }
    }

    /// A short description: `a proof-number search (ask = "claimed", 64 MiB)`.
    #[must_use]
    pub fn description(&self) -> String {
        let ask = match self.ask {
            Ask::Each => "each",
            Ask::Claimed => "claimed",
        };
        let limit = self
            .expansions
            .map_or_else(String::new, |most| format!(", at most {most} expansions"));
        format!(
            "a proof-number search ({ASK} = {ask:?}, {} MiB{limit})",
            self.memory_mib
        )
    }
}

/// The solver of a `[[variants]]` table, with the place of its name; none if the table is of an alpha-beta search.
pub(super) fn solver(
    section: &Section,
    bases: &Bases,
) -> Result<Option<(usize, SolverSpec)>, Mistake> {
    if bases.given(section)?.get_ref() != BASE {
        return Ok(None);
    }
    let name = section.filled("name", "some letters")?;
    let give = "a table such as { ask = \"claimed\", memory = 64, expansions = 1000000 }";
    let mut solver = SolverSpec {
        name: name.get_ref().clone(),
        ask: Ask::default(),
        memory_mib: Limits::DEFAULT.bytes >> 20,
        expansions: None,
    };
    for (key, node) in section.table("set", give)?.into_iter().flatten() {
        let setting: &str = AsRef::<str>::as_ref(key.get_ref());
        match setting {
            ASK => {
                solver.ask = match node.get_ref().as_str() {
                    Some("each") => Ask::Each,
                    Some("claimed") => Ask::Claimed,
                    _ => return Err(section.refused_at(ASK, node, "\"each\" or \"claimed\"")),
                }
            }
            MEMORY => solver.memory_mib = whole(section, MEMORY, node, MOST_MIB)?,
            EXPANSIONS => {
                solver.expansions = Some(whole(section, EXPANSIONS, node, i64::MAX as u64)?);
            }
            other => {
                let problem = format!(
                    "variant {:?}: base = {BASE:?} has no setting {:?}; {}",
                    echo(&solver.name),
                    echo(other),
                    suggestion(other, [ASK, MEMORY, EXPANSIONS].into_iter())
                );
                return Err(Mistake::new(key.span().start, problem));
            }
        }
    }
    Ok(Some((name.span().start, solver)))
}

/// A whole number from 1.
fn whole(section: &Section, key: &str, node: &SpannedValue, most: u64) -> Result<u64, Mistake> {
    let number = node.get_ref().as_integer();
    let number =
        number.and_then(|number| u64::from_str_radix(number.as_str(), number.radix()).ok());
    let number = number.filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| section.refused_at(key, node, "a whole number, 1 or more"))
}

#[cfg(test)]
mod tests {
    use super::{super::Experiment, *};

    fn parse(tables: &str) -> Result<Experiment, String> {
        let text = format!(
            "purpose = \"test\"\nmetric = \"nodes\"\nbaseline = \"a\"\ndepth = 3\n\
             positions = [{{ id = \"krk\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }}]\n\
             [[variants]]\nname = \"a\"\nbase = \"plain\"\n{tables}"
        );
        Experiment::parse(&text).map_err(|error| error.to_string())
    }

    const PROOF: &str = "[[variants]]\nname = \"proof\"\nbase = \"df-pn\"\n";

    #[test]
    fn a_solver_has_its_own_settings() {
        let set = "set = { ask = \"claimed\", memory = 8, expansions = 1_000 }\n";
        let experiment = parse(&format!("{PROOF}{set}")).unwrap();
        assert_eq!(experiment.names().collect::<Vec<_>>(), ["a", "proof"]);
        let given = &experiment.solvers[0];
        assert_eq!(
            given.identity().settings,
            "ask=claimed\nmemory=8\nexpansions=1000\n"
        );
        let default = &parse(PROOF).unwrap().solvers[0];
        assert_eq!(default.identity().settings, "ask=each\nmemory=64\n");
        assert_eq!(default.limits(), Limits::DEFAULT);
    }

    #[test]
    fn what_a_solver_does_not_take_is_refused_with_its_line() {
        let with = |line: &str| format!("{PROOF}{line}\n");
        for (tables, says) in [
            (
                with("set = { table.size = \"off\" }"),
                "line 12: variant \"proof\": base = \"df-pn\" has no setting \"table\"; ",
            ),
            (
                with("set = { ask = \"all\" }"),
                "line 12: ask = \"all\"; give \"each\" or \"claimed\"",
            ),
            (
                with("set = { memory = 0 }"),
                "line 12: memory = 0; give a whole number, 1 or more",
            ),
            (
                with("[[grid]]\nname = \"g\"\nbase = \"df-pn\"\nover = { ask = [\"each\"] }"),
                "line 14: grid \"g\": base = \"df-pn\" is for [[variants]] alone; ",
            ),
            (
                with("[[variants]]\nname = \"b\"\nbase = \"proof\""),
                "line 14: variant \"b\": base = \"proof\" leads to \"df-pn\"",
            ),
            (
                with("[defaults]\nbase = \"df-pn\""),
                "line 13: [defaults]: base = \"df-pn\" is for [[variants]] alone; ",
            ),
            (
                with("[[variants]]\nname = \"proof\"\nbase = \"plain\""),
                "two variants",
            ),
        ] {
            let message = parse(&tables).unwrap_err();
            assert!(message.contains(says), "{message}");
        }
        let baseline = parse(PROOF).unwrap();
        assert_eq!(baseline.baseline, "a");
        for (from, to, says) in [
            ("baseline = \"a\"", "baseline = \"proof\"", "proof"),
            ("metric = \"nodes\"", "metric = \"counts.created\"", "\"a\""),
        ] {
            let text = format!(
                "purpose = \"test\"\nmetric = \"nodes\"\nbaseline = \"a\"\ndepth = 3\n\
                 positions = [{{ id = \"krk\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }}]\n\
                 [[variants]]\nname = \"a\"\nbase = \"plain\"\n{PROOF}"
            );
            let error = Experiment::parse(&text.replace(from, to)).unwrap_err();
            let message = error.to_string();
            assert!(
                message.contains("does not count") && message.contains(says),
                "{message}"
            );
        }
    }
}
