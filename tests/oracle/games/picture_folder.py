"""Makes folders as `export --format pictures` writes them, from an archive. Tests can write as few pictures as they
need, and change them in any way."""

import io
import json

from PIL import Image

import listing


def color_count(archive, costume):
    codec = int(archive["costumes.codec"][costume])
    return len(archive.blob("costumes.color", costume)) if codec == 1 else 256


def palette(colors):
    """Returns colours that all differ, three bytes each."""
    return bytes(part for i in range(colors) for part in (i, 255 - i, i * 37 % 256))


def png(width, height, pixels, rgb, transparent=None, **options):
    image = Image.frombytes("P", (width, height), bytes(pixels))
    image.putpalette(rgb)
    if transparent is not None:
        options["transparency"] = transparent
    out = io.BytesIO()
    image.save(out, "PNG", bits=8, **options)
    return out.getvalue()


class PictureFolder:
    """The pictures of an archive, or of one row of its costumes: their `slots`, the `rows` of the manifest, and the
    `pixels` of each row's file."""

    def __init__(self, archive, costume_row=None):
        self.archive = archive
        self.slots = list(listing.pictures(archive, costume_row))
        self.pixels, self.rows, groups = {}, [], {}
        for row in self.slots:
            key = (row["costume_row"], row["picture"], *(row[name] for name in
                   ("x", "y", "xinc", "yinc")), str(row["redirect"]))
            if key in groups:
                groups[key]["slots"].append([row["limb"], row["index"]])
                continue
            name = f"costume-{row['costume_row']:03}/{row['limb']}-{row['index']:03}.png"
            groups[key] = {"file": name, "slots": [[row["limb"], row["index"]]], **{
                field: row[field] for field in
                ("costume", "costume_row", "redirect", "width", "height", "x", "y", "xinc", "yinc",
                 "xxh64", "transparent")}}
            self.rows.append(groups[key])
            self.pixels[name] = archive.pixels(row["picture"]).tobytes()

    def manifest(self, rows):
        sources = [{"name": self.archive.text("sources.name", i),
                    "size": int(self.archive["sources.size"][i])}
                   for i in range(self.archive.rows("sources"))]
        palettes = [{"costume_row": costume, "rgb": palette(self.colors(costume)).hex()}
                    for costume in sorted({row["costume_row"] for row in rows})]
        return {"game": {"files": sources}, "palettes": palettes, "pictures": rows}

    def colors(self, costume):
        return color_count(self.archive, costume)

    def write(self, folder, rows=None):
        """Writes the manifest and the PNGs of these rows, or of all."""
        rows = self.rows if rows is None else rows
        folder.mkdir(parents=True, exist_ok=True)
        for row in rows:
            (folder / row["file"]).parent.mkdir(parents=True, exist_ok=True)
            self.paint(folder, row, self.pixels[row["file"]])
        (folder / "manifest.json").write_text(json.dumps(self.manifest(rows)))
        return folder

    def paint(self, folder, row, pixels, width=None, height=None):
        """Writes other pixels into a row's PNG."""
        colors = max(self.colors(row["costume_row"]), row["transparent"] + 1)
        (folder / row["file"]).write_bytes(
            png(width or row["width"], height or row["height"], pixels, palette(colors),
                row["transparent"]))
