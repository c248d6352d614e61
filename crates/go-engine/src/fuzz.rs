//! Fuzz targets: functions that panic only when a property fails.

use crate::Book;
use crate::playout::LightWeights;

/// A text is a book or refused; a book that is written and read is written in the same way again.
pub fn fuzz_book(data: &[u8]) {
    let Ok(book) = Book::parse(&String::from_utf8_lossy(data)) else { return };
    let text = book.to_text();
    let again = Book::parse(&text).expect("what was written is read");
    assert_eq!(again.to_text(), text);
}

/// A text is light weights or refused; weights that are written and read are written in the same way again.
pub fn fuzz_light_weights(data: &[u8]) {
    let Ok(weights) = LightWeights::parse(&String::from_utf8_lossy(data)) else { return };
    let text = weights.to_text();
    let again = LightWeights::parse(&text).expect("what was written is read");
    assert_eq!(again.to_text(), text);
}
