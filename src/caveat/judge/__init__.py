"""Judge: a text's mentions against records, each confirmed, ambiguous or rejected with its reason."""
