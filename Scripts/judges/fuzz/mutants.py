"""mutants.py SEEDS OUT COUNT: variants of a target's seeds, the same at every run; for a test that may not fail by chance."""
import pathlib
import random
import re
import sys

seeds, out, count = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
texts = [path.read_bytes() for path in sorted(seeds.iterdir())]
words = [word.encode() for word in re.findall(r'"(.*)"', pathlib.Path("Fuzz/words.dict").read_text())]
chance = random.Random(1)


def part(text):
    start = chance.randrange(len(text) + 1)
    return slice(start, min(len(text), start + int(chance.expovariate(0.1))))


def changed(text):
    place = part(text)
    new = chance.choice([
        b"", bytes([chance.randrange(256)]), text[place] * 2, chance.choice(words), text[part(text)], chance.choice(texts)[part(text)],
    ])
    return text[: place.start] + new + text[place.stop :]


out.mkdir(parents=True, exist_ok=True)
for number in range(count):
    text = chance.choice(texts)
    for _ in range(chance.randint(1, 5)):
        text = changed(text)
    # Many mistakes are at the end of a file that somebody still writes.
    if chance.random() < 0.2:
        text = text[: chance.randrange(len(text) + 1)]
    (out / str(number)).write_bytes(text[:16384])
