"""How does a person at a terminal ask? Parse, call one journey, render; no logic lives here."""
