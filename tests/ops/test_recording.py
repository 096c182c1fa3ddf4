"""Recording: what is accepted moves a number or says why not; what is refused leaves no trace."""

from pathlib import Path

import pytest

from caveat.model.errors import IndexUnusable, InputError, RefAmbiguous, RefNotFound
from caveat.ops import recording
from caveat.ops.pen import Pen
from caveat.ops.vault import Vault
from tests.vaults import opened, tree_hash

LEASE = "---\nkind: contract\n---\n# Lease\nThe rent is 900 a month.\n"
MAIL = "---\nkind: web\n---\n# Mail\nBob writes that the rent is 900 a month.\n"
WIRE = "---\nkind: web\n---\n# Wire\nNothing about it.\n"
RENT = "The rent is 900 a month"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return opened(tmp_path, {"lease.md": LEASE, "mail.md": MAIL, "wire.md": WIRE})


@pytest.fixture
def ada(vault: Vault) -> Pen:
    return vault.by("ada")


def trust(vault: Vault, ref: str) -> float:
    return vault.why(ref).assessment.trust


def lines(vault: Vault) -> int:
    return sum(
        len(path.read_bytes().splitlines()) for path in (vault.root / ".caveat/ledger").glob("*.jsonl")
    )


def test_no_note_is_touched(vault: Vault, ada: Pen) -> None:
    before = tree_hash(vault.root)
    ref = ada.claim(RENT, stated=0.9, sources=["lease.md"]).ref
    ada.contradict("wire.md", ref)
    ada.retract(ref)
    for path in (vault.root / ".caveat/ledger").iterdir():
        path.unlink()

    assert before == tree_hash(vault.root)


def test_what_was_recorded_is_there_at_once_and_after_a_fresh_index(vault: Vault, ada: Pen) -> None:
    ref = ada.claim(RENT, stated=0.9).ref
    vault.by("bob").claim("The rent is 950 a month", stated=1.0, contradicts=[ref])
    now = trust(vault, ref)
    vault.index(full=True)

    assert "0.443" == f"{now:.3f}" == f"{trust(vault, ref):.3f}"


class TestTheMatcher:
    def test_a_quote_is_a_copy(self, ada: Pen) -> None:
        found = ada.claim(RENT, stated=0.9, sources=["lease.md"])

        assert found.record is not None
        assert "copy" == found.record.step
        assert "word for word in note:lease.md" in found.remarks[0]

    def test_what_is_not_a_quote_states_no_step(self, ada: Pen) -> None:
        found = ada.claim("The rent is 990 a month", stated=0.9, sources=["lease.md"])

        assert found.record is not None
        assert found.record.step is None

    def test_a_support_is_confirmed_where_the_statement_stands(self, ada: Pen, vault: Vault) -> None:
        ref = ada.claim(RENT, stated=0.5).ref
        quoting = ada.support("mail.md", ref)
        other = ada.support("wire.md", ref)

        assert "the support is confirmed" in quoting.remarks[0]
        assert [] == [remark for remark in other.remarks if "confirmed" in remark]
        assert ("note:mail.md",) == vault.why(ref).assessment.witnesses


class TestWhatDoesNotMove:
    def test_an_echo_says_that_it_is_one(self, ada: Pen) -> None:
        ref = ada.claim("Rent of 900, says the lease", stated=0.9, sources=["lease.md"]).ref
        found = ada.support("lease.md", ref)

        assert f"{ref} did not move: note:lease.md does not count: echo" in found.remarks[-1]

    def test_the_same_voice_says_whose(self, ada: Pen, vault: Vault) -> None:
        ref = ada.claim("A statement of its own", stated=0.5).ref
        first = vault.by("bob").claim("Bob agrees with that one", stated=0.9, supports=[ref]).ref
        found = vault.by("eve").claim("Bob agrees with that one", stated=0.9, supports=[ref])

        assert f"same voice as {first}" in found.remarks[-1]

    def test_the_same_edge_again_is_dated_anew(self, ada: Pen) -> None:
        ref = ada.claim("A statement of its own", stated=0.5).ref
        ada.contradict("wire.md", ref)
        again = ada.contradict("wire.md", ref)

        assert again.events
        assert "said before" in again.remarks[-1]

    def test_a_retracted_record_stays_at_nothing(self, ada: Pen) -> None:
        ref = ada.claim("A statement of its own", stated=0.5).ref
        ada.retract(ref)
        found = ada.support("wire.md", ref)

        assert "it is retracted, so every number of it is 0" in found.remarks[-1]


class TestTheSameAgain:
    def test_a_claim_is_recorded_once(self, ada: Pen, vault: Vault) -> None:
        first = ada.claim(RENT, stated=0.9)
        count = lines(vault)
        again = ada.claim(RENT, stated=0.9)

        assert (first.ref, (), count) == (again.ref, again.events, lines(vault))

    def test_a_claim_said_again_keeps_its_new_edges(self, ada: Pen, vault: Vault) -> None:
        target = vault.by("bob").claim("The rent is 950 a month", stated=0.8).ref
        first = ada.claim(RENT, stated=0.9)
        again = ada.claim(RENT, stated=0.9, contradicts=[target])

        assert first.ref == again.ref
        assert (first.ref,) == vault.why(target).assessment.challengers

    @pytest.mark.parametrize("other", [{"stated": 0.8}, {"sources": ["lease.md"]}, {"record_class": "log"}])
    def test_a_claim_on_other_ground_is_another(self, ada: Pen, other: dict[str, object]) -> None:
        first = ada.claim(RENT, stated=0.9)

        assert first.ref != ada.claim(RENT, **{"stated": 0.9, **other}).ref  # type: ignore[arg-type]

    def test_another_author_says_it_himself(self, ada: Pen, vault: Vault) -> None:
        assert ada.claim(RENT, stated=0.9).ref != vault.by("bob").claim(RENT, stated=0.9).ref


class TestRefused:
    @pytest.mark.parametrize("stated", [-0.1, 1.1, float("nan"), float("inf")])
    def test_a_confidence_out_of_range(self, ada: Pen, vault: Vault, stated: float) -> None:
        with pytest.raises(InputError, match="stated must be a number from 0 to 1"):
            ada.claim(RENT, stated=stated)

        assert not (vault.root / ".caveat").exists()

    @pytest.mark.parametrize("text", ["", "  \n "])
    def test_an_empty_statement(self, ada: Pen, text: str) -> None:
        with pytest.raises(InputError, match="text must say something"):
            ada.claim(text, stated=0.5)

    def test_an_edge_to_nothing(self, ada: Pen, vault: Vault) -> None:
        with pytest.raises(RefNotFound):
            ada.claim(RENT, stated=0.5, contradicts=["nowhere.md"])
        with pytest.raises(RefNotFound):
            ada.support("lease.md", "claim:01ARYZ6S41TSV4RRFFQ69G5FAV")

        assert not (vault.root / ".caveat").exists()

    def test_an_edge_to_itself(self, ada: Pen) -> None:
        with pytest.raises(InputError, match="the same"):
            ada.contradict("lease.md", "Lease")

    def test_a_prefix_of_two(self, ada: Pen, vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
        # Both within one moment, whenever this runs.
        monkeypatch.setattr(recording, "now", lambda: 20_600.0)
        one = ada.claim("One statement here", stated=0.5).ref
        two = ada.claim("Two statements here", stated=0.5).ref
        prefix = one[6:13]
        assert two[6:13] == prefix

        with pytest.raises(RefAmbiguous) as caught:
            vault.why(prefix)

        assert one in str(caught.value)
        assert two in str(caught.value)

    def test_an_author_without_a_name(self, vault: Vault) -> None:
        with pytest.raises(InputError, match="an author needs a name"):
            vault.by("  ").claim(RENT, stated=0.5)

    def test_confirming_what_nobody_said(self, ada: Pen) -> None:
        with pytest.raises(InputError, match="does not support"):
            ada.confirm("mail.md", "lease.md")


class TestAgents:
    @pytest.fixture
    def agent(self, vault: Vault) -> Pen:
        return vault.by("gpt", actor="agent")

    def test_an_agent_does_not_confirm(self, agent: Pen, ada: Pen) -> None:
        ref = ada.claim("A statement of its own", stated=0.5).ref
        own = agent.claim("Something else", stated=0.5, supports=[ref]).ref

        with pytest.raises(InputError, match="only a human can confirm"):
            agent.confirm(own, ref)

    def test_an_agent_takes_back_its_own_claims_only(self, agent: Pen, ada: Pen) -> None:
        own = agent.claim("A statement of its own", stated=0.5).ref
        hers = ada.claim("Something that Ada said", stated=0.5).ref
        agent.retract(own)

        for ref in (hers, "lease.md"):
            with pytest.raises(InputError, match="its own only"):
                agent.retract(ref)

    def test_an_agent_that_bears_a_human_s_name_takes_nothing_of_hers(self, vault: Vault, ada: Pen) -> None:
        hers = ada.claim("Something that Ada said", stated=0.5).ref

        with pytest.raises(InputError, match="its own only"):
            vault.by("ada", actor="agent").retract(hers)

    def test_an_agent_does_not_replace_what_people_said(self, agent: Pen, ada: Pen) -> None:
        own = agent.claim("A statement of its own", stated=0.5).ref
        newer = agent.claim("A newer statement of its own", stated=0.5).ref
        hers = ada.claim("Something that Ada said", stated=0.5).ref
        replaced = agent.supersede(newer, own, because="corrected")

        assert replaced.record is not None
        assert "superseded" == replaced.record.status
        for ref in (hers, "lease.md"):
            with pytest.raises(InputError, match="contradict it instead"):
                agent.supersede(newer, ref, because="corrected")

    def test_asking_for_a_look_changes_no_number(self, agent: Pen, vault: Vault) -> None:
        before = trust(vault, "wire.md")
        found = agent.request("wire.md", "is it still so?")

        assert before == trust(vault, "wire.md")
        assert found.moved == ()


def test_taking_a_challenger_back_restores_the_number_exactly(ada: Pen, vault: Vault) -> None:
    ref = ada.claim(RENT, stated=0.9).ref
    before = trust(vault, ref)
    challenger = vault.by("bob").claim("The rent is 950 a month", stated=1.0, contradicts=[ref]).ref
    lowered = trust(vault, ref)
    found = vault.by("bob").retract(challenger)

    assert lowered < before == trust(vault, ref)
    assert [(ref, lowered, before)] == [(m.ref, m.before, m.after) for m in found.moved]


def test_what_stands_on_it_moves_and_is_told(ada: Pen, vault: Vault) -> None:
    base = ada.claim(RENT, stated=0.9).ref
    summary = ada.claim("Rent is the largest cost", stated=0.9, sources=[base]).ref
    found = vault.by("bob").claim("The rent is 950 a month", stated=1.0, contradicts=[base])

    assert [base, summary] == [moved.ref for moved in found.moved]


def test_an_index_that_is_held_does_not_lose_the_event(
    ada: Pen, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(*_: object) -> None:
        raise IndexUnusable("cannot write to the index: database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(recording, "take_in_events", held)
        found = ada.claim(RENT, stated=0.9)

    assert not found.is_indexed
    assert "the next `caveat index` takes it in" in found.remarks[0]
    vault.index()
    assert 0.9 == trust(vault, found.ref)


def test_an_index_deleted_in_between_is_made_anew(ada: Pen, vault: Vault) -> None:
    first = ada.claim(RENT, stated=0.9).ref
    vault.index_path.unlink()
    ada.contradict("lease.md", first)

    assert 0.9 > trust(vault, first)


def test_a_note_that_is_moved_later_keeps_what_was_said_of_it(ada: Pen, vault: Vault) -> None:
    ada.claim("The lease is out of date", stated=0.9, concerns=["lease.md"])
    before = trust(vault, "lease.md")
    (vault.root / "lease.md").rename(vault.root / "old lease.md")
    vault.index()

    assert before == trust(vault, "old lease.md") < 1.0


def test_a_note_is_seen_once_for_each_content(ada: Pen, vault: Vault) -> None:
    ada.claim("The lease is out of date", stated=0.9, concerns=["lease.md"])
    count = lines(vault)
    ada.claim("The lease is of another flat", stated=0.9, concerns=["lease.md"])

    assert count + 2 == lines(vault)
