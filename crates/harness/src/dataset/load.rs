//! Files of positions: read, filtered, named.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
};

use plybench_engine::game::chess::Chess;
use plybench_oracle::{Oracle, OracleError};
use thiserror::Error;

use super::{
    epd::{Epd, EpdError, MateClaim},
    nearest_file::nearest_dataset,
};
use crate::spec::{DatasetSpec, Distances};

/// A position with the name that records give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The line's `id`, or the file's stem and the line; made unique by a number.
    pub id: String,
    /// The file's stem.
    pub category: String,
    /// The position.
    pub root: Chess,
    /// The first mate that the line claims, or what the oracle found.
    pub claim: Option<MateClaim>,
}

/// Why a file gives no positions.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// It cannot be read.
    #[error("cannot read {}: {source}; {mend}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
        /// Which file was probably meant.
        mend: String,
    },
    /// A line of it cannot.
    #[error("{}:{line}: {source}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: EpdError,
    },
    /// The oracle has no distance to mate for one.
    #[error("{}:{line}: {source}; {}", path.display(), reach(source))]
    Distance {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why there is none.
        source: OracleError,
    },
    /// Nothing passes the filters.
    #[error("{}: no position is left after the filters; loosen with, men-at-most or mate-at-most", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// How to mend that the oracle has no answer.
fn reach(source: &OracleError) -> &'static str {
    match source {
        OracleError::TooManyMen { .. } => {
            "give men-at-most = 4, or leave out dtm = \"oracle\" to take the file's claims"
        }
        OracleError::Castling => {
            "take the castling rights away, or leave out dtm = \"oracle\" to take the file's claims"
        }
        OracleError::Cache(_) => "then run it again",
    }
}

/// The positions of a file that pass the filters, in its order. A line whose position was there before is
/// left out; an `id` that was gets a number; a claim that the oracle contradicts gives way. All this is told to
/// `note`. The oracle is the user's if none is given, and is opened only if it is asked.
///
/// # Errors
/// At the first line that cannot be read or has no distance to mate where the oracle is to give one, or if nothing
/// is left.
pub fn load(
    folder: &Path,
    spec: &DatasetSpec,
    oracle: &mut Option<Oracle>,
    mut note: impl FnMut(String),
) -> Result<Vec<Named>, DatasetError> {
    let path = folder.join(spec.file.get_ref());
    let bytes = fs::read(&path).map_err(|source| DatasetError::Read {
        path: path.clone(),
        source,
        mend: nearest_dataset(folder, Path::new(spec.file.get_ref())).map_or_else(
            || "give an EPD or FEN file; a relative path starts at the experiment file".to_owned(),
            |near| format!("did you mean {near:?}?"),
        ),
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let stem = path
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mut named: Vec<Named> = Vec::new();
    let mut ids: HashMap<String, usize> = HashMap::new();
    let mut positions: HashMap<String, usize> = HashMap::new();
    for (line, text) in (1..).zip(text.lines()) {
        let at = |source| DatasetError::Line {
            path: path.clone(),
            line,
            source,
        };
        let Some(epd) = Epd::parse(text).map_err(at)? else {
            continue;
        };
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
                    "{}:{line}: claims {claimed}; the oracle finds {found}, which is taken",
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
                "{}:{line}: the position of line {first} again; left out",
                path.display()
            ));
            continue;
        }
        let own = epd.id().map(str::to_owned);
        let mut id = own.unwrap_or_else(|| format!("{stem}:{line}"));
        let uses = ids.entry(id.clone()).or_default();
        *uses += 1;
        if *uses > 1 {
            note(format!(
                "{}:{line}: id {id:?} again; called \"{id} ({uses})\"",
                path.display()
            ));
            id = format!("{id} ({uses})");
        }
        named.push(Named {
            id,
            category: stem.clone(),
            root: epd.root,
            claim,
        });
        if spec.take.is_some_and(|take| named.len() >= take) {
            break;
        }
    }
    if named.is_empty() {
        return Err(DatasetError::Empty { path });
    }
    Ok(named)
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
