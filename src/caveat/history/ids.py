"""Ids of events: ULIDs, which sort by the time they were made at."""

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, as the ULID specification (github.com/ulid/spec) has it."""

RANDOM_BITS = 80
"""Bits of a ULID that are random."""

_LIMIT = 1 << 128


def ulid(milliseconds: int, randomness: int) -> str:
    """
    The ULID of an instant and a random number.

    Args:
        milliseconds: Since 1970-01-01T00:00Z, ``0 <= milliseconds < 2**48``.
        randomness: ``0 <= randomness < 2**80``.

    Returns:
        26 characters that sort as ``(milliseconds, randomness)`` does.

    Raises:
        ValueError: A number is out of its range.
    """
    if not 0 <= milliseconds < 1 << 48 or not 0 <= randomness < 1 << RANDOM_BITS:
        raise ValueError(
            f"no ULID of {milliseconds} ms and a random number of {randomness.bit_length()} bits"
        )
    number = milliseconds << RANDOM_BITS | randomness
    return "".join(ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))


def instant_of(ulid_text: str) -> int:
    """
    The instant that a ULID was made at, in milliseconds since 1970-01-01T00:00Z.

    Raises:
        ValueError: It is no ULID.
    """
    return _number(ulid_text) >> RANDOM_BITS


def after(ulid_text: str) -> str:
    """
    The ULID that comes next in order, for events that are made in one go.

    Raises:
        ValueError: It is no ULID, or the last one there is.
    """
    try:
        number = _number(ulid_text) + 1
    except ValueError as error:
        raise ValueError(f"{ulid_text!r} has no ULID after it: it is none") from error
    if number >= _LIMIT:
        raise ValueError(f"{ulid_text!r} has no ULID after it")
    return "".join(ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))


def _number(ulid_text: str) -> int:
    number = 0
    for character in ulid_text:
        number = number << 5 | ALPHABET.index(character)
    if len(ulid_text) != 26 or number >= _LIMIT:
        raise ValueError(f"{ulid_text!r} is no ULID")
    return number
