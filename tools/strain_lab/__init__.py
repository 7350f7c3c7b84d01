"""Scenarios that strain a live server; see tools/strain.py."""
