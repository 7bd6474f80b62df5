//! The name of a metric, as it is given in a file or on the command line.

use super::{echo, nearest};
use crate::store::Metric;

/// The metric of a name.
///
/// # Errors
/// If there is none; the message names the nearest.
pub fn metric(name: &str) -> Result<Metric, String> {
    name.parse().map_err(|_| {
        let names: Vec<String> = Metric::names().collect();
        let hint = match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean {near:?}?"),
            None => "give nodes, nodes-to-pv or a count of the records, such as \
                     counts.null-move.cuts (`plybench export DIR --json` names them)"
                .to_owned(),
        };
        format!("unknown metric {:?}; {hint}", echo(name))
    })
}
