"""What tokenizer parts mean, written slowly and plainly: the fast code must agree."""

from __future__ import annotations


def nodes_by_definition(tokens: dict[int, bytes]) -> list[bytes]:
    """The trie's nodes as the byte strings that lead to them: all prefixes of tokens, by length, then bytes."""
    prefixes = {data[:n] for data in tokens.values() for n in range(len(data) + 1)} | {b""}
    return sorted(prefixes, key=lambda data: (len(data), data))


def below_by_definition(tokens: dict[int, bytes], prefix: bytes) -> list[int]:
    """The ids of all tokens that begin with a prefix, by bytes, then by id."""
    return sorted((i for i, data in tokens.items() if data.startswith(prefix)), key=lambda i: (tokens[i], i))
