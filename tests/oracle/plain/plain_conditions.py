"""The conditions of actors of Humongous games (SCUMM.md §6 "Conditions"), for plain_akos.py to play."""


def talk_bits(costume):
    return 0x1FFF if costume["version"] >= 85 else 0x3FF


def set_talk_condition(costume, actor, number):
    actor["mask"] = actor["mask"] & ~talk_bits(costume) | (1 << number - 1 if 1 <= number <= 32 else 1)


def set_talking(costume, actor, state):
    actor["talking"] = state
    set_talk_condition(costume, actor, state)


def set_user_condition(costume, actor, number, on):
    """Sets or clears user condition `number`, from 1 on; bit 0 says afterwards whether no talk bit is set."""
    if number + 16 > 32:
        return
    bit = 1 << number + 15
    mask = actor["mask"] | bit if on else actor["mask"] & ~bit
    actor["mask"] = mask & ~1 if mask & talk_bits(costume) else mask | 1


def condition_holds(costume, mask, condition):
    kind, bits = condition >> 30, condition & 0x3FFFFFFF
    if costume["version"] >= 90:
        bits &= ~0xE000
    if condition == 0 or costume["version"] >= 90 and bits == 0:
        return True
    return {1: bits & mask == bits, 2: bits & mask == 0}.get(kind, bits & mask != 0)
