"""An explanation as indented lines, short or whole, and as JSON."""

from typing import Any

from caveat.cli.render import wrapped
from caveat.model.assessment import Explanation

_JOINTS = {"sum": " + ", "difference": " − ", "product": " × ", "quotient": " ÷ "}
_CALLS = {
    "minimum": "the least of",
    "maximum": "the greatest of",
    "tanh": "tanh of",
    "joint": "1 − Π (1 − …) over",
    "half-power": "½ to the power of",
    "clamp": "kept within 0 and 1:",
}


def tree_lines(node: Explanation, *, width: int, indent: str = "", is_whole: bool = False) -> list[str]:
    """
    *node* and all below it, one term a line, two blanks deeper for each step down.

    Args:
        node: The tree.
        width: Columns to write for.
        indent: Blanks before the first line.
        is_whole: Every term; else the terms that say nothing (constants, sums of one thing, what is 0
            because nobody spoke) are left out.
    """
    shown = node if is_whole else _short(node)
    return _lines(shown, width, indent)


def _lines(node: Explanation, width: int, indent: str) -> list[str]:
    lines = [wrapped(_line(node), width, indent=indent, hanging=indent + "    ")]
    for child in node.children:
        lines += _lines(child, width, indent + "  ")
    lines += [
        wrapped(f"left out: {left.ref}: {left.reason}", width, indent=indent + "  ", hanging=indent + "    ")
        for left in node.left_out
    ]
    return lines


def _short(node: Explanation) -> Explanation:
    """*node* without the steps that only a calculator needs, and without the terms that changed nothing."""
    if node.name == "multiplier" and (trust := found_term(node, "trust")) is not None:
        return node._replace(children=(_short(trust),), operation="given", detail="½ (1 + trust)")
    # A number that was clipped to 0 has everything to explain.
    if not node.value and not node.left_out and not _is_clipped(node):
        details = [detail for detail in (node.detail, *_details(node)) if detail]
        return node._replace(children=(), operation="given", detail=details[0] if details else "")
    children = tuple(_short(child) for child in node.children if not _is_idle(child, node))
    if len(children) == 1 and children[0].value == node.value and not node.left_out:
        only = children[0]
        return only._replace(name=node.name, detail=only.detail or node.detail)
    return node._replace(children=children)


def _is_idle(child: Explanation, node: Explanation) -> bool:
    """Whether *child* leaves the value of *node* as the other terms make it."""
    if _has_left_out(child) or len(node.children) < 2:
        return False
    if node.operation == "product":
        return child.value == 1 and child.name in ("calibration", "class weight")
    if node.operation in ("sum", "difference"):
        return child.value == 0
    # A maximum of a term and of that same term under another name.
    return node.operation == "maximum" and child.name == "witness" and child.value == node.children[0].value


def _has_left_out(node: Explanation) -> bool:
    return bool(node.left_out) or any(_has_left_out(child) for child in node.children)


def _is_clipped(node: Explanation) -> bool:
    is_here = node.operation == "clamp" and bool(node.children) and node.children[0].value < 0
    return is_here or any(_is_clipped(child) for child in node.children)


def _details(node: Explanation) -> list[str]:
    return [text for child in node.children for text in (child.detail, *_details(child))]


def found_term(node: Explanation, name: str) -> Explanation | None:
    """The first term called *name* in *node* and below it; None when there is none."""
    if node.name == name:
        return node
    return next((hit for child in node.children if (hit := found_term(child, name)) is not None), None)


def _line(node: Explanation) -> str:
    text = f"{node.name} {_number(node.value)}"
    if formula := _formula(node):
        text += f" = {formula}"
    return f"{text}   ({node.detail})" if node.detail else text


def _formula(node: Explanation) -> str:
    if not node.children:
        return ""
    names = [child.name for child in node.children]
    if joint := _JOINTS.get(node.operation):
        return joint.join(names)
    if node.operation == "given":
        return ""
    return f"{_CALLS[node.operation]} {', '.join(names)}"


def _number(value: float) -> str:
    if value == int(value) and abs(value) < 1e6:
        return str(int(value))
    return f"{value:.4f}".rstrip("0").rstrip(".")


def as_json(node: Explanation) -> dict[str, Any]:
    """*node* as JSON values, every term, full precision."""
    found: dict[str, Any] = {"name": node.name, "value": node.value, "operation": node.operation}
    if node.detail:
        found["detail"] = node.detail
    if node.refs:
        found["refs"] = list(node.refs)
    if node.children:
        found["terms"] = [as_json(child) for child in node.children]
    if node.left_out:
        found["left_out"] = [left._asdict() for left in node.left_out]
    return found
