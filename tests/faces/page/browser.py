"""A headless Chromium, driven by selenium, and what tests do in any browser."""

import os
import shutil
import tempfile
import time

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys

KEYS = {"Enter": Keys.ENTER, "Escape": Keys.ESCAPE, "ArrowLeft": Keys.ARROW_LEFT, "ArrowRight": Keys.ARROW_RIGHT,
        "Tab": Keys.TAB}


class Window:
    """What tests do in any browser."""

    def open(self, path, address=""):
        """Opens a file; `address` starts with "#"."""
        self.visit("about:blank")  # Without this, another address of the same page would load nothing.
        self.visit(path.resolve().as_uri() + address)

    def wait_for(self, script, *arguments, seconds=20):
        """Waits until a function with this body returns something truthy; returns that."""
        end = time.monotonic() + seconds
        while not (value := self.run(script, *arguments)):
            if time.monotonic() > end:
                raise AssertionError(f"never true: {script}")
            time.sleep(0.02)
        return value


class Browser(Window):
    """One window of Chromium; close() it."""

    def __init__(self, *flags):
        self.folder = tempfile.mkdtemp(prefix="wardrobe-browser-")
        options = ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for flag in ("--headless", "--disable-gpu", "--no-sandbox", "--disable-dev-shm-usage",
                     "--window-size=1200,1000", f"--user-data-dir={self.folder}/profile", *flags):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.ignore_local_proxy_environment_variables()
        service = Service(shutil.which("chromedriver"), env={**os.environ, "HOME": self.folder})
        self.driver = Chrome(options=options, service=service)
        self.visit, self.console = self.driver.get, lambda: self.driver.get_log("browser")
        # Runs a function with this body; returns its result, or the result of the promise that it returns.
        self.run, self.reload = self.driver.execute_script, self.driver.refresh

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.folder, True)

    def keys(self, *names):
        """Presses keys one by one: names of KEYS, or characters."""
        actions = ActionBuilder(self.driver, duration=0)
        for name in names:
            actions.key_action.key_down(KEYS.get(name, name)).key_up(KEYS.get(name, name))
        actions.perform()

    def devtools(self, command, **parameters):
        """Runs a command of Chromium's own protocol."""
        return self.driver.execute_cdp_cmd(command, parameters)

    def emulate(self, **features):
        """Sets media features, such as prefers_color_scheme="dark"."""
        self.devtools("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def resize(self, width, height, dots=1):
        """Sets the size of the page, without the browser's frame, and the number of dots to a CSS pixel."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=dots, mobile=False)

    def drop(self, *paths, links=()):
        """Drags files and folders, or links, from another program and drops them on the page."""
        data = {"items": [{"mimeType": "text/uri-list", "data": link} for link in links],
                "files": [str(path) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.devtools("Input.dispatchDragEvent", type=kind, x=200, y=300, data=data)
