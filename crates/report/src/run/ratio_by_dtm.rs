//! The ratio to the baseline by distance to mate, with a confidence interval.

use super::{
    super::{number, summary::mean},
    About, Drawn, RunReport,
    series::{OverPositions, unjoined},
};
use plybench_analysis::{
    comparison::Comparison,
    grouping::{By, Group},
    summary::Summary,
};
use plybench_figures::Panel;

pub(super) fn figure(subject: &RunReport) -> Drawn {
    let groups = |comparison: &Comparison| comparison.groups(By::Dtm);
    let all: Vec<Vec<(Group, Summary)>> = subject.comparisons().map(groups).collect();
    // Positions without a distance are a group of their own.
    fn with_dtm((group, summary): &(Group, Summary)) -> Option<(i32, &Summary)> {
        match group {
            Group::Dtm(moves) => Some((*moves, summary)),
            _ => None,
        }
    }
    let found = || all.iter().flatten().filter_map(with_dtm);
    let points = all.iter().map(|groups| {
        let with_dtm = groups.iter().filter_map(with_dtm);
        with_dtm.filter_map(|(moves, one)| Some((one.positions, mean(moves.into(), one)?)))
    });
    let by_dtm = OverPositions::of("distance to mate (moves)", points)
        .ok_or(Some("no position has a distance to mate"))?;
    let if_any = |is_there: bool, words| if is_there { words } else { "" };
    let what = format!(
        "Points: geometric mean over the n positions with this distance to mate, each {}. Lines: its {}{}. The data set \
         gives the distances{}.{}",
        subject.at_the_deepest_depth(),
        number::interval_method(found().map(|(_, one)| one.positions)),
        if_any(
            found().any(|(_, one)| one.positions < 10),
            ", likely too narrow for fewer than 10 positions, none for one"
        ),
        if_any(
            found().any(|(moves, _)| moves < 0),
            "; they are negative where the side to move is mated"
        ),
        if_any(
            found().count() < all.iter().flatten().count(),
            " Positions without one are left out."
        )
    );
    // Each distance has positions of its own: nothing leads from one to the next.
    let series = unjoined(subject.shown.series(by_dtm.points));
    let panel = Panel::of(by_dtm.x, subject.ratio_axis(), series);
    let title = subject.ratios_by("distance to mate");
    Ok(subject.figure(title, what, About::Ratios, vec![panel]))
}
