//! A trace that cannot be written is an error, wherever the writer fails.

use std::io::{self, Write};

use plybench_checker::trace::record;
use plybench_engine::{game::chess::Chess, variants};

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
