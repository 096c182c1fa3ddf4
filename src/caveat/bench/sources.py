"""Where the data of the bench can be had, how it is laid out, and how it is read."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.bench.collection import Collection
from caveat.model.errors import InputError

ROOT_VARIABLE = "CAVEAT_DATA"
"""Environment variable that names the folder with the data."""


class Source(NamedTuple):
    """
    A public collection.

    Attributes:
        name: Its folder under the data folder.
        where: Where it can be had, with the commit that our figures were measured on.
        licence: Under which terms; none of it is part of caveat.
        what: What it holds, in one line.
    """

    name: str
    where: str
    licence: str
    what: str

    @property
    def line(self) -> str:
        """All of it in one line."""
        return f"{self.name}: {self.what}; {self.where}; licence: {self.licence}"


SOURCES: dict[str, Source] = {
    source.name: source
    for source in (
        Source(
            "cranfield",
            "github.com/oussbenk/cranfield-trec-dataset at 1208e6ed",
            "none stated (public test collection)",
            "1,400 abstracts on aerodynamics, 225 queries, 1,837 judgements",
        ),
        Source(
            "xquad",
            "github.com/google-deepmind/xquad at 7d30520c",
            "CC BY-SA 4.0",
            "240 paragraphs and 1,190 questions, parallel in 12 languages",
        ),
        Source(
            "jaquad",
            "github.com/SkelterLabsInc/JaQuAD at 23f5d72c, data/dev",
            "CC BY-SA 3.0",
            "1,431 Japanese paragraphs, 3,939 questions",
        ),
        Source(
            "locomo",
            "github.com/dial481/locomo at 82e6cbc8, a copy of github.com/snap-research/locomo",
            "CC BY-NC 4.0",
            "10 long dialogues, 272 sessions, 5,882 turns, 1,986 questions",
        ),
        Source(
            "locomo-audit",
            "github.com/dial481/locomo-audit at 9493fb4b",
            "CC BY-NC 4.0",
            "156 errors found in the answers and evidence of LoCoMo",
        ),
        Source(
            "ramdocs",
            "github.com/HanNight/RAMDocs at d44454c9",
            "MIT",
            "500 questions with 2,766 documents: correct, misinformation, noise",
        ),
        Source(
            "climate-fever",
            "github.com/tdiggelm/climate-fever-dataset at 03de6161",
            "none stated; cite the paper",
            "1,535 claims with five evidence sentences each, and the annotators' votes",
        ),
        Source(
            "books",
            "github.com/tallusil/luxun-novel-analysis (data/raw) as books/zh; "
            "github.com/aozorahack/aozorabunko_text (cards), in UTF-8, as books/ja",
            "public domain; repository of the Chinese texts: MIT",
            "four stories by Lu Xun, Akutagawa and Dazai: zh/阿Ｑ正传.md, zh/祝福.md, ja/127_…, ja/1567_…",
        ),
        Source(
            "crowd",
            "github.com/zhydhkcws/crowd_truth_infer at 8d216471",
            "none stated; cite Zheng et al., VLDB 2017",
            "answers of crowd workers with the truth: Duck, D_Product, Dog, Face",
        ),
        Source(
            "numbers",
            "github.com/ehudreiter/accuracySharedTask at b6963f7 (folder inlg2021: games.csv, gsml.csv,"
            " shared_task.jsonl) and github.com/microsoft/Recognizers-Text at 90e968e (folder"
            " recognizers_specs: CurrencyModel.json and PercentModel.json as English.Currency.json etc.)",
            "CC0 and MIT",
            "60 game reports with 474 numbers marked as wrong, and 403 texts with their amounts",
        ),
    )
}
"""Every collection that a condition uses, by name."""


class DataSet(NamedTuple):
    """
    A named set to measure retrieval on.

    Attributes:
        name: As ``--set`` takes it.
        source: Its entry in `SOURCES`.
        files: Its files under the data folder; the last part of each may be a pattern.
        load: Reads those files.
    """

    name: str
    source: str
    files: tuple[str, ...]
    load: Callable[[Sequence[Path]], tuple[Collection, ...]]


def _cranfield(paths: Sequence[Path]) -> tuple[Collection, ...]:
    from caveat.bench.trec import load_trec

    return (load_trec(*paths),)


def _squad(paths: Sequence[Path]) -> tuple[Collection, ...]:
    from caveat.bench.squad import load_squad

    return (load_squad(paths),)


def _across(paths: Sequence[Path]) -> tuple[Collection, ...]:
    """Questions in the language of the first file to the same paragraphs in that of the second."""
    from caveat.bench.collection import checked
    from caveat.bench.inputs import names
    from caveat.bench.squad import load_squad

    asked, told = (load_squad([path]) for path in paths)
    return (checked(told._replace(queries=asked.queries), names(paths)),)


def _turns(paths: Sequence[Path]) -> tuple[Collection, ...]:
    from caveat.bench.locomo import load_locomo

    return load_locomo(paths[0], "turns", audit=paths[1] if paths[1:] else None)


def _sessions(paths: Sequence[Path]) -> tuple[Collection, ...]:
    from caveat.bench.locomo import load_locomo

    return load_locomo(paths[0], "sessions", audit=paths[1] if paths[1:] else None)


CRANFIELD = ("cranfield/cran.all.1400.xml", "cranfield/cran.qry.xml", "cranfield/cranqrel.trec.txt")
LOCOMO = "locomo/data/locomo10.json"
AUDIT = "locomo-audit/errors.json"
RAMDOCS = "ramdocs/RAMDocs_test.jsonl"
CROWDS = {
    "duck": "crowd/datasets/d_Duck Identification",
    "product": "crowd/datasets/d_jn-product",
    "dog": "crowd/datasets/s4_Dog data",
    "face": "crowd/datasets/s4_Face Sentiment Identification",
}
"""Folders of the crowds that ``caveat bench crowd`` knows by name."""

CLAIMS = "climate-fever/dataset/climate-fever.jsonl"

SETS: dict[str, DataSet] = {
    data_set.name: data_set
    for data_set in (
        DataSet("cranfield", "cranfield", CRANFIELD, _cranfield),
        DataSet("xquad-en", "xquad", ("xquad/xquad.en.json",), _squad),
        DataSet("xquad-ru", "xquad", ("xquad/xquad.ru.json",), _squad),
        DataSet("xquad-zh", "xquad", ("xquad/xquad.zh.json",), _squad),
        DataSet("xquad-ru-en", "xquad", ("xquad/xquad.ru.json", "xquad/xquad.en.json"), _across),
        DataSet("xquad-zh-en", "xquad", ("xquad/xquad.zh.json", "xquad/xquad.en.json"), _across),
        DataSet("jaquad", "jaquad", ("jaquad/data/dev/jaquad_dev_*.json",), _squad),
        DataSet("locomo-turns", "locomo", (LOCOMO,), _turns),
        DataSet("locomo-sessions", "locomo", (LOCOMO,), _sessions),
        DataSet("locomo-turns-audited", "locomo", (LOCOMO, AUDIT), _turns),
        DataSet("locomo-sessions-audited", "locomo", (LOCOMO, AUDIT), _sessions),
    )
}
"""Sets that ``caveat bench retrieval`` knows by name."""


def data_file(name: str, root: Path | None) -> Path:
    """
    The file *name* under the data folder.

    Args:
        name: Relative, its first part the name of a source.
        root: The data folder; None = what ``CAVEAT_DATA`` names.

    Raises:
        InputError: There is no data folder, or it does not hold the file; the message says where it can be
            had and under which licence.
    """
    return _files(name, root)[0]


def load_set(name: str, root: Path | None) -> tuple[Collection, ...]:
    """
    The collections of the set called *name*, read from the data folder *root* (None = ``CAVEAT_DATA``).

    Raises:
        InputError: No such set, or its data is missing or malformed.
    """
    if name not in SETS:
        raise InputError(f"no set is called {name!r}: one of {', '.join(SETS)}")
    chosen = SETS[name]
    return chosen.load([path for file in chosen.files for path in _files(file, root)])


def _files(name: str, root: Path | None) -> list[Path]:
    source = SOURCES[name.split("/", 1)[0]]
    folder = root or (Path(os.environ[ROOT_VARIABLE]) if os.environ.get(ROOT_VARIABLE) else None)
    if folder is None:
        raise InputError(f"no data folder: set {ROOT_VARIABLE} or give --data. {source.line}")
    path = folder / name
    found = sorted(path.parent.glob(path.name)) if "*" in path.name else [path]
    if not found or not all(file.is_file() for file in found):
        raise InputError(f"{path}: there is no such file. {source.line}")
    return found
