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

/// Jobs that are there twice, with different results.
#[derive(Default)]
struct Conflicts {
    /// The first line of the first of them that is known to be one.
    line: Option<u64>,
    /// How many lines they have.
    lost: u64,
}

impl Conflicts {
    /// They are damage like any other.
    fn added_to(self, damage: Option<Damage>) -> Option<Damage> {
        let Some(line) = self.line else { return damage };
        Some(Damage {
            line: damage.map_or(line, |damage| damage.line.min(line)),
            lost: damage.map_or(0, |damage| damage.lost) + self.lost,
            is_at_end: false,
        })
    }
}

/// What becomes of a job that is there already.
pub(super) enum Again {
    /// The same lines.
    Same,
    /// It goes beyond the other, and stays.
    Kept,
    /// The other goes beyond it, and has its place.
    Replaced,
    /// Both cannot be of one search.
    Conflict,
}

/// Takes a block into a place where one of the same job may be: a job that was searched anew to a greater depth takes the place of
/// the old one.
pub(super) fn take(place: &mut Block, block: Block) -> Again {
    if place.is_same(&block) {
        return Again::Same;
    }
    // A job that ended at its depth goes on beyond it under a greater one: to a depth, a mate, or its node limit, which may
    // stop it within the next iteration. What ended otherwise ends so at every depth.
    let goes_beyond = |from: &Block, to: &Block| {
        let is_deeper =
            from.depth < to.depth || (from.depth == to.depth && to.ended == Ended::Nodes);
        from.job == to.job && from.ended == Ended::Depth && is_deeper
    };
    if goes_beyond(place, &block) {
        *place = block;
        return Again::Replaced;
    }
    if goes_beyond(&block, place) {
        return Again::Kept;
    }
    Again::Conflict
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
        let mut conflicts = Conflicts::default();
        let shape = scan(file, |searcher, block, variant, position| {
            match roster.number(variant, position) {
                Some(number) if block.job == roster.id(number, searcher) => {
                    contents.add(number, block, &mut conflicts);
                }
                Some(_) => contents.outdated += 1,
                None => contents.add_stranger(block, variant, position, roster),
            }
        });
        let shape = shape.map_err(scanning(path))?;
        contents.has_header = shape.searcher.is_some();
        contents.searcher = shape.searcher.unwrap_or_else(Searcher::own);
        contents.whole = shape.whole;
        contents.damage = conflicts.added_to(shape.damage);
        Ok(contents)
    }

    fn add(&mut self, number: usize, block: Block, conflicts: &mut Conflicts) {
        let line = block.line;
        let mut lines = block.lines();
        match self.jobs.entry(number) {
            Entry::Vacant(place) => {
                place.insert(block);
            }
            Entry::Occupied(mut place) => match take(place.get_mut(), block) {
                Again::Same => self.repeated += 1,
                Again::Kept | Again::Replaced => {}
                // Neither can be believed: the job is searched anew.
                Again::Conflict => {
                    lines += place.remove().lines();
                    conflicts.line.get_or_insert(line);
                    conflicts.lost += lines;
                }
            },
        }
    }

    fn add_stranger(&mut self, block: Block, variant: &str, position: &str, roster: &impl Roster) {
        if roster.has_variant(variant) {
            self.removed_positions.insert(position.to_owned());
        } else {
            self.removed_variants.insert(variant.to_owned());
        }
        // Of several the last, since nothing says which of them its experiment asked for.
        let names = (variant.to_owned(), position.to_owned());
        self.strangers.insert(names, block);
    }

    /// Whether a job is there, as deep as it is asked for.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        let block = self.jobs.get(&number);
        block.is_some_and(|block| block.ended.answers(block.depth, self.depth))
    }

    /// Refuses a file that cannot be taken for one of this searcher and experiment; `mend` says what to do about it.
    ///
    /// # Errors
    /// If it has jobs of another searcher, or with other settings or limits.
    pub fn refuse_unmatched(
        &self,
        path: &Path,
        searcher: &Searcher,
        mend: &'static str,
    ) -> Result<(), RunError> {
        if self.searcher != *searcher && !self.is_empty() {
            return Err(RunError::Searcher {
                path: path.to_owned(),
                found: self.searcher.to_string(),
                wanted: searcher.to_string(),
                mend,
            });
        }
        if self.outdated > 0 {
            return Err(RunError::Outdated {
                path: path.to_owned(),
                jobs: self.outdated,
                mend,
            });
        }
        Ok(())
    }

    /// Whether there is no job of any kind.
    fn is_empty(&self) -> bool {
        self.outdated == 0 && self.jobs.is_empty() && self.strangers.is_empty()
    }

    /// This, or nothing where it is of another searcher that left no job.
    pub(super) fn unless_void(self, roster: &impl Roster) -> Self {
        if self.searcher != Searcher::own() && self.is_empty() {
            return Contents::empty(roster);
        }
        self
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
                "{path} has results of {what}{s} {}{more}, which the experiment no longer has; they are kept and not used",
                told.join(", ")
            ));
        }
        remarks
    }
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
