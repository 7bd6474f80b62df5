//! A trace with every kind of line, and what becomes of it when it is damaged.

use proptest::prelude::*;

use crate::{
    check::{CheckError, Statement, check},
    read::Reader,
    step::Step,
};

fn checked(text: &str) -> Result<Vec<(Statement, u64)>, CheckError> {
    let mut reader = Reader::new(text.as_bytes())?;
    let summary = check(&mut reader)?;
    Ok(summary.counts.checked.into_iter().collect())
}

/// A mate in 1 at depth 2 with every kind of line.
fn sound() -> String {
    "plybench-text-trace 1
program test
game chess
root k7/8/1K6/8/8/8/8/7R w - - 0 1
uses pvs aspiration null-move reductions extensions quiescence table
mate 1000

# An iteration with all kinds of lines.
iteration 2
enter - 2 -5 5
window -5 5 mate-distance
depth 3 extension
depth 2 reduction
try probcut
enter h1h2 0 -50 -49
evaluation 60
leave 60 evaluation
enter h1h8 1 -5 5
leave -999 mate
stored 0a 999 2 lower h1h8
leave 999 cut
again
enter - 2 -5 1001
hit 0a 999 2 lower h1h8
enter h1h8 1 -1001 5
leave -999 mate
pruned b6c6 checks
pruned b6a6 checks 10
pruned * late-moves
stored 0a 999 2 exact h1h8
leave 999 moves
end 999 5
iteration 3
enter - 3 998 1001
hit 0a 999 2 exact h1h8
enter same 3 998 1001
leave 999 -
leave 999 same
end 999 -
"
    .to_owned()
}

#[test]
fn a_trace_with_every_kind_of_line_passes() {
    let counts = checked(&sound()).unwrap();
    for statement in [Statement::Hit, Statement::Stored, Statement::Mate] {
        assert!(counts.iter().any(|(one, _)| *one == statement));
    }
}

#[test]
fn each_line_can_be_wrong() {
    for (from, to, statement, says) in [
        (
            "-5 5 mate-distance",
            "-6 5 mate-distance",
            Statement::Window,
            "not within it",
        ),
        (
            "again\nenter - 2 -5 1001",
            "again\nenter h1h2 2 -5 1001",
            Statement::Nesting,
            "outside any node",
        ),
        (
            "enter h1h8 1 -5 5",
            "enter h1h9 1 -5 5",
            Statement::Legal,
            "h1h9 is searched",
        ),
        (
            "leave -999 mate",
            "leave -998 mate",
            Statement::Value,
            "should be -999, the value of the mate",
        ),
        (
            "pruned b6c6 checks",
            "pruned b6b8 checks",
            Statement::Legal,
            "checks prunes b6b8",
        ),
        (
            "end 999 5",
            "end 998 5",
            Statement::Value,
            "the root's value is 999",
        ),
        (
            "end 999 5",
            "end 999 6",
            Statement::Nodes,
            "counts 6 nodes, its trace has 5",
        ),
        (
            "enter same 3 998",
            "enter same 3 997",
            Statement::Window,
            "same position",
        ),
        (
            "leave 999 same",
            "leave 998 same",
            Statement::Value,
            "value of the same position",
        ),
        (
            "2 exact h1h8\nenter same",
            "1 exact h1h8\nenter same",
            Statement::Hit,
            "differs from all",
        ),
        (
            "evaluation 60",
            "evaluation 760",
            Statement::Mate,
            "is the value of a mate",
        ),
        (
            "leave 999 cut",
            "leave 1000 cut",
            Statement::Value,
            "should be 999",
        ),
        (
            "uses pvs aspiration",
            "uses pvs",
            Statement::Declared,
            "\"aspiration\"",
        ),
        (
            "pruned b6c6 checks",
            "enter h1h8 1 -1001 -999",
            Statement::Again,
            "h1h8 was searched or pruned",
        ),
        (
            "pruned * late-moves\n",
            "",
            Statement::Ending,
            "3 were searched or pruned",
        ),
    ] {
        let text = sound();
        assert!(text.contains(from), "{from}");
        match checked(&text.replacen(from, to, 1)) {
            Err(CheckError::Wrong(wrong)) => {
                let message = wrong.to_string();
                assert_eq!(wrong.statement, statement, "{to}: {message}");
                assert!(message.contains(says), "{to}: {message}");
            }
            other => panic!("{to}: {other:?}"),
        }
    }
}

/// A trace of a game that is not known, whose search does all of this.
fn of_unknown(uses: &str, steps: &str) -> Result<Vec<(Statement, u64)>, CheckError> {
    checked(&format!(
        "plybench-text-trace 1\nprogram a\ngame b\nroot c\nuses {uses}\nmate 1000\niteration 2\n{steps}"
    ))
}

#[test]
fn what_sound_programs_do_passes() {
    for (uses, steps) in [
        // A fail-hard search that returns evaluations as they are.
        (
            "fail-hard",
            "enter - 1 -5 5\nenter a 0 -5 5\nevaluation 80\nleave 80 evaluation\nleave -5 moves\nend -5 2\n",
        ),
        // One that returns an exact entry outside its window as it is, and one that cuts it.
        (
            "fail-hard table",
            "enter - 1 -5 5\nenter a 0 -5 5\nevaluation 0\nstored 1 9 2 exact -\nleave 9 x\nenter b 0 -5 5\nhit 1 9 2 exact -\nleave 9 table\nleave -5 moves\nend -5 3\n",
        ),
        (
            "fail-hard table",
            "enter - 1 -5 5\nenter a 0 -5 5\nevaluation 0\nstored 1 9 2 exact -\nleave 9 x\nenter b 0 -5 5\nhit 1 9 2 exact -\nleave 5 table\nleave -5 moves\nend -5 3\n",
        ),
        // A singular search with one legal move, which the program counts.
        (
            "",
            "enter - 1 -5 5\ntry singular\nenter same 1 2 3\nleave 2 moves\nenter a 0 -5 5\nevaluation 1\nleave 1 evaluation\nleave -1 moves\nend -1 3\n",
        ),
        // A check extension at the horizon, and razoring.
        (
            "quiescence extensions",
            "enter - 0 -5 5\ndepth 1 check\nevaluation 4\nenter a 0 -5 5\nevaluation 1\nleave 1 evaluation\nleave -1 moves\nend -1 2\n",
        ),
        (
            "quiescence reductions",
            "enter - 1 -5 5\ndepth 0 razor\nevaluation 4\nleave 4 moves\nend 4 1\n",
        ),
        // A search again from the value that called for it, and none for a value that does not depend on the window.
        (
            "pvs",
            "enter - 2 -9 9\nenter a 1 -9 9\nleave 5 futility\nenter b 1 4 5\nleave 2 futility\nagain\nenter b 1 -9 2\nleave 1 futility\nenter c 1 0 1\nevaluation -3\nleave -3 evaluation\nleave 3 moves\nend 3 5\n",
        ),
        // Iterations that were stopped.
        (
            "",
            "enter - 1 -5 5\nenter a 0 -5 5\nleave 0 stopped\nleave 0 stopped\niteration 3\nenter - 3 -5 5\n",
        ),
        // A mate is stored for any depth.
        (
            "table",
            "enter - 0 -1001 1001\nstored 1 -1000 99 exact -\nleave -1000 mate\nend -1000 1\n",
        ),
        // MTD(f): the bounds meet.
        (
            "aspiration",
            "enter - 0 3 4\nleave 3 futility\nenter - 0 2 3\nleave 3 futility\nend 3 2\n",
        ),
    ] {
        let found = of_unknown(uses, steps);
        assert!(found.is_ok(), "{steps}: {found:?}");
    }
}

#[test]
fn a_side_with_pawns_alone_may_pass() {
    let found = checked(
        "plybench-text-trace 1\nprogram a\ngame chess\nroot 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\nuses null-move\nmate 1000\niteration 2\n\
         enter - 2 -5 5\nenter null 0 -5 -4\nleave -7 x\nleave 7 null-move\nend 7 -\n",
    );
    assert!(found.is_ok(), "{found:?}");
}

#[test]
fn what_is_wrong_in_a_game_that_is_not_known_is_found() {
    for (uses, steps, statement) in [
        (
            "",
            "enter - 1 -5 5\npruned a see\npruned a see\n",
            Statement::Again,
        ),
        (
            "aspiration",
            "enter - 1 0 10\nleave 50 futility\nend 50 1\n",
            Statement::Again,
        ),
        (
            "",
            "enter - 1 -5 5\nenter a 0 -5 5\nleave 0 x\nagain\nleave 0 moves\n",
            Statement::Again,
        ),
        ("", "enter - 1 -5 5\ndepth 50 magic\n", Statement::Declared),
        (
            "",
            "enter - 1 -5 5\nenter a 0 -5 5\nleave 0 over\nevaluation 3\nleave 3 evaluation\n",
            Statement::Ending,
        ),
        (
            "",
            "enter - 1 -5 5\npruned a see 7\nenter b 0 -5 -5\n",
            Statement::Window,
        ),
        (
            "",
            "enter - 1 -5 5\npruned a see 7\nenter b 0 -5 5\n",
            Statement::Cut,
        ),
        (
            "null-move",
            "enter - 2 -5 5\nenter null 0 -5 -4\nleave 0 x\nleave 5 null-move\n",
            Statement::Cut,
        ),
    ] {
        match of_unknown(uses, steps) {
            Err(CheckError::Wrong(wrong)) => assert_eq!(wrong.statement, statement, "{wrong}"),
            other => panic!("{steps}: {other:?}"),
        }
    }
}

#[test]
fn a_number_out_of_range_is_refused_so_that_no_sum_overflows() {
    for line in [
        "iteration 9999999999",
        "reduced 256 x",
        "reduced 0 x",
        "reduced -1 x",
        "extended 0 x",
        "leave 1073741824 x",
        "hit +1 1 1 lower -",
        "hit 11112222333344445 1 1 lower -",
        "hit 1 1 1 Lower -",
        "end 1 -1",
        "",
    ] {
        assert!(Step::read(line).is_err(), "{line}");
    }
    assert!(Step::read("extended -1 singular").is_ok());
}

proptest! {
    /// Words of a trace are exchanged, doubled and lost: it is refused or passes, and nothing panics.
    #[test]
    fn a_damaged_trace_is_refused_or_passes(changes in prop::collection::vec((0_usize..400, 0_usize..400, 0..4), 1..6)) {
        let text = sound();
        let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        for (at, other, how) in changes {
            let (at, other) = (at % words.len(), other % words.len());
            match how {
                0 => words.swap(at, other),
                1 => { words.remove(at); }
                2 => words.insert(at, words[other]),
                _ => words[at] = "1073741823 ",
            }
        }
        let _ = checked(&words.concat());
    }
}
