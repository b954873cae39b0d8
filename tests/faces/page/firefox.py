"""A headless Firefox, driven over Marionette, its own protocol: Debian has no geckodriver for selenium."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from browser import Window


class Firefox(Window):
    """One window; close() it."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="wardrobe-firefox-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (self.folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", self.folder],
            env={**os.environ, "HOME": str(self.folder)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.number = 0
        try:
            self.connection = self._connect(port)
            self.stream = self.connection.makefile("rwb")
            self._read()  # the greeting that Marionette sends first
            self._send("WebDriver:NewSession", capabilities={})
        except BaseException:
            self.close()
            raise

    def _connect(self, port, seconds=30):
        end = time.monotonic() + seconds
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=60)
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise
                time.sleep(0.1)

    def close(self):
        self.process.terminate()
        self.process.wait()
        if hasattr(self, "stream"):
            self.stream.close()
            self.connection.close()
        shutil.rmtree(self.folder, True)

    def _read(self):
        size = b""
        while not size.endswith(b":"):
            size += self.stream.read(1)
        return json.loads(self.stream.read(int(size[:-1])))

    def _send(self, command, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.stream.write(b"%d:%s" % (len(message), message))
        self.stream.flush()
        _, _, error, value = self._read()
        if error:
            raise AssertionError(error["message"])
        return value

    def visit(self, url):
        self._send("WebDriver:Navigate", url=url)

    def run(self, script, *arguments):
        """Runs a function with this body; returns its result."""
        return self._send("WebDriver:ExecuteScript", script=script, args=arguments)["value"]
