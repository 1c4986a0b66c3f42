"""Random sessions beside a model of the protocol: one answer a request, no crash, memory that stays.

Usage: fuzz.py SECONDS [SEED]; CONFIGDI_CHECK is the program, CONFIGDI_EXAMPLE the folder to play in."""
import json
import os
import random
import sys
import time

from client import Client

METHODS = [
    "completion", "hover", "definition", "typeDefinition", "implementation", "references", "documentHighlight",
    "prepareRename", "rename", "documentSymbol", "foldingRange", "selectionRange", "documentLink", "codeAction",
    "codeLens", "inlayHint", "prepareCallHierarchy", "semanticTokens/full", "semanticTokens/range", "diagnostic",
]
PIECES = ["a", "\n", "  ", ": ", "{", "}", "[", "]", '"', "'", "- ", "#", "é", "😀", "${", "services:\n", "configdi: 1\n", "\r\n", "factory: ", "&a ", "*a", "|", ">", "\t", "\x00", "%", "---\n"]


def main():
    seconds = float(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)
    print(f"fuzz: seed {seed}", flush=True)
    example = os.environ["CONFIGDI_EXAMPLE"]
    client = Client([os.environ["CONFIGDI_CHECK"], "lsp", "--log", os.path.join(example, "..", "fuzz.log")])
    client.start(example)
    names = ["app.yaml", "overlays/test.yaml", "shared/observability.yaml", "new.yaml", "configdi.catalog.json"]
    texts = {}
    for name in names:
        path = os.path.join(example, name)
        texts[name] = open(path, newline="").read() if os.path.exists(path) else "configdi: 1\n"
    opened, versions, expected, nulls = {}, {}, {}, 0
    end = time.time() + seconds
    requests = edits = 0
    memory = None

    def position(text):
        lines = text.split("\n")
        line = rng.randrange(len(lines) + 2)
        return {"line": line, "character": rng.randrange(60)}

    def params(name):
        text = opened.get(name, texts[name])
        place = position(text)
        return {
            "textDocument": {"uri": "file://" + os.path.join(example, name)}, "position": place,
            "positions": [place], "range": {"start": place, "end": position(text)}, "newName": rng.choice(["x", "a.b", "Å", "", "x/y"]),
            "context": {"includeDeclaration": rng.random() < 0.5, "diagnostics": []},
        }

    while time.time() < end:
        for _ in range(rng.randrange(1, 30)):
            name = rng.choice(names)
            uri = "file://" + os.path.join(example, name)
            choice = rng.random()
            if choice < 0.35 and name in opened:
                edits += 1
                versions[name] += 1
                changes = []
                for _ in range(rng.randrange(1, 4)):
                    start, stop = sorted([position(opened[name]), position(opened[name])], key=lambda p: (p["line"], p["character"]))
                    if rng.random() < 0.7:
                        stop = start
                    changes.append({"range": {"start": start, "end": stop}, "text": "".join(rng.choice(PIECES) for _ in range(rng.randrange(4)))})
                if rng.random() < 0.1 :
                    changes = [{"text": texts[name]}]
                client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": versions[name]}, "contentChanges": changes})
            elif choice < 0.45 and name not in opened:
                opened[name], versions[name] = texts[name], 1
                client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": texts[name]}})
            elif choice < 0.48 and name in opened:
                del opened[name]
                client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
            elif choice < 0.88:
                requests += 1
                id = rng.choice([None, f"text-{requests}", -requests])
                method = rng.choice(METHODS)
                id = client.ask("textDocument/" + method, params(name) if rng.random() < 0.95 else rng.choice([None, {}, [], {"textDocument": 3}]), id)
                expected[json.dumps(id)] = method
                if rng.random() < 0.1:
                    client.notify("$/cancelRequest", {"id": id})
            elif choice < 0.91:
                requests += 1
                expected[json.dumps(client.ask(rng.choice(["workspace/symbol", "no/such", "callHierarchy/incomingCalls", "initialize"]), {"query": "a"}))] = "other"
            elif choice < 0.94:
                nulls += 1
                body = rng.choice([b"{", b"[1,", b"nul", b'{"a":}', b"\xff\xfe", b""]) or b"{"
                client.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            elif choice < 0.96:
                client.send({"jsonrpc": "2.0", "id": rng.choice([1.5, [], {}, True]), "method": "textDocument/hover", "params": params(name)})
                nulls += 1
            elif choice < 0.98:
                client.notify(rng.choice(["$/unknown", "textDocument/didSave", "workspace/didChangeWatchedFiles", "$/setTrace", "$/cancelRequest"]), rng.choice([{}, None, [], {"id": "none"}, params(name)]))
            else:
                client.send({"jsonrpc": "2.0", "id": 10**6 + requests, "result": None})
        marker = client.ask("workspace/symbol", {"query": "zzzz"})
        client.wait(marker, timeout=60)
        for id, method in expected.items():
            answers = client.answers.get(id, [])
            deadline = time.time() + 30
            while not answers and time.time() < deadline:
                client.take(0.1)
                answers = client.answers.get(id, [])
            assert len(answers) == 1, f"{len(answers)} answers to {id}, {method}"
            assert ("result" in answers[0]) != ("error" in answers[0]), answers[0]
        refused = len(client.answers.get("null", []))
        assert refused == nulls, f"{refused} refusals of {nulls}"
        expected = {}
        client.answers = {"null": client.answers.get("null", [])}
        if memory is None and requests > 500:
            memory = client.memory()
    last = client.memory()
    assert memory is None or last < memory * 2 + 60, f"memory went from {memory:.0f} to {last:.0f} MB"
    assert client.end() == 0
    print(f"fuzz: {requests} requests, {edits} edits, {nulls} refusals; {last:.0f} MB at the end")


main()
