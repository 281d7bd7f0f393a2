#!/usr/bin/env python3
"""Makes previews with `emoted preview` as an author would, and looks at them: pages in a real browser, sheets as pictures.

    preview_test.py EMOTED SOURCE_FOLDER

Fails if there is no browser.
"""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

from browser import Browser, BrowserMissing
from png import Image

EMOTED, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
DONE, FAULTY, CANNOT_LOOK = 0, 1, 2
STARTER = ("--pack", "config/starter")
BACKGROUND = bytes((245, 245, 240))
failures = []


def expect(what, is_so, *seen):
    if not is_so:
        failures.append(what)
        print("FAILED:", what, *seen, sep="\n  ")


def run(*arguments):
    result = subprocess.run([EMOTED, "preview", *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
                            timeout=120, cwd=SOURCE)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def preview(name, file, *arguments):
    status, text, error = run(name, "-o", file, *arguments)
    expect(f"{name} {arguments}: done in silence", (status, text, error) == (DONE, "", ""), status, text, error)
    return file.read_bytes()


# What is drawn: a number for the picture, and how many pixels are no background.
LOOK = """(() => { const c = document.getElementById('stage');
const p = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let drawn = 0, hash = 0;
for (let i = 0; i < p.length; i += 4) { if (p[i] !== 245 || p[i + 1] !== 245 || p[i + 2] !== 240) ++drawn;
hash = (hash * 31 + p[i] * 65536 + p[i + 1] * 256 + p[i + 2]) | 0; }
return [hash, drawn, document.querySelectorAll('#displays li:not(.hidden)').length]; })()"""


def scrub(browser, tick):
    browser.run(f"(() => {{ const s = document.getElementById('scrub'); s.value = {tick};"
                "s.dispatchEvent(new Event('input')); })()")
    return browser.run(LOOK)


def set_partner(browser, tick):
    browser.run(f"(() => {{ const s = document.getElementById('partner_at'); s.value = {tick};"
                "s.dispatchEvent(new Event('input')); })()")
    return browser.run("[document.getElementById('partner_text').textContent, Number(document.getElementById('scrub').max)]")


def open_page(browser, file):
    browser.open(file.as_uri())
    browser.run("document.getElementById('turn').checked = false")


def settle(browser, name, file):
    expect(f"{name}: no complaints", not browser.complaints(), *browser.complaints())
    asked = [url for url in browser.requests() if url != file.as_uri()]
    expect(f"{name}: nothing else is loaded", not asked, *asked)


def check_sit(browser, folder):
    file = folder / "sit.html"
    page = preview("starter:sit", file, "--seed", "7", *STARTER)
    expect("sit: the same again", preview("starter:sit", folder / "again.html", "--seed", "7", *STARTER) == page)
    expect("sit: no address in the page", b"http:" not in page and b"https:" not in page and b"src=" not in page)
    open_page(browser, file)
    expect("sit: title", browser.run("document.title") == "starter:sit - emote preview")
    first = scrub(browser, 0)
    expect("sit: something is drawn", first[1] > 1000, first)
    shot = Image(browser.screenshot())
    colours = shot.colours()
    expect("sit: a person sees it", sum(colours.values()) - colours.get(BACKGROUND, 0) > 1000 and len(colours) > 12,
           len(colours), sum(colours.values()))
    looks = {tick: scrub(browser, tick) for tick in (0, 30, 100, 200, 400, 700, 777)}
    expect("sit: scrubbing changes the picture", len({look[0] for look in looks.values()}) >= 6, looks)
    expect("sit: the same tick, the same picture", scrub(browser, 100) == looks[100] and scrub(browser, 30) == looks[30])
    length = browser.run("Number(document.getElementById('scrub').max)")
    expect("sit: as long as explained", length == 778, length)
    bars = browser.run("[...document.querySelectorAll('#line div')].map((bar) => bar.className)")
    expect("sit: the time line", bars.count("segment") == 9 and bars.count("wait") == 2 and bars.count("loop_delay") == 6,
           bars)
    # Plays for a while, then stands still.
    before = scrub(browser, 0)
    browser.run("document.getElementById('speed').value = '4'; document.getElementById('play').click();")
    browser.run("new Promise((done) => { const look = () => Number(document.getElementById('scrub').value) > 20 ? done(1)"
                " : requestAnimationFrame(look); look(); })")
    browser.run("document.getElementById('play').click()")
    after = browser.run(LOOK)
    expect("sit: playing moves it", after[0] != before[0], before, after)
    browser.run("document.getElementById('turn').checked = true; new Promise((done) => {"
                f"const look = () => {LOOK}[0] !== {after[0]} ? done(1) : requestAnimationFrame(look); look(); }})")
    settle(browser, "sit", file)


def check_handshake(browser, folder):
    file = folder / "handshake.html"
    preview("starter:handshake", file, "--partner-at", "70", *STARTER)
    open_page(browser, file)
    text, length = browser.run("[document.getElementById('partner_text').textContent, "
                               "Number(document.getElementById('scrub').max)]")
    expect("handshake: begins with the partner asked for", (text, length) == ("tick 70: matched in tick 70", 150), text, length)
    alone, together = scrub(browser, 60), scrub(browser, 80)
    expect("handshake: two bodies from the match on", (alone[2], together[2]) == (11, 22) and together[1] > alone[1],
           alone, together)
    expect("handshake: early partners wait", set_partner(browser, 5) == ["tick 5: matched in tick 28", 108])
    expect("handshake: the picture comes with the partner", scrub(browser, 38) == together)
    expect("handshake: the last moment", set_partner(browser, 227) == ["tick 227: matched in tick 227", 307])
    expect("handshake: the last moment's picture", scrub(browser, 237) == together)
    text, length = set_partner(browser, 228)
    expect("handshake: nobody", "time-out" in text and length == 276, text, length)
    expect("handshake: one body to the end", scrub(browser, 240)[2] == 11)
    expect("handshake: all is gone in the end, or stays as it was", scrub(browser, 276)[2] in (0, 11))
    settle(browser, "handshake", file)


def check_hidden(browser, folder):
    """A display that a clip lacks vanishes while it plays, from list and picture."""
    pack = folder / "pack"
    pack.mkdir()
    base = json.loads((SOURCE / "config/starter/greet/wave.json").read_text())

    def clip(name, nodes):
        one = dict(base, id=f"my:{name}", nodes={}, timeline={"duration": "10t", "tracks": {}})
        for node, (kind, content) in nodes.items():
            one["nodes"][node] = {"type": kind, "space": "initiator", **content,
                                  "transform": {"position": [0, 1, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]}}
        (pack / f"{name}.json").write_text(json.dumps(one))

    block = ("block_display", {"block_state_snbt": "{Name:\"minecraft:stone\"}"})
    label = ("text_display", {"text": "<img src='http://example.com/x.png'></script><b>hello</b>"})
    clip("both", {"cube": block, "sign": label})
    clip("one", {"cube": block})
    sequence = json.loads((SOURCE / "config/starter/sit/sit.json").read_text())
    sequence.update(id="my:both_and_one", steps=[{"emote": "my:both"}, {"emote": "my:one"}, {"emote": "my:both"}])
    (pack / "sequence.json").write_text(json.dumps(sequence))
    file = folder / "hidden.html"
    preview("my:both_and_one", file, "--pack", pack)
    open_page(browser, file)
    looks = [scrub(browser, tick) for tick in (5, 15, 25)]
    expect("hidden: the sign is gone in the middle", [look[2] for look in looks] == [2, 1, 2], looks)
    expect("hidden: the picture says so", looks[0] == looks[2] and looks[0][0] != looks[1][0], looks)
    settle(browser, "hidden", file)


def check_sheets(folder):
    data = preview("starter:handshake", folder / "handshake.png", *STARTER)
    expect("sheet: size", struct.unpack(">II", data[16:24]) == (12 * 162, 2 * 162), data[:24])
    expect("sheet: small enough to send", len(data) < 400_000, len(data))
    small = ("--size", "64", *STARTER)
    image = Image(preview("starter:handshake", folder / "small.png", *small))
    parts = [image.colours(i * 66, 0, 64, 64) for i in range(12)]
    drawn = [sum(part.values()) - part.get(BACKGROUND, 0) for part in parts]
    expect("sheet: something is drawn in every picture", min(drawn) > 300, drawn)
    expect("sheet: the pictures differ", len({tuple(sorted(part.items())) for part in parts}) >= 8)
    expect("sheet: the partner comes", len(parts[-1]) > len(parts[0]), [len(part) for part in parts])
    expect("sheet: the same again", preview("starter:handshake", folder / "again.png", *STARTER) == data)
    small = Image(preview("starter:wave", folder / "wave.png", "--pictures", "3", "--size", "64", *STARTER))
    expect("sheet: as many and as large as asked", (small.width, small.height) == (3 * 66, 2 * 66))


def check_errors(folder):
    for arguments, what in ((("starter:sit", "-o", folder / "x.gif", *STARTER), ".html or .png"),
                            (("starter:sit", "-o", folder / "none/x.html", *STARTER), "none/x.html"),
                            (("starter:site", "-o", folder / "x.html", *STARTER), 'did you mean "starter:sit"?'),
                            (("starter:sit", *STARTER), "--output"),
                            (("starter:sit", "-o", folder / "x.png", "--pictures", "0", *STARTER), "--pictures")):
        status, text, error = run(*arguments)
        expect(f"{what} is asked for", (status, text) == (CANNOT_LOOK, "") and what in error, status, error)
    status, _, error = run("broken:links", "-o", folder / "x.html", "--pack", "tests/check/broken")
    expect("faults are told", status == FAULTY and "links.json" in error, status, error)
    expect("and nothing is written", not (folder / "x.html").exists())


def check_samples(browser, folder):
    samples = os.environ.get("EMOTED_SAMPLES")
    if not samples:
        return
    for pack in sorted({path.parent for path in pathlib.Path(samples).rglob("*handshake*.json")}):
        for path in sorted(pack.glob("*.json")):
            name = json.loads(path.read_text()).get("id", "")
            file = folder / "sample.html"
            if run(name, "-o", file, "--pack", pack)[0] == DONE:
                open_page(browser, file)
                length = browser.run("Number(document.getElementById('scrub').max)")
                drawn = max(scrub(browser, length * i // 4)[1] for i in range(4))
                expect(f"{name}: something is drawn", drawn > 1000, drawn)
                settle(browser, name, file)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_sheets(folder)
        check_errors(folder)
        try:
            with Browser() as browser:
                check_sit(browser, folder)
                check_handshake(browser, folder)
                check_hidden(browser, folder)
                check_samples(browser, folder)
        except BrowserMissing as missing:
            expect("there is a browser to look with", False, missing)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
