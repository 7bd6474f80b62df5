//! Pinned files, whose lines must not change while the search has the same version.
//!
//! A file has a line for each key: the key, its value, the [`SEARCH_VERSION`] for which it was written, and a seal, which is a
//! checksum of these three. A changed value fails the test. `PLYBENCH_PIN=1 cargo test -p plybench-engine --test it signature`
//! rewrites the files, but does not change or remove a line of the present version: raise the version first. New lines need no new
//! version. A key that names the settings of its search, as those of [`VARIANTS_THAT_CHANGE`] do, may go: the settings have changed, and
//! the search with the old ones has no line any more. The seals, and a last line with the number of the others, detect files that were
//! edited by hand.

use std::{
    collections::{BTreeMap, HashMap},
    env, fs,
    path::Path,
};

use plybench_engine::SEARCH_VERSION;

/// Variants that follow what is known of programs: their settings change without a new version.
const VARIANTS_THAT_CHANGE: [&str; 2] = ["darkthought", "modern"];

/// The first column of a variant's lines, which have these settings. It names them, by their checksum, if the variant changes.
pub(crate) fn variant_column(variant: &str, settings: &str) -> String {
    if VARIANTS_THAT_CHANGE.contains(&variant) {
        format!("{variant} {:08x}", checksum(settings))
    } else {
        variant.to_owned()
    }
}

/// Whether the key names settings, so that its line goes when they change.
fn names_settings(key: &str) -> bool {
    let variant = key.split_once(' ').map(|(variant, _)| variant);
    variant.is_some_and(|variant| VARIANTS_THAT_CHANGE.contains(&variant))
}

/// A pinned line, without its key.
struct Pin {
    value: String,
    version: u32,
}

/// The FNV-1a hash with 32 bits: it guards against mistakes, not against forgery.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

fn seal(key: &str, value: &str, version: u32) -> String {
    format!("{:08x}", checksum(&format!("{key},{value},{version}")))
}

fn write(lines: &[(String, String)], version: u32) -> String {
    let line = |(key, value): &(String, String)| {
        format!("{key},{value},{version},{}\n", seal(key, value, version))
    };
    let count = (COUNT.to_owned(), lines.len().to_string());
    lines.iter().chain([&count]).map(line).collect()
}

/// The key of the last line.
const COUNT: &str = "number of lines";

/// Reads the pinned lines of a file.
fn read(text: &str) -> Result<BTreeMap<&str, Pin>, String> {
    let pins = (1..).zip(text.lines()).map(|(number, line)| {
        let mut parts = line.rsplitn(4, ',');
        let (seal_of_line, version) = (parts.next(), parts.next().and_then(|v| v.parse().ok()));
        let (Some(found), Some(version), Some(value), Some(key)) =
            (seal_of_line, version, parts.next(), parts.next())
        else {
            return Err(format!("line {number} is not KEY,VALUE,VERSION,SEAL"));
        };
        if found != seal(key, value, version) {
            return Err(format!(
                "line {number} was edited by hand; restore it, or write the file with PLYBENCH_PIN=1"
            ));
        }
        let value = value.to_owned();
        Ok((key, Pin { value, version }))
    });
    let mut pins: BTreeMap<&str, Pin> = pins.collect::<Result<_, String>>()?;
    let count = pins.remove(COUNT).map(|pin| pin.value);
    if count != Some(pins.len().to_string()) {
        return Err("lines were removed or added by hand; restore the file".to_owned());
    }
    Ok(pins)
}

/// Checks the present lines against the pinned ones. The error says what is wrong.
fn check(text: &str, present: &[(String, String)], version: u32) -> Result<(), String> {
    let pins = read(text)?;
    let now: HashMap<&str, &str> = present
        .iter()
        .map(|(k, v)| (k.as_str(), v.as_str()))
        .collect();
    for (key, pin) in &pins {
        let is_raised = version > pin.version;
        match now.get(key) {
            _ if version < pin.version => {
                return Err(format!(
                    "{key} is pinned for search version {}",
                    pin.version
                ));
            }
            Some(value) if *value != pin.value && !is_raised => {
                return Err(format!(
                    "{key} was {} and is now {value}; raise SEARCH_VERSION if that is intended",
                    pin.value
                ));
            }
            None if !is_raised && !names_settings(key) => {
                return Err(format!(
                    "{key} is gone; raise SEARCH_VERSION if that is intended"
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Asserts that the present lines agree with a pinned file. With `PLYBENCH_PIN` it also writes new lines.
pub(crate) fn assert_unchanged(file: &str, present: &[(String, String)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(file);
    let text = fs::read_to_string(&path).unwrap_or_default();
    check(&text, present, SEARCH_VERSION).unwrap_or_else(|problem| panic!("{file}: {problem}"));
    let updated = write(present, SEARCH_VERSION);
    if text == updated {
        return;
    }
    assert!(
        env::var_os("PLYBENCH_PIN").is_some(),
        "{file} lacks lines or is from an older search version; write it with PLYBENCH_PIN=1 cargo test -p plybench-engine --test it signature"
    );
    fs::write(&path, updated).unwrap();
}

#[test]
fn a_changed_line_needs_a_new_version_and_a_new_line_does_not() {
    let lines = |all: &[(&str, &str)]| -> Vec<(String, String)> {
        let owned = all
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        owned.collect()
    };
    let text = write(&lines(&[("a,b", "1"), ("c", "2")]), 1);
    let checked = |present: &[(&str, &str)], version| check(&text, &lines(present), version);
    assert_eq!(checked(&[("a,b", "1"), ("c", "2")], 1), Ok(()));
    assert_eq!(checked(&[("a,b", "1"), ("c", "2"), ("d", "3")], 1), Ok(()));
    assert!(
        checked(&[("a,b", "1"), ("c", "3")], 1)
            .unwrap_err()
            .contains("c was 2 and is now 3")
    );
    assert!(
        checked(&[("a,b", "1")], 1)
            .unwrap_err()
            .contains("c is gone")
    );
    assert_eq!(checked(&[("c", "3")], 2), Ok(()));
    // The settings of a variant that changes are part of its key.
    let of_variant = write(&lines(&[("modern 0a,b", "1")]), 1);
    let checked_variant = |present: &[(&str, &str)]| check(&of_variant, &lines(present), 1);
    assert_eq!(checked_variant(&[("modern 0b,b", "2")]), Ok(()));
    assert!(checked_variant(&[("modern 0a,b", "2")]).is_err());
    assert!(checked(&[("a,b", "1"), ("c", "2")], 0).is_err());
    // A line that was removed by hand cannot be added again with another value.
    let shorter: String = text.split_inclusive('\n').skip(1).collect();
    for text in [shorter.as_str(), ""] {
        let problem = check(text, &lines(&[("a,b", "9"), ("c", "2")]), 1).unwrap_err();
        assert!(problem.contains("by hand"), "{problem}");
    }
    let edited = text.replace(",2,1,", ",3,1,");
    assert!(
        check(&edited, &lines(&[("c", "3")]), 1)
            .unwrap_err()
            .contains("by hand")
    );
}
