//! Files of positions: read, filtered, named.

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
    drawn::{Torn, refuse_torn},
    epd::{Epd, EpdError, MateClaim},
    nearest_file::nearest_dataset,
    own::{OwnDataset, UnknownDataset},
};
use crate::{
    spec::{DatasetSource, DatasetSpec, Distances},
    user_file,
};

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

/// Why a data set gives no positions.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// The program carries none of that name.
    #[error(transparent)]
    Unknown(#[from] UnknownDataset),
    /// It cannot be read.
    #[error("cannot read {}: {source}{mend}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
        /// Which file was probably meant; empty where what is wrong says how to mend it.
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
    /// It was cut short.
    #[error("{}: {source}", path.display())]
    Torn {
        /// The file.
        path: PathBuf,
        /// How that shows.
        source: Torn,
    },
    /// It has no positions.
    #[error("{} has no positions; give a file with an EPD or FEN line for each", path.display())]
    NoPositions {
        /// The file.
        path: PathBuf,
    },
    /// It has some, and none passes the filters.
    #[error("{}: none of its {positions} positions passes the filters; loosen {filters}", path.display())]
    Filtered {
        /// The file.
        path: PathBuf,
        /// How many it has.
        positions: usize,
        /// The filters that are set.
        filters: String,
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

/// The positions of a data set that pass the filters, in its order. A line whose position was there before is
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
    let (path, text) = text(folder, spec)?;
    refuse_torn(&text).map_err(|source| DatasetError::Torn {
        path: path.clone(),
        source,
    })?;
    let stem = path
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mut named: Vec<Named> = Vec::new();
    let mut ids: HashMap<String, usize> = HashMap::new();
    let mut positions: HashMap<String, usize> = HashMap::new();
    let mut met = 0;
    for (line, text) in (1..).zip(text.lines()) {
        let at = |source| DatasetError::Line {
            path: path.clone(),
            line,
            source,
        };
        let Some(epd) = Epd::parse(text).map_err(at)? else {
            continue;
        };
        met += 1;
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
    match (named.is_empty(), met) {
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
        DatasetSource::Own(name) => {
            let own = OwnDataset::named(name)?;
            Ok((own.file.into(), own.text.into()))
        }
        DatasetSource::File(file) => {
            let path = folder.join(file.get_ref());
            match user_file::read_text(&path) {
                Ok(text) => Ok((path, text.into())),
                Err(source) => Err(DatasetError::Read {
                    mend: mend(folder, Path::new(file.get_ref()), &source),
                    path,
                    source,
                }),
            }
        }
    }
}

/// How a file that cannot be read is mended, unless the error says it.
fn mend(folder: &Path, file: &Path, error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::InvalidData {
        return String::new();
    }
    if let Some(near) = nearest_dataset(folder, file) {
        return format!("; did you mean {near:?}?");
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match OwnDataset::named(&name) {
        Ok(own) => format!(
            "; give name = {:?} in place of file for the built-in data set",
            own.name()
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
