//! The checker refuses every trace that no search could have written.
//!
//! The header determines the search and so every byte after it. Traces of real searches are altered in one place, in their steps,
//! their summary or their header, and only the trace that the search of its header writes may be accepted.

mod damaged;
mod header;
mod steps;
mod summary;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use plybench_checker::{
    check::check_after,
    technique_name,
    trace::{Checksum, Header, Next, Observed, Reader, Step, Summary, record_after},
};
use plybench_engine::{
    eval::Evaluation,
    game::{chess::Chess, named::AnyPosition},
    ordering::OrderingOptions,
    search::{FailMode, Legality, RootDriver, ScoutMode, SearchOptions},
    table::{PrincipalEntries, Replacement, TableOptions, TableSize},
    variants,
};
use serde_json::json;

use super::{
    games::{Moment, moments},
    positions::{Visit, positions, visit},
    settings::{self, Random, all_axes, is_active},
};

/// A search with all that can be on: null windows, a small table, every technique.
fn everything(form: &str, driver: RootDriver) -> SearchOptions {
    let techniques = json!({
        "mate-distance": form,
        "check-extension": true,
        "null-move": { "verify": true, "min-depth": 1, "reduction": 1 },
        "futility": { "margins": [50, 100] },
        "late-move-reduction": { "full-depth-moves": 1, "min-depth": 2 },
        "singular-extension": { "min-depth": 3, "margin": 0, "shorten": 1 },
        "prob-cut": { "min-depth": 2, "margin": 10, "reduction": 1 },
        "internal-iterative-deepening": { "min-depth": 2, "reduction": 1 },
    });
    SearchOptions {
        fail: FailMode::Soft,
        scout: ScoutMode::Pvs,
        driver,
        mate_at_horizon: true,
        quiescence: true,
        evaluation: Evaluation::Material,
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            killers: true,
            history: true,
            ..OrderingOptions::default()
        },
        table: TableOptions {
            size: TableSize::Entries(40),
            replacement: Replacement::TwoTier,
            principal_variation: PrincipalEntries::Separate(20),
            ..TableOptions::default()
        },
        // Not everywhere: illegal moves take most of the nodes, and these traces are short.
        legality: match form {
            "vipermate" | "mate-holds" => Legality::KingCapture,
            _ => Legality::KingSafety,
        },
        techniques: serde_json::from_value(techniques).unwrap(),
        ..variants::PLAIN.options
    }
}

/// A trace with its checksums, from one without: the header, steps and summary. Damage is found by the checksums; what is altered
/// here has right ones, so that the checker has to find it.
pub(super) fn sealed(plain: &[u8]) -> Vec<u8> {
    let end = plain.iter().position(|&byte| byte == b'\n');
    let (header, content) = plain.split_at(end.map_or(plain.len(), |end| end + 1));
    let (mut checksum, mut trace) = (Checksum::default(), header.to_vec());
    trace.extend(checksum.of_header(header));
    if !content.is_empty() {
        checksum.write_block(content, &mut trace).unwrap();
    }
    trace
}

/// A trace without its checksums.
pub(super) fn unsealed(trace: &[u8]) -> Vec<u8> {
    let Parts {
        header,
        steps,
        summary,
    } = Parts::read(trace);
    Parts::write(&header, &steps, &summary)
}

/// The parts of a trace.
pub(super) struct Parts {
    pub(super) header: Header,
    pub(super) steps: Vec<Step>,
    summary: Summary,
}

impl Parts {
    /// Of a trace without checksums.
    fn of(plain: &[u8]) -> Self {
        Parts::read(&sealed(plain))
    }

    pub(super) fn read(trace: &[u8]) -> Self {
        let mut reader = Reader::new(trace).unwrap();
        let mut steps = Vec::new();
        let summary = loop {
            match reader.step().unwrap() {
                Next::Step(step) => steps.push(step),
                Next::Summary(summary) => break summary,
            }
        };
        Parts {
            header: reader.header,
            steps,
            summary,
        }
    }

    /// The trace of these parts without checksums.
    fn write(header: &Header, steps: &[Step], summary: &Summary) -> Vec<u8> {
        let mut trace = serde_json::to_vec(header).unwrap();
        trace.push(b'\n');
        for step in steps {
            step.write(&mut trace);
        }
        trace.push(0);
        serde_json::to_writer(&mut trace, summary).unwrap();
        trace.push(b'\n');
        trace
    }

    pub(super) fn with_header(&self, header: &Header) -> Vec<u8> {
        Parts::write(header, &self.steps, &self.summary)
    }

    pub(super) fn with_steps(&self, steps: &[Step]) -> Vec<u8> {
        Parts::write(&self.header, steps, &self.summary)
    }

    fn with_summary(&self, summary: &Summary) -> Vec<u8> {
        Parts::write(&self.header, &self.steps, summary)
    }
}

enum Root {
    Chess(Chess),
    Other(AnyPosition),
    /// One of those that are searched with random settings.
    Position(usize),
}

impl Root {
    fn visit<V: Visit>(&self, visitor: &V) -> V::Result {
        match self {
            Root::Chess(root) => visitor.visit(root, ""),
            Root::Other(root) => visitor.visit(root, ""),
            Root::Position(number) => visit(*number, visitor),
        }
    }
}

/// A search with its trace.
struct Case {
    root: Root,
    /// The keys of the game before the root.
    past: Vec<u64>,
    /// The largest depth and the most nodes.
    extent: (u8, Option<u64>),
    /// Without checksums.
    trace: Vec<u8>,
    /// The steps that are altered, by number. A case with many that are like others has only some of them.
    places: Vec<usize>,
}

/// Records a search after a game.
struct Recording<'c>(&'c [u64], &'c SearchOptions, (u8, Option<u64>));

impl Visit for Recording<'_> {
    type Result = Vec<u8>;

    fn visit<G: Observed>(&self, root: &G, _: &str) -> Vec<u8> {
        unsealed(&record_after(root, self.0, self.1, self.2.0, self.2.1, Vec::new()).unwrap())
    }
}

/// Checks a trace without checksums after a game.
struct Checking<'c>(&'c [u64], &'c [u8]);

impl Visit for Checking<'_> {
    type Result = Result<(), String>;

    fn visit<G: Observed>(&self, root: &G, _: &str) -> Self::Result {
        let trace = sealed(self.1);
        let trace = Reader::new(&trace[..]).map_err(|error| error.to_string())?;
        let checked = check_after(root, self.0, trace);
        checked.map(drop).map_err(|refused| refused.to_string())
    }
}

impl Case {
    /// A case in which every step is altered.
    fn new(root: Root, past: Vec<u64>, options: &SearchOptions, extent: (u8, Option<u64>)) -> Self {
        let trace = root.visit(&Recording(&past, options, extent));
        let places = (0..Parts::of(&trace).steps.len()).collect();
        let case = Case {
            root,
            past,
            extent,
            trace,
            places,
        };
        assert_eq!(case.check(&case.trace), Ok(()));
        case
    }

    /// Why the checker refuses a trace of the root, if it does.
    fn check(&self, trace: &[u8]) -> Result<(), String> {
        self.root.visit(&Checking(&self.past, trace))
    }

    /// Whether the checker accepts a trace of the root.
    fn accepts(&self, trace: &[u8]) -> bool {
        self.check(trace).is_ok()
    }

    /// The trace of a search with other settings.
    fn searched_with(&self, options: &SearchOptions) -> Vec<u8> {
        self.root
            .visit(&Recording(&self.past, options, self.extent))
    }

    /// The length of the header.
    fn header(&self) -> usize {
        self.trace.iter().position(|&byte| byte == b'\n').unwrap() + 1
    }

    /// The place of the summary's first byte, after the 0 that ends the steps.
    fn summary(&self) -> usize {
        let steps = Parts::of(&self.trace).steps;
        let length: u64 = steps.iter().map(|step| step.length()).sum();
        self.header() + length as usize + 1
    }

    /// What each step does.
    fn deeds(&self) -> Vec<String> {
        Parts::of(&self.trace).steps.iter().map(deed).collect()
    }
}

/// What a step does, wherever it is: its kind, technique, bound or end, and what is requested.
fn deed(step: &Step) -> String {
    let mut deed = step.name().to_owned();
    for (name, value) in step.fields() {
        let kinds = [
            "asked",
            "bound",
            "end",
            "in_quiescence",
            "overwrote",
            "side",
        ];
        if name == "by" {
            let place = value.as_u64().unwrap() as u8;
            let technique = technique_name(place).unwrap_or_else(|| "none".to_owned());
            deed += &format!(" by={technique}");
        } else if kinds.contains(&name) {
            deed += &format!(" {name}={value}").replace('"', "");
        }
    }
    deed
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let mut cases = with_everything();
    cases.extend(with_random_settings());
    cases
});

/// Short searches with all that can be on, of every kind of game; every step of them is altered.
fn with_everything() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |root, past, options: &SearchOptions| {
        cases.push(Case::new(root, past, options, (6, Some(100))));
    };
    let [mtdf, aspiration, full] = [
        RootDriver::Mtdf,
        RootDriver::Aspiration(5),
        RootDriver::FullWindow,
    ];
    for (fen, form, driver) in [
        ("8/8/8/8/8/2K5/7R/k7 w - - 0 1", "stockfish", mtdf),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "depth-clamp", full),
        (
            "4k3/P6r/3p4/8/8/2n5/1P6/R3K3 w Q - 97 90",
            "vipermate",
            aspiration,
        ),
        ("8/8/8/8/8/1k6/1p6/1K6 w - - 0 1", "mate-holds", full),
        ("3qk3/8/8/8/8/8/3P4/3QK2R w K - 0 1", "delayed-loss", mtdf),
    ] {
        let root = Root::Chess(Chess::from_fen(fen).unwrap());
        add(root, Vec::new(), &everything(form, driver));
    }
    for Moment { root, past } in moments().into_iter().take(2) {
        add(Root::Chess(root), past, &everything("off", full));
    }
    let hard = SearchOptions {
        fail: FailMode::Hard,
        ..everything("cpw", mtdf)
    };
    for tree in [
        "branching=3 depth=5 spread=20 mated-share=0.1 best-first-share=0.3 seed=5",
        "[[[3, 17], [2, []]], [[15], [25, 0]], [[], [3, 14, 8]]]",
    ] {
        let root = AnyPosition::read(tree).unwrap().unwrap();
        add(Root::Other(root), Vec::new(), &hard);
    }
    cases
}

/// Searches with random settings, few enough and short: each has a value of a setting or a deed that no other has.
fn with_random_settings() -> Vec<Case> {
    let axes = all_axes();
    let mut random = Random(7);
    let mut chosen: Vec<(Case, BTreeSet<String>)> = Vec::new();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for (nodes, searches) in [(60, 300), (200, 500), (600, 800)] {
        for turn in 0..searches {
            let values = random.case(&axes);
            let options = settings::options(&axes, &values);
            let root = Root::Position(turn % positions());
            let extent = (2 + turn as u8 % 9, Some(nodes));
            let trace = root.visit(&Recording(&[], &options, extent));
            let mut has: BTreeSet<String> = Parts::of(&trace).steps.iter().map(deed).collect();
            for number in (0..axes.len()).filter(|&axis| is_active(&axes, &values, axis)) {
                let axis = &axes[number];
                has.insert(format!("{}={}", axis.name, axis.values[values[number]]));
            }
            if has.iter().any(|one| !times.contains_key(one)) {
                for one in &has {
                    *times.entry(one.clone()).or_default() += 1;
                }
                chosen.push((Case::new(root, Vec::new(), &options, extent), has));
            }
        }
    }
    for axis in &axes {
        for value in &axis.values {
            let one = format!("{}={value}", axis.name);
            assert!(times.contains_key(&one), "no altered trace has {one}");
        }
    }
    // A later trace may have all that an earlier one was chosen for.
    chosen.retain(|(_, has)| {
        let is_needed = has.iter().any(|one| times[one] == 1);
        if !is_needed {
            for one in has {
                *times.get_mut(one).unwrap() -= 1;
            }
        }
        is_needed
    });
    chosen
        .into_iter()
        .map(|(mut case, _)| {
            case.places = some_of_each_deed(&case, &mut random);
            case
        })
        .collect()
}

/// The numbers of at most two steps with each deed.
fn some_of_each_deed(case: &Case, random: &mut Random) -> Vec<usize> {
    let mut by_deed: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, deed) in case.deeds().into_iter().enumerate() {
        by_deed.entry(deed).or_default().push(number);
    }
    let mut some = BTreeSet::new();
    for numbers in by_deed.values() {
        for _ in 0..2 {
            some.insert(numbers[random.below(numbers.len())]);
        }
    }
    some.into_iter().collect()
}

/// What steps do in the searches with random settings in `agreement.rs`. A technique that is not in this list has to act, too.
const DEEDS: [&str; 50] = [
    "Asked asked=a move by=prob-cut",
    "Asked asked=a pass by=null-move",
    "Asked asked=the node itself by=internal-iterative-deepening",
    "Asked asked=the node itself by=null-move",
    "Asked asked=the node itself by=prob-cut",
    "Asked asked=the node itself by=razoring",
    "Asked asked=the node without a move by=singular-extension",
    "Closed side=alpha by=mate-distance",
    "Closed side=beta by=mate-distance",
    "Driven",
    "Entered in_quiescence=false",
    "Entered in_quiescence=true",
    "Extended by=check-extension",
    "Extended by=singular-extension",
    "FirstMove by=internal-iterative-deepening",
    "Iteration",
    "KingCaptured",
    "Left end=expanded by=none",
    "Left end=horizon by=none",
    "Left end=mated by=none",
    "Left end=mdp_cut by=mate-distance",
    "Left end=rule_draw by=none",
    "Left end=stalemate by=none",
    "Left end=stopped by=none",
    "Left end=table_cut by=mate-distance",
    "Left end=table_cut by=none",
    "Left end=technique_cut by=enhanced-transposition-cutoff",
    "Left end=technique_cut by=null-move",
    "Left end=technique_cut by=prob-cut",
    "Left end=technique_cut by=razoring",
    "Left end=technique_cut by=singular-extension",
    "Narrowed side=alpha by=mate-distance",
    "Narrowed side=beta by=mate-distance",
    "Reduced by=late-move-reduction",
    "Refuted",
    "Searched",
    "SearchedAgain by=late-move-reduction",
    "SearchedAgain by=none",
    "Shallower by=mate-distance",
    "Shortened by=singular-extension",
    "Skipped by=futility",
    "Stored bound=exact overwrote=false",
    "Stored bound=exact overwrote=true",
    "Stored bound=lower bound overwrote=false",
    "Stored bound=lower bound overwrote=true",
    "Stored bound=upper bound overwrote=false",
    "Stored bound=upper bound overwrote=true",
    "TableHit bound=exact",
    "TableHit bound=lower bound",
    "TableHit bound=upper bound",
];

/// Without this, a kind of step or a technique could be missing from the traces, and nothing would be known of the checker there.
#[test]
fn the_altered_traces_have_every_deed_of_every_technique() {
    let found: BTreeSet<String> = CASES.iter().flat_map(Case::deeds).collect();
    let altered: BTreeSet<String> = CASES
        .iter()
        .flat_map(|case| {
            let deeds = case.deeds();
            case.places.iter().map(move |&at| deeds[at].clone())
        })
        .collect();
    assert_eq!(found, altered);
    let is_listed = |technique: &str| DEEDS.iter().any(|deed| deed.ends_with(technique));
    for technique in (0..).map_while(technique_name) {
        let by = format!(" by={technique}");
        assert!(found.iter().any(|deed| deed.ends_with(&by)), "{technique}");
    }
    let listed = found.iter().filter(|deed| {
        let technique = deed
            .split_once("by=")
            .map_or("", |(_, technique)| technique);
        is_listed(technique)
    });
    assert_eq!(listed.collect::<Vec<_>>(), DEEDS);
}
