//! Real engines from Debian's packages, and programs that only pretend to be engines.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use plybench::{analysis::published, uci};

#[test]
fn an_installed_engine_reports_its_node_rate() {
    let installed = uci::installed();
    assert!(!installed.is_empty(), "apt-get install stockfish");
    for engine in installed {
        let time = Duration::from_millis(300);
        let rate = uci::node_rate(Path::new(engine.path), published::FEN, time).unwrap();
        assert!(rate.nodes_per_second() > 1000.0, "{rate:?}");
    }
}

/// A script that stands in for an engine.
fn pretender(directory: &Path, script: &str) -> PathBuf {
    let path = directory.join("engine");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn a_program_that_is_no_engine_is_an_error_in_one_line() {
    for (script, says) in [
        ("exit 0", "ended"),
        ("echo uciok; echo readyok; exit 1", "ended"),
        (
            "echo uciok; echo readyok; echo 'info nodes lots'; echo bestmove a1a1; sleep 9",
            "no nodes",
        ),
        (
            "echo uciok; head -c 50000000 /dev/zero | tr '\\0' 'x'; exit 1",
            "ended",
        ),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let path = pretender(directory.path(), script);
        let began = Instant::now();
        let error = uci::node_rate(&path, published::FEN, Duration::from_millis(200))
            .expect_err(script)
            .to_string();
        // An engine that ends at once may be noticed by the broken pipe first.
        assert!(
            error.contains(says) || error.contains("does not listen"),
            "{script}: {error}"
        );
        assert_eq!(error.lines().count(), 1);
        assert!(began.elapsed() < Duration::from_secs(30), "{script}");
    }
    let error = uci::node_rate(Path::new("/no/such/engine"), published::FEN, Duration::ZERO);
    assert!(error.unwrap_err().to_string().contains("cannot be started"));
}
