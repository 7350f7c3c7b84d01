"""Admission, deadlines, cancelling; the one bridge between the event loop and the computing threads."""
