#!/usr/bin/env python3
"""Writes the starter pack: the JSON files in the sub-folders of this folder.

    python3 make_starter.py            write every file and delete the emote files that are no longer made
    python3 make_starter.py --check    write nothing; exit 1 when a file on disk differs

The emotes are authored in `authoring/` as key poses of a small skeleton (see README.md). Python's standard library
is enough, and the same source always gives the same bytes.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE / "authoring"))

import files  # noqa: E402
import sit  # noqa: E402
import solo  # noqa: E402
import together  # noqa: E402


def pack():
    """Path below this folder -> text."""
    made = {}
    for module in (solo, sit, together):
        for folder, document in module.emotes():
            name = document["id"].split(":")[1]
            path = f"{folder}/{name}.json"
            assert path not in made, path
            made[path] = files.layout(document) + "\n"
    return made


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    made = pack()
    stale = [p for p in sorted(HERE.rglob("*.json")) if p.relative_to(HERE).as_posix() not in made]
    different = [p for p, text in made.items()
                 if not (HERE / p).is_file() or (HERE / p).read_bytes() != text.encode()]
    if check:
        for path in different:
            print(f"{path}: differs from what make_starter.py makes")
        for path in stale:
            print(f"{path.relative_to(HERE)}: not made by make_starter.py")
        sys.exit(1 if different or stale else 0)
    for path in different:
        (HERE / path).parent.mkdir(parents=True, exist_ok=True)
        (HERE / path).write_bytes(made[path].encode())
    for path in stale:
        path.unlink()
    print(f"{len(made)} files, {len(different)} written, {len(stale)} deleted")


if __name__ == "__main__":
    main()
