"""Published files: which they are, where they come from, and that every byte is right."""
