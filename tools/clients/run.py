"""Unmodified clients, and a schema fuzzer, against a live server: `make test-clients` installs them and runs this."""

import asyncio
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from strain_lab.live import live

HERE = Path(__file__).parent


async def main(python: str, bridge: str) -> int:
    """`python` and `bridge` are interpreters with Python clients; node finds its own beside the first."""
    modules = Path(python).parents[1]
    (modules / "openai_node.mjs").write_text((HERE / "openai_node.mjs").read_text())  # beside its node_modules
    failed = []
    async with live() as server:
        api, schema = f"{server.url}/v1", f"{server.url}/openapi.json"
        fuzzer = [str(Path(python).with_name("schemathesis")), "run", schema, "--checks", "not_a_server_error"]
        commands = {
            "openai-node": ["node", str(modules / "openai_node.mjs"), api],
            "livekit": [python, str(HERE / "livekit_agents.py"), api],
            "pipecat": [python, str(HERE / "pipecat_service.py"), api],
            "wyoming": [bridge, str(HERE / "wyoming_bridge.py"), api],
            "schemathesis": [*fuzzer, "--max-examples", "50", "--seed", "1", "--suppress-health-check", "all"],
        }
        for name, command in commands.items():
            done = await asyncio.to_thread(subprocess.run, command, timeout=900, check=False)
            if done.returncode:
                failed.append(name)
    print("FAIL: " + ", ".join(failed) if failed else "PASS")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2])))
