#!/usr/bin/env python3
"""Runs `emoted check` as an author would, over files that are broken in every way, and compares what it prints.

    check_test.py EMOTED SOURCE_FOLDER

The approved output lies in tests/golden/check. With EMOTED_APPROVE=1 in the environment it is written; without it, what
differs is left beside it as *.unapproved. After a wanted change, approve and read the difference in git.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

EMOTED, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
GOLDEN = SOURCE / "tests/golden/check"
CLEAN, FAULTY, CANNOT_LOOK = 0, 1, 2
failures = []


def run(*arguments, stdin=b"", environment=None, folder=SOURCE):
    result = subprocess.run([EMOTED, *arguments], input=stdin, capture_output=True, timeout=120, cwd=folder,
                            env=dict(os.environ, **(environment or {})))
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def expect(what, is_so, *seen):
    if not is_so:
        failures.append(what)
        print("FAILED:", what, *seen, sep="\n  ")


def approved(name, text):
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


def check_broken_folder():
    status, text, error = run("check", "tests/check/broken")
    approved("broken.txt", text)
    expect("faults give 1", status == FAULTY and error == "", status, error)
    expect("no control characters reach the terminal", all(c >= " " or c == "\n" for c in text))
    widest = max(len(line) for line in text.split("\n"))
    expect("long lines are cut", widest < 350, widest)
    status, text, _ = run("check", "--format", "json", "tests/check/broken")
    approved("broken.json", text)
    report = json.loads(text)
    expect("counts are right", report["errors"] == sum(d["severity"] == "error" for d in report["diagnostics"]) > 0)
    order = [(d["file"].lower(), d.get("offset", 0)) for d in report["diagnostics"]]
    expect("findings stand in the order of files and positions", order == sorted(order))
    for finding in report["diagnostics"]:
        for related in finding.get("related", []):
            expect("both places of a link have a line", "line" in related, finding)
    # A folder is judged the same from inside, from elsewhere and file by file.
    inside = json.loads(run("check", "--format", "json", ".", folder=SOURCE / "tests/check/broken")[1])
    files = sorted(str(path.relative_to(SOURCE)) for path in (SOURCE / "tests/check/broken").rglob("*.json"))
    each = json.loads(run("check", "--format", "json", *files, "tests/check/broken")[1])
    expect("one file after the other is the same pack", each == report)
    expect("the folder from inside is the same pack",
           [d["code"] for d in inside["diagnostics"]] == [d["code"] for d in report["diagnostics"]])


def check_statuses():
    status, text, _ = run("check", "config/starter")
    expect("the starter pack is clean", status == CLEAN and ", 0 errors, 0 warnings" in text.replace(";", ","), text)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "cheer.json").write_bytes((SOURCE / "tests/check/broken/clips/cheer.json").read_bytes())
        expect("warnings do not fail", run("check", folder)[0] == CLEAN)
        expect("warnings fail on demand", run("check", "--warnings-as-errors", folder)[0] == FAULTY)
        config = folder / "emoted.toml"
        config.write_text('[emotes]\nallowed_commands = ["playsound", "give"]\n')
        status, text, error = run("check", "--warnings-as-errors", "--config", config, folder)
        expect("the allow-list comes from the configuration", status == CLEAN, text, error)
        status, text, _ = run("check", folder, environment={"EMOTED_LIMITS__MAX_EMOTES": "0"})
        expect("without a configuration the environment does not count", status == CLEAN, text)
        config.write_text("[limits]\nmax_emotes = 1\n")
        (folder / "bow.json").write_bytes((SOURCE / "tests/check/broken/clips/bow.json").read_bytes())
        status, text, error = run("check", "--config", config, folder)
        expect("limits come from the configuration", status == FAULTY and "max_emotes" in text, text, error)
        config.write_text("[limits]\nmax_emote = 1\n")
        status, _, error = run("check", "--config", config, folder)
        expect("a faulty configuration gives 2", status == CANNOT_LOOK and "max_emotes" in error, status, error)
        expect("a missing configuration gives 2", run("check", "--config", folder / "none", folder)[0] == CANNOT_LOOK)
    for arguments in (["check"], ["check", "--format", "yaml", "config/starter"], ["check", "--nonsense", "."],
                      ["check", "no/such/file.json"], ["check", "/dev/null"], ["schema"], ["schema", "dance"], []):
        status, _, error = run(*arguments)
        expect(f"{arguments} gives 2 and a reason", status == CANNOT_LOOK and error != "", status, error)


def check_standard_input():
    good = (SOURCE / "tests/check/broken/clips/bow.json").read_bytes()
    expect("standard input is read", run("check", "-", stdin=good)[0] == CLEAN)
    status, text, _ = run("check", "-", stdin=good.replace(b'"hidden": false', b'"hidden": 0'))
    expect("its faults have a place", status == FAULTY and "<stdin>:10:17 $.settings.player.hidden" in text, text)
    expect("nothing is no JSON", run("check", "-")[0] == FAULTY)
    for width in ("16", "32"):
        for encoding in (f"utf-{width}", f"utf-{width}-le", f"utf-{width}-be"):
            for mark in ("", "\N{BYTE ORDER MARK}"):
                status, text, _ = run("check", "-", stdin=(mark + good.decode()).encode(encoding))
                expect(f"{encoding} is called by its name", status == FAULTY and f"written in UTF-{width}\n" in text, text)
    status, text, _ = run("check", "-", stdin=b" " * (8 * 1024 * 1024 + 1))
    expect("too much is refused", status == FAULTY and "file_too_large" in text, text)
    status, text, _ = run("check", "-", stdin=bytes(range(256)) * 64)
    expect("binary is refused", status == FAULTY and "invalid_json" in text, text)


def check_strange_folders():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        expect("an empty folder is clean", run("check", folder)[0] == CLEAN)
        (folder / "again").symlink_to(folder)
        (folder / "bow.json").write_bytes((SOURCE / "tests/check/broken/clips/bow.json").read_bytes())
        (folder / "notes.txt").write_text("no emote")
        status, text, _ = run("check", folder)
        expect("loops and other files harm nothing", status == CLEAN and text.startswith("1 file,"), text)
        os.mkfifo(folder / "pipe.json")
        status, text, _ = run("check", folder)
        expect("a pipe is told and not waited for", status == CANNOT_LOOK and "it is a pipe" in text, text)
        (folder / "pipe.json").unlink()
        (folder / "gone.json").symlink_to(folder / "nothing")
        status, text, _ = run("check", folder)
        expect("what cannot be read gives 2", status == CANNOT_LOOK and "unreadable_file" in text, text)
        (folder / "gone.json").unlink()
        with open(folder / "huge.json", "wb") as huge:
            huge.truncate(100 * 1024 ** 3)
        status, text, _ = run("check", folder)
        expect("huge files are not read", status == FAULTY and "file_too_large" in text, text)
        (folder / "huge.json").unlink()
        odd = folder / "odd\n\x1b[2J.json"
        odd.write_text("{")
        _, text, _ = run("check", folder)
        expect("names of files are made safe", "\x1b" not in text and "odd\\n\\u001B[2J.json" in text, text)
    expect("checking makes no folder", run("check", "tests/check/none")[0] == CANNOT_LOOK
           and not (SOURCE / "tests/check/none").exists())


def check_long_reports():
    clip = json.loads((SOURCE / "tests/check/broken/clips/bow.json").read_text())
    node = next(iter(clip["nodes"].values()))
    clip["nodes"] |= {f"extra{i}": dict(node, visible=i) for i in range(135)}
    clip |= {f"unknown{i}": i for i in range(101)}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name in ("a.json", "b.json"):
            (folder / name).write_text(json.dumps(dict(clip, id=f"many:{name[0]}")))
        (folder / "c.json").write_text("{")
        status, text, _ = run("check", folder)
        rest = ": and 35 more errors and 1 more warning in this file\n"
        expect("what a report has no room for is counted", status == FAULTY and text.count(rest) == 2, text[-2000:])
        expect("and stands behind the rest of its file",
               text.index("b.json" + rest) < text.index("c.json:1:1") and text.index("a.json" + rest) < text.index("b.json:"))
        expect("the counts are of all", text.endswith("; 271 errors, 202 warnings\n"), text[-200:])
        report = json.loads(run("check", "--format", "json", folder)[1])
        expect("programs are told too", report["truncated"] == [
            {"file": str(folder / name), "errors": 35, "warnings": 1} for name in ("a.json", "b.json")], report["truncated"])
        expect("the counts are of all there too", (report["errors"], report["warnings"]) == (271, 202))
        expect("the rest is shown", len(report["diagnostics"]) == 401)


def check_schema():
    for kind in ("animation", "sequence"):
        status, text, error = run("schema", kind)
        expect(f"schema {kind} is JSON", status == CLEAN and error == "" and json.loads(text)["title"])
        approved(f"{kind}.schema.json", text)


check_broken_folder()
check_statuses()
check_standard_input()
check_strange_folders()
check_long_reports()
check_schema()
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
