//! Every form of mate distance pruning through `plybench uci`: the same search, node for node, and the same verdict of the probe.

use std::{ops::ControlFlow, path::Path, time::Duration};

use super::{
    side_by_side::side_by_side,
    uci::{Engine, after},
};
use assert_cmd::cargo::cargo_bin;
use plybench_audit::{
    forms,
    probe::{self, Probe, Verdict},
};
use plybench_engine::{
    game::{Game, chess::Chess},
    search::Search,
    techniques::MateDistance,
    variants,
};
use plybench_experiment::{
    spec::EngineSpec,
    uci::{Engine as Client, Go, Question},
};

/// Mates in 2 to 8 moves, won and lost, and a draw.
const POSITIONS: [&str; 6] = [
    "8/7K/8/8/8/8/R7/7k w - - 0 1",
    "8/8/8/8/8/2K5/7R/k7 w - - 0 1",
    "8/8/8/8/8/2K5/7R/1k6 b - - 7 39",
    "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1",
    "3k4/8/3K4/8/8/8/8/7Q b - - 0 1",
    "8/8/8/8/8/3k4/3R4/K7 b - - 0 1",
];
const DEPTH: u8 = 7;

#[test]
fn every_form_enters_the_nodes_of_the_form_in_process() {
    side_by_side(2, MateDistance::ALL.to_vec(), |form| {
        let mut engine = Engine::start(&["--variant", "glass"]);
        engine.send(&format!(
            "setoption name mate-distance value {}",
            form.name()
        ));
        let mut options = variants::GLASS.options;
        options.techniques.mate_distance = form;
        for fen in POSITIONS {
            let root = Chess::from_fen(fen).unwrap();
            let mut known = Vec::new();
            Search::new(&root, &options).to_depth(DEPTH, |iteration, _| {
                let score = match iteration.score.mate_moves() {
                    Some(moves) => format!("mate {moves}"),
                    None => format!("cp {}", iteration.score.raw()),
                };
                let mut position = root.clone();
                let pv = iteration.pv.iter().map(|&mv| {
                    let text = position.notation(mv);
                    position = position.play(mv);
                    text
                });
                let pv: Vec<String> = pv.collect();
                known.push((iteration.nodes.to_string(), score, pv.join(" ")));
                ControlFlow::Continue(())
            });
            let lines = engine.search(&format!("fen {fen}"), &format!("go depth {DEPTH}"));
            let found = lines[..lines.len() - 1].iter().map(|line| {
                let nodes = after(line, "nodes").unwrap().to_owned();
                let kind = after(line, "score").unwrap();
                let score = format!("{kind} {}", after(line, kind).unwrap());
                let (_, pv) = line.split_once(" pv ").unwrap();
                (nodes, score, pv.to_owned())
            });
            assert_eq!(found.collect::<Vec<_>>(), known, "{form:?} {fen}");
        }
    });
}

/// The engine is asked as `plybench audit` does it, but as long as it needs.
fn through_uci(form: MateDistance) -> Probe {
    let setting = format!("mate-distance={}", form.name());
    let arguments = ["uci", "--variant", "glass", "--set", &setting].map(str::to_owned);
    let binary = cargo_bin("plybench");
    let spec = EngineSpec::of_command(binary.to_str().unwrap(), arguments.to_vec(), Vec::new());
    let (_, mut ready) = Client::find(&spec, Path::new(""), None).unwrap();
    let go = Go {
        depth: Some(probe::DEPTH),
        nodes: Some(probe::NODES),
        ..Go::default()
    };
    let costs = probe::all().into_iter().filter_map(|position| {
        let question = Question::new(&position.fen, go, Duration::from_secs(60));
        let transcript = ready.transcribe(&question, None).unwrap();
        let lines = transcript.iterations.into_iter();
        let nodes = lines.filter_map(|(depth, info)| Some((depth, info.nodes?)));
        probe::cost(position, &nodes.collect())
    });
    Probe::of(costs.collect())
}

#[test]
fn the_probe_names_every_form_as_in_process() {
    side_by_side(2, MateDistance::ALL.to_vec(), |form| {
        let known = forms::of_form(form).unwrap().probe;
        let found = through_uci(form);
        assert_eq!(found, known, "{form:?}");
        let is_undecided = found.verdict == Verdict::Undecided;
        assert_eq!(is_undecided, form == MateDistance::DepthClamp, "{form:?}");
    });
}
