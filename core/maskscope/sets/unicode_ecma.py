"""The sets of characters that ECMA-262 names by an escape or a dot; all but one are fixed by its text, not by Unicode.

(The one is "Zs" in white space, which has not changed since Unicode 6.3 and is written out here.)
"""

from __future__ import annotations

from maskscope.sets.codepoints import CodePoints

DIGIT = CodePoints.of([(0x30, 0x39)])
WORD = CodePoints.of([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
LINE_TERMINATOR = CodePoints.chars("\n\r\u2028\u2029")
SPACE = CodePoints.chars("\t\v\f \u00a0\ufeff\u1680\u202f\u205f\u3000") | CodePoints.of([(0x2000, 0x200A)])
WHITE = SPACE | LINE_TERMINATOR  # \s

# subtle: these two fold to "s" and "k", so that with the flags iu they are word characters
WORD_FOLDED = WORD | CodePoints.chars("\u017f\u212a")
