"""Chromium without a window, driven over a pipe by the DevTools protocol: one page, what it says, what it loads."""
import base64
import fcntl
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
DEADLINE_SECONDS = 60


class BrowserMissing(Exception):
    pass


class Browser:
    def __init__(self):
        program = next(filter(None, map(shutil.which, PROGRAMS)), None)
        if program is None:
            raise BrowserMissing(f"none of {', '.join(PROGRAMS)} is installed: run server/install-packages test")
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        from_us, to_us = os.pipe(), os.pipe()
        arguments = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--no-first-run", "--disable-background-networking", "--disable-component-update",
                     "--disable-sync", "--disable-extensions", "--mute-audio", "--force-device-scale-factor=1",
                     # Whatever is asked for beyond this machine fails.
                     "--proxy-server=127.0.0.1:9", "--window-size=800,600",
                     f"--user-data-dir={self.folder.name}", "--remote-debugging-pipe", "about:blank"]
        # The protocol wants descriptors 3 and 4; those of the pipes may be the same, so they move out of the way.
        theirs = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 10) for descriptor in (from_us[0], to_us[1])]
        self.process = subprocess.Popen(
            ["bash", "-c", 'exec "$@" 3<&{0} 4>&{1} {0}<&- {1}>&-'.format(*theirs), "browser", *arguments],
            pass_fds=theirs, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for descriptor in (from_us[0], to_us[1], *theirs):
            os.close(descriptor)
        self.write_end, self.read_end = from_us[1], to_us[0]
        self.buffer = b""
        self.numbers = itertools.count(1)
        self.events = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        self.folder.cleanup()

    def read(self, deadline):
        while b"\0" not in self.buffer:
            if not select.select([self.read_end], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser says nothing")
            piece = os.read(self.read_end, 1 << 20)
            if not piece:
                raise EOFError("the browser has gone")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + DEADLINE_SECONDS
        while True:
            answer = self.read(deadline)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + DEADLINE_SECONDS
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.read(deadline))

    def run(self, script):
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def screenshot(self, width=300, height=240):
        """The upper left part of the window, as it is seen."""
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", clip=clip)["data"])

    def complaints(self):
        """Whatever the page has thrown or the console has called an error."""
        found = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(parameters["exceptionDetails"].get("text", "") + str(parameters["exceptionDetails"].get("exception")))
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append(str(parameters["args"]))
            elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(parameters["entry"]["text"])
        return found

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]
