"""maskscope: regex, GBNF and JSON Schema to token masks, exactly. The public names; see README.md for a tour."""
