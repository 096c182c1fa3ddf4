"""
Does credibility order claims as people judged them (climate-fever)?

Each claim is a record that declares nothing; each annotator's vote on an evidence sentence is a copy of a
web page that supports or contradicts the claim. The votes are noisier than the sentences' labels, from
which the claims' labels were made: on those labels any order that counts at all would be perfect. C is a
ranking signal, so its AUC should be high; it is no probability, so its calibration error is printed beside
it and may be large.
"""

from collections.abc import Sequence
from typing import NamedTuple

from caveat.bench.claims import JudgedClaim
from caveat.bench.metrics import Calibration, Mean, auc
from caveat.model.policy import DEFAULT_POLICY
from caveat.model.records import Edge, EdgeKind, Record
from caveat.trust.assess import assess
from caveat.trust.graph import build_graph

EDGES: dict[str, EdgeKind] = {"SUPPORTS": "supports", "REFUTES": "contradicts"}


class ClaimTrust(NamedTuple):
    """
    How credibility fared.

    Attributes:
        claims: Number of claims that people found supported or refuted.
        auc: How often a supported claim is more credible than a refuted one.
        calibration: Credibility read as the chance of being supported, which it is not.
    """

    claims: int
    auc: Mean
    calibration: Calibration

    def figures(self) -> dict[str, float | None]:
        """Every figure by name."""
        return {"AUC": self.auc.value, "ECE": self.calibration.error}


def measure_claims(claims: Sequence[JudgedClaim]) -> ClaimTrust:
    """The credibility of every claim that is supported or refuted as a whole, against that judgement."""
    judged = [claim for claim in claims if claim.label in EDGES]
    web = DEFAULT_POLICY.kind_reliability["web"]
    records: dict[str, Record] = {}
    edges: list[Edge] = []
    for claim in judged:
        ref = f"claim:{claim.id}"
        records[ref] = Record(ref, "claim")
        for evidence in claim.evidence:
            page = f"note:{evidence.article}"
            records[page] = Record(page, declared=web, is_grounded=True)
            for number, vote in enumerate(evidence.votes, start=1):
                if vote in EDGES:
                    reading = f"{page}#{evidence.id}/{number}"
                    records[reading] = Record(reading, sources=(page,), step="copy")
                    edges.append(Edge(EDGES[vote], reading, ref))
    graph = build_graph(records.values(), edges)
    refs = [f"claim:{claim.id}" for claim in judged]
    found = assess(refs, graph, as_of=0.0)
    scored = [
        (found[ref].credibility, claim.label == "SUPPORTS") for ref, claim in zip(refs, judged, strict=True)
    ]
    return ClaimTrust(len(judged), auc(scored), Calibration.of(scored))
