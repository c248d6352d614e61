//! The Go Text Protocol, version 2: framing, a command registry, errors, and a client.
//!
//! The engine's side is a [`Registry`] of commands over any engine type and [`serve`], which reads commands on a
//! separate thread so that a running command can see that more input has arrived: analysis that streams until any input
//! and `# interrupt` are built on that. The controller's side is [`Client`]. Both work over any reader and writer.
//!
//! This crate does not know a board: a [`Vertex`] is a column and a row, and the engine decides whether a move is
//! legal. It follows Farnebäck's "GTP version 2, draft 2"; where real controllers differ, a comment says so.
//!
//! ```
//! use gtp::{Registry, serve};
//!
//! let mut registry = Registry::new();
//! registry.add("komi", |komi: &mut f64, call| {
//!     *komi = call.arguments.float("komi")?;
//!     Ok(String::new())
//! });
//! registry.add("get_komi", |komi: &mut f64, _| Ok(format!("{komi:.1}")));
//!
//! let input = "1 komi 6.5 # Chinese\nget_komi\nplay b c3\nquit\n";
//! let mut output = Vec::new();
//! serve(&registry, &mut 0.0, input.as_bytes(), &mut output).unwrap();
//! assert_eq!(output, b"=1 \n\n= 6.5\n\n? unknown command\n\n= \n\n");
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod arguments;
mod client;
mod failure;
pub mod fuzz;
mod input;
mod line;
mod registry;
mod reply;
mod request;
mod response;
mod server;
mod stream;
mod vertex;

pub use arguments::Arguments;
pub use client::{Client, ClientError};
pub use failure::Failure;
pub use input::Interrupt;
pub use registry::{Call, Registry};
pub use request::Request;
pub use server::{Ended, serve};
pub use stream::Stream;
pub use vertex::{Color, Move, Vertex};
