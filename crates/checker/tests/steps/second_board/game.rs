//! The second board as a game: what the search takes from chess besides the moves, written from the engine's README.

use plybench_checker::game::Recorded;
use plybench_engine::{
    eval::Evaluation,
    game::{CheckAnswer, Game, MoveClass, MoveKind, Structure},
};

use super::{
    board::{Board, parts, rank_of},
    evaluation,
    key::key,
};

impl Board {
    /// Whether a move neither captures nor promotes.
    fn is_quiet(&self, mv: u16) -> bool {
        self.captures_on(mv).is_none() && parts(mv).2 == 0
    }

    /// Whether a move castles, promotes or captures en passant.
    pub(super) fn is_special(&self, mv: u16) -> bool {
        let (_, to, promotion) = parts(mv);
        let captured = self.captures_on(mv);
        promotion > 0 || self.is_castling(mv) || captured.is_some_and(|at| at != to)
    }

    fn visit(&self, moves: Vec<u16>, kind: MoveKind, visit: impl FnMut(u16)) {
        let is_wanted = |mv: &u16| kind == MoveKind::All || !self.is_quiet(*mv);
        moves.into_iter().filter(is_wanted).for_each(visit);
    }

    pub(super) fn is_dead(&self) -> bool {
        !self.can_mate(true) && !self.can_mate(false)
    }

    /// Whether a side could give mate with the men on the board, however badly the other side plays.
    pub(super) fn can_mate(&self, is_white: bool) -> bool {
        let count = |men: &[u8], is_white| -> usize {
            men.iter()
                .map(|&man| self.squares(man, is_white).count())
                .sum()
        };
        let [own, other] = [is_white, !is_white];
        if count(b"pnbrq", own) == 1 && count(b"n", own) == 1 {
            return count(b"pnbr", other) > 0;
        }
        if count(b"pnrq", own) == 0 {
            let all = [own, other].map(|side| self.squares(b'b', side));
            let bishops: Vec<usize> = all.into_iter().flatten().collect();
            let colour = |&at: &usize| (at % 8 + at / 8) % 2;
            let are_of_both = bishops.iter().any(|at| colour(at) != colour(&bishops[0]));
            return count(b"b", own) > 0 && (count(b"pn", other) > 0 || are_of_both);
        }
        true
    }
}

impl Game for Board {
    /// The number in records of searches.
    type Move = u16;

    const HISTORY_SIZE: usize = 2 * 64 * 64;
    const ARRIVALS: usize = 2 * 6 * 64;

    fn for_each_move(&self, kind: MoveKind, visit: impl FnMut(u16)) {
        self.visit(self.legal(), kind, visit);
    }

    fn for_each_illegal_move(&self, kind: MoveKind, visit: impl FnMut(u16)) {
        let mut moves = self.pseudo_legal();
        moves.retain(|&mv| !self.is_safe(mv));
        self.visit(moves, kind, visit);
    }

    fn play(&self, mv: u16) -> Self {
        self.after(mv)
    }

    fn pass(&self) -> Option<Self> {
        let has_piece = [b'n', b'b', b'r', b'q']
            .into_iter()
            .any(|man| self.squares(man, self.is_white).next().is_some());
        (has_piece && !self.in_check()).then(|| self.passed())
    }

    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    fn key(&self) -> u64 {
        key(self)
    }

    fn structure_key(&self, structure: Structure) -> Option<u64> {
        let men: &[u8] = match structure {
            Structure::Pawns => b"p",
            Structure::Pieces => b"nbrqk",
        };
        let mut key = 0_u64;
        let mut mix = |number: u64| {
            key = (key ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            key ^= key >> 32;
        };
        mix(if self.is_white { 1 } else { 2 });
        for is_white in [true, false] {
            for &man in men {
                mix(self.squares(man, is_white).map(|square| 1 << square).sum());
            }
        }
        Some(key)
    }

    fn reversible_plies(&self) -> u8 {
        self.clock
    }

    fn evaluate(&self, evaluation: Evaluation) -> i32 {
        let white = evaluation::of_white(self, evaluation);
        if self.is_white { white } else { -white }
    }

    fn classify(&self, mv: u16) -> MoveClass {
        let (from, _, promotion) = parts(mv);
        if self.is_quiet(mv) {
            return MoveClass::Quiet;
        }
        let victim = self
            .captures_on(mv)
            .map_or(0, |at| rank_of(self.men[at]) + 1);
        let gain = victim + promotion;
        MoveClass::Tactical((8 * gain + 7 - rank_of(self.men[from])) as u8)
    }

    fn history_index(&self, mv: u16) -> usize {
        let side = if self.is_white { 0 } else { 4096 };
        side + usize::from(mv >> 3)
    }

    fn arrival_index(&self, mv: u16) -> usize {
        let (from, to, _) = parts(mv);
        let men = b"pnbrqk".iter().position(|&man| self.is_a(from, man));
        let side = if self.is_white { 0 } else { 6 };
        (side + men.unwrap()) * 64 + to
    }

    fn is_under_promotion(&self, mv: u16) -> bool {
        matches!(parts(mv).2, 1..=3)
    }

    fn answer_to_check(&self, mv: u16) -> CheckAnswer {
        let (from, _, _) = parts(mv);
        match self.captures_on(mv) {
            Some(at) if self.checkers().contains(&at) => CheckAnswer::Captures,
            _ if self.is_a(from, b'k') => CheckAnswer::Flees,
            _ => CheckAnswer::Interposes,
        }
    }

    fn exchange(&self, mv: u16) -> Option<i32> {
        Some(evaluation::exchange(self, mv))
    }

    fn recaptures(&self, mv: u16, before: u16) -> bool {
        let arrived = parts(before).1;
        parts(mv).1 == arrived && self.captures_on(mv) == Some(arrived)
    }

    fn nears_promotion(&self, mv: u16) -> bool {
        let (from, to, _) = parts(mv);
        let seventh = if self.is_white { 6 } else { 1 };
        self.is_a(from, b'p') && to / 8 == seventh
    }

    fn pieces(&self) -> [u8; 2] {
        let pieces = |is_white| {
            let of = |man| self.squares(man, is_white).count();
            b"nbrq".iter().copied().map(of).sum::<usize>() as u8
        };
        [self.is_white, !self.is_white].map(pieces)
    }

    fn captured_material(&self) -> u8 {
        evaluation::captured_material(self) as u8
    }

    fn notation(&self, mv: u16) -> String {
        Board::notation(self, mv)
    }
}

impl Recorded for Board {
    fn root_text(&self) -> String {
        self.fen()
    }

    fn number(mv: u16) -> u16 {
        mv
    }
}
