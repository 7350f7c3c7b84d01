"""Other people's habits, written down as requests and what has to come of them; see tools/strangers.py."""
