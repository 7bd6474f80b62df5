//! `plybench mate`.

mod alpha_beta;
mod claims;
mod proof;

use std::{
    ops::ControlFlow,
    path::PathBuf,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use plybench_df_pn::{Limits, Unsolved};

use super::{
    failure::Failure,
    interrupt, memory,
    number::whole,
    proof::{DF_PN, MEMORY_MIB},
    root,
    write::with_file_rule,
};
use plybench_conformance::mate::{Attacker, Problem};

/// Prove or refute that a side mates in at most N moves, or check the claims of a file
///
/// The proof is exact: it is gathered from whole positions, move by move.
#[derive(clap::Args)]
#[command(
    after_help = with_file_rule(
        "Examples: plybench mate '8/8/8/8/8/2K5/7R/k7 w - - 0 1' --moves 2\n          \
        plybench mate '8/7K/8/8/8/8/R7/7k w - - 0 1' --moves 8 --shortest --certificate mate.certificate\n          \
        plybench mate --epd mates --shortest\n\n\
        Exit code 0: there is a mate, or all claims are right. Exit code 1: there is none, the rules of play end it before\n\
        (--as-in-play), or a claim is wrong or not the shortest. Exit code 3: a limit ended the search.\n\n\
        The search is a depth-first proof-number search (crates/df-pn/README.md); it counts expansions, not nodes. Repetitions and\n\
        the 50-move rule are ignored, as in problems; --as-in-play says where they break the proof. Selfmates and helpmates are out\n\
        of scope. The time is printed on stderr; in JSON it is `seconds`.\n\n\
        With --variant or --set the search is alpha-beta, and asks for a mate in 1, 2, ... moves with a null window around that mate\n\
        (the variant's driver is not used). Nodes and time are those of all these searches, without those that only complete the\n\
        line. Settings with which a refutation would not be a proof are refused."
    )
)]
pub(super) struct Arguments {
    /// The position, in the six fields of FEN or EPD's first four; quotes are optional
    #[arg(required_unless_present = "epd", num_args = 1..)]
    fen: Vec<String>,
    /// The most moves of the side that mates, the mating one included
    #[arg(long, value_name = "N", required_unless_present = "epd", allow_negative_numbers = true, value_parser = whole::<i64>(..))]
    moves: Option<i64>,
    /// Ask whether the side to move is mated, instead of whether it mates
    #[arg(long)]
    mated: bool,
    /// Ask for a mate in 1, 2, ... moves, up to the shortest; of claims, check that there is no mate in N - 1
    #[arg(long)]
    shortest: bool,
    /// Find all keys of the shortest mate, and the duals after them
    #[arg(long, conflicts_with = "mated")]
    all: bool,
    /// Say where repetition or the 50-move rule ends the game before the mate
    #[arg(long)]
    as_in_play: bool,
    /// Write a certificate of the answer to this file, which `plybench check-trace` checks
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check every `bm #N` and `dm N` of a file, or of a built-in data set
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "mated", "all", "as_in_play", "certificate", "board"])]
    epd: Option<PathBuf>,
    /// Report every line that cannot be read, not only the first five
    #[arg(long, requires = "epd")]
    verbose: bool,
    /// How many positions of a file to search at once; one per core if not given
    #[arg(long, value_name = "N", requires = "epd", allow_negative_numbers = true, value_parser = whole::<usize>(1..))]
    jobs: Option<usize>,
    /// The most memory of the table, in MiB, for each position that is searched at once
    #[arg(long, value_name = "MIB", default_value_t = MEMORY_MIB, allow_negative_numbers = true, value_parser = whole::<u64>(1..=1 << 20))]
    memory: u64,
    /// Give a position up after so many expansions
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..))]
    expansions: Option<u64>,
    /// Give a position up after so many seconds
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..=1_000_000_000))]
    seconds: Option<u64>,
    /// Search by alpha-beta with this configuration
    #[arg(long, value_name = "VARIANT", conflicts_with_all = OF_PROOFS)]
    variant: Option<String>,
    /// Search by alpha-beta and change a setting of the variant, which is `solver` if not given
    #[arg(long = "set", value_name = "KEY=VALUE", conflicts_with_all = OF_PROOFS)]
    settings: Vec<String>,
    /// Draw the board first
    #[arg(long, conflicts_with = "json")]
    board: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The options that alpha-beta does not have. Its answer is always the shortest mate.
const OF_PROOFS: [&str; 8] = [
    "mated",
    "all",
    "as_in_play",
    "certificate",
    "epd",
    "memory",
    "expansions",
    "seconds",
];

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.epd {
        return claims::check(path, arguments);
    }
    let root = root::position(&arguments.fen.join(" "))?;
    let attacker = match arguments.mated {
        true => Attacker::Other,
        false => Attacker::ToMove,
    };
    let moves = arguments.moves.unwrap_or_default();
    let problem = Problem::new(&root, moves, attacker).map_err(Failure::input)?;
    if arguments.variant.as_deref() == Some(DF_PN) {
        return Err(Failure::input(format_args!(
            "--variant {DF_PN} is what plybench mate does without --variant; leave it out"
        )));
    }
    match arguments.variant.is_some() || !arguments.settings.is_empty() {
        true => alpha_beta::solve(&problem, arguments),
        false => proof::solve(&problem, arguments),
    }
}

impl Arguments {
    /// The limits of a search by proof numbers, of which so many run at once.
    fn limits(&self, at_once: usize) -> Result<Limits, Failure> {
        let bytes = self.memory << 20;
        memory::refuse_beyond_free(at_once, bytes.saturating_mul(at_once as u64))?;
        Ok(Limits {
            bytes,
            expansions: self.expansions,
        })
    }

    /// Ends the search of a position that began then: after its time, or at Ctrl-C.
    fn watch(&self) -> impl Fn(Instant) -> ControlFlow<()> + Sync + use<> {
        let stop = interrupt::flag();
        let most = self.seconds.map(Duration::from_secs);
        move |began| {
            let is_late = most.is_some_and(|most| began.elapsed() >= most);
            match is_late || stop.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }
    }

    /// Why a position has no answer.
    fn reason(&self, why: Unsolved) -> String {
        match (why, self.seconds) {
            (Unsolved::Interrupted, Some(most)) if !interrupt::is_pressed() => {
                format!("not decided within {most} s")
            }
            _ => why.to_string(),
        }
    }

    /// Why a position has no answer, and what to do.
    fn unsolved(&self, why: Unsolved) -> Failure {
        let reason = self.reason(why);
        match why {
            Unsolved::Expansions(_) => {
                Failure::impossible(format_args!("{reason}; give more with --expansions"))
            }
            Unsolved::Interrupted if interrupt::is_pressed() => Failure::interrupted(reason),
            Unsolved::Interrupted => {
                Failure::impossible(format_args!("{reason}; give more with --seconds"))
            }
            Unsolved::SharedKey => Failure::impossible(reason),
        }
    }
}
