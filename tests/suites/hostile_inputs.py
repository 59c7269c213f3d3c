"""Inputs that break parsers, matchers and memories, by name; each is made only where it is used."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

DEEP = 1_000


# What may come of an input: a first mask, or one of our errors
ANY_END = ("mask", "GrammarError", "UnsupportedError", "UnsatisfiableError", "LimitExceeded")
REFUSED = ANY_END[1:4]
WRONG = ("GrammarError",)
TOO_MUCH = ("LimitExceeded",)
MASK_OR_LIMIT = ("mask", "LimitExceeded")


@dataclass(frozen=True)
class Input:
    """A grammar text, or what makes it, and the ends that are right."""

    kind: str
    text: str | Callable[[], str]
    ends: tuple[str, ...] = ("mask",)

    def written(self) -> str:
        return self.text if isinstance(self.text, str) else self.text()


Make = str | Callable[[], str]


def of_regex(text: Make, ends: tuple[str, ...] = ("mask",)) -> Input:
    return Input("regex", text, ends)


def of_gbnf(text: Make, ends: tuple[str, ...] = ("mask",)) -> Input:
    return Input("gbnf", text, ends)


def of_schema(text: Make, ends: tuple[str, ...] = ("mask",)) -> Input:
    return Input("json_schema", text, ends)


def schema(value: object) -> str:
    return json.dumps(value)


def nested(open_part: str, middle: str, close_part: str, depth: int) -> str:
    return open_part * depth + middle + close_part * depth


def megabyte_enum() -> str:
    return schema({"enum": [f"{i:06} and some words" for i in range(44_000)]})


def doubling(depth: int) -> str:
    """Definition n is an array of two of definition n - 1: 2^depth values if anybody puts them in place."""
    steps = {f"d{n}": {"prefixItems": [{"$ref": f"#/$defs/d{n - 1}"}] * 2, "minItems": 2} for n in range(1, depth + 1)}
    return schema({"$defs": {"d0": {"const": 0}, **steps}, "$ref": f"#/$defs/d{depth}"})


def doubling_choice(depth: int) -> str:
    """The same with a choice: an object of one key or another, each leading to the definition below."""
    steps = {
        f"d{n}": {"properties": {k: {"$ref": f"#/$defs/d{n - 1}"} for k in "ab"}, "required": ["a"], "type": "object"}
        for n in range(1, depth + 1)
    }
    return schema({"$defs": {"d0": {"const": 0}, **steps}, "$ref": f"#/$defs/d{depth}"})


def doubling_all_of(depth: int) -> str:
    """Each definition is the conjunction of the one below with itself."""
    steps = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n - 1}"}] * 2} for n in range(1, depth + 1)}
    return schema({"$defs": {"d0": {"type": "integer"}, **steps}, "$ref": f"#/$defs/d{depth}"})


def doubling_rules(depth: int) -> str:
    steps = (f"r{n} ::= r{n - 1} r{n - 1}" for n in range(1, depth + 1))
    return "\n".join([f"root ::= r{depth}", *steps, 'r0 ::= "a"'])


def chained_rules(length: int, after: str, last: str) -> str:
    """Each rule is an a, the next rule, and `after`."""
    steps = (f'r{i} ::= "a" r{i + 1} {after}' for i in range(length))
    return "\n".join(["root ::= r0", *steps, f"r{length} ::= {last}"])


def chained_references(length: int, first: object) -> str:
    steps = {f"d{i}": {"$ref": f"#/$defs/d{i - 1}"} for i in range(1, length)}
    return schema({"$defs": {"d0": first, **steps}, "$ref": f"#/$defs/d{length - 1}"})


def needing_each_other(n: int) -> str:
    needs = {f"k{i}": [f"k{(i * 7 + 3) % n}"] for i in range(n)}
    return schema({"type": "object", "dependentRequired": needs})


def many_properties(n: int) -> str:
    return schema({"type": "object", "properties": {f"key{i}": {"type": "integer"} for i in range(n)}})


def exclusive_choices(n: int) -> str:
    """n objects of which exactly one must fit, told apart by nothing but what they require."""
    return schema({"oneOf": [{"type": "object", "required": [f"k{i}"]} for i in range(n)]})


def tagged_choices(n: int) -> str:
    """The same, told apart by the value of one required key."""
    tags = ({"v": {"type": "integer"}, "type": {"const": f"t{i}"}} for i in range(n))
    return schema({"oneOf": [{"type": "object", "properties": tag, "required": ["type"]} for tag in tags]})


def chained_conditions(n: int) -> str:
    """Each of n values of a key asks for a key of its own."""
    names = [f"t{i}" for i in range(n)]
    cases = (
        {"if": {"properties": {"type": {"const": t}}, "required": ["type"]}, "then": {"required": [f"of {t}"]}}
        for t in names
    )
    return schema({"type": "object", "properties": {"type": {"enum": names}}, "required": ["type"], "allOf": [*cases]})


def all_of_choices(n: int) -> str:
    """A conjunction of n choices: 2^n ways if they are multiplied out."""
    choice = [{"anyOf": [{"required": [f"a{i}"]}, {"required": [f"b{i}"]}]} for i in range(n)]
    return schema({"type": "object", "allOf": choice})


# What issue 2 names: but for the parentheses, these give a mask, in 2 s and 500 MB on a quiet machine
NAMED: dict[str, Input] = {
    "a schema nested 1,000 deep": of_schema(
        lambda: nested('{"type":"object","properties":{"a":', '{"type":"integer"}', "}}", DEEP)
    ),
    "an enum of a megabyte": of_schema(megabyte_enum),
    "parentheses 100,000 deep": of_regex(lambda: nested("(", "a", ")", 100_000), MASK_OR_LIMIT),
    "a million times a": of_regex("a{1000000}"),
    "maxLength 100,000": of_schema('{"type":"string","maxLength":100000}'),
    "an a forty letters before the end": of_regex("[ab]*a[ab]{40}"),
}

STRUCTURE: dict[str, Input] = {
    "arrays nested 1,000 deep": of_schema(lambda: nested('{"items":', "{}", "}", DEEP)),
    "brackets 100,000 deep": of_schema(lambda: "[" * 100_000, TOO_MUCH),
    "parentheses that nothing closes": of_regex(lambda: "(" * 100_000, TOO_MUCH),
    "not 1,000 deep": of_schema(lambda: nested('{"not":', '{"type":"string"}', "}", DEEP)),
    "allOf 1,000 deep": of_schema(lambda: nested('{"allOf":[', '{"type":"string"}', "]}", DEEP)),
    "anyOf 1,000 deep": of_schema(lambda: nested('{"anyOf":[', '{"type":"string"}', "]}", DEEP)),
    "oneOf 1,000 deep": of_schema(lambda: nested('{"oneOf":[', '{"type":"string"}', "]}", DEEP)),
    "if 1,000 deep": of_schema(lambda: nested('{"if":', '{"type":"string"}', "}", DEEP), ANY_END),
    "allOf of 2,000": of_schema(lambda: schema({"allOf": [{"minimum": i} for i in range(2_000)]})),
    "anyOf of 2,000": of_schema(lambda: schema({"anyOf": [{"const": i} for i in range(2_000)]})),
    "oneOf of 4,000 constants": of_schema(lambda: schema({"oneOf": [{"const": i} for i in range(4_000)]})),
    "oneOf of 4,000 words, some twice": of_schema(
        lambda: schema({"oneOf": [{"type": "string", "enum": [f"w{i}", f"w{i * i % 4_001}"]} for i in range(4_000)]})
    ),
    "oneOf of 2,000 constant objects": of_schema(
        lambda: schema({"oneOf": [{"const": {"a": i, "b": [i]}} for i in range(2_000)]})
    ),
    "oneOf of 1,000 objects told apart by a key": of_schema(lambda: tagged_choices(1_000)),
    "oneOf of 2,000 ranges that touch": of_schema(
        lambda: schema({"oneOf": [{"type": "number", "minimum": i, "maximum": i + 1} for i in range(2_000)]})
    ),
    "oneOf of 200 that overlap": of_schema(lambda: exclusive_choices(200), ANY_END),
    "eighty conditions on one key": of_schema(lambda: chained_conditions(80)),
    "forty choices at once": of_schema(lambda: all_of_choices(40), ANY_END),
    "forty definitions that double": of_schema(lambda: doubling(40)),
    "forty definitions of two properties": of_schema(lambda: doubling_choice(40)),
    "forty conjunctions that double": of_schema(lambda: doubling_all_of(40)),
    "forty rules that double": of_gbnf(lambda: doubling_rules(40)),
    "twenty thousand properties": of_schema(lambda: many_properties(20_000)),
    "ten thousand required keys": of_schema(lambda: schema({"required": [f"k{i}" for i in range(10_000)]})),
    "an enum of every type": of_schema(
        '{"enum":[null,true,0,1.5,"","a",[],[1],{},{"a":1},-0.0,1e300,"\\u2028",[[]],{"a":{"b":[null]}}]}'
    ),
    "forty keys that need each other": of_schema(lambda: needing_each_other(40), ANY_END),
    "groups 1,000 deep": of_gbnf(lambda: "root ::= " + nested("(", '"a"', ")", DEEP)),
    "ten thousand rules in a row": of_gbnf(lambda: chained_rules(10_000, "", '"b"')),
    "a recursive rule through 1,000 others": of_gbnf(lambda: chained_rules(1_000, '"b"', '"c" | r0')),
}

TEXTS: dict[str, Input] = {
    "a bound of 1e400": of_schema('{"type":"integer","minimum":1e400}'),
    "a bound of 1e1000000000": of_schema('{"type":"number","maximum":1e1000000000}', TOO_MUCH),
    "a constant of 1e400": of_schema('{"const":1e400}'),
    "a bound of 5,000 digits": of_schema(lambda: f'{{"type":"integer","maximum":{"9" * 5_000}}}'),
    "a step of 5,000 digits": of_schema(lambda: f'{{"multipleOf":{"7" * 5_000}}}'),
    "a step of 19,999 digits, counted": of_schema(
        lambda: f'{{"uniqueItems":true,"items":{{"type":"number","multipleOf":{"7" * 19_999}}},"minItems":1}}', TOO_MUCH
    ),
    "a step of 19,999 digits after the point": of_schema(lambda: f'{{"multipleOf":0.{"7" * 19_999}}}'),
    "no multiple of a step of 5,000 digits": of_schema(
        lambda: f'{{"type":"number","not":{{"multipleOf":0.{"7" * 5_000}}}}}', TOO_MUCH
    ),
    "a step of 1e-19999": of_schema('{"multipleOf":1e-19999}'),
    "a step of 1e-400": of_schema('{"multipleOf":1e-400}', ANY_END),
    "minItems 1e18": of_schema('{"type":"array","minItems":1000000000000000000}', TOO_MUCH),
    "NaN": of_schema('{"const":NaN}', WRONG),
    "minus infinity": of_schema('{"maximum":-Infinity}', WRONG),
    "a key given twice": of_schema('{"type":"string","type":"integer"}', WRONG),
    "a hundred thousand equal keys": of_schema(lambda: "{" + ",".join(['"type":"string"'] * 100_000) + "}", WRONG),
    "half a surrogate pair, escaped": of_schema('{"const":"\\ud800"}', REFUSED),
    "half a surrogate pair, as it is": of_schema('{"const":"\ud800"}', WRONG),
    "half a surrogate pair in a key": of_schema('{"required":["\\udfff"]}', ANY_END),
    "half a surrogate pair in a pattern": of_schema('{"pattern":"\\ud83d"}', ANY_END),
    "NUL in a constant": of_schema('{"const":"a\\u0000b"}'),
    "NUL as it is": of_schema('{"const":"a\x00b"}', WRONG),
    "NUL in a regex": of_regex("a\x00b"),
    "NUL in a grammar": of_gbnf('root ::= "a\x00b"', ANY_END),
    "nothing at all": of_schema("", WRONG),
    "an empty regex": of_regex(""),
    "an empty grammar": of_gbnf("", WRONG),
    "a byte order mark": of_schema("\ufeff{}", ("mask", *WRONG)),
    "9 MB of blanks": of_schema(lambda: " " * 9_000_000 + "{}", TOO_MUCH),
}

REFERENCES: dict[str, Input] = {
    "a reference elsewhere": of_schema('{"$ref":"https://example.com/s.json"}', REFUSED),
    "a reference to a file": of_schema('{"$ref":"file:///etc/passwd"}', REFUSED),
    "a reference to nowhere": of_schema('{"$ref":"#/$defs/a"}', WRONG),
    "a reference that is no reference": of_schema('{"$ref":"#/%zz~3\\u0000"}', WRONG),
    "a reference to itself": of_schema('{"$ref":"#"}', REFUSED),
    "a choice of itself": of_schema('{"anyOf":[{"$ref":"#"},{"type":"null"}]}', ANY_END),
    "a circle of 1,000 references": of_schema(lambda: chained_references(DEEP, {"$ref": "#/$defs/d999"}), REFUSED),
    "a chain of 5,000 references": of_schema(lambda: chained_references(5_000, {"type": "null"})),
    "an object that must hold itself": of_schema(
        '{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}', REFUSED
    ),
    "not itself": of_schema('{"not":{"$ref":"#"}}', REFUSED),
    "a rule that is itself": of_gbnf("root ::= root", REFUSED),
    "hidden left recursion": of_gbnf('root ::= "" | "(" root ")" | root root', WRONG),
}

PATTERNS: dict[str, Input] = {
    "stars in stars": of_regex("(a*)*b"),
    "stars in stars 200 deep": of_regex(lambda: nested("(", "a*", ")*", 200)),
    "a choice of the same, repeated": of_regex("(a|a|a|a)*b"),
    "repeats in repeats": of_regex("((a{1000}){1000}){1000}"),
    "repeats of what may be nothing": of_regex("((a?){1000}){1000}"),
    "a billion and one": of_regex("a{1000000001}", TOO_MUCH),
    "a bound of 1,000 digits": of_regex("a{" + "9" * 1_000 + "}", TOO_MUCH),
    "an a two hundred letters before the end": of_schema('{"type":"string","pattern":"a[ab]{200}$"}', MASK_OR_LIMIT),
    "a bomb in a pattern": of_schema('{"type":"string","pattern":"^(a+)+$"}'),
    "a bomb with a length": of_schema('{"type":"string","pattern":"^(a+)+$","maxLength":100000}', MASK_OR_LIMIT),
    "two patterns that explode together": of_schema(
        '{"type":"string","allOf":[{"pattern":"^[ab]*a[ab]{30}$"},{"pattern":"^[ab]*b[ab]{29}$"}]}', MASK_OR_LIMIT
    ),
    "look-ahead 200 deep": of_regex(lambda: nested("(?=", "a", ")", 200) + "a", ANY_END),
    "many look-aheads": of_regex(lambda: "".join(f"(?=.*a.{{{i}}})" for i in range(40)) + ".*", MASK_OR_LIMIT),
    "every word boundary": of_regex("(\\b.)*" * 50, MASK_OR_LIMIT),
    "all letters, 200 times": of_regex("\\p{L}{1,200}"),
    "ten thousand alternatives": of_regex(lambda: "|".join(f"w{i * 7919 % 99991}" for i in range(10_000))),
    "a class of ten thousand ranges": of_regex(lambda: f"[{''.join(chr(0x4E00 + 2 * i) for i in range(10_000))}]+"),
}

INPUTS: dict[str, Input] = {**NAMED, **STRUCTURE, **TEXTS, **REFERENCES, **PATTERNS}
