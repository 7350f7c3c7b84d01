"""Samples → finished sound: pauses, fades, tempo, file formats."""
