//! Certificates that the solver writes are accepted, and altered ones are refused. `scripts/test-certificates` does the same with
//! python-chess.

use std::ops::ControlFlow;

use plybench_checker::certificate::{CertificateError, Shown, check};
use plybench_df_pn::{Identified, Limits, Solver};
use plybench_engine::game::{chess::Chess, named::AnyPosition};

/// Positions with the plies of a question. `scripts/test-certificates` asks the same.
const QUESTIONS: [(&str, u8); 9] = [
    ("8/7K/8/8/8/8/R7/7k w - - 0 1", 15),
    ("8/7K/8/8/8/8/R7/7k w - - 0 1", 7),
    ("8/8/8/8/8/2K5/7R/k7 w - - 0 1", 3),
    ("8/8/8/8/8/1K6/7R/k7 b - - 0 1", 2),
    ("6k1/8/6K1/8/8/8/8/R7 b - - 0 1", 2),
    ("6k1/8/6K1/8/8/8/8/R7 b - - 0 1", 0),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 5),
    ("8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 1", 4),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3),
];

fn certificate<G: Identified>(root: &G, name: &str, plies: u8) -> String {
    let mut solver = Solver::new(Limits::DEFAULT);
    let solution = solver.solve(root, plies, &mut |_| ControlFlow::Continue(()));
    let mut text = Vec::new();
    solution.unwrap().write(root, name, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn checked(text: &str) -> Result<Shown, CertificateError> {
    check(&mut text.as_bytes())
}

/// The lines with the one at a place replaced: by nothing, or by another.
fn replaced(lines: &[&str], at: usize, with: Option<String>) -> String {
    let (before, after) = (&lines[..at], &lines[at + 1..]);
    let with = with.as_deref();
    let lines: Vec<&str> = before
        .iter()
        .copied()
        .chain(with)
        .chain(after.iter().copied())
        .collect();
    lines.join("\n") + "\n"
}

/// Every certificate that differs from this one in a claim, a node, an entry, a move or a number.
fn altered(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let claim = lines[2];
    let is_mate = claim.starts_with("mate");
    let plies: u16 = claim.split(' ').rev().nth(1).unwrap().parse().unwrap();
    let other = match is_mate {
        true => [
            format!("no {claim}"),
            format!("mate within {} plies", plies - 2),
        ],
        false => [
            claim[3..].to_owned(),
            format!("no mate within {} plies", plies + 2),
        ],
    };
    let mut all: Vec<String> = other
        .into_iter()
        .map(|claim| replaced(&lines, 2, Some(claim)))
        .collect();
    all.push(lines[..3].join("\n"));
    // About ten nodes from all parts of the file.
    for at in (3..lines.len()).step_by((lines.len() / 10).max(1)) {
        let (node, entries) = lines[at].split_at(
            lines[at]
                .match_indices(' ')
                .nth(1)
                .map_or(lines[at].len(), |(at, _)| at),
        );
        let (number, left) = node.split_once(' ').unwrap();
        let mut change = |line: String| all.push(replaced(&lines, at, Some(line)));
        if let Some((before, last)) = lines[at].rsplit_once(' ').filter(|_| !entries.is_empty()) {
            change(before.to_owned());
            change(format!("{before} a1a1{}", &last[4..]));
            change(format!("{before} {last} {last}"));
            if let Some((moves, next)) = last.rsplit_once(':') {
                let (attack, _) = moves.split_once(':').unwrap();
                change(format!("{before} {attack}"));
                change(format!("{before} {attack}:a1a1:{next}"));
                change(format!("{before} {moves}:0"));
                change(format!("{before} {moves}:77777777"));
            }
        }
        let left: u16 = left.parse().unwrap();
        let wrong = if is_mate {
            left + 2
        } else {
            left.saturating_sub(2)
        };
        // Less than nothing cannot be left.
        if wrong != left {
            change(format!("{number} {wrong}{entries}"));
        }
        change(format!("{number} {}{entries}", left + 1));
        change(format!("77777777 {left}{entries}"));
        all.push(replaced(&lines, at, None));
        all.push(replaced(&lines, at, Some(format!("{0}\n{0}", lines[at]))));
    }
    all
}

#[test]
fn certificates_are_accepted_and_altered_ones_are_refused() {
    let (mut refused, mut sizes) = (0, Vec::new());
    for (fen, plies) in QUESTIONS {
        let root = Chess::from_fen(fen).unwrap();
        let text = certificate(&root, &root.fen(), plies);
        let shown = checked(&text).unwrap();
        assert_eq!((&*shown.root, shown.plies), (fen, plies.into()));
        sizes.push(shown.positions);
        for altered in altered(&text) {
            let problem = checked(&altered).expect_err(&altered);
            assert!(!problem.to_string().contains('\n'), "{problem}");
            refused += 1;
        }
    }
    // As many positions as python-chess looks at.
    assert_eq!(sizes, [34, 5634, 4, 3, 2, 1, 521, 24, 49]);
    assert_eq!(refused, 481);
}

#[test]
fn other_games_have_certificates_too() {
    let name = "connect 4x4 3 place";
    let root = AnyPosition::read(name).unwrap().unwrap();
    let shown = checked(&certificate(&root, name, 5)).unwrap();
    assert!(shown.is_mate);
    let shown = checked(&certificate(&root, name, 3)).unwrap();
    assert!(!shown.is_mate);
}

/// Lines below the head, and what is said of the certificate; a claim of a refutation begins with it, else a mate in 2 is claimed.
#[test]
fn what_is_wrong_is_said_with_its_line() {
    let mate =
        "plybench-certificate 1\nposition 8/8/8/8/8/2K5/7R/k7 w - - 0 1\nmate within 3 plies\n";
    for (text, says) in [
        ("", "line 4: node 0 is missing"),
        ("0 3 c3b3:a1b1:1\n", "line 5: node 1 is missing"),
        (
            "0 3 c3b3:a1b1:1\n1 3 h2h1\n",
            "line 5: it has 3 plies left, and needs at most 1",
        ),
        (
            "0 3 c3b3:a1b1:1\n1 1 h2h3\n",
            "line 5: after h2h3: the defender is not mated, and no ply is left",
        ),
        (
            "0 3 c3b3:a1b1:0\n",
            "line 4: after c3b3: node 0 is another position",
        ),
        (
            "0 3 h2b2\n",
            "line 4: after h2b2: the game is over, without mate",
        ),
        (
            "0 3 h2h3:a1b1:1\n",
            "line 4: after h2h3: the legal move a1a2 is missing",
        ),
        (
            "0 3 c3b3:a1b1:1 c3c4:a1b1:1\n",
            "line 4: 2 moves of the attacker; a mate has one",
        ),
        (
            "0 3 c3b3\n",
            "line 4: after c3b3: no reply, but the game goes on",
        ),
        ("5 3\n", "line 4: no line before it leads to node 5"),
    ] {
        let problem = checked(&format!("{mate}{text}")).unwrap_err();
        assert!(
            matches!(problem, CertificateError::Wrong { .. }),
            "{problem}"
        );
        assert!(problem.to_string().starts_with(says), "{text:?}: {problem}");
    }
}

/// A node of a refutation may have more plies left than it needs, and lines of play may then come back to it.
#[test]
fn a_refutation_may_come_back_to_a_node() {
    let text = "plybench-certificate 1\nposition 7k/8/8/8/8/p2p4/P2p4/K7 w - - 0 1\nno mate within 99 plies\n\
                0 99 a1b1:h8g8:1\n1 99 b1a1:g8h8:0\n";
    assert_eq!(checked(text).unwrap().nodes, 2);
    assert!(checked(&text.replace("1 99", "1 95")).is_err());
}

#[test]
fn what_is_no_certificate_is_refused_with_its_line() {
    let deep = format!(
        "plybench-certificate 1\nposition {}\nmate within 1 plies\n",
        "[".repeat(60_000)
    );
    let long = format!("plybench-certificate 1\nposition {}\n", "8/".repeat(60_000));
    let head = "plybench-certificate 1\nposition 8/8/8/8/8/2K5/7R/k7 w - - 0 1\n";
    let [claim, huge, entry] = [
        "mate in 2\n",
        "mate within 99999 plies\n",
        "mate within 3 plies\n0 3 c3b3:a1b1\n",
    ]
    .map(|rest| format!("{head}{rest}"));
    for (text, line) in [
        ("", 1),
        ("plybench-certificate 2\n", 1),
        ("plybench-certificate 1\n", 2),
        (
            "plybench-certificate 1\nposition 8/8 w\nmate within 1 plies\n",
            2,
        ),
        (&deep, 2),
        (&long, 2),
        (head, 3),
        (&claim, 3),
        (&huge, 3),
        (&entry, 4),
    ] {
        let problem = checked(text).unwrap_err();
        let CertificateError::Form { line: at, .. } = problem else {
            panic!("{text:.60}: {problem}");
        };
        assert_eq!(at, line, "{text:.60}: {problem}");
    }
    assert!(check(&mut &b"plybench-certificate 1\nposition \xff\n"[..]).is_err());
}
