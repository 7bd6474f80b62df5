//! The `[judge]` of an experiment: a search that says what the variants' moves are worth.

use plybench_engine::{search::RootDriver, units::MAX_DEPTH};

use super::{
    ExperimentVariant, SettingError, Settings,
    base::Bases,
    section::{Mistake, Section},
    variant,
};

/// The judge's name in records. No variant of an experiment with a judge may have it.
pub const JUDGE: &str = "judge";

/// A search that finds the value of every move of each position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judge {
    /// How it searches, but for the root's driver.
    pub variant: ExperimentVariant,
    /// How deep it searches.
    pub depth: JudgeDepth,
    /// The most nodes that it may enter at a position.
    pub nodes: Option<u64>,
}

/// The depth at which the judge values a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgeDepth {
    /// That of the iteration that chose it.
    Same,
    /// This many plies, whichever iteration chose it.
    Plies(u8),
}

impl Judge {
    /// The full settings.
    ///
    /// # Errors
    /// If a setting does not exist or does not take its value.
    pub fn options(&self) -> Result<Settings, SettingError> {
        let mut settings = self.variant.options()?;
        settings.search.driver = RootDriver::EveryMove;
        Ok(settings)
    }

    /// The depth to which it searches in an experiment of this depth, in plies.
    #[must_use]
    pub fn plies(&self, experiment: u8) -> u8 {
        match self.depth {
            JudgeDepth::Same => experiment,
            JudgeDepth::Plies(plies) => plies,
        }
    }
}

/// The judge of a `[judge]` table.
pub(super) fn judge(section: &Section, bases: &Bases) -> Result<Judge, Mistake> {
    let variant = variant::judge(section, bases)?;
    if variant.set.contains_key("driver") {
        let give = "no driver: the judge searches every move of the root with the full window";
        return Err(section.refused("set", give));
    }
    let depth = match section.get("depth").map(|node| node.get_ref().as_str()) {
        None | Some(Some("same")) => JudgeDepth::Same,
        Some(Some(_)) => {
            let give = format!("\"same\" or a whole number, 1 to {MAX_DEPTH}");
            return Err(section.refused("depth", &give));
        }
        Some(None) => {
            let plies = section.whole("depth", 1, Some(MAX_DEPTH))?;
            plies.map_or(JudgeDepth::Same, JudgeDepth::Plies)
        }
    };
    let nodes = section.whole("nodes", 1, None)?;
    Ok(Judge {
        variant,
        depth,
        nodes,
    })
}

#[cfg(test)]
mod tests {
    use super::{super::Experiment, *};

    const GOOD: &str = r#"
purpose = "test"
metric = "nodes"
baseline = "off"
depth = 3
positions = [{ id = "krk", fen = "8/7K/8/8/8/8/R7/7k w - - 0 1" }]
variants = [{ name = "off", base = "plain" }]
[judge]
base = "plain"
set = { scout = "pvs" }
depth = "same"
nodes = 1000
"#;

    #[test]
    fn a_judge_searches_every_move() {
        let judge = Experiment::parse(GOOD).unwrap().judge.unwrap();
        let settings = judge.options().unwrap();
        assert_eq!(settings.search.driver, RootDriver::EveryMove);
        assert_eq!((judge.plies(3), judge.nodes), (3, Some(1000)));
        for (depth, plies) in [("depth = 7", 7), ("", 3)] {
            let text = GOOD.replace("depth = \"same\"", depth);
            let judge = Experiment::parse(&text).unwrap().judge.unwrap();
            assert_eq!(judge.plies(3), plies);
        }
    }

    #[test]
    fn a_mistake_is_one_line_with_the_place() {
        for (from, to, line, says) in [
            ("scout = \"pvs\"", "driver = \"mtdf\"", 10, "no driver"),
            ("scout = \"pvs\"", "scut = \"pvs\"", 10, "\"scout\""),
            ("\"same\"", "\"deep\"", 11, "\"same\" or a whole number"),
            ("\"same\"", "101", 11, "1 to 100"),
            ("nodes = 1000", "nodes = 0", 12, "1 or more"),
            ("nodes = 1000", "node = 1", 12, "\"nodes\""),
            ("\"off\"", "\"judge\"", 8, "another name"),
            ("base = \"plain\"\nset", "set", 8, "base is missing"),
            (
                "depth = 3",
                "depth = 3\nagainst = \"oracle\"",
                9,
                "remove it",
            ),
        ] {
            let error = Experiment::parse(&GOOD.replace(from, to)).unwrap_err();
            assert_eq!(error.line, line, "{to}: {error}");
            assert!(error.problem.contains(says), "{to}: {error}");
        }
    }
}
