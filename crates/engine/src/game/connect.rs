//! Games in which a line of k stones wins on a board of m columns and n rows, with or without gravity: tic-tac-toe (3, 3, 3), connect
//! four (7, 6, 4 with gravity), and others.
//!
//! A player who faces a line is mated, so that wins have a distance and a sooner win is better; `mates = "flat"` gives all wins one
//! value, as in textbooks. A full board without a line is a draw.

use super::{
    Game, MoveKind, mix,
    named::{AnyPosition, Kind, NamedGame},
};
use crate::eval::Evaluation;

/// A position. x, who begins, is to move if both have as many stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connect {
    rules: Rules,
    /// The stones of the side to move. Each column has a bit for each row, the lowest row first, and one that stays empty.
    own: u128,
    /// The stones of the side that has just moved.
    other: u128,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    columns: u8,
    rows: u8,
    /// The stones of a line that wins.
    line: u8,
    /// Whether stones fall to the lowest free row of their column.
    gravity: bool,
}

impl Rules {
    /// The bits from one column to the next.
    fn stride(self) -> u32 {
        u32::from(self.rows) + 1
    }

    fn bit(self, column: u16, row: u16) -> u128 {
        1 << (u32::from(column) * self.stride() + u32::from(row))
    }

    fn squares(self) -> u16 {
        u16::from(self.columns) * u16::from(self.rows)
    }

    /// All squares of the board.
    fn board(self) -> u128 {
        let column = (1_u128 << self.rows) - 1;
        (0..u32::from(self.columns)).fold(0, |board, at| board | column << (at * self.stride()))
    }

    /// The lowest squares of all lines within a set of squares, direction by direction: upwards, sideways and along both diagonals.
    fn lines(self, squares: u128) -> impl Iterator<Item = u128> {
        let stride = self.stride();
        [1, stride - 1, stride, stride + 1]
            .into_iter()
            .map(move |step| {
                (1..self.line).fold(squares, |rest, at| rest & squares >> (step * u32::from(at)))
            })
    }
}

impl Connect {
    fn is_lost(&self) -> bool {
        self.rules.lines(self.other).any(|lines| lines != 0)
    }

    fn free(&self) -> u128 {
        self.rules.board() & !(self.own | self.other)
    }

    /// The lowest free square of a column; 0 if it is full.
    fn lowest_free(&self, column: u16) -> u128 {
        let bottom = self.rules.bit(column, 0);
        let column = ((1_u128 << self.rules.rows) - 1) * bottom;
        (((self.own | self.other) & column) + bottom) & column
    }

    /// The square of a move, which has to be free.
    fn square(&self, mv: u16) -> u128 {
        match self.rules.gravity {
            true => self.lowest_free(mv),
            false => {
                let columns = u16::from(self.rules.columns);
                self.rules.bit(mv % columns, mv / columns)
            }
        }
    }

    /// The lines that a side can still complete.
    fn open_lines(&self, others: u128) -> i32 {
        let lines = self.rules.lines(self.rules.board() & !others);
        lines.map(|lines| lines.count_ones() as i32).sum()
    }

    fn is_turn_of_x(&self) -> bool {
        (self.own | self.other).count_ones().is_multiple_of(2)
    }
}

/// The columns from the middle outwards: most lines go through the middle.
fn outwards(number: u16, columns: u16) -> u16 {
    let middle = (columns - 1) / 2;
    match number % 2 {
        0 => middle - number / 2,
        _ => middle + number / 2 + 1,
    }
}

/// A move is the number of a column with gravity, otherwise of a square. Columns are generated from the middle outwards, squares row by
/// row from the lowest.
impl Game for Connect {
    type Move = u16;
    const HISTORY_SIZE: usize = 256;
    const ARRIVALS: usize = 256;

    fn for_each_move(&self, kind: MoveKind, visit: impl FnMut(u16)) {
        if kind == MoveKind::All && !self.is_lost() {
            let (columns, free) = (u16::from(self.rules.columns), self.free());
            let is_free = |mv: &u16| self.square(*mv) & free != 0;
            match self.rules.gravity {
                true => (0..columns)
                    .map(|number| outwards(number, columns))
                    .filter(is_free)
                    .for_each(visit),
                false => (0..self.rules.squares()).filter(is_free).for_each(visit),
            }
        }
    }

    fn has_legal_move(&self) -> bool {
        self.free() != 0 && !self.is_lost()
    }

    fn play(&self, mv: u16) -> Self {
        Connect {
            rules: self.rules,
            own: self.other,
            other: self.own | self.square(mv),
        }
    }

    /// None with gravity, where it can be bad to have to move.
    fn pass(&self) -> Option<Self> {
        let passed = Connect {
            rules: self.rules,
            own: self.other,
            other: self.own,
        };
        (!self.rules.gravity && !self.is_lost()).then_some(passed)
    }

    fn in_check(&self) -> bool {
        self.is_lost()
    }

    fn key(&self) -> u64 {
        let halves = [self.own, self.own >> 64, self.other, self.other >> 64];
        halves
            .into_iter()
            .fold(0, |key, half| mix(key ^ half as u64))
    }

    /// Ten for each line that only the side to move can complete, less those of the other side (Nilsson, "Problem-Solving Methods in
    /// Artificial Intelligence", 1971, values tic-tac-toe so).
    fn evaluate(&self, _: Evaluation) -> i32 {
        10 * (self.open_lines(self.other) - self.open_lines(self.own))
    }

    fn history_index(&self, mv: u16) -> usize {
        usize::from(self.is_turn_of_x()) * 128 + usize::from(mv)
    }

    fn arrival_index(&self, mv: u16) -> usize {
        self.history_index(mv)
    }

    fn notation(&self, mv: u16) -> String {
        let columns = u16::from(self.rules.columns);
        let column = char::from(b'a' + (mv % columns) as u8);
        match self.rules.gravity {
            true => column.to_string(),
            false => format!("{column}{}", mv / columns + 1),
        }
    }
}

/// The largest board: its bits fit into the two words of a position.
const MOST_BITS: u32 = 128;

impl NamedGame for Connect {
    const NAME: &'static str = "connect";
    const FORMAT: &'static str =
        "COLUMNSxROWS K drop|place [ROWS from the top, such as x.o/.x./...]";
    const ABOUT: &'static str = "a line of K stones wins; stones drop to the lowest free row, or are placed anywhere; tic-tac-toe stands for `connect 3x3 3 place`, \
         connect-four for `connect 7x6 4 drop`";

    fn read(text: &str) -> Result<Self, String> {
        let expected =
            "give columns x rows, the stones of a line, and drop or place, such as 7x6 4 drop";
        let mut words = text.split_whitespace();
        let mut word = || words.next().ok_or(expected);
        let (size, line, kind) = (word()?, word()?, word()?);
        let (columns, rows) = size.split_once('x').ok_or(expected)?;
        let number = |text: &str| {
            text.parse::<u8>()
                .ok()
                .filter(|number| (1..=26).contains(number))
        };
        let (Some(columns), Some(rows), Some(line)) = (number(columns), number(rows), number(line))
        else {
            return Err(expected.to_owned());
        };
        let gravity = match kind {
            "drop" => true,
            "place" => false,
            _ => return Err(expected.to_owned()),
        };
        let rules = Rules {
            columns,
            rows,
            line,
            gravity,
        };
        if line < 2 || line > columns.max(rows) {
            return Err(format!(
                "no line of {line} stones on {columns}x{rows}; give 2 to {}",
                columns.max(rows)
            ));
        }
        if u32::from(columns) * rules.stride() > MOST_BITS {
            return Err(format!(
                "{columns}x{rows} is too large; columns times rows + 1 is at most {MOST_BITS}"
            ));
        }
        let stones = words.next().map_or(Ok([0, 0]), |rows| rules.stones(rows))?;
        if let Some(more) = words.next() {
            return Err(format!("unexpected {more:?} after the rows"));
        }
        rules.position(stones)
    }

    fn text(&self) -> String {
        let Rules {
            columns,
            rows,
            line,
            gravity,
        } = self.rules;
        let kind = if gravity { "drop" } else { "place" };
        let mut text = format!("{columns}x{rows} {line} {kind}");
        if self.own | self.other == 0 {
            return text;
        }
        text.push(' ');
        text + &self.drawn_with(['x', 'o', '.'])
    }

    fn squares(&self) -> Option<String> {
        Some(self.drawn_with(['X', 'O', '-']))
    }

    fn height(&self) -> Option<u8> {
        // A search sees a win only where it looks for moves.
        Some(self.free().count_ones() as u8 + 1)
    }

    fn erased(self) -> AnyPosition {
        Kind::Connect(self).into()
    }
}

impl Connect {
    /// The rows from the top, with these letters for stones of x and o and for a free square.
    fn drawn_with(&self, [x, o, free]: [char; 3]) -> String {
        let stones_of_x = match self.is_turn_of_x() {
            true => self.own,
            false => self.other,
        };
        let letter = |row: u16, column: u16| {
            let bit = self.rules.bit(column, row);
            match (self.own | self.other) & bit {
                0 => free,
                _ if stones_of_x & bit != 0 => x,
                _ => o,
            }
        };
        let columns = u16::from(self.rules.columns);
        let row = |row: u16| (0..columns).map(|column| letter(row, column)).collect();
        let rows: Vec<String> = (0..u16::from(self.rules.rows)).rev().map(row).collect();
        rows.join("/")
    }
}

impl Rules {
    /// The stones of x and o, from rows written from the top.
    fn stones(self, text: &str) -> Result<[u128; 2], String> {
        let mut stones = [0, 0];
        let rows: Vec<&str> = text.split('/').collect();
        let is_whole = |row: &&str| row.chars().count() == usize::from(self.columns);
        if rows.len() != usize::from(self.rows) || !rows.iter().all(is_whole) {
            return Err(format!(
                "{text:?} are not {} rows of {} squares",
                self.rows, self.columns
            ));
        }
        for (row, line) in (0..u16::from(self.rows)).rev().zip(rows) {
            for (column, square) in (0..).zip(line.chars()) {
                match square {
                    '.' => {}
                    'x' => stones[0] |= self.bit(column, row),
                    'o' => stones[1] |= self.bit(column, row),
                    other => return Err(format!("{other:?} is not a square; give x, o or .")),
                }
            }
        }
        Ok(stones)
    }

    /// The position with these stones of x and o.
    fn position(self, [x, o]: [u128; 2]) -> Result<Connect, String> {
        let more = x.count_ones().checked_sub(o.count_ones());
        let (own, other) = match more {
            Some(0) => (x, o),
            Some(1) => (o, x),
            _ => return Err("x begins, so x has as many stones as o or one more".to_owned()),
        };
        let position = Connect {
            rules: self,
            own,
            other,
        };
        if self.lines(own).any(|lines| lines != 0) {
            return Err("the side to move has a line already, so the game ended before".to_owned());
        }
        let below = (x | o) >> 1 & self.board();
        if self.gravity && below & !(x | o) != 0 {
            return Err("a stone has a free square below it".to_owned());
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Connect {
        Connect::read(text).unwrap()
    }

    #[test]
    fn lines_are_seen_in_all_directions_and_never_around_the_edge() {
        for (rows, lost) in [
            ("xxx/oo./...", true),
            ("xoo/x../x..", true),
            ("xo./ox./..x", true),
            ("..x/ox./xo.", true),
            ("xx./oox/x.o", false),
            (".xx/x.o/oo.", false),
        ] {
            let position = read(&format!("3x3 3 place {rows}"));
            assert_eq!(position.in_check(), lost, "{rows}");
            assert_eq!(position.has_legal_move(), !lost, "{rows}");
        }
    }

    #[test]
    fn stones_fall_to_the_lowest_free_row() {
        let position = ["d", "d", "c"]
            .iter()
            .fold(AnyPosition::of(read("7x6 4 drop")), |position, name| {
                position.play(position.find_move(name).unwrap())
            });
        assert_eq!(
            position.text(),
            "connect 7x6 4 drop ......./......./......./......./...o.../..xx..."
        );
        let full = read("2x2 2 drop x./o.");
        let mut moves = Vec::new();
        full.for_each_move(MoveKind::All, |mv| moves.push(full.notation(mv)));
        assert_eq!(moves, ["b"]);
    }

    #[test]
    fn a_text_at_fault_is_refused_with_the_reason() {
        for (text, says) in [
            ("", "7x6 4 drop"),
            ("7x6 4 fall", "7x6 4 drop"),
            ("7x6 8 drop", "no line of 8"),
            ("7x6 1 drop", "no line of 1"),
            ("12x12 5 place", "too large"),
            ("3x3 3 place ..", "not 3 rows"),
            ("3x3 3 place x../.z./...", "'z' is not a square"),
            ("3x3 3 place xx./.../...", "x begins"),
            ("3x3 3 place xxx/oo./o..", "game ended before"),
            ("3x3 3 drop x../.../...", "free square below"),
            ("3x3 3 place .../.../... x", "unexpected"),
        ] {
            let error = Connect::read(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn both_sides_see_the_same_value() {
        let position = read("3x3 3 place x../.../...");
        // Eight lines in all; three go through the corner.
        assert_eq!(position.evaluate(Evaluation::Zero), 10 * (5 - 8));
        assert_eq!(position.pass().unwrap().evaluate(Evaluation::Zero), 30);
        assert_eq!(read("7x6 4 drop").pass(), None);
    }
}
