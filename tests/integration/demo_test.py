#!/usr/bin/env python3
"""Runs the demo against the real daemon and checks what it prints.

    demo_test.py EMOTED EMOTE_LOAD SOURCE_FOLDER

The ticks that must be printed are worked out here from the emote files, without any of the project's code.
"""
import json
import pathlib
import re
import subprocess
import sys

from daemon import Daemon


def ticks(time):
    """A time of the format: ticks, or with t, s or d behind."""
    match = re.fullmatch(r"([0-9.]+)([tsd]?)", str(time))
    return round(float(match.group(1)) * {"": 1, "t": 1, "s": 20, "d": 24000}[match.group(2)])


def load(source):
    files = {}
    for path in pathlib.Path(source, "config/starter").rglob("*.json"):
        document = json.loads(path.read_text())
        if "id" in document:
            files[document["id"]] = document
    return files


def length(files, step):
    """Of a step that leaves no choice."""
    if "wait" in step:
        return ticks(step["wait"])
    clip = files[step["emote"]]
    assert clip["settings"]["playback"]["mode"] == "once"
    return ticks(clip["timeline"]["duration"]) * step.get("repeat", 1)


def section(output, number):
    return re.search(rf"^{number}\. .*?(?=^\d\. |\Z)", output, re.M | re.S).group(0)


def tick_of(text, what):
    found = re.findall(rf"^ *(\d+)  {what}", text, re.M)
    assert len(found) == 1, f"{what!r} is printed {len(found)} times in:\n{text}"
    return int(found[0])


def main(emoted, emote_load, source):
    files = load(source)
    with Daemon(emoted, source) as daemon:
        demo = subprocess.run(
            [emote_load, "demo", "--tcp", f"127.0.0.1:{daemon.port}", "--secret-file", daemon.secret_file,
             "--admin-socket", daemon.admin_socket, "--emotes", daemon.emotes],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240, check=False)
        print(demo.stdout)
        log = daemon.log()
    assert demo.returncode == 0, f"the demo ended with {demo.returncode}; log of the daemon:\n{log}"
    assert "WRONG" not in demo.stdout

    sit = section(demo.stdout, 1)
    assert tick_of(sit, "segment starter:sit_down") == 0
    assert len(re.findall(r"segment starter:sit_idle", sit)) >= 2, "random steps are repeated"

    shake = files["starter:handshake"]["steps"][0]
    offer = ticks(files[shake["await_partner"]["emote"]]["timeline"]["duration"])
    told = section(demo.stdout, 2)
    assert tick_of(told, "MATCHED") == offer, "the match is where the offer ends"
    assert tick_of(told, "end, finished") == offer + sum(length(files, step) for step in shake["matched"])

    five = files["starter:high_five"]["steps"][0]
    offer = ticks(files[five["await_partner"]["emote"]]["timeline"]["duration"])
    deadline = offer + ticks(five["await_partner"]["timeout"])
    told = section(demo.stdout, 3)
    assert tick_of(told, "TIMED OUT") == deadline, "the time-out branch begins at offer + time-out"
    assert tick_of(told, "end, finished") == deadline + sum(length(files, step) for step in five["timeout"])

    told = section(demo.stdout, 4)
    assert "ok: the reload reports success" in told
    changed_at = tick_of(told, "RELOADED: added starter:added_by_demo; changed starter:bow")
    bow, wave = (ticks(files[f"starter:{name}"]["timeline"]["duration"]) for name in ("bow", "wave"))
    ends = [int(tick) for tick in re.findall(r"^ *(\d+)  end, finished", told, re.M)]
    assert changed_at < bow and ends == [bow, wave], "what plays goes on, what is new plays"


if __name__ == "__main__":
    main(*sys.argv[1:])
