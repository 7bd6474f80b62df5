//! Where the parts of a figure stand, in units, so that no text is clipped or covers another.

use std::collections::BTreeSet;

use super::{
    Axis, Figure, FigureError, Panel, Scale, Size,
    axis::{Ruler, Tick},
    canvas::Font,
    legend::{self, Key},
    panel::fitted,
    pen::{
        CAPTION_LINE, GAP, LABEL, SMALL, TICK, TITLE, TITLE_LINE, TITLE_TOP, is_narrow, margin,
        width, wrap,
    },
};

/// Panels stand side by side only if each has so much room.
const LEAST_COLUMN: i32 = 300;
/// Between panels side by side.
const BETWEEN: i32 = 20;
/// Room for the label of the y axis.
const UPRIGHT: i32 = 24;
/// Heights: the heading of a panel, ticks below it, notes below these, and the label of the x axis.
const HEADING: i32 = 28;
const TICKS: i32 = 26;
const NOTES: i32 = 16;
/// Room for the bars below notes.
const SHARES: i32 = 8;
const X_LABEL: i32 = 26;
/// Height of a row of a panel whose y axis has names.
const ROW: i32 = 24;
const LEAST_ROW: i32 = 18;
/// The least height of any other panel.
const LEAST_HEIGHT: i32 = 120;
/// Height of a row whose tiles have a text, or whose name stands above its marks.
const ROW_OF_TEXT: i32 = 40;
/// Height of a row whose name stands above the marks of several series.
const ROW_OF_SEVERAL: i32 = 60;
/// The least distance of two ticks on a y axis.
const LINE: i32 = 36;

/// A rectangle, y downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

/// How the names or numbers of an x axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum XText {
    /// Below the panel, one beside the other.
    Below,
    /// Below the panel, read from below.
    UprightBelow,
    /// Above the panel, read from below.
    UprightAbove,
}

/// A panel with the places of its parts.
#[derive(Clone, Debug)]
pub(super) struct Places<'f> {
    pub(super) panel: &'f Panel,
    pub(super) frame: Frame,
    pub(super) x: Ruler<'f>,
    pub(super) y: Ruler<'f>,
    pub(super) x_ticks: Vec<Tick>,
    pub(super) y_ticks: Vec<Tick>,
    pub(super) x_text: XText,
    /// Whether names of the y axis stand within the frame, each above its row, because they would take too much of the width beside it.
    pub(super) has_names_within: bool,
    /// The middle of its own x label; none where the panels have one in common.
    pub(super) x_label: Option<(i32, i32)>,
}

/// A text with the place of its middle.
type Label = ((i32, i32), String);

/// The places of a figure's parts.
#[derive(Clone, Debug)]
pub(super) struct Layout<'f> {
    pub(super) title: Vec<String>,
    pub(super) keys: Vec<Key>,
    pub(super) panels: Vec<Places<'f>>,
    pub(super) x_label: Option<Label>,
    pub(super) y_label: Option<Label>,
    pub(super) caption: Vec<String>,
    pub(super) caption_top: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl<'f> Layout<'f> {
    /// # Errors
    /// If a panel has nothing to draw, or a value has no place on its axis.
    pub(super) fn of(figure: &'f Figure, size: Size) -> Result<Self, FigureError> {
        let layout = Layout::with(figure, size.width, 0)?;
        if !size.is_slide {
            return Ok(layout);
        }
        // Panels take what the height lacks or has too much.
        let rows = layout.panels.iter().map(|places| places.frame.top);
        let rows: BTreeSet<i32> = rows.collect();
        let more = (size.width * 9 / 16 - layout.height) / rows.len().max(1) as i32;
        Layout::with(figure, size.width, more)
    }

    /// The layout with panels that are so much higher than usual.
    fn with(figure: &'f Figure, breadth: i32, higher: i32) -> Result<Self, FigureError> {
        let Some(first) = figure.panels.first() else {
            return Err(FigureError::Empty(figure.title.clone()));
        };
        let margin = margin(breadth);
        let room = breadth - 2 * margin;
        let title = wrap(&figure.title, Font::Bold, TITLE, room);
        let legend_top = TITLE_TOP + TITLE_LINE * title.len() as i32 + 8;
        let keys = legend::keys(figure, legend_top, breadth);
        let panels = figure.panels.iter();
        let mut panels = panels
            .map(|panel| Places::unplaced(figure, panel, breadth, higher))
            .collect::<Result<Vec<_>, _>>()?;
        let grid = Grid::of(figure, first, &mut panels, breadth);
        let first_top = legend::bottom(&keys, legend_top) + 14 + grid.above;
        let bottom = grid.place(&mut panels, first_top);

        let mut foot = bottom + grid.below;
        let mut x_label = None;
        if grid.shares_x_label && !first.x.label.is_empty() {
            // Below the middle of the axis, unless it is too long for that.
            let label = fitted(&first.x.label, LABEL, room);
            let half = width(&label, LABEL) / 2;
            let middle = (grid.left + grid.gutter + breadth - margin) / 2;
            let middle = middle.min(breadth - margin - half).max(margin + half);
            x_label = Some(((middle, foot + X_LABEL / 2), label));
            foot += X_LABEL;
        }
        let y_label = (!first.y.label.is_empty()).then(|| {
            let at = (margin + LABEL / 2, (first_top + bottom) / 2);
            (at, first.y.label.clone())
        });
        let caption = wrap(&figure.caption.shown(), Font::Regular, SMALL, room);
        let caption_top = foot + 16;
        Ok(Layout {
            width: breadth,
            height: caption_top + CAPTION_LINE * caption.len() as i32 + 14,
            title,
            keys,
            panels,
            x_label,
            y_label,
            caption,
            caption_top,
        })
    }
}

impl<'f> Places<'f> {
    /// What follows from the data alone: its height, and the ticks of its y axis.
    fn unplaced(
        figure: &'f Figure,
        panel: &'f Panel,
        breadth: i32,
        higher: i32,
    ) -> Result<Self, FigureError> {
        let (x, y) = figure.rulers(panel)?;
        let has_names_within = panel.has_names_within(breadth);
        let height = figure.height_of(panel, has_names_within) + higher;
        let height = height.max(panel.least_height());
        Ok(Places {
            panel,
            frame: Frame {
                left: 0,
                top: 0,
                right: 0,
                bottom: height,
            },
            y_ticks: y.ticks((height / LINE) as usize),
            x,
            y,
            x_ticks: Vec::new(),
            x_text: XText::Below,
            has_names_within,
            x_label: None,
        })
    }
}

/// What is the same for all panels of a figure.
struct Grid {
    columns: i32,
    /// Where the ticks of the first column begin.
    left: i32,
    /// Room for the ticks of a y axis.
    gutter: i32,
    /// From one panel to the one beside it, and the breadth of each.
    pitch: i32,
    breadth: i32,
    /// Room above a panel for its heading and upright names, and below it for ticks, notes and its own label.
    above: i32,
    below: i32,
    /// Whether one x label serves all panels.
    shares_x_label: bool,
}

impl Grid {
    /// Chooses the ticks of the x axes, for which the breadth is known now.
    fn of(figure: &Figure, first: &Panel, places: &mut [Places], width_of_figure: i32) -> Self {
        let panels = &figure.panels;
        let beside = places.iter().filter(|places| !places.has_names_within);
        let ticks = beside.flat_map(|places| &places.y_ticks);
        let widest = ticks.map(|tick| width(&tick.text, TICK)).max();
        let gutter = widest.unwrap_or(0) + GAP;
        let columns = figure.columns.clamp(1, panels.len()) as i32;
        let columns = columns.min(width_of_figure / LEAST_COLUMN).max(1);
        let label_room = if first.y.label.is_empty() { 0 } else { UPRIGHT };
        let margin = margin(width_of_figure);
        let left = margin + label_room;
        let pitch = (width_of_figure - margin - left + BETWEEN) / columns;
        let breadth = pitch - BETWEEN - gutter;
        let (mut upright_above, mut upright_below) = (0, 0);
        for places in places {
            let (text, height, ticks) = x_text(places.panel, &places.x, breadth);
            match text {
                XText::Below => {}
                XText::UprightBelow => upright_below = height.max(upright_below),
                XText::UprightAbove => upright_above = height.max(upright_above),
            }
            (places.x_text, places.x_ticks) = (text, ticks);
        }
        let has_heading = panels.iter().any(|panel| !panel.heading.is_empty());
        let notes = || panels.iter().flat_map(|panel| &panel.x.notes);
        let has_notes = notes().next().is_some();
        let has_shares = notes().any(|note| note.share.is_some());
        let shares_x_label = panels.iter().all(|panel| panel.x.label == first.x.label);
        Grid {
            columns,
            left,
            gutter,
            pitch,
            breadth,
            above: upright_above + if has_heading { HEADING } else { 0 },
            below: TICKS.max(upright_below + GAP)
                + if has_notes { NOTES } else { 0 }
                + if has_shares { SHARES } else { 0 }
                + if shares_x_label { 0 } else { X_LABEL },
            shares_x_label,
        }
    }

    /// Places the panels in rows, the first with its upper end here. Returns where the last row ends.
    fn place(&self, panels: &mut [Places], first_top: i32) -> i32 {
        let (mut top, mut bottom) = (first_top, first_top);
        for (number, places) in (0..).zip(panels) {
            let column = number % self.columns;
            if column == 0 && number > 0 {
                top = bottom + self.below + self.above + 12;
            }
            let frame = &mut places.frame;
            frame.left = self.left + self.gutter + column * self.pitch;
            frame.right = frame.left + self.breadth;
            (frame.top, frame.bottom) = (top, top + frame.bottom);
            bottom = bottom.max(frame.bottom);
            if !self.shares_x_label {
                let below = frame.bottom + self.below - X_LABEL / 2 + 2;
                places.x_label = Some(((frame.left + frame.right) / 2, below));
            }
        }
        bottom
    }
}

/// How the ticks of an x axis of this breadth are written, the height that upright ones need, and the ticks.
fn x_text(panel: &Panel, ruler: &Ruler, breadth: i32) -> (XText, i32, Vec<Tick>) {
    let apart = |ticks: &[Tick], width: &dyn Fn(&Tick) -> i32| {
        let ends = |tick: &Tick| {
            let middle = tick.share * f64::from(breadth);
            let half = f64::from(width(tick)) / 2.0;
            (middle - half, middle + half)
        };
        let mut two = ticks.windows(2);
        two.all(|two| ends(&two[0]).1 + f64::from(GAP) <= ends(&two[1]).0)
    };
    let text = |tick: &Tick| width(&tick.text, TICK);
    let with_note = |tick: &Tick| {
        let notes = panel.x.notes.iter().filter(|note| note.at == tick.value);
        let widest = notes.map(|note| width(&note.text, SMALL)).max();
        text(tick).max(widest.unwrap_or(0))
    };
    if let Scale::Names(names) = &panel.x.scale {
        let ticks = ruler.ticks(names.len());
        if apart(&ticks, &text) {
            return (XText::Below, 0, ticks);
        }
        let room = names.iter().map(|name| width(name, TICK)).max();
        let text = match panel.tiles.is_empty() {
            true => XText::UprightBelow,
            false => XText::UprightAbove,
        };
        return (text, room.unwrap_or(0) + GAP, ticks);
    }
    let most = (2..=breadth / 24).rev();
    let ticks = most.map(|most| ruler.ticks(most as usize));
    let ticks = ticks.into_iter().find(|ticks| apart(ticks, &with_note));
    (XText::Below, 0, ticks.unwrap_or_else(|| ruler.ticks(1)))
}

impl Figure {
    /// The rulers of a panel: ends are those of all panels with such an axis.
    fn rulers<'f>(&'f self, panel: &'f Panel) -> Result<(Ruler<'f>, Ruler<'f>), FigureError> {
        let ruler = |axis: fn(&Panel) -> &Axis, which: usize| {
            let alike = |other: &&Panel| axis(other).is_like(axis(panel));
            let values = self.panels.iter().filter(alike).map(Panel::values);
            axis(panel).ruler(values.flat_map(|mut values| std::mem::take(&mut values[which])))
        };
        Ok((ruler(|panel| &panel.x, 0)?, ruler(|panel| &panel.y, 1)?))
    }

    fn height_of(&self, panel: &Panel, has_names_within: bool) -> i32 {
        match &panel.y.scale {
            Scale::Names(names) => {
                let texts = panel.tiles.iter().flat_map(|tiles| &tiles.tiles);
                let has_text = { texts }.any(|tile| !tile.text.is_empty());
                let row = match (has_names_within, has_text) {
                    (true, _) => panel.row_with_name(),
                    (false, true) => ROW_OF_TEXT,
                    (false, false) => ROW,
                };
                (row * names.len() as i32).max(width(&panel.y.label, LABEL))
            }
            _ if self.columns == 1 => 400,
            _ if self.panels.len() <= self.columns => 300,
            _ => 210,
        }
    }
}

impl Panel {
    /// Lower than this, its ticks have no room.
    fn least_height(&self) -> i32 {
        match &self.y.scale {
            Scale::Names(names) => LEAST_ROW * names.len() as i32,
            _ => LEAST_HEIGHT,
        }
    }

    /// Whether it has a row for each name and marks along the rows, as a forest plot.
    #[must_use]
    pub fn is_of_rows(&self) -> bool {
        self.is_sideways() && self.tiles.is_empty()
    }

    /// The height of a row with its name above it.
    pub(super) fn row_with_name(&self) -> i32 {
        match self.series.len() {
            0 | 1 => ROW_OF_TEXT,
            _ => ROW_OF_SEVERAL,
        }
    }

    /// Whether names beside it would leave less than two thirds of a narrow figure's width to the plot.
    fn has_names_within(&self, breadth: i32) -> bool {
        let Scale::Names(names) = &self.y.scale else {
            return false;
        };
        let widest = names.iter().map(|name| width(name, TICK)).max();
        let label = if self.y.label.is_empty() { 0 } else { UPRIGHT };
        let beside = 2 * margin(breadth) + label + GAP + widest.unwrap_or(0);
        is_narrow(breadth) && self.is_of_rows() && 3 * beside > breadth
    }

    /// Whether spreads lie along the x axis.
    pub(super) fn is_sideways(&self) -> bool {
        matches!(self.y.scale, Scale::Names(_))
    }

    /// The values of the x axis and of the y axis that it shows.
    fn values(&self) -> [Vec<f64>; 2] {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let edges = || self.bands.iter().flat_map(|band| &band.edges);
        let ends = edges().flat_map(|edge| [edge.low, edge.high]);
        let mut x: Vec<f64> = points().map(|point| point.x).collect();
        let mut y: Vec<f64> = points().map(|point| point.y).chain(ends).collect();
        x.extend(edges().map(|edge| edge.x));
        let (spreads, others) = match self.is_sideways() {
            true => (&mut x, &mut y),
            false => (&mut y, &mut x),
        };
        for point in points() {
            let across = point.across.into_iter();
            others.extend(across.flat_map(|interval| [interval.low, interval.high]));
            let intervals = point.bar.into_iter().chain(point.whisker);
            spreads.extend(intervals.flat_map(|interval| [interval.low, interval.high]));
            spreads.extend(&point.values);
        }
        [x, y]
    }
}
