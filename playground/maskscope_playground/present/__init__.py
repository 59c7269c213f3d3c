"""From core values to what a view shows: words, rows, marks, pictures. Pure: no Panel, no state, nothing is sent."""
