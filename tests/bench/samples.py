"""Small files in every format that the bench reads, as their makers write them, with words of our own."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

DOCUMENTS = """\
<doc>
<docno>1</docno>
<title>glaze
of ash .</title>
<author>a. potter</author>
<text>glaze of ash . the ash is washed twice & dried .</text>
</doc>
<doc><docno>2</docno><title>kiln shelves</title><text>a kiln shelf bends when it is hot .</text></doc>
<doc><docno>3</docno><title></title><text>clay is wedged by hand .</text></doc>
""".replace("&", "&amp;")

TOPICS = """\
<?xml version='1.0' encoding='utf-8' standalone='yes'?>
<xml>
<top>
<num> 1</num>
<title>
how is ash
washed
</title>
</top>
<top>
<num> 7</num>
<title>hot shelves</title>
</top>
</xml>
"""

QRELS = "1 0 1 1\n1 0 2 0\n2 0 2 3\n"

SQUAD = {
    "version": "1",
    "data": [
        {
            "title": "Pots",
            "paragraphs": [
                {
                    "context": "Ash is washed twice before it is used.",
                    "qas": [{"id": "a", "question": "How often is ash washed?", "answers": []}],
                },
                {
                    "context": "A shelf bends when the kiln is hot.",
                    "qas": [{"id": "b", "question": "When do shelves bend?", "answers": []}],
                },
            ],
        }
    ],
}


def turn(id_: str, speaker: str, text: str) -> dict[str, str]:
    return {"speaker": speaker, "dia_id": id_, "text": text}


LOCOMO: list[dict[str, Any]] = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Mia",
            "speaker_b": "Tom",
            "session_1_date_time": "1 May, 2023",
            "session_1": [
                turn("D1:1", "Mia", "I bought a kiln."),
                turn("D1:2", "Tom", "I went sailing in Genoa."),
            ],
            "session_2_date_time": "2 May, 2023",
            "session_2": [turn("D2:1", "Mia", "The kiln broke yesterday.")],
        },
        "qa": [
            {"question": "What did Mia buy?", "answer": "a kiln", "evidence": ["D1:1"], "category": 4},
            {"question": "Where was Tom sailing?", "evidence": ["D1:02; D2:1"], "category": 1},
            {"question": "Which tool broke?", "evidence": ["D1:1", "D9:9"], "category": 4},
            {"question": "Nobody knows?", "evidence": [], "category": 3},
        ],
    }
]

AUDIT = [
    {
        "question_id": "locomo_0_qa2",
        "question": "Which tool broke?",
        "error_type": "WRONG_CITATION",
        "correct_evidence": ["D2:1"],
    }
]


def conflicting(number: int) -> dict[str, Any]:
    return {
        "question": f"What is the height of Tower{number}?",
        "documents": [
            {
                "text": f"Tower{number} has, from the river up to its tip, a height of 10 m.",
                "type": "correct",
                "answer": "10 m",
            },
            {"text": f"The height of Tower{number}: 99 m.", "type": "misinfo", "answer": "99 m"},
            {
                "text": f"Tower{number} was painted in spring by two people with brushes.",
                "type": "noise",
                "answer": "unknown",
            },
        ],
    }


CLAIM = {
    "claim_id": "0",
    "claim": "Kilns warm the room",
    "claim_label": "SUPPORTS",
    "evidences": [
        {
            "evidence_id": "Kiln:1",
            "evidence_label": "SUPPORTS",
            "article": "Kiln",
            "evidence": "A kiln gives off heat.",
        }
    ],
}
REFUTED = {
    "claim_id": "1",
    "claim": "Clay is a metal",
    "claim_label": "REFUTES",
    "evidences": [
        {
            "evidence_id": "Clay:1",
            "evidence_label": "REFUTES",
            "article": "Clay",
            "evidence": "Clay is a soil.",
        }
    ],
}


def lines(*items: Mapping[str, Any]) -> str:
    return "".join(json.dumps(item) + "\n" for item in items)


def write(folder: Path, **files: Any) -> dict[str, Path]:
    """Files by name in *folder*: text as it is, anything else as JSON."""
    found = {}
    for name, content in files.items():
        path = folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        found[name] = path
    return found


def data_folder(folder: Path) -> Path:
    """A data folder, laid out as the bench expects it, with a small file in each place."""
    files = {
        "cranfield/cran.all.1400.xml": DOCUMENTS,
        "cranfield/cran.qry.xml": TOPICS,
        "cranfield/cranqrel.trec.txt": QRELS,
        "jaquad/data/dev/jaquad_dev_0000.json": json.dumps(SQUAD),
        "locomo/data/locomo10.json": json.dumps(LOCOMO),
        "locomo-audit/errors.json": json.dumps(AUDIT),
        "ramdocs/RAMDocs_test.jsonl": lines(*map(conflicting, range(3))),
        "climate-fever/dataset/climate-fever.jsonl": lines(CLAIM, REFUTED),
        **{f"xquad/xquad.{language}.json": json.dumps(SQUAD) for language in ("en", "ru", "zh")},
    }
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder
