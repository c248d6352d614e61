//! A small SVG builder: elements with attributes, printed as one self-contained document.
//!
//! Element and attribute names are `&'static str`, so they come from code; values and text may come from anywhere and
//! are always escaped. Coordinates are printed with two decimals at most, and a number that is not finite as 0, so that
//! the same drawing gives the same bytes and always parses. No CSS, no scripts, no raw insertion.

use std::fmt::{self, Write};

use crate::color::Rgb;

/// Font stack of every drawing.
pub const FONT_FAMILY: &str = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/// A document: size, optional title, definitions (gradients, markers) and a body.
#[derive(Debug, Clone)]
pub struct Svg {
    width: f64,
    height: f64,
    title: Option<String>,
    attributes: Vec<(&'static str, Value)>,
    definitions: Vec<Element>,
    body: Vec<Element>,
}

impl Svg {
    /// An empty drawing; one unit is one CSS pixel at its natural size.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, title: None, attributes: Vec::new(), definitions: Vec::new(), body: Vec::new() }
    }

    /// The name that screen readers and browser tabs show.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// One more attribute of the root element: a class, measures for a script.
    pub fn attribute(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// Puts `element` on top of what is already there.
    pub fn push(&mut self, element: Element) {
        self.body.push(element);
    }

    /// Adds a definition to refer to by `url(#id)`: a gradient, a clip path.
    pub fn define(&mut self, id: &str, element: Element) {
        self.definitions.push(element.set("id", id));
    }

    /// Width in units.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Height in units.
    pub fn height(&self) -> f64 {
        self.height
    }
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (Coordinate(self.width), Coordinate(self.height));
        write!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="{}" role="img""#,
            Escaped(FONT_FAMILY)
        )?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{value}\"")?;
        }
        f.write_str(">\n")?;
        if let Some(title) = &self.title {
            writeln!(f, "<title>{}</title>", Escaped(title))?;
        }
        if !self.definitions.is_empty() {
            f.write_str("<defs>\n")?;
            for element in &self.definitions {
                writeln!(f, "{element}")?;
            }
            f.write_str("</defs>\n")?;
        }
        for element in &self.body {
            writeln!(f, "{element}")?;
        }
        f.write_str("</svg>\n")
    }
}

/// One element with its attributes and children.
#[derive(Debug, Clone)]
pub struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, Value)>,
    children: Vec<Child>,
}

#[derive(Debug, Clone)]
enum Child {
    Element(Element),
    Text(String),
}

impl Element {
    /// Any element by name; the shapes below are the usual ones.
    pub fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), children: Vec::new() }
    }

    /// A group; attributes set on it are inherited.
    pub fn group() -> Self {
        Self::new("g")
    }

    /// A rectangle by its top-left corner; negative sizes count as zero.
    pub fn rect(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self::new("rect").set("x", x).set("y", y).set("width", width.max(0.0)).set("height", height.max(0.0))
    }

    /// A circle.
    pub fn circle(x: f64, y: f64, radius: f64) -> Self {
        Self::new("circle").set("cx", x).set("cy", y).set("r", radius.max(0.0))
    }

    /// A straight line.
    pub fn line(x1: f64, y1: f64, x2: f64, y2: f64) -> Self {
        Self::new("line").set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2)
    }

    /// A path, unfilled unless `fill` is called.
    pub fn path(data: &PathData) -> Self {
        Self::new("path").set("d", data.0.as_str()).set("fill", "none")
    }

    /// A line of text whose baseline starts at (x, y).
    pub fn text(x: f64, y: f64, text: &str) -> Self {
        let mut element = Self::new("text").set("x", x).set("y", y);
        element.children.push(Child::Text(text.to_owned()));
        element
    }

    /// Sets an attribute; setting it again replaces it.
    pub fn set(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        let value = value.into();
        match self.attributes.iter_mut().find(|(existing, _)| *existing == name) {
            Some((_, old)) => *old = value,
            None => self.attributes.push((name, value)),
        }
        self
    }

    /// Fill colour.
    pub fn fill(self, color: Rgb) -> Self {
        self.set("fill", color)
    }

    /// Outline colour and width.
    pub fn stroke(self, color: Rgb, width: f64) -> Self {
        self.set("stroke", color).set("stroke-width", width)
    }

    /// Opacity of the whole element.
    pub fn opacity(self, opacity: f64) -> Self {
        self.set("opacity", opacity)
    }

    /// Font size in units.
    pub fn font_size(self, size: f64) -> Self {
        self.set("font-size", size)
    }

    /// Semi-bold text.
    pub fn bold(self) -> Self {
        self.set("font-weight", "600")
    }

    /// Text centred on its x.
    pub fn centered(self) -> Self {
        self.set("text-anchor", "middle")
    }

    /// Text that ends at its x.
    pub fn right_aligned(self) -> Self {
        self.set("text-anchor", "end")
    }

    /// The tooltip of the element.
    pub fn tooltip(mut self, text: &str) -> Self {
        let mut title = Self::new("title");
        title.children.push(Child::Text(text.to_owned()));
        self.children.insert(0, Child::Element(title));
        self
    }

    /// Adds a child and returns the parent.
    pub fn with(mut self, child: Element) -> Self {
        self.children.push(Child::Element(child));
        self
    }

    /// Adds a child.
    pub fn push(&mut self, child: Element) {
        self.children.push(Child::Element(child));
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{value}\"")?;
        }
        if self.children.is_empty() {
            return f.write_str("/>");
        }
        f.write_char('>')?;
        for child in &self.children {
            match child {
                Child::Element(element) => write!(f, "{element}")?,
                Child::Text(text) => write!(f, "{}", Escaped(text))?,
            }
        }
        write!(f, "</{}>", self.name)
    }
}

/// An attribute's value: a number, a colour or (escaped) text.
#[derive(Debug, Clone)]
pub enum Value {
    /// A coordinate or size.
    Number(f64),
    /// A colour.
    Color(Rgb),
    /// Anything else.
    Text(String),
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Number(number)
    }
}

impl From<Rgb> for Value {
    fn from(color: Rgb) -> Self {
        Value::Color(color)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => Coordinate(*number).fmt(f),
            Value::Color(color) => color.fmt(f),
            Value::Text(text) => Escaped(text).fmt(f),
        }
    }
}

/// The `d` attribute of a path, built from absolute commands.
#[derive(Debug, Clone, Default)]
pub struct PathData(String);

impl PathData {
    /// An empty path.
    pub fn new() -> Self {
        Self::default()
    }

    /// Straight lines through all points.
    pub fn through(points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        points.into_iter().fold(
            Self::new(),
            |path, (x, y)| {
                if path.0.is_empty() { path.move_to(x, y) } else { path.line_to(x, y) }
            },
        )
    }

    /// Lifts the pen to (x, y).
    pub fn move_to(mut self, x: f64, y: f64) -> Self {
        write!(self.0, "M{} {}", Coordinate(x), Coordinate(y)).expect("writing to a String cannot fail");
        self
    }

    /// Draws to (x, y).
    pub fn line_to(mut self, x: f64, y: f64) -> Self {
        write!(self.0, "L{} {}", Coordinate(x), Coordinate(y)).expect("writing to a String cannot fail");
        self
    }

    /// A quadratic curve over the control point (cx, cy) to (x, y).
    pub fn curve_to(mut self, cx: f64, cy: f64, x: f64, y: f64) -> Self {
        write!(self.0, "Q{} {} {} {}", Coordinate(cx), Coordinate(cy), Coordinate(x), Coordinate(y))
            .expect("writing to a String cannot fail");
        self
    }

    /// Closes the current subpath.
    pub fn close(mut self) -> Self {
        self.0.push('Z');
        self
    }
}

/// A number with two decimals at most; not finite is 0.
struct Coordinate(f64);

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = if self.0.is_finite() { (self.0 * 100.0).round() / 100.0 } else { 0.0 };
        // Adding zero turns -0 into 0: "-0" would make equal drawings differ.
        write!(f, "{}", rounded + 0.0)
    }
}

/// Text with XML's five special characters escaped, and characters that XML forbids replaced by U+FFFD. Also valid in
/// HTML.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Approximate width of `text` at `font_size`, for margins and legends: there is no font to measure it with.
pub fn estimate_text_width(text: &str, font_size: f64) -> f64 {
    let em: f64 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '|' | '\'' | '!' | ' ' => 0.3,
            'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '1' => 0.42,
            'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.88,
            'A'..='Z' => 0.68,
            c if (c as u32) >= 0x2e80 => 1.0,
            _ => 0.57,
        })
        .sum();
    em * font_size
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_whole_document() {
        let mut svg = Svg::new(10.0, 5.5).title("a < b");
        svg.define("shade", Element::new("radialGradient"));
        svg.push(Element::rect(0.0, -0.0, 1.005, -3.0).fill(Rgb(1, 2, 3)).set("rx", f64::NAN).tooltip("\"hi\""));
        svg.push(Element::group().stroke(Rgb::WHITE, 2.0).with(Element::text(1.0, 2.0, "x & y").centered()));
        let expected = r##"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="5.5" viewBox="0 0 10 5.5" font-family="Inter, &#39;Segoe UI&#39;, &#39;Helvetica Neue&#39;, Arial, &#39;DejaVu Sans&#39;, sans-serif" role="img">
<title>a &lt; b</title>
<defs>
<radialGradient id="shade"/>
</defs>
<rect x="0" y="0" width="1" height="0" fill="#010203" rx="0"><title>&quot;hi&quot;</title></rect>
<g stroke="#ffffff" stroke-width="2"><text x="1" y="2" text-anchor="middle">x &amp; y</text></g>
</svg>
"##;
        assert_eq!(svg.to_string(), expected);
    }

    #[test]
    fn setting_twice_replaces() {
        assert_eq!(Element::new("g").set("x", 1.0).set("x", 2.0).to_string(), r#"<g x="2"/>"#);
    }

    #[test]
    fn paths() {
        let path = PathData::through([(0.0, 1.0), (2.0, 3.333)]).curve_to(1.0, 1.0, 0.0, 0.0).close();
        assert_eq!(Element::path(&path).to_string(), r#"<path d="M0 1L2 3.33Q1 1 0 0Z" fill="none"/>"#);
    }

    proptest! {
        #[test]
        fn nothing_breaks_out_of_text_or_attributes(text in any::<String>()) {
            let element = Element::text(0.0, 0.0, &text).set("data-note", text.as_str()).to_string();
            let prefix = r#"<text x="0" y="0" data-note=""#;
            let rest = element.strip_prefix(prefix).expect("fixed opening");
            let (value, rest) = rest.split_once('"').expect("closing quote");
            let body = rest.strip_prefix('>').and_then(|r| r.strip_suffix("</text>")).expect("fixed closing");
            for part in [value, body] {
                prop_assert!(!part.contains(['<', '>', '"', '\'']));
                prop_assert!(part.chars().all(|c| !c.is_control()));
            }
        }
    }
}
