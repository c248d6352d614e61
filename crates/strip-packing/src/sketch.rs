//! A packing as text, for a terminal: one letter per item, or coloured half blocks.
//!
//! Coarser than the SVG: each cell shows the rectangle at its centre, so rectangles thinner than a cell may be missing.

use crate::draw::fill_color;
use crate::instance::Instance;
use crate::layout::{Layout, Placement};

/// How cells are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Letters, `.` for waste: reads anywhere.
    Letters,
    /// Upper and lower half blocks in 24-bit colour.
    Blocks,
}

/// Draws a packing with at most `columns` characters per line, the strip's beginning at the bottom.
pub fn sketch(instance: &Instance, layout: &Layout, columns: usize, style: Style) -> String {
    let (width, height) = (instance.strip_width(), layout.height().max(1));
    let columns = columns.clamp(1, 400).min(width as usize);
    // A character is about twice as tall as wide; half blocks make two rows of it.
    let rows_per_unit = columns as f64 / f64::from(width) / if style == Style::Letters { 2.0 } else { 1.0 };
    let n_rows = ((f64::from(height) * rows_per_unit).round() as usize).clamp(1, 400);
    let at = |row: usize, column: usize| -> Option<&Placement> {
        let x = ((column as f64 + 0.5) * f64::from(width) / columns as f64) as u32;
        let y = ((row as f64 + 0.5) * f64::from(height) / n_rows as f64) as u32;
        layout
            .placements()
            .iter()
            .find(|p| (p.x..p.x + p.size.width).contains(&x) && (p.y..p.y + p.size.height).contains(&y))
    };
    let mut out = String::new();
    match style {
        Style::Letters => {
            for row in (0..n_rows).rev() {
                out.extend((0..columns).map(|column| at(row, column).map_or('.', |p| letter(p.item))));
                out.push('\n');
            }
        }
        Style::Blocks => {
            for upper in (0..n_rows).rev().step_by(2) {
                for column in 0..columns {
                    let color = |row: Option<usize>| row.and_then(|row| at(row, column)).map(fill_color);
                    push_block(&mut out, color(Some(upper)), color(upper.checked_sub(1)));
                }
                out.push_str("\u{1b}[0m\n");
            }
        }
    }
    out
}

fn letter(item: u32) -> char {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    char::from(LETTERS[item as usize % LETTERS.len()])
}

fn push_block(out: &mut String, upper: Option<report::Rgb>, lower: Option<report::Rgb>) {
    let code = |layer: u8, color: Option<report::Rgb>| match color {
        Some(report::Rgb(r, g, b)) => format!("\u{1b}[{layer}8;2;{r};{g};{b}m"),
        None => format!("\u{1b}[{layer}9m"),
    };
    if upper.is_none() && lower.is_none() {
        out.push_str("\u{1b}[0m ");
        return;
    }
    // The upper half is the foreground of an upper half block; a missing upper half needs the lower block instead.
    if upper.is_some() {
        out.push_str(&code(3, upper));
        out.push_str(&code(4, lower));
        out.push('▀');
    } else {
        out.push_str(&code(3, lower));
        out.push_str("\u{1b}[49m▄");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{Item, Rotation, Size};

    #[test]
    fn letters() {
        let items = vec![Item { size: Size::new(4, 2), copies: 1 }, Item { size: Size::new(2, 4), copies: 1 }];
        let instance = Instance::new("t", 6, items, Rotation::Fixed).expect("valid");
        let layout = Layout::new(vec![
            Placement { item: 0, x: 0, y: 0, size: Size::new(4, 2) },
            Placement { item: 1, x: 4, y: 0, size: Size::new(2, 4) },
        ]);
        assert_eq!(sketch(&instance, &layout, 80, Style::Letters), "....BB\nAAAABB\n");
        let blocks = sketch(&instance, &layout, 80, Style::Blocks);
        assert_eq!(blocks.matches('▀').count() + blocks.matches('▄').count(), 2 + 6);
    }
}
