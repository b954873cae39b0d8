"""A headless Chromium, driven over WebDriver with nothing but the standard library."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowRight": "\ue014",
        "Tab": "\ue004"}


class Browser:
    """One window; close() it."""

    def __init__(self, *flags):
        driver, chromium = shutil.which("chromedriver"), shutil.which("chromium")
        if not driver or not chromium:
            raise AssertionError("chromium and chromium-driver are missing: tools/setup.sh all")
        self.folder = tempfile.mkdtemp(prefix="wardrobe-browser-")
        self.process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True,
                                        env={**os.environ, "HOME": self.folder})
        try:
            self._start(chromium, flags)
        except BaseException:
            self.close()
            raise

    def _start(self, chromium, flags):
        port = None
        while port is None:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError("chromedriver does not start")
            found = re.search(r"started successfully on port (\d+)", line)
            port = found and int(found[1])
        self.url = f"http://127.0.0.1:{port}"
        arguments = ["--headless", "--disable-gpu", "--no-sandbox", "--disable-dev-shm-usage",
                     "--window-size=1200,1000", f"--user-data-dir={self.folder}/profile", *flags]
        session = self._send("POST", "/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"binary": chromium, "args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.url += f"/session/{session['sessionId']}"

    def close(self):
        try:
            self._send("DELETE", "", None)
        except (OSError, AttributeError):
            pass
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.folder, True)

    def _send(self, method, path, body):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        # The driver is on this machine, so proxies are ignored.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def open(self, path, address=""):
        """Opens a file; `address` starts with "#"."""
        self.visit("about:blank")  # Without this, another address of the same page would load nothing.
        self.visit(path.resolve().as_uri() + address)

    def visit(self, url):
        self._send("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """Runs a function with this body; returns its result, or the result of the promise that it returns."""
        return self._send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def keys(self, *names):
        """Presses keys one by one: names of KEYS, or characters."""
        actions = [{"type": kind, "value": KEYS.get(name, name)}
                   for name in names for kind in ("keyDown", "keyUp")]
        self._send("POST", "/actions", {"actions": [
            {"type": "key", "id": "keyboard", "actions": actions}]})

    def devtools(self, command, **parameters):
        """Runs a command of Chromium's own protocol."""
        return self._send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def emulate(self, **features):
        """Sets media features, such as prefers_color_scheme="dark"."""
        named = [{"name": name.replace("_", "-"), "value": value}
                 for name, value in features.items()]
        self.devtools("Emulation.setEmulatedMedia", features=named)

    def resize(self, width, height):
        """Sets the size of the page, without the browser's frame."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=1, mobile=False)

    def drop(self, *paths, links=()):
        """Drags files and folders, or links, from another program and drops them on the page."""
        data = {"items": [{"mimeType": "text/uri-list", "data": link} for link in links],
                "files": [str(path) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.devtools("Input.dispatchDragEvent", type=kind, x=200, y=300, data=data)

    def reload(self):
        self._send("POST", "/refresh", {})

    def console(self):
        """Returns the messages logged since the last call."""
        return self._send("POST", "/se/log", {"type": "browser"})

    def wait_for(self, script, *arguments, seconds=10):
        """Waits until a function with this body returns something truthy; returns that."""
        end = time.monotonic() + seconds
        while True:
            value = self.run(script, *arguments)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"never true: {script}")
            time.sleep(0.02)
