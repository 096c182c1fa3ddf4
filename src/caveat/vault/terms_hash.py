"""The content hash of a term: what a human look at it is bound to."""

import json

from caveat.model.terms import NOTHING_NEARBY, Key, Nearby, Term

_encoded = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode
_text_json = json.encoder.encode_basestring_ascii


def content_hash(term: Term) -> str:
    """
    SHA-256 (hex) of what *term* states: what a human look is bound to.

    Where it is written, what proposed it, its sources, its note and its history are bookkeeping.
    """
    from hashlib import sha256

    # The JSON of an object with these keys, sorted: built by hand, for a book has ten thousand terms.
    text = (
        f'{{"aliases":{_json(term.aliases)},"curated":{_yes_json(term.is_curated)},'
        f'"forbidden":{_json(term.forbidden)},"forms":{_json(term.forms)},'
        f'"gender":["{term.gender}",{term.gender_since}],"headword":{_text_json(term.headword)},'
        f'"keys":[{",".join(map(_key_json, term.keys))}],"kind":"{term.kind}",'
        f'"nearby":{_nearby_json(term.nearby)},"reading":{_text_json(term.reading)},'
        f'"rendering":{_text_json(term.rendering)},"sense":{_text_json(term.sense)},'
        f'"window":[{term.window.since},{_json(term.window.until)}]}}'
    )
    return sha256(f"term/v1 {text}".encode("ascii")).hexdigest()


def _json(value: object) -> str:
    return "[]" if value == () else "null" if value is None else _encoded(value)


def _yes_json(value: bool) -> str:
    return "true" if value else "false"


def _nearby_json(nearby: Nearby) -> str:
    return "[[],[]]" if nearby == NOTHING_NEARBY else _encoded(nearby)


def _key_json(key: Key) -> str:
    nearby, is_sensitive = _nearby_json(key.nearby), _yes_json(key.is_case_sensitive)
    return (
        f'[{_text_json(key.text)},"{key.kind}",{nearby},"{key.boundary}",{is_sensitive},'
        f"{_text_json(key.rendering)}]"
    )
