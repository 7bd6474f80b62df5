//! What a metric counts, in the words of a sentence.

/// What is counted: nodes, or a count by its name in records.
pub(super) fn counted(metric: &str) -> &str {
    match metric {
        "nodes-to-pv" => "nodes to PV",
        other => other.strip_prefix("counts.").unwrap_or(other),
    }
}

/// The same at the beginning of a sentence.
pub(super) fn counted_first(metric: &str) -> &str {
    match counted(metric) {
        "nodes" => "Nodes",
        "nodes to PV" => "Nodes to PV",
        other => other,
    }
}
