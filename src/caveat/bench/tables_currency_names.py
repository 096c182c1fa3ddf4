"""Names of currencies in the specs of Recognizers-Text, which give a code for some only; by hand."""

CURRENCIES = {
    "dollar": "USD",
    "united states dollar": "USD",
    "dollar états-unis": "USD",
    "canadian dollar": "CAD",
    "dollar canadien": "CAD",
    "dollar de hong kong": "HKD",
    "dollar australien": "AUD",
    "dollar néo-zélandais": "NZD",
    "euro": "EUR",
    "british pound": "GBP",
    "pound": "GBP",
    "livre": "GBP",
    "yen japonais": "JPY",
    "yuan chinois": "CNY",
    "franc suisse": "CHF",
    "finnish markka": "FIM",
    "mark finlandais": "FIM",
    "netherlands guilder": "NLG",
    "florins néerlandais": "NLG",
    "peseta": "ESP",
    "indian rupee": "INR",
    "roupie indienne": "INR",
    "cambodian riel": "KHR",
    "mexican peso": "MXN",
    "bitcoin": "XBT",
}
"""Name in lower case to its ISO 4217 code; a name that several countries use (franc, rupee) is left out."""

MINOR = {"cent": "", "centimes": "", "pence": "GBP", "penny": "GBP", "sen": "JPY", "pesewa": "GHS"}
"""Hundredths, to the code of their currency; empty = that of the language's cents."""

CENTS = {"en": "USD", "de": "EUR", "fr": "EUR"}
"""The currency that cents are taken for, as in the extractor."""
