//! Commands with which the client of the CGOS server informs an engine. They are accepted and ignored.

use gtp::Registry;

use crate::engine::GtpEngine;

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    for name in ["cgos-opponent_name", "cgos-opponent_rating", "cgos-gameover"] {
        registry.add(name, |engine, _| {
            engine.ponder_at = None;
            Ok(String::new())
        });
    }
}
