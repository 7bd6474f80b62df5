//! Proves or refutes a mate, and writes the certificate:
//!
//! ```text
//! cargo run --release -p plybench-df-pn --example certify -- '8/7K/8/8/8/8/R7/7k w - - 0 1' 15 > mate.certificate
//! python3 crates/df-pn/python/check_certificate.py mate.certificate
//! ```
//!
//! The number is that of the plies: an odd one for a mate that the side to move gives, an even one for a mate that it suffers.

use std::{env, error::Error, io, ops::ControlFlow};

use plybench_df_pn::{Limits, Solver};
use plybench_engine::game::chess::Chess;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [fen, plies] = &arguments[..] else {
        return Err("give a position in FEN and a number of plies".into());
    };
    let root = Chess::from_fen(fen)?;
    let mut solver = Solver::new(Limits::DEFAULT);
    let solution = solver.solve(&root, plies.parse()?, &mut |_| ControlFlow::Continue(()))?;
    solution.write(&root, &root.fen(), &mut io::stdout().lock())?;
    Ok(())
}
