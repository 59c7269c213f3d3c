"""`maskscope play` serves the page, or says why not."""

import socket
import subprocess
import time
from urllib.request import urlopen

from support.cli import COMMAND, run


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_play_says_when_its_port_is_in_use() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run("play", "--no-open", "--port", str(port)) == (
            1,
            "",
            f"Error: port {port} is in use; choose another with --port, or any free one with --port 0\n",
        )


def test_play_serves_the_page() -> None:
    port = free_port()
    arguments = [*COMMAND, "play", "--no-open", "--port", str(port)]
    server = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        assert server.stdout.readline() == f"maskscope is at http://localhost:{port} (Ctrl-C ends it)\n"
        assert "<title>maskscope</title>" in page(f"http://127.0.0.1:{port}/")
    finally:
        server.terminate()
        server.wait(10)


def page(address: str) -> str:
    """The page, once the server answers."""
    for _ in range(120):
        try:
            with urlopen(address) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.25)
    raise TimeoutError(address)
