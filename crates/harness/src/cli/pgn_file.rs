//! `--games FILE`: a PGN file that games are added to.

use std::{fs, io::ErrorKind, path::Path};

use super::{failure::Failure, write::NamedFile};
use plybench_files::{update_lock::UpdateLock, user_file};

/// The option that names the file.
const OPTION: &str = "--games";
/// How a game of this program begins, and nearly every other one.
const OPENING: &[u8] = b"[Event ";

/// The games that a file has; none if it is missing, or is not a regular file, such as a pipe. Refuses a file with something else
/// in it: the program does not overwrite what it does not know.
pub(super) fn games(file: &Path) -> Result<Vec<u8>, Failure> {
    NamedFile::new(file, OPTION, "pgn")?;
    if is_special(file) {
        return Ok(Vec::new());
    }
    let games = match user_file::read(file) {
        Ok(games) => games,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => {
            let problem = format!(
                "cannot read {}: {error}; give another path with {OPTION}",
                file.display()
            );
            return Err(Failure::of(user_file::is_at_fault(&error), problem));
        }
    };
    if !games.trim_ascii().is_empty() && !games.trim_ascii_start().starts_with(OPENING) {
        return Err(Failure::input(format_args!(
            "{} exists and does not begin with a game in PGN; give another path with {OPTION}",
            file.display()
        )));
    }
    Ok(games)
}

/// Adds a game after those that the file has. It is replaced whole: if anything fails, it is as before. Commands that add to one
/// file at once take turns.
pub(super) fn add(file: &Path, game: &str) -> Result<(), Failure> {
    let _lock = match is_special(file) {
        true => None,
        false => Some(UpdateLock::wait(file).map_err(Failure::writing(file, OPTION))?),
    };
    // Read again: the file may have grown during the game.
    let mut games = games(file)?;
    if !games.is_empty() {
        games.truncate(games.trim_ascii_end().len());
        games.extend(b"\n\n");
    }
    games.extend(game.as_bytes());
    NamedFile::new(file, OPTION, "pgn")?.write(&games)
}

/// Whether there is something else than a regular file, such as a pipe: it has nothing to lose.
fn is_special(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|entry| !entry.is_file() && !entry.is_dir())
}
