//! `build_stamp::commit!()` is the commit that the calling crate was built from, as a short string.
//!
//! The project has no build scripts, so a macro reads `.git` while the caller compiles. It also expands to
//! `include_bytes!` of the files it read, so that cargo rebuilds the caller when the branch moves. Outside a checkout
//! (an unpacked archive) the result is `"unknown"`. Uncommitted changes are not detected.

mod checkout;

use std::fmt::Write;
use std::path::Path;

use proc_macro::TokenStream;

/// The short commit of the checkout that holds the calling crate, or `"unknown"`: a `&'static str`.
#[proc_macro]
pub fn commit(_: TokenStream) -> TokenStream {
    let manifest_folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let stamp = checkout::stamp(Path::new(&manifest_folder));
    let mut code = String::from("{ ");
    for file in &stamp.files {
        write!(code, "const _: &[u8] = include_bytes!({:?}); ", file.display().to_string()).expect("a string grows");
    }
    write!(code, "{:?} }}", stamp.commit).expect("a string grows");
    code.parse().expect("the code above is an expression")
}
