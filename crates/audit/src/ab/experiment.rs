//! The experiment that two engines are the variants of.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use toml::{Spanned, Table, Value};

use super::NAMES;
use plybench_experiment::{
    spec::EngineSpec,
    uci::{Engine, EngineError},
};

/// One of two engines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Its program: a name in `PATH`, or an absolute path.
    pub command: String,
    /// The arguments of the command.
    pub args: Vec<String>,
    /// UCI options.
    pub options: Vec<(String, String)>,
    /// Where it runs, if not in the directory of this process.
    pub directory: Option<PathBuf>,
}

impl Side {
    /// Finds the engine, under one of the [`NAMES`], and checks its options.
    ///
    /// # Errors
    /// If there is no such program, it is not an engine, or does not have an option, or if the stop flag was set meanwhile.
    pub fn engine(&self, name: &str, stop: &AtomicBool) -> Result<Engine, EngineError> {
        let (args, options) = (self.args.clone(), self.options.clone());
        let spec = EngineSpec::of_command(&self.command, args, options);
        let folder = self.directory.clone().unwrap_or_default();
        let cwd = self
            .directory
            .as_ref()
            .map(|_| Spanned::new(0..0, ".".to_owned()));
        let spec = EngineSpec {
            name: name.to_owned(),
            cwd,
            ..spec
        };
        let (engine, _) = Engine::find(&spec, &folder, Some(stop))?;
        Ok(engine)
    }
}

/// What both search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// A file of positions beside the experiment file; none for the built-in ones: mates to 4 of three endings, quiet middlegames and tactics.
    pub positions: Option<String>,
    /// The last depth, in plies.
    pub depth: u8,
    /// The most nodes of a search.
    pub nodes: u64,
}

/// The built-in data sets: those of mates, and of others with the number of positions that are taken.
const MATES: [&str; 3] = ["krk", "kqk", "krrk"];
const MATE_AT_MOST: i64 = 4;
/// The variable that tells an engine which of the two it is.
const SIDE: &str = "PLYBENCH_AB";
const OTHERS: [(&str, i64); 2] = [("quiet", 20), ("tactics", 20)];

/// The text of the experiment file.
#[must_use]
pub fn experiment(sides: &[Side; 2], sample: &Sample) -> String {
    let text = |text: &str| Value::from(text.to_owned());
    let table = |entries: Vec<(&str, Value)>| {
        let named = entries
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value));
        Value::Table(Table::from_iter(named))
    };
    let datasets = match &sample.positions {
        Some(file) => vec![table(vec![("file", text(file))])],
        None => {
            let mates = MATES.map(|name| {
                table(vec![
                    ("name", text(name)),
                    ("mate-at-most", MATE_AT_MOST.into()),
                ])
            });
            let others =
                OTHERS.map(|(name, take)| table(vec![("name", text(name)), ("take", take.into())]));
            mates.into_iter().chain(others).collect()
        }
    };
    let engine = |(name, side): (&str, &Side)| {
        let options = side.options.iter();
        let options = options
            .map(|(name, value)| (&**name, text(value)))
            .collect();
        let mut entries = vec![
            ("name", text(name)),
            ("command", text(&side.command)),
            ("args", Value::from(side.args.clone())),
            ("options", table(options)),
            // Without it, the same program at two paths would be searched once, whatever lies beside it.
            ("env", table(vec![(SIDE, text(name))])),
            // Several times faster than a search for each depth.
            ("one-search", true.into()),
        ];
        if let Some(directory) = &side.directory {
            entries.push(("cwd", text(&directory.to_string_lossy())));
        }
        table(entries)
    };
    let engines: Vec<Value> = NAMES.into_iter().zip(sides).map(engine).collect();
    table(vec![
        (
            "purpose",
            text("Do two engines search the same tree, and if not, where do they differ?"),
        ),
        ("metric", text("nodes")),
        ("baseline", text(NAMES[0])),
        ("depth", i64::from(sample.depth).into()),
        (
            "nodes",
            i64::try_from(sample.nodes).unwrap_or(i64::MAX).into(),
        ),
        ("datasets", Value::from(datasets)),
        ("engine", Value::from(engines)),
    ])
    .as_table()
    .map(Table::to_string)
    .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybench_experiment::spec::Experiment;

    #[test]
    fn its_text_is_a_valid_experiment_whatever_the_names() {
        let side = |command: &str| Side {
            command: command.to_owned(),
            args: vec!["--uci".to_owned(), "a \"b\"".to_owned()],
            options: vec![("Use NNUE".to_owned(), "false".to_owned())],
            directory: Some("/tmp/a b".into()),
        };
        for positions in [None, Some("/x/\"y\".epd".into())] {
            let sample = Sample {
                positions,
                depth: 9,
                nodes: 1_000,
            };
            let text = experiment(&[side("/a/\u{e4} b"), side("c")], &sample);
            let read = Experiment::parse(&text).unwrap();
            assert_eq!((read.depth, read.nodes), (9, Some(1_000)));
            let commands = read
                .engines
                .iter()
                .map(|engine| &**engine.command.get_ref());
            assert_eq!(commands.collect::<Vec<_>>(), ["/a/\u{e4} b", "c"]);
            assert_eq!(read.engines[0].options, side("c").options);
            assert!(read.engines.iter().all(|engine| engine.one_search));
        }
    }
}
