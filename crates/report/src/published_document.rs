//! The document of a published table: what it says in sentences, and its form on a terminal and as files.

use plybench_analysis::{
    counted::count,
    published::{MinimalProof, Row},
};

use super::{
    document::{Document, Section},
    number,
    page::{Download, Page, Setup},
    published::{Kind, PublishedReport},
    published_charts::{nodes, ratio},
    seeds::rows_by_seed,
};

/// The page of a published table, with the files that stand beside it.
pub(super) fn page(purpose: &str, command: &str, downloads: &[(&str, &str)]) -> Page {
    let downloads = downloads.iter();
    let downloads = downloads.map(|(file, about)| Download::new(file, about));
    let about = "Searches and writes this page. Records are the same bytes on any machine and with any number of threads.";
    Page {
        command: "reproduce",
        setup: Setup {
            purpose: purpose.to_owned(),
            repeat: vec![(command.to_owned(), about.to_owned())],
            downloads: downloads.collect(),
            ..Setup::default()
        },
        ..Page::default()
    }
}

impl PublishedReport {
    /// For a terminal: what was found, one table by depth and, if seeds were searched, that of the seeds.
    #[must_use]
    pub fn summary(&self) -> Document {
        let [counted, ratio, _] = self.counted();
        let mut kinds = vec![vec![Kind::Score], vec![counted]];
        kinds.push(vec![ratio, Kind::PublishedRatio]);
        kinds.extend(self.last_band().map(|_| vec![Kind::SeedRange]));
        let mut heading = "By depth".to_owned();
        if self.table.is_to_pv {
            heading += ": nodes to PV, which are the nodes until the principal variation was found, as published; then all nodes";
            kinds.extend([vec![Kind::Nodes], vec![Kind::Ratio]]);
        }
        let mut sections = vec![Section::new(heading, self.by_depth(&kinds))];
        let mut facts = self.facts();
        if !self.seeds.is_empty() {
            facts.extend(self.seed_facts());
            sections.extend(self.seed_section());
        }
        Document {
            facts,
            sections,
            ..self.document()
        }
    }

    /// The whole report: all tables and charts.
    #[must_use]
    pub fn document(&self) -> Document {
        let root = self.position.iter();
        let fen: String = root.map(|root| format!("`{}`. ", root.fen())).collect();
        let proof = self.minimal.map_or(
            "",
            |_| " The proof is the smallest tree that proves the mate.",
        );
        Document {
            title: self.title.clone(),
            intro: format!(
                "{fen}Written by `plybench reproduce`. Nodes are all entered positions, summed over all iterations up to the depth, from a \
                 cleared table; \"to PV\" is the same count when the principal variation last changed. Ratios are to the \
                 variant that answers the published table's first column, and the deviation is from the published ratio.{proof}"
            ),
            position: self.position.clone(),
            facts: self.all_facts(),
            sections: self.sections(),
            values: self.table.rows.iter().map(|row| self.values(row)).collect(),
            figures: vec![("ratio", ratio(self)), ("nodes", nodes(self))],
            rows: self.rows(),
            more_rows: match self.seeds.is_empty() {
                true => Vec::new(),
                false => vec![("seeds", rows_by_seed(&self.seeds))],
            },
            page: self.page(),
            ..Document::default()
        }
    }

    fn page(&self) -> Page {
        let mut answer = Vec::from_iter(self.last_sentence());
        answer.extend(self.facts().into_iter().skip(2).take(2));
        let mut downloads = vec![("experiment.toml", "the experiment")];
        downloads.extend([("positions.jsonl", "the position")]);
        if self.seeds.is_empty() {
            let about = "the records, a line for each search with its completed depths";
            downloads.push(("records.jsonl", about));
        } else {
            answer.extend(self.seed_facts());
            downloads.push(("band.csv", "the band by depth"));
        }
        Page {
            answer,
            ..page(&self.purpose, &self.command, &downloads)
        }
    }

    fn last_sentence(&self) -> Option<String> {
        let (row, &at) = (self.table.rows.last()?, self.answers().get(1)?);
        let ratio = number::ratio(self.table.ratio(row, at, self.table.is_to_pv)?);
        let published = number::ratio(self.table.published_ratio(row, at)?);
        let (depth, name) = (row.depth, self.heading("{v} / {r}", at));
        Some(format!(
            "At depth {depth} the ratio {name} is {ratio}; the published one is {published}."
        ))
    }

    /// What was found, a sentence each: the third is about the mate, the fourth about the ratios.
    fn facts(&self) -> Vec<String> {
        let (table, answers) = (&self.table, self.answers());
        let at = |depth: Option<u8>| {
            depth.map_or("at no depth".to_owned(), |at| format!("at depth {at}"))
        };
        let differ = |to_pv| {
            let count = |row: &Row, at: usize| count(&row.found[at], to_pv);
            at(table.first(|row| answers.iter().any(|&at| count(row, at) != count(row, 0))))
        };
        let names: Vec<&str> = answers.iter().map(|&at| self.name(at)).collect();
        let (names, all, to_pv) = (names.join(" and "), differ(false), differ(true));
        let (in_tree, at_root) = (at(table.first_mate_in_tree), at(table.first_mate()));
        let [worst, worst_to_pv] = [false, true].map(|to_pv| {
            let worst = table.worst(table.answers(), to_pv);
            worst.map(|worst| format!("{:.1} %", worst * 100.0))
        });
        let ratios = match (worst, worst_to_pv) {
            (Some(worst), Some(worst_to_pv)) if table.is_to_pv => format!(
                "Ratios to PV are within {worst_to_pv} of the published ones, which also count nodes to PV; ratios of all nodes are within {worst}."
            ),
            (Some(worst), _) => format!("Ratios are within {worst} of the published ones."),
            (None, _) => "No ratio can be compared with a published one.".to_owned(),
        };
        let mut facts = vec![
            format!(
                "The counts of {names} first differ {all} (all nodes) and {to_pv} (nodes to PV)."
            ),
            format!("A node anywhere in the tree first scores a mate {in_tree}."),
            format!("The root's score is first a mate {at_root}."),
            ratios,
        ];
        facts.extend(self.absolute(&answers));
        facts
    }

    /// How far the counts themselves are from the published ones, in the last two fifths of the depths.
    fn absolute(&self, answers: &[usize]) -> Option<String> {
        let rows = &self.table.rows;
        let late = &rows[rows.len() * 3 / 5..];
        let factors = |row| {
            answers
                .iter()
                .filter_map(move |&at| self.table.per_published(row, at))
        };
        let factors = late.iter().flat_map(factors);
        let (least, most) = (factors.clone().reduce(f64::min)?, factors.reduce(f64::max)?);
        let from = late.first()?.depth;
        let evaluated = rows.iter().take_while(|row| !row.found[0].score.is_mate());
        let scores = evaluated.last().and_then(|row| {
            let published = row.published.first()?.score.as_ref()?;
            let (depth, score) = (row.depth, row.found[0].score);
            Some(format!(" The scores before the mate differ too (at depth {depth}: {score} here, {published} published)."))
        });
        Some(format!(
            "The counts themselves differ from the published ones: from depth {from} on they are {least:.1} to {most:.1} times as large.{}",
            scores.unwrap_or_default()
        ))
    }

    /// What was found, and how it and the published table were measured.
    pub(super) fn all_facts(&self) -> Vec<String> {
        let mut facts = self.facts();
        facts.extend(self.seed_facts());
        facts.extend(self.minimal.map(|MinimalProof { proof, refutation, without_material }| format!(
            "The smallest proof of the mate is a tree of {} nodes (as a graph at most {}); the smallest refutation of a mate two plies \
             shorter is a tree of {} (as a graph at most {}). Its lines go on when no mating material is left; if they end there, \
             it is {} (as a graph at most {}).",
            proof.0, proof.1, refutation.0, refutation.1, without_material.0, without_material.1
        )));
        let others = self.others().into_iter();
        let others = others.filter(|&at| self.table.columns[at].reference.is_some());
        let others = others.filter(|&at| self.table.columns[at].published.is_some());
        facts.extend(others.map(|at| {
            let worst = self.table.worst(std::iter::once(at), self.table.is_to_pv);
            let (name, worst) = (self.heading("{v} / {r}", at), worst.unwrap_or(0.0) * 100.0);
            format!("{name} differs from the published ratio by up to {worst:.0} %.")
        }));
        let sentence = |text: &str| format!("{}.", text.trim().trim_end_matches('.'));
        facts.push(format!("Published: {}", sentence(&self.source)));
        facts.extend(self.conditions.iter().map(|text| sentence(text)));
        facts
    }
}
