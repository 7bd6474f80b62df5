//! Certificates: what shows that there is a mate in time, or none, checked with nothing but the rules of the game.
//!
//! The README of the crate plybench-df-pn has the form. A mate has one move of the attacker in each position and every reply to it; a
//! refutation has every move of the attacker and one reply. Each line is checked as it is read: its position follows from the lines before
//! it. So a certificate is checked in one pass, and takes memory only for positions that it has reached.
//!
//! In a mate the plies left decrease along each line of play. In a refutation they need not: a node may have more plies left than its place
//! needs, so a line of play may come back to it. Every node still has no mate within n plies, for each n up to its plies left: for one ply,
//! since its moves have replies; for n, since each of its moves has a reply to a node with n - 2 plies left or more, which has no mate
//! within n - 2.

use std::{
    collections::{BTreeMap, HashMap, hash_map::Entry as Place},
    fmt,
    io::{self, BufRead, Read},
};

use plybench_engine::game::{Game, MoveKind, chess::Chess, named::AnyPosition};
use thiserror::Error;

/// How the first line begins, up to the version.
const FORMAT: &str = "plybench-certificate";

/// The version that is read.
const VERSION: &str = "1";

/// The longest line that is read, in bytes. A node of chess needs less than 8,000.
const LONGEST_LINE: u64 = 1 << 16;

/// What a certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The position.
    pub root: String,
    /// Whether there is a mate.
    pub is_mate: bool,
    /// The plies within which there is a mate or none: of the side to move if their number is even, by the side to move if it is odd.
    pub plies: u16,
    /// The lines: positions in which the attacker is to move, and the root.
    pub nodes: u64,
    /// The positions that the moves of these lines lead to before the reply, and those of the lines.
    pub positions: u64,
}

/// Why a certificate shows nothing.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// The system could not read the file.
    #[error("cannot read the certificate: {0}")]
    Read(#[from] io::Error),
    /// A line is not of the form, so it says nothing.
    #[error("line {line}: {problem}")]
    Form {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
    /// A line is not true, or not enough.
    #[error("line {line}: {problem}")]
    Wrong {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
}

/// How many bytes tell a certificate from other files.
pub const FIRST_BYTES: u64 = FORMAT.len() as u64;

/// Whether a file begins as a certificate does: with these [`FIRST_BYTES`].
#[must_use]
pub fn is_certificate(first_bytes: &[u8]) -> bool {
    first_bytes.starts_with(FORMAT.as_bytes())
}

/// Checks a certificate.
///
/// # Errors
/// At the first line that cannot be read, is not true, or is not enough.
pub fn check(from: &mut dyn BufRead) -> Result<Shown, CertificateError> {
    let mut lines = Lines {
        from,
        line: 0,
        text: Vec::new(),
    };
    let text = lines.next()?.unwrap_or_default();
    if text.split_whitespace().ne([FORMAT, VERSION]) {
        return Err(lines.form(format!("it has to be `{FORMAT} {VERSION}`")));
    }
    let text = lines.next()?.unwrap_or_default();
    let Some(root) = text.strip_prefix("position ").map(str::to_owned) else {
        return Err(lines.form("it has to be `position` and a position"));
    };
    let text = lines.next()?.unwrap_or_default();
    let Some((is_mate, plies)) = claim(text) else {
        return Err(lines.form("it has to be `mate` or `no mate` and `within N plies`"));
    };
    let mut shown = Shown {
        root,
        is_mate,
        plies,
        nodes: 0,
        positions: 0,
    };
    match AnyPosition::read(&shown.root) {
        Some(Ok(root)) => {
            let is_same = |one: &AnyPosition, other: &AnyPosition| one.text() == other.text();
            Check::new(&mut shown, root, is_same).lines(&mut lines)?;
        }
        Some(Err(problem)) => return Err(lines.root(problem)),
        None => {
            let root = Chess::from_fen(&shown.root).map_err(|problem| lines.root(problem))?;
            let is_same = |one: &Chess, other: &Chess| one.board().same_position(other.board());
            Check::new(&mut shown, root, is_same).lines(&mut lines)?;
        }
    }
    Ok(shown)
}

fn claim(text: &str) -> Option<(bool, u16)> {
    let (claim, plies) = text.split_once(" within ")?;
    let is_mate = match claim {
        "mate" => true,
        "no mate" => false,
        _ => return None,
    };
    Some((is_mate, plies.strip_suffix(" plies")?.parse().ok()?))
}

/// Reads a file line by line.
struct Lines<'r> {
    from: &'r mut dyn BufRead,
    /// The number of the last line that was read, from 1.
    line: u64,
    text: Vec<u8>,
}

impl Lines<'_> {
    /// The next line; none at the end.
    fn next(&mut self) -> Result<Option<&str>, CertificateError> {
        self.text.clear();
        self.line += 1;
        let mut limited = Read::take(&mut self.from, LONGEST_LINE);
        if limited.read_until(b'\n', &mut self.text)? == 0 {
            return Ok(None);
        }
        if self.text.len() as u64 == LONGEST_LINE && self.text.last() != Some(&b'\n') {
            return Err(self.form("too long"));
        }
        match str::from_utf8(&self.text) {
            Ok(text) => Ok(Some(text.trim_end())),
            Err(_) => Err(self.form("not UTF-8")),
        }
    }

    fn form(&self, problem: impl Into<String>) -> CertificateError {
        CertificateError::Form {
            line: self.line,
            problem: problem.into(),
        }
    }

    /// The second line has no position.
    fn root(&self, problem: impl fmt::Display) -> CertificateError {
        CertificateError::Form {
            line: 2,
            problem: problem.to_string(),
        }
    }
}

/// A move of the attacker, `-` at a root of the defender; a reply and the number of the node after it, unless the game is over.
type Entry<'t> = (&'t str, Option<(&'t str, u64)>);

/// A node's number, its plies left, and its entries.
fn node(text: &str) -> Option<(u64, u16, Vec<Entry<'_>>)> {
    let mut words = text.split_ascii_whitespace();
    let (number, left) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let entries = words.map(|word| match word.split_once(':') {
        None => Some((word, None)),
        Some((attack, rest)) => {
            let (reply, next) = rest.split_once(':')?;
            Some((attack, Some((reply, next.parse().ok()?))))
        }
    });
    Some((number, left, entries.collect::<Option<_>>()?))
}

/// What is wrong with a line.
type Verdict<T = ()> = Result<T, String>;

/// A node that a line has led to.
struct Known<G> {
    position: G,
    /// The plies left that it needs at least or at most, by the lines that lead to it.
    needed: u16,
    /// The plies left of its own line, once that is read.
    left: Option<u16>,
}

struct Check<'s, G, S> {
    shown: &'s mut Shown,
    is_same: S,
    nodes: HashMap<u64, Known<G>>,
}

impl<'s, G: Game, S: Fn(&G, &G) -> bool> Check<'s, G, S> {
    fn new(shown: &'s mut Shown, root: G, is_same: S) -> Self {
        let root = Known {
            position: root,
            needed: shown.plies,
            left: None,
        };
        Check {
            shown,
            is_same,
            nodes: HashMap::from([(0, root)]),
        }
    }

    /// Checks the lines of the nodes.
    fn lines(mut self, lines: &mut Lines<'_>) -> Result<(), CertificateError> {
        while let Some(text) = lines.next()? {
            let Some((number, left, entries)) = node(text) else {
                let form =
                    "it has to be a node's number, its plies left, and entries `move:reply:node`";
                return Err(lines.form(form));
            };
            let checked = self.node(number, left, &entries);
            let line = lines.line;
            checked.map_err(|problem| CertificateError::Wrong { line, problem })?;
        }
        let without = self.nodes.iter().filter(|(_, node)| node.left.is_none());
        match without.map(|(number, _)| number).min() {
            None => Ok(()),
            Some(number) => Err(CertificateError::Wrong {
                line: lines.line,
                problem: format!("node {number} is missing: the file ends before its line"),
            }),
        }
    }

    /// Checks the line of a node.
    fn node(&mut self, number: u64, left: u16, entries: &[Entry<'_>]) -> Verdict {
        let known = self.nodes.get_mut(&number);
        let known = known.ok_or_else(|| format!("no line before it leads to node {number}"))?;
        if known.left.is_some() {
            return Err(format!("node {number} has two lines"));
        }
        is_enough(self.shown.is_mate, left, known.needed).map_err(|why| format!("it {why}"))?;
        known.left = Some(left);
        let position = known.position.clone();
        self.shown.nodes += 1;
        self.shown.positions += 1;
        let mut attacks: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for &(attack, reply) in entries {
            attacks.entry(attack).or_default().push(reply);
        }
        let moves = moves(&position);
        if left.is_multiple_of(2) {
            let replies = attacks.remove("-").unwrap_or_default();
            return match attacks.keys().next() {
                None => self.replies(&position, &replies, left),
                Some(attack) => Err(format!("{attack:?} in place of -: the defender is to move")),
            };
        }
        if left == 1 && !self.shown.is_mate {
            let mate = moves.iter().find(|&(_, &mv)| is_mated(&position.play(mv)));
            return match (mate, entries) {
                (Some((mv, _)), _) => Err(format!("{mv} mates")),
                (None, []) => Ok(()),
                (None, _) => Err("a refutation with one ply left has no entries".to_owned()),
            };
        }
        match (self.shown.is_mate, attacks.len()) {
            (true, 1) => {}
            (true, count) => return Err(format!("{count} moves of the attacker; a mate has one")),
            (false, _) => all(&moves, |mv| attacks.contains_key(mv))?,
        }
        for (attack, replies) in attacks {
            let mv = moves.get(attack);
            let mv = mv.ok_or_else(|| format!("{attack:?} is not a legal move"))?;
            self.shown.positions += 1;
            let checked = self.replies(&position.play(*mv), &replies, left - 1);
            checked.map_err(|problem| format!("after {attack}: {problem}"))?;
        }
        Ok(())
    }

    /// Checks the replies in a position in which the defender is to move, with so many plies left.
    fn replies(&mut self, position: &G, replies: &[Option<(&str, u64)>], left: u16) -> Verdict {
        let (moves, is_mate) = (moves(position), self.shown.is_mate);
        if moves.is_empty() {
            return match (is_mated(position), replies) {
                (is_mated, _) if is_mated != is_mate => Err(format!(
                    "the game is over, {} mate",
                    if is_mate { "without" } else { "with" }
                )),
                (_, [None]) => Ok(()),
                _ => Err("a reply where the game is over".to_owned()),
            };
        }
        // Where no ply is left, a position with a legal move needs nothing else to be no mate.
        if left == 0 && !is_mate && replies.is_empty() {
            return Ok(());
        }
        if left == 0 {
            return Err("the defender is not mated, and no ply is left".to_owned());
        }
        let mut given = BTreeMap::new();
        for reply in replies {
            let (reply, next) = reply.ok_or("no reply, but the game goes on")?;
            if given.insert(reply, next).is_some() {
                return Err(format!("the reply {reply:?} is given twice"));
            }
        }
        match (is_mate, given.len()) {
            (true, _) => all(&moves, |mv| given.contains_key(mv))?,
            (false, 1) => {}
            (false, count) => return Err(format!("{count} replies; a refutation has one")),
        }
        for (reply, next) in given {
            let mv = moves.get(reply);
            let mv = mv.ok_or_else(|| format!("the reply {reply:?} is not legal"))?;
            self.lead(next, position.play(*mv), left - 1)?;
        }
        Ok(())
    }

    /// A line leads to a node with this position, which needs so many plies left.
    fn lead(&mut self, number: u64, position: G, needed: u16) -> Verdict {
        let is_mate = self.shown.is_mate;
        match self.nodes.entry(number) {
            Place::Vacant(place) => {
                place.insert(Known {
                    position,
                    needed,
                    left: None,
                });
                Ok(())
            }
            Place::Occupied(mut place) => {
                let known = place.get_mut();
                if !(self.is_same)(&known.position, &position) {
                    return Err(format!("node {number} is another position"));
                }
                known.needed = match is_mate {
                    true => known.needed.min(needed),
                    false => known.needed.max(needed),
                };
                let checked = known.left.map(|left| is_enough(is_mate, left, needed));
                let checked = checked.unwrap_or(Ok(()));
                checked.map_err(|why| format!("node {number} {why}"))
            }
        }
    }
}

/// A mate in fewer plies is one in more; where there is none in more, there is none in fewer.
fn is_enough(is_mate: bool, left: u16, needed: u16) -> Verdict {
    let (is_enough, limit) = match is_mate {
        true => (left <= needed, "at most"),
        false => (left >= needed, "at least"),
    };
    match (left % 2 == needed % 2, is_enough) {
        (true, true) => Ok(()),
        (true, false) => Err(format!("has {left} plies left, and needs {limit} {needed}")),
        (false, _) => Err(format!("has {left} plies left: the wrong side is to move")),
    }
}

/// The legal moves by name: none if the game is over.
fn moves<G: Game>(position: &G) -> BTreeMap<String, G::Move> {
    let mut moves = BTreeMap::new();
    if !position.is_leaf() {
        position.for_each_move(MoveKind::All, |mv| {
            moves.insert(position.notation(mv), mv);
        });
    }
    moves
}

/// Whether each legal move is given.
fn all<M>(moves: &BTreeMap<String, M>, is_given: impl Fn(&str) -> bool) -> Verdict {
    match moves.keys().find(|mv| !is_given(mv)) {
        None => Ok(()),
        Some(mv) => Err(format!("the legal move {mv} is missing")),
    }
}

fn is_mated<G: Game>(position: &G) -> bool {
    position.in_check() && !position.is_leaf() && !position.has_legal_move()
}
