//! Studies: a TOML file in, a result folder with tables and plots out.
