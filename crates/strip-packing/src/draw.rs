//! A packing as SVG: the strip from below, every rectangle coloured by its kind and labelled with its item.

use report::{Element, Rgb, Svg};

use crate::instance::Instance;
use crate::layout::{Layout, Placement};

/// The picture's larger side of the strip, in SVG units.
const LONG_SIDE: f64 = 820.0;
const MARGIN: f64 = 28.0;
const CAPTION: f64 = 46.0;

/// Draws a packing with its height and the lower bound.
pub fn draw(instance: &Instance, layout: &Layout, lower_bound: u32) -> Svg {
    let (width, height) = (f64::from(instance.strip_width()), f64::from(layout.height().max(1)));
    let scale = (LONG_SIDE / width.max(height)).min(40.0);
    let (strip_width, strip_height) = (width * scale, height * scale);
    let (left, top) = (MARGIN, MARGIN + CAPTION);
    let title = format!("{}: height {}", instance.name(), layout.height());
    let mut svg = Svg::new((strip_width + 2.0 * MARGIN).max(300.0), strip_height + top + MARGIN).title(title.as_str());
    svg.push(Element::rect(0.0, 0.0, svg.width(), svg.height()).fill(Rgb::WHITE));
    svg.push(Element::text(left, MARGIN + 6.0, &title).font_size(17.0).bold().fill(Rgb::INK));
    svg.push(
        Element::text(left, MARGIN + 26.0, &caption(instance, layout, lower_bound)).font_size(12.0).fill(Rgb::MUTED),
    );
    svg.push(Element::rect(left, top, strip_width, strip_height).fill(Rgb(0xf1, 0xf2, 0xf4)));
    let y_of = |y: u32| top + strip_height - f64::from(y) * scale;
    for placement in layout.placements() {
        let x = left + f64::from(placement.x) * scale;
        let y = y_of(placement.y + placement.size.height);
        let (w, h) = (f64::from(placement.size.width) * scale, f64::from(placement.size.height) * scale);
        let fill = fill_color(placement);
        let note = format!(
            "item {}: {} x {} at ({}, {})",
            placement.item, placement.size.width, placement.size.height, placement.x, placement.y
        );
        svg.push(
            Element::rect(x, y, w, h).fill(fill).stroke(Rgb::WHITE, (scale * 0.12).clamp(0.3, 1.5)).tooltip(&note),
        );
        let font = (h * 0.5).min(w * 0.42).min(14.0);
        if font >= 5.0 {
            svg.push(
                Element::text(x + w / 2.0, y + h / 2.0 + font * 0.35, &placement.item.to_string())
                    .font_size(font)
                    .centered()
                    .fill(fill.contrasting_ink())
                    .set("pointer-events", "none"),
            );
        }
    }
    if lower_bound < layout.height() {
        let y = y_of(lower_bound);
        svg.push(
            Element::line(left, y, left + strip_width, y)
                .stroke(Rgb(0xc0, 0x39, 0x2b), 1.5)
                .set("stroke-dasharray", "6 4"),
        );
    }
    svg.push(Element::rect(left, top, strip_width, strip_height).set("fill", "none").stroke(Rgb::INK, 1.2));
    svg
}

fn caption(instance: &Instance, layout: &Layout, lower_bound: u32) -> String {
    let used = instance.area() as f64 / (f64::from(instance.strip_width()) * f64::from(layout.height().max(1)));
    let verdict =
        if layout.height() == lower_bound { "optimal".to_owned() } else { format!("lower bound {lower_bound}") };
    format!(
        "{} rectangles on a strip of width {}, {} used, {verdict}",
        instance.n_rectangles(),
        instance.strip_width(),
        report::number::percent(used, 1)
    )
}

/// The colour of a rectangle, also in text: close hues for shapes alike: thin rectangles green, squares ochre, large ones deeper.
pub(crate) fn fill_color(placement: &Placement) -> Rgb {
    let (w, h) = (f64::from(placement.size.width), f64::from(placement.size.height));
    let shape = (w / h).log2().clamp(-3.0, 3.0) / 6.0 + 0.5;
    let base = if shape < 0.5 {
        Rgb(0x2f, 0x7f, 0x8f).mix(Rgb(0x8d, 0xb5, 0x80), shape * 2.0)
    } else {
        Rgb(0x8d, 0xb5, 0x80).mix(Rgb(0xd9, 0x9a, 0x4e), shape * 2.0 - 1.0)
    };
    // Neighbours of the same shape still differ a little, by item.
    let jitter = f64::from(placement.item.wrapping_mul(2_654_435_761) >> 24) / 255.0;
    base.mix(Rgb::WHITE, 0.05 + 0.25 * jitter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{Item, Rotation, Size};

    #[test]
    fn one_shape_per_rectangle_and_a_line_for_the_bound() {
        let items = vec![Item { size: Size::new(2, 3), copies: 2 }];
        let instance = Instance::new("<t>", 5, items, Rotation::Fixed).expect("valid");
        let at = |x| Placement { item: 0, x, y: 0, size: Size::new(2, 3) };
        let layout = Layout::new(vec![at(0), at(3)]);
        let svg = draw(&instance, &layout, 3).to_string();
        let paper_strip_outline = 3;
        assert_eq!(svg.matches("<rect").count(), paper_strip_outline + 2);
        assert!(svg.contains("&lt;t&gt;: height 3") && svg.contains("optimal") && !svg.contains("dasharray"));
        assert!(draw(&instance, &layout, 2).to_string().contains("dasharray"));
    }
}
