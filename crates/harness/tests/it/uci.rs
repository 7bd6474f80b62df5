//! `plybench uci`: the protocol, walked through by hand, with limits, several lines, and input that is no UCI.

use std::{
    collections::HashSet,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

use super::experiment::{command, plybench, stdout_json};
use plybench_engine::game::{Game, MoveKind, chess::Chess};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KRK: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";
/// A middlegame, in which no search ends by itself.
const MIDDLEGAME: &str = "r2q1rk1/pp1nbppp/2p1pn2/3p1b2/2PP1B2/2N1PN2/PP2BPPP/R2Q1RK1 w - - 0 9";
/// Nothing takes so long, on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine.
pub(crate) struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut process = command(&[&["uci"], arguments].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(process.stdout.take().unwrap());
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        let input = process.stdin.take();
        Engine {
            process,
            input,
            lines,
        }
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    /// The lines up to the first that begins so.
    pub(crate) fn until(&self, start: &str) -> Vec<String> {
        let mut lines = vec![self.next()];
        while !lines.last().unwrap().starts_with(start) {
            lines.push(self.next());
        }
        lines
    }

    pub(crate) fn ask(&mut self, text: &str, answer: &str) -> Vec<String> {
        self.send(text);
        self.until(answer)
    }

    /// The lines of a search of a position, the best move last.
    pub(crate) fn search(&mut self, position: &str, go: &str) -> Vec<String> {
        self.ask(&format!("position {position}\n{go}"), "bestmove")
    }

    /// The move that a search of a position plays; it must be legal.
    fn plays(&mut self, position: &str, fen: &str, go: &str) -> String {
        let lines = self.search(position, go);
        let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
        assert!(is_legal(fen, words[1]), "{fen}: {lines:?}");
        for info in &lines[..lines.len() - 1] {
            check_info(info);
        }
        words[1].to_owned()
    }

    /// Ends the input, and waits for the end of the engine, which must come soon. Returns the lines that were left.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let began = Instant::now();
        let status = self.process.wait().unwrap();
        assert_eq!(status.code(), Some(0));
        assert!(began.elapsed() < PATIENCE);
        self.lines.iter().collect()
    }
}

fn is_legal(fen: &str, text: &str) -> bool {
    let position = Chess::from_fen(fen).unwrap();
    let mut found = false;
    position.for_each_move(MoveKind::All, |mv| found |= position.notation(mv) == text);
    found
}

/// The word after another one.
pub(crate) fn after<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let mut words = line.split(' ').skip_while(|word| *word != name);
    words.nth(1)
}

/// What fastchess demands of an `info` line, and more: all numbers are whole.
fn check_info(line: &str) {
    let mut words = line.split(' ');
    assert_eq!(words.next(), Some("info"), "{line}");
    while let Some(word) = words.next() {
        match word {
            "depth" | "seldepth" | "multipv" | "nodes" | "nps" | "time" | "cp" | "mate" => {
                let number: i64 = words.next().unwrap().parse().unwrap();
                assert!(number >= 0 || ["cp", "mate"].contains(&word), "{line}");
            }
            "score" => {}
            "pv" => {
                assert!(words.all(|mv| (4..=5).contains(&mv.len())), "{line}");
                return;
            }
            other => panic!("{other}: {line}"),
        }
    }
}

/// The list that `fastchess --compliance` goes through.
#[test]
fn the_compliance_list_of_fastchess_is_passed() {
    let mut engine = Engine::start(&[]);
    let offers = engine.ask("uci", "uciok");
    assert!(offers[0].starts_with("id name Plybench "));
    assert!(offers[1].starts_with("id author "));
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
    engine.send("ucinewgame");
    engine.send("position startpos");
    engine.ask("isready", "readyok");
    let fen = "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27";
    engine.send(&format!("position fen {fen}"));
    engine.ask("isready", "readyok");
    let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for (fen, go) in [
        (fen, "go wtime 100"),
        (black, "go btime 100"),
        (black, "go wtime 100 winc 100 btime 100 binc 100"),
        (black, "go btime 100 binc 100 wtime 100 winc 100"),
    ] {
        let position = format!("fen {fen}");
        let lines = engine.search(&position, go);
        let scored = lines.iter().rev().find(|line| line.contains(" score "));
        check_info(scored.unwrap());
        engine.plays(&position, fen, go);
    }
    engine.send("ucinewgame");
    engine.plays("startpos", START, "go wtime 100 btime 100");
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    engine.plays("startpos moves e2e4 e7e5", after, "go wtime 100 btime 100");
    engine.send("quit");
    assert!(engine.end().is_empty());
}

#[test]
fn a_depth_has_what_the_command_search_prints() {
    let game = "a2b2 h1g1 b2a2 g1h1";
    let moves: Vec<&str> = game.split(' ').collect();
    let with_moves = [
        &["search", KRK, "--depth", "6", "--json", "--moves"],
        &moves[..],
    ]
    .concat();
    let modern = ["--variant", "modern", "--set", "killers=false"];
    let plain = ["search", START, "--depth", "4", "--json"];
    let cases = [
        (&[][..], "startpos".to_owned(), plain.to_vec()),
        (&[], format!("fen {KRK} moves {game}"), with_moves),
        (
            &modern,
            "startpos".to_owned(),
            [&plain[..], &modern].concat(),
        ),
    ];
    for (arguments, position, search) in cases {
        let output = plybench(&search);
        let text = String::from_utf8(output.stdout).unwrap();
        let known: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let mut engine = Engine::start(arguments);
        let depth = known.len();
        // Nothing is left of the searches before, with and without a new game.
        for is_new in [true, false, false] {
            if is_new {
                engine.send("ucinewgame");
            }
            engine.search("startpos moves e2e4", "go nodes 3000");
            let lines = engine.search(&position, &format!("go depth {depth}"));
            assert_eq!(lines.len(), depth + 1, "{lines:?}");
            for (line, known) in lines.iter().zip(&known) {
                let number = |name: &str| after(line, name).unwrap().parse::<i64>().unwrap();
                assert_eq!(known["depth"], number("depth"));
                assert_eq!(known["nodes"], number("nodes"), "{line} {known}");
                let kind = after(line, "score").unwrap();
                assert_eq!(known["score"][kind], number(kind), "{line} {known}");
                let (_, pv) = line.split_once(" pv ").unwrap();
                let known: Vec<&str> = (known["pv"].as_array().unwrap().iter())
                    .map(|mv| mv.as_str().unwrap())
                    .collect();
                assert_eq!(pv, known.join(" "));
            }
        }
    }
}

#[test]
fn limits_are_kept() {
    let mut engine = Engine::start(&["--variant", "glass"]);
    let position = format!("fen {MIDDLEGAME}");
    let nodes = engine.search(&position, "go nodes 3000");
    let last = nodes.iter().rev().find_map(|line| after(line, "nodes"));
    assert_eq!(last, Some("3000"));
    let mate = engine.search(&format!("fen {KRK} moves a2a8"), "go mate 1");
    assert_eq!(after(&mate[mate.len() - 2], "depth"), Some("2"));
    let mate = engine.search("fen 8/8/8/8/8/2K5/7R/k7 w - - 0 1", "go mate 2");
    assert!(mate[mate.len() - 2].contains("score mate 2"), "{mate:?}");
    let began = Instant::now();
    engine.plays(&position, MIDDLEGAME, "go movetime 200");
    assert!(began.elapsed() >= Duration::from_millis(200));
    // Before the first iteration is done, there is a move all the same.
    for go in [
        "go nodes 0",
        "go nodes 1",
        "go movetime 0",
        "go infinite\nstop",
    ] {
        engine.plays(&position, MIDDLEGAME, go);
    }
    for endless in [
        "go",
        "go infinite",
        "go ponder depth 1",
        "go ponder wtime 1 btime 1",
        "go depth 1 infinite",
    ] {
        engine.send(&format!("position {position}\n{endless}"));
        engine.send("isready");
        let lines = engine.until("readyok");
        assert!(
            lines.iter().all(|line| !line.starts_with("bestmove")),
            "{lines:?}"
        );
        thread::sleep(Duration::from_millis(50));
        engine.send("isready");
        let lines = engine.until("readyok");
        assert!(
            lines.iter().all(|line| !line.starts_with("bestmove")),
            "{lines:?}"
        );
        let release = if endless.contains("ponder") {
            "ponderhit"
        } else {
            "stop"
        };
        engine.ask(release, "bestmove");
    }
    // A new search ends the one before.
    engine.send(&format!("position {position}\ngo infinite\ngo depth 1"));
    engine.until("bestmove");
    engine.until("bestmove");
    // So does the end of the input, even though a search has not been answered yet.
    engine.send("go infinite");
    let left = engine.end();
    assert!(left.last().unwrap().starts_with("bestmove "), "{left:?}");
}

#[test]
fn lines_begin_with_different_moves_and_their_values_fall() {
    let mut engine = Engine::start(&["--variant", "modern"]);
    engine.send("setoption name MultiPV value 4");
    let lines = engine.search(&format!("fen {MIDDLEGAME}"), "go depth 5");
    let number = |line: &str, name: &str| after(line, name).unwrap().parse::<i64>().unwrap();
    for depth in 1..=5 {
        let of_depth = lines.iter().filter(|line| line.starts_with("info depth"));
        let set: Vec<&String> = of_depth
            .filter(|line| number(line, "depth") == depth)
            .collect();
        let numbers: Vec<i64> = set.iter().map(|line| number(line, "multipv")).collect();
        assert_eq!(numbers, [1, 2, 3, 4]);
        let values: Vec<i64> = set.iter().map(|line| number(line, "cp")).collect();
        assert!(values.is_sorted_by(|one, other| one >= other), "{values:?}");
        let first: HashSet<&str> = set.iter().map(|line| after(line, "pv").unwrap()).collect();
        assert_eq!(first.len(), 4);
    }
    let lines = engine.search(
        &format!("fen {MIDDLEGAME}"),
        "go depth 3 searchmoves a2a3 h2h3",
    );
    let first: HashSet<&str> = lines.iter().filter_map(|line| after(line, "pv")).collect();
    assert_eq!(first, HashSet::from(["a2a3", "h2h3"]));
    // A move that is not legal is left out, and none is all.
    engine.send("setoption name MultiPV value 1");
    let lines = engine.search(&format!("fen {MIDDLEGAME}"), "go depth 1 searchmoves a2a5");
    assert!(lines[0].starts_with("info string searchmoves"));
    assert!(lines.last().unwrap().starts_with("bestmove "));
}

#[test]
fn a_root_without_a_move_has_none() {
    let mut engine = Engine::start(&[]);
    for (fen, score) in [
        ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        let lines = engine.search(&format!("fen {fen}"), "go depth 3");
        let told = format!("info depth 0 score {score}");
        assert_eq!(lines, [told, "bestmove (none)".to_owned()]);
    }
    engine.send("go infinite\nisready");
    assert_eq!(engine.until("readyok").len(), 2);
    engine.ask("stop", "bestmove (none)");
}

#[test]
fn mistakes_are_told_in_one_line_and_end_nothing() {
    let mut engine = Engine::start(&[]);
    for (line, says) in [
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "not legal: "),
        ("position fen", "not legal: "),
        ("position startpos moves e2e4 e2e4", "move 2, \"e2e4\""),
        ("position startpos moves 0000", "move 1, \"0000\""),
        ("setoption name mate-distanc value off", "mate-distance"),
        ("setoption name UCI_Chess960 value true", "unknown option"),
        ("setoption name Hash value x", "0 to 4096"),
    ] {
        let told = engine.ask(line, "info");
        assert_eq!(told.len(), 1);
        assert!(
            told[0].starts_with("info string ") && told[0].contains(says),
            "{told:?}"
        );
    }
    // Nothing is searched in place of the position that was not legal.
    let lines = engine.ask("position startpos moves e2e5\ngo depth 1", "bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove (none)");
    let hostile: [&[u8]; 6] = [
        b"\n\n \r\n",
        b"\x00\xff\xfe uci\x00\n",
        b"go depth -1 nodes 99999999999999999999999 wtime 9999999999999999999 movetime x\nstop\n",
        b"position startpos moves \xff\xff\n",
        b"setoption name \x1b[2J value \x00\n",
        b"setoption name size value { entries = 9999999999999 }\n",
    ];
    for bytes in hostile {
        engine.send_bytes(bytes);
    }
    engine.send_bytes(&vec![b'x'; 10 << 20]);
    engine.send("");
    engine.send("isready");
    let lines = engine.until("readyok");
    assert!(lines.iter().any(|line| line.contains("too long")));
    assert!(
        lines.iter().all(|line| !line.contains('\u{1b}')),
        "{lines:?}"
    );
    engine.plays("startpos", START, "go depth 2");
    engine.send("quit");
    engine.end();
}

/// With it, a search finds what the one before has stored.
#[test]
fn a_table_is_kept_only_if_that_is_wanted() {
    let mut engine = Engine::start(&["--variant", "modern"]);
    let nodes = |engine: &mut Engine| {
        let lines = engine.search(&format!("fen {MIDDLEGAME}"), "go depth 5");
        let last = lines.iter().rev().find_map(|line| after(line, "nodes"));
        last.unwrap().parse::<u64>().unwrap()
    };
    let fresh = nodes(&mut engine);
    assert_eq!(nodes(&mut engine), fresh);
    engine.send("setoption name KeepTable value true");
    assert_eq!(nodes(&mut engine), fresh);
    assert!(nodes(&mut engine) < fresh);
    engine.send("ucinewgame");
    assert_eq!(nodes(&mut engine), fresh);
    engine.send("setoption name KeepTable value false");
    assert_eq!(nodes(&mut engine), fresh);
}

#[test]
fn the_audit_finds_no_fault() {
    let binary = assert_cmd::cargo::cargo_bin("plybench");
    let binary = binary.to_str().unwrap();
    let output = plybench(&[
        "audit",
        "--json",
        binary,
        "uci",
        "--variant",
        "modern",
        "--set",
        "mate-distance=test-only",
    ]);
    let audit = stdout_json(&output);
    assert_eq!(audit["lies"], 0, "{audit}");
    // Notes are no faults: `modern` reduces moves, and so finds some mates late.
    let findings = audit["findings"].as_array().unwrap().iter();
    let mut faults =
        findings.filter(|one| one["severity"] != "note" || one["finding"] == "go-mate");
    assert_eq!(faults.next(), None);
    assert_eq!(audit["mate_distance_pruning"]["verdict"], "test-only");
}
