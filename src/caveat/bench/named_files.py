"""Collections in files that a user names, their format told from what they hold."""

import json
from collections.abc import Sequence
from pathlib import Path

from caveat.bench.collection import Collection, Document, Question, checked
from caveat.bench.inputs import TEXT, Place, filled, member, names, read_json_lines, read_text
from caveat.bench.locomo import Level, load_locomo
from caveat.bench.trec import load_qrels, load_trec
from caveat.model.errors import InputError

FORMATS = (
    "SQuAD-like JSON; LoCoMo; RAMDocs; claims with evidence; with --queries and --qrels also TREC XML"
    " or one JSON object a line with id, text and perhaps title"
)


def load_named(
    corpus: Sequence[Path],
    *,
    queries: Path | None = None,
    qrels: Path | None = None,
    level: Level = "turns",
    audit: Path | None = None,
) -> tuple[Collection, ...]:
    """
    The collections in *corpus*.

    Args:
        corpus: Files of one format and one collection, at least one.
        queries: Queries of a format that keeps them apart (TREC).
        qrels: Judgements of such a format.
        level: What a document of LoCoMo is.
        audit: The audit of LoCoMo.

    Raises:
        InputError: A file cannot be read, has a format that is not known, or lacks its other files.
    """
    path = corpus[0]
    match _format(path):
        case "squad":
            from caveat.bench.squad import load_squad

            return (load_squad(corpus),)
        case "locomo":
            return load_locomo(_only(corpus), level, audit=audit)
        case "ramdocs":
            from caveat.bench.ramdocs import load_ramdocs

            return (load_ramdocs(_only(corpus)).collection,)
        case "claims":
            from caveat.bench.claims import load_claims

            return (load_claims(_only(corpus)).collection,)
        case kind:
            if queries is None or qrels is None:
                raise InputError(f"{path}: holds documents only: name their --queries and --qrels too")
            if kind == "trec":
                return (load_trec(_only(corpus), queries, qrels),)
            return (_plain(corpus, queries, qrels),)


def _format(path: Path) -> str:
    text = read_text(path).lstrip()
    if text.startswith("<"):
        return "trec"
    if text.startswith("["):
        return "locomo"
    line = text.partition("\n")[0]
    try:
        first = json.loads(line)
    except (ValueError, RecursionError):
        # A first line that is not whole is a document over several lines, or half a file: its reader tells.
        return "squad" if text.startswith("{") else _unknown(path)
    keys = first.keys() if isinstance(first, dict) else set()
    for kind, needed in (
        ("squad", {"data"}),
        ("ramdocs", {"question", "documents"}),
        ("claims", {"claim", "evidences"}),
        ("plain", {"text"}),
    ):
        if needed <= keys:
            return kind
    return _unknown(path)


def _unknown(path: Path) -> str:
    raise InputError(f"{path}: is in no format that is known here ({FORMATS})")


def _only(corpus: Sequence[Path]) -> Path:
    if len(corpus) > 1:
        raise InputError(f"{names(corpus)}: a collection of this format is one file, and there are several")
    return corpus[0]


def _plain(corpus: Sequence[Path], queries: Path, qrels: Path) -> Collection:
    documents = []
    for path in corpus:
        for place, item in read_json_lines(path):
            title = member(item, "title", TEXT, place) if "title" in item else ""
            documents.append(Document(_id(item, place), filled(item, "text", place), title))
    asked = [
        Question(_id(item, place), filled(item, "text", place)) for place, item in read_json_lines(queries)
    ]
    where = names((*corpus, queries, qrels))
    return checked(Collection(tuple(documents), tuple(asked), load_qrels(qrels)), where)


def _id(item: dict[str, object], place: Place) -> str:
    key = "_id" if "_id" in item else "id"
    return str(member(item, key, (str, int), place))
