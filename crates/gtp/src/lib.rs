//! The Go Text Protocol: framing, command registry, errors.
