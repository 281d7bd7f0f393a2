#!/usr/bin/env python3
"""Does what protocol/PROTOCOL.md tells its reader to do by hand, with the commands and lines that stand there.

    document_test.py EMOTED SOURCE_FOLDER
"""
import json
import os
import pathlib
import re
import select
import subprocess
import sys
import time

from daemon import PATIENCE, Daemon


def block(document, name):
    found = re.findall(rf"^```{re.escape(name)}\n(.*?)^```", document, re.M | re.S)
    assert len(found) == 1, f"PROTOCOL.md has {len(found)} blocks called {name}"
    return found[0]


def messages_until(process, done):
    """Reads JSON lines of the daemon until one fulfils `done`; returns all of them."""
    deadline = time.monotonic() + PATIENCE
    text = b""
    messages = []
    while True:
        if not select.select([process.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
            raise AssertionError(f"nothing came before the deadline; so far: {[m['type'] for m in messages]}")
        piece = os.read(process.stdout.fileno(), 65536)
        if not piece:
            raise AssertionError(f"the daemon closed the connection; so far: {messages[-3:]}")
        text += piece
        *lines, text = text.split(b"\n")
        for line in lines:
            if not line.startswith(b"{"):
                continue  # what a script says beside the daemon's lines
            message = json.loads(line)
            messages.append(message)
            if done(message):
                return messages


def must_play_an_emote(process):
    messages = messages_until(process, lambda message: message["type"] == "PlaybackEnd")
    kinds = [message["type"] for message in messages]
    assert "Welcome" in kinds, kinds
    result = next(message for message in messages if message["type"] == "PlayResult")
    assert result["outcome"] == "started", result
    assert kinds.count("PoseFrame") > 3, kinds
    assert messages[-1]["reason"] == "finished", messages[-1]


def over_the_unix_socket(document, emoted, source):
    with Daemon(emoted, source) as daemon:
        # The document's path is run/proxy.sock: relative to the folder that it is run in.
        command = block(document, "nc-unix-command").strip()
        with subprocess.Popen(["bash", "-c", command], cwd=daemon.folder, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as nc:
            nc.stdin.write(block(document, "nc-unix-session").encode())
            nc.stdin.flush()
            try:
                must_play_an_emote(nc)
            finally:
                nc.kill()


def over_tcp(document, emoted, source):
    with Daemon(emoted, source) as daemon:
        script = daemon.folder / "session.sh"
        script.write_text(block(document, "tcp-json-session"))
        with subprocess.Popen(["bash", script, "127.0.0.1", str(daemon.port), daemon.secret_file],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as session:
            try:
                must_play_an_emote(session)
            finally:
                session.kill()


def the_proof(document):
    found = subprocess.run(["bash", "-c", block(document, "openssl-proof")], stdout=subprocess.PIPE, text=True,
                           check=True).stdout
    assert found == block(document, "openssl-proof-output"), found


def main(emoted, source):
    document = pathlib.Path(source, "protocol/PROTOCOL.md").read_text()
    the_proof(document)
    over_the_unix_socket(document, emoted, source)
    over_tcp(document, emoted, source)


if __name__ == "__main__":
    main(*sys.argv[1:])
