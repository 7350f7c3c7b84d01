"""The part-of-speech tagger: spaCy's network as package data, and varied text that judges how it is run here."""
