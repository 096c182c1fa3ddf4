"""Claims with evidence for and against them, as climate-fever has them."""

from pathlib import Path
from typing import Literal, NamedTuple, get_args

from caveat.bench.collection import Collection, Document, Question, checked
from caveat.bench.inputs import LIST, Place, filled, member, read_json_lines
from caveat.model.errors import InputError

Label = Literal["SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO", "DISPUTED"]


class Evidence(NamedTuple):
    """
    A sentence that was held against a claim.

    Attributes:
        id: Of the sentence.
        article: Where it is from.
        label: What it says of the claim.
        votes: What each annotator found that it says; just the label where no votes are given.
    """

    id: str
    article: str
    label: Label
    votes: tuple[Label, ...]


class JudgedClaim(NamedTuple):
    """
    A claim, what people found it to be, and on which evidence.

    Attributes:
        id: Unique in its file.
        text: The claim.
        label: The judgement of the whole.
        evidence: Sentences in the order of the file.
    """

    id: str
    text: str
    label: Label
    evidence: tuple[Evidence, ...]


class Claims(NamedTuple):
    """
    Claims with evidence.

    Attributes:
        claims: In the order of the file.
        collection: Sentences as documents, claims as queries; what supports or refutes is relevant.
    """

    claims: tuple[JudgedClaim, ...]
    collection: Collection


def load_claims(path: Path) -> Claims:
    """
    The claims of a climate-fever file.

    Raises:
        InputError: The file cannot be read, a line is only a part, or has another schema.
    """
    claims: list[JudgedClaim] = []
    texts: dict[str, str] = {}
    for place, item in read_json_lines(path):
        evidence = []
        for number, given in enumerate(member(item, "evidences", LIST, place), start=1):
            spot = place.at(f"evidence {number}")
            id_ = filled(given, "evidence_id", spot)
            label = _label(given, "evidence_label", spot)
            votes = _votes(given, spot) or (label,)
            evidence.append(Evidence(id_, filled(given, "article", spot), label, votes))
            texts[id_] = filled(given, "evidence", spot)
        id_ = str(member(item, "claim_id", (str, int), place))
        text = filled(item, "claim", place)
        claims.append(JudgedClaim(id_, text, _label(item, "claim_label", place), tuple(evidence)))
    documents = tuple(Document(id_, text) for id_, text in texts.items())
    queries = tuple(Question(claim.id, claim.text) for claim in claims)
    qrels = {
        claim.id: {e.id: int(e.label in ("SUPPORTS", "REFUTES")) for e in claim.evidence} for claim in claims
    }
    return Claims(tuple(claims), checked(Collection(documents, queries, qrels), str(path)))


def _votes(item: dict[str, object], place: Place) -> tuple[Label, ...]:
    """The votes cast; an annotator who cast none is null."""
    cast = [vote for vote in member(item, "votes", LIST, place) if vote] if "votes" in item else []
    return tuple(_label({"vote": vote}, "vote", place) for vote in cast)


def _label(item: object, key: str, place: Place) -> Label:
    label = filled(item, key, place)
    for known in get_args(Label):
        if label == known:
            return known  # type: ignore[no-any-return]
    raise InputError(f"{place}: {key} cannot be {label!r}: one of {', '.join(get_args(Label))}")
