//! The mates that the lines of a file claim, for the commands that check them.

use std::path::Path;

use plybench_engine::game::chess::Chess;

use super::{failure::Failure, message};
use plybench_experiment::dataset::{BuiltInDataset, Epd, MateClaim, refuse_torn};
use plybench_files::user_file;
use plybench_text::plural::count;

/// How many unreadable lines of a file are reported without `--verbose`.
const REPORTED_LINES: u64 = 5;

/// A file of positions, some of which claim a mate.
pub(super) struct ClaimedMates {
    /// The name of the file.
    pub(super) name: String,
    /// The positions with the numbers of their lines.
    pub(super) positions: Vec<Claimed>,
    /// How many lines cannot be read. They have been reported.
    pub(super) unreadable: u64,
}

/// A position, and what its line claims.
pub(super) struct Claimed {
    pub(super) line: u64,
    pub(super) root: Chess,
    pub(super) claim: Option<MateClaim>,
}

impl ClaimedMates {
    /// Reads a file, or a built-in data set where there is no file of that name. Lines that cannot be read are reported, the first
    /// few of them or all.
    pub(super) fn read(path: &Path, are_all_reported: bool) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let built_in = BuiltInDataset::named(&name).ok().filter(|_| !path.exists());
        let text = match built_in {
            Some(set) => set.text.to_owned(),
            None => user_file::read_text(path).map_err(|error| {
                Failure::input(format_args!(
                    "cannot read {name}: {error}; give an EPD file or a data set (`plybench datasets` lists them), or a position without --epd"
                ))
            })?,
        };
        refuse_torn(&text).map_err(|torn| Failure::input(format_args!("{name}: {torn}")))?;
        let (mut positions, mut unreadable) = (Vec::new(), 0);
        for (line, text) in (1..).zip(text.lines()) {
            let claim = |epd: &Epd| epd.check().and_then(|()| epd.mate_claim());
            let read = Epd::parse(text).and_then(|epd| {
                let claim = epd.as_ref().map(claim).transpose()?;
                Ok(epd.zip(claim))
            });
            match read {
                Ok(None) => {}
                Ok(Some((epd, claim))) => positions.push(Claimed {
                    line,
                    root: epd.root,
                    claim,
                }),
                Err(problem) => {
                    unreadable += 1;
                    if are_all_reported || unreadable <= REPORTED_LINES {
                        message::line(format_args!("{name}:{line}: {problem}"));
                    }
                }
            }
        }
        if !are_all_reported && unreadable > REPORTED_LINES {
            let more = count(unreadable - REPORTED_LINES, "more line");
            message::line(format_args!(
                "{name}: {more} cannot be read; --verbose shows all"
            ));
        }
        if positions.is_empty() && unreadable == 0 {
            return Err(Failure::input(format_args!(
                "{name} has no positions; give a file with one EPD or FEN line per position"
            )));
        }
        Ok(ClaimedMates {
            name,
            positions,
            unreadable,
        })
    }

    /// Fails if there were lines that cannot be read.
    pub(super) fn all_read(&self) -> Result<(), Failure> {
        match self.unreadable {
            0 => Ok(()),
            lines => Err(Failure::input(format_args!(
                "{}: {} cannot be read",
                self.name,
                count(lines, "line")
            ))),
        }
    }
}
