#!/usr/bin/env python3
"""Runs a small load against the real daemon: no rule is broken, and the report has every number.

    load_test.py EMOTED EMOTE_LOAD SOURCE_FOLDER
"""
import re
import subprocess
import sys

from daemon import Daemon


def main(emoted, emote_load, source):
    with Daemon(emoted, source) as daemon:
        load = subprocess.run(
            [emote_load, "run", "--tcp", f"127.0.0.1:{daemon.port}", "--secret-file", daemon.secret_file, "--players",
             "40", "--proxies", "3", "--seconds", "8", "--seed", "7"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
        print(load.stdout)
        log = daemon.log()
    assert load.returncode == 0, f"the load ended with {load.returncode}; log of the daemon:\n{log}"
    for number in ("start to first pose   p50", "join to matched       p50", "own schedule slip     p50"):
        assert number in load.stdout, f"no {number!r} in the report"
    assert float(re.search(r"bytes a viewer second ([0-9.]+)", load.stdout).group(1)) > 0
    assert "breaches of the rules 0" in load.stdout


if __name__ == "__main__":
    main(*sys.argv[1:])
