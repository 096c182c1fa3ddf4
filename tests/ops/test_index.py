"""Indexing: every file accounted for, nothing written, only what changed is read anew."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

import caveat
from caveat.ops import index as index_journey
from caveat.ops import parsing
from caveat.store.memory import MemoryStore
from caveat.vault import scan
from caveat.vault.config import Config
from tests.vaults import hit_paths, make, opened, tree_hash

HOSTILE: dict[str, str | bytes] = {
    "plain.md": "# plain\nzorbal apples\n",
    "empty.md": "",
    "onlyfm.md": "---\ntitle: only zorbal fm\n---\n",
    "bom.md": b"\xef\xbb\xbf---\ntitle: BOM\n---\nzorbal bom\n",
    "crlf.md": "---\r\ntitle: CRLF\r\ntags: [a]\r\n---\r\nzorbal crlf\r\n",
    "tabs.md": "---\ntitle:\tTabbed\n\tx: 1\n---\nzorbal tabs\n",
    "dup.md": "---\ntitle: one\ntitle: two\n---\nzorbal dup\n",
    "badyaml.md": "---\ntitle: a: b: c\n  - x\n---\nzorbal badyaml\n",
    "open.md": "---\ntitle: never closed\nzorbal open\n",
    "rule.md": "---\n\nzorbal rule\n\n---\nmore\n",
    "template.md": "---\ndate: {{date}}\nkind: <% x %>\n---\nzorbal template\n",
    "latin1.md": "# caf\xe9 zorbal".encode("latin-1"),
    "nul.md": b"# nul zorbal\x00 rest\n",
    "emoji \U0001f98a.md": "# fox \U0001f98a\nzorbal emoji\n",
    "租赁.md": "# 租赁\nzorbal 每月租金\n",
    "cafe\u0301.md": "# nfd\nzorbal nfd\n",
    "caf\u00e9.md": "# nfc\nzorbal nfc\n",
    "Case.md": "# upper\nzorbal upper\n",
    "case.md": "# lower\nzorbal lower\n",
    "dates.md": "---\ndate: 2024-13-45\nverified: soon\nreliability: 7\n---\nzorbal dates\n",
    "types.md": "---\ntitle: [a, b]\ntags: 5\nsources:\n  a: b\nstep: [1, {x: y}]\n---\nzorbal types\n",
    "links.md": "---\nsources:\n  - [[Unquoted]]\n---\nzorbal [[a|b]] [[c#d|e]] ![[i.png|300]] [[g\\|h]] [[]] [[#x]]\n",
    "long.md": "# long\nzorbal " + "x" * 300_000,
    "pipe|name.md": "zorbal pipe\n",
    "hash#name.md": "zorbal hash\n",
    'quote"name.md': "zorbal quote\n",
    "new\nline.md": "zorbal newline\n",
    "note (conflicted copy 2024-01-01).md": "zorbal conflict\n",
    "surrogate.md": '---\ntitle: "\\ud800 x"\n---\nzorbal surrogate\n',
}


def hostile(root: Path) -> Path:
    make(root, HOSTILE)
    Path(os.fsdecode(os.fsencode(root) + b"/bad\xff\xfename.md")).write_bytes(b"zorbal badbytes\n")
    os.symlink(".", root / "loop")
    os.symlink("../outside.md", root / "escape.md")
    os.symlink("missing.md", root / "broken.md")
    os.symlink("plain.md", root / "alias.md")
    os.mkfifo(root / "pipe.md")
    return root


def test_no_file_can_stop_a_run_and_each_is_accounted_for(tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("secret zorbal", encoding="utf-8")
    root = hostile(tmp_path / "vault")
    before = tree_hash(root)
    with caveat.open(root, index=tmp_path / "index.sqlite") as vault:
        report = vault.index()
        again = vault.index()
        found = vault.search("zorbal", k=100)

    assert before == tree_hash(root)
    assert len(HOSTILE) + 1 == len(report.indexed)
    assert (0, len(HOSTILE) + 1) == (len(again.indexed), again.unchanged)
    assert report.findings == again.findings
    assert {"escape.md", "broken.md"} == {skipped.path for skipped in report.skipped}
    assert len(HOSTILE) + 1 - 1 == len(found)  # all but the empty one
    assert "secret" not in "".join(hit.snippet for hit in found)


@pytest.mark.parametrize(
    ("path", "code", "line"),
    [
        ("tabs.md", "bad-frontmatter", 3),
        ("dup.md", "duplicate-key", 3),
        ("badyaml.md", "bad-frontmatter", 2),
        ("open.md", "unclosed-frontmatter", 1),
        ("latin1.md", "not-utf-8", 1),
        ("nul.md", "nul-byte", 1),
        ("dates.md", "bad-value", 3),
        ("links.md", "unresolved-link", 3),
        ("escape.md", "symlink-outside", 0),
        ("broken.md", "symlink-broken", 0),
    ],
)
def test_what_is_wrong_is_named_with_file_and_line(tmp_path: Path, path: str, code: str, line: int) -> None:
    root = hostile(tmp_path / "vault")
    with caveat.open(root, index=tmp_path / "index.sqlite") as vault:
        findings = vault.index().findings

    assert line in {f.line for f in findings if (f.path, f.code) == (path, code)}
    assert all(f.message and f.path for f in findings)


def test_deleting_the_index_and_indexing_again_gives_the_same_answers(tmp_path: Path) -> None:
    root = make(
        tmp_path / "vault",
        {f"n{i}.md": f"# N{i}\napple {'pear ' * (i % 3)}[[n{i + 1}]]\n" for i in range(30)},
    )
    with caveat.open(root, index=tmp_path / "a.sqlite") as vault:
        vault.index()
        for i in (3, 9, 27):
            (root / f"n{i}.md").write_text(f"# N{i}\napple changed\n", encoding="utf-8")
            vault.index()
        (root / "n5.md").unlink()
        vault.index()
        grown = [vault.answer(q, 50, as_of=20000.0, explain=True) for q in ("apple pear", "apple", "n7")]
    with caveat.open(root, index=tmp_path / "b.sqlite") as vault:
        vault.index()
        fresh = [vault.answer(q, 50, as_of=20000.0, explain=True) for q in ("apple pear", "apple", "n7")]

    assert grown == fresh


def test_the_memory_store_gives_the_same_answers(tmp_path: Path) -> None:
    files = {f"n{i}.md": f"---\nsources: ['[[n{i + 1}]]']\n---\napple {i} pear\n" for i in range(8)}
    on_disk = opened(tmp_path, files)
    in_memory = caveat.open(tmp_path / "vault", store=MemoryStore())
    in_memory.index()

    for query in ("apple", "apple 3", "nothing"):
        one, other = on_disk.search(query, as_of=20000.0), in_memory.search(query, as_of=20000.0)
        assert [h.ref for h in one] == [h.ref for h in other]
        assert [h.score for h in one] == pytest.approx([h.score for h in other])
    on_disk.close()


def test_touching_every_file_reads_nothing_anew(tmp_path: Path) -> None:
    vault = opened(tmp_path, {f"n{i}.md": f"text {i}" for i in range(20)})
    for path in vault.root.iterdir():
        os.utime(path, (1, 1))

    report = vault.index()

    assert (0, 20) == (len(report.indexed), report.unchanged)
    assert "" == vault.answer("text").behind.words
    vault.close()


def test_only_what_changed_is_read_anew(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"a.md": "apple", "b.md": "pear", "c.md": "plum"})
    (vault.root / "a.md").write_text("quince", encoding="utf-8")
    (vault.root / "b.md").unlink()
    (vault.root / "d.md").write_text("fig", encoding="utf-8")

    report = vault.index()

    assert (("a.md", "d.md"), 1, ("b.md",)) == (report.indexed, report.unchanged, report.removed)
    assert ["a.md"] == hit_paths(vault, "quince")
    assert [] == hit_paths(vault, "pear")
    vault.close()


def test_a_dangling_link_heals_when_its_note_comes_back(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"A.md": "[[T]]", "T.md": "target"})
    (vault.root / "T.md").unlink()
    vault.index()

    assert [None] == [link.target for link in vault.why("A").links]

    (vault.root / "T.md").write_text("target", encoding="utf-8")
    report = vault.index()

    assert ("T.md",) == report.indexed
    assert ["note:T.md"] == [link.target for link in vault.why("A").links]
    assert ["note:A.md"] == [link.source for link in vault.why("T").backlinks]
    vault.close()


def test_a_new_alias_heals_links_too(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"A.md": "[[Old name]]", "T.md": "target"})
    (vault.root / "T.md").write_text("---\naliases: [Old name]\n---\ntarget", encoding="utf-8")
    vault.index()

    assert ["note:T.md"] == [link.target for link in vault.why("A").links]
    vault.close()


def test_changed_rules_are_applied_to_every_note(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"web/a.md": "apple"})

    assert "undeclared" in vault.search("apple")[0].badges

    (vault.root / "caveat.toml").write_text('[[rule]]\nfolder = "web"\nkind = "web"\n', encoding="utf-8")
    vault.index()

    assert pytest.approx(0.8) == vault.search("apple")[0].trust
    vault.close()


def test_a_killed_run_is_settled_by_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make(
        tmp_path / "vault", {"a.md": "---\nsources: ['[[b]]']\n---\nx", "b.md": "---\nkind: contract\n---\ny"}
    )
    vault = caveat.open(root, index=tmp_path / "index.sqlite")

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(index_journey, "settle", killed)
        patch.setattr(index_journey, "BATCH", 1)
        with pytest.raises(KeyboardInterrupt):
            vault.index()
    report = vault.index()

    assert 1 == report.unchanged
    assert 1 == vault.why("a").assessment.tier
    vault.close()


def test_a_note_that_cannot_be_read_is_named_and_leaves_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = opened(tmp_path, {"a.md": "apple", "b.md": "apple"})
    read = scan.read_bytes

    def refused(os_path: str) -> bytes:
        if os_path.endswith("a.md"):
            raise PermissionError(13, "Permission denied", os_path)
        return read(os_path)

    monkeypatch.setattr("caveat.ops.index.read_bytes", refused)
    monkeypatch.setattr("caveat.ops.parsing.read_bytes", refused)
    report = vault.index()

    assert [("a.md", "unreadable", "error")] == [(f.path, f.code, f.severity) for f in report.findings]
    assert ["b.md"] == hit_paths(vault, "apple")
    vault.close()


def test_frontmatter_that_cannot_be_read_costs_only_itself(tmp_path: Path) -> None:
    files = {
        "1.md": "---\ntitle: ok\n---\napple\n",
        "2.md": "---\nnote: cost: 40, see: below\n---\nbanana\n",
        "3.md": "---\n\tindented: with a tab\n---\ncherry\n",
        "4.md": "plain damson\n",
    }
    root = make(tmp_path / "vault", files)
    with caveat.open(root, index=tmp_path / "index.sqlite") as vault:
        report = vault.index()
        found = [hit_paths(vault, word) for word in ("apple", "banana", "cherry", "damson")]

    assert [["1.md"], ["2.md"], ["3.md"], ["4.md"]] == found
    assert (4, 2) == (len(report.indexed), report.with_bad_metadata)
    assert {("2.md", 2), ("3.md", 2)} == {(f.path, f.line) for f in report.findings}


def test_of_two_values_for_one_key_the_one_that_earns_less_counts(tmp_path: Path) -> None:
    files = {
        "dup.md": "---\nreliability: 0.7\ntier: 1\nreliability: 0.99\n---\nfact about turbines\n",
        "kind.md": "---\nkind: contract\nkind: web\n---\nfact about rotors\n",
    }
    vault = opened(tmp_path, files)

    assert 0.7 == vault.why("dup").record.declared
    assert 0.8 == vault.why("kind").record.declared
    assert {"duplicate-key"} == {f.code for f in vault.why("dup").findings}
    vault.close()


def test_several_processes_may_hold_the_index(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"a.md": "apple"})
    holder = sqlite3.connect(vault.index_path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")

    assert ["a.md"] == hit_paths(vault, "apple")

    holder.execute("ROLLBACK")
    holder.close()
    vault.close()


def test_a_vault_that_is_copied_keeps_its_own_index(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"a.md": "apple"})
    shutil.copytree(vault.root, tmp_path / "other")

    assert caveat.open(tmp_path / "other").index_path != caveat.open(vault.root).index_path

    vault.close()


def test_conflict_copies_are_listed_and_are_no_second_source(tmp_path: Path) -> None:
    files = {
        "Todo.md": "a",
        "Todo (conflicted copy 2026-07-10 070952).md": "b",
        "Todo.sync-conflict-20260710-070952-ABCDEFG.md": "c",
        "Todo 2.md": "d",
        "My conflict notes.md": "e",
        "Cafe\u0301.md": "f",
        "Caf\u00e9 (conflicted copy 2026-07-10).md": "g",
    }
    root = make(tmp_path / "vault", files)
    with caveat.open(root, index=tmp_path / "index.sqlite") as vault:
        report = vault.index()
        identities = {path: vault.why(path).record.identity for path in files}

    copies = {f.path for f in report.findings if f.code == "conflict-copy"}
    assert {*list(files)[1:3], list(files)[-1]} == copies
    assert {identities["Todo.md"]} == {identities[path] for path in copies if path.startswith("Todo")}
    assert 4 == len(set(identities.values()))


def test_unsourced_model_text_is_undeclared_whatever_it_says(tmp_path: Path) -> None:
    files = {
        "a.md": "---\nkind: contract\nreliability: 1.0\ngenerated_by: some-llm\n---\nx",
        "b.md": "---\nkind: contract\ngenerated_by: me\n---\ny",
    }
    vault = opened(tmp_path, files)

    assert (0.6, 1.0) == (vault.why("a").assessment.trust, vault.why("b").assessment.trust)
    assert ["unsourced-model-text"] == [f.code for f in vault.why("a").findings]
    vault.close()


def test_a_written_reliability_of_a_derived_note_is_checked_never_used(tmp_path: Path) -> None:
    files = {
        "a.md": "---\nsources: ['[[b]]']\nreliability: 0.99\ntier: 7\nstep: summary\n---\nx",
        "b.md": "---\nreliability: 0.5\n---\ny",
    }
    vault = opened(tmp_path, files)
    found = vault.why("a")

    assert 0.49 == found.assessment.reliability
    assert (("tier", 7.0, 1.0), ("reliability", 0.99, 0.49)) == found.written
    vault.close()


def test_a_note_whose_sources_are_all_missing_is_undeclared(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"a.md": "---\nsources: ['[[gone]]']\nkind: contract\nreliability: 1\n---\nx"})
    found = vault.why("a")

    assert 0.6 == found.assessment.trust
    assert "missing source" in found.badges
    vault.close()


def test_many_notes_are_parsed_by_forked_readers_to_the_same_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        f"n{i}.md": f"---\nsources: '[[n{i + 1}]]'\n---\n# N{i}\napple {i} [[n{i + 2}]]\n" for i in range(40)
    }
    root = make(tmp_path / "vault", files)
    answers = []
    for many in (1_000, 1):
        monkeypatch.setattr(parsing, "MANY", many)
        with caveat.open(root, index=tmp_path / f"{many}.sqlite") as vault:
            report = vault.index()
            answers.append(
                (report._replace(findings=()), vault.answer("apple", 50, as_of=20000.0), vault.why("n3"))
            )

    assert answers[0] == answers[1]


def test_a_reader_that_ends_early_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make(tmp_path / "vault", {f"n{i}.md": f"apple {i}" for i in range(10)})
    here, read = os.getpid(), parsing._parsed

    def ends_elsewhere(file: scan.ScannedFile, config: Config) -> object:
        if os.getpid() != here and file.path == "n5.md":
            os._exit(3)
        return read(file, config)

    monkeypatch.setattr(parsing, "MANY", 1)
    monkeypatch.setattr(parsing, "_parsed", ends_elsewhere)
    with caveat.open(root, index=tmp_path / "index.sqlite") as vault:
        vault.index()

        assert 10 == len(vault.search("apple", 20))
