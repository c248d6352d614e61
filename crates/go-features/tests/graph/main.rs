//! The graph query systems of van Niekerk 2014, section 3.3: against a literal twin, and on the examples of the thesis.

mod explicit_graph;
mod figures;
mod twin;
mod words;
