//! Recording: a writer that fails anywhere is an error, and an added technique can be recorded as the built-in one that it stands for.

use std::io::{self, Write};

use plybench_checker::trace::{Header, Recorder, record};
use plybench_engine::{
    game::chess::Chess,
    search::{Limits, Search, SearchOptions, Sound},
    table::TableSize,
    techniques::{Added, BuiltIn},
    variants,
};

use super::positions::CHESS;

/// Takes this many bytes, and can only be flushed if it has taken fewer.
struct Full {
    left: usize,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.left);
        self.left -= taken;
        if taken == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.left == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_anywhere_fails_the_recording() {
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
    let recorded = |left: usize| {
        let options = variants::GLASS.options;
        record(&root, &options, (6, None), Full { left }).map(|full| left - full.left)
    };
    let length = recorded(usize::MAX).unwrap();
    assert!(length > 200_000, "more than one block: {length}");
    for left in [0, 1, 70_000, length - 1, length] {
        let error = recorded(left).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{left}");
    }
    assert_eq!(recorded(length + 1).unwrap(), length);
}

#[test]
fn an_added_technique_is_recorded_as_the_one_that_it_stands_for() {
    for entry in BuiltIn::registry() {
        let mut acts = false;
        for (variant, fen) in variants::ALL.iter().cycle().zip(CHESS) {
            let root = Chess::from_fen(fen).unwrap();
            let mut options = variant.options;
            options.techniques = entry.alone;
            options.table.size = TableSize::Entries(1_000);
            let nodes = Some(4_000);
            let switched_on = record(&root, &options, (20, nodes), Vec::new()).unwrap();

            let settings = serde_json::to_value(options).unwrap();
            let header = Header::new(root.fen(), settings, 20, nodes);
            let off = SearchOptions {
                techniques: BuiltIn::OFF,
                ..options
            };
            let recorded = |added: &[Added<'_, Chess>], place: usize| {
                let mut trace: Vec<u8> = Vec::new();
                let recorder = Recorder::new(&mut trace, &header).standing_for(place);
                let search = Search::dynamic(&root, &off, &Sound, added);
                let limits = Limits { nodes, stop: None };
                recorder.run(search, 20, limits).unwrap();
                trace
            };
            let name = match entry.key {
                "" => entry.info.name,
                key => key,
            };
            let place = BuiltIn::NAMES.iter().position(|&each| each == name);
            let added: Vec<_> = entry.alone.on().into_iter().map(|(_, on)| on).collect();
            let added = recorded(&added, place.unwrap());
            assert!(added == switched_on, "{name}: {fen}");
            acts |= recorded(&[], 0) != switched_on;
        }
        assert!(acts, "{} does nothing", entry.info.name);
    }
}
