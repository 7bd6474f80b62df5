//! The names of points, each written where nothing else is: beside its point, or farther away with a line to it.

use plotters::style::text_anchor::{HPos, VPos};

use super::{
    canvas::FINE,
    layout::Places,
    pen::{Pen, Place, SMALL, ink, stroke, width},
    style::{DARK, GREY},
};

/// Half of the width and height of a marker with some space around it, in units.
const MARKER: i32 = 6;
/// From a point to its name where that stands beside it, in units.
const AWAY: i32 = 9;
/// The most that a name may stand away from its point, across and down, in units, and the steps between.
const REACH: (i32, i32) = (220, 140);
const STEP: (i32, i32) = (10, 7);
/// What a name costs, in units of distance: a line to it, an interval or a line through it, and what the line to it crosses.
const LED: i32 = 20;
const INTERVAL_THROUGH: i32 = 90;
const LINE_THROUGH: i32 = 150;
const CROSSED_LINE: i32 = 8;
const CROSSED_POINT: i32 = 25;
/// The most that a name may cost in other series than the last. Those of the last are written wherever there is room.
const DEAR: i32 = 210;

/// A rectangle that is taken, in coordinates.
#[derive(Clone, Copy)]
struct Taken {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Taken {
    fn meets(&self, other: &Taken) -> bool {
        let is_beside = self.right <= other.left || other.right <= self.left;
        let is_above = self.bottom <= other.top || other.bottom <= self.top;
        !is_beside && !is_above
    }

    /// Whether a line passes through it (Liang and Barsky 1984).
    fn is_crossed(&self, &[from, to]: &Line) -> bool {
        let (across, down) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for (step, room) in [
            (-across, from.0 - self.left),
            (across, self.right - from.0),
            (-down, from.1 - self.top),
            (down, self.bottom - from.1),
        ] {
            let at = f64::from(room) / step;
            match step {
                0.0 if room <= 0 => return false,
                0.0 => {}
                ..0.0 => enters = enters.max(at),
                _ => leaves = leaves.min(at),
            }
        }
        enters < leaves
    }
}

type Line = [Place; 2];

/// A place for a name.
struct Site {
    /// Its left end (1), its right end (-1) or its middle (0).
    at: Place,
    across: i32,
    text: Taken,
    /// From the point to the name, if it is not beside it.
    line: Option<Line>,
    cost: i32,
}

/// What names have to keep clear of.
struct Ground {
    /// Markers and names.
    points: Vec<Taken>,
    names: Vec<Taken>,
    /// The lines of the figure, and those to names, with what it costs if they pass through a name.
    lines: Vec<(Line, i32)>,
}

impl Ground {
    /// The cost of a name there, none if it would cover something. Its own point comes first.
    fn cost(&self, from: Place, text: &Taken, line: Option<Line>) -> Option<i32> {
        let mut covered = self.points.iter().chain(&self.names);
        if covered.any(|other| text.meets(other)) {
            return None;
        }
        let through = self.lines.iter().filter(|(line, _)| text.is_crossed(line));
        let mut cost: i32 = through.map(|(_, cost)| cost).sum();
        if let Some(line) = line {
            if self.names.iter().any(|name| name.is_crossed(&line)) {
                return None;
            }
            let own = around(from);
            let points = self.points.iter().filter(|point| !point.meets(&own));
            cost += CROSSED_POINT * points.filter(|point| point.is_crossed(&line)).count() as i32;
            // Its own lines begin at the point.
            let others = self
                .lines
                .iter()
                .filter(|(other, _)| !other.contains(&from));
            let crossed = others.filter(|(other, _)| meet(&line, other));
            cost += CROSSED_LINE * crossed.count() as i32;
        }
        Some(cost)
    }
}

impl Places<'_> {
    /// Writes the names of the points. A name for which there is no room is left out: the values of the figure have it.
    pub(super) fn draw_labels(&self, pen: &Pen) {
        // Later series stand over earlier ones, so their names come first.
        let series = self.panel.series.iter().enumerate().rev();
        let points = series.flat_map(|(number, one)| {
            let points = one.points.iter();
            points
                .filter_map(move |point| Some((self.marker(number, point)?, number, &*point.label)))
        });
        let points: Vec<(Place, usize, &str)> = points.collect();
        if points.iter().all(|(.., label)| label.is_empty()) {
            return;
        }
        let mut ground = Ground {
            points: points.iter().map(|(at, ..)| around(*at)).collect(),
            names: Vec::new(),
            lines: self.lines(),
        };
        let away = away();
        for &(from, series, label) in points.iter().filter(|(.., label)| !label.is_empty()) {
            let most = if series + 1 == self.panel.series.len() {
                i32::MAX
            } else {
                DEAR
            };
            let mut best: Option<Site> = None;
            for mut site in away.iter().map(|&away| Site::of(from, away, label)) {
                let most = best.as_ref().map_or(most, |best| best.cost - 1);
                // Those that follow are farther away.
                if site.cost > most {
                    break;
                }
                if self.holds(&site.text)
                    && let Some(cost) = ground.cost(from, &site.text, site.line)
                {
                    site.cost += cost;
                    if site.cost <= most {
                        best = Some(site);
                    }
                }
            }
            let Some(site) = best else { continue };
            if let Some(line) = site.line {
                pen.line(&line, stroke(&GREY, 1));
                ground.lines.push((line, LINE_THROUGH));
            }
            let align = match site.across {
                1 => HPos::Left,
                -1 => HPos::Right,
                _ => HPos::Center,
            };
            pen.text(label, &ink(SMALL, &DARK, align, VPos::Center), site.at);
            ground.names.push(site.text);
        }
    }

    /// The lines that join points, and their intervals.
    fn lines(&self) -> Vec<(Line, i32)> {
        let mut lines = Vec::new();
        for one in &self.panel.series {
            let place = |x, y| self.place(x, y);
            let two = one.points.windows(2).filter(|two| two[1].is_joined);
            let joined = two.map(|two| [place(two[0].x, two[0].y), place(two[1].x, two[1].y)]);
            let joined = joined.filter(|_| one.style.line.is_some());
            let whiskers = one.points.iter().flat_map(|point| {
                let is_sideways = self.panel.is_sideways();
                let along = [(point.whisker, is_sideways), (point.across, !is_sideways)];
                along.into_iter().flat_map(move |(interval, is_along_x)| {
                    // From the point to both ends.
                    interval.into_iter().flat_map(move |ends| {
                        [ends.low, ends.high].map(|end| {
                            let (x, y) = if is_along_x {
                                (end, point.y)
                            } else {
                                (point.x, end)
                            };
                            [self.place(point.x, point.y), self.place(x, y)]
                        })
                    })
                })
            });
            for (drawn, cost) in [
                (joined.collect::<Vec<_>>(), LINE_THROUGH),
                (whiskers.collect(), INTERVAL_THROUGH),
            ] {
                let drawn = drawn.into_iter();
                lines.extend(drawn.filter_map(|[from, to]| Some(([from?, to?], cost))));
            }
        }
        lines
    }

    /// Whether a rectangle lies within the panel's frame.
    fn holds(&self, text: &Taken) -> bool {
        let frame = self.frame;
        let [left, right, top, bottom] =
            [frame.left, frame.right, frame.top, frame.bottom].map(|edge| edge * FINE);
        left <= text.left && text.right <= right && top <= text.top && text.bottom <= bottom
    }
}

/// The sides of a point in the order of preference: the corners, where intervals do not pass, then above and below.
const SIDES: [(i32, i32); 6] = [(1, -1), (1, 1), (-1, -1), (-1, 1), (0, -2), (0, 2)];

/// Where names can stand away from their points, in units, the nearest first: beside them, then farther away.
fn away() -> Vec<(i32, i32)> {
    let steps =
        |most: i32, step: i32| (-most / step..=most / step).map(move |number| number * step);
    let far = steps(REACH.1, STEP.1)
        .flat_map(|down| steps(REACH.0, STEP.0).map(move |across| (across, down)));
    let mut far: Vec<(i32, i32)> = far.filter(|away| is_far(*away)).collect();
    far.sort_by_key(|&away| distance(away));
    let beside = SIDES.map(|(across, down)| (across * AWAY, down * AWAY));
    beside.into_iter().chain(far).collect()
}

fn distance((across, down): (i32, i32)) -> i32 {
    across.abs().max(down.abs())
}

fn is_far(away: (i32, i32)) -> bool {
    distance(away) > 2 * AWAY
}

impl Site {
    fn of(from: Place, away: (i32, i32), label: &str) -> Self {
        let (right, down) = away;
        let at = (from.0 + right * FINE, from.1 + down * FINE);
        let across = match is_far(away) && right.abs() <= 2 * STEP.0 {
            true => 0,
            false => right.signum(),
        };
        let text = extent(at, across, label);
        // To the nearest edge of the name.
        let end = match across {
            0 => (at.0, if down < 0 { text.bottom } else { text.top }),
            _ => (at.0 - across * 2 * FINE, at.1),
        };
        let line = is_far(away).then_some([from, end]);
        let cost = if line.is_some() {
            LED + distance(away)
        } else {
            0
        };
        Site {
            at,
            across,
            text,
            line,
            cost,
        }
    }
}

/// Whether two lines cross.
fn meet(&[a, b]: &Line, &[c, d]: &Line) -> bool {
    let side = |(x, y): Place, from: Place, to: Place| {
        let (across, down) = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
        (across * i64::from(y - from.1) - down * i64::from(x - from.0)).signum()
    };
    side(a, c, d) != side(b, c, d) && side(c, a, b) != side(d, a, b)
}

fn around((x, y): Place) -> Taken {
    let half = MARKER * FINE;
    Taken {
        left: x - half,
        top: y - half,
        right: x + half,
        bottom: y + half,
    }
}

/// What a label at a place covers, which is its left end, its right end or its middle.
fn extent((x, y): Place, across: i32, label: &str) -> Taken {
    let (width, half) = (width(label, SMALL) * FINE, SMALL * FINE / 2);
    let left = match across {
        1 => x,
        -1 => x - width,
        _ => x - width / 2,
    };
    Taken {
        left,
        top: y - half,
        right: left + width,
        bottom: y + half,
    }
}
