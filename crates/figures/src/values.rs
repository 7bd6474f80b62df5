//! The values of a figure, with the place of each in the picture: for readers who want the numbers.

use super::{
    Figure, FigureError, Interval, Size,
    canvas::FINE,
    layout::{Layout, Places},
};

/// A value of a figure: a point, a tile, or an end of a band's edge.
#[derive(Clone, Debug, PartialEq)]
pub struct PlottedValue {
    /// The index of its panel in the figure.
    pub panel: usize,
    /// The name of its series, tiles or band.
    pub label: String,
    /// Where it stands on the panel's x axis.
    pub x: f64,
    /// Where it stands on the panel's y axis; none for a band, which has only the two ends of its `whisker` there.
    pub y: Option<f64>,
    /// The text of a tile or the name of a point, in one line.
    pub text: String,
    /// The ends of its whisker.
    pub whisker: Option<Interval>,
    /// The ends of its whisker along the other axis.
    pub across: Option<Interval>,
    /// The ends of its bar.
    pub bar: Option<Interval>,
    /// Its place in the picture, as shares of the width and of the height from the upper left corner; none if the picture has
    /// no mark for it.
    pub place: Option<[f64; 2]>,
}

impl Figure {
    /// Its values, panel by panel.
    ///
    /// # Errors
    /// As [`Figure::drawn`].
    pub fn values(&self) -> Result<Vec<PlottedValue>, FigureError> {
        let layout = Layout::of(self, Size::SCREEN)?;
        let panels = layout.panels.iter().enumerate();
        let values = panels
            .flat_map(|(number, places)| places.values(number, [layout.width, layout.height]));
        Ok(values.collect())
    }
}

impl Places<'_> {
    /// The values of the panel with this number, in a picture of this width and height.
    fn values(&self, number: usize, picture: [i32; 2]) -> Vec<PlottedValue> {
        let share = |at: i32, whole: i32| f64::from(at) / f64::from(whole * FINE);
        let place = |(x, y)| [share(x, picture[0]), share(y, picture[1])];
        let value = |label: &str, x: f64| PlottedValue {
            panel: number,
            label: label.to_owned(),
            x,
            y: None,
            text: String::new(),
            whisker: None,
            across: None,
            bar: None,
            place: None,
        };
        let mut values = Vec::new();
        for (number, series) in self.panel.series.iter().enumerate() {
            values.extend(series.points.iter().map(|point| PlottedValue {
                y: Some(point.y),
                text: point.label.clone(),
                whisker: point.whisker,
                across: point.across,
                bar: point.bar,
                place: self.marker(number, point).map(place),
                ..value(&series.label, point.x)
            }));
        }
        for tiles in &self.panel.tiles {
            values.extend(tiles.tiles.iter().map(|tile| PlottedValue {
                y: Some(tile.row as f64),
                text: tile.text.replace('\n', " "),
                place: self.place(tile.column as f64, tile.row as f64).map(place),
                ..value(&tiles.label, tile.column as f64)
            }));
        }
        for band in &self.panel.bands {
            values.extend(band.edges.iter().map(|edge| PlottedValue {
                whisker: Some(Interval {
                    low: edge.low,
                    high: edge.high,
                }),
                ..value(&band.label, edge.x)
            }));
        }
        values
    }
}
