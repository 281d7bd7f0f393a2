#!/usr/bin/env python3
"""Runs every command that our documents show, as a reader would: from the top of the tree, with the daemon running.

    tests/documents/documents_test.py [ROOT]

In a document, a fenced block whose info string begins with `sh` is a command to type. What this does with each line:
  ./server/run            started in the background before everything else, ended by Ctrl-C (SIGINT) afterwards
  ./tests/run, ./tests/bench/run, .ci/run
                          not run from inside the tests: that they exist and know the arguments shown is checked
  anything else           run with bash, all lines of a block together; must exit 0
A block with the info string `sh docker` needs a container engine and is only looked at. A block marked `sh no-daemon` is
run before the daemon starts.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys

DEADLINE_SECONDS = 600
TEST_COMMANDS = ("./tests/run", "./tests/bench/run", ".ci/run")


def blocks(document):
    """Yields (line number, info words, lines) of each fenced block."""
    fence = None
    for number, line in enumerate(document.read_text().split("\n"), 1):
        found = re.match(r"\s*(`{3,})(.*)$", line)
        if fence is None and found:
            fence, info, start, body = found.group(1), found.group(2).split(), number, []
        elif fence is not None and found and found.group(1) == fence and not found.group(2).strip():
            yield start, info, body
            fence = None
        elif fence is not None:
            body.append(line)


def known_argument(root, command):
    words = command.split("#")[0].split()
    program = root / words[0]
    if not os.access(program, os.X_OK):
        return f"{words[0]} is not an executable file"
    text = program.read_text()
    for word in words[1:]:
        if word.startswith("--") and word != "--" and word not in text:
            return f"{words[0]} does not know {word}"
    return None


class Daemon:
    """./server/run in the background, ready when it has printed its line."""

    def __init__(self, root):
        # A port of its own, so that the test stands beside a daemon on the usual one.
        environment = dict(os.environ, EMOTED_LISTEN__PROXY_TCP="127.0.0.1:0")
        self.process = subprocess.Popen(["./server/run"], cwd=root, env=environment, text=True, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        self.ready = self.process.stdout.readline()

    def end(self):
        os.killpg(self.process.pid, signal.SIGINT)
        _, log = self.process.communicate(timeout=60)
        return self.process.returncode, log


def run(root, document, line, body):
    result = subprocess.run(["bash", "-euo", "pipefail", "-c", "\n".join(body)], cwd=root, text=True,
                            stdin=subprocess.DEVNULL, capture_output=True, timeout=DEADLINE_SECONDS)
    print(f"{document}:{line}: exit {result.returncode}: {body[0]}")
    if result.returncode != 0:
        print(result.stdout, result.stderr, sep="\n")
    return result.returncode == 0


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    documents = [root / name for name in subprocess.run(
        ["git", "-C", root, "ls-files", "*.md"], check=True, capture_output=True, text=True).stdout.split()]
    before, during, failures, shown_run = [], [], 0, False
    for document in documents:
        for line, info, body in blocks(document):
            if not info or info[0] != "sh" or "docker" in info:
                continue
            rest = []
            for command in filter(str.strip, body):
                if command.strip() == "./server/run":
                    shown_run = True
                elif command.startswith(TEST_COMMANDS):
                    wrong = known_argument(root, command)
                    if wrong:
                        print(f"{document.relative_to(root)}:{line}: {wrong}")
                        failures += 1
                else:
                    rest.append(command)
            if rest:
                (before if "no-daemon" in info else during).append((document.relative_to(root), line, rest))
    if not shown_run or not during:
        print("the documents show no ./server/run and nothing to do with it: this test would test nothing")
        return 1
    for block in before:
        failures += not run(root, *block)
    daemon = Daemon(root)
    if not daemon.ready.startswith("emoted ready"):
        print("./server/run printed no ready line but:", daemon.ready, *daemon.end())
        return 1
    for block in during:
        failures += not run(root, *block)
    status, log = daemon.end()
    if status != 0:
        print(f"./server/run ended with {status}:", log)
        failures += 1
    print(f"{len(before) + len(during) + 1} commands run, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
