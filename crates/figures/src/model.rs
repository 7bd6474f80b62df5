//! What a figure shows, as data.

use super::{Axis, Colour, Style};

/// One or more panels with a title above and a caption below.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it shows, on one line above the panels.
    pub title: String,
    /// The text below, in small type.
    pub caption: Caption,
    /// The panels, from left to right and from above. Axes of the same label and scale get the same ends.
    pub panels: Vec<Panel>,
    /// How many panels stand side by side.
    pub columns: usize,
}

/// The text below the panels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// What the marks mean.
    pub marks: String,
    /// Purpose, positions, metric and build. Empty if they are among the marks.
    pub context: String,
    /// How much of both is drawn.
    pub length: CaptionLength,
}

/// How much of a caption is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CaptionLength {
    /// Nothing: the text around the figure says it.
    None,
    /// What the marks mean.
    Short,
    /// All of it, so that the figure can stand alone.
    #[default]
    Full,
}

impl From<String> for Caption {
    fn from(marks: String) -> Self {
        Caption {
            marks,
            ..Caption::default()
        }
    }
}

impl Caption {
    /// All of it, whatever is drawn.
    #[must_use]
    pub fn full(&self) -> String {
        [&*self.marks, &*self.context].join(" ").trim().to_owned()
    }

    /// What is drawn of it.
    pub(super) fn shown(&self) -> String {
        match self.length {
            CaptionLength::None => String::new(),
            CaptionLength::Short => self.marks.clone(),
            CaptionLength::Full => self.full(),
        }
    }
}

impl Figure {
    /// The same with so much of its caption.
    #[must_use]
    pub fn captioned(mut self, length: CaptionLength) -> Self {
        self.caption.length = length;
        self
    }
}

/// What is drawn on one pair of axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What it shows that the others do not; above it where there are several.
    pub heading: String,
    /// The x axis, from left to right.
    pub x: Axis,
    /// The y axis; names are read from above.
    pub y: Axis,
    /// What lies below all else.
    pub bands: Vec<Band>,
    /// Coloured tiles, on axes of names.
    pub tiles: Vec<Tiles>,
    /// Points and lines, later ones over earlier ones.
    pub series: Vec<Series>,
    /// Places that deserve attention.
    pub marks: Vec<Mark>,
}

impl Panel {
    /// Series on two axes, without a heading.
    #[must_use]
    pub fn of(x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Panel {
            heading: String::new(),
            x,
            y,
            bands: Vec::new(),
            tiles: Vec::new(),
            series,
            marks: Vec::new(),
        }
    }
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend; none if empty.
    pub label: String,
    /// The look of its line and points.
    pub style: Style,
    /// The points, in the order in which a line joins them.
    pub points: Vec<Point>,
}

/// The ends of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end, a value of the axis.
    pub low: f64,
    /// The upper end, a value of the axis.
    pub high: f64,
}

/// A point with its spread. Intervals lie along the y axis, or along the x axis if the y axis has names.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its place on the x axis.
    pub x: f64,
    /// Its place on the y axis. A point without a place, on a logarithmic axis, breaks the line.
    pub y: f64,
    /// A broad pale bar: where most of the values are.
    pub bar: Option<Interval>,
    /// A thin line: how well the point is known.
    pub whisker: Option<Interval>,
    /// A thin line along the other axis, where that value is an estimate, too.
    pub across: Option<Interval>,
    /// Its name, which is written beside it if there is room; none if empty.
    pub label: String,
    /// Single values, as pale dots: what the point is the mean of, where these are few.
    pub values: Vec<f64>,
    /// Whether the line leads here from the point before: not if the two rest on different positions.
    pub is_joined: bool,
}

impl Point {
    /// Joined to the one before, without spread.
    #[must_use]
    pub fn bare(x: f64, y: f64) -> Self {
        Point {
            x,
            y,
            bar: None,
            whisker: None,
            across: None,
            label: String::new(),
            values: Vec::new(),
            is_joined: true,
        }
    }
}

/// What lies between a lower and an upper value at each x.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Its name in the legend.
    pub label: String,
    /// Its colour, which is drawn pale.
    pub colour: Colour,
    /// Its ends from left to right.
    pub edges: Vec<Edge>,
}

/// The ends of a band at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The place on the x axis.
    pub x: f64,
    /// The lower end of the band, a value of the y axis.
    pub low: f64,
    /// The upper end of the band, a value of the y axis.
    pub high: f64,
}

/// Tiles of one meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiles {
    /// Its name in the legend; none if empty.
    pub label: String,
    /// The colour at full strength.
    pub colour: Colour,
    /// How much of the colour the tiles have, from 0 (white) to 1.
    pub strength: f64,
    /// Where tiles of this meaning are, and what is written in them.
    pub tiles: Vec<Tile>,
}

/// A tile, by the places of its column and row from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The column, from the left, from 0.
    pub column: usize,
    /// The row, from above, from 0.
    pub row: usize,
    /// What is written in it.
    pub text: String,
}

/// An upright line at a place that deserves attention.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Its place on the x axis.
    pub x: f64,
    /// What is written beside it.
    pub label: String,
}
