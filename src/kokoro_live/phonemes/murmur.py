"""Austin Appleby's MurmurHash (public domain): how spaCy numbers a string, and where a number lies in its tables."""

from struct import iter_unpack

ALL = 0xFFFFFFFFFFFFFFFF
TWO, FIRST, SECOND = 0xC6A4A7935BD1E995, 0x87C37B91114253D5, 0x4CF5AD432745937F


def of_bytes(data: bytes, seed: int = 1) -> int:
    """MurmurHash2, 64 bits."""
    number = seed ^ (len(data) * TWO & ALL)
    whole = len(data) // 8 * 8
    for (eight,) in iter_unpack("<Q", data[:whole]):
        part = eight * TWO & ALL
        number = (number ^ (part ^ part >> 47) * TWO & ALL) * TWO & ALL
    if len(data) > whole:
        number = (number ^ int.from_bytes(data[whole:], "little")) * TWO & ALL
    number = (number ^ number >> 47) * TWO & ALL
    return number ^ number >> 47


def of_number(number: int, seed: int) -> tuple[int, int, int, int]:
    """MurmurHash3 of eight bytes, as four numbers of 32 bits."""
    mixed = number * FIRST & ALL
    mixed = (mixed << 31 | mixed >> 33) * SECOND & ALL
    one, two = seed ^ mixed ^ 8, seed ^ 8
    one = one + two & ALL
    two = two + one & ALL
    one, two = _stirred(one), _stirred(two)
    one = one + two & ALL
    two = two + one & ALL
    return one & 0xFFFFFFFF, one >> 32, two & 0xFFFFFFFF, two >> 32


def _stirred(number: int) -> int:
    number = (number ^ number >> 33) * 0xFF51AFD7ED558CCD & ALL
    number = (number ^ number >> 33) * 0xC4CEB9FE1A85EC53 & ALL
    return number ^ number >> 33
