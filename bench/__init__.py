"""Honest measurements."""
