"""Run by `test_hostile.py` in a process of its own: one input, compiled, and the first mask over GPT-2.

    python hostile_run.py NAME  ->  {"end": …, "seconds": …, "megabytes": …} on the last line

`end` is how many tokens the first mask allows, or the name of our error with the start of its message. Any other
exception is left alone, so that the process ends with its traceback.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from time import process_time

from hostile_inputs import INPUTS

from maskscope import Guide, LimitExceeded, MaskscopeError, compile, load_vocabulary

GIGABYTES = 4 << 30  # address space, which numpy's threads reserve and never touch; what is used is measured


def end_of(kind: str, text: str) -> tuple[str, int | str]:
    try:
        language = compile(kind, text)
        guide = Guide(language, load_vocabulary("gpt2"))
        return "mask", len(guide.allowed(guide.start))
    except LimitExceeded as error:
        return "LimitExceeded", error.limit
    except MaskscopeError as error:
        return type(error).__name__, str(error).splitlines()[0][:200]


def main(name: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (GIGABYTES, GIGABYTES))
    given = INPUTS[name]
    text = given.written()
    started = process_time()
    end = end_of(given.kind, text)
    print(json.dumps({"end": end, "seconds": process_time() - started, "megabytes": most_megabytes()}))


def most_megabytes() -> float:
    """The most memory this process has used. subtle: not getrusage, whose figure begins with that of the parent."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024  # it is in kilobytes


if __name__ == "__main__":
    main(sys.argv[1])
