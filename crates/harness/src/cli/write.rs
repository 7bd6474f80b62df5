//! Writing files: those that the user names, and those of a directory.

use std::{
    ffi::OsStr,
    fs,
    io::{
        self,
        ErrorKind::{IsADirectory, NotADirectory, NotFound},
        Write,
    },
    path::{Path, PathBuf},
};

use super::{failure::Failure, output::Guarded};
use plybench_experiment::finished_run::EXPERIMENT_FILE;
use plybench_files::{user_file, whole_file::WholeFile};
use plybench_records::{
    POSITIONS, RECORDS, StoreError, TIMINGS, is_own_picture, is_replaceable, write_together,
};
use plybench_report::document::Document;

/// The help of a command that writes files: its own, and the rule of files, which is the same for all.
pub(super) fn with_file_rule(help: &str) -> String {
    format!(
        "{help}\n\n\
         Files: one that you name is replaced, but only when the new one is complete, and never if it is a file of a run. Files \
         in a directory are replaced only if the same command wrote them."
    )
}

/// A file that an option names. It is replaced when the new one is complete, and otherwise stays as it was.
#[derive(Clone, Copy)]
pub(super) struct NamedFile<'a> {
    pub(super) path: &'a Path,
    option: &'a str,
}

/// Formats that other programs recognize by the ending of a file's name.
const ENDINGS: [&str; 12] = [
    "svg", "png", "pdf", "html", "dot", "csv", "json", "xml", "md", "jpg", "jpeg", "gif",
];

impl<'a> NamedFile<'a> {
    /// The file at a path, for contents in `format`, which is the ending that its name should have. To be called before the work.
    ///
    /// # Errors
    /// If it is a file of a run, or its name has the ending of another format.
    pub(super) fn new(path: &'a Path, option: &'a str, format: &str) -> Result<Self, Failure> {
        refuse_files_of_runs(path, option)?;
        let ending = path.extension().and_then(OsStr::to_str);
        let ending = ending.unwrap_or_default().to_lowercase();
        if ending != format && ENDINGS.contains(&&*ending) {
            return Err(Failure::input(format_args!(
                "{option} {}: the file would not be {}; give a name that ends with .{format}",
                path.display(),
                ending.to_uppercase()
            )));
        }
        Ok(NamedFile { path, option })
    }

    /// The same if the option is given.
    ///
    /// # Errors
    /// As [`NamedFile::new`].
    pub(super) fn optional(
        path: &'a Option<PathBuf>,
        option: &'a str,
        format: &str,
    ) -> Result<Option<Self>, Failure> {
        let path = path.as_ref();
        path.map(|path| NamedFile::new(path, option, format))
            .transpose()
    }

    /// Starts writing.
    pub(super) fn create(self) -> Result<Guarded<WholeFile>, Failure> {
        let file = WholeFile::create(self.path).map_err(self.failure())?;
        let is_terminal = file.is_terminal();
        Ok(Guarded::new(file, is_terminal))
    }

    /// Puts the file in its place, now that all is written.
    pub(super) fn finish(self, mut file: Guarded<WholeFile>) -> Result<(), Failure> {
        let written = file.flush().and_then(|()| file.into_inner().finish());
        written.map_err(self.failure())
    }

    /// Writes the file.
    pub(super) fn write(self, bytes: &[u8]) -> Result<(), Failure> {
        let mut file = self.create()?;
        file.write_all(bytes).map_err(self.failure())?;
        self.finish(file)
    }

    /// Turns an error of writing it into the command's failure.
    pub(super) fn failure(self) -> impl Fn(io::Error) -> Failure {
        Failure::writing(self.path, self.option)
    }
}

/// Refuses to write over a file of a run: its records would take long to compute again.
fn refuse_files_of_runs(file: &Path, option: &str) -> Result<(), Failure> {
    let of_runs = [RECORDS, POSITIONS, TIMINGS, EXPERIMENT_FILE];
    // A link is followed when the file is written.
    let target = fs::canonicalize(file);
    let paths = [Some(file), target.as_deref().ok()];
    let is_one = |path: &Path| of_runs.iter().any(|name| path.ends_with(name));
    if paths.into_iter().flatten().any(is_one) && file.is_file() {
        return Err(Failure::input(format_args!(
            "{} has the name of a file of a run; give another path with {option}",
            file.display()
        )));
    }
    Ok(())
}

/// Writes files into a directory, which is created if missing: all of them or none, and only in place of files that the same
/// command wrote. `how` says how to name another directory.
pub(super) fn write_into<N: AsRef<str>, B: AsRef<[u8]>>(
    directory: &Path,
    files: &[(N, B)],
    how: &str,
) -> Result<(), Failure> {
    refuse_others(directory, files, how)?;
    let written = write_together(directory, files);
    written.map_err(|StoreError { path, source }| {
        let path = path.display();
        Failure::of(
            user_file::is_of_wrong_kind(&source),
            format_args!("cannot write {path}: {source}; give another directory{how}"),
        )
    })
}

/// Refuses to write the files of a document into a directory that has others of their names, before the work: the document has no
/// results yet. The names of columns can depend on them, so tables of values are left to be checked when they are written.
pub(super) fn refuse_others_of(
    directory: &Path,
    mut document: Document,
    name: &str,
    how: &str,
) -> Result<(), Failure> {
    let figures = std::mem::take(&mut document.figures);
    let mut files = document.files(name).map_err(Failure::impossible)?;
    files.retain(|(name, _)| !name.ends_with(".csv"));
    refuse_others(directory, &files, how)?;
    for (figure, _) in figures {
        for ending in document.pictures.endings() {
            let file = directory.join(format!("{figure}.{ending}"));
            refuse(&file, is_own_picture(&file), how)?;
        }
    }
    Ok(())
}

/// The options for files that CI systems show.
#[derive(clap::Args)]
pub(super) struct CiArguments {
    /// Write a JUnit XML file, for CI systems that show test results
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write a Markdown file, for the summary of a CI step
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// These files, to be written once there is a document.
pub(super) struct CiFiles<'a> {
    junit: Option<NamedFile<'a>>,
    markdown: Option<NamedFile<'a>>,
}

impl CiArguments {
    /// The files. To be called before the work.
    ///
    /// # Errors
    /// As [`NamedFile::new`].
    pub(super) fn files(&self) -> Result<CiFiles<'_>, Failure> {
        Ok(CiFiles {
            junit: NamedFile::optional(&self.junit, "--junit", "xml")?,
            markdown: NamedFile::optional(&self.markdown, "--markdown", "md")?,
        })
    }
}

impl CiFiles<'_> {
    /// Writes a document as these files, under the name of the command.
    ///
    /// # Errors
    /// If one cannot be written.
    pub(super) fn write(self, document: &Document, name: &str) -> Result<(), Failure> {
        if let Some(file) = self.junit {
            file.write(&document.junit(name).map_err(Failure::impossible)?)?;
        }
        match self.markdown {
            Some(file) => file.write(document.markdown().as_bytes()),
            None => Ok(()),
        }
    }
}

/// Refuses to write files into a directory that has others of their names.
pub(super) fn refuse_others<N: AsRef<str>, B: AsRef<[u8]>>(
    directory: &Path,
    files: &[(N, B)],
    how: &str,
) -> Result<(), Failure> {
    for (name, bytes) in files {
        let file = directory.join(name.as_ref());
        refuse(&file, is_replaceable(&file, bytes.as_ref()), how)?;
    }
    Ok(())
}

/// Refuses to write over files with other contents: the user may have changed them.
pub(super) fn refuse_changed<N: AsRef<str>, B: AsRef<[u8]>>(
    directory: &Path,
    files: &[(N, B)],
) -> Result<(), Failure> {
    for (name, bytes) in files {
        let file = directory.join(name.as_ref());
        let is_same = match user_file::read(&file) {
            Ok(present) => Ok(present == bytes.as_ref()),
            Err(error) if error.kind() == NotFound => Ok(true),
            Err(error) => Err(error),
        };
        refuse(&file, is_same, "")?;
    }
    Ok(())
}

/// Refuses to write over a file that may not be replaced.
fn refuse(file: &Path, may_replace: io::Result<bool>, how: &str) -> Result<(), Failure> {
    match may_replace {
        Ok(false) => Err(Failure::input(format_args!(
            "{} exists and was not written by this command; move it away, or give another directory{how}",
            file.display()
        ))),
        // Other obstacles are reported when the file is written.
        Ok(true) => Ok(()),
        Err(error) if matches!(error.kind(), IsADirectory | NotADirectory) => Ok(()),
        Err(error) => Err(Failure::impossible(format_args!(
            "cannot read {}: {error}",
            file.display()
        ))),
    }
}
