//! Suggestions for a path that leads to no file.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use plybench_text::nearest;

/// The file in the path's directory whose name is nearest to the path's.
#[must_use]
pub fn nearest_file(path: &Path) -> Option<PathBuf> {
    let name = nearest_in(path.parent()?, path.file_name()?.to_str()?)?;
    Some(path.with_file_name(name))
}

/// The same for the path of a data set, which starts at the experiment's directory. Directories named `datasets`, there and
/// in the directories above, are searched, too.
pub(super) fn nearest_dataset(folder: &Path, path: &Path) -> Option<PathBuf> {
    let near = nearest_file(&folder.join(path));
    if let Some(name) = near.as_deref().and_then(Path::file_name) {
        return Some(path.with_file_name(name));
    }
    let name = path.file_name()?.to_str()?;
    let above = fs::canonicalize(folder).ok()?.components().count();
    (0..above).find_map(|up| {
        let mut datasets: PathBuf = (0..up).map(|_| Component::ParentDir).collect();
        datasets.push("datasets");
        let name = nearest_in(&folder.join(&datasets), name)?;
        Some(datasets.join(name))
    })
}

fn nearest_in(folder: &Path, name: &str) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let files = entries.filter(|entry| entry.path().is_file());
    let names = files.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    // The system returns them in any order.
    names.sort();
    nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_beside_the_path_or_among_the_data_sets() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("reports/one");
        fs::create_dir_all(&folder).unwrap();
        fs::create_dir(home.path().join("datasets")).unwrap();
        for file in ["datasets/mates.epd", "reports/one/own.epd"] {
            fs::write(home.path().join(file), "").unwrap();
        }
        let near = |path: &str| nearest_dataset(&folder, Path::new(path));
        assert_eq!(near("own.ped"), Some("own.epd".into()));
        assert_eq!(near("mates.epd"), Some("../../datasets/mates.epd".into()));
        assert_eq!(
            near("../../datasets/mate.epd"),
            Some("../../datasets/mates.epd".into())
        );
        assert_eq!(near("nowhere/own.epd"), None);
        assert_eq!(near("quite-another.epd"), None);
    }
}
