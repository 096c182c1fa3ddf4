"""Collections in the shape of SQuAD: paragraphs with questions that each is the answer to."""

from collections.abc import Sequence
from pathlib import Path

from caveat.bench.collection import Collection, Document, Question, checked
from caveat.bench.inputs import LIST, Place, filled, member, names, read_json


def load_squad(paths: Sequence[Path]) -> Collection:
    """
    Every paragraph of *paths* as a document, and every question with its paragraph as the one answer.

    Equal paragraphs are one document. Article titles are left out: the questions were written by people
    who read the article, so a title gives the answer away.

    Args:
        paths: Files of one collection, such as XQuAD in one language or the parts of JaQuAD.

    Raises:
        InputError: A file cannot be read, is only a part, or has another schema.
    """
    ids: dict[str, str] = {}
    queries: list[Question] = []
    qrels: dict[str, dict[str, int]] = {}
    for path in paths:
        for place, paragraph in _paragraphs(path):
            text = filled(paragraph, "context", place)
            id_ = ids.setdefault(text, f"p{len(ids) + 1}")
            for number, asked in enumerate(member(paragraph, "qas", LIST, place), start=1):
                spot = place.at(f"question {number}")
                query = Question(str(member(asked, "id", (str, int), spot)), filled(asked, "question", spot))
                queries.append(query)
                qrels[query.id] = {id_: 1}
    documents = tuple(Document(id_, text) for text, id_ in ids.items())
    return checked(Collection(documents, tuple(queries), qrels), names(paths))


def _paragraphs(path: Path) -> list[tuple[Place, object]]:
    found: list[tuple[Place, object]] = []
    whole = Place(path)
    for number, article in enumerate(member(read_json(path), "data", LIST, whole), start=1):
        place = whole.at(f"article {number}")
        paragraphs = member(article, "paragraphs", LIST, place)
        found += [(place.at(f"paragraph {n}"), paragraph) for n, paragraph in enumerate(paragraphs, start=1)]
    return found
