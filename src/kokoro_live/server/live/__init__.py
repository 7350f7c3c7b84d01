"""Speech over a WebSocket: text goes in while it is written, sound comes out while it is made."""
