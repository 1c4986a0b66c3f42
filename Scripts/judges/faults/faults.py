#!/usr/bin/env python3
"""faults.py CHECKER LIBRARY [--smoke]

Runs the checker again and again, and lets the n-th call of each kind to the system fail, for every n; then sends it a
signal at each. It must end by itself with a code of its own, with a reason where it could not complete, with every file
either as it was or as it should be, and with nothing left beside them. --smoke takes every seventeenth n."""
import errno, json, os, pathlib, shutil, signal, subprocess, sys, tempfile

checker, library = map(os.path.abspath, sys.argv[1:3])
step = 17 if "--smoke" in sys.argv else 1

PART = "configdi: 1\nservices:\n  Clock: { factory: c, scoep: transient }\n  Api: { factory: a, depndencies: [Clock] }\n"
APP = "configdi: 1\nimports: [part.yaml, { path: local.yaml, optional: true }]\nroots: [Api]\nparameters:\n  a: { env: A, secret: true }\n"
CATALOG = '{ "configdiCatalog": 1, "factories": [{ "name": "c", "provides": "App.Clock" }, { "name": "a", "provides": "App.Api" }] }\n'
PROJECT = {"app.yaml": APP, "sub/part.yaml": PART, "part.yaml": PART, "configdi.catalog.json": CATALOG}
SCENARIOS = {
    "check": (PROJECT, ["check", "app.yaml"]),
    "check a folder": (PROJECT | {".configdi-check.yml": "ignore: DI207\n"}, ["check", "."]),
    "fix": (PROJECT, ["fix", "app.yaml"]),
    "check and fix": (PROJECT, ["check", "--fix", "."]),
    "baseline": (PROJECT | {"b.json": '{ "configdiBaseline": 1, "findings": [] }\n'}, ["check", "app.yaml", "--write-baseline", "b.json"]),
    "report": (PROJECT, ["check", "app.yaml", "--report", "sarif=r.sarif", "--report", "json=r.json"]),
    "init": ({}, ["init", "new"]),
    "graph": (PROJECT, ["graph", "app.yaml", "--format", "html", "--output", "g.html"]),
    "environment": (PROJECT | {"e.env": "A=1\n"}, ["check", "app.yaml", "--env-file", "e.env"]),
    "a program's catalog": (PROJECT, ["check", "app.yaml", "--catalog-from", "cat configdi.catalog.json"]),
}
ERRORS = {
    "open": [errno.EMFILE, errno.EACCES], "read": [errno.EIO, errno.EINTR], "write": [errno.ENOSPC, errno.EINTR],
    "close": [errno.EIO], "rename": [errno.EXDEV], "link": [errno.ENOSPC, errno.EPERM], "unlink": [errno.EIO],
    "mkdir": [errno.ENOSPC], "fsync": [errno.EIO], "fchown": [errno.EPERM], "fchmod": [errno.EPERM],
    "flock": [errno.ENOLCK, errno.EINTR], "realpath": [errno.EACCES, errno.ELOOP], "opendir": [errno.EMFILE],
    "malloc": [errno.ENOMEM],
}
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGPIPE]
# Removing what was staged is all that `unlink` is for: where it fails, nothing can be done about what is left.
MAY_LEAVE = {"unlink"}


def make(files):
    folder = tempfile.mkdtemp(prefix="faults-")
    for name, text in files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def tree(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(pathlib.Path(folder).rglob("*")) if p.is_file()}


def run(files, arguments, **fault):
    folder = make(files)
    counts = tempfile.mktemp(prefix="counts-")
    environment = {"PATH": os.environ["PATH"], "LD_PRELOAD": library, "SWIFT_BACKTRACE": "enable=no", "FAULT_COUNTS": counts}
    environment |= {"FAULT_" + key.upper(): str(value) for key, value in fault.items()}
    result = subprocess.run([checker, *arguments], cwd=folder, env=environment, capture_output=True, timeout=120)
    calls = dict(line.split() for line in open(counts)) if os.path.exists(counts) else {}
    if calls: os.unlink(counts)
    after = tree(folder)
    shutil.rmtree(folder)
    return result.returncode, result.stdout, result.stderr, after, {k: int(v) for k, v in calls.items()}


def is_whole_report(name, text, said):
    """A report of a run that could not read all says so, and is whole."""
    code = next((code for code in ("DI009", "DI007") if code in said), None)
    if not code: return False
    if name == "g.html": return code.encode() in text and text.endswith(b"</html>\n")
    try: return name.startswith("r.") and bool(json.loads(text))
    except ValueError: return False


def tells_as_much(output, clean_output):
    """Where memory ran out while a folder was looked through, a file that another imports may be checked by itself too."""
    return all(line in output for line in clean_output.splitlines() if b"error:" in line or b"warning:" in line)


problems = []
runs = 0
for title, (files, arguments) in SCENARIOS.items():
    clean_code, clean_output, _, clean_files, calls = run(files, arguments)
    before = {name: text.encode() for name, text in files.items()}
    assert clean_code in (0, 1) and calls, (title, clean_code)
    for call, count in calls.items():
        # What follows the reading of the project's files reads the examples of the rules, which SARIF shows.
        if call == "malloc" and title == "report": count = min(count, 200)
        for n in range(1, count + 1, step):
            faults = [{"error": code} for code in ERRORS.get(call, [errno.EIO])]
            if call != "malloc": faults += [{"signal": int(number)} for number in SIGNALS]
            for fault in faults:
                code, output, error, after, _ = run(files, arguments, call=call, number=n, **fault)
                runs += 1
                said = (output + error).decode(errors="replace")
                wrong = []
                asked = fault.get("signal")
                if code < 0 and code != -(asked or 0): wrong.append(f"ended by signal {-code}")
                elif code >= 0 and code not in (0, 1, 2): wrong.append(f"exit code {code}")
                if code == 2 and "error" not in said: wrong.append("no reason given")
                if code in (0, 1) and not ("DI009" in said or "DI10" in said or call == "malloc" and ("DI007" in said or "left alone" in said)):
                    if call == "malloc" and code == clean_code and tells_as_much(output, clean_output): pass
                    elif (code, output) != (clean_code, clean_output): wrong.append(f"exit code {code}, and not what a clean run says")
                    if call not in MAY_LEAVE and after != clean_files: wrong.append(f"exit code {code}, and not the files of a clean run")
                for name, text in after.items():
                    if name not in before and name not in clean_files:
                        if call not in MAY_LEAVE: wrong.append(f"left behind: {name}")
                    elif text not in (before.get(name), clean_files.get(name)) and not is_whole_report(name, text, said):
                        wrong.append(f"spoilt: {name}")
                for name in before:
                    if name not in after: wrong.append(f"lost: {name}")
                if title == "init" and call not in MAY_LEAVE and len(after) not in (0, len(clean_files)): wrong.append("init left a part")
                for what in wrong: problems.append(f"{title}: {call} {n} {fault}: {what}: {said[-200:]!r}")
print(f"{runs} faults in {len(SCENARIOS)} runs: {len(problems)} problems")
for problem in problems[:60]: print(problem)
sys.exit(1 if problems else 0)
