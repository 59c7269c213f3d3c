"""Pictures of an automaton, with no browser and no Panel: fold, lay out, write SVG or DOT.

The stages, in order, each a module with one idea:

    moves   {state: {target: 256-bit byte set}}             plain integers in
    fold    characters and long chains become single edges  → graph.Graph
    layers  which column a state stands in                  → columns
    order   who stands above whom, few crossings            → order in a column
    place   heights, with room for labels                   → coordinates
    curves  smooth lines that meet no state                 → layout.Layout
    svg     the picture as text, light and dark
"""
