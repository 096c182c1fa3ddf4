"""Everything that is wrong in a vault, gathered from where it was found."""

from caveat.model.findings import Finding
from caveat.model.notes import Relation
from caveat.model.store import Store
from caveat.ops.linking import link_findings

TRUST_EDGES: tuple[Relation, ...] = ("derives", "supports", "contradicts", "concerns", "supersedes")


def all_findings(store: Store) -> tuple[Finding, ...]:
    """Everything that is wrong in the vault as it was indexed, by place."""
    found = [*store.findings(), *link_findings(store.links_to_nowhere(TRUST_EDGES))]
    return tuple(sorted(found, key=lambda f: (f.path, f.line, f.column, f.code, f.message)))
