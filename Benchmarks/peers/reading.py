"""The manifest of `yaml-bench` through PyYAML: its C parser's events alone, and to Python's values; medians of three."""
import statistics
import time

import yaml

KILOBYTES = 1_700

text = "configdi: 1\nservices:\n"
parts, length, index = [text], len(text), 0
while length < KILOBYTES * 1_000:
    entry = (
        f"  Service{index}:\n    factory: factory{index % 97}\n    scope: singleton\n    dependencies:\n"
        f"      clock: Clock\n      store: Service{index // 2}\n    settings:\n      table: \"orders_{index}\"\n"
        f"      url: ${{db.url}}\n      poolSize: {index % 40}\n")
    parts.append(entry)
    length += len(entry)
    index += 1
text = "".join(parts)

for who, body in [
    ("PyYAML, the C parser's events", lambda: sum(1 for _ in yaml.parse(text, Loader=yaml.CSafeLoader))),
    ("PyYAML, the C parser, to values", lambda: yaml.load(text, Loader=yaml.CSafeLoader)),
]:
    times = []
    for _ in range(3):
        start = time.process_time()
        body()
        times.append((time.process_time() - start) * 1000)
    print("kilobytes of a manifest read", KILOBYTES, who, statistics.median(times), sep="\t", flush=True)
