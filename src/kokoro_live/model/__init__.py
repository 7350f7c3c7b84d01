"""Tokens and a voice → samples: assets, derived graphs, the acoustic graph and the vocoder."""
