"""Prints, as JSON, the tokens of monkey runs over every preset: the same here and in Pyodide."""

import json


def main(_: list[str]) -> int:
    """Ten runs a preset."""
    import maskscope as ms
    from maskscope_presets import presets

    vocabulary, runs = ms.load_vocabulary("gpt2"), {}
    for preset in presets():
        guide = ms.Guide(ms.compile(preset.kind, preset.text, **preset.options), vocabulary)
        runs[preset.name] = [list(map(int, ms.monkey(guide, ms.Rng(seed), 48).tokens)) for seed in range(10)]
    print(json.dumps(runs))
    return 0


if __name__ == "__main__":
    main([])
