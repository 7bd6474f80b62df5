//! Tables in files: stored, damaged, of another material, built by several oracles at once, and without a folder.

use std::{
    fs,
    path::Path,
    sync::{Arc, Mutex},
    thread,
};

use plybench_oracle::{Event, Material, Oracle};

/// Requests a table; returns its longest mate and the oracle's events.
fn request(folder: &Path, name: &str) -> (u8, Vec<Event>) {
    let events = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&events);
    let mut oracle = Oracle::in_folder(folder.to_owned())
        .notifying(move |event| sink.lock().unwrap().push(event));
    let table = oracle.table(&Material::parse(name).unwrap()).unwrap();
    let events = events.lock().unwrap().clone();
    (table.longest_mate(), events)
}

fn warnings(events: &[Event]) -> Vec<String> {
    let problems = events.iter().filter_map(|event| match event {
        Event::Rebuilding { problem, .. } => Some(problem.clone()),
        Event::Building(..) => None,
    });
    problems.collect()
}

#[test]
fn a_stored_table_is_not_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let (first, events) = request(folder.path(), "KRK");
    assert!(!events.is_empty() && warnings(&events).is_empty());
    assert_eq!(request(folder.path(), "KRK"), (first, Vec::new()));
    // Less than a byte for each legal position of king and rook against king.
    assert!(fs::metadata(folder.path().join("KRK.dtm")).unwrap().len() < 399_112);
}

#[test]
fn a_damaged_or_wrong_file_is_built_again_with_one_warning() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("KRK.dtm");
    let (longest, _) = request(folder.path(), "KRK");
    request(folder.path(), "KQK");
    let sound = fs::read(&file).unwrap();
    let mut flipped = sound.clone();
    flipped[5000] ^= 1;
    let other = fs::read(folder.path().join("KQK.dtm")).unwrap();
    let damaged: [&[u8]; 6] = [
        b"",
        b"hello",
        &sound[..40],
        &sound[..sound.len() - 1],
        &flipped,
        &other,
    ];
    for bytes in damaged {
        fs::write(&file, bytes).unwrap();
        let (rebuilt, events) = request(folder.path(), "KRK");
        assert_eq!((rebuilt, warnings(&events).len()), (longest, 1));
        assert_eq!(fs::read(&file).unwrap(), sound, "the same bytes again");
    }
}

#[test]
fn oracles_that_build_at_once_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(request(folder.path(), "KPK").0, 56));
        }
    });
    assert_eq!(request(folder.path(), "KPK"), (56, Vec::new()));
    // The table and the four that promotions lead to; no temporary file is left.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5);
}

#[test]
fn a_file_that_cannot_be_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("KRK.dtm")).unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&told);
    let mut oracle = Oracle::in_folder(folder.path().to_owned())
        .notifying(move |event| sink.lock().unwrap().push(event));
    let table = oracle.table(&Material::parse("KRK").unwrap());
    assert!(table.is_err(), "a folder cannot be replaced by a file");
    assert_eq!(warnings(&told.lock().unwrap()).len(), 1);
}

#[test]
fn a_folder_that_cannot_be_created_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("file");
    fs::write(&blocked, "").unwrap();
    let mut oracle = Oracle::in_folder(blocked.join("tables"));
    let Err(error) = oracle.table(&Material::parse("KRK").unwrap()) else {
        panic!("a folder below a file cannot be created");
    };
    let text = error.to_string();
    assert!(
        text.contains("KRK.dtm") && text.contains("PLYBENCH_CACHE"),
        "{text}"
    );
}

#[test]
fn an_oracle_for_another_thread_has_the_same_tables_and_folder() {
    let folder = tempfile::tempdir().unwrap();
    let [rook, queen] = ["KRK", "KQK"].map(|name| Material::parse(name).unwrap());
    let mut oracle = Oracle::in_folder(folder.path().to_owned());
    let table = oracle.table(&rook).unwrap();
    let mut other = oracle.share();
    assert!(Arc::ptr_eq(&table, &other.table(&rook).unwrap()));
    other.table(&queen).unwrap();
    assert!(folder.path().join("KQK.dtm").exists());
}

#[test]
fn progress_names_the_table_that_is_built_and_counts_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    request(folder.path(), "KQK");
    // A pawn can promote to four kinds of piece; the queen's table exists already.
    let (_, events) = request(folder.path(), "KPK");
    let tables = events.iter().filter_map(|event| match event {
        Event::Building(table) => Some((
            table.number,
            table.of,
            table.share,
            table.material.to_string(),
        )),
        Event::Rebuilding { .. } => None,
    });
    let tables: Vec<_> = tables.collect();
    for (number, material) in (1..).zip(["KRK", "KBK", "KNK", "KPK"]) {
        let own: Vec<_> = tables.iter().filter(|table| table.0 == number).collect();
        assert!(
            own.iter().all(|table| table.1 == 4 && table.3 == material),
            "{own:?}"
        );
        assert_eq!((own[0].2, own[own.len() - 1].2), (0.0, 1.0), "{material}");
        // The pass over all positions is the first half; the second is the mates, if there are any.
        let has_mates = ["KRK", "KPK"].contains(&material);
        assert_eq!(own[1].2, if has_mates { 0.5 } else { 1.0 }, "{material}");
        assert!(own.is_sorted_by_key(|table| table.2), "{own:?}");
    }
    assert_eq!(tables.iter().map(|table| table.0).max(), Some(4));
}
