#!/usr/bin/env python3
"""Runs `emoted explain` as an author would and compares what it says.

    explain_test.py EMOTED SOURCE_FOLDER

The approved output lies in tests/golden/explain. With EMOTED_APPROVE=1 in the environment it is written; without it,
what differs is left beside it as *.unapproved. Every emote of the samples (EMOTED_SAMPLES, if set) is explained too, and
what is said about it must fit together.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

EMOTED, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
GOLDEN = SOURCE / "tests/golden/explain"
DONE, FAULTY, CANNOT_LOOK = 0, 1, 2
STARTER = ("--pack", "config/starter")
failures = []


def run(*arguments, folder=SOURCE):
    result = subprocess.run([EMOTED, "explain", *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
                            cwd=folder)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def expect(what, is_so, *seen):
    if not is_so:
        failures.append(what)
        print("FAILED:", what, *seen, sep="\n  ")


def approved(name, *arguments):
    status, text, error = run(*arguments)
    expect(f"{name}: done in silence", (status, error) == (DONE, ""), status, error)
    path = GOLDEN / name
    unapproved = path.with_name(name + ".unapproved")
    if path.exists() and path.read_text() == text:
        unapproved.unlink(missing_ok=True)
    elif os.environ.get("EMOTED_APPROVE") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        unapproved.unlink(missing_ok=True)
    else:
        unapproved.write_text(text)
        expect(f"{name} is as approved", False, f"compare with {unapproved}")
    expect(f"{name}: the same again", run(*arguments)[1] == text)
    return text


def check_course(name, course, branches):
    """One course of the JSON: no gap, one end, chances that add up, spans and events within it."""
    at = 0
    for entry in course["time_line"]:
        expect(f"{name}: the time line has no gap", entry["from"] == at, at, entry)
        at = entry["to"]
        draw = entry.get("draw")
        if draw and "candidates_left_out" not in draw:
            expect(f"{name}: the chances add up", sum(c["weight"] for c in draw["candidates"]) == draw["total"], draw)
        if draw:
            chosen = [c for c in draw["candidates"] if c["chosen"]]
            expect(f"{name}: the chosen is what is played", len(chosen) == 1 and chosen[0]["weight"] > 0
                   and chosen[0]["id"] == entry.get("clip", entry.get("control")), entry)
            expect(f"{name}: a draw is below its total", draw.get("drawn", 0) < draw["total"], draw)
    ends = course["ticks"]
    expect(f"{name}: it ends with its last entry", max(at, 1) == ends or course["endless"] or course["broken_off"], at, ends)
    for display in course["displays"]:
        before = 0
        for start, end in display["hidden"]:
            expect(f"{name}: hidden spans are in order", before <= start < end <= ends, display)
            before = end + 1
    for event in course["events"]:
        expect(f"{name}: events are within it", 0 <= event["tick"] <= ends, event)
    traffic = course["bytes"]
    messages = traffic["messages"]
    expect(f"{name}: bytes add up", sum(kind["bytes"] for kind in messages.values()) == traffic["start"] + traffic["rest"])
    expect(f"{name}: one start", messages["PlaybackStart"]["messages"] == 1)
    if not course["broken_off"] or course["endless"]:
        expect(f"{name}: one end", messages["PlaybackEnd"]["messages"] == 1)


def explained(identifier, *arguments, folder=SOURCE):
    status, text, error = run(identifier, "--format", "json", *arguments, folder=folder)
    expect(f"{identifier} {arguments}: explained", status == DONE, status, error)
    report = json.loads(text)
    branches = {branch["branch"]: branch for branch in report["branches"]}
    for branch in branches.values():
        expect(f"{identifier}: lengths are in order", branch["shortest"] <= branch["ticks"] <= branch["longest"]
               and branch["shortest"] - 1e-6 <= branch["expected"] <= branch["longest"] + 1e-6, branch)
    for course in report["courses"]:
        check_course(f"{identifier} {course['course']}", course, branches)
    for clip in report["clips"]:
        for place in [clip["owner"], *clip["used_by"]]:
            expect(f"{identifier}: links are placed", place.get("line", 0) > 0, place)
    return report


def check_goldens():
    approved("sit.txt", "starter:sit", "--seed", "7", *STARTER)
    approved("sit.json", "starter:sit", "--seed", "7", "--format", "json", *STARTER)
    approved("handshake.txt", "starter:handshake", *STARTER)
    approved("handshake.json", "starter:handshake", "--format", "json", *STARTER)
    approved("handshake_joined.txt", "starter:handshake", "--partner-at", "70", *STARTER)
    approved("wave.txt", "starter:wave", *STARTER)
    approved("sit_idle_look.txt", "starter:sit_idle_look", *STARTER)


def check_partner_ticks():
    """Whoever comes during the offer waits for its end; later they match at once; at the deadline it is too late."""
    window = explained("starter:handshake", *STARTER)["partner"]
    for tick, course, branch_at in ((0, "matched", window["offer"]), (window["offer"] - 1, "matched", window["offer"]),
                                    (window["offer"], "matched", window["offer"]),
                                    (window["end"] - 1, "matched", window["end"] - 1),
                                    (window["end"], "timeout", window["end"]), (10 ** 9, "timeout", window["end"])):
        courses = explained("starter:handshake", "--partner-at", str(tick), *STARTER)["courses"]
        expect(f"a partner in tick {tick}: {course} at {branch_at}",
               [(c["course"], c["branch_at"]) for c in courses] == [(course, branch_at)], courses[0]["course"])


def check_errors():
    status, text, error = run("starter:hadnshake", *STARTER)
    expect("an unknown id is 2, with the nearest", status == CANNOT_LOOK and text == ""
           and 'did you mean "starter:handshake"?' in error, status, text, error)
    status, _, error = run("starter:sit", "--pack", "no/such/folder")
    expect("an unreadable pack is 2", status == CANNOT_LOOK and "no/such/folder" in error, status, error)
    status, _, error = run("starter:sit", "--partner-at", "5", *STARTER)
    expect("a partner for one is 2", status == CANNOT_LOOK and "--partner-at" in error, status, error)
    for arguments in ((), ("starter:sit", "--seed", "many"), ("starter:sit", "--seed", "-1"), ("starter:sit", "--seed", "0x10"),
                      ("starter:sit", "--seed", "18446744073709551616"), ("starter:sit", "--format", "xml")):
        status, _, error = run(*arguments)
        expect(f"bad arguments are 2: {arguments}", status == CANNOT_LOOK and error != "", status, error)
    status, text, error = run("broken:links", "--pack", "tests/check/broken")
    expect("an emote with faults is 1, and they are told with both places", status == FAULTY and text == ""
           and "tests/check/broken/links.json:" in error and "tests/check/broken/clips/pose.json:" in error, status, error)
    status, text, error = run("broken:links", "--pack", "tests/check/broken", "--format", "json")
    links = json.loads(text)
    expect("faults are told to programs, too, with both places", status == FAULTY and links["id"] == "broken:links"
           and any(place["line"] for finding in links["diagnostics"] for place in finding.get("related", [])), text)
    with tempfile.TemporaryDirectory() as folder:
        clip = json.loads((SOURCE / "config/starter/greet/wave.json").read_text())
        clip["id"] = "my:broken"
        clip["timeline"]["tracks"]["waist"]["position"][0]["value"] = ["math.ln(0)", 0, 0]
        (pathlib.Path(folder) / "broken.json").write_text(json.dumps(clip))
        status, text, error = run("my:broken", "--pack", folder)
        expect("an emote that fails when it is played is 1", status == FAULTY and "it fails: " in text, status,
               text[-500:], error)


def check_full_output():
    with open("/dev/full", "w") as full:
        result = subprocess.run([EMOTED, "explain", "starter:sit", *STARTER], stdin=subprocess.DEVNULL, stdout=full,
                                stderr=subprocess.PIPE, timeout=120, cwd=SOURCE)
    expect("what cannot be written is 2", result.returncode == CANNOT_LOOK and b"standard output" in result.stderr, result)


def check_seed():
    first = explained("starter:sit", "--seed", "18446744073709551615", *STARTER)
    expect("a seed of 64 bits is told exactly", first["seed"] == "18446744073709551615", first["seed"])
    expect("a seed is decimal", explained("starter:sit", "--seed", "010", *STARTER)["seed"] == "10", "010")
    lengths = {explained("starter:sit", "--seed", str(seed), *STARTER)["courses"][0]["ticks"] for seed in range(12)}
    expect("other seeds, other courses", len(lengths) > 3, lengths)


def check_samples():
    samples = os.environ.get("EMOTED_SAMPLES")
    folders = sorted({path.parent for path in pathlib.Path(samples).rglob("*.json")}) if samples else []
    explained_any = 0
    for folder in folders:
        for path in sorted(folder.glob("*.json")):
            try:
                emote = json.loads(path.read_text())
            except ValueError:
                continue
            if not isinstance(emote, dict) or emote.get("type") not in ("animation", "sequence") or emote.get("schema_version") != 4:
                continue
            if run(emote["id"], "--pack", str(folder))[0] == DONE:
                explained(emote["id"], "--pack", str(folder))
                explained_any += 1
    print(f"{explained_any} sample emotes explained")
    expect("the samples can be explained", not samples or explained_any >= 5, explained_any)


check_goldens()
check_partner_ticks()
check_errors()
check_full_output()
check_seed()
check_samples()
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
