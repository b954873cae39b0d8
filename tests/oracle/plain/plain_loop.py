"""Cuts played timelines to their shortest loops (FORMAT.md, "timelines"), as plainly as possible."""


def shortest(frames, events, loop_start):
    """Tries all periods of a timeline that loops, and then all starts. Returns its frames, events and loop_start."""
    if loop_start is None:
        return frames, events, None
    ticks = [(frame, []) for frame in frames]
    for tick, *event in events:
        ticks[tick][1].append(event)
    loop = ticks[loop_start:]
    period = next(period for period in range(1, len(loop) + 1) if loop == loop[period:] + loop[:period])
    endless = ticks + loop
    start = next(start for start in range(loop_start + 1)
                 if endless[start:loop_start] == endless[start + period:loop_start + period])
    end = start + period
    return frames[:end], [event for event in events if event[0] < end], start
