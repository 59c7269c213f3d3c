r"""How each family of models cuts text into pieces before BPE: the published patterns, as they were published.

A splitter is a list of patterns applied one after the other. Each cuts the pieces it is given into its matches and
what lies between them; no merge ever crosses a cut. The notation is that of the engines the models were trained with
(`\p{L}` is any letter, `\s` is Unicode's White_Space), not of Python's `re`; `split.py` translates.

Read them as a family: `gpt2` begot `cl100k` (case-blind contractions, three digits, line ends kept with punctuation),
which begot `llama3`, `qwen2` (one digit) and `o200k`/`tekken` (words end where lower case turns to upper).
"""

from __future__ import annotations

import re

_CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_BLANKS = r"\s*[\r\n]+|\s+(?!\S)|\s+"
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_LEAD = r"[^\r\n\p{L}\p{N}]?"
_PUNCTUATION = r" ?[^\s\p{L}\p{N}]+[\r\n]*"

# Letters with case (code points, hexadecimal) as DeepSeek LLM's tokenizer lists them; not all that Unicode has.
_CASED = (
    "41-5a 61-7a b5 c0-d6 d8-f6 f8-1ba 1bc-1bf 1c4-293 295-2af 370-373 376 377 37b-37d 37f 386 388-38a 38c 38e-3a1 "
    "3a3-3f5 3f7-481 48a-52f 531-556 10a0-10c5 13a0-13f5 13f8-13fd 1c90-1cba 1cbd-1cbf 1d00-1d2b 1d6b-1d77 "
    "1d79-1d9a 1e00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fbc 1fbe "
    "1fc2-1fc4 1fc6-1fcc 1fd0-1fd3 1fd6-1fdb 1fe0-1fec 1ff2-1ff4 1ff6-1ffc 2102 2107 210a-2113 2115 2119-211d 2124 "
    "2126 2128 212a-212d 212f-2134 2139 213c-213f 2145-2149 214e 2183 2184 2c00-2c7b 2c7e-2ce4 2ceb-2cee 2cf2 2cf3 "
    "a640-a66d a680-a69b a722-a76f a771-a787 a78b-a78e ab70-abbf fb00-fb06 fb13-fb17 ff21-ff3a ff41-ff5a "
    "10400-1044f 104b0-104d3 104d8-104fb 10c80-10cb2 10cc0-10cf2 118a0-118df 1e900-1e943 "
)


def _class_of(ranges: str) -> str:
    """Ranges of code points in hexadecimal, as the inside of a character class."""
    return re.sub(r"[0-9a-f]+", lambda number: f"\\U{int(number.group(), 16):08x}", ranges).replace(" ", "")


GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
LLAMA3 = rf"{_CONTRACTIONS}|{_LEAD}\p{{L}}+|\p{{N}}{{1,3}}|{_PUNCTUATION}|{_BLANKS}"
QWEN2 = rf"{_CONTRACTIONS}|{_LEAD}\p{{L}}+|\p{{N}}|{_PUNCTUATION}|{_BLANKS}"
QWEN35 = rf"{_CONTRACTIONS}|{_LEAD}[\p{{L}}\p{{M}}]+|\p{{N}}| ?[^\s\p{{L}}\p{{M}}\p{{N}}]+[\r\n]*|{_BLANKS}"
O200K = (
    rf"{_LEAD}{_UPPER}*{_LOWER}+{_CONTRACTIONS}?|{_LEAD}{_UPPER}+{_LOWER}*{_CONTRACTIONS}?"
    rf"|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_BLANKS}"
)
TEKKEN = rf"{_LEAD}{_UPPER}*{_LOWER}+|{_LEAD}{_UPPER}+{_LOWER}*|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_BLANKS}"
DEEPSEEK = (
    r"\p{N}{1,3}",
    "[一-龥\u3040-ゟ゠-ヿ]+",
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+"""
    rf"|[^\r\n\p{{L}}\p{{P}}\p{{S}}]?[\p{{L}}\p{{M}}]+| ?[\p{{P}}\p{{S}}]+[\r\n]*|{_BLANKS}",
)
DEEPSEEK_LLM = (
    r"[\r\n]",
    rf"\s?[{_class_of(_CASED)}]+",
    r"\s?[!-/:-~！-／：-～‘-‟\u3000-。]+",
    r"\s+$",
    r"[一-龥ࠀ-一가-\ud7ff]+",
    r"\p{N}+",
)

# DeepSeek V4 as the C runtime ds4 scans it. Its letters are ASCII letters and *every* character beyond ASCII, so it
# cuts some texts differently from the patterns the model was trained with: `a你b`, ` 你好`, a no-break space between
# letters, an emoji before `!`, curly quotes. One alternative a rule, in ds4's order; it has no Unicode table.
_DS4_MARK, _DS4_LETTER, _DS4_BLANK = r"[!-/:-@\[-`{-~]", r"[A-Za-z\x80-\U0010ffff]", r"[ \t\n\v\f\r]"
JOYAI_DS4 = "|".join(
    (
        r"[0-9]{1,3}",
        "[一-龥\u3040-ゟ゠-ヿ]+",
        rf"{_DS4_MARK}[A-Za-z]+",
        rf"{_DS4_LETTER}+",
        rf"(?!{_DS4_MARK})[^\r\n]{_DS4_LETTER}+",
        rf" ?{_DS4_MARK}+[\r\n]*",
        rf"{_DS4_BLANK}*[\r\n]",
        rf"{_DS4_BLANK}+(?={_DS4_BLANK}(?:{_DS4_LETTER}|{_DS4_MARK}))",
        rf"{_DS4_BLANK}+",
        r"(?s:.)",
    )
)

SPLITTERS: dict[str, tuple[str, ...]] = {
    "none": (),
    "gpt2": (GPT2,),
    "cl100k": (LLAMA3,),
    "o200k": (O200K,),
    "llama3": (LLAMA3,),
    "qwen2": (QWEN2,),
    "qwen35": (QWEN35,),
    "deepseek-llm": DEEPSEEK_LLM,
    "deepseek": DEEPSEEK,
    "tekken": (TEKKEN,),
    "joyai": DEEPSEEK,
    "joyai-ds4": (JOYAI_DS4,),
}

# What `tokenizer.ggml.pre` of a GGUF file calls them.
OF_GGUF = {
    "gpt-2": "gpt2",
    "phi-2": "gpt2",
    "mpt": "gpt2",
    "olmo": "gpt2",
    "llama-bpe": "llama3",
    "llama-v3": "llama3",
    "llama3": "llama3",
    "dbrx": "llama3",
    "smaug-bpe": "llama3",
    "qwen2": "qwen2",
    "qwen35": "qwen35",
    "deepseek-llm": "deepseek-llm",
    "deepseek-v3": "deepseek",
    "joyai-llm": "joyai",
    "gpt-4o": "o200k",
    "tekken": "tekken",
}
