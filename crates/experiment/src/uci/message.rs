//! Parsing an engine's lines into typed messages. No line is an error, since engines send much that the protocol does not
//! define.
//!
//! The protocol is the Universal Chess Interface of R. Huber and S. Meyer-Kahlen (2000, revised 2006). The first word of a line
//! tells its kind. Only what is needed is parsed, and a value that should be a number but is not one is ignored.

use std::{
    iter::Peekable,
    str::{FromStr, SplitWhitespace},
};

use super::option::Offer;
use plybench_records::{Bound, ScoreRecord};

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// `id name`: the engine's name.
    Name(String),
    /// `option`: something that can be set.
    Offer(Offer),
    /// `uciok`: all options have been sent.
    UciOk,
    /// `readyok`: the engine has executed all commands.
    ReadyOk,
    /// `info`: the progress of a search.
    Info(Info),
    /// `bestmove`: the search has ended. None if the engine has no move to play.
    BestMove(Option<String>),
    /// A line that no search needs.
    Other,
}

/// The contents of an `info` line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth of the iteration, in plies, as the engine counts it.
    pub depth: Option<u32>,
    /// The number of the variation, from 1, if the engine searches several.
    pub multipv: Option<u32>,
    /// Nodes since the search began, as the engine counts them.
    pub nodes: Option<u64>,
    /// The root's value from the view of its side to move, and whether it is only a bound.
    pub score: Option<(ScoreRecord, Option<Bound>)>,
    /// The principal variation, in UCI's notation; empty if the line has none.
    pub pv: Vec<String>,
}

type Words<'l> = Peekable<SplitWhitespace<'l>>;

impl Message {
    /// Parses a line of the engine's output.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let mut words = line.split_whitespace().peekable();
        match words.next() {
            Some("id") if words.next() == Some("name") => {
                Message::Name(words.collect::<Vec<_>>().join(" "))
            }
            Some("option") => Offer::parse(words).map_or(Message::Other, Message::Offer),
            Some("uciok") => Message::UciOk,
            Some("readyok") => Message::ReadyOk,
            Some("info") => Message::Info(Info::parse(words)),
            Some("bestmove") => {
                // What is no move is kept, to be told.
                let best = words.next().filter(|word| !NO_MOVE.contains(word));
                Message::BestMove(best.map(str::to_owned))
            }
            _ => Message::Other,
        }
    }
}

impl Info {
    fn parse(mut words: Words<'_>) -> Self {
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words).or(info.depth),
                "multipv" => info.multipv = number(&mut words).or(info.multipv),
                "nodes" => info.nodes = number(&mut words).or(info.nodes),
                "score" => info.score = score(&mut words).or(info.score),
                "pv" => {
                    info.pv.clear();
                    while let Some(mv) = words.next_if(|word| is_move(word)) {
                        info.pv.push(mv.to_owned());
                    }
                }
                // The rest is text for humans.
                "string" => break,
                _ => {}
            }
        }
        info
    }
}

/// The next word, if it is a number.
fn number<N: FromStr>(words: &mut Words<'_>) -> Option<N> {
    let number = words.peek()?.parse().ok()?;
    words.next();
    Some(number)
}

/// `cp 51`, `mate 8` or `mate -7`, and `lowerbound` or `upperbound` if it is one.
fn score(words: &mut Words<'_>) -> Option<(ScoreRecord, Option<Bound>)> {
    let (mut score, mut bound) = (None, None);
    loop {
        let word = words.next_if(|word| ["cp", "mate", "lowerbound", "upperbound"].contains(word));
        match word {
            Some("cp") => score = number(words).map(|cp| ScoreRecord::Evaluation { cp }),
            Some("mate") => score = number(words).and_then(ScoreRecord::mate),
            Some("lowerbound") => bound = Some(Bound::Lower),
            Some(_) => bound = Some(Bound::Upper),
            None => return Some((score?, bound)),
        }
    }
}

/// How engines say that there is no move.
const NO_MOVE: [&str; 5] = ["(none)", "none", "0000", "NULL", "null"];

/// Whether a word has the form of a move: `e2e4`, `e7e8q`. The null move `0000` does not count.
fn is_move(word: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    let bytes = word.as_bytes();
    let (squares, promotion) = bytes.split_at(bytes.len().min(4));
    squares.chunks(2).filter(|square| is_square(square)).count() == 2
        && matches!(promotion, [] | [b'n' | b'b' | b'r' | b'q'])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn info(line: &str) -> Info {
        match Message::parse(line) {
            Message::Info(info) => info,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn lines_of_real_engines_are_read() {
        let stockfish = info(
            "info depth 9 seldepth 13 multipv 1 score cp 654 nodes 7393 nps 672090 hashfull 4 tbhits 0 time 11 pv h7g7 h1g1 g7f6",
        );
        assert_eq!(
            stockfish,
            Info {
                depth: Some(9),
                multipv: Some(1),
                nodes: Some(7393),
                score: Some((ScoreRecord::Evaluation { cp: 654 }, None)),
                pv: ["h7g7", "h1g1", "g7f6"].map(str::to_owned).to_vec(),
            }
        );
        let glaurung = info("info depth 6 score mate 1 time 1 nodes 104 nps 104000 pv a1a8 ");
        assert_eq!((glaurung.nodes, glaurung.pv.len()), (Some(104), 1));
        let last = info("info nodes 123 nps 123000 time 1 hashfull 0");
        assert_eq!(
            (last.nodes, last.score, last.depth),
            (Some(123), None, None)
        );
        assert_eq!(
            Message::parse("id name Stockfish 15.1"),
            Message::Name("Stockfish 15.1".to_owned())
        );
        assert_eq!(Message::parse("id author A. N. Other"), Message::Other);
        assert_eq!(Message::parse("  uciok\r"), Message::UciOk);
        assert_eq!(
            Message::parse("bestmove e7e8q ponder a7a6"),
            Message::BestMove(Some("e7e8q".to_owned()))
        );
        for none in ["bestmove (none)", "bestmove 0000", "bestmove"] {
            assert_eq!(Message::parse(none), Message::BestMove(None));
        }
        let garbage = Message::parse("bestmove zz99");
        assert_eq!(garbage, Message::BestMove(Some("zz99".to_owned())));
    }

    #[test]
    fn scores_are_evaluations_mates_or_bounds_of_them() {
        let score = |line: &str| info(&format!("info score {line}")).score;
        let mate = |mate, plies| Some((ScoreRecord::Mate { mate, plies }, None));
        assert_eq!(score("mate 8"), mate(8, 15));
        assert_eq!(score("mate -7"), mate(-7, -14));
        assert_eq!(score("mate 0 depth 3"), mate(0, 0));
        let bound = |bound| Some((ScoreRecord::Evaluation { cp: -3 }, Some(bound)));
        assert_eq!(score("cp -3 lowerbound nodes 5"), bound(Bound::Lower));
        assert_eq!(score("upperbound cp -3"), bound(Bound::Upper));
        for none in [
            "cp",
            "cp x",
            "mate 99999999999",
            "mate 2000000000",
            "wdl 1 2 3",
            "",
        ] {
            assert_eq!(score(none), None, "{none}");
        }
    }

    #[test]
    fn a_value_that_is_not_a_number_and_text_for_humans_are_ignored() {
        let empty = Info::default();
        assert_eq!(info("info nodes lots depth -1 multipv"), empty);
        assert_eq!(info("info string depth 3 nodes 4"), empty);
        assert_eq!(info("info nodes depth 3").depth, Some(3));
        assert_eq!(info("info pv e2e4 e9e4 nodes 3").pv, ["e2e4"]);
        assert_eq!(info("info currmove e2e4 currmovenumber 1"), empty);
        for other in ["", "nodes 3", "Info nodes 3", "no such uciok"] {
            assert_eq!(Message::parse(other), Message::Other, "{other}");
        }
    }

    /// Words that lines are made of, and some that they are not.
    fn soup() -> impl Strategy<Value = String> {
        const WORDS: [&str; 30] = [
            "id",
            "name",
            "option",
            "uciok",
            "info",
            "depth",
            "nodes",
            "score",
            "cp",
            "mate",
            "lowerbound",
            "pv",
            "e2e4",
            "multipv",
            "string",
            "bestmove",
            "type",
            "spin",
            "combo",
            "check",
            "button",
            "default",
            "min",
            "max",
            "var",
            "3",
            "-5",
            "99999999999999999999",
            "é",
            "\u{0}",
        ];
        let word = prop_oneof![
            8 => prop::sample::select(&WORDS[..]).prop_map(str::to_owned),
            1 => ".{0,9}".prop_map(String::from),
        ];
        prop::collection::vec(word, 0..24).prop_map(|words| words.join(" "))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn no_line_is_an_error(line in prop_oneof![soup(), ".*"]) {
            let message = Message::parse(&line);
            // Spaces do not count.
            let spaced = line.split_whitespace().collect::<Vec<_>>().join(" \t ");
            prop_assert_eq!(message, Message::parse(&spaced));
        }

        #[test]
        fn an_info_line_is_read_in_any_order(depth in 0..300u32, nodes: u64, cp: i32, moves in prop::collection::vec("[a-h][1-8][a-h][1-8][nbrq]?", 1..9), order in Just([0, 1, 2, 3]).prop_shuffle()) {
            let parts = [format!("depth {depth}"), format!("nodes {nodes}"), format!("score cp {cp}"), format!("pv {}", moves.join(" "))];
            let line = order.map(|part| parts[part].as_str()).join(" nps 3 ");
            prop_assert_eq!(info(&format!("info {line}")), Info {
                depth: Some(depth),
                multipv: None,
                nodes: Some(nodes),
                score: Some((ScoreRecord::Evaluation { cp }, None)),
                pv: moves,
            });
        }
    }
}
