//! The program of an engine: where it is.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The Debian packages whose engines speak UCI. Each installs a program of its own name.
pub const DEBIAN: [&str; 4] = ["stockfish", "ethereal-chess", "glaurung", "toga2"];

/// The path of the program that a Debian package installs.
fn packaged(package: &str) -> PathBuf {
    Path::new("/usr/games").join(package)
}

/// The programs of [`DEBIAN`] that are installed.
#[must_use]
pub fn installed() -> Vec<PathBuf> {
    let programs = DEBIAN.into_iter().map(packaged);
    programs.filter(|program| program.exists()).collect()
}

/// Whether a command is a path, and not a bare name.
#[must_use]
pub fn is_path(command: &str) -> bool {
    Path::new(command).components().count() > 1
}

/// The path of a command: a bare name is looked up in `PATH`, a relative path starts at `folder`.
///
/// # Errors
/// What is wrong with the command, and what to give instead.
pub(super) fn find(command: &str, folder: &Path) -> Result<PathBuf, String> {
    let path = Path::new(command);
    if is_path(command) {
        let path = folder.join(path);
        if !path.is_file() {
            return Err(format!(
                "there is no file {}; give a path relative to the experiment file, and arguments in args",
                path.display()
            ));
        }
        return match is_executable(&path) {
            true => Ok(path),
            false => Err(format!(
                "{} is not executable; use chmod +x, or give another program",
                path.display()
            )),
        };
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut candidates = env::split_paths(&folders).map(|folder| folder.join(path));
    let is_program = |path: &PathBuf| path.is_file() && is_executable(path);
    candidates.find(is_program).ok_or_else(|| {
        if let Some((program, arguments)) = command.split_once(char::is_whitespace) {
            let arguments: Vec<&str> = arguments.split_whitespace().collect();
            return format!("there is no program {command:?}; give command = {program:?} and args = {arguments:?}");
        }
        let hint = match DEBIAN.contains(&command).then(|| packaged(command)) {
            Some(program) if program.is_file() => format!("give command = {program:?}"),
            Some(program) => format!(
                "install it with `apt-get install {command}` and give command = {program:?}"
            ),
            None => "give its whole path".to_owned(),
        };
        format!("there is no {command:?} in PATH; {hint}")
    })
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_path_starts_at_the_folder_and_a_name_is_looked_for() {
        use std::{fs, os::unix::fs::PermissionsExt};

        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("engine");
        fs::write(&file, "abc").unwrap();
        let said = find("./engine", home.path()).unwrap_err();
        assert!(said.contains("chmod +x"), "{said}");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        let found = find("./engine", home.path()).unwrap();
        assert!(found.ends_with("engine"), "{}", found.display());
        let said = find("./engin", home.path()).unwrap_err();
        assert!(said.contains("there is no file"), "{said}");
        assert!(find("sh", home.path()).unwrap().is_absolute());
        let said = find("no-such-engine", home.path()).unwrap_err();
        assert!(said.contains("whole path"), "{said}");
        let said = find("stockfish --uci  -x", home.path()).unwrap_err();
        let fix = "give command = \"stockfish\" and args = [\"--uci\", \"-x\"]";
        assert!(said.ends_with(fix), "{said}");
    }
}
