//! What a file of records holds for an experiment: which of its jobs, and what else.

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    fs::File,
    io,
    path::Path,
};

use super::{
    Damage, Ended, RunError, Searcher,
    error::{reading, scanning},
    roster::Roster,
    scan::{Block, scan},
};

/// How many names are told before the rest is only counted.
const NAMES_TOLD: usize = 5;

/// A file of records, held against an experiment.
#[derive(Debug)]
pub struct Contents {
    /// What searched.
    pub searcher: Searcher,
    /// Whether the file begins with its first line.
    pub(super) has_header: bool,
    /// The jobs of the experiment, by number. Those that are not as deep as it asks for now are there, too.
    pub(super) jobs: BTreeMap<usize, Block>,
    /// Jobs of variants or on positions that the experiment does not have, by both names. They stay where they are.
    pub(super) strangers: BTreeMap<(String, String), Block>,
    /// The names of those of their variants and positions that the experiment does not have.
    removed_variants: BTreeSet<String>,
    removed_positions: BTreeSet<String>,
    /// How many jobs have other settings or limits than the experiment gives them.
    pub outdated: usize,
    /// How many jobs are there once more, with the same lines.
    pub repeated: usize,
    /// What belongs to no whole job, if anything does.
    pub damage: Option<Damage>,
    /// The file's length up to the last line feed.
    pub(super) whole: u64,
    depth: u8,
}

/// What becomes of a job that is there already.
pub(super) enum Again {
    /// The same lines.
    Same,
    /// The deeper of the two is now there.
    Deeper,
    /// Both cannot be of one search.
    Conflict,
}

/// Takes a block into a place where one of the same job may be: a job that was searched anew to a greater depth takes the place of
/// the old one.
pub(super) fn take(place: &mut Block, block: Block) -> Again {
    if place.is_same(&block) {
        return Again::Same;
    }
    let (shallow, deep) = if place.depth < block.depth {
        (&*place, &block)
    } else {
        (&block, &*place)
    };
    if place.job != block.job || shallow.depth == deep.depth || shallow.ended != Ended::Depth {
        return Again::Conflict;
    }
    if place.depth < block.depth {
        *place = block;
    }
    Again::Deeper
}

impl Contents {
    /// Nothing yet.
    pub(super) fn empty(roster: &impl Roster) -> Self {
        Contents {
            searcher: Searcher::own(),
            has_header: false,
            jobs: BTreeMap::new(),
            strangers: BTreeMap::new(),
            removed_variants: BTreeSet::new(),
            removed_positions: BTreeSet::new(),
            outdated: 0,
            repeated: 0,
            damage: None,
            whole: 0,
            depth: roster.depth(),
        }
    }

    /// Reads a file of records; none where there is no file.
    ///
    /// # Errors
    /// If it cannot be read, is of another format, or was not written by a run.
    pub fn read(path: &Path, roster: &impl Roster) -> Result<Option<Self>, RunError> {
        match File::open(path) {
            Ok(file) => Contents::of(&file, path, roster).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(reading(path)(error)),
        }
    }

    /// Reads a file from its beginning.
    pub(super) fn of(file: &File, path: &Path, roster: &impl Roster) -> Result<Self, RunError> {
        let mut contents = Contents::empty(roster);
        let (mut conflicts, mut lost) = (None, 0);
        let mut all = Vec::new();
        let shape = scan(file, |block, variant, position| {
            match roster.number(variant, position) {
                Some(number) => all.push((number, block)),
                None => {
                    if !roster.has_variant(variant) {
                        contents.removed_variants.insert(variant.to_owned());
                    } else {
                        contents.removed_positions.insert(position.to_owned());
                    }
                    let names = (variant.to_owned(), position.to_owned());
                    match contents.strangers.entry(names) {
                        Entry::Vacant(place) => {
                            place.insert(block);
                        }
                        // The last, since nothing says which of them its experiment asked for.
                        Entry::Occupied(mut place) => *place.get_mut() = block,
                    }
                }
            }
        })
        .map_err(scanning(path))?;
        contents.has_header = shape.searcher.is_some();
        if let Some(searcher) = shape.searcher {
            contents.searcher = searcher;
        }
        contents.whole = shape.whole;
        contents.damage = shape.damage;
        for (number, block) in all {
            if block.job != roster.id(number, &contents.searcher) {
                contents.outdated += 1;
                continue;
            }
            let (line, lines) = (block.line, block.lines());
            match contents.jobs.entry(number) {
                Entry::Vacant(place) => {
                    place.insert(block);
                }
                Entry::Occupied(mut place) => match take(place.get_mut(), block) {
                    Again::Same => contents.repeated += 1,
                    Again::Deeper => {}
                    Again::Conflict => {
                        lost += lines + place.get().lines();
                        conflicts.get_or_insert(line);
                        place.remove();
                    }
                },
            }
        }
        if let Some(line) = conflicts {
            // Neither can be believed: both are searched anew.
            let before = contents.damage;
            contents.damage = Some(Damage {
                line: before.map_or(line, |damage| damage.line.min(line)),
                lost: before.map_or(0, |damage| damage.lost) + lost,
                is_at_end: false,
            });
        }
        Ok(contents)
    }

    /// Whether a job is there, as deep as it is asked for.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        let block = self.jobs.get(&number);
        block.is_some_and(|block| block.ended.answers(block.depth, self.depth))
    }

    /// How many jobs are there, as deep as they are asked for.
    #[must_use]
    pub fn count(&self) -> usize {
        self.jobs.keys().filter(|&&number| self.has(number)).count()
    }

    /// Drops what is of removed variants and positions.
    pub(super) fn forget_strangers(&mut self) {
        self.strangers.clear();
        self.removed_variants.clear();
        self.removed_positions.clear();
    }

    /// What else a file holds, a sentence each: it is left alone, and counts for nothing.
    #[must_use]
    pub fn remarks(&self, path: &Path) -> Vec<String> {
        let mut remarks = Vec::new();
        let path = path.display();
        if self.repeated > 0 {
            let jobs = counted(self.repeated, "job is", "jobs are");
            remarks.push(format!(
                "{path}: {jobs} there more than once; each counts once"
            ));
        }
        let removed = [
            ("variant", &self.removed_variants),
            ("position", &self.removed_positions),
        ];
        for (what, names) in removed.iter().filter(|(_, names)| !names.is_empty()) {
            let told: Vec<String> = names
                .iter()
                .take(NAMES_TOLD)
                .map(|name| format!("{name:?}"))
                .collect();
            let more = names.len().saturating_sub(NAMES_TOLD);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            let s = if names.len() == 1 { "" } else { "s" };
            remarks.push(format!(
                "{path} has results of {what}{s} {}{more}, which the experiment file no longer has; they are kept and not used",
                told.join(", ")
            ));
        }
        remarks
    }
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
