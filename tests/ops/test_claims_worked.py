"""The worked numbers of claims as sessions, and what is refused with its reason."""

from pathlib import Path

import pytest

from caveat.model.errors import InputError, RefAmbiguous, RefNotFound
from caveat.ops.vault import Vault
from tests.vaults import opened

WIRE = "---\nkind: web\n---\n# Wire story\nThe museum opens on Mondays.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return opened(tmp_path, {"wire.md": WIRE})


def credibility(vault: Vault, ref: str) -> float:
    return vault.why(ref).assessment.credibility


def test_one_contradiction_takes_90_to_44_and_a_second_to_32(vault: Vault) -> None:
    claim = vault.by("ada").claim("use port 8080", stated=0.9).ref
    first = vault.by("bob").claim("it is 9090", stated=1.0, contradicts=[claim])
    second = vault.by("eve").claim("it is 7070", stated=1.0, contradicts=[claim])
    told = [(f"{m.before:.2f}", f"{m.after:.2f}") for r in (first, second) for m in r.moved]

    assert [("0.90", "0.44"), ("0.44", "0.32")] == told
    assert "0.3216" == f"{credibility(vault, claim):.4f}"
    assert 0.9 == vault.why(claim).record.declared


def test_ten_copies_of_its_own_wire_story_leave_a_web_note_at_80(vault: Vault) -> None:
    for number in range(10):
        told = vault.by(f"paper {number}").claim(
            f"Paper {number} says: open on Mondays.", stated=0.9, sources=["wire.md"], supports=["wire.md"]
        )

        assert ["echo" in remark for remark in told.remarks] == [True]
    assert 0.8 == credibility(vault, "wire.md")


def test_ten_copies_of_another_claim_are_one_voice(vault: Vault) -> None:
    claim = vault.by("ada").claim("The kiln was bought in 2019.", stated=0.6).ref
    other = vault.by("bob").claim("Its plate says 2019.", stated=0.8, supports=[claim]).ref
    one = credibility(vault, claim)
    for number in range(10):
        told = vault.by(f"reader {number}").claim(
            f"Reader {number}: 2019.", stated=0.8, sources=[other], step="copy", supports=[claim]
        )

        assert 1 == sum("same voice" in remark for remark in told.remarks)
    assert pytest.approx(0.6 + 0.15 * 0.6640367702678491) == one == credibility(vault, claim)
    assert 1 == len(vault.why(claim).assessment.supporters)


def test_ten_other_claims_of_which_three_were_wrong_make_calibration_73(vault: Vault) -> None:
    pen = vault.by("ada")
    made = [pen.claim(f"statement {number}", stated=0.9).ref for number in range(11)]
    for number in range(3):
        vault.by("bob").claim(f"not {number}", stated=0.9, contradicts=[made[number]])
    last = next(claim for claim in vault.claims(author="ada").claims if claim.record.ref == made[-1])

    assert (10, 3) == (last.calibration.others, last.calibration.wrong_total)
    assert pytest.approx(0.73) == last.calibration.value
    assert pytest.approx(0.73 * 0.9) == last.assessment.trust


@pytest.mark.parametrize(
    "stated", [-0.1, 1.01, 9, float("nan"), float("inf"), -float("inf"), True, "0.5", None]
)
def test_a_confidence_that_is_no_share_is_refused(vault: Vault, stated: object) -> None:
    with pytest.raises(InputError, match="stated must be a number from 0 to 1"):
        vault.by("ada").claim("x", stated=stated)  # type: ignore[arg-type]
    assert () == vault.export().lines


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"text": " "}, "text must say something"),
        ({"text": "\ud800"}, "cannot be written to the ledger"),
        ({"step": "rumour"}, "step must be one of copy"),
        ({"volatility": "sometimes"}, "volatility must be one of static"),
        ({"record_class": "gossip"}, "class must be one of log"),
    ],
)
def test_a_claim_that_makes_no_sense_is_refused(vault: Vault, said: dict[str, str], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        vault.by("ada").claim(**{"text": "x", "stated": 0.5, **said})  # type: ignore[arg-type]
    assert () == vault.export().lines


def test_a_record_cannot_speak_of_itself(vault: Vault) -> None:
    pen = vault.by("ada")
    claim = pen.claim("use port 8080", stated=0.9).ref
    for act in (pen.support, pen.contradict, pen.concern):
        with pytest.raises(InputError, match="the same"):
            act(claim, claim)
    with pytest.raises(InputError, match="the same"):
        pen.supersede(claim, "use port 8080", because="updated")
    with pytest.raises(InputError, match="the same"):
        pen.claim("use port 8080", stated=0.9, contradicts=["use port 8080"])

    assert 1 == len(vault.export().lines)


def test_what_is_not_there_or_fits_several_is_refused_and_named(vault: Vault) -> None:
    pen = vault.by("ada")
    one, two = (pen.claim(f"statement {number}", stated=0.9).ref for number in range(2))
    start = next(one[6:length] for length in range(32, 6, -1) if one[:length] == two[:length])
    for target in ("nothing.md", "claim:01ZZZZZZZZZZZZZZZZZZZZZZZZ"):
        with pytest.raises(RefNotFound, match="no record is called"):
            pen.claim("x", stated=0.5, contradicts=[target])
        with pytest.raises(RefNotFound, match="no record is called"):
            pen.claim("x", stated=0.5, sources=[target])
    with pytest.raises(RefAmbiguous) as refused:
        pen.retract(start)

    assert one in str(refused.value) and two in str(refused.value)
    assert 2 == len(vault.export().lines)


def test_a_claim_said_again_keeps_what_it_newly_says(vault: Vault) -> None:
    pen = vault.by("ada")
    first = pen.claim("the museum opens on Tuesdays", stated=0.7)
    again = pen.claim("the museum opens on Tuesdays", stated=0.7, contradicts=["wire.md"])

    assert (first.ref, 1) == (again.ref, len(again.events))
    assert ["note:wire.md"] == [moved.ref for moved in again.moved]
    assert () == pen.claim("the museum opens on Tuesdays", stated=0.7, contradicts=["wire.md"]).events
