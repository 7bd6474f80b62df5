//! The table of mate distance pruning: off and on by depth, next to the published figures.

use serde::Serialize;
use thiserror::Error;

use crate::{
    depth_result::DepthResult,
    published,
    seed_band::{self, BandRow},
};
use plybench_records::{JobRecord, counts};

/// A record that the table needs is missing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no record of variant {variant:?} at depth {depth}")]
pub struct TableError {
    /// The variant whose record is missing.
    pub variant: &'static str,
    /// The depth of the record.
    pub depth: u8,
}

/// The smallest proofs of the mate, in nodes. The figures for graphs are upper bounds of the smallest graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MinimalProof {
    /// The smallest tree that proves the mate.
    pub proof_tree: u128,
    /// The same tree with equal positions shared.
    pub proof_graph: usize,
    /// The smallest tree that proves that no mate is two plies shorter. Its lines continue after the rook is captured.
    pub refutation_tree: u128,
    /// The same tree with equal positions shared.
    pub refutation_graph: usize,
    /// The smallest such tree whose lines end when the rook is captured.
    pub refutation_tree_without_material: u128,
    /// The same tree with equal positions shared.
    pub refutation_graph_without_material: usize,
}

/// The row of one depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MdpRow {
    /// Nominal depth in plies.
    pub depth: u8,
    /// Without the pruning.
    pub off: DepthResult,
    /// With the form that comes nearest to the published ratios.
    pub on: DepthResult,
    /// Nodes on / nodes off, counting all nodes entered. `published_ratio` counts differently.
    pub ratio: f64,
    /// The published ratio, which counts nodes until the principal variation was found.
    pub published_ratio: f64,
    /// `ratio / published_ratio - 1`, although the two count differently.
    pub deviation: f64,
    /// Nodes on / nodes off, both counted until the principal variation last changed, as the published counts are.
    pub ratio_to_pv: f64,
    /// `ratio_to_pv / published_ratio - 1`: both count nodes to PV.
    pub deviation_to_pv: f64,
    /// With the window narrowed to both tight bounds.
    pub tight: DepthResult,
    /// With the upper bound one ply loose, as the article prints it.
    pub loose: DepthResult,
    /// Nodes tight / nodes off.
    pub ratio_tight: f64,
    /// Nodes loose / nodes off.
    pub ratio_loose: f64,
    /// Nodes tight / nodes off, both to PV.
    pub ratio_tight_to_pv: f64,
    /// Nodes loose / nodes off, both to PV.
    pub ratio_loose_to_pv: f64,
    /// By the variant that follows the description of Glass instead of fitting its table, without the pruning.
    pub described_off: DepthResult,
    /// The same with the article's own form.
    pub described_on: DepthResult,
    /// Nodes of the description on / off, both to PV.
    pub ratio_described_to_pv: f64,
    /// Nodes off as a multiple of the smallest proof tree.
    pub off_per_proof: f64,
    /// Nodes on as a multiple of the smallest proof tree.
    pub on_per_proof: f64,
    /// The published nodes without the pruning.
    pub published_off: u64,
    /// The published nodes with it.
    pub published_on: u64,
    /// The published scores, off and on, in centipawns or as `M8`.
    pub published_scores: [String; 2],
    /// The ratio to PV over many seeds of the shuffle by which the variant orders equal moves.
    pub seeds: Option<BandRow>,
}

impl MdpRow {
    /// Returns the nodes to PV without the pruning as a multiple of the published nodes.
    #[must_use]
    pub fn off_per_published(&self) -> f64 {
        self.off.nodes_to_pv as f64 / self.published_off as f64
    }

    /// Returns the nodes to PV with the pruning as a multiple of the published nodes.
    #[must_use]
    pub fn on_per_published(&self) -> f64 {
        self.on.nodes_to_pv as f64 / self.published_on as f64
    }
}

/// The whole table with its key figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MdpTable {
    /// The rows in ascending order of depth.
    pub rows: Vec<MdpRow>,
    /// The sizes of the smallest proofs of the mate.
    pub minimal: MinimalProof,
    /// The first depth at which the node counts of off and on differ.
    pub first_difference: Option<u8>,
    /// The first depth at which their node counts to the principal variation differ.
    pub first_difference_to_pv: Option<u8>,
    /// The first depth at which `off` met a mated node anywhere in the tree.
    pub first_mate_in_tree: Option<u8>,
    /// The first depth at which the scores of off and on are both a mate.
    pub first_mate_at_root: Option<u8>,
    /// The largest absolute value of `deviation`, as a share.
    pub worst_deviation: f64,
    /// The largest absolute value of `deviation_to_pv`, as a share.
    pub worst_deviation_to_pv: f64,
}

impl MdpTable {
    /// Builds the table from the jobs of the variants `off`, `on`, `tight`, `loose`, `described-off` and `described-on`.
    ///
    /// # Errors
    /// If an iteration is missing.
    pub fn of(
        jobs: &[JobRecord],
        published: &[published::PublishedRow],
        minimal: MinimalProof,
    ) -> Result<Self, TableError> {
        let find = |variant: &'static str, depth| {
            let mut jobs = jobs.iter().filter(|job| job.variant == variant);
            jobs.find_map(|job| job.iterations.iter().find(|one| one.depth == depth))
                .ok_or(TableError { variant, depth })
        };
        let cell = |variant, depth| {
            find(variant, depth).map(|one| DepthResult {
                score: one.score,
                nodes: one.nodes,
                nodes_to_pv: one.nodes_to_pv().unwrap_or_default(),
            })
        };
        let (mut rows, band) = (Vec::new(), seed_band::committed());
        for theirs in published {
            let depth = theirs.depth;
            let (off, on) = (cell("off", depth)?, cell("on", depth)?);
            let (tight, loose) = (cell("tight", depth)?, cell("loose", depth)?);
            let [described_off, described_on] = ["described-off", "described-on"];
            let (described_off, described_on) =
                (cell(described_off, depth)?, cell(described_on, depth)?);
            let share = |part: u64, whole: u64| part as f64 / whole as f64;
            let ratio = share(on.nodes, off.nodes);
            let ratio_to_pv = share(on.nodes_to_pv, off.nodes_to_pv);
            let per_proof = |nodes: u64| nodes as f64 / minimal.proof_tree as f64;
            rows.push(MdpRow {
                depth,
                off,
                on,
                ratio,
                published_ratio: theirs.ratio(),
                deviation: ratio / theirs.ratio() - 1.0,
                ratio_to_pv,
                deviation_to_pv: ratio_to_pv / theirs.ratio() - 1.0,
                tight,
                loose,
                ratio_tight: share(tight.nodes, off.nodes),
                ratio_loose: share(loose.nodes, off.nodes),
                ratio_tight_to_pv: share(tight.nodes_to_pv, off.nodes_to_pv),
                ratio_loose_to_pv: share(loose.nodes_to_pv, off.nodes_to_pv),
                ratio_described_to_pv: share(described_on.nodes_to_pv, described_off.nodes_to_pv),
                described_off,
                described_on,
                off_per_proof: per_proof(off.nodes),
                on_per_proof: per_proof(on.nodes),
                published_off: theirs.nodes_off,
                published_on: theirs.nodes_on,
                published_scores: [theirs.score_off.clone(), theirs.score_on.clone()],
                seeds: band.iter().find(|row| row.depth == depth).cloned(),
            });
        }
        let mut first_mate_in_tree = None;
        for row in &rows {
            if find("off", row.depth)?.counts.one(counts::ENDS_MATED) > Some(0) {
                first_mate_in_tree = Some(row.depth);
                break;
            }
        }
        let first =
            |holds: fn(&MdpRow) -> bool| rows.iter().find(|row| holds(row)).map(|row| row.depth);
        let worst = |deviation: fn(&MdpRow) -> f64| {
            let sizes = rows.iter().map(|row| deviation(row).abs());
            sizes.fold(0.0, f64::max)
        };
        Ok(MdpTable {
            minimal,
            first_difference: first(|row| row.off.nodes != row.on.nodes),
            first_difference_to_pv: first(|row| row.off.nodes_to_pv != row.on.nodes_to_pv),
            first_mate_in_tree,
            first_mate_at_root: first(|row| row.off.score.is_mate() && row.on.score.is_mate()),
            worst_deviation: worst(|row| row.deviation),
            worst_deviation_to_pv: worst(|row| row.deviation_to_pv),
            rows,
        })
    }
}
