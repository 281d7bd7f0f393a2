"""Starts the real emoted for the tests that are written in Python."""
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time

PATIENCE = 20  # seconds; long enough for a loaded machine under a sanitizer


class Daemon:
    """emoted with the starter pack in a folder of its own, on a port that the system picked."""

    def __init__(self, emoted, source, secret=None, settings=()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="emoted-test-"))
        self.runtime = self.folder / "run"
        self.secret_file = self.folder / "proxy.secret"
        self.secret_file.write_text(secret or "0123456789abcdef0123456789abcdef")
        self.secret_file.chmod(0o600)
        self.emotes = self.folder / "emotes"
        shutil.copytree(pathlib.Path(source, "config/starter"), self.emotes)
        command = [emoted, "--config", str(pathlib.Path(source, "config/emoted.toml"))]
        for setting in (f"runtime_directory={self.runtime}", "listen.proxy_tcp=127.0.0.1:0",
                        "listen.proxy_unix=proxy.sock", "listen.admin_unix=admin.sock",
                        f"proxies.secret_file={self.secret_file}", f"emotes.directory={self.emotes}", *settings):
            command += ["--set", setting]
        self.log_file = open(self.folder / "log", "w+b")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log_file)
        self.ready = self._line()
        self.port = int(re.search(r"tcp 127\.0\.0\.1:(\d+)", self.ready).group(1))
        self.proxy_socket = self.runtime / "proxy.sock"
        self.admin_socket = self.runtime / "admin.sock"

    def _line(self):
        deadline = time.monotonic() + PATIENCE
        line = b""
        output = self.process.stdout.fileno()
        while not line.endswith(b"\n"):
            if not select.select([output], [], [], max(0, deadline - time.monotonic()))[0]:
                raise AssertionError("no ready line; log:\n" + self.log())
            byte = os.read(output, 1)
            if not byte:
                raise AssertionError("the daemon did not start; log:\n" + self.log())
            line += byte
        return line.decode()

    def log(self):
        return (self.folder / "log").read_text(errors="replace")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError("the daemon did not end; log:\n" + self.log()) from None
        finally:
            self.log_file.close()
            shutil.rmtree(self.folder, ignore_errors=True)
        assert self.status == 0, f"the daemon ended with status {self.status}"
