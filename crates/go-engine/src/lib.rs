//! Playouts, priors from models, time control, the Go player.
