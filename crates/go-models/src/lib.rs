//! A learner bound to features: train, predict, explain, save, load.
