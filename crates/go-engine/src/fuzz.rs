//! Fuzz targets: functions that panic only when a law breaks.

use crate::Book;

/// A text is a book or refused; a book that is written and read is written in the same way again.
pub fn fuzz_book(data: &[u8]) {
    let Ok(book) = Book::parse(&String::from_utf8_lossy(data)) else { return };
    let text = book.to_text();
    let again = Book::parse(&text).expect("what was written is read");
    assert_eq!(again.to_text(), text);
}
