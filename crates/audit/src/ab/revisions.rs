//! Two revisions of a repository, each built in a worktree of its own.

use std::{
    path::{Component, Path, PathBuf},
    process::Command,
    sync::atomic::AtomicBool,
};

use tempfile::TempDir;
use thiserror::Error;

use super::Side;
use plybench_experiment::uci;

/// Why a revision cannot be built.
#[derive(Debug, Error)]
pub enum RevisionsError {
    /// The user's input is at fault: the repository, the revision, the build, or what it makes.
    #[error("{0}")]
    Input(String),
    /// The system is.
    #[error("{0}")]
    System(String),
    /// The stop flag was set.
    #[error("interrupted")]
    Stopped,
}

/// The worktrees of two revisions, which are removed when this is dropped.
#[derive(Debug)]
pub struct Revisions {
    repository: PathBuf,
    home: TempDir,
}

impl Revisions {
    /// Prepares worktrees of a repository.
    ///
    /// # Errors
    /// If there is no such repository, or no temporary directory.
    pub fn of(repository: &Path) -> Result<Self, RevisionsError> {
        if !repository.is_dir() {
            return Err(RevisionsError::Input(format!(
                "--repository {}: there is no such directory",
                repository.display()
            )));
        }
        let home = tempfile::Builder::new().prefix("plybench-ab-").tempdir();
        let no_home = |error| RevisionsError::System(format!("no temporary directory: {error}"));
        Ok(Revisions {
            repository: repository.to_owned(),
            home: home.map_err(no_home)?,
        })
    }

    /// Checks a revision out, builds it with a shell command, and returns the engine that this made, at a path within the tree.
    ///
    /// # Errors
    /// If there is no such revision, the build fails, or makes no such program.
    pub fn build(
        &self,
        name: &str,
        revision: &str,
        build: &str,
        program: &str,
        stop: &AtomicBool,
    ) -> Result<Side, RevisionsError> {
        let is_within = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !Path::new(program).components().all(is_within) {
            return Err(RevisionsError::Input(format!(
                "{program} is not within the repository; with --rev, give ENGINE as a path that begins there, such as src/engine"
            )));
        }
        let tree = self.home.path().join(name);
        let run = |command: Command, what: &str| match uci::run_to_end(command, stop) {
            Err(error) => Err(RevisionsError::System(format!(
                "cannot start {what}: {error}"
            ))),
            Ok(None) => Err(RevisionsError::Stopped),
            Ok(Some((status, _))) if status.success() => Ok(()),
            Ok(Some((status, says))) => Err(RevisionsError::Input(format!(
                "{what} failed ({status}){says}"
            ))),
        };
        let mut git = Command::new("git");
        git.current_dir(&self.repository);
        // A revision cannot be taken for an option, nor for a path.
        git.args(["worktree", "add", "--detach", "--force"])
            .arg(&tree);
        git.args(["--end-of-options", revision]);
        run(git, &format!("--rev {revision}: git worktree add"))?;
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", build]).current_dir(&tree);
        run(shell, &format!("--rev {revision}: --build {build:?}"))?;
        let program = tree.join(program);
        if !program.is_file() {
            let path = program.strip_prefix(&tree).unwrap_or(&program).display();
            return Err(RevisionsError::Input(format!(
                "--rev {revision}: --build {build:?} makes no {path}; give ENGINE as a path within the repository"
            )));
        }
        Ok(Side {
            command: program.to_string_lossy().into_owned(),
            directory: Some(tree),
            ..Side::default()
        })
    }
}

impl Drop for Revisions {
    fn drop(&mut self) {
        for tree in ["A", "B"].map(|name| self.home.path().join(name)) {
            let mut git = Command::new("git");
            git.current_dir(&self.repository);
            // Given twice, it removes one that was locked when its checkout was interrupted.
            git.args(["worktree", "remove", "--force", "--force"])
                .arg(tree);
            let _ = git.output();
        }
    }
}
