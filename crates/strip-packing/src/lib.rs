//! Strip packing: instance, layout, search binding, heuristics.
