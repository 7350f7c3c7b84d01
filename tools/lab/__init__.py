"""Evaluations; each `run` prints a table, returns an exit status and can write its figures as JSON."""
