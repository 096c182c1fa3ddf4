"""TREC formats: qrels, runs, and documents and topics in TREC's XML, as the Cranfield collection comes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caveat.bench.collection import Collection, Document, Qrels, Question, checked
from caveat.bench.inputs import Place, names, read_text
from caveat.model.errors import InputError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_DECLARATION = re.compile(r"<\?xml[^>]*\?>")
_SPACE = re.compile(r"\s+")


class Judgement(NamedTuple):
    """One line of a qrels file: what is judged, how, and where it says so."""

    query: str
    document: str
    grade: int
    place: Place


class Scored(NamedTuple):
    """A document of a run with the score that it got there."""

    document: str
    score: float


def read_qrels(path: Path) -> list[Judgement]:
    """
    The judgements of a qrels file: ``query iteration document grade`` a line.

    Grades are whole numbers; a negative one means, as 0 does, not relevant.

    Raises:
        InputError: The file cannot be read, a line has other columns, or one pair is judged twice.
    """
    found: dict[tuple[str, str], Judgement] = {}
    for place, columns in _rows(path, 4, "query iteration document grade"):
        query, _, document, grade = columns
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", grade):
            raise InputError(f"{place}: the grade {grade!r} is no whole number")
        if (query, document) in found:
            first = found[query, document].place.spot
            raise InputError(f"{place}: query {query!r}, document {document!r} is judged already in {first}")
        found[query, document] = Judgement(query, document, int(grade), place)
    return list(found.values())


def load_qrels(path: Path) -> Qrels:
    """The judgements of a qrels file by query and document; errors as for `read_qrels`."""
    return _by_query(read_qrels(path))


def load_run(path: Path) -> dict[str, list[Scored]]:
    """
    The rankings of a run file, ``query Q0 document rank score tag`` a line, best first.

    As trec_eval does, the score alone decides; of equal ones the document with the later name comes
    first. The rank column is not read.

    Raises:
        InputError: The file cannot be read, a line has other columns, or a document is ranked twice.
    """
    found: dict[str, dict[str, float]] = {}
    for place, columns in _rows(path, 6, "query Q0 document rank score tag"):
        query, _, document, _, score, _ = columns
        try:
            value = float(score)
        except ValueError:
            raise InputError(f"{place}: the score {score!r} is no number") from None
        if value != value:
            raise InputError(f"{place}: the score is not a number (NaN)")
        ranked = found.setdefault(query, {})
        if document in ranked:
            raise InputError(f"{place}: query {query!r} ranks document {document!r} twice")
        ranked[document] = value
    return {
        query: [Scored(*pair) for pair in sorted(ranked.items(), key=lambda p: (p[1], p[0]), reverse=True)]
        for query, ranked in found.items()
    }


def load_trec(documents: Path, queries: Path, qrels: Path) -> Collection:
    """
    A collection in three files, the documents and topics in TREC's XML.

    The ``<num>`` of a Cranfield topic is not the number that its qrels use: those count the topics from 1.
    So when every query of the qrels is a number from 1 to the number of topics, it means that topic's
    place; else it means its ``<num>``.

    Args:
        documents: ``<doc>`` elements with ``docno``, ``text`` and perhaps ``title``, with or without a root.
        queries: ``<top>`` elements with ``num`` and ``title``.
        qrels: As `read_qrels` takes them.

    Raises:
        InputError: A file cannot be read or is only a part, or a judgement speaks of something unknown.
    """
    docs = load_documents(documents)
    known = {document.id for document in docs}
    topics = _topics(queries)
    judged = read_qrels(qrels)
    numbers = [str(number) for number in range(1, len(topics) + 1)]
    is_by_place = {judgement.query for judgement in judged} <= set(numbers)
    ids = numbers if is_by_place else [number for number, _ in topics]
    asked = tuple(Question(id_, text) for id_, (_, text) in zip(ids, topics, strict=True))
    for judgement in judged:
        if judgement.query not in ids:
            raise InputError(
                f"{judgement.place}: judges query {judgement.query!r}, which {queries} does not have"
            )
        if judgement.document not in known:
            raise InputError(
                f"{judgement.place}: judges document {judgement.document!r}, which {documents} does not have"
            )
    return checked(Collection(docs, asked, _by_query(judged)), names((documents, queries, qrels)))


def load_documents(path: Path) -> tuple[Document, ...]:
    """
    The documents of a TREC XML file.

    Raises:
        InputError: The file cannot be read, is only a part, or has another schema.
    """
    found = []
    for place, element in _elements(path, "doc"):
        text, title = _child(element, "text", place), element.findtext("title") or ""
        found.append(Document(_needed(element, "docno", place), text, _one_line(title)))
    if not found:
        raise InputError(f"{path}: holds no <doc> element: another format?")
    return tuple(found)


def _topics(path: Path) -> list[tuple[str, str]]:
    found = [
        (_needed(element, "num", place), _needed(element, "title", place))
        for place, element in _elements(path, "top")
    ]
    if not found:
        raise InputError(f"{path}: holds no <top> element, so there is nothing to ask")
    return found


def _by_query(judged: list[Judgement]) -> Qrels:
    found: dict[str, dict[str, int]] = {}
    for judgement in judged:
        found.setdefault(judgement.query, {})[judgement.document] = judgement.grade
    return found


def _rows(path: Path, width: int, form: str) -> Iterator[tuple[Place, list[str]]]:
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        columns = line.split()
        if not columns:
            continue
        place = Place(path, f"line {number}")
        if len(columns) != width:
            raise InputError(f"{place}: has {len(columns)} columns, not the {width} of `{form}`")
        yield place, columns


def _elements(path: Path, tag: str) -> Iterator[tuple[Place, "Element"]]:
    from xml.etree import ElementTree
    from xml.parsers.expat import ErrorString

    # Cranfield's documents have no root element and its topics have one: with a root of our own both are
    # well formed, and no document type can stand inside it, so that no entity can be declared.
    text = _DECLARATION.sub("", read_text(path), count=1)
    try:
        root = ElementTree.fromstring(f"<collection>{text}</collection>")
    except ElementTree.ParseError as error:
        line = min(error.position[0], text.count("\n") + 1)
        reason = ErrorString(error.code)
        raise InputError(f"{path}: line {line}: is not XML, or only a part of it ({reason})") from error
    for number, element in enumerate(root.iter(tag), start=1):
        yield Place(path, f"<{tag}> {number}"), element


def _child(element: "Element", tag: str, place: Place) -> str:
    child = element.find(tag)
    if child is None:
        raise InputError(f"{place}: has no <{tag}>: another format?")
    return "".join(child.itertext()).strip()


def _needed(element: "Element", tag: str, place: Place) -> str:
    text = _one_line(_child(element, tag, place))
    if not text:
        raise InputError(f"{place}: its <{tag}> is blank")
    return text


def _one_line(text: str) -> str:
    return _SPACE.sub(" ", text).strip()
