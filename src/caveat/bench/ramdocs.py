"""RAMDocs: questions with documents that are correct, wrong on purpose, or beside the point."""

from pathlib import Path
from typing import Literal, NamedTuple, get_args

from caveat.bench.collection import Collection, Document, Question, checked
from caveat.bench.inputs import LIST, Place, filled, member, read_json_lines
from caveat.model.errors import InputError

Kind = Literal["correct", "misinfo", "noise"]


class Conflicting(NamedTuple):
    """
    Questions with documents that contradict each other.

    Attributes:
        collection: All documents together; the correct ones of a question are its relevant ones.
        kinds: What each document is, by id.
        own: Ids of the documents that were gathered for each question, by its id.
    """

    collection: Collection
    kinds: dict[str, Kind]
    own: dict[str, tuple[str, ...]]


def load_ramdocs(path: Path) -> Conflicting:
    """
    The questions and documents of a RAMDocs file.

    Raises:
        InputError: The file cannot be read, a line is only a part, or has another schema.
    """
    documents: list[Document] = []
    queries: list[Question] = []
    kinds: dict[str, Kind] = {}
    own: dict[str, tuple[str, ...]] = {}
    for number, (place, item) in enumerate(read_json_lines(path), start=1):
        query = Question(f"q{number}", filled(item, "question", place))
        queries.append(query)
        for count, given in enumerate(member(item, "documents", LIST, place), start=1):
            spot = place.at(f"document {count}")
            document = Document(f"{query.id}-{count}", filled(given, "text", spot))
            kind = _kind(filled(given, "type", spot), spot)
            documents.append(document)
            kinds[document.id] = kind
            own[query.id] = (*own.get(query.id, ()), document.id)
    qrels = {
        query: {id_: int(kinds[id_] == "correct") for id_ in ids if kinds[id_] != "noise"}
        for query, ids in own.items()
    }
    collection = checked(Collection(tuple(documents), tuple(queries), qrels), str(path))
    return Conflicting(collection, kinds, own)


def _kind(word: str, place: Place) -> Kind:
    for known in get_args(Kind):
        if word == known:
            return known  # type: ignore[no-any-return]
    raise InputError(f"{place}: type cannot be {word!r}: one of {', '.join(get_args(Kind))}")
