"""LoCoMo: long dialogues of two people, with questions and the turns that answer them; and its audit."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from caveat.bench.collection import Collection, Document, Question, checked
from caveat.bench.inputs import LIST, OBJECT, TEXT, Place, filled, mapping, member, read_json
from caveat.model.errors import InputError

Level = Literal["turns", "sessions"]

CITATION_ERRORS = frozenset({"WRONG_CITATION"})
"""Kinds of error of the audit that are about the evidence; every other kind is about the answer."""

_SESSION = re.compile(r"session_([0-9]+)")
# As written: D8:6, two of them with a semicolon or blank between, D30:05, and once D:11:26.
_TURN = re.compile(r"D:?0*([0-9]+):0*([0-9]+)")
_AUDITED = re.compile(r"locomo_([0-9]+)_qa([0-9]+)")


class Correction(NamedTuple):
    """What the audit says of one question: which kind of error, and the evidence that holds the answer."""

    kind: str
    evidence: tuple[str, ...]


class _Left(NamedTuple):
    """Questions not asked, evidence that leads nowhere, questions whose evidence the audit corrected."""

    unanswered: int = 0
    lost: int = 0
    corrected: int = 0


def load_locomo(path: Path, level: Level, *, audit: Path | None = None) -> tuple[Collection, ...]:
    """
    One collection for each dialogue: its turns or sessions are the documents.

    A turn reads ``speaker: text``; a session is its date and its turns. The captions of pictures are left
    out: nobody said them. A question without evidence in the dialogue is not asked, and evidence that
    names no turn is left out; the remarks of the first collection count both over all dialogues.

    Args:
        path: ``locomo10.json``.
        level: What a document is.
        audit: ``errors.json`` of the audit: its evidence takes the place of the published one.

    Raises:
        InputError: A file cannot be read, is only a part, or has another schema, or nothing fits.
    """
    whole = Place(path)
    samples = read_json(path)
    if not isinstance(samples, list) or not samples:
        raise InputError(f"{path}: is not a list of dialogues: another format?")
    corrections = load_audit(audit) if audit else {}
    found = []
    left = _Left()
    for number, sample in enumerate(samples):
        place = whole.at(f"dialogue {number + 1}")
        collection, more = _dialogue(sample, level, corrections.get(number, {}), place)
        found.append(checked(collection, str(place)))
        left = _Left(*(a + b for a, b in zip(left, more, strict=True)))
    if audit and not left.corrected:
        raise InputError(f"{audit}: no question of the audit is in {path}: do they belong together?")
    known = sum(len(questions) for questions in corrections.values())
    found[0] = found[0]._replace(remarks=tuple(_remarks(left, known)))
    return tuple(found)


def load_audit(path: Path) -> dict[int, dict[str, Correction]]:
    """
    The audit's corrections by dialogue (from 0) and question.

    Raises:
        InputError: The file cannot be read, is only a part, or has another schema.
    """
    found: dict[int, dict[str, Correction]] = {}
    errors = read_json(path)
    if not isinstance(errors, list) or not errors:
        raise InputError(f"{path}: is not a list of errors: another format?")
    for number, error in enumerate(errors, start=1):
        place = Place(path, f"error {number}")
        id_ = filled(error, "question_id", place)
        match = _AUDITED.fullmatch(id_)
        if not match:
            raise InputError(f"{place}: {id_!r} is no question id such as locomo_0_qa1")
        evidence = _turns(member(error, "correct_evidence", LIST, place), place)
        correction = Correction(filled(error, "error_type", place), evidence)
        found.setdefault(int(match[1]), {})[filled(error, "question", place)] = correction
    return found


def _dialogue(
    sample: Any, level: Level, corrections: Mapping[str, Correction], place: Place
) -> tuple[Collection, _Left]:
    documents, turns = _documents(member(sample, "conversation", OBJECT, place), level, place)
    queries, qrels = [], {}
    unanswered = lost = used = 0
    for number, item in enumerate(member(sample, "qa", LIST, place), start=1):
        spot = place.at(f"question {number}")
        text = filled(item, "question", spot)
        written = member(item, "evidence", LIST, spot) if "evidence" in mapping(item, spot) else []
        evidence = _turns(written, spot)
        correction = corrections.get(text)
        if correction and correction.evidence:
            evidence, used = correction.evidence, used + 1
        known = [turn for turn in evidence if turn in turns]
        lost += len(evidence) - len(known)
        if not known:
            unanswered += 1
            continue
        query = Question(f"q{number}", text)
        queries.append(query)
        qrels[query.id] = {turn if level == "turns" else turn.partition(":")[0]: 1 for turn in known}
    return Collection(documents, tuple(queries), qrels), _Left(unanswered, lost, used)


def _remarks(left: _Left, known: int) -> Iterator[str]:
    if left.unanswered:
        yield f"{left.unanswered} questions without evidence in the dialogue are not asked"
    if left.lost:
        yield f"{left.lost} ids of evidence name no turn and are left out"
    if known:
        yield f"the evidence of {left.corrected} of the audit's {known} questions is corrected"


def _documents(
    conversation: Mapping[str, Any], level: Level, place: Place
) -> tuple[tuple[Document, ...], set[str]]:
    turns: dict[str, str] = {}
    sessions: list[Document] = []
    for key, value in conversation.items():
        match = _SESSION.fullmatch(key)
        if not match:
            continue
        said = []
        for number, turn in enumerate(member(conversation, key, LIST, place), start=1):
            spot = place.at(f"{key}, turn {number}")
            id_ = filled(turn, "dia_id", spot)
            if id_ in turns:
                raise InputError(f"{spot}: two turns are called {id_!r}")
            turns[id_] = f"{filled(turn, 'speaker', spot)}: {member(turn, 'text', TEXT, spot)}"
            said.append(turns[id_])
        if value:
            date = member(conversation, f"{key}_date_time", TEXT, place)
            sessions.append(Document(f"D{int(match[1])}", "\n\n".join([date, *said])))
    if not turns:
        raise InputError(f"{place}: holds no turn: another format?")
    spoken = tuple(Document(id_, text) for id_, text in turns.items())
    return (spoken if level == "turns" else tuple(sessions)), set(turns)


def _turns(written: list[Any], place: Place) -> tuple[str, ...]:
    """Ids of turns, written in whatever way; what holds none is kept as it is, and leads nowhere."""
    found: list[str] = []
    for item in written:
        if not isinstance(item, str):
            raise InputError(f"{place}: evidence {item!r} is no id of a turn")
        found += [f"D{session}:{turn}" for session, turn in _TURN.findall(item)] or [item]
    return tuple(dict.fromkeys(found))
