//! Loading data sets: their positions are read, filtered and named.

use std::{
    borrow::Cow,
    collections::HashMap,
    io,
    path::{Path, PathBuf},
};

use plybench_engine::game::chess::Chess;
use plybench_oracle::{Oracle, OracleError};
use thiserror::Error;

use super::{
    built_in::{BuiltInDataset, UnknownDataset},
    drawn::{TornFile, refuse_torn},
    epd::{Epd, EpdError, MateClaim},
    nearest_file::nearest_dataset,
};
use crate::spec::{DatasetSource, DatasetSpec, Distances};
use plybench_files::user_file;
use plybench_text::plural::count;

/// A position with its name in records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPosition {
    /// The line's `id`, or the file's stem and the line; made unique by a number.
    pub id: String,
    /// The name of its file without the extension; reports group positions by it.
    pub category: String,
    /// The position from which a search starts.
    pub root: Chess,
    /// The first mate that the line claims, or the oracle's distance.
    pub claim: Option<MateClaim>,
}

/// Why a data set cannot be loaded.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// There is no built-in data set of this name.
    #[error(transparent)]
    Unknown(#[from] UnknownDataset),
    /// It cannot be read.
    #[error("cannot read {}: {source}{hint}", path.display())]
    Read {
        /// The file of the data set, found from the experiment file; its name alone if it is built in.
        path: PathBuf,
        /// The operating system's reason.
        source: io::Error,
        /// What the user can do; empty if the error says it.
        hint: String,
    },
    /// A line of it cannot be read.
    #[error("{}:{line}: {source}", path.display())]
    Line {
        /// The file of the data set, found from the experiment file; its name alone if it is built in.
        path: PathBuf,
        /// The line of the file, from 1.
        line: usize,
        /// What is wrong with it.
        source: EpdError,
    },
    /// The oracle has no distance to mate for a position.
    #[error("{}:{line}: {source}; {}", path.display(), oracle_hint(source))]
    Distance {
        /// The file of the data set, found from the experiment file; its name alone if it is built in.
        path: PathBuf,
        /// The line of the file, from 1.
        line: usize,
        /// Why the oracle has none.
        source: OracleError,
    },
    /// It was cut short.
    #[error("{}: {source}", path.display())]
    Torn {
        /// The file of the data set, found from the experiment file; its name alone if it is built in.
        path: PathBuf,
        /// The numbers that disagree.
        source: TornFile,
    },
    /// It has no positions.
    #[error("{} has no positions; give a file with one EPD or FEN line per position", path.display())]
    NoPositions {
        /// The file of the data set, found from the experiment file; its name alone if it is built in.
        path: PathBuf,
    },
    /// It has positions, but none passes the filters.
    #[error("{}: the filters leave none of {}; relax {filters}", path.display(), count(*positions, "position"))]
    Filtered {
        /// The file of the data set, found from the experiment file; its name alone if it is built in.
        path: PathBuf,
        /// How many positions it has before the filters.
        positions: usize,
        /// The filters that are set.
        filters: String,
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
    refuse_torn(&text).map_err(|source| DatasetError::Torn {
        path: path.clone(),
        source,
    })?;
    let stem = path
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mut named: Vec<NamedPosition> = Vec::new();
    let mut ids: HashMap<String, usize> = HashMap::new();
    let mut positions: HashMap<String, usize> = HashMap::new();
    let mut read = 0;
    for (line, text) in (1..).zip(text.lines()) {
        let at = |source| DatasetError::Line {
            path: path.clone(),
            line,
            source,
        };
        let Some(epd) = Epd::parse(text).map_err(at)? else {
            continue;
        };
        read += 1;
        epd.check().map_err(at)?;
        let mut claim = epd.mate_claims().map_err(at)?.first().copied();
        if !passes(spec, &epd) {
            continue;
        }
        if spec.distances == Distances::Oracle {
            let found = distance(oracle, &epd.root).map_err(|source| DatasetError::Distance {
                path: path.clone(),
                line,
                source,
            })?;
            if let Some(claimed) = claim.filter(|claimed| *claimed != found) {
                note(format!(
                    "{}:{line}: claims {claimed}, but the oracle finds {found}, which is used",
                    path.display()
                ));
            }
            claim = Some(found);
        }
        if !is_short(spec, claim) {
            continue;
        }
        if let Some(first) = positions.insert(epd.root.fen(), line) {
            note(format!(
                "{}:{line}: same position as on line {first}; left out",
                path.display()
            ));
            continue;
        }
        let given = epd.id().map(str::to_owned);
        let mut id = given.unwrap_or_else(|| format!("{stem}:{line}"));
        let uses = ids.entry(id.clone()).or_default();
        *uses += 1;
        if *uses > 1 {
            note(format!(
                "{}:{line}: id {id:?} is already used; renamed to \"{id} ({uses})\"",
                path.display()
            ));
            id = format!("{id} ({uses})");
        }
        named.push(NamedPosition {
            id,
            category: stem.clone(),
            root: epd.root,
            claim,
        });
        if spec.take.is_some_and(|take| named.len() >= take) {
            break;
        }
    }
    match (named.is_empty(), read) {
        (false, _) => Ok(named),
        (true, 0) => Err(DatasetError::NoPositions { path }),
        (true, positions) => Err(DatasetError::Filtered {
            path,
            positions,
            filters: filters(spec).join(" or "),
        }),
    }
}

/// The text of a data set, and the file that it is from.
fn text(folder: &Path, spec: &DatasetSpec) -> Result<(PathBuf, Cow<'static, str>), DatasetError> {
    match &spec.source {
        DatasetSource::BuiltIn(name) => {
            let built_in = BuiltInDataset::named(name)?;
            Ok((built_in.file.into(), built_in.text.into()))
        }
        DatasetSource::File(file) => {
            let path = folder.join(file.get_ref());
            match user_file::read_text(&path) {
                Ok(text) => Ok((path, text.into())),
                Err(source) => Err(DatasetError::Read {
                    hint: read_hint(folder, Path::new(file.get_ref()), &source),
                    path,
                    source,
                }),
            }
        }
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
        ("men-at-most", spec.men_at_most.is_some()),
        ("mate-at-most", spec.mate_at_most.is_some()),
    ];
    set.into_iter()
        .filter(|(_, is_set)| *is_set)
        .map(|(key, _)| key)
        .collect()
}

fn passes(spec: &DatasetSpec, epd: &Epd) -> bool {
    let few_men = spec
        .men_at_most
        .is_none_or(|most| epd.root.board().occupied().len() <= most);
    let has = spec
        .with
        .as_ref()
        .is_none_or(|code| epd.operand(code).is_some());
    few_men && has
}

fn is_short(spec: &DatasetSpec, claim: Option<MateClaim>) -> bool {
    spec.mate_at_most.is_none_or(
        |most| matches!(claim, Some(MateClaim::Moves(moves)) if moves.unsigned_abs() <= most),
    )
}

fn distance(oracle: &mut Option<Oracle>, position: &Chess) -> Result<MateClaim, OracleError> {
    let oracle = match oracle {
        Some(oracle) => oracle,
        None => oracle.insert(Oracle::of_user()?),
    };
    let found = oracle.probe(position)?;
    Ok(found.moves().map_or(MateClaim::Draw, MateClaim::Moves))
}
