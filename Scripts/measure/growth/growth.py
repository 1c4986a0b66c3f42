"""growth.py BINARY [--seconds S] [--check] [--only NAME,...] [--pairs N] [--seed S] [--report FILE]: see Scripts/measure/growth/run."""
import argparse
import concurrent.futures
import json
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import pairs
import server
from dimensions import DIMENSIONS

MOST_EXPONENT = 1.15
# Buffers double, so that memory grows in steps: between two sizes the slope is uncertain by a quarter.
MOST_MEMORY_EXPONENT = 1.4
MOST_SECONDS = 2
MOST_BYTES = 500 << 20
# A run longer than this is as bad as any.
PATIENCE = 8
LARGEST_INPUT = 24 << 20
MOST_FILES = 9_000


def run_commands():
    """Runs the commands that come in as lines, and answers with what each took.

    A process of its own, since a child's peak of memory is never below that of the process that started it.
    """
    for line in sys.stdin:
        command, folder, patience = json.loads(line)
        started = os.posix_spawn(
            "/bin/sh",
            ["sh", "-c", f'cd "$0" && ulimit -t {patience} && exec "$@"', folder, *command],
            {**os.environ, "CONFIGDI_STAGE": "", "GITHUB_ACTIONS": "", "COLUMNS": "120"},
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.path.join(folder, ".out"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
                (os.POSIX_SPAWN_OPEN, 2, os.path.join(folder, ".err"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
            ])
        _, status, used = os.wait4(started, 0)
        print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss * 1024]), flush=True)


class Machine:
    def __init__(self, binary):
        self.binary = binary
        self.runner = subprocess.Popen(
            [sys.executable, __file__, "--run-commands"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.base = min((self.measure({"app.yaml": "configdi: 1\nservices: { S: f }\n"}, ["check", "app.yaml"])
                         for _ in range(5)), key=lambda measured: measured.seconds)

    def measure(self, files, arguments):
        folder = tempfile.mkdtemp(prefix="configdi-growth-")
        try:
            size = 0
            for path, text in files.items():
                data = text.encode() if isinstance(text, str) else text
                size += len(data)
                full = os.path.join(folder, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "wb") as file:
                    file.write(data)
            if arguments == ["lsp"]:
                requests, memory, failed = server.measure(self.binary, folder)
                worst = max(requests, key=lambda request: request[1])
                return Measured(-1 if failed else 0, worst[1], memory, size, 0, False, worst[0])
            self.runner.stdin.write(json.dumps([[self.binary, *arguments], folder, PATIENCE]) + "\n")
            self.runner.stdin.flush()
            code, seconds, memory = json.loads(self.runner.stdout.readline())
            output = os.path.getsize(os.path.join(folder, ".out"))
            is_limited = any(holds(os.path.join(folder, name), text) for name in (".out", ".err")
                             for text in (b"[DI007]", b": the plan would ", b": the graph would "))
        finally:
            shutil.rmtree(folder)
        size += sum(len(argument) for argument in arguments)
        return Measured(code, seconds, memory, size, output, is_limited)

    def instructions(self, files, arguments):
        """What one run takes, as valgrind counts it."""
        folder = tempfile.mkdtemp(prefix="configdi-growth-")
        try:
            for path, text in files.items():
                full = os.path.join(folder, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "wb") as file:
                    file.write(text.encode() if isinstance(text, str) else text)
            ran = subprocess.run(
                ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self.binary, *arguments], cwd=folder,
                env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                text=True, errors="replace")
            return int(re.search(r"Collected : (\d+)", ran.stderr).group(1))
        finally:
            shutil.rmtree(folder)


def holds(path, word):
    with open(path, "rb") as file:
        rest = b""
        while block := file.read(1 << 20):
            if word in rest + block:
                return True
            rest = block[-len(word):]
    return False


class Measured:
    def __init__(self, code, seconds, memory, size, output, is_limited, what=""):
        self.what = what
        self.code, self.seconds, self.memory = code, seconds, memory
        self.size, self.output, self.is_limited = size, output, is_limited

    @property
    def is_crash(self):
        # The shell says 128 and the signal's number; a run that took too long ends by SIGXCPU or SIGKILL.
        return (self.code < 0 and -self.code not in (9, 24)) or self.code in range(129, 160) and self.code - 128 not in (9, 24)

    @property
    def is_endless(self):
        return self.seconds >= PATIENCE - 1


class Row:
    def __init__(self, name):
        self.name = name
        self.runs = []

    def exponent(self, of, base, least):
        """The slope from the first to the last of three sizes; `None` below what can be told from noise."""
        runs = [run for run in self.runs if not run[1].is_limited and of(run[1]) >= least][-3:]
        if len(runs) < 2:
            return None
        (first, small), (last, large) = runs[0], runs[-1]
        low, high = of(small) - base, of(large) - base
        if low <= 0:
            return None
        return math.log(high / low) / math.log(last / first)

    def judge(self, machine):
        self.time = self.exponent(lambda run: run.seconds, machine.base.seconds, 0.02)
        self.memory = self.exponent(lambda run: run.memory, 8 << 20, 32 << 20)
        last = self.runs[-1][1]
        self.faults = []
        if any(run.is_crash for _, run in self.runs):
            self.faults.append("crash")
        if any(run.is_endless for _, run in self.runs):
            self.faults.append("endless")
        # What meets a limit in time may grow as it likes until then.
        if self.time is not None and self.time > MOST_EXPONENT and not last.is_limited:
            self.faults.append("time")
        if self.memory is not None and self.memory > MOST_MEMORY_EXPONENT:
            self.faults.append("memory")
        if last.is_limited and (last.seconds > MOST_SECONDS or last.memory > MOST_BYTES):
            self.faults.append("limit too late")
        return not self.faults

    def line(self):
        number, last = self.runs[-1]
        said = "-" if self.time is None else f"{self.time:.2f}"
        held = "-" if self.memory is None else f"{self.memory:.2f}"
        limit = " limit" if last.is_limited else ""
        return (f"{self.name:48} n {number:>9} {last.size / 1024:9.0f} KiB {last.seconds:7.2f} s {last.memory / 2**20:6.0f} MiB"
                f"  time^{said:5} memory^{held:5}{limit} {' '.join(self.faults)}")


def grow(name, machine, seconds):
    """Doubles the size until a run takes long enough to be compared, or passes a limit."""
    make = DIMENSIONS[name]
    row = Row(name)
    number = 64
    while True:
        files, arguments = make(number)
        if len(files) > MOST_FILES or sum(len(argument) + 9 for argument in arguments) > 1_500_000 \
                or any(len(argument) > 130_000 for argument in arguments):
            break
        measured = machine.measure(files, arguments)
        row.runs.append((number, measured))
        if measured.is_limited or measured.is_endless or measured.is_crash or measured.seconds >= seconds \
                or measured.memory > 2 * MOST_BYTES or measured.size > LARGEST_INPUT or number > 1 << 23:
            break
        number *= 2 if measured.seconds > seconds / 16 else 4
    # The first sizes tell about starting up; three that double tell about growth.
    number = row.runs[-1][0]
    kept = dict(row.runs)
    sizes = [size for size in (number // 4, number // 2, number) if size >= 1]
    row.runs = []
    for size in sizes:
        measured = kept.get(size)
        # The least of two: what disturbs a run only adds to it.
        if size != number or measured.seconds < 2 * seconds and not measured.is_limited:
            again = machine.measure(*make(size))
            measured = again if measured is None or again.seconds < measured.seconds else measured
        row.runs.append((size, measured))
    return row


# Dimensions in which a square shows at small sizes already, and nothing is suggested.
COUNTED = [
    "services_on_one_line", "duplicate_keys_on_one_line", "duplicate_keys_on_one_line_sarif", "ambiguous_scalars_on_one_line",
    "suppressed_findings", "stacked_suppressions", "ignore_file_comments", "ring", "many_two_rings",
    "many_two_rings_of_many_users", "self_dependencies", "deferred_star", "alias_chain_in_a_ring",
    "rings_through_one_alias_chain", "select_cases_that_depend_on_it", "selects_in_a_ring",
    "collection_whose_members_take_it", "nested_scopes", "services_in_nested_scopes", "ring_of_scopes", "captive_star",
    "captives_behind_one_transient", "patches_of_one_overlay", "settings_of_one_factory", "wrong_types",
    "interpolations_in_one_string", "fix_dry_run", "plan_json", "env", "diff",
]
COUNTED_SIZES = (40, 80, 160)
MOST_COUNTED_EXPONENT = 1.4


def count(machine, wanted):
    """The exponents of a few dimensions by instructions, which are the same on every machine and however busy it is."""
    names = [name for name in COUNTED if not wanted or any(part in name for part in wanted)]

    def counts(name):
        return [machine.instructions(*DIMENSIONS[name](size)) for size in COUNTED_SIZES]

    bad = 0
    # Side by side, which changes no count.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, (small, middle, large) in zip(names, pool.map(counts, names)):
            # What a run costs anyway falls out of the differences.
            exponent = math.log2(max(1, large - middle) / max(1, middle - small))
            is_bad = exponent > MOST_COUNTED_EXPONENT
            bad += is_bad
            print(f"{name:48} {large:>14,} instructions at {COUNTED_SIZES[-1]}  instructions^{exponent:.2f}"
                  f"{'  too many' if is_bad else ''}", flush=True)
    sys.exit(1 if bad else 0)


def cross(machine, wanted, count, seed, report):
    """Runs two dimensions at a time, and tells the worst."""
    bad, limited, worst_seconds, worst_memory, done = [], 0, (0, ""), (0, ""), 0
    for name, files, arguments in pairs.sample(count, seed):
        if wanted and not any(part in name for part in wanted):
            continue
        measured = machine.measure(files, arguments)
        if measured.seconds > MOST_SECONDS and not measured.is_endless:
            # The least of two: what disturbs a run only adds to it.
            measured = min(measured, machine.measure(files, arguments), key=lambda run: run.seconds)
        done += 1
        limited += measured.is_limited
        said = f"{name}: {' '.join(arguments)[:60]} {measured.what}".rstrip()
        worst_seconds = max(worst_seconds, (measured.seconds, said))
        worst_memory = max(worst_memory, (measured.memory, said))
        if measured.is_crash or measured.seconds > MOST_SECONDS or measured.memory > MOST_BYTES:
            bad.append(f"{said}: {measured.seconds:.2f} s {measured.memory / 2**20:.0f} MiB{' crash' if measured.is_crash else ''}")
            print(bad[-1], flush=True)
    lines = [
        *bad, f"{done} pairs with seed {seed}, {limited} that a limit ended, {len(bad)} over {MOST_SECONDS} s or {MOST_BYTES >> 20} MiB",
        f"longest: {worst_seconds[0]:.2f} s ({worst_seconds[1]})", f"largest: {worst_memory[0] / 2**20:.0f} MiB ({worst_memory[1]})"]
    print("\n".join(lines[len(bad):]))
    if report:
        with open(report, "w") as file:
            file.write("\n".join(lines) + "\n")
    sys.exit(1 if bad else 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--only", default="")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--pairs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report")
    options = parser.parse_args()
    machine = Machine(os.path.abspath(options.binary))
    wanted = [part for part in options.only.split(",") if part]
    if options.pairs:
        cross(machine, wanted, options.pairs, options.seed, options.report)
    if options.check:
        count(machine, wanted)
    names = [name for name in DIMENSIONS if not wanted or any(part in name for part in wanted)]
    lines, bad = [], 0
    for name in names:
        row = grow(name, machine, options.seconds)
        good = row.judge(machine)
        if row.faults == ["time"]:
            # A busy machine can do that, and suggestions, whose budget ends after about a second: what is so at greater
            # sizes too is so.
            row = grow(name, machine, MOST_SECONDS)
            good = row.judge(machine)
        bad += not good
        lines.append(row.line())
        print(lines[-1], flush=True)
    summary = f"{len(names)} dimensions, {bad} beyond exponent {MOST_EXPONENT} or a limit that comes too late"
    print(summary)
    if options.report:
        with open(options.report, "w") as file:
            file.write("\n".join([*lines, summary]) + "\n")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    run_commands() if "--run-commands" in sys.argv else main()
