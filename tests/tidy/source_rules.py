#!/usr/bin/env python3
"""Rules over our own tree that no compiler holds. Prints each breach as file:line: text; exit 1 if there is any.

    tests/tidy/source_rules.py [ROOT]
    tests/tidy/source_rules.py --self-test     every rule finds its planted breach
"""
import pathlib
import re
import subprocess
import sys
import tempfile

TOP_LEVEL = {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "server", "protocol", "sequences", "config",
             "tests", "docker", ".ci", ".clang-format", ".clang-tidy", ".gitignore", ".dockerignore"}

# The core takes bytes, messages and ticks and returns values.
CORE = re.compile(r"^(sequences/|protocol/(?!client/)|server/core/)")
CORE_INCLUDES = re.compile(r'#\s*include\s*[<"](boost/asio|boost/beast|spdlog|chrono|thread|mutex|condition_variable|'
                           r"fstream|filesystem|iostream|cstdio|ctime|random|sys/|unistd)")
CORE_CALLS = re.compile(r"::now\s*\(|\bnow\s*\(\s*\)|std::rand\b|\brand\s*\(|random_device|\bprintf\s*\(|std::cout|std::cerr|\bgetenv\b")

# What the core rule lets pass, with the reason.
CORE_EXCEPTIONS = {
    # Links on several threads may ask for the bytes of one message; the first one encodes.
    ("protocol/include/emoted/protocol/encoded_message.hpp", "#include <mutex>"),
}

# Each library may include the public headers of those to its left only.
MAY_USE = {
    "sequences/": {"sequences"},
    "protocol/client/": {"sequences", "protocol", "client"},
    "protocol/": {"sequences", "protocol"},
    "config/": {"sequences", "config"},
    "server/core/": {"sequences", "protocol", "core"},
}
OWN_INCLUDE = re.compile(r"#\s*include\s*<emoted/([a-z]+)/")

TEST_NAME = re.compile(r'TEST_CASE\(\s*"([^"]*)"')

UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")


def breaches(path, text):
    """Yields (line number, what) for one file; `path` is relative with forward slashes."""
    lines = text.split("\n")
    code = path.endswith((".cpp", ".hpp"))
    for number, line in enumerate(lines, 1):
        if UNFINISHED.search(line):
            yield number, "unfinished work is finished or filed, not left in the tree"
        if "\t" in line and not path.endswith(("Makefile", ".snbt")):
            yield number, "a tab"
        if line.rstrip() != line:
            yield number, "white space at the end of the line"
        if not code:
            continue
        found = TEST_NAME.search(line)
        if found and re.search(r"[;\[\]\\]|^-", found.group(1)):
            yield number, "ctest cannot run a test whose name holds ; [ ] or \\, or begins with -"
        if re.search(r'#\s*include\s*"\.\.', line):
            yield number, "an include that climbs out of its folder"
        if CORE.match(path):
            bare = line.split("//")[0]
            if CORE_INCLUDES.search(bare) and (path, bare.strip()) not in CORE_EXCEPTIONS:
                yield number, "the core has no sockets, clocks, threads, files, logs or global randomness"
            if CORE_CALLS.search(bare):
                yield number, "the core neither asks the time nor draws nor prints"
        found = OWN_INCLUDE.search(line)
        folder = next((folder for folder in MAY_USE if path.startswith(folder)), None)
        if found and folder and found.group(1) not in MAY_USE[folder]:
            yield number, f"{folder} may not use the library {found.group(1)}"
    if path.endswith(".hpp"):
        if not text.startswith("//"):
            yield 1, "a header begins with what it is for"
        if "#pragma once" not in text:
            yield 1, "a header without #pragma once"
    if path.endswith(".md"):
        fenced = False
        titles = 0
        for line in lines:
            fenced ^= line.startswith("```")
            titles += not fenced and line.startswith("# ")
        if titles != 1:
            yield 1, f"a document has one title, this has {titles}"
    if text and not text.endswith("\n"):
        yield len(lines), "no newline at the end of the file"


def check(root):
    count = 0
    files = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           check=True, capture_output=True, text=True).stdout.split("\0")
    for name in sorted(filter(None, files)):
        if name.split("/")[0] not in TOP_LEVEL:
            print(f"{name}:1: the top level is fixed")
            count += 1
        file = pathlib.Path(root, name)
        # Seeds and golden files are data: any bytes may stand in them.
        if name == "LICENSE" or "/seeds/" in name or "/golden/" in name or "/vectors/" in name or not file.is_file():
            continue
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            print(f"{name}:1: not UTF-8 text")
            count += 1
            continue
        for line, what in breaches(name, text):
            print(f"{name}:{line}: {what}")
            count += 1
    return count


PLANTED = [
    ("sequences/src/a.cpp", "#include <boost/asio/io_context.hpp>\n"),
    ("server/core/src/a.cpp", "auto t = std::chrono::steady_clock::now();\n"),
    ("protocol/src/a.cpp", "int x = std::rand();\n"),
    ("sequences/src/a.cpp", "#include <emoted/protocol/messages.hpp>\n"),
    ("protocol/src/a.cpp", "#include <emoted/core/network.hpp>\n"),
    ("server/net/a.cpp", "// TO" + "DO later\n"),
    ("server/net/a.cpp", "\tint x;\n"),
    ("server/net/a.cpp", "int x; \n"),
    ("server/net/a.cpp", "#include \"../core/x.hpp\"\n"),
    ("server/net/a.hpp", "#pragma once\n"),
    ("server/net/a.hpp", "// For x.\n"),
    ("tests/unit/a_test.cpp", 'TEST_CASE("one; two") {\n'),
    ("tests/unit/a_test.cpp", 'TEST_CASE("--flag") {\n'),
    ("docker/a.md", "# One\n\n# Two\n"),
    ("server/net/a.cpp", "int x;"),
]


def self_test():
    failed = 0
    for path, text in PLANTED:
        if not list(breaches(path, text)):
            print(f"not found: {path}: {text!r}")
            failed += 1
    for path, text in [("server/net/a.cpp", "#include <boost/asio/io_context.hpp>\nint x = 1;\n"),
                       ("sequences/src/a.cpp", "// the time now() is an argument\nint known(int);\nauto p = now(clock);\n")]:
        for line, what in breaches(path, text):
            print(f"false alarm: {path}:{line}: {what}")
            failed += 1
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "init", "-q", folder], check=True)
        pathlib.Path(folder, "stray.txt").write_text("x\n")
        if check(folder) != 1:
            print("not found: a stray file at the top level")
            failed += 1
    return failed


if __name__ == "__main__":
    if "--self-test" in sys.argv:
        sys.exit(1 if self_test() else 0)
    sys.exit(1 if check(sys.argv[1] if len(sys.argv) > 1 else ".") else 0)
