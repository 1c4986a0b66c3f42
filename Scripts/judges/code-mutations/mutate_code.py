"""mutate_code.py FOLDER [OPTION...]: see Scripts/judges/code-mutations/run."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import selectors
import shutil
import signal
import subprocess
import sys
import time

import code_mutants

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDERS = "Checks,Composition,Container,Graph,Manifest,Parameters,Plan,Planning,YAML"
# About the checkout, and not about what the code does.
LEFT_OUT = re.compile(r"Architecture\w*Tests/")

HEADER = """#include <stdbool.h>
extern int code_mutant;
extern unsigned char *code_mutants_reached;
static inline bool _m(int number) {
  if (code_mutants_reached) code_mutants_reached[number] = 1;
  return number == code_mutant;
}
"""
SOURCE = """#include "CMutants.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int code_mutant = -1;
unsigned char *code_mutants_reached;

/// A value of the environment of a process, in memory that is never freed; NULL where it has none.
static const char *value(int process, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", process);
  FILE *file = fopen(path, "r");
  char *entry = NULL;
  size_t room = 0, length = strlen(name);
  while (file && getdelim(&entry, &room, 0, file) > 0)
    if (!strncmp(entry, name, length) && entry[length] == '=') { fclose(file); return entry + length + 1; }
  if (file) fclose(file);
  return NULL;
}

static int parent(int process) {
  char path[64];
  int result = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  FILE *file = fopen(path, "r");
  if (file) {
    // The name in brackets may have anything in it but no second bracket for our programs.
    if (fscanf(file, "%*d (%*[^)]) %*c %d", &result) != 1) result = 0;
    fclose(file);
  }
  return result;
}

/// A test that starts the program gives it an environment of its own: what is meant for it stands in the test's.
__attribute__((constructor)) static void read_environment(void) {
  for (int process = getpid(), depth = 0; process > 1 && depth < 6; process = parent(process), depth++) {
    const char *number = value(process, "CODE_MUTANT"), *path = value(process, "CODE_MUTANTS_REACHED");
    if (number) code_mutant = atoi(number);
    if (path) {
      int file = open(path, O_RDWR);
      void *bytes = file < 0 ? MAP_FAILED : mmap(0, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      if (file >= 0) close(file);
      if (bytes != MAP_FAILED) code_mutants_reached = bytes;
    }
    if (number || path) return;
  }
}
"""


def arguments():
    parser = argparse.ArgumentParser(prog="Scripts/judges/code-mutations/run")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=FOLDERS, help="folders of the two modules")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--longest", type=float, default=60, help="seconds that a test may take to be used")
    parser.add_argument("--steps", default="build,reach,judge", help="some of them alone, on what was done before")
    parser.add_argument("--again", default="", help="numbers of the sample to run once more, showing what tests say")
    return parser.parse_args()


def group(path):
    """The folder of a module that a file is in."""
    return path.split("/")[2]


def sample(options):
    wanted = set(options.only.split(","))
    mutants = []
    for path in sorted(options.folder.glob("Sources/ConfigDI*/*/**/*.swift")):
        name = str(path.relative_to(options.folder))
        if group(name) in wanted:
            mutants += code_mutants.File(name, path.read_text()).mutants()
    total = len(mutants)
    random.Random(options.seed).shuffle(mutants)
    # Some will not compile.
    return total, dict(enumerate(code_mutants.apart(mutants)[:options.count * 5 // 4]))


# Building.

def copy_checkout(folder):
    for name in ("Sources", "Tests"):
        shutil.rmtree(folder / name, ignore_errors=True)
    subprocess.run([ROOT / "Scripts/lib/copy-checkout", folder], check=True)
    target = folder / "Sources/CMutants"
    (target / "include").mkdir(parents=True)
    (target / "include/CMutants.h").write_text(HEADER)
    (target / "mutants.c").write_text(SOURCE)
    # Where a repository ends is part of what the checker does.
    subprocess.run(["git", "init", "-q", folder], check=True)
    package = (folder / "Package.swift").read_text()
    package = package.replace("  .treatAllWarnings(as: .error),\n", "")
    package = package.replace('name: "ConfigDIRuntime", swift', 'name: "ConfigDIRuntime", dependencies: ["CMutants"], swift')
    package = package.replace('dependencies: ["CYAML",', 'dependencies: ["CMutants", "CYAML",')
    package = package.replace("  targets: [\n", '  targets: [\n    .target(name: "CMutants"),\n', 1)
    (folder / "Package.swift").write_text(package)


def build(options, mutants):
    """Builds the copy, and leaves out what does not compile."""
    folder = options.folder
    originals = {mutant.path: (folder / mutant.path).read_text() for mutant in mutants.values()}
    written = {}
    command = ["swift", "build", "-Xswiftc", "-gnone", "-Xswiftc", "-continue-building-after-errors"]
    for turn in range(40):
        by_file = collections.defaultdict(list)
        for number, mutant in mutants.items():
            by_file[mutant.path].append((number, mutant))
        for path in set(written) | set(by_file):
            text = originals[path]
            if path in by_file: text = code_mutants.with_mutants(text, by_file[path])
            if written.get(path) != text:
                (folder / path).write_text(text)
                written[path] = text
        started = time.time()
        result = subprocess.run([*command, "--product", "ConfigDIPackageTests"], cwd=folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        errors = set(re.findall(r"(?m)^(\S+?\.swift):(\d+):\d+: error:", result.stdout))
        print(f"build {turn + 1}: {time.time() - started:.0f} s, {len(mutants)} mistakes, {len(errors)} errors",
            file=sys.stderr, flush=True)
        (folder / "build.log").write_text(result.stdout)
        if result.returncode == 0:
            subprocess.run([*command, "--product", "configdi-check"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            return
        inside, near = set(), set()
        for path, line in errors:
            name = os.path.relpath(os.path.realpath(folder / path), os.path.realpath(folder))
            apart = sorted((abs(mutant.line - int(line)), number) for number, mutant in by_file.get(name, []))
            near |= {number for _, number in apart[:1]}
            inside |= {number for number, mutant in by_file.get(name, [])
                if mutant.line <= int(line) <= mutant.line + mutant.was.count("\n")}
        # Errors elsewhere may only follow from those at a mistake.
        bad = inside or near
        if not bad: sys.exit(f"the copy does not build, see {folder}/build.log")
        for number in bad: del mutants[number]
    sys.exit("the copy does not build in forty turns")


# Running.

class Run:
    """One run of some tests: whether all passed, what failed first, and how long it took."""

    def __init__(self, binary, tests, limit, environment={}, output=None):
        names = [part for test in tests for part in ("--filter", "^" + re.escape(test))]
        started = time.time()
        process = subprocess.Popen([binary, "--testing-library", "swift-testing", *names],
            cwd=binary.parent.parent.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no"} | environment, start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30)))
        self.failure = None
        text = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while self.failure is None:
                left = started + limit - time.time()
                if left <= 0:
                    self.failure = "hangs"
                elif selector.select(left):
                    part = os.read(process.stdout.fileno(), 65536)
                    if not part: break
                    text += part
                    if output: output.write(part.decode(errors="replace"))
                    if not output and (match := re.search(rb"\xe2\x9c\x98(?:\x1b\[0m)? (.*)\n", text)):
                        self.failure = match.group(1).decode(errors="replace")
        if self.failure is not None:
            try: os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError: pass
        code = process.wait()
        process.stdout.close()
        self.seconds = time.time() - started
        if self.failure is None and code != 0:
            self.failure = f"ended by signal {-code}" if code < 0 else f"exit code {code}"


def reach(options, binary, mutants):
    """For each mistake the tests that come by it, with their seconds."""
    listed = subprocess.run([binary, "--testing-library", "swift-testing", "--list-tests"], text=True, check=True,
        capture_output=True).stdout.split("\n")
    tests = [test for test in listed if test and not LEFT_OUT.search(test)]

    def run(pair):
        number, test = pair
        path = options.folder / f"reached.{number}"
        with open(path, "wb") as file: file.truncate(65536)
        result = Run(binary, [test], options.longest, {"CODE_MUTANTS_REACHED": str(path)})
        reached = path.read_bytes()
        path.unlink()
        return test, result, reached

    seconds, reaching, unused = {}, {number: [] for number in mutants}, {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for test, result, reached in pool.map(run, enumerate(tests)):
            if result.failure:
                unused[test] = result.failure
                continue
            seconds[test] = result.seconds
            for number in mutants:
                if reached[number]: reaching[number].append(test)
    for number in reaching: reaching[number].sort(key=seconds.get)
    print(f"{len(seconds)} tests, {len(unused)} not used:", file=sys.stderr)
    for test, reason in sorted(unused.items()): print(f"  {test}: {reason}", file=sys.stderr)
    return reaching, seconds


def batches(tests, seconds):
    """Quick tests together, the others in ever greater groups; most of a quick one's time is that of a process's start."""
    batch, spent, most = [], 0, 2
    start = min(seconds.values())
    for test in tests:
        batch.append(test)
        spent += seconds[test] - start
        if spent > most or len(batch) == 60:
            yield batch
            batch, spent, most = [], 0, most * 2
    if batch: yield batch


def judge(options, binary, reaching, seconds, number, distrusted):
    """What noticed a mistake; `None` where nothing did."""
    for batch in batches(reaching[number], seconds):
        limit = 15 + 5 * sum(seconds[test] for test in batch)
        result = Run(binary, batch, limit, {"CODE_MUTANT": str(number)})
        if not result.failure: continue
        # On a busy machine a test may fail for a reason of its own.
        name = re.match(r"Test (.*?) (?:recorded|failed)", result.failure)
        failed = [test for test in batch if name and test.endswith("/" + name.group(1))] or batch
        if not Run(binary, failed, limit).failure: return result.failure
        distrusted.append(failed)
    return None


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    options.folder = options.folder.resolve()
    if options.again:
        known = json.loads((options.folder / "reaching.json").read_text())
        binary = options.folder / ".build/debug/ConfigDIPackageTests.xctest"
        for number in options.again.split(","):
            tests = known["reaching"][number]
            print(f"{number}: {len(tests)} tests: {' '.join(tests)}", flush=True)
            for batch in batches(tests, known["seconds"]):
                Run(binary, batch, 300, {"CODE_MUTANT": number}, sys.stdout)
        return
    built = options.folder / "built.json"
    if "build" in options.steps:
        copy_checkout(options.folder)
        total, mutants = sample(options)
        build(options, mutants)
        built.write_text(json.dumps([total, {number: vars(mutant) for number, mutant in mutants.items()}]))
    total, known = json.loads(built.read_text())
    mutants = {int(number): code_mutants.Mutant(**known[number]) for number in list(known)[:options.count]}
    binary = options.folder / ".build/debug/ConfigDIPackageTests.xctest"
    noted = options.folder / "reaching.json"
    if "reach" in options.steps:
        noted.write_text(json.dumps(dict(zip(("reaching", "seconds"), reach(options, binary, mutants)))))
    if "judge" not in options.steps: return
    known = json.loads(noted.read_text())
    reaching, seconds = {int(number): tests for number, tests in known["reaching"].items()}, known["seconds"]
    reaching = {number: [test for test in tests if seconds[test] < options.longest] for number, tests in reaching.items()}
    distrusted, found = [], {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        judged = {pool.submit(judge, options, binary, reaching, seconds, number, distrusted): number for number in mutants}
        for done in concurrent.futures.as_completed(judged):
            number = judged[done]
            found[number] = done.result()
            print(f"{len(found)}/{len(mutants)} {found[number] or 'SURVIVES'}: {number} {mutants[number].describe()}",
                file=sys.stderr, flush=True)
    report(options, total, mutants, reaching, found, distrusted)


def report(options, total, mutants, reaching, found, distrusted):
    rows = collections.defaultdict(lambda: [0, 0])
    for number, mutant in mutants.items():
        for row in (group(mutant.path), "all"):
            rows[row][0] += 1
            rows[row][1] += found[number] is not None
    print(f"\n{len(mutants)} of {total} mistakes, seed {options.seed}\n\n| folder | mistakes | found | |\n|---|--:|--:|--:|")
    for row in sorted(rows, key=lambda row: (row == "all", row)):
        count, noticed = rows[row]
        print(f"| {row} | {count} | {noticed} | {100 * noticed / count:.0f} % |")
    kinds = collections.Counter(mutant.kind for mutant in mutants.values())
    print("\n" + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    print("\nNo test notices:")
    for number, mutant in sorted(mutants.items(), key=lambda pair: (pair[1].path, pair[1].line)):
        if found[number] is None:
            print(f"{number:5} {mutant.describe()}{'' if reaching[number] else ' (no test comes by)'}")
    if distrusted: print(f"\n{len(distrusted)} groups of tests failed without a mistake too, and were passed over")
    (options.folder / "result.json").write_text(json.dumps(
        {number: vars(mutant) | {"found": found[number], "tests": len(reaching[number])} for number, mutant in mutants.items()},
        indent=1))


main()
