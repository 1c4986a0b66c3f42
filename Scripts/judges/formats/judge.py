"""judge.py BINARY ROOT SCHEMAS: see Scripts/judges/formats/run."""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

import junitparser
import wcwidth
import xmlschema

binary, root, schemas = sys.argv[1:]
tools = os.path.dirname(sys.executable)
environment = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "CI_", "CONFIGDI"))}
environment.pop("FORCE_COLOR", None)
failures = []
error_counts = {}


def run(folder, *arguments, **variables):
    result = subprocess.run(
        [binary, "check", *arguments], cwd=folder, capture_output=True, env={**environment, **variables}, timeout=60)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def expect(condition, where, what):
    if not condition:
        failures.append(f"{where}: {what}")


def schema(name):
    path = os.path.join(schemas, name)
    return path if os.path.exists(path) else None


def judge_by_schema(folder):
    """All outputs at once, since starting the validator takes longer than judging."""
    for name, file in (("gitlab", "gitlab-codequality"), ("sarif", "sarif-2.1.0"), ("rdjson", "rdjson")):
        path = schema(f"{file}.schema.json")
        files = sorted(os.path.join(folder, f) for f in os.listdir(folder) if f.startswith(name))
        if path:
            result = subprocess.run(
                [f"{tools}/check-jsonschema", "--schemafile", path, *files], capture_output=True, text=True)
            expect(result.returncode == 0, name, result.stdout + result.stderr)
    if schema("junit-10.xsd"):
        judge = xmlschema.XMLSchema(schema("junit-10.xsd"))
        for file in sorted(os.listdir(folder)):
            if file.startswith("junit"):
                expect(judge.is_valid(os.path.join(folder, file)), "junit", f"{file} is not valid")


def judge_by_sarif_tools(folder):
    """All logs at once, for the same reason."""
    out = os.path.join(folder, "summaries")
    os.mkdir(out)
    result = subprocess.run(
        [f"{tools}/sarif", "summary", "--output", out, *sorted(error_counts)], capture_output=True, text=True)
    expect(result.returncode == 0, "sarif-tools", result.stdout + result.stderr)
    for path, count in error_counts.items():
        name = os.path.basename(path).removesuffix(".sarif")
        summary = os.path.join(out, f"{name}_summary.txt")
        text = open(summary).read() if os.path.exists(summary) else "no summary"
        expect(f"error: {count}\n" in text, name, f"sarif-tools: {text}")


def check_sarif(log, findings, where):
    """What code scanning requires, field by field."""
    expect(log["version"] == "2.1.0" and log["$schema"].startswith("https://"), where, "version or $schema")
    run = log["runs"][0]
    expect(run["columnKind"] == "unicodeCodePoints", where, "columnKind")
    driver = run["tool"]["driver"]
    expect(driver["name"], where, "the driver's name")
    for rule in driver["rules"]:
        for field in ("shortDescription", "fullDescription", "help"):
            expect(rule["id"] and rule[field]["text"], where, f"{field} of {rule['id']}")
        expect(rule["helpUri"], where, f"helpUri of {rule['id']}")
    expect(len(run["results"]) == len(findings), where, "the number of results")
    hashes = set()
    for result in run["results"]:
        expect(driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"], where, "ruleIndex")
        expect(result["level"] in ("error", "warning", "note"), where, "level")
        expect(len(result["locations"]) == 1, where, "one location")
        related = result.get("relatedLocations", [])
        for location in result["locations"] + related:
            physical = location["physicalLocation"]
            uri = physical["artifactLocation"]["uri"]
            expect(re.fullmatch(r"(?!/)([A-Za-z0-9\-._~/]|%[0-9A-F]{2})+", uri), where, f"uri {uri}")
            region = physical["region"]
            start = (region["startLine"], region["startColumn"])
            expect((1, 1) <= start <= (region["endLine"], region["endColumn"]), where, f"region {region}")
        ids = {location["id"] for location in related}
        text = re.sub(r"\\[\\\[\]]", "", result["message"]["text"])
        links = re.findall(r"\[[^\[\]]*\]\((\d+)\)", text)
        expect({int(link) for link in links} == ids, where, f"links {links} for {ids}")
        expect("[" not in re.sub(r"\[[^\[\]]*\]\(\d+\)", "", text), where, "an unescaped bracket")
        expect(re.fullmatch(r"[0-9a-f]+:\d+", result["partialFingerprints"]["primaryLocationLineHash"]), where, "hash")
        for flow in result.get("codeFlows", []):
            expect(len(flow["threadFlows"][0]["locations"]) > 1, where, "a flow of one step")
        expect("security-severity" not in json.dumps(result), where, "security-severity")


def unescaped(text, *codes):
    """What the runner makes of it: the per cent sign last."""
    for code in (*codes, "%0D", "%0A", "%25"):
        text = text.replace(code, chr(int(code[1:], 16)))
    return text


def shown(text):
    """Control characters as symbols, since a log may go to a terminal."""
    def symbol(match):
        code = ord(match[0])
        return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\uFFFD"
    return re.sub(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]", symbol, text)


def check_github(text, findings, where):
    """Reads workflow commands as the runner's documentation describes them."""
    ranks = []
    grave = ["error", "warning", "note"]
    findings = sorted(findings, key=lambda finding: grave.index(finding["severity"]))
    lines = [line for line in text.split("\n") if line]
    # What was not checked for want of a catalog is no finding.
    unchecked = [line for line in lines if line.startswith("::warning title=no catalog::")]
    expect(len(unchecked) <= 1, where, "told once that there is no catalog")
    lines = [line for line in lines if line not in unchecked]
    expect(len(lines) == len(findings), where, "the number of commands")
    for line, finding in zip(lines, findings):
        match = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
        expect(match, where, f"no command: {line}")
        if not match:
            continue
        ranks.append(("error", "warning", "notice").index(match[1]))
        properties = dict(part.split("=", 1) for part in match[2].split(","))
        expect(set(properties) <= {"file", "line", "endLine", "col", "endColumn", "title"}, where, f"keys {properties}")
        for value in [*properties.values(), match[3]]:
            expect(re.fullmatch(r"(?:[^%]|%(25|0D|0A|3A|2C))*", value), where, f"escapes in {value}")
        said = unescaped(match[3])
        message = shown(finding["message"])
        expect(said == message or said.startswith(message + "\n"), where, f"message {said}")
        title = unescaped(properties["title"], "%3A", "%2C")
        expect(title == f"{finding['code']} {finding['slug']}", where, f"title {title}")
        if "location" in finding:
            # Relative to the repository there, to the folder here.
            file = unescaped(properties["file"], "%3A", "%2C")
            expect(file.endswith(shown(finding["location"]["path"].removeprefix("../"))), where, f"file {file}")
        if "line" in properties:
            one = properties["line"] == properties["endLine"]
            expect(one == ("col" in properties), where, "columns just where the span is on one line")
    expect(ranks == sorted(ranks), where, "errors first")


def check_places(folder, findings, sarif, where):
    """Columns: bytes in our own, code points in SARIF; both must cut the same text from the file."""
    for finding, result in zip(findings, sarif["runs"][0]["results"]):
        location = finding.get("location")
        if not location or not os.path.isfile(os.path.join(folder, location["path"])):
            continue
        with open(os.path.join(folder, location["path"]), "rb") as file:
            data = file.read().removeprefix(b"\xef\xbb\xbf")
        try:
            data.decode()
        except UnicodeDecodeError:
            continue
        lines = re.split(rb"\r\n|\r|\n", data)
        region = result["locations"][0]["physicalLocation"]["region"]
        line = lines[location["start"]["line"] - 1]
        bytewise = line[: location["start"]["column"] - 1].decode()
        expect(bytewise == line.decode()[: region["startColumn"] - 1], where, f"columns of {finding['code']}")


def check_carets(text, where):
    """Carets stand under the text that they mean, by a terminal's widths."""
    lines = text.split("\n")
    for above, line in zip(lines, lines[1:]):
        carets = re.match(r"( *) \|( +)(\^+)", line)
        source = re.match(r" *\d+ \|(.*)", above)
        if carets and source:
            end = len(carets[2]) + len(carets[3])
            expect(end <= max(wcwidth.wcswidth(source[1]), 2), where, f"carets beyond the line:\n{above}\n{line}")


def judge(folder, where, arguments, out):
    code, text, error = run(folder, "--format", "json", *arguments)
    expect(code in (0, 1), where, f"ended with {code}: {error}")
    if code not in (0, 1):
        return
    report = json.loads(text)
    findings = report["diagnostics"]
    counts = {s: sum(f["severity"] == s for f in findings) for s in ("error", "warning", "note")}
    expect([counts[s] for s in ("error", "warning", "note")] == [report["summary"][s + "s"] for s in counts], where, "summary")
    outputs = {}
    for name in ("text", "concise", "github", "gitlab", "sarif", "junit", "rdjson"):
        outputs[name] = run(folder, "--format", name, *arguments)
        expect(outputs[name][0] == code, where, f"the code of {name}")
        expect(outputs[name][1] == run(folder, "--format", name, *arguments)[1], where, f"{name} is not the same twice")
    outputs = {name: output[1] for name, output in outputs.items()}
    expect(len(outputs["concise"].splitlines()) == len(findings), where, "the lines of concise")
    check_carets(outputs["text"], where)
    check_github(outputs["github"], findings, where)
    sarif = json.loads(outputs["sarif"])
    check_sarif(sarif, findings, where)
    check_places(folder, findings, sarif, where)
    fingerprints = [entry["fingerprint"] for entry in json.loads(outputs["gitlab"])]
    expect(len(set(fingerprints)) == len(findings), where, "GitLab's fingerprints")
    expect(len(json.loads(outputs["rdjson"])["diagnostics"]) == len(findings), where, "rdjson's findings")
    files = {}
    for name, ending in (("gitlab", "json"), ("sarif", "sarif"), ("rdjson", "json"), ("junit", "xml")):
        files[name] = os.path.join(out, f"{name} of {where.replace('.', ' ')}.{ending}")
        with open(files[name], "w") as file:
            file.write(outputs[name])
    junit = junitparser.JUnitXml.fromfile(files["junit"])
    failing = sum(isinstance(r, junitparser.Failure) for suite in junit for case in suite for r in case.result)
    expect(failing == counts["error"] == junit.failures, where, "JUnit's failures")
    expect(sum(len(list(suite)) for suite in junit) == junit.tests, where, "JUnit's tests")
    error_counts[files["sarif"]] = counts["error"]


# Names that formats, shells and terminals trip over.
awkward = ["100% sure", "a:b,c", "it's \"quoted\"", "<&>", "名前", "क्ष", "👩‍👩‍👧‍👦", "é", "[link](1)", "back\\slash", "a\tb", "::error::x", "#"]


def entry(name, label, target):
    name, label, target = (json.dumps(text, ensure_ascii=False) for text in (name, label, target))
    return "  %s: { factory: f, dependencies: { %s: %s } }\n" % (name, label, target)


def awkward_project(folder):
    os.makedirs(os.path.join(folder, "sub dir"))
    following = awkward[1:] + awkward[:1]
    missing = "".join(entry(name, name, "missing " + name) for name in awkward)
    ring = "".join(entry("ring " + name, name, "ring " + next) for name, next in zip(awkward, following))
    part = "sub dir/a,b%:c<&>é😀.yaml"
    with open(os.path.join(folder, "app.yaml"), "w") as file:
        file.write(f"configdi: 1\nimports: ['{part}']\nroots: [nobody]\nservices:\n{missing}")
    with open(os.path.join(folder, part), "w") as file:
        file.write(f"configdi: 1\nservices:\n{ring}")


def main():
    cases = []
    with tempfile.TemporaryDirectory() as work:
        awkward_project(os.path.join(work, "awkward"))
        cases.append((os.path.join(work, "awkward"), "awkward names", ["app.yaml"]))
        cases.append((os.path.join(work, "awkward"), "awkward names and no place", ["app.yaml", "--stage", "x,y:z%"]))
        broken = os.path.join(root, "Examples/config/broken")
        if os.path.isdir(broken):
            cases += [(broken, name, [name]) for name in sorted(os.listdir(broken)) if name.endswith(".yaml")]
            cases.append((os.path.join(root, "Examples"), "all examples at once", ["config"]))
        fixtures = os.path.join(root, "Tests/Data/Fixtures")
        for name in sorted(os.listdir(fixtures)) if os.path.isdir(fixtures) else []:
            folder = os.path.join(fixtures, name)
            arguments = ["check", "app.yaml"]
            if os.path.exists(os.path.join(folder, "arguments")):
                with open(os.path.join(folder, "arguments")) as file:
                    arguments = file.read().splitlines()
            if os.path.isdir(folder) and arguments[0] == "check":
                cases.append((folder, name, arguments[1:]))
        os.mkdir(os.path.join(work, "out"))
        out = os.path.join(work, "out")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for outcome in [pool.submit(judge, *case, out) for case in cases]:
                outcome.result()
        judge_by_schema(out)
        judge_by_sarif_tools(out)
    for failure in failures:
        print(f"judge-formats: {failure}", file=sys.stderr)
    print(f"judge-formats: {len(cases)} projects, {len(failures)} complaints")
    sys.exit(1 if failures else 0)


main()
