//! Game-agnostic Monte-Carlo tree search.
