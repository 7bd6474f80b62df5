//! A published table beside what variants of an experiment found: on a terminal, as files, and as a part of a run's report.

use plybench_analysis::{
    published::{MinimalProof, PublishedTable, Row},
    seed_band::BandRow,
};
use plybench_engine::game::chess::Chess;
use serde_json::{Map, Value, json};

use super::{
    document::{Document, Section},
    number,
    page::{Download, Page},
    published_charts,
    seeds::{band_sentence, first_mates, percent, to_pv},
    table::{Cell, ColumnOf, Table, key, numbers},
};

/// A published table, and what the experiment says of it.
#[derive(Clone, Debug)]
pub struct PublishedReport {
    /// The numbers.
    pub table: PublishedTable,
    /// The sizes of the smallest proofs of the mate, if they are known.
    pub minimal: Option<MinimalProof>,
    /// The table's subject.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// How it was measured.
    pub conditions: Option<String>,
    /// The position that it is about.
    pub position: Option<Chess>,
    /// The question of the experiment.
    pub purpose: String,
    /// The command that repeats the searches.
    pub command: String,
}

/// What a column has of each variant.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Score,
    PublishedScore,
    Nodes,
    ToPv,
    Published,
    PerPublished,
    PerProof,
    Ratio,
    RatioToPv,
    PublishedRatio,
    Deviation,
    DeviationToPv,
    SeedRange,
    Seeds,
    SeedsLow,
    SeedsMedian,
    SeedsHigh,
}

impl Kind {
    /// Its heading for people and for programs. `{v}` is the variant, `{r}` its reference; `{of}` and `{all}` are empty where ratios
    /// or counts need not be told apart.
    fn headings(self) -> [&'static str; 2] {
        match self {
            Kind::Score => ["score {v}"; 2],
            Kind::PublishedScore => ["published score {v}"; 2],
            Kind::Nodes => ["{all}nodes {v}", "nodes {v}"],
            Kind::ToPv => ["to PV {v}", "nodes to PV {v}"],
            Kind::Published => ["published {v}"; 2],
            Kind::PerPublished => ["{v} / published {v}"; 2],
            Kind::PerProof => ["{v} / proof", "{v} per proof"],
            Kind::Ratio => ["{all}{v} / {r}", "ratio{of}"],
            Kind::RatioToPv => ["{v} / {r}", "ratio{of} to PV"],
            Kind::PublishedRatio => ["published{of}", "published ratio{of}"],
            Kind::Deviation => ["deviation{of}"; 2],
            Kind::DeviationToPv => ["deviation{of}", "deviation{of} to PV"],
            Kind::SeedRange => ["90 % of seeds"; 2],
            Kind::Seeds => ["seeds"; 2],
            Kind::SeedsLow => ["seeds low"; 2],
            Kind::SeedsMedian => ["seeds median"; 2],
            Kind::SeedsHigh => ["seeds high"; 2],
        }
    }
}

/// Columns, each with the number of its variant.
type Columns = Vec<(Kind, usize)>;

impl PublishedReport {
    fn cell(&self, kind: Kind, row: &Row, at: usize) -> Cell {
        let (table, found) = (&self.table, &row.found[at]);
        let published = table.published(row, at);
        let multiple = |multiple: Option<f64>| multiple.map_or(Cell::Missing, Cell::Multiple);
        let change = |change: Option<f64>| change.map_or(Cell::Missing, Cell::Change);
        let proof = self.minimal.map(|minimal| minimal.proof.0 as f64);
        let band = row.band.as_ref();
        let range = |band: &BandRow| [band.low, band.high].map(number::ratio).join(" to ");
        match kind {
            Kind::Score => found.score.to_string().into(),
            Kind::PublishedScore => published.and_then(|cell| cell.score.clone()).into(),
            Kind::Nodes => found.nodes.into(),
            Kind::ToPv => found.nodes_to_pv.into(),
            Kind::Published => published.map(|cell| cell.nodes).into(),
            Kind::PerPublished => multiple(table.per_published(row, at)),
            Kind::PerProof => multiple(proof.map(|proof| found.nodes as f64 / proof)),
            Kind::Ratio => Cell::ratio(table.ratio(row, at, false)),
            Kind::RatioToPv => Cell::ratio(table.ratio(row, at, true)),
            Kind::PublishedRatio => Cell::ratio(table.published_ratio(row, at)),
            Kind::Deviation => change(table.deviation(row, at, false)),
            Kind::DeviationToPv => change(table.deviation(row, at, true)),
            Kind::SeedRange => band.map(range).into(),
            Kind::Seeds => band.map(|band| band.seeds).into(),
            Kind::SeedsLow => Cell::ratio(band.map(|band| band.low)),
            Kind::SeedsMedian => Cell::ratio(band.map(|band| band.median)),
            Kind::SeedsHigh => Cell::ratio(band.map(|band| band.high)),
        }
    }

    /// For a terminal.
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
        Document {
            facts: self.facts(),
            sections: vec![Section::new(heading, self.by_depth(&kinds))],
            ..self.document()
        }
    }

    /// The whole report.
    #[must_use]
    pub fn document(&self) -> Document {
        let (last, facts) = (self.last_sentence(), self.facts().into_iter());
        let fen = self
            .position
            .as_ref()
            .map(|root| format!("`{}`. ", root.fen()));
        let fen = fen.unwrap_or_default();
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
            figures: published_charts::figures(self),
            rows: self.rows(),
            page: Page {
                command: "reproduce",
                purpose: self.purpose.clone(),
                answer: last.into_iter().chain(facts.skip(2).take(2)).collect(),
                repeat: vec![(
                    self.command.clone(),
                    "Searches and writes this page. Records are the same bytes on any machine and with any number of threads.".to_owned(),
                )],
                downloads: vec![
                    Download::new("experiment.toml", "the experiment"),
                    Download::new("positions.jsonl", "the position"),
                    Download::new("records.jsonl", "the records, a line for each search with its completed depths"),
                ],
                ..Page::default()
            },
            ..Document::default()
        }
    }

    /// The tables by depth: what answers the published one, other variants, and the seeds.
    pub(super) fn sections(&self) -> Vec<Section> {
        let [counted, ratio, deviation] = self.counted();
        let mut main = vec![vec![Kind::Score, counted]];
        main.push(vec![ratio, Kind::PublishedRatio, deviation]);
        if self.table.is_to_pv {
            main.extend([vec![Kind::Nodes], vec![Kind::Ratio]]);
        }
        main.extend(self.minimal.map(|_| vec![Kind::PerProof]));
        let beside = [
            vec![Kind::Score, Kind::PublishedScore],
            vec![counted, Kind::Published, Kind::PerPublished],
        ];
        let others = self.each(&self.others(), &[Kind::Score, counted, ratio]);
        let others = (!others.is_empty()).then(|| self.made(&others, 0));
        let mut sections = vec![
            Section::new("By depth", self.by_depth(&main)),
            Section::new("Beside the published table", self.by_depth(&beside)),
        ];
        sections.extend(others.map(|others| Section::new("Other variants", others)));
        sections.extend(self.seeds());
        sections
    }

    /// The count that is published, its ratio, and the deviation of that.
    fn counted(&self) -> [Kind; 3] {
        match self.table.is_to_pv {
            true => [Kind::ToPv, Kind::RatioToPv, Kind::DeviationToPv],
            false => [Kind::Nodes, Kind::Ratio, Kind::Deviation],
        }
    }

    /// The variants that answer a published column first.
    pub(super) fn answers(&self) -> Vec<usize> {
        self.table.answers().collect()
    }

    /// The other variants.
    pub(super) fn others(&self) -> Vec<usize> {
        let (all, answers) = (0..self.table.columns.len(), self.answers());
        all.filter(|at| !answers.contains(at)).collect()
    }

    pub(super) fn name(&self, at: usize) -> &str {
        &self.table.columns[at].variant
    }

    /// Columns of these variants; none of a ratio where there is none.
    fn each(&self, variants: &[usize], kinds: &[Kind]) -> Columns {
        let has = |kind: &Kind, at: usize| {
            !kind.headings()[1].contains("{of}") || self.table.columns[at].reference.is_some()
        };
        let of_variant = |&at: &usize| {
            let kinds = kinds.iter().filter(move |kind| has(kind, at));
            kinds.map(move |kind| (*kind, at))
        };
        variants.iter().flat_map(of_variant).collect()
    }

    /// A variant in words of a heading.
    pub(super) fn heading(&self, template: &str, at: usize) -> String {
        let answers = self.answers();
        let columns = &self.table.columns;
        let is_same = |one: &&usize| columns[**one].published == columns[at].published;
        let mut same = answers.iter().filter(is_same);
        // `described` is what is left of `described-on`, which answers what `on` does.
        let end = same.next().map(|&one| format!("-{}", self.name(one)));
        let short = end.and_then(|end| self.name(at).strip_suffix(&*end));
        let of = match answers[..] {
            [_, only] if only == at => String::new(),
            _ => format!(" {}", short.unwrap_or(self.name(at))),
        };
        let reference = columns[at].reference.unwrap_or(at);
        let all = if self.table.is_to_pv { "all " } else { "" };
        let template = template.replace("{of}", &of).replace("{all}", all);
        template
            .replace("{r}", self.name(reference))
            .replace("{v}", self.name(at))
    }

    /// A table for people: groups of columns, each of all answers.
    fn by_depth(&self, groups: &[Vec<Kind>]) -> Table {
        let answers = self.answers();
        let of_group = |kinds: &Vec<Kind>| match kinds[..] {
            [Kind::SeedRange] => vec![(Kind::SeedRange, 0)],
            _ => self.each(&answers, kinds),
        };
        self.made(&groups.iter().flat_map(of_group).collect(), 0)
    }

    /// A table of columns, with the headings for people (0) or programs (1).
    fn made(&self, columns: &Columns, reader: usize) -> Table {
        let heading = |(kind, at): &(Kind, usize)| self.heading(kind.headings()[reader], *at);
        let headings = std::iter::once("depth".to_owned()).chain(columns.iter().map(heading));
        let mut table = Table::new(headings.map(numbers).collect::<Vec<_>>());
        for row in &self.table.rows {
            let cells = columns.iter().map(|(kind, at)| self.cell(*kind, row, *at));
            table.push(std::iter::once(row.depth.into()).chain(cells));
        }
        table
    }

    /// The numbers that programs find beside the scores and nodes of each variant.
    fn numbers(&self) -> Columns {
        let (answers, ratios) = (self.answers(), [Kind::Ratio, Kind::RatioToPv]);
        let of_published = [Kind::PublishedRatio, Kind::Deviation, Kind::DeviationToPv];
        let mut columns = self.each(&answers, &ratios);
        columns.extend(self.each(&answers, &of_published));
        columns.extend(self.each(&answers, &[Kind::Published, Kind::PerProof]));
        columns.extend(self.each(&self.others(), &ratios));
        columns
    }

    /// For programs.
    pub(super) fn rows(&self) -> Table {
        let all: Vec<usize> = (0..self.table.columns.len()).collect();
        let mut columns = self.each(&all, &[Kind::Score, Kind::Nodes, Kind::ToPv]);
        columns.extend(self.numbers());
        columns.extend(self.each(&self.answers(), &[Kind::PublishedScore]));
        columns.extend([(Kind::Seeds, 0), (Kind::SeedsLow, 0)]);
        columns.extend([(Kind::SeedsMedian, 0), (Kind::SeedsHigh, 0)]);
        self.made(&columns, 1)
    }

    fn values(&self, row: &Row) -> Value {
        let scores = row.published.iter().map(|cell| cell.score.clone());
        let mut values = Map::from_iter([
            ("depth".to_owned(), json!(row.depth)),
            ("published_scores".to_owned(), scores.collect()),
            ("seeds".to_owned(), json!(row.band)),
        ]);
        for (column, found) in self.table.columns.iter().zip(&row.found) {
            values.insert(key(&column.variant), json!(found));
        }
        for (kind, at) in self.numbers() {
            let name = key(&self.heading(kind.headings()[1], at));
            values.insert(name, self.cell(kind, row, at).exact());
        }
        Value::Object(values)
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
            let count = |row: &Row, at: usize| row.found[at].count(to_pv);
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
        let band = self.table.rows.iter().filter_map(|row| row.band.clone());
        let band: Vec<BandRow> = band.collect();
        facts.extend(band_sentence(&band, self.table.is_to_pv));
        facts.extend(band.first().map(|_| first_mates(&band)));
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

    pub(super) fn last_band(&self) -> Option<&BandRow> {
        let mut rows = self.table.rows.iter().rev();
        rows.find_map(|row| row.band.as_ref())
    }

    /// The ratios with other seeds.
    fn seeds(&self) -> Option<Section> {
        let (seeds, to_pv) = (self.last_band()?.seeds, to_pv(self.table.is_to_pv));
        let rows = self.table.rows.iter().filter_map(|row| row.band.as_ref());
        // At the others every ratio is 1.
        let rows =
            rows.filter(|row| row.low < row.high || row.first_mates + row.first_longer_mates > 0);
        let columns: [ColumnOf<BandRow>; 10] = [
            (numbers("depth"), |row| row.depth.into()),
            (numbers("5 %"), |row| Cell::Ratio(row.low)),
            (numbers("median"), |row| Cell::Ratio(row.median)),
            (numbers("95 %"), |row| Cell::Ratio(row.high)),
            (numbers("published"), |row| Cell::Ratio(row.published)),
            (numbers("seeds below published"), |row| {
                percent(row.published_quantile()).into()
            }),
            (numbers("chosen seed"), |row| Cell::ratio(row.chosen)),
            (numbers("seeds below chosen"), |row| {
                row.chosen_quantile().map(percent).into()
            }),
            (numbers("first score the mate"), |row| {
                row.first_mates.into()
            }),
            (numbers("first score a longer one"), |row| {
                row.first_longer_mates.into()
            }),
        ];
        Some(Section::new("Other seeds", Table::of(rows, columns)).with_text(format!(
            "Equal moves are shuffled by a seed. Here are the ratios{to_pv} with {seeds} seeds. \"Seeds below\" is the share of the \
             seeds with a smaller ratio; those that equal it count half. At the depths that are left out every ratio is 1."
        )))
    }
}
