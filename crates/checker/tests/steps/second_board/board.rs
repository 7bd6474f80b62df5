//! A chess board of the tests' own: men in an array, and the rules played out square by square. It shares no code with the engine.

/// An empty square.
pub(super) const EMPTY: u8 = b'.';
/// The men by value, as Black's.
pub(super) const MEN: [u8; 6] = *b"pnbrqk";

/// The squares of king and rook before each castling, in the order of FEN: KQkq.
const CASTLINGS: [[usize; 2]; 4] = [[4, 7], [4, 0], [60, 63], [60, 56]];

const STRAIGHT: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// Files to the right and ranks up.
type Step = (i8, i8);

/// A position. Squares are numbered a1 = 0, b1 = 1, … h8 = 63.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// The men as FEN writes them.
    pub(super) men: [u8; 64],
    pub(super) is_white: bool,
    /// Castling rights, in the order of FEN: KQkq.
    pub(super) rights: [bool; 4],
    /// The square behind a pawn that has just moved two squares.
    pub(super) en_passant: Option<usize>,
    pub(super) clock: u8,
    pub(super) number: u16,
}

/// The number of a man in [`MEN`].
pub(super) fn rank_of(man: u8) -> usize {
    let man = man.to_ascii_lowercase();
    MEN.iter().position(|&other| other == man).unwrap()
}

/// The squares that a move leaves and reaches, and the number of the promoted piece in [`MEN`], 0 for none.
pub(super) fn parts(mv: u16) -> (usize, usize, usize) {
    let mv = usize::from(mv);
    (mv >> 9, mv >> 3 & 63, mv & 7)
}

fn number(from: usize, to: usize, promotion: usize) -> u16 {
    (from << 9 | to << 3 | promotion) as u16
}

fn beside(square: usize, (files, ranks): Step) -> Option<usize> {
    let file = (square % 8).checked_add_signed(files.into())?;
    let rank = (square / 8).checked_add_signed(ranks.into())?;
    (file < 8 && rank < 8).then_some(8 * rank + file)
}

impl Board {
    /// A man of a side, from its name as Black's.
    fn man(man: u8, is_white: bool) -> u8 {
        match is_white {
            true => man.to_ascii_uppercase(),
            false => man,
        }
    }

    pub(super) fn is_of(&self, square: usize, is_white: bool) -> bool {
        self.men[square] != EMPTY && self.men[square].is_ascii_uppercase() == is_white
    }

    pub(super) fn is_a(&self, square: usize, man: u8) -> bool {
        self.men[square].eq_ignore_ascii_case(&man)
    }

    /// The squares of a side's men of a kind.
    pub(super) fn squares(&self, man: u8, is_white: bool) -> impl Iterator<Item = usize> {
        let man = Self::man(man, is_white);
        (0..64).filter(move |&square| self.men[square] == man)
    }

    pub(super) fn king(&self, is_white: bool) -> usize {
        self.squares(b'k', is_white).next().unwrap()
    }

    /// Ranks up for the pawns of a side.
    fn forward(is_white: bool) -> i8 {
        if is_white { 1 } else { -1 }
    }

    /// Calls `visit` for every square on which a man could capture from a square.
    fn for_each_struck(&self, man: u8, from: usize, mut visit: impl FnMut(usize)) {
        let mut along = |steps: &[Step], length: usize| {
            for &step in steps {
                let mut at = from;
                for _ in 0..length {
                    let Some(next) = beside(at, step) else { break };
                    visit(next);
                    if self.men[next] != EMPTY {
                        break;
                    }
                    at = next;
                }
            }
        };
        match man.to_ascii_lowercase() {
            b'p' => {
                let up = Self::forward(man.is_ascii_uppercase());
                along(&[(-1, up), (1, up)], 1);
            }
            b'n' => along(&KNIGHT, 1),
            b'b' => along(&DIAGONAL, 7),
            b'r' => along(&STRAIGHT, 7),
            man => [DIAGONAL, STRAIGHT]
                .iter()
                .for_each(|steps| along(steps, if man == b'q' { 7 } else { 1 })),
        }
    }

    /// The men of a side that could capture on a square. Each stands where the same man of the other side could capture from there.
    pub(super) fn attackers(&self, square: usize, by_white: bool) -> Vec<usize> {
        let mut attackers = Vec::new();
        for kind in MEN {
            let [man, mirrored] = [by_white, !by_white].map(|side| Self::man(kind, side));
            self.for_each_struck(mirrored, square, |from| {
                if self.men[from] == man {
                    attackers.push(from);
                }
            });
        }
        attackers
    }

    fn is_attacked(&self, square: usize, by_white: bool) -> bool {
        !self.attackers(square, by_white).is_empty()
    }

    /// The men that give check to the side to move.
    pub(super) fn checkers(&self) -> Vec<usize> {
        self.attackers(self.king(self.is_white), !self.is_white)
    }

    /// Every move that only the safety of the king may forbid: by the squares that it leaves and reaches and by the promoted piece,
    /// then castling to the king's side and to the queen's side.
    pub(super) fn pseudo_legal(&self) -> Vec<u16> {
        let mut moves = Vec::new();
        for from in (0..64).filter(|&from| self.is_of(from, self.is_white)) {
            let is_pawn = self.is_a(from, b'p');
            let mut targets = Vec::new();
            self.for_each_struck(self.men[from], from, |to| {
                let takes = self.is_of(to, !self.is_white) || self.en_passant == Some(to);
                if takes || !is_pawn && self.men[to] == EMPTY {
                    targets.push(to);
                }
            });
            if is_pawn {
                let up = (0, Self::forward(self.is_white));
                let is_first = from / 8 == if self.is_white { 1 } else { 6 };
                let one = beside(from, up).filter(|&to| self.men[to] == EMPTY);
                let two = one.filter(|_| is_first).and_then(|to| beside(to, up));
                targets.extend(one);
                targets.extend(two.filter(|&to| self.men[to] == EMPTY));
            }
            targets.sort_unstable();
            for to in targets {
                match is_pawn && matches!(to / 8, 0 | 7) {
                    true => moves.extend((1..=4).map(|piece| number(from, to, piece))),
                    false => moves.push(number(from, to, 0)),
                }
            }
        }
        let own = if self.is_white { 0..2 } else { 2..4 };
        for [king, rook] in own
            .filter(|&right| self.rights[right])
            .map(|right| CASTLINGS[right])
        {
            let between = king.min(rook) + 1..king.max(rook);
            if self.men[between].iter().all(|&man| man == EMPTY) {
                moves.push(number(king, rook, 0));
            }
        }
        moves
    }

    /// Castling is the king's move to its own rook.
    pub(super) fn is_castling(&self, mv: u16) -> bool {
        let (_, to, _) = parts(mv);
        self.is_of(to, self.is_white)
    }

    /// The square on which a move captures.
    pub(super) fn captures_on(&self, mv: u16) -> Option<usize> {
        let (from, to, _) = parts(mv);
        if self.is_a(from, b'p') && self.en_passant == Some(to) {
            return Some(from / 8 * 8 + to % 8);
        }
        self.is_of(to, !self.is_white).then_some(to)
    }

    /// Whether a pseudo-legal move leaves no king to be captured. Castling may not leave or cross an attacked square either.
    pub(super) fn is_safe(&self, mv: u16) -> bool {
        let after = self.after(mv);
        let (from, to) = (self.king(self.is_white), after.king(self.is_white));
        let mut crossed = from.min(to)..=from.max(to);
        let castles = self.is_castling(mv);
        let is_lost = after.is_attacked(to, !self.is_white)
            || castles && crossed.any(|square| self.is_attacked(square, !self.is_white));
        !is_lost
    }

    /// The legal moves in the order of generation.
    pub(super) fn legal(&self) -> Vec<u16> {
        let king = self.king(self.is_white);
        let mut moves = self.pseudo_legal();
        moves.retain(|&mv| self.is_safe(mv));
        // Without it, its king is in check.
        let is_pinned = |man: usize| {
            let mut without = self.clone();
            without.men[man] = EMPTY;
            man != king && without.is_attacked(king, !self.is_white)
        };
        moves.sort_by_cached_key(|&mv| {
            let (from, to, _) = parts(mv);
            let is_en_passant = self.men[to] == EMPTY && self.captures_on(mv).is_some();
            let last = if is_en_passant {
                2
            } else {
                u8::from(is_pinned(from))
            };
            (rank_of(self.men[from]), last, mv)
        });
        moves
    }

    /// The position after a move.
    pub(super) fn after(&self, mv: u16) -> Self {
        let (from, to, promotion) = parts(mv);
        let mut next = self.passed();
        let man = self.men[from];
        let captured = self.captures_on(mv);
        next.men[from] = EMPTY;
        if self.is_castling(mv) {
            let aside = |squares: usize| {
                if to > from {
                    from + squares
                } else {
                    from - squares
                }
            };
            let rook = std::mem::replace(&mut next.men[to], EMPTY);
            (next.men[aside(2)], next.men[aside(1)]) = (man, rook);
        } else {
            if let Some(square) = captured {
                next.men[square] = EMPTY;
            }
            next.men[to] = match promotion {
                0 => man,
                piece => Self::man(MEN[piece], self.is_white),
            };
        }
        for (right, squares) in next.rights.iter_mut().zip(CASTLINGS) {
            *right &= !squares.contains(&from) && !squares.contains(&to);
        }
        if self.is_a(from, b'p') {
            next.en_passant = (from.abs_diff(to) == 16).then_some((from + to) / 2);
        }
        if self.is_a(from, b'p') || captured.is_some() {
            next.clock = 0;
        }
        next
    }

    /// The position with the other side to move.
    pub(super) fn passed(&self) -> Self {
        Board {
            is_white: !self.is_white,
            en_passant: None,
            clock: (self.clock + 1).min(100),
            number: self.number + u16::from(!self.is_white),
            ..self.clone()
        }
    }

    /// Reads a correct FEN of six fields.
    pub(super) fn from_fen(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut men = [EMPTY; 64];
        for (rank, text) in (0..8).rev().zip(fields[0].split('/')) {
            let mut at = 8 * rank;
            for letter in text.bytes() {
                match letter {
                    b'1'..=b'8' => at += usize::from(letter - b'0'),
                    man => {
                        men[at] = man;
                        at += 1;
                    }
                }
            }
        }
        let square = |text: &[u8]| usize::from(text[1] - b'1') * 8 + usize::from(text[0] - b'a');
        Board {
            men,
            is_white: fields[1] == "w",
            rights: ['K', 'Q', 'k', 'q'].map(|right| fields[2].contains(right)),
            en_passant: (fields[3] != "-").then(|| square(fields[3].as_bytes())),
            clock: fields[4].parse().unwrap(),
            number: fields[5].parse().unwrap(),
        }
    }

    /// What makes a position the same for repetition: men, side to move, castling rights and en passant square, as in FEN.
    pub(super) fn identity(&self) -> String {
        let mut men = String::new();
        for rank in self.men.chunks(8).rev() {
            let runs = rank.chunk_by(|one, other| one == other);
            for run in runs {
                match run[0] {
                    EMPTY => men += &run.len().to_string(),
                    man => men.extend(run.iter().map(|_| char::from(man))),
                }
            }
            men.push('/');
        }
        men.pop();
        let side = if self.is_white { 'w' } else { 'b' };
        let rights = "KQkq".chars().zip(self.rights);
        let rights: String = rights
            .filter_map(|(name, has)| has.then_some(name))
            .collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let behind = self.en_passant.map_or_else(|| "-".to_owned(), name);
        format!("{men} {side} {rights} {behind}")
    }

    pub(super) fn fen(&self) -> String {
        format!("{} {} {}", self.identity(), self.clock, self.number)
    }

    /// A move in the notation of UCI.
    pub(super) fn notation(&self, mv: u16) -> String {
        let (from, to, promotion) = parts(mv);
        let to = match (self.is_castling(mv), to > from) {
            (false, _) => to,
            (true, true) => from + 2,
            (true, false) => from - 2,
        };
        let promoted = ["", "n", "b", "r", "q"][promotion];
        format!("{}{}{promoted}", name(from), name(to))
    }
}

fn name(square: usize) -> String {
    let [file, rank] = [square % 8, square / 8];
    format!(
        "{}{}",
        ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'][file],
        rank + 1
    )
}
