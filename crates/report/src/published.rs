//! A published table beside what variants of an experiment found: its tables, for people and for programs.

use plybench_analysis::{
    counted::count,
    published::{MinimalProof, PublishedTable, Row},
    seed_band::{BandRow, SeedRun},
};
use plybench_engine::game::chess::Chess;
use serde_json::{Map, Value, json};

use super::{
    document::Section,
    number,
    published_changes::ChangesReport,
    table::{Cell, Table, key, numbers},
};

/// A published table, and what the experiment says of it.
#[derive(Clone, Debug)]
pub struct PublishedReport {
    /// What was published and what variants found, by depth.
    pub table: PublishedTable,
    /// The sizes of the smallest proofs of the mate, if they are known.
    pub minimal: Option<MinimalProof>,
    /// What the table is about; the title of the document.
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
    /// What each seed of the band found, if the seeds were searched here.
    pub seeds: Vec<SeedRun>,
    /// The band of earlier searches; no rows if there is none.
    pub earlier: Vec<BandRow>,
}

/// What the report of a run shows of its published table.
#[derive(Clone, Debug)]
pub struct PublishedPart {
    /// What was found and published, a sentence each.
    pub(super) facts: Vec<String>,
    /// The tables for people.
    pub(super) sections: Vec<Section>,
    /// All numbers, for programs.
    pub(super) rows: Table,
}

impl From<&PublishedReport> for PublishedPart {
    fn from(report: &PublishedReport) -> Self {
        PublishedPart {
            facts: report.all_facts(),
            sections: report.sections(),
            rows: report.rows(),
        }
    }
}

impl From<&ChangesReport> for PublishedPart {
    fn from(report: &ChangesReport) -> Self {
        PublishedPart {
            facts: report.facts(),
            sections: report.sections(),
            rows: report.rows(),
        }
    }
}

/// What a column has of each variant.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
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
    /// Its heading for people and for programs. `{v}` is the variant, `{p}` the published column that it answers, `{r}` its reference;
    /// `{of}` and `{all}` are empty where ratios or counts need not be told apart.
    fn headings(self) -> [&'static str; 2] {
        match self {
            Kind::Score => ["score {v}"; 2],
            Kind::PublishedScore => ["published score {p}"; 2],
            Kind::Nodes => ["{all}nodes {v}", "nodes {v}"],
            Kind::ToPv => ["to PV {v}", "nodes to PV {v}"],
            Kind::Published => ["published {p}"; 2],
            Kind::PerPublished => ["{v} / published {p}"; 2],
            Kind::PerProof => ["{v} / proof", "{p} per proof"],
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
            Kind::ToPv => count(found, true).into(),
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
        sections.extend(self.seed_section());
        sections
    }

    /// The count that is published, its ratio, and the deviation of that.
    pub(super) fn counted(&self) -> [Kind; 3] {
        match self.table.is_to_pv {
            true => [Kind::ToPv, Kind::RatioToPv, Kind::DeviationToPv],
            false => [Kind::Nodes, Kind::Ratio, Kind::Deviation],
        }
    }

    /// The variants that answer a published column first.
    pub(super) fn answers(&self) -> Vec<usize> {
        self.table.answers().collect()
    }

    /// The variants that answer no published column first.
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
        let published = self.table.published_column(at);
        // `described` is what is left of `described-on`, which answers the column `on`.
        let short = published.and_then(|on| self.name(at).strip_suffix(&format!("-{on}")));
        let of = match self.answers()[..] {
            [_, only] if only == at => String::new(),
            _ => format!(" {}", short.unwrap_or(self.name(at))),
        };
        let reference = self.table.columns[at].reference.unwrap_or(at);
        let all = if self.table.is_to_pv { "all " } else { "" };
        let template = template.replace("{of}", &of).replace("{all}", all);
        let of_reference = self.table.published_column(reference);
        template
            .replace("{r}", self.name(reference))
            .replace("{q}", of_reference.unwrap_or_default())
            .replace("{p}", published.unwrap_or_default())
            .replace("{v}", self.name(at))
    }

    /// A table for people: groups of columns, each of all answers.
    pub(super) fn by_depth(&self, groups: &[Vec<Kind>]) -> Table {
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
        let mut table = Table::new(headings.map(numbers));
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

    /// All numbers, a row a depth, for comma-separated values.
    pub(super) fn rows(&self) -> Table {
        let all: Vec<usize> = (0..self.table.columns.len()).collect();
        let mut columns = self.each(&all, &[Kind::Score, Kind::Nodes, Kind::ToPv]);
        columns.extend(self.numbers());
        columns.extend(self.each(&self.answers(), &[Kind::PublishedScore]));
        columns.extend([(Kind::Seeds, 0), (Kind::SeedsLow, 0)]);
        columns.extend([(Kind::SeedsMedian, 0), (Kind::SeedsHigh, 0)]);
        self.made(&columns, 1)
    }

    pub(super) fn values(&self, row: &Row) -> Value {
        let scores = row.published.iter().map(|cell| cell.score.clone());
        let mut values = Map::from_iter([
            ("depth".to_owned(), json!(row.depth)),
            ("published_scores".to_owned(), scores.collect()),
            ("seeds".to_owned(), json!(row.band)),
        ]);
        let answers = self.answers();
        for (at, found) in row.found.iter().enumerate() {
            let column = self.table.published_column(at);
            let name = column.filter(|_| answers.contains(&at));
            let all = json!({
                "score": found.score, "nodes": found.nodes, "nodes_to_pv": count(found, true)
            });
            values.insert(key(name.unwrap_or(self.name(at))), all);
        }
        for (kind, at) in self.numbers() {
            let name = key(&self.heading(kind.headings()[1], at));
            values.insert(name, self.cell(kind, row, at).exact());
        }
        Value::Object(values)
    }
}
