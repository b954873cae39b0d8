"""Uses archives as the Python package offers. Each line on stdin is the most seconds of CPU and a path. The answer is a
line: the status of a child, or minus the signal; milliseconds of CPU; KiB of memory; then, as JSON, what it says."""

import io
import json
import os
import pathlib
import resource
import sys
import traceback

sys.path[:0] = [str(pathlib.Path(__file__).parents[3] / "tools" / "library" / "python")]

import wardrobe

TICKS, MOST = 4, 8
LISTS = ("costumes", "pictures", "timelines", "windows", "commands", "palettes", "rooms", "wearers", "recolours",
         "calls", "failures")


def attributes(thing):
    """Reads all that an object offers without being called."""
    repr(thing)
    for name in dir(type(thing)):
        if not name.startswith("_") and isinstance(getattr(type(thing), name), property):
            try:
                getattr(thing, name)
            except LookupError:  # such as the costume of a picture that none shows
                pass


def some(things):
    """Returns the first things and the last one."""
    return [*things[:MOST], *things[MOST:][-1:]]


def use(archive):
    archive.verify()
    for name in archive.columns:
        archive[name]
    for what in LISTS:
        try:
            archive.list(what)
        except wardrobe.Error:  # too many rows
            pass
    for palette in some(archive.palettes):
        attributes(palette)
    for picture in some(archive.pictures):
        attributes(picture)
        picture.rgba()
    for costume in some(archive.costumes):
        attributes(costume)
        costume.palette()
        for table in some(costume.tables):
            for entry in some(table.entries):
                attributes(entry)
        player = costume.player()
        for operand in range(240, 256):
            player.animate(operand)
            player.set_talking(operand - 243 if operand > 243 else 0)
            player.step()
            player.indices(wardrobe.Box(-20, -20, 40, 40))
            player.rgba(wardrobe.Box(-20, -20, 40, 40))
    for timeline in some(archive.timelines):
        attributes(timeline)
        for frame in timeline[:TICKS]:
            attributes(frame)
            try:
                frame.rgba()
            except (wardrobe.Error, ValueError, MemoryError):  # too large to draw
                break
    for costume in some(archive.costumes):
        for name in ("gif", "apng"):
            try:
                if costume.timelines and len(costume.timelines[0]) <= 300:
                    getattr(costume.timelines[0], name)(io.BytesIO())
            except (wardrobe.Error, ValueError):
                pass
    for room in some(archive.rooms):
        attributes(room)
        if not room.has_background or not room.palettes:
            continue
        for costume in some(archive.costumes):
            if costume.timelines:
                room.draw(costume.timelines[0][0], room.place(20, 30), palette=room.palettes[0])
                room.draw(costume.timelines[0][0], room.place(-5, 100_000), palette=room.palettes[0])


def run(path, seconds):
    if seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    try:
        use(wardrobe.open(pathlib.Path(path).read_bytes()))
    except Exception:  # of any kind: the other end judges
        return traceback.format_exc()
    return ""


def main():
    for line in sys.stdin:
        seconds, path = line.rstrip("\n").split(" ", 1)
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(write_end, run(path, int(seconds))[-3000:].encode())
            os._exit(0)
        os.close(write_end)
        with os.fdopen(read_end, "rb") as pipe:
            said = pipe.read().decode("utf-8", "replace")
        _, status, used = os.wait4(child, 0)
        print(os.waitstatus_to_exitcode(status), round(1000 * (used.ru_utime + used.ru_stime)), used.ru_maxrss,
              json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
