//! Points, colours, the board core, rules, scoring, symmetries and local patterns.
