"""Grammars to start from: each teaches one thing, and states what it accepts and refuses, which `check` holds it to."""

from maskscope_presets.preset import Preset, Refusal, preset, presets

__all__ = ["Preset", "Refusal", "preset", "presets"]
