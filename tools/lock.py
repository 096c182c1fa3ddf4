"""
Pin everything that development needs: writes ``requirements.lock`` from ``pyproject.toml``.

Run through ``make lock`` with the oldest supported Python, whose set of packages is the widest. Nothing of
this machine gets into the file: its package settings are switched off, and the header names the command only.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
PIP_TOOLS = "pip-tools==7.6.2"
OPTIONS = (
    "--quiet",
    "--no-config",
    "--generate-hashes",
    "--allow-unsafe",
    "--strip-extras",
    "--no-header",
    "--no-emit-index-url",
    "--no-emit-trusted-host",
    "--no-emit-find-links",
    "--no-emit-options",
    "--newline=lf",
)
HEADER = """\
# Everything that developing caveat needs, pinned by version and by hash: the base install, every extra,
# the dev group and the build backend. Written by `make lock` from pyproject.toml; do not edit.
"""


def requirements(project: dict[str, Any]) -> list[str]:
    """Requirement lines of a parsed ``pyproject.toml``: base, extras, dev group and build backend."""
    table = project["project"]
    wanted = [*table["dependencies"], *project["build-system"]["requires"]]
    for names in (*table["optional-dependencies"].values(), *project["dependency-groups"].values()):
        wanted += names
    own = re.compile(rf"{re.escape(table['name'])}\s*\[")
    return sorted({line for line in wanted if not own.match(line)}, key=str.lower)


def compile_lock(wanted: list[str], *, upgrade: bool) -> str:
    """Text of the lock for the requirement lines *wanted*; versions already locked stay unless *upgrade*."""
    ours = {
        name: value for name, value in os.environ.items() if not name.startswith("PIP_") or "CERT" in name
    }
    ours |= {"PIP_CONFIG_FILE": os.devnull, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    with tempfile.TemporaryDirectory() as scratch:
        venv = Path(scratch, "venv")
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        python = venv / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", PIP_TOOLS], check=True, env=ours)
        Path(scratch, "wanted.in").write_text("\n".join(wanted) + "\n", encoding="utf-8")
        output = Path(scratch, LOCK.name)
        if LOCK.exists():
            output.write_bytes(LOCK.read_bytes())
        options = [*OPTIONS, "--output-file", output.name, *(["--upgrade"] if upgrade else [])]
        command = [str(python), "-m", "piptools", "compile", *options, "wanted.in"]
        subprocess.run(command, check=True, env=ours, cwd=scratch)
        return output.read_text(encoding="utf-8").replace("-r wanted.in", "caveat")


def main() -> int:
    """Write the lock; ``--upgrade`` moves every pin to the newest release that fits."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    text = compile_lock(requirements(project), upgrade="--upgrade" in sys.argv[1:])
    LOCK.write_text(HEADER + text, encoding="utf-8")
    print(f"{LOCK.name}: {text.count('==')} packages pinned")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
