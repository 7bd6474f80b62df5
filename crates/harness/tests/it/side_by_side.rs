//! Cases that mostly wait, for a time limit or for a process that ends, are tested side by side.

use std::{
    sync::{Mutex, PoisonError},
    thread,
};

/// Tests all cases, so many at once. Panics if one of them does.
pub(crate) fn side_by_side<C: Send>(at_once: usize, cases: Vec<C>, test: impl Fn(C) + Sync) {
    let cases = Mutex::new(cases.into_iter());
    let next = || cases.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(case) = next() {
                    test(case);
                }
            });
        }
    });
}
