//! The UCI engines among Debian's packages.

use std::path::Path;

/// A UCI engine that a Debian package installs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebianEngine {
    /// The package's name for `apt`.
    pub package: &'static str,
    /// The program that it installs.
    pub path: &'static str,
}

/// The packages whose engines speak UCI.
pub const DEBIAN: &[DebianEngine] = &[
    DebianEngine {
        package: "stockfish",
        path: "/usr/games/stockfish",
    },
    DebianEngine {
        package: "ethereal-chess",
        path: "/usr/games/ethereal-chess",
    },
    DebianEngine {
        package: "glaurung",
        path: "/usr/games/glaurung",
    },
    DebianEngine {
        package: "toga2",
        path: "/usr/games/toga2",
    },
];

/// The packaged engines that are installed.
#[must_use]
pub fn installed() -> Vec<DebianEngine> {
    DEBIAN
        .iter()
        .copied()
        .filter(|engine| Path::new(engine.path).exists())
        .collect()
}
