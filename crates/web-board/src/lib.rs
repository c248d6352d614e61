//! The server and the page.
