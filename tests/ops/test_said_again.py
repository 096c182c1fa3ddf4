"""What is said a second time: by whom it was said first, what it may still do, and what is told of it."""

from pathlib import Path

import pytest

from caveat.model.errors import InputError
from caveat.ops.pen import Pen
from caveat.ops.vault import Vault
from tests.vaults import opened

FILES = {"lease.md": "---\nkind: contract\n---\n# Lease\nThe rent is 900 a month.\n"}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return opened(tmp_path, FILES)


@pytest.fixture
def ada(vault: Vault) -> Pen:
    return vault.by("ada")


@pytest.fixture
def bot(vault: Vault) -> Pen:
    return vault.by("bot", actor="agent")


def challenge(vault: Vault) -> float:
    return vault.why("lease.md").assessment.challenge


def test_an_agent_opens_nothing_again_by_saying_it_again(vault: Vault, ada: Pen, bot: Pen) -> None:
    claim = bot.claim("The rent is not 900", stated=0.9, contradicts=["lease.md"]).ref
    before = challenge(vault)
    ada.verify(["lease.md"])
    again = bot.contradict(claim, "lease.md")

    assert before > 0.0 == challenge(vault)
    assert () == again.events
    assert [f"{claim} contradicts note:lease.md already; it was not recorded again"] == list(again.remarks)
    assert () == bot.claim("The rent is not 900", stated=0.9, contradicts=["lease.md"]).events
    assert 0.0 == challenge(vault)


def test_a_human_and_a_new_claim_open_it(vault: Vault, ada: Pen, bot: Pen) -> None:
    claim = bot.claim("The rent is not 900", stated=0.9, contradicts=["lease.md"]).ref
    ada.verify(["lease.md"])
    ada.contradict(claim, "lease.md")
    by_human = challenge(vault)
    ada.verify(["lease.md"])
    bot.claim("The rent rose on Monday", stated=0.9, contradicts=["lease.md"])

    assert by_human > 0
    assert challenge(vault) > 0


def test_an_agent_that_bears_a_human_s_name_says_it_for_itself(vault: Vault, ada: Pen) -> None:
    hers = ada.claim("The rent is fair enough", stated=0.5)
    twin = vault.by("ada", actor="agent").claim(
        "The rent is fair enough", stated=0.5, contradicts=["lease.md"]
    )

    assert hers.ref != twin.ref
    assert not any("says this already" in remark for remark in twin.remarks)
    assert () == ada.claim("The rent is fair enough", stated=0.5).events


def test_a_first_word_too_faint_to_show_is_called_faint(ada: Pen, vault: Vault) -> None:
    target = ada.claim("The rent is fair enough", stated=0.5).ref
    faint = vault.by("bob").claim("It may well be fair", stated=0.001, supports=[target])

    assert [f"{target} did not move: what it adds is less than three decimals show"] == list(faint.remarks)


def test_a_second_word_is_called_that(ada: Pen, vault: Vault) -> None:
    target = ada.claim("The rent is fair enough", stated=0.5).ref
    other = vault.by("bob").claim("It may well be fair", stated=0.9, contradicts=[target]).ref
    again = ada.contradict(other, target)

    assert [f"{target} did not move: this was said before, and is dated anew"] == list(again.remarks)


def test_a_support_is_confirmed_by_its_event_when_the_note_has_moved(ada: Pen, vault: Vault) -> None:
    target = ada.claim("The rent is fair enough", stated=0.5).ref
    event = ada.support("lease.md", target).events[0]
    (vault.root / "lease.md").rename(vault.root / "old lease.md")
    vault.index()
    ada.confirm(event)
    (supporter,) = vault.claims().claims[0].supporters

    assert ("note:old lease.md", True) == (supporter.ref, supporter.is_confirmed)


def test_an_event_that_made_no_support_is_refused(ada: Pen) -> None:
    claim = ada.claim("The rent is fair enough", stated=0.5)

    with pytest.raises(InputError, match="is no event that made a support"):
        ada.confirm(claim.events[0])
