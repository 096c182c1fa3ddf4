"""
History: events become records, edges, status and verifications.

The state is a commutative, idempotent fold of the union of all devices' events: no order, no batch and no
repetition changes it. `schema` says what an event may contain, `fold` keeps the state, `views` reads it,
`verification` decides which human look still counts.
"""
