"""Training of the small student of decoder and vocoder. Not part of the wheel; see training/README.md."""
