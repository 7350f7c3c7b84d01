"""OpenAI's own library, with nothing but another address.

python examples/openai_client.py hello.mp3 "Hello from my own machine." [http://localhost:8880]
"""

import sys

from openai import OpenAI


def main(target: str, text: str, server: str = "http://localhost:8880") -> None:
    """Writes the file while the speech is being computed."""
    client = OpenAI(base_url=f"{server}/v1", api_key="not needed")
    with client.audio.speech.with_streaming_response.create(
        model="kokoro", voice="af_heart", input=text, response_format="mp3"
    ) as speech:
        speech.stream_to_file(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
