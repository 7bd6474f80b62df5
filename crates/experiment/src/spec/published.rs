//! The published table that an experiment answers, and the seeds over which its search is repeated.
//!
//! A table has counts by depth of one position (`data`), or changes between variants by set of positions and depth (`changes`).

use plybench_engine::ordering::Ties;
use plybench_records::Metric;
use plybench_text::echo;
use toml::Spanned;

use super::{
    section::{Mistake, Section, Text},
    variant::ExperimentVariant,
};

/// A table of the literature.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// What it is about, as its heading.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// Where it stands in the source.
    pub page: Option<String>,
    /// What it counts: nodes, or nodes to the principal variation.
    pub counted: Metric,
    /// How it was measured.
    pub conditions: Option<String>,
    /// The CSV file with its rows: a relative path starts at the experiment file, and [`built_in_data`](super::built_in_data) has
    /// some under their names.
    pub data: Spanned<String>,
    /// The `[[variants]]` in the file's order, but the baseline first, which answer counts of the first of `[[positions]]`. None
    /// if the table has changes between variants.
    pub variants: Vec<Answer>,
    /// Other seeds by which equal moves are shuffled.
    pub band: Option<Band>,
}

/// A variant that stands beside a published table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The name of the variant in the experiment.
    pub variant: String,
    /// The published column that it answers.
    pub column: Option<String>,
}

/// A repetition of the search over seeds, with the variants of two published columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Band {
    /// Each seed from 1 with its two variants, the baseline's first.
    pub seeds: Vec<(u32, [String; 2])>,
    /// The seed of the baseline itself.
    pub chosen: Option<u32>,
    /// The CSV file with an earlier band, in the same form as `data` of [`Published`].
    pub data: Option<Spanned<String>>,
}

impl Published {
    /// The data files that it names.
    pub fn files(&self) -> impl Iterator<Item = &Spanned<String>> {
        let band = self.band.iter().filter_map(|band| band.data.as_ref());
        std::iter::once(&self.data).chain(band)
    }

    /// Whether it has changes between variants by set of positions and depth, not counts of one position.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.variants.is_empty()
    }

    /// The answered columns, that of the baseline first.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        let mut columns: Vec<String> = Vec::new();
        for column in self
            .variants
            .iter()
            .filter_map(|answer| answer.column.as_ref())
        {
            if !columns.contains(column) {
                columns.push(column.clone());
            }
        }
        columns
    }
}

/// Reads `[published]` and `[band]`, and adds the variants of the seeds.
pub(super) fn published(
    file: &Section,
    baseline: &str,
    variants: &mut Vec<ExperimentVariant>,
) -> Result<Option<Published>, Mistake> {
    let mut answers = file.each("variants", |section| {
        let column: Option<Text> = section.optional_text("column")?;
        if let (Some(column), None) = (&column, file.get("published")) {
            let problem = "column without [published]; add that table, or remove the column";
            return Err(Mistake::new(column.span().start, problem));
        }
        Ok(Answer {
            variant: section.text("name")?,
            column: column.map(Text::into_inner),
        })
    })?;
    let Some(section) = file.single("published")? else {
        return match file.single("band")? {
            Some(band) => Err(band.mistake("[band] without [published]; add that table")),
            None => Ok(None),
        };
    };
    let changes = section.optional_text("changes")?;
    let counted: String = section.text("counted")?;
    let counted = match super::metric(&counted) {
        Ok(metric @ (Metric::Nodes | Metric::NodesToPv)) => metric,
        _ => return Err(section.refused("counted", "\"nodes\" or \"nodes-to-pv\"")),
    };
    let is_of_changes = changes.is_some();
    if file.get("against").is_some() || !is_of_changes && file.get("positions").is_none() {
        let problem = match is_of_changes {
            true => "[published] is about searches; remove it, or play no games",
            false => "[published] is about searches of the first of [[positions]]; give that",
        };
        return Err(section.mistake(problem));
    }
    if is_of_changes {
        if counted != Metric::Nodes {
            return Err(section.refused("counted", "\"nodes\", which changes compare"));
        }
        for (key, given) in [("data", section.get("data")), ("[band]", file.get("band"))] {
            if given.is_some() {
                let problem = format!("[published] with changes and {key}; remove one of them");
                return Err(section.mistake(problem));
            }
        }
        // Its rows name the variants.
        answers.clear();
    } else {
        answers_first(&section, baseline, &mut answers)?;
    }
    let band = file.single("band")?;
    let band = band.map(|section| band_of(&section, &answers, variants));
    Ok(Some(Published {
        title: section.text("title")?,
        source: section.text("source")?,
        page: section.optional_text("page")?,
        counted,
        conditions: section.optional_text("conditions")?,
        data: match changes {
            Some(changes) => changes,
            None => section.text("data")?,
        },
        band: band.transpose()?,
        variants: answers,
    }))
}

/// Moves the baseline to the front of the variants, which must answer a column.
fn answers_first(section: &Section, baseline: &str, answers: &mut [Answer]) -> Result<(), Mistake> {
    let is_baseline = |answer: &Answer| answer.variant == baseline && answer.column.is_some();
    let Some(at) = answers.iter().position(is_baseline) else {
        return Err(section.mistake(format!(
            "[published] has ratios to the baseline {:?}, which answers no column; add a line such as column = \"off\" to that variant",
            echo(baseline)
        )));
    };
    answers[..=at].rotate_right(1);
    Ok(())
}

/// Reads `[band]`. A seed that the variants have themselves adds none.
fn band_of(
    section: &Section,
    answers: &[Answer],
    variants: &mut Vec<ExperimentVariant>,
) -> Result<Band, Mistake> {
    let data = section.optional_text("data")?;
    let seeds = section.whole("seeds", 1, Some(100_000))?;
    if seeds.is_none() && data.is_none() {
        return Err(section.lacks("seeds or data", "seeds = 200"));
    }
    // The baseline is the first, and answers a column.
    let column = answers.first().and_then(|answer| answer.column.as_ref());
    let is_other = |answer: &&Answer| answer.column.is_some() && answer.column.as_ref() != column;
    let pair = [answers.first(), answers.iter().find(is_other)].map(|answer| {
        let named =
            |variant: &&ExperimentVariant| variant.name == answer.map_or("", |one| &one.variant);
        variants.iter().find(named).cloned()
    });
    let [Some(off), Some(on)] = pair else {
        let problem = "[band] needs variants of two columns; add column to another of [[variants]]";
        return Err(section.mistake(problem));
    };
    let seed_of = |variant: &ExperimentVariant| match variant.options().ok()?.search.ordering.ties {
        Ties::Random(seed) => Some(seed),
        Ties::Generation => None,
    };
    let mut band = Band {
        seeds: Vec::new(),
        chosen: seed_of(&off),
        data,
    };
    for seed in 1..=seeds.unwrap_or(0) {
        let mut with_seed = |variant: &ExperimentVariant| {
            if seed_of(variant) == Some(seed) {
                return Ok(variant.name.clone());
            }
            let mut other = variant.clone();
            other.name = format!("{}/ties=random:{seed}", variant.name);
            if variants.iter().any(|known| known.name == other.name) {
                return Err(section.mistake(format!(
                    "[band] makes a variant {:?}, which the file has already; rename that",
                    echo(&other.name)
                )));
            }
            let ties = toml::Table::from_iter([("random".to_owned(), i64::from(seed).into())]);
            other.set.insert("ordering.ties".to_owned(), ties.into());
            variants.push(other.clone());
            Ok(other.name)
        };
        band.seeds.push((seed, [with_seed(&off)?, with_seed(&on)?]));
    }
    Ok(band)
}
