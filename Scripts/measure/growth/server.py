"""One session of the language server over a folder with app.yaml: every request, at several places and over the whole file,
each with the processor time that it took."""
import json
import os
import re
import subprocess
import threading

TICKS = os.sysconf("SC_CLK_TCK")
# A request without an answer after so many seconds is endless.
PATIENCE = 60


class Session:
    def __init__(self, binary, folder):
        self.process = subprocess.Popen(
            [binary, "lsp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "CONFIGDI_STAGE": ""})
        self.asked = 0
        self.measured = []

    @property
    def seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) * 1024

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = None
        while line := self.process.stdout.readline():
            if line == b"\r\n":
                return json.loads(self.process.stdout.read(length))
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        raise EOFError

    def request(self, method, parameters):
        self.asked += 1
        before = self.seconds
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        try:
            self.send({"id": self.asked, "method": method, "params": parameters})
            while True:
                message = self.receive()
                if message.get("id") == self.asked and "method" not in message:
                    break
                if "id" in message and "method" in message:
                    self.send({"id": message["id"], "result": None})
        finally:
            timer.cancel()
        self.measured.append((method, self.seconds - before))
        return message.get("result")

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})


def requests(text):
    """Every request about a text: the places are the beginning, the end, and some between."""
    lines = text.split("\n")
    places = []
    for line in sorted({0, len(lines) // 3, len(lines) // 2, max(0, len(lines) - 2)}):
        for character in {0, len(lines[line]) // 2, len(lines[line])}:
            places.append({"line": line, "character": character})
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
    for method in ["documentSymbol", "foldingRange", "documentLink", "semanticTokens/full", "codeLens", "diagnostic"]:
        yield f"textDocument/{method}", {}
    for method in ["codeAction", "inlayHint", "semanticTokens/range"]:
        yield f"textDocument/{method}", {"range": whole, "context": {"diagnostics": []}}
    yield "textDocument/codeAction", {"range": whole, "context": {"diagnostics": [], "only": ["source.fixAll"]}}
    yield "textDocument/selectionRange", {"positions": places}
    for place in places:
        for method in ["completion", "hover", "definition", "typeDefinition", "implementation", "references",
                       "documentHighlight", "prepareRename", "rename", "prepareCallHierarchy"]:
            yield f"textDocument/{method}", {"position": place, "newName": "renamed", "context": {"includeDeclaration": True}}
    yield "workspace/symbol", {"query": ""}
    yield "workspace/diagnostic", {"previousResultIds": []}


def measure(binary, folder):
    """The requests with their seconds, the peak of memory, and whether the server ended by itself too early."""
    with open(os.path.join(folder, "app.yaml"), encoding="utf-8") as file:
        text = file.read()
    uri = "file://" + os.path.realpath(os.path.join(folder, "app.yaml"))
    session = Session(binary, folder)
    memory, failed = 0, False
    try:
        session.request("initialize", {
            "processId": None, "rootUri": "file://" + os.path.realpath(folder),
            "capabilities": {"textDocument": {"rename": {"prepareSupport": True}, "documentSymbol": {
                "hierarchicalDocumentSymbolSupport": True}, "codeAction": {"codeActionLiteralSupport": {}}}},
            "initializationOptions": {"codeLens": True, "inlayHints": True}})
        session.notify("initialized", {})
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        session.notify("textDocument/didOpen", {"textDocument": document})
        for method, parameters in requests(text):
            session.request(method, {"textDocument": {"uri": uri}, **parameters})
            if method == "textDocument/documentSymbol":
                session.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [
                    {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "# a\n"}]})
        items = session.request("textDocument/prepareCallHierarchy", {"textDocument": {"uri": uri}, "position": service(text)}) or []
        for item in items:
            for calls in ["incomingCalls", "outgoingCalls"]:
                session.request(f"callHierarchy/{calls}", {"item": item})
        memory = session.memory
        session.request("shutdown", None)
        session.notify("exit", None)
    except (EOFError, BrokenPipeError, FileNotFoundError, ProcessLookupError):
        failed = True
        session.measured.append(("endless or crashed", PATIENCE))
    finally:
        session.process.kill()
        session.process.wait()
    return session.measured, memory, failed


def service(text):
    """The place of the first service."""
    for number, line in enumerate(text.split("\n")):
        if (found := re.search(r"\bS0\b", line)) is not None:
            # A line was added above.
            return {"line": number + 1, "character": found.start()}
    return {"line": 0, "character": 0}
