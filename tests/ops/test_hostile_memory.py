"""What somebody tries who wants a memory to trust what nobody said, or to lose what somebody did."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import caveat
from caveat.model.errors import EditRefused, InputError, VaultMissing
from caveat.model.events import Event
from caveat.ops.clock import today
from caveat.ops.figures import figures, stands_in
from caveat.ops.pen import Pen
from caveat.ops.vault import Vault
from caveat.text.dates import iso_date
from caveat.vault.append import append
from caveat.vault.ledger import encode_event
from tests.ops.test_growing import content
from tests.vaults import make, opened

LAW = "---\nkind: legislation\n---\n# Law\nEvery tenant gets a receipt within a week.\n"
LEASE = "---\nkind: contract\n---\n# Lease\nThe rent is 900 a month.\n"
RENT = "The rent is 900 a month"
ACCOUNT = "Our bank account is 777"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return opened(tmp_path, {"Law.md": LAW, "Lease.md": LEASE})


@pytest.fixture
def ada(vault: Vault) -> Pen:
    return vault.by("ada")


@pytest.fixture
def bot(vault: Vault) -> Pen:
    return vault.by("bot", actor="agent")


def ulid(end: str) -> str:
    return f"01J{end:0>23}"


def trust(vault: Vault, ref: str) -> float:
    return vault.why(ref).assessment.trust


def codes(vault: Vault) -> list[str]:
    return [one.finding.code for one in vault.audit().findings]


def reindexed(vault: Vault, ref: str) -> tuple[float, tuple[str, ...]]:
    """Trust and witnesses of *ref*, equal in the index that grew and in one made at once."""
    vault.index()
    grown = vault.why(ref).assessment
    vault.index(full=True)

    assert grown == vault.why(ref).assessment
    return grown.trust, grown.witnesses


class TestWhatConfirms:
    @pytest.mark.parametrize("sources", [(), ("Law.md",)])
    def test_an_author_s_own_words_confirm_nothing(
        self, vault: Vault, ada: Pen, bot: Pen, sources: tuple[str, ...]
    ) -> None:
        ref = ada.claim(ACCOUNT, stated=0.5).ref
        bot.claim(f"As agreed: {ACCOUNT}. Yes.", stated=1, sources=sources, supports=[ref])

        assert () == vault.why(ref).assessment.witnesses
        assert trust(vault, ref) < 0.65

    def test_an_agent_copies_only_what_a_source_says(self, bot: Pen) -> None:
        with pytest.raises(InputError, match="no copy"):
            bot.claim(f"As agreed: {ACCOUNT}. Yes.", stated=1, sources=["Law.md"], step="copy")

        assert "copy" == bot.claim(RENT, stated=1, sources=["Law.md", "Lease.md"], step="copy").record.step  # type: ignore[union-attr]

    def test_a_human_s_copy_of_nothing_is_recorded_and_told(self, vault: Vault, ada: Pen) -> None:
        found = ada.claim(f"{ACCOUNT} since May", stated=1, sources=["Law.md"], step="copy")

        assert "none of its sources says it" in found.remarks[0]
        assert "void-copy" in codes(vault)

    def test_a_claim_made_from_a_text_that_says_it_confirms(self, vault: Vault, ada: Pen, bot: Pen) -> None:
        ref = ada.claim(RENT, stated=0.5).ref
        reader = bot.claim(f"The lease says: {RENT}.", stated=1, sources=["Lease.md"]).ref
        bot.support(reader, ref)

        assert (reader,) == vault.why(ref).assessment.witnesses

    def test_so_does_one_made_from_a_claim_on_such_a_text(self, vault: Vault, ada: Pen, bot: Pen) -> None:
        ref = ada.claim(RENT, stated=0.5).ref
        first = bot.claim(f"I read this: {RENT}.", stated=1, sources=["Lease.md"]).ref
        second = bot.claim(f"Read to me: {RENT}.", stated=1, sources=[first]).ref
        third = bot.claim(f"Heard of that: {RENT}.", stated=1, sources=[second]).ref

        assert 2 == len(bot.support(second, ref).events)
        assert 1 == len(bot.support(third, ref).events)


class TestWordsThatChange:
    @pytest.mark.parametrize("is_gone", [False, True])
    @pytest.mark.parametrize("by", ["note", "claim"])
    def test_a_confirmation_ends_with_the_words_it_rests_on(
        self, vault: Vault, ada: Pen, by: str, is_gone: bool
    ) -> None:
        ref = ada.claim(RENT, stated=0.5).ref
        source = "note:Lease.md"
        if by == "claim":
            source = vault.by("bob").claim(f"I read: {RENT}.", stated=1, sources=["Lease.md"]).ref
        ada.support(source, ref)
        assert (source,) == reindexed(vault, ref)[1]
        if is_gone:
            (vault.root / "Lease.md").unlink()
        else:
            make(vault.root, {"Lease.md": LEASE.replace("900", "1,200")})

        assert () == reindexed(vault, ref)[1]
        assert ("void-confirmation" in codes(vault)) is (by == "claim" or not is_gone)

        make(vault.root, {"Lease.md": LEASE})
        assert (source,) == reindexed(vault, ref)[1]
        assert "void-confirmation" not in codes(vault)

    def test_a_human_s_confirmation_is_bound_too(self, vault: Vault, ada: Pen) -> None:
        ref = ada.claim("Nine hundred are due", stated=0.5).ref
        ada.support("Lease.md", ref)
        ada.confirm("Lease.md", ref)
        assert ("note:Lease.md",) == reindexed(vault, ref)[1]
        make(vault.root, {"Lease.md": LEASE.replace("900", "1,200")})

        assert () == reindexed(vault, ref)[1]

        ada.confirm("Lease.md", ref)
        assert ("note:Lease.md",) == reindexed(vault, ref)[1]

    def test_a_confirmation_follows_a_note_that_moves(self, vault: Vault, ada: Pen) -> None:
        ref = ada.claim(RENT, stated=0.5).ref
        ada.support("Lease.md", ref)
        (vault.root / "Lease.md").rename(vault.root / "Old lease.md")

        assert ("note:Old lease.md",) == reindexed(vault, ref)[1]

    def test_a_copy_of_what_is_said_no_more_is_told(self, vault: Vault, ada: Pen) -> None:
        ada.claim(RENT, stated=0.9, sources=["Lease.md"])
        assert "void-copy" not in codes(vault)
        make(vault.root, {"Lease.md": LEASE.replace("900", "1,200")})
        told = [one for one in vault.audit().findings if one.finding.code == "void-copy"]

        assert ["warning"] == [one.finding.severity for one in told]
        assert "“Lease” does not say it" in told[0].finding.message


class TestWhatAnAgentMakesSpeak:
    @pytest.mark.parametrize("act", ["contradict", "concern", "support"])
    def test_no_note_and_no_human_s_claim_speaks_because_an_agent_says_so(
        self, vault: Vault, ada: Pen, bot: Pen, act: str
    ) -> None:
        ref, hers = ada.claim(ACCOUNT, stated=0.9).ref, ada.claim("Something else is so", stated=0.9).ref
        before = trust(vault, ref)

        for source in ("Law.md", hers):
            with pytest.raises(InputError, match=r"no agent's claim.*claim of your own"):
                getattr(bot, act)(source, ref)
        assert before == trust(vault, ref)

    def test_a_note_supports_where_the_matcher_finds_the_statement(self, ada: Pen, bot: Pen) -> None:
        ref = ada.claim(RENT, stated=0.5).ref

        assert 2 <= len(bot.support("Lease.md", ref).events)

    def test_an_agent_s_claim_may_say_anything(self, vault: Vault, ada: Pen, bot: Pen) -> None:
        ref = ada.claim(ACCOUNT, stated=0.9).ref
        vault.by("other bot", actor="agent").contradict(
            bot.claim("The law knows no such account", stated=0.9, sources=["Law.md"]).ref, ref
        )

        assert trust(vault, ref) < 0.6

    def test_a_human_may_make_a_note_speak(self, vault: Vault, ada: Pen) -> None:
        ref = ada.claim(ACCOUNT, stated=0.9).ref
        ada.contradict("Law.md", ref)

        assert trust(vault, ref) < 0.6

    def test_what_a_human_replaced_is_not_brought_back(self, vault: Vault, ada: Pen, bot: Pen) -> None:
        old = bot.claim("The account is 111", stated=0.9).ref
        middle = bot.claim("The account is 222", stated=0.9).ref
        ada.supersede(middle, old, because="corrected")

        with pytest.raises(InputError, match="a human put"):
            bot.supersede(old, middle, because="corrected")
        newest = bot.claim("The account is 333", stated=0.9).ref
        bot.supersede(newest, middle, because="updated")
        with pytest.raises(InputError, match="a human put"):
            bot.supersede(old, newest, because="corrected")
        assert "superseded" == vault.why(old).record.status

    def test_an_agent_may_change_its_own_mind(self, vault: Vault, bot: Pen) -> None:
        old = bot.claim("The account is 111", stated=0.9).ref
        new = bot.claim("The account is 222", stated=0.9).ref
        bot.supersede(new, old, because="corrected")

        assert bot.supersede(old, new, because="corrected").events


class TestWhatIsNothing:
    @pytest.mark.parametrize("text", ["\u200b", " \u200b\u2060\n", "\u3164\u2800", "\u0301", "\u202e"])
    def test_a_statement_that_nobody_can_see_is_refused(self, vault: Vault, ada: Pen, text: str) -> None:
        with pytest.raises(InputError, match="text must say something"):
            ada.claim(text, stated=0.9)
        with pytest.raises(InputError, match="an author needs a name"):
            vault.by(text).claim("one", stated=0.9)

    @pytest.mark.parametrize("text", ["。", "😀", "租", "x\u200b", "±"])
    def test_one_sign_is_enough(self, ada: Pen, text: str) -> None:
        assert ada.claim(text, stated=0.9).events

    def test_nobody_says_two_things_of_one_record_at_once(self, ada: Pen) -> None:
        ref = ada.claim(ACCOUNT, stated=0.9).ref

        with pytest.raises(InputError, match="at once"):
            ada.claim("Both", stated=0.9, supports=[ref], contradicts=["Our bank"])
        found = ada.claim("Once", stated=0.9, contradicts=[ref, "Our bank", ref])
        assert 2 == len(found.events)


class TestWhatIsTakenBack:
    @pytest.mark.parametrize("is_by_event", [False, True])
    @pytest.mark.parametrize("act", ["contradict", "concern", "support"])
    def test_an_edge_is_taken_back_and_counts_nothing(
        self, vault: Vault, ada: Pen, act: str, is_by_event: bool
    ) -> None:
        ref = ada.claim(ACCOUNT, stated=0.8).ref
        before = trust(vault, ref)
        said = getattr(ada, act)("Law.md", ref)
        assert before != trust(vault, ref)
        names = (said.events[0],) if is_by_event else ("Law.md", ref)
        taken = vault.by("bob").withdraw(*names)

        assert (ref, before) == (taken.ref, taken.after.trust)  # type: ignore[union-attr]
        assert before == reindexed(vault, ref)[0]

        getattr(ada, act)("Law.md", ref)
        assert before != reindexed(vault, ref)[0]

    def test_so_is_a_succession(self, vault: Vault, ada: Pen) -> None:
        old, new = (ada.claim(text, stated=0.8).ref for text in ("The first", "The second"))
        ada.supersede(new, old, because="updated")
        ada.withdraw(new, old)
        reindexed(vault, old)

        assert "active" == vault.why(old).record.status

    def test_an_agent_takes_back_what_it_said_itself(self, vault: Vault, ada: Pen, bot: Pen) -> None:
        ref = ada.claim(ACCOUNT, stated=0.8).ref
        speaker = bot.claim("There is no such account", stated=0.9, contradicts=[ref]).ref
        lowered = trust(vault, ref)
        for other in (vault.by("bot 2", actor="agent"), vault.by("ada", actor="agent")):
            with pytest.raises(InputError, match="bot said that"):
                other.withdraw(speaker, ref)
        assert lowered == trust(vault, ref)
        ada.contradict(speaker, ref)
        told = bot.withdraw(speaker, ref)

        assert "ada said it too" in told.remarks[0]
        assert lowered == trust(vault, ref)
        ada.withdraw(speaker, ref)
        assert 0.8 == reindexed(vault, ref)[0]

    @pytest.mark.parametrize("form", ["pair", "event"])
    def test_what_an_agent_wrote_into_the_ledger_takes_nothing_of_others_back(
        self, vault: Vault, ada: Pen, form: str
    ) -> None:
        ref = ada.claim(ACCOUNT, stated=0.8).ref
        said = ada.contradict("Law.md", ref)
        lowered = trust(vault, ref)
        edge = {"kind": "contradicts", "source": "note:Law.md", "target": ref}
        body = {"edge": edge if form == "pair" else said.events[0]}
        append(vault.root, [Event(1, ulid("Z"), "2099-01-01T00:00:00Z", "withdraw", "bot", "agent", body)])

        assert lowered == reindexed(vault, ref)[0]
        assert "actor-not-allowed" in codes(vault)

    @pytest.mark.parametrize("names", [("Law.md", "Lease.md"), ("01ARZ3NDEKTSV4RRFFQ69G5FAV",)])
    def test_what_nobody_said_is_not_taken_back(self, ada: Pen, names: tuple[str, ...]) -> None:
        with pytest.raises(InputError, match=r"nobody recorded|is no event"):
            ada.withdraw(*names)

    def test_who_said_it_is_shown_where_it_is_somebody_else(self, vault: Vault, ada: Pen, bot: Pen) -> None:
        hers = ada.claim(ACCOUNT, stated=0.8).ref
        speaker = vault.by("other", actor="agent").claim("There is none", stated=0.9).ref
        bot.contradict(speaker, hers)
        listed = next(one for one in vault.claims().claims if one.record.ref == hers)
        told = [one.finding.message for one in vault.audit().findings if one.finding.code == "contested"]

        assert "“There is none” (said by bot (agent))" in vault.why(hers).sentence
        assert ["bot (agent)"] == [one.said_by for one in listed.challengers]
        assert "(said by bot (agent))" in told[0]

        vault.by("other").contradict(speaker, hers)
        assert "said by" not in vault.why(hers).sentence


class TestWhatIsWritten:
    @pytest.mark.parametrize("act", ["verify", "stamp"])
    @pytest.mark.parametrize("why", ["read-only", "hard link"])
    def test_a_file_that_may_not_be_replaced_stays(
        self, vault: Vault, ada: Pen, tmp_path: Path, act: str, why: str
    ) -> None:
        make(vault.root, {"Lease.md": LEASE.replace("---\n", "---\ntier: 5\n", 1)})
        path, other = vault.root / "Lease.md", tmp_path / "other name.md"
        if why == "read-only":
            path.chmod(0o444)
        else:
            os.link(path, other)
        before, inode = path.read_bytes(), path.stat().st_ino

        if act == "verify":
            with pytest.raises(EditRefused, match=why):
                ada.verify(["Lease.md"], write=True)
            assert not list((vault.root / ".caveat").rglob("*.jsonl"))
        else:
            assert why in vault.stamp(write=True).failures[0][1]
        assert (before, inode) == (path.read_bytes(), path.stat().st_ino)


class TestWhatTheFilesLose:
    def test_a_forgotten_text_that_comes_back_is_not_taken_in_and_is_told(
        self, vault: Vault, ada: Pen
    ) -> None:
        ref = ada.claim("The door code is 4711 indeed", stated=0.9).ref
        own = next((vault.root / ".caveat/ledger").glob("*.jsonl"))
        secret = own.read_bytes()
        ada.forget(ref)
        copy = own.with_name("phone (conflicted copy).jsonl")
        copy.write_bytes(secret)

        for full in (False, True):
            vault.index(full=full)
            told = [f for f in vault.doctor().findings if f.code == "forgotten-text"]
            assert [(".caveat/ledger/phone (conflicted copy).jsonl", 1)] == [(f.path, f.line) for f in told]
            assert f"caveat forget {ref[6:]}" in told[0].help
            assert not any(b"4711" in path.read_bytes() for path in vault.index_path.parent.glob("index.*"))
        ada.forget(ref[6:])
        vault.index()

        assert b"4711" not in copy.read_bytes()
        assert "forgotten-text" not in codes(vault)

    def test_it_makes_no_difference_which_came_first(self, vault: Vault, ada: Pen) -> None:
        ref = ada.claim("The door code is 4711 indeed", stated=0.9).ref
        event = Event(1, ulid("Z"), "2099-01-01T00:00:00Z", "forget", "ada", "human", {"id": ref[6:]})
        other = vault.root / ".caveat/ledger/phone.jsonl"
        other.write_bytes(encode_event(event))
        vault.index()

        assert ["forgotten-text"] == [f.code for f in vault.doctor().findings]
        assert not any(b"4711" in path.read_bytes() for path in vault.index_path.parent.glob("index.sqlite"))

        other.write_bytes(encode_event(event._replace(actor="agent")))
        vault.index()
        assert "The door code is 4711 indeed" == vault.why(ref).record.title

    def test_a_last_line_without_an_end_is_forgotten_as_well(self, vault: Vault, ada: Pen) -> None:
        ref = ada.claim("The door code is 4711 indeed", stated=0.9).ref
        own = next((vault.root / ".caveat/ledger").glob("*.jsonl"))
        secret = own.read_bytes()
        ada.forget(ref)
        own.with_name("copy.jsonl").write_bytes(secret.splitlines()[0])
        for _ in range(2):
            assert () == tuple(f.code for f in vault.index().findings if f.code == "ledger-rewritten")

        assert ["forgotten-text"] == [f.code for f in vault.doctor().findings]

    def test_a_torn_line_with_a_piece_of_the_text_is_listed(self, vault: Vault, ada: Pen) -> None:
        ref = ada.claim("The code of the door is 4711 indeed", stated=0.9).ref
        (vault.root / ".caveat/ledger/torn.jsonl").write_bytes(b'the door is 4711 indeed"}}\n{"v":1,"id\n')
        found = ada.forget(ref)

        assert [".caveat/ledger/torn.jsonl:1"] == [e.split(",")[0] for e in found.elsewhere if "torn" in e]

    def test_a_lost_ledger_file_is_told_until_its_events_are_back(
        self, vault: Vault, ada: Pen, tmp_path: Path
    ) -> None:
        ada.claim(ACCOUNT, stated=0.9)
        own = next((vault.root / ".caveat/ledger").glob("*.jsonl"))
        own.rename(tmp_path / "away.jsonl")
        for _ in range(2):
            assert "ledger-missing" in [finding.code for finding in vault.index().findings]
            assert "ledger-missing" in codes(vault)
            assert "ledger-missing" in [finding.code for finding in vault.doctor().findings]

        shutil.copy(tmp_path / "away.jsonl", own.with_name("under another name.jsonl"))
        assert "ledger-missing" not in [finding.code for finding in vault.index().findings]

    def test_an_index_run_from_the_start_takes_the_loss_as_it_is(self, vault: Vault, ada: Pen) -> None:
        ada.claim(ACCOUNT, stated=0.9)
        next((vault.root / ".caveat/ledger").glob("*.jsonl")).unlink()
        first = [finding.code for finding in vault.index(full=True).findings]

        assert "ledger-missing" in first
        assert "ledger-missing" not in [finding.code for finding in vault.index(full=True).findings]

    def test_a_file_whose_events_stand_elsewhere_too_is_no_loss(self, vault: Vault, ada: Pen) -> None:
        ada.claim(ACCOUNT, stated=0.9)
        own = next((vault.root / ".caveat/ledger").glob("*.jsonl"))
        copy = own.with_name("copy.jsonl")
        shutil.copy(own, copy)
        own.with_name("empty.jsonl").write_bytes(b"")
        vault.index()
        copy.unlink()
        own.with_name("empty.jsonl").unlink()

        assert "ledger-missing" not in [finding.code for finding in vault.index().findings]


class TestWhatOthersRecord:
    @pytest.fixture
    def other(self, vault: Vault, tmp_path: Path) -> Iterator[Vault]:
        """The same vault on another device: with an index of its own."""
        with caveat.open(vault.root, index=tmp_path / "other.sqlite") as opened_:
            opened_.index()
            yield opened_

    @pytest.mark.parametrize("ask", ["search", "why", "claims", "status", "diff", "passages"])
    def test_it_is_in_the_next_answer(self, vault: Vault, other: Vault, ada: Pen, ask: str) -> None:
        ref = ada.claim("The kiln is cold", stated=0.9).ref
        asks: dict[str, Callable[[], object]] = {
            "search": lambda: [hit.ref for hit in other.search("kiln cold")] == [ref],
            "why": lambda: other.why(ref).assessment == vault.why(ref).assessment,
            "claims": lambda: [one.record.ref for one in other.claims().claims] == [ref],
            "status": lambda: other.status().counts.claims == 1,
            "diff": lambda: ref in [shift.ref for shift in other.diff(0.0).new],
            "passages": lambda: ref in other.passages([ref]).by_ref,
        }

        assert asks[ask]()
        assert not other.answer("kiln").behind.is_ledger_behind
        assert content(other) == content(vault)

    def test_what_takes_long_is_told_instead(self, vault: Vault, other: Vault, ada: Pen) -> None:
        ref = ada.claim("The kiln is cold", stated=0.9).ref
        assert [ref] == [hit.ref for hit in other.search("kiln cold")]
        ada.forget(ref)

        for _ in range(2):
            assert other.answer("kiln cold").behind.is_ledger_behind
        other.index()
        assert [] == other.search("kiln cold")

    def test_nobody_waits_for_who_writes_the_index(
        self, vault: Vault, other: Vault, ada: Pen, tmp_path: Path
    ) -> None:
        lock = sqlite3.connect(tmp_path / "other.sqlite", isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        ref = ada.claim("The kiln is cold", stated=0.9).ref
        started = time.monotonic()

        assert other.answer("kiln cold").behind.is_ledger_behind
        assert time.monotonic() - started < 10
        lock.execute("ROLLBACK")
        lock.close()
        assert [ref] == [hit.ref for hit in other.search("kiln cold")]


GERMAN = "Die Miete beträgt %s im Monat und wird am Ersten bezahlt, wie es im Vertrag steht.\n"
ENGLISH = "The rent is %s a month and is paid on the first, as the contract says.\n"


class TestOneNumberInTwoLanguages:
    @pytest.mark.parametrize(
        ("derived", "source"),
        [
            (GERMAN % "12.000 EUR", ENGLISH % "12.000 EUR"),
            (GERMAN % "12,000 EUR", ENGLISH % "12,000 EUR"),
            (ENGLISH % "12.000 EUR", GERMAN % "12 000 EUR"),
            (ENGLISH % "-1.250 EUR", GERMAN % "-1.250 EUR"),
            (ENGLISH % "1,234 people", GERMAN % "1.234 Personen"),
            (GERMAN % "3,142", ENGLISH % "3.1416"),
            (GERMAN % "1,5 Mio. EUR", ENGLISH % "1,500,000 EUR"),
        ],
    )
    def test_the_same_one_is_no_drift(self, derived: str, source: str) -> None:
        found = figures(source, is_note=True).prose

        assert [True] == [stands_in(one, found) for one in figures(derived, is_note=True).prose]

    @pytest.mark.parametrize("text", [GERMAN, ENGLISH])
    @pytest.mark.parametrize("other", [GERMAN, ENGLISH])
    @pytest.mark.parametrize(
        ("derived", "source"),
        [("12,000 EUR", "12 EUR"), ("12.000 EUR", "12 EUR"), ("12,000", "12"), ("1,899 EUR", "1.90 EUR")],
    )
    def test_a_thousandth_of_it_is_another_one(
        self, text: str, other: str, derived: str, source: str
    ) -> None:
        found = figures(other % source, is_note=True).prose

        assert [False] == [stands_in(one, found) for one in figures(text % derived, is_note=True).prose]


class TestHowADateIsWritten:
    @pytest.mark.parametrize("mark", ['"', "'", ""])
    def test_quotes_stay(self, vault: Vault, ada: Pen, mark: str) -> None:
        line = f"verified: {mark}2026-01-01{mark} # by hand\n"
        make(vault.root, {"Lease.md": LEASE.replace("---\n", f"---\n{line}", 1)})
        ada.verify(["Lease.md"], write=True)
        written = (vault.root / "Lease.md").read_text(encoding="utf-8").split("\n")[1]

        assert f"verified: {mark}{iso_date(today())}{mark} # by hand" == written

    @pytest.mark.parametrize("dates", ["[2026-01-01, 2026-02-01]", "\n  - 2026-01-01\n  - 2026-02-01"])
    def test_a_list_of_dates_is_left_to_its_author(self, vault: Vault, ada: Pen, dates: str) -> None:
        text = LEASE.replace("---\n", f"---\nverified: {dates}\n", 1)
        make(vault.root, {"Lease.md": text})

        with pytest.raises(EditRefused, match="several dates"):
            ada.verify(["Lease.md"], write=True)
        assert text == (vault.root / "Lease.md").read_text(encoding="utf-8")


class TestWhatSurroundsIt:
    @pytest.mark.parametrize("seconds", [-1.0, -1e9])
    def test_a_clock_that_is_wrong_is_named(
        self, vault: Vault, ada: Pen, monkeypatch: pytest.MonkeyPatch, seconds: float
    ) -> None:
        monkeypatch.setattr(time, "time", lambda: seconds)

        with pytest.raises(InputError, match="clock is wrong"):
            ada.claim("one", stated=0.9)

    def test_bytes_that_are_no_text_are_named(self, ada: Pen) -> None:
        with pytest.raises(InputError, match=r"holds '.udce9', which is no character; text has to be UTF-8"):
            ada.claim("caf\udce9", stated=0.9)

    def test_a_ledger_folder_that_nobody_may_enter_is_named(
        self, vault: Vault, ada: Pen, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ada.claim("one", stated=0.9)
        is_file = Path.is_file

        def refused(path: Path) -> bool:
            if path.suffix == ".jsonl":
                raise PermissionError(13, "Permission denied")
            return is_file(path)

        monkeypatch.setattr(Path, "is_file", refused)
        with pytest.raises(
            VaultMissing, match=r"ledger/.*\.jsonl cannot be looked at.*who may enter .*ledger"
        ):
            vault.index()

    def test_a_file_that_cannot_be_read_any_more_says_what_still_counts(
        self, vault: Vault, ada: Pen, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ref = ada.claim("one", stated=0.9).ref
        opened_ = Path.open

        def refused(path: Path, *arguments: Any) -> object:
            if path.suffix == ".jsonl":
                raise PermissionError(13, "Permission denied")
            return opened_(path, *arguments)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "open", refused)
            told = [f for f in vault.index().findings if f.code == "unreadable-ledger"]
            assert "What was read of it before still counts" in told[0].help
            assert 0.9 == trust(vault, ref)
            with caveat.open(vault.root, index=vault.index_path.with_name("fresh.sqlite")) as fresh:
                told = [f for f in fresh.index().findings if f.code == "unreadable-ledger"]
                assert "missing from every answer" in told[0].help


def test_an_agent_does_not_bring_back_what_a_person_took_back(ada: Pen, bot: Pen, vault: Vault) -> None:
    ref = ada.claim(RENT, stated=0.6).ref
    bot.support("Lease.md", ref)
    confirmed = trust(vault, ref)
    ada.withdraw("Lease.md", ref)
    with pytest.raises(InputError, match="a human took back that"):
        bot.support("Lease.md", ref)

    assert (1.0, 0.6) == (confirmed, trust(vault, ref))
    (vault.root / "Lease.md").rename(vault.root / "Moved.md")
    vault.index()
    with pytest.raises(InputError, match="a human took back that"):
        bot.support("Moved.md", ref)
    ada.support("Moved.md", ref)
    assert 1.0 == trust(vault, ref)


def test_an_agent_does_not_replace_again_what_a_person_put_back(ada: Pen, bot: Pen, vault: Vault) -> None:
    old, new = (bot.claim(f"The {word} port is open", stated=0.6).ref for word in ("old", "new"))
    bot.supersede(new, old, because="updated")
    ada.withdraw(new, old)
    with pytest.raises(InputError, match="a human took back that"):
        bot.supersede(new, old, because="updated")

    assert "active" == vault.why(old).record.status


def test_authors_whose_names_look_the_same_are_one(vault: Vault) -> None:
    names = ("José", "Jose\u0301", " José\n")
    for number, name in enumerate(names):
        vault.by(name).claim(f"Statement number {number}", stated=0.5)

    assert {"José"} == {one.record.asserted_by for one in vault.claims().claims}


@pytest.mark.parametrize("name", ["ada\u200b", "\u202eada", "a\x07da"])
def test_an_author_has_no_character_that_nobody_sees(vault: Vault, name: str) -> None:
    with pytest.raises(InputError, match="nobody sees"):
        vault.by(name).claim("So it is said", stated=0.5)
