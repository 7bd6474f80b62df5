//! Loading data sets: their positions are read, filtered and named.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap},
    io,
    path::{Path, PathBuf},
};

use plybench_engine::game::{Solved, chess::Chess};
use plybench_oracle::{Oracle, OracleError};
use thiserror::Error;

use super::{
    built_in::BuiltInDataset,
    drawn::refuse_torn,
    epd::{Epd, EpdError, MateClaim},
    nearest_file::nearest_dataset,
};
use crate::{
    searcher::Root,
    spec::{DatasetSource, DatasetSpec, Distances},
};
use plybench_files::user_file;
use plybench_text::{echo, plural::count, suggestion};

/// A position with its name in records.
#[derive(Clone, Debug)]
pub struct NamedPosition {
    /// The line's `id`, or the file's stem and the line; made unique by a number.
    pub id: String,
    /// The name of its file without the extension; reports group positions by it.
    pub category: String,
    /// The position from which a search starts.
    pub root: Root,
    /// The first mate that the line claims, or the oracle's distance.
    pub claim: Option<MateClaim>,
    /// The moves that the line calls best, in the game's notation, which is UCI in chess.
    pub best_moves: Vec<String>,
    /// The moves that the line says to avoid, in the same notation.
    pub avoided_moves: Vec<String>,
}

/// Why a data set cannot be loaded.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// Its name or its file is at fault. The text says what is wrong, where, and how to fix it.
    #[error("{0}")]
    Input(String),
    /// The oracle has no distance to mate for a position.
    #[error("{place}: {source}; {}", oracle_hint(source))]
    Distance {
        /// The file of the data set and the line of the position, such as `mine.epd:3`.
        place: String,
        /// Why the oracle has none.
        source: OracleError,
    },
}

/// What the user can do if the oracle has no answer.
fn oracle_hint(source: &OracleError) -> &'static str {
    match source {
        OracleError::TooManyMen { .. } => {
            "give men-at-most = 4, or leave out dtm = \"oracle\" to take the file's claims"
        }
        OracleError::Castling => {
            "remove the castling rights, or leave out dtm = \"oracle\" to take the file's claims"
        }
        OracleError::Cache(_) => "then run it again",
    }
}

/// Loads the positions of a data set that pass the filters, in its order. A repeated position is left out, a repeated `id` gets
/// a number, and a claim that the oracle contradicts is replaced; `note` gets a message for each. The oracle is the user's if
/// none is given, and is opened only if it is needed.
///
/// # Errors
/// At the first line that cannot be read, or for which the oracle should give a distance and has none, or if no position is
/// left.
pub fn load(
    folder: &Path,
    spec: &DatasetSpec,
    oracle: &mut Option<Oracle>,
    mut note: impl FnMut(String),
) -> Result<Vec<NamedPosition>, DatasetError> {
    let (path, text) = text(folder, spec)?;
    let file = path.display();
    refuse_torn(&text).map_err(|torn| DatasetError::Input(format!("{file}: {torn}")))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut named: Vec<NamedPosition> = Vec::new();
    let mut ids: HashMap<String, usize> = HashMap::new();
    let mut positions: HashMap<String, usize> = HashMap::new();
    let (mut read, mut skipped) = (0, 0);
    let mut seen = BTreeSet::new();
    for (line, text) in (1..).zip(text.lines()) {
        let place = format!("{file}:{line}");
        let at = |error: EpdError| DatasetError::Input(format!("{place}: {error}"));
        let Some(epd) = Epd::of_any_game(text).map_err(at)? else {
            continue;
        };
        read += 1;
        // Every operation is read, whether the position is wanted or not: the file is refused at its first mistake.
        let best_moves = epd.best_moves().map_err(at)?;
        let avoided_moves = epd.avoided_moves().map_err(at)?;
        let mut claim = epd.mate_claim().map_err(at)?;
        epd.analysed_depth().map_err(at)?;
        epd.centipawns().map_err(at)?;
        let given = epd.id().map(str::to_owned);
        let mut id = given.unwrap_or_else(|| format!("{stem}:{line}"));
        let is_named = spec.ids.is_empty() || spec.ids.contains(&id);
        if !spec.ids.is_empty() {
            seen.insert(id.clone());
        }
        if !is_named || !passes(spec, &epd, &place)? {
            continue;
        }
        if spec.distances == Distances::Oracle {
            let found = distance(oracle, &epd, &place)?;
            if let Some(claimed) = claim.filter(|claimed| *claimed != found) {
                note(format!(
                    "{place}: claims {claimed}, but the oracle finds {found}, which is used"
                ));
            }
            claim = Some(found);
        }
        if !has_length(spec, claim) {
            continue;
        }
        if let Some(first) = positions.insert(epd.root.text(), line) {
            note(format!(
                "{place}: same position as on line {first}; left out"
            ));
            continue;
        }
        if skipped < spec.skip {
            skipped += 1;
            continue;
        }
        let uses = ids.entry(id.clone()).or_default();
        *uses += 1;
        if *uses > 1 {
            let other = format!("{id} ({uses})");
            note(format!(
                "{place}: id {id:?} is already used; renamed to \"{other}\""
            ));
            id = other;
        }
        named.push(NamedPosition {
            id,
            category: spec.category.as_deref().unwrap_or(&stem).to_owned(),
            claim,
            best_moves,
            avoided_moves,
            root: epd.root,
        });
        if spec.take.is_some_and(|take| named.len() >= take) {
            return Ok(named);
        }
    }
    if let Some(id) = spec.ids.iter().find(|&id| !seen.contains(id)) {
        return Err(DatasetError::Input(format!(
            "{file} has no position with the id {:?}; {}",
            echo(id),
            suggestion(id, seen.iter().map(String::as_str))
        )));
    }
    match read {
        _ if !named.is_empty() => Ok(named),
        0 => Err(DatasetError::Input(format!(
            "{file} has no positions; give a file with one EPD or FEN line per position"
        ))),
        read => Err(DatasetError::Input(format!(
            "{file}: the filters leave none of {}; relax {}",
            count(read, "position"),
            filters(spec).join(" or ")
        ))),
    }
}

/// The text of a data set, and the file that it is from.
fn text(folder: &Path, spec: &DatasetSpec) -> Result<(PathBuf, Cow<'static, str>), DatasetError> {
    let file = match &spec.source {
        DatasetSource::BuiltIn(name) => {
            let built_in = BuiltInDataset::named(name).map_err(DatasetError::Input)?;
            return Ok((built_in.file.into(), built_in.text.into()));
        }
        DatasetSource::File(file) => Path::new(file.get_ref()),
    };
    let path = folder.join(file);
    match user_file::read_text(&path) {
        Ok(text) => Ok((path, text.into())),
        Err(error) => Err(DatasetError::Input(format!(
            "cannot read {}: {error}{}",
            path.display(),
            read_hint(folder, file, &error)
        ))),
    }
}

/// What the user can do if a file cannot be read; empty if the error says it.
fn read_hint(folder: &Path, file: &Path, error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::InvalidData {
        return String::new();
    }
    if let Some(near) = nearest_dataset(folder, file) {
        return format!("; did you mean {near:?}?");
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match BuiltInDataset::named(&name) {
        Ok(built_in) => format!(
            "; give name = {:?} in place of file for the built-in data set",
            built_in.name()
        ),
        Err(_) => {
            "; give an EPD or FEN file; a relative path starts at the experiment file".to_owned()
        }
    }
}

/// The filters that are set, by their keys.
fn filters(spec: &DatasetSpec) -> Vec<&'static str> {
    let set = [
        ("with", spec.with.is_some()),
        ("ids", !spec.ids.is_empty()),
        ("men-at-least", spec.men_at_least.is_some()),
        ("men-at-most", spec.men_at_most.is_some()),
        ("mate-at-least", spec.mate_at_least.is_some()),
        ("mate-at-most", spec.mate_at_most.is_some()),
        ("skip", spec.skip > 0),
    ];
    let keys = set.into_iter();
    keys.filter_map(|(key, is_set)| is_set.then_some(key))
        .collect()
}

/// Whether a number is within the bounds that are given.
fn is_within(number: u32, least: Option<u32>, most: Option<u32>) -> bool {
    least.is_none_or(|least| least <= number) && most.is_none_or(|most| number <= most)
}

fn passes(spec: &DatasetSpec, epd: &Epd<Root>, place: &str) -> Result<bool, DatasetError> {
    let (least, most) = (spec.men_at_least, spec.men_at_most);
    if (least, most) != (None, None) {
        let root = chess_position(epd, place, "a filter by men")?;
        if !is_within(root.board().occupied().len(), least, most) {
            return Ok(false);
        }
    }
    let has = |code: &String| epd.operand(code).is_some();
    Ok(spec.with.as_ref().is_none_or(has))
}

/// The chess position of a line, for what the data set's key asks of it.
fn chess_position<'e>(
    epd: &'e Epd<Root>,
    place: &str,
    key: &str,
) -> Result<&'e Chess, DatasetError> {
    epd.root.position().ok_or_else(|| {
        DatasetError::Input(format!(
            "{place}: this is not a chess position, and {key} needs one; remove the line or the key"
        ))
    })
}

fn has_length(spec: &DatasetSpec, claim: Option<MateClaim>) -> bool {
    let (least, most) = (spec.mate_at_least, spec.mate_at_most);
    match claim {
        _ if (least, most) == (None, None) => true,
        Some(MateClaim::Moves(moves)) => is_within(moves.unsigned_abs(), least, most),
        _ => false,
    }
}

/// The distance to mate of a line's position: the oracle's in chess, and in another game what the game knows itself.
fn distance(
    oracle: &mut Option<Oracle>,
    epd: &Epd<Root>,
    place: &str,
) -> Result<MateClaim, DatasetError> {
    let solved = match &epd.root {
        Root::Other(position) => position.solve(),
        Root::Chess(_) | Root::Game(_) => None,
    };
    if let Some(solved) = solved {
        return match (solved, solved.moves()) {
            (Solved::Points(_), _) => Ok(MateClaim::Draw),
            (_, Some(moves)) => Ok(MateClaim::Moves(moves)),
            (_, None) => Err(DatasetError::Input(format!(
                "{place}: the game knows that this is a {solved}, but not in how many plies; leave out dtm = \"oracle\""
            ))),
        };
    }
    let position = chess_position(epd, place, "dtm = \"oracle\"")?;
    let ask = |oracle: &mut Option<Oracle>| {
        let oracle = match oracle {
            Some(oracle) => oracle,
            None => oracle.insert(Oracle::of_user()?),
        };
        oracle.probe(position)
    };
    let found = ask(oracle).map_err(|source| DatasetError::Distance {
        place: place.to_owned(),
        source,
    })?;
    Ok(found.moves().map_or(MateClaim::Draw, MateClaim::Moves))
}
