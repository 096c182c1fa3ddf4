"""Test collections: documents, queries, and which document answers which query."""

from collections.abc import Mapping
from typing import NamedTuple

from caveat.model.errors import InputError

Qrels = Mapping[str, Mapping[str, int]]
"""Grade by document by query; above 0 = relevant."""


class Document(NamedTuple):
    """
    What is searched.

    Attributes:
        id: Unique in its collection.
        text: Its prose.
        title: What it is called; empty when it has no name.
    """

    id: str
    text: str
    title: str = ""


class Question(NamedTuple):
    """
    What is asked.

    Attributes:
        id: Unique in its collection.
        text: As a user would type it.
    """

    id: str
    text: str


class Collection(NamedTuple):
    """
    Documents that are searched together, and questions to them.

    Attributes:
        documents: Never empty.
        queries: Never empty.
        qrels: Judgements; every query and document in it is one of the above.
        remarks: What was left out of the files, and why, for whoever reads a figure.
    """

    documents: tuple[Document, ...]
    queries: tuple[Question, ...]
    qrels: Qrels
    remarks: tuple[str, ...] = ()


def checked(collection: Collection, where: str) -> Collection:
    """
    *collection*, when something can be measured on it.

    Args:
        collection: As read.
        where: File or files it was read from, for the message.

    Raises:
        InputError: No document, no query, an id twice, a judgement of something unknown, or no query
            with a relevant document.
    """
    documents = _ids(collection.documents, "document", where)
    queries = _ids(collection.queries, "query", where)
    for query, grades in collection.qrels.items():
        if query not in queries:
            raise InputError(f"{where}: a judgement speaks of query {query!r}, which is not in the queries")
        for document in grades:
            if document not in documents:
                raise InputError(
                    f"{where}: query {query!r}: a judgement speaks of document {document!r},"
                    " which is not in the documents"
                )
    if not any(grade > 0 for grades in collection.qrels.values() for grade in grades.values()):
        raise InputError(f"{where}: no query has a relevant document, so nothing can be measured")
    return collection


def _ids(things: tuple[Document, ...] | tuple[Question, ...], noun: str, where: str) -> set[str]:
    if not things:
        nouns = "queries" if noun == "query" else "documents"
        raise InputError(f"{where}: holds no {nouns}, so nothing can be measured")
    seen: set[str] = set()
    for thing in things:
        if thing.id in seen:
            raise InputError(f"{where}: two {noun} entries are called {thing.id!r}")
        seen.add(thing.id)
    return seen
