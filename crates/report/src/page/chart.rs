//! A figure in a page: the picture, a mark for each value on it, and the values as a table.

use maud::{Markup, PreEscaped, html};

use super::{sections, values};
use plybench_figures::{Figure, FigureError, Panel, PlottedValue, Size};
use plybench_text::escape;

/// The figure, its name being that of its files. The chart that answers the page's question has a narrow form for phones, too, if it has
/// rows: its names then stand above them, and the whole is seen.
pub(super) fn markup(
    name: &str,
    figure: &Figure,
    endings: &[&str],
    is_answer: bool,
) -> Result<Markup, FigureError> {
    let plotted = figure.values()?;
    let table = values::table(figure, &plotted);
    // Tiles have their text on them, which is drawn for white paper.
    let is_on_paper = figure.panels.iter().any(|panel| !panel.tiles.is_empty());
    let has_narrow_form = is_answer && figure.panels.iter().all(Panel::is_of_rows);
    Ok(html! {
        figure.chart.paper[is_on_paper] id={"chart-" (name)} data-places=(list(&plotted)) {
            div.frame {
                div.picture { (PreEscaped(figure.drawn(Size::SCREEN)?.inline_svg())) }
                @if has_narrow_form { div.picture.narrow { (PreEscaped(figure.drawn(Size::NARROW)?.inline_svg())) } }
            }
            p.files { "As a file:" @for ending in endings { " " a href={"./" (name) "." (ending)} { (ending.to_uppercase()) } } }
            details {
                summary { "Values of the chart" }
                (sections::table(&table, &format!("Values of the chart: {}", escape::plain(&figure.title)), None))
            }
        }
    })
}

/// The places of the rows in the picture in ten-thousandths of its size, `x,y` each, nothing for a row without a mark.
fn list(values: &[PlottedValue]) -> String {
    let place = |value: &PlottedValue| {
        value.place.map_or_else(String::new, |[x, y]| {
            format!("{:.0},{:.0}", x * 1e4, y * 1e4)
        })
    };
    values.iter().map(place).collect::<Vec<_>>().join(" ")
}
