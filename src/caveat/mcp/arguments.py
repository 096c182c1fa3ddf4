"""Arguments: what an agent passed, held against the schema of its tool."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from caveat.mcp.quoting import line, shortened
from caveat.mcp.schemas import Schema
from caveat.model.errors import InputError

MOST_NAMED = 5
"""Unknown parameters that a message names; our choice."""

NOT_YOURS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(
        ("author", "by", "asserted_by", "user", "agent", "name"),
        "the author is whoever this server was started for",
    )
    | dict.fromkeys(("actor", "human", "is_human"), "what records here is always an agent")
    | dict.fromkeys(
        ("confirmed", "confirm", "is_confirmed"),
        "a support is confirmed by a human, or by the matcher that finds the same statement",
    )
    | dict.fromkeys(
        ("verified", "verify", "is_verified", "approved"),
        "only a human verifies: ask for a look with request_verification",
    )
    | dict.fromkeys(("trust", "credibility", "reliability", "weight"), "it is computed, never stated")
    | dict.fromkeys(("vault", "path", "file"), "records are named by ref, inside this vault only")
)
"""Parameters that no tool has on purpose, and why."""


def checked(schema: Schema, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """
    *arguments* with the defaults of those left out.

    Args:
        schema: Of an object, as `caveat.mcp.schemas` makes it.
        arguments: As they came.

    Raises:
        InputError: One is unknown, missing, of another type or out of range; all of it in one message.
    """
    properties: dict[str, Schema] = schema["properties"]
    wrong = [_unknown(name, properties) for name in arguments if name not in properties][:MOST_NAMED]
    wrong += [f"`{name}` is missing" for name in schema["required"] if name not in arguments]
    wrong += [
        fault
        for name, value in arguments.items()
        if name in properties
        for fault in _faults(f"`{name}`", value, properties[name])
    ]
    if wrong:
        raise InputError("; ".join(wrong))
    defaults = {name: part["default"] for name, part in properties.items() if "default" in part}
    # A whole number may come as 3.0.
    whole = {name: int(arguments[name]) for name in arguments if properties[name]["type"] == "integer"}
    return {**defaults, **arguments, **whole}


def nearest(name: str, known: Iterable[str]) -> str:
    """The one of *known* that *name* is most like; empty when none is."""
    return next(iter(get_close_matches(name[:100], list(known), n=1, cutoff=0.5)), "")


def _unknown(name: str, properties: Mapping[str, Schema]) -> str:
    shown = shortened(line(name), 40)
    if reason := NOT_YOURS.get(name.lower()):
        return f"there is no parameter `{shown}`: {reason}"
    if near := nearest(name.lower(), properties):
        return f"unknown parameter `{shown}`: did you mean `{near}`?"
    takes = ", ".join(f"`{known}`" for known in properties)
    return f"unknown parameter `{shown}`: " + (
        f"this tool takes {takes}" if takes else "this tool takes none"
    )


def _faults(name: str, value: Any, schema: Schema) -> list[str]:
    kind = schema["type"]
    if not _is(value, kind):
        return [f"{name} must be {_KINDS[kind]}, not {_shown(value)}"]
    if "enum" in schema and value not in schema["enum"]:
        near = nearest(value, schema["enum"])
        hint = f": did you mean {near}?" if near else ""
        return [f"{name} must be one of {', '.join(schema['enum'])}, not {_shown(value)}{hint}"]
    if kind in ("integer", "number"):
        return _range_faults(name, value, schema)
    if kind == "string":
        return _length_faults(name, value, schema)
    if kind == "array":
        return _item_faults(name, value, schema)
    return []


def _range_faults(name: str, value: float, schema: Schema) -> list[str]:
    least, most = schema.get("minimum"), schema.get("maximum")
    # NaN fails every comparison.
    if (least is None or value >= least) and (most is None or value <= most):
        return []
    span = f"from {least} to {most}" if most is not None else f"{least} or more"
    return [f"{name} must be {span}, not {_shown(value)}"]


def _length_faults(name: str, value: str, schema: Schema) -> list[str]:
    if len(value.strip()) < schema.get("minLength", 0):
        return [f"{name} is empty"]
    longest = schema.get("maxLength")
    if longest is not None and len(value) > longest:
        return [f"{name} has {len(value):,} characters: {longest:,} at most"]
    return []


def _item_faults(name: str, value: list[Any], schema: Schema) -> list[str]:
    most = schema.get("maxItems")
    if most is not None and len(value) > most:
        return [f"{name} has {len(value):,} items: {most} at most"]
    faults = (_faults(f"{name[:-1]}[{n}]`", item, schema["items"]) for n, item in enumerate(value))
    return next((found for found in faults if found), [])


def _is(value: Any, kind: str) -> bool:
    # bool is an int in Python; 3.0 is an integer in JSON Schema.
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer":
        return isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return isinstance(value, _TYPES[kind])


_TYPES: Mapping[str, Any] = MappingProxyType(
    {"string": str, "number": int | float, "boolean": bool, "array": list}
)
_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "string": "a string",
        "number": "a number",
        "integer": "a whole number",
        "boolean": "true or false",
        "array": "a list of strings",
    }
)


def _shown(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, str):
        return f"the string {shortened(line(value), 40)!r}"
    # Python refuses to spell out a whole number of thousands of digits.
    return str(value) if isinstance(value, float) or abs(value) < 10**20 else "a huge number"
