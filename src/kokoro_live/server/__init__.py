"""The server: what OpenAI's clients expect, around the scheduler."""
