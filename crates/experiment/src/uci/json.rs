//! Programs that speak lines of JSON: a line asks for a search, a line answers each depth, and a last one ends the search.
//!
//! There is no handshake, and the root is any position of an experiment, as its text. What the program counts besides nodes is kept
//! under the names that it gives. `reports/README.md` describes the lines.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Instant,
};

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use super::{
    Answer, Deadline, EngineError, ReadyEngine, Timed, engine::Spoken, line::LONGEST_LINE,
    verdict::MOST_NODES,
};
use crate::spec::EngineSpec;
use plybench_files::user_file;
use plybench_records::{Bound, Counts, Protocol, ScoreRecord};
use plybench_text::{echo, echo_line};

/// The most bytes of a move, and of the name of a count.
const LONGEST_WORD: usize = 60;

/// What a program is called in records: by its file, since it does not report a name.
pub(super) fn id(program: &Path) -> String {
    let name = program.file_name().unwrap_or(program.as_os_str());
    name.to_string_lossy().into_owned()
}

/// The SHA-256 of the files among a program's arguments: a script may be all that there is of it. None of an engine's.
///
/// # Errors
/// If one of them cannot be read.
pub(super) fn files(
    spec: &EngineSpec,
    directory: Option<&Path>,
) -> Result<BTreeMap<String, String>, String> {
    let args = spec.args.iter().filter(|_| spec.protocol == Protocol::Json);
    let paths = args.map(|argument| {
        let path = directory.map_or_else(PathBuf::new, Path::to_owned);
        (argument, path.join(argument))
    });
    let sums = paths
        .filter(|(_, path)| path.is_file())
        .map(|(argument, path)| {
            let sha256 = user_file::sha256(&path);
            let sha256 =
                sha256.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            Ok((argument.clone(), sha256))
        });
    sums.collect()
}

/// The settings of a record, whose values are JSON.
pub(super) fn settings(options: &BTreeMap<String, String>) -> Map<String, Value> {
    let options = options.iter();
    let pairs = options.map(|(name, value)| {
        let value = serde_json::from_str(value).unwrap_or_else(|_| value.as_str().into());
        (name.clone(), value)
    });
    pairs.collect()
}

/// A line of a program.
#[derive(Debug, PartialEq)]
enum Line {
    /// The answer at a depth.
    Depth(u8, Box<Answer>),
    /// The end of the search.
    Done,
    /// Why there is no more.
    Error(String),
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    /// What the program does wrong.
    fn parse(line: &str) -> Result<Self, String> {
        if line.len() >= LONGEST_LINE {
            return Err(format!("writes a line of {LONGEST_LINE} bytes or more"));
        }
        // Bytes that are no UTF-8 have been replaced by this.
        if line.contains(char::REPLACEMENT_CHARACTER) {
            return Err("writes a line that is not UTF-8".to_owned());
        }
        let Ok(Value::Object(mut said)) = serde_json::from_str(line) else {
            return Err(format!(
                "writes a line that is not a JSON object: {:?}; messages belong on stderr",
                echo(line)
            ));
        };
        match said.remove("error") {
            Some(Value::String(text)) => return Ok(Line::Error(text)),
            Some(other) => return Ok(Line::Error(other.to_string())),
            None => {}
        }
        if said.remove("done") == Some(Value::Bool(true)) {
            return Ok(Line::Done);
        }
        let Some(depth) = take(&mut said, "depth", "a number of plies up to 255")? else {
            return Err(format!("writes a line without a depth: {}", echo(line)));
        };
        let lacks = |key| format!("answers depth {depth} without {key}");
        let score: Told = take(&mut said, "score", SCORE)?.ok_or_else(|| lacks("score"))?;
        let nodes = take(&mut said, "nodes", "a whole number, 0 or more")?;
        let pv: Vec<String> = take(&mut said, "pv", "a list of moves")?.unwrap_or_default();
        let best_move: Option<String> = take(&mut said, "best_move", "a move, a text")?;
        let is_move = |text: &String| {
            let is_bad = |letter: char| letter.is_whitespace() || letter.is_control();
            (1..=LONGEST_WORD).contains(&text.len()) && !text.contains(is_bad)
        };
        if !pv.iter().chain(&best_move).all(is_move) {
            return Err(format!(
                "answers depth {depth} with a move that is empty, has spaces or more than {LONGEST_WORD} bytes"
            ));
        }
        Ok(Line::Depth(
            depth,
            Box::new(Answer {
                score: score.record().ok_or_else(|| {
                    format!("answers depth {depth} with another score than {SCORE}")
                })?,
                bound: take::<Bound>(&mut said, "bound", "\"lower\" or \"upper\"")?,
                nodes: nodes.ok_or_else(|| lacks("nodes"))?,
                depth: Some(depth.into()),
                best_move: best_move
                    .or_else(|| pv.first().cloned())
                    .unwrap_or_default(),
                pv,
                counts: counts(said)?,
            }),
        ))
    }
}

/// The value of a key, if it is given and not null; `give` says what it should be.
fn take<T: DeserializeOwned>(
    said: &mut Map<String, Value>,
    key: &str,
    give: &str,
) -> Result<Option<T>, String> {
    let Some(value) = said.remove(key).filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    let text = value.to_string();
    let read = serde_json::from_value(value);
    read.map(Some)
        .map_err(|_| format!("answers \"{key}\": {}; give {give}", echo(&text)))
}

/// How a score is written.
const SCORE: &str =
    "{\"cp\": N}, or {\"mate\": MOVES}, {\"plies\": PLIES}, negative for the mated side";

/// A score as a program writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    cp: Option<i32>,
    mate: Option<i32>,
    plies: Option<i32>,
}

impl Told {
    /// The score; none if it is several, or its plies cannot be: who mates does so in an odd number of them.
    fn record(&self) -> Option<ScoreRecord> {
        let mate = match (self.cp, self.mate, self.plies) {
            (Some(cp), None, None) => return Some(ScoreRecord::Evaluation { cp }),
            (None, Some(mate), _) => mate,
            (None, None, Some(plies)) => plies / 2 + i32::from(plies > 0),
            _ => return None,
        };
        let is_told = |score: &ScoreRecord| {
            self.plies
                .is_none_or(|plies| score.mate_plies() == Some(plies))
        };
        ScoreRecord::mate(mate).filter(is_told)
    }
}

/// The named counts: what else a line has, if it is a whole number or a list of such.
fn counts(said: Map<String, Value>) -> Result<Counts, String> {
    let is_count = |value: &Value| value.as_u64().is_some_and(|count| count <= MOST_NODES);
    let mut named = Map::new();
    for (name, value) in said {
        let is_known = match &value {
            Value::Number(number) if number.is_f64() => false,
            Value::Number(_) if !is_count(&value) => {
                return Err(format!(
                    "counts {value} as {:?}, which cannot be",
                    echo(&name)
                ));
            }
            Value::Number(_) => true,
            Value::Array(counts) => counts.iter().all(is_count),
            _ => false,
        };
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if is_known && (name.len() > LONGEST_WORD || !name.bytes().all(is_word)) {
            return Err(format!(
                "has a count {:?}; name it with up to {LONGEST_WORD} letters, digits and _",
                echo(&name)
            ));
        }
        if is_known {
            named.insert(name, value);
        }
    }
    serde_json::from_value(Value::Object(named))
        .map_err(|error| format!("has counts that cannot be read: {error}"))
}

impl ReadyEngine {
    /// Searches a position to a depth, and returns the answer at this depth; if its nodes went beyond the limit before, the last one.
    ///
    /// # Errors
    /// If the program ends, takes too long, or does not answer as it should, or if the stop flag was set meanwhile.
    pub(super) fn ask_in_json(
        &mut self,
        position: &str,
        depth: u8,
        nodes: Option<u64>,
        deadline: &Deadline<'_>,
    ) -> Result<Answer, EngineError> {
        let mut read = BTreeMap::new();
        self.search_in_json(position, depth, nodes, deadline, &mut read)?;
        let is_beyond = |answer: &Answer| nodes.is_some_and(|most| answer.nodes > most);
        match read.pop_last() {
            Some((last, Timed { answer, .. }))
                if last == u32::from(depth) || is_beyond(&answer) =>
            {
                Ok(answer)
            }
            _ => Err(self.failed(format!(
                "ends a search to depth {depth} without an answer at this depth"
            ))),
        }
    }

    /// Searches a position to a depth. `iterations` gets the answer at each depth; if the search ends before the last one and there is
    /// a limit of nodes, this was the reason, and in place of the next stands an answer with more nodes.
    ///
    /// # Errors
    /// As [`ReadyEngine::ask_in_json`]. `iterations` has what was answered before the last depth: that counts if the search ends well.
    pub(super) fn search_in_json(
        &mut self,
        position: &str,
        depth: u8,
        nodes: Option<u64>,
        deadline: &Deadline<'_>,
        iterations: &mut BTreeMap<u32, Timed>,
    ) -> Result<(), EngineError> {
        // A line that comes later is an answer of a wrong depth, or ends a search without answers.
        if let Some(line) = self.conversation.early_line() {
            return Err(self.failed(format!("writes {:?} before it is asked", echo(line.trim()))));
        }
        self.conversation
            .send(&self.request(position, depth, nodes))?;
        let began = Instant::now();
        let read = self.read_answers(depth, nodes, deadline, |at, answer| {
            let seconds = began.elapsed().as_secs_f64();
            iterations.insert(at.into(), Timed { answer, seconds });
        });
        if read.is_err() {
            iterations.remove(&depth.into());
        }
        let reached = read?;
        if let Some(most) = nodes.filter(|_| reached < depth) {
            let answer = Answer {
                score: ScoreRecord::Evaluation { cp: 0 },
                bound: None,
                nodes: most.saturating_add(1),
                depth: None,
                best_move: String::new(),
                pv: Vec::new(),
                counts: Counts::default(),
            };
            let seconds = began.elapsed().as_secs_f64();
            iterations.insert(u32::from(reached) + 1, Timed { answer, seconds });
        }
        Ok(())
    }

    /// The line that asks for a search.
    fn request(&self, position: &str, depth: u8, nodes: Option<u64>) -> String {
        let mut search = json!({ "position": position, "depth": depth });
        if let Some(nodes) = nodes {
            search["nodes"] = nodes.into();
        }
        if let Spoken::Json(settings) = &self.spoken
            && !settings.is_empty()
        {
            search["settings"] = Value::Object(settings.clone());
        }
        json!({ "search": search }).to_string()
    }

    /// Reads the answers of a search up to its end, and returns the last depth, or 0.
    fn read_answers(
        &mut self,
        depth: u8,
        nodes: Option<u64>,
        deadline: &Deadline<'_>,
        mut hear: impl FnMut(u8, Answer),
    ) -> Result<u8, EngineError> {
        let mut reached = 0;
        loop {
            let Some(line) = self.conversation.receive_line(deadline)? else {
                return Err(self.too_slow(&format!("a search to depth {depth}")));
            };
            if line.trim().is_empty() {
                continue;
            }
            match Line::parse(line.trim()).map_err(|problem| self.failed(problem))? {
                Line::Done => return Ok(reached),
                Line::Error(text) => {
                    return Err(self.failed(format!("reports an error: {}", echo_line(&text))));
                }
                Line::Depth(at, _) if at <= reached || at > depth => {
                    return Err(self.failed(format!(
                        "answers depth {at}; depths 1 to {depth} were asked for, each once and in order"
                    )));
                }
                Line::Depth(at, answer) => {
                    reached = at;
                    let is_beyond = nodes.is_some_and(|most| answer.nodes > most);
                    hear(at, *answer);
                    if is_beyond && at < depth {
                        // It cannot be told to stop.
                        return Err(self.failed("goes on after its node limit"));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_read_in_moves_or_plies() {
        let read = |text| serde_json::from_str::<Told>(text).ok()?.record();
        let mate = |mate| ScoreRecord::mate(mate);
        for (text, score) in [
            (r#"{"cp": -51}"#, Some(ScoreRecord::Evaluation { cp: -51 })),
            (r#"{"mate": 8}"#, mate(8)),
            (r#"{"plies": 15}"#, mate(8)),
            (r#"{"plies": -16}"#, mate(-8)),
            (r#"{"plies": 0}"#, mate(0)),
            (r#"{"mate": 8, "plies": 15}"#, mate(8)),
            (r#"{"mate": 8, "plies": 16}"#, None),
            (r#"{"plies": -15}"#, None),
            (r#"{"plies": 2147483647}"#, mate(1 << 30)),
            (r#"{"mate": 2147483647}"#, None),
            (r#"{"cp": 1.5}"#, None),
            (r#"{"cp": 1, "wdl": 3}"#, None),
            ("{}", None),
        ] {
            assert_eq!(read(text), score, "{text}");
        }
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        let line = |rest: &str| {
            let line = format!(r#"{{"depth": 1, "score": {{"cp": 5}}, "nodes": 9{rest}}}"#);
            Line::parse(&line).map(|line| match line {
                Line::Depth(_, answer) => serde_json::to_string(&answer.counts).unwrap(),
                other => panic!("{other:?}"),
            })
        };
        for (rest, counts) in [
            ("", "{}"),
            (r#", "best_move": null, "pv": ["a1a2"]"#, "{}"),
            (
                r#", "b": [1, 2], "a": 3, "c": [], "t": "x", "f": 0.5, "o": {"a": 1}, "m": [1, "x"]"#,
                r#"{"a":3,"b":[1,2],"c":[]}"#,
            ),
        ] {
            assert_eq!(line(rest).unwrap(), counts, "{rest}");
        }
        for (rest, says) in [
            (r#", "pv": ["a1\na2"]"#, "a move that is empty, has spaces"),
            (r#", "pv": [""]"#, "a move that is empty"),
            (r#", "pv": "a1a2""#, "give a list of moves"),
            (r#", "bound": "exact""#, "give \"lower\" or \"upper\""),
            (r#", "x": 300000000000000"#, "counts 300000000000000"),
        ] {
            assert!(line(rest).unwrap_err().contains(says), "{rest}");
        }
    }
}
