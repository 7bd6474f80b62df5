//! The command line with an additional game: Nim. The players take as many stones as they like, but at least one, from a single
//! heap; who takes the last stone of all wins. The side to move wins exactly if the heaps' sizes, added without carrying in binary,
//! are not zero (Bouton, "Nim, a Game with a Complete Mathematical Theory", 1901).
//!
//! Its positions are searched, drawn, recorded and checked wherever those of other games are:
//!
//! ```text
//! cargo run --release --example own_game -- games
//! cargo run --release --example own_game -- dtm nim 3 4 5
//! cargo run --release --example own_game -- search nim 3 4 5 --depth 13
//! cargo run --release --example own_game -- search nim 3 4 5 --depth 13 --set null-move=true --check
//! cargo run --release --example own_game -- tree nim 1 2 --depth 4
//! ```
//!
//! and in an experiment file, with `fen = "nim 3 4 5"` under `[[positions]]`, or in the lines of a data set's file.

use std::process::ExitCode;

use plybench_engine::{
    eval::Evaluation,
    game::{
        Game, MoveKind, Solved,
        named::{self, NamedGame},
    },
};

/// Heaps of up to 255 stones. A move is the number of the heap, and in the low eight bits the stones that are taken.
#[derive(Clone)]
struct Nim(Vec<u8>);

impl Game for Nim {
    type Move = u16;

    fn for_each_move(&self, kind: MoveKind, mut visit: impl FnMut(u16)) {
        for (heap, &stones) in self.0.iter().enumerate().filter(|_| kind == MoveKind::All) {
            (1..=u16::from(stones)).for_each(|taken| visit((heap as u16) << 8 | taken));
        }
    }

    fn play(&self, mv: u16) -> Self {
        let mut heaps = self.0.clone();
        heaps[usize::from(mv >> 8)] -= mv as u8;
        Nim(heaps)
    }

    /// Who cannot move has lost.
    fn in_check(&self) -> bool {
        self.0.iter().all(|&stones| stones == 0)
    }

    fn key(&self) -> u64 {
        let heaps = self.0.iter();
        heaps.fold(1, |key, &stones| {
            (key ^ u64::from(stones)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    fn evaluate(&self, _: Evaluation) -> i32 {
        0
    }

    fn notation(&self, mv: u16) -> String {
        format!("{}{}", char::from(b'a' + (mv >> 8) as u8), mv as u8)
    }
}

impl NamedGame for Nim {
    const NAME: &'static str = "nim";
    const FORMAT: &'static str = "STONES STONES ...";
    const ABOUT: &'static str = "take stones from one heap; who takes the last stone wins";

    fn read(text: &str) -> Result<Self, String> {
        let heaps: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
        let heaps = heaps.ok().filter(|heaps| (1..=26).contains(&heaps.len()));
        heaps
            .map(Nim)
            .ok_or_else(|| "give 1 to 26 heaps of up to 255 stones".to_owned())
    }

    /// Bouton's theorem.
    fn solve(&self) -> Option<Solved> {
        Some(match self.0.iter().fold(0, |sum, stones| sum ^ stones) {
            0 => Solved::Loss(None),
            _ => Solved::Win(None),
        })
    }

    fn text(&self) -> String {
        let heaps: Vec<String> = self.0.iter().map(u8::to_string).collect();
        heaps.join(" ")
    }
}

fn main() -> ExitCode {
    named::register::<Nim>().expect("no other game has its name");
    plybench::cli::main()
}
