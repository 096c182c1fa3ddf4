"""
The tour: one question to the example vault, first by words alone, then with trust, and why.

Runs the installed `caveat` as a person would, on a copy of examples/second-brain, so that nothing here is
written, with an index of its own.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
QUESTION = "What is the monthly rent for the studio?"
WRONG = "summaries/Studio rent overview.md"
RIGHT = "contracts/Studio lease Krähengasse 14.md"
AS_OF = ("--as-of", "2026-11-15")

STORY = """\
A small ceramics studio keeps its notes in a folder: the lease, a bank statement, call transcripts, and what
a language model made of them: a summary of a summary of a summary. Somewhere on that way the monthly rent
became another one. Which note would you have believed?
"""


def main() -> int:
    """Play the tour; 0 when it shows what it promises, 1 when it does not."""
    # Its own output and that of the commands must come in the order in which they happen.
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    with tempfile.TemporaryDirectory() as scratch:
        vault = Path(scratch) / "second-brain"
        shutil.copytree(HERE / "second-brain", vault)
        environment = {**os.environ, "XDG_CACHE_HOME": scratch}
        environment.pop("VAULT_TIER_WEIGHTS_ENABLED", None)
        print(STORY)
        run(vault, environment, "index", remark="Read the notes. They are never written to.")
        plain = ("search", QUESTION, "-k", "2", "--no-trust")
        run(vault, environment, *plain, remark="By words alone the fluent note wins.")
        trusting = ("search", QUESTION, "-k", "2", *AS_OF)
        run(vault, environment, *trusting, remark="With trust the contract wins.")
        run(vault, environment, "why", WRONG, *AS_OF, remark="Why is the fluent note not believed?")
        run(vault, environment, "why", RIGHT, *AS_OF, remark="And why is the contract?")
        kept = is_kept(vault)
        print("The notes are as they were, byte for byte." if kept else "THE NOTES WERE CHANGED.")
        order = [first(vault, environment, *words) for words in (plain, trusting)]
    return 0 if order == [WRONG, RIGHT] and kept else 1


def run(vault: Path, environment: dict[str, str], *words: str, remark: str) -> None:
    """Show *remark* and a command, then what the command prints."""
    shown = " ".join(f'"{word}"' if " " in word else word for word in words)
    print(f"── {remark}\n$ caveat {shown}\n")
    done = subprocess.run([sys.executable, "-m", "caveat", *words], cwd=vault, env=environment, check=False)
    if done.returncode == 2:
        sys.exit(f"caveat could not do it (exit status 2): {shown}")
    print()


def first(vault: Path, environment: dict[str, str], *words: str) -> str:
    """Path of the first hit of a search."""
    import json

    done = subprocess.run(
        [sys.executable, "-m", "caveat", *words, "--json"],
        cwd=vault,
        env=environment,
        check=False,
        capture_output=True,
    )
    return str(json.loads(done.stdout)["hits"][0]["path"])


def is_kept(vault: Path) -> bool:
    """Whether every file of the copy is as it is in the example."""

    def content(root: Path) -> dict[str, bytes]:
        return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}

    return content(vault) == content(HERE / "second-brain")


if __name__ == "__main__":
    sys.exit(main())
