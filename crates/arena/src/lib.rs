//! Matches between GTP programs, SPRT, regression suites.
