"""A page that is written from what stands and compared with it in CI, so that each change is seen in review."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def binaries():
    """The folder of what was built."""
    command = ["swift", "build", "--package-path", ROOT, "--show-bin-path"]
    return pathlib.Path(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip())


def main(page, description, current):
    """Compares a page with what `current` gives, or writes it anew with `--record`; the exit code."""
    script = pathlib.Path(sys.argv[0]).name
    if sys.argv[1:] not in ([], ["--record"]):
        print(description)
        return 2
    now = current()
    path = ROOT / page
    if sys.argv[1:]:
        path.write_text(now)
        return 0
    before = path.read_text() if path.exists() else ""
    if now == before:
        print(f"{script}: as {page} says")
        return 0
    old, new = before.splitlines(), now.splitlines()
    for line in sorted(set(old) - set(new)):
        print(f"{script}: gone: {line}")
    for line in sorted(set(new) - set(old)):
        print(f"{script}: new: {line}")
    print(f"{script}: run 'Scripts/judges/{script} --record' if this is meant, and tell it in CHANGELOG.md")
    return 1
