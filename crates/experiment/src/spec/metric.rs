//! Metrics by name, as given in an experiment file or on the command line.

use plybench_records::{Counts, Metric};
use plybench_text::{echo, nearest};

/// The metric of this name.
///
/// # Errors
/// If there is none; the message names the nearest.
pub fn metric(name: &str) -> Result<Metric, String> {
    let is_list = |count| Counts::names().any(|known| known == count);
    Metric::named(name).ok_or_else(|| {
        if name.strip_prefix("counts.").is_some_and(is_list) {
            return format!("metric {name:?} is a list of counts; give one that is a number");
        }
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
