//! What a metric counts, in the words of a sentence.

/// What is counted: nodes, or a count by its name.
pub(super) fn counted(metric: &str) -> &str {
    if metric.starts_with("nodes") {
        "nodes"
    } else {
        metric
    }
}

/// The same at the beginning of a sentence.
pub(super) fn counted_first(metric: &str) -> &str {
    match counted(metric) {
        "nodes" => "Nodes",
        other => other,
    }
}
