"""JSON Schemas of what tools take and answer: the small part of the language that they need."""

from collections.abc import Iterable, Mapping
from typing import Any

Schema = dict[str, Any]


def text(description: str, *, longest: int = 0, shortest: int = 0) -> Schema:
    """A string; *longest* 0 = of any length."""
    schema: Schema = {"type": "string", "description": description}
    if shortest:
        schema["minLength"] = shortest
    if longest:
        schema["maxLength"] = longest
    return schema


def integer(description: str, *, least: int, most: int | None = None, default: int | None = None) -> Schema:
    """A whole number in ``[least, most]``."""
    schema: Schema = {"type": "integer", "description": description, "minimum": least}
    if most is not None:
        schema["maximum"] = most
    if default is not None:
        schema["default"] = default
    return schema


def share(description: str, *, default: float | None = None) -> Schema:
    """A number in ``[0, 1]``."""
    schema: Schema = {"type": "number", "description": description, "minimum": 0, "maximum": 1}
    if default is not None:
        schema["default"] = default
    return schema


def flag(description: str, *, default: bool = False) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": description, "default": default}


def word(description: str, values: Iterable[str]) -> Schema:
    """One of *values*."""
    return {"type": "string", "description": description, "enum": list(values)}


def several(items: Schema, description: str = "", *, most: int = 0) -> Schema:
    """A list; *most* 0 = of any length."""
    schema: Schema = {"type": "array", "items": items}
    if description:
        schema["description"] = description
    if most:
        schema["maxItems"] = most
    return schema


def maybe(schema: Schema) -> Schema:
    """*schema*, or null."""
    either: Schema = {**schema, "type": [schema["type"], "null"]}
    if "enum" in schema:
        either["enum"] = [*schema["enum"], None]
    return either


def record(
    properties: Mapping[str, Schema], *, optional: Iterable[str] = (), description: str = ""
) -> Schema:
    """An object with exactly these properties, all of them required but the *optional* ones."""
    left = set(optional)
    schema: Schema = {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in left],
        "additionalProperties": False,
    }
    if description:
        schema["description"] = description
    return schema


def counts(description: str) -> Schema:
    """An object of whole numbers, by names that are not known beforehand."""
    return {"type": "object", "description": description, "additionalProperties": {"type": "integer"}}


def findings(of: str, description: str) -> Schema:
    """A list of findings, each with its place in the text that *of* calls by its kind."""
    item = record(
        {
            "code": text("What is the matter, by name."),
            "line": integer(f"Line of the {of}, from 1; 0 = all of it.", least=0),
            "column": integer("Column, from 1; 0 = the whole line.", least=0),
            "quoted_text": text("What is the matter in words, and what to do. Material."),
        }
    )
    return several(item, description)
