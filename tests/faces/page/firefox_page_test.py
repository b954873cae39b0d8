"""The pages in Firefox: they load and draw; wardrobe.html packs and plays with WebAssembly."""

import base64
import unittest

from firefox import Firefox
from page_support import CARD, PAGE
from support import ProgramTest, read, run, sample

# Drops files, given as [name, base64].
DROP = """
const transfer = new DataTransfer();
for (const [name, data] of arguments[0]) {
  transfer.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], name));
}
document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
"""
SHOWN = "return document.body.dataset.view !== 'loading' && document.body.dataset.view"
PAINTED = """
const canvas = document.querySelector(arguments[0]);
return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0);
"""


class InFirefox(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = Firefox()
        cls.addClassCleanup(cls.browser.close)

    def test_the_gallery_moves(self):
        page = self.folder / "page.html"
        self.assert_fine(run("export", self.pack(sample(7)), "--format", "html", "-o", page))
        self.browser.open(page)
        self.assertEqual(self.browser.wait_for(SHOWN), "gallery")
        self.browser.wait_for(PAINTED, f"{CARD} canvas")
        image = f"document.querySelector('{CARD} canvas').toDataURL()"
        still = self.browser.run(f"return {image}")
        self.browser.wait_for(f"return {image} !== arguments[0]", still)
        self.browser.open(page, "#costume=1&chore=walk&dir=90&tick=3")
        self.assertEqual(self.browser.wait_for(SHOWN), "costume")
        self.browser.wait_for(PAINTED, "#stage-picture")

    def test_wardrobe_html_plays_live(self):
        self.browser.open(PAGE, "#costume=1&chore=walk&dir=W")
        self.assertEqual(self.browser.wait_for(SHOWN), "costume")
        self.browser.run("const choice = document.querySelector('#mix select'); choice.value = '3';"
                         "choice.dispatchEvent(new Event('change'))")
        self.browser.wait_for("return document.getElementById('mix-script').textContent !== ''")
        self.browser.wait_for(PAINTED, "#stage-picture")

    def test_wardrobe_html_opens_what_is_dropped_and_chosen(self):
        self.browser.open(PAGE)
        self.assertEqual(self.browser.wait_for(SHOWN), "gallery")
        self.browser.run("HTMLInputElement.prototype.click = function () { window.asked = this.id; };"
                         "document.querySelector('#welcome button.main').click()")
        self.assertEqual(self.browser.run("return window.asked"), "choose-folder")
        self.browser.run(DROP, [(path.name, base64.b64encode(read(path)).decode()) for path in sorted(sample(5).iterdir())])
        self.browser.wait_for("return document.getElementById('game-name').textContent === 'SAMPLE'")
        self.browser.run(DROP, [("manual.pdf", "eHg=")])
        self.browser.wait_for("return !document.getElementById('open-failed').hidden")


if __name__ == "__main__":
    unittest.main()
