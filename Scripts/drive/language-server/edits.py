"""Random edits through the protocol, and now and then a fresh server that has only the text: both must say the same.

Usage: edits.py EDITS [SEED]; CONFIGDI_CHECK is the program, CONFIGDI_EXAMPLE the folder to play in."""
import os
import random
import sys

from client import Client

PIECES = [
    "a", "\n", "  ", "\n  ", ": ", "{ ", " }", "[", "]", '"', "'", "\n  - ", " # ", "é", "😀", "${", "}", "\r\n", "\r",
    "services:\n", "configdi: 1\n", "factory: ", "Cache", "&a ", "*a", "|", ">", "\t", ", ",
]
UNITS = {
    "utf-8": lambda character: len(character.encode()),
    "utf-16": lambda character: 2 if ord(character) > 0xFFFF else 1,
    "utf-32": lambda character: 1,
}


class Text:
    """What the client has: the plainest way to keep a text."""

    def __init__(self, text, encoding):
        self.text = text
        self.width = UNITS[encoding]

    def index(self, line, character):
        index = 0
        for _ in range(line):
            while index < len(self.text) and self.text[index] not in "\r\n":
                index += 1
            if index == len(self.text):
                return index
            index += 2 if self.text[index:index + 2] == "\r\n" else 1
        while index < len(self.text) and self.text[index] not in "\r\n":
            width = self.width(self.text[index])
            if character < width:
                break
            character -= width
            index += 1
        return index

    def replace(self, start, end, new):
        low, high = self.index(*start), self.index(*end)
        self.text = self.text[:low] + new + self.text[max(low, high):]


def client(root, encoding):
    # It asks for findings, so that each answer is about the text that was sent before.
    client = Client([os.environ["CONFIGDI_CHECK"], "lsp"])
    client.start(root, {
        "general": {"positionEncodings": [encoding]},
        "textDocument": {"diagnostic": {}, "documentSymbol": {"hierarchicalDocumentSymbolSupport": True}},
    })
    return client


def state(client, uri, positions):
    """All that a server says of a text."""
    document = {"textDocument": {"uri": uri}}
    # After this answer the check of the last edit is done.
    said = {"diagnostic": client.request("textDocument/diagnostic", document)}
    for method in ["documentSymbol", "foldingRange", "semanticTokens/full", "documentLink"]:
        said[method] = client.request("textDocument/" + method, document)
    said["selectionRange"] = client.request("textDocument/selectionRange", {**document, "positions": positions})
    for position in positions:
        for method in ["completion", "hover", "definition", "references"]:
            place = {**document, "position": position, "context": {"includeDeclaration": True}}
            said[f"{method} {position}"] = client.request("textDocument/" + method, place)
    return said


def main():
    count = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(f"edits: seed {seed}", flush=True)
    rng = random.Random(seed)
    root = os.path.realpath(os.environ["CONFIGDI_EXAMPLE"])
    path = os.path.join(root, "app.yaml")
    uri = "file://" + path
    with open(path, newline="") as file:
        original = file.read()
    done = compared = version = 0
    while done < count:
        encoding = rng.choice(sorted(UNITS))
        one = client(root, encoding)
        text = Text(original, encoding)
        version = 1
        one.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": original}})
        for _ in range(20):
            wanted = min(count - done, rng.choice([1, 10, 100, 1000, 5000]))
            # Few edits leave YAML, many leave none: both are of interest.
            if rng.random() < 0.5:
                text.text = original
                version += 1
                one.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": original}]})
            while wanted > 0:
                changes = []
                for _ in range(min(wanted, rng.randrange(1, 40))):
                    lines = text.text.count("\n") + 3
                    start, end = sorted((rng.randrange(lines), rng.randrange(70)) for _ in range(2))
                    if rng.random() < 0.8:
                        end = (start[0], start[1] + rng.randrange(6))
                    new = "".join(rng.choice(PIECES) for _ in range(rng.randrange(4)))
                    if len(text.text) < 300:
                        new += original[:1500]
                    text.replace(start, end, new)
                    changes.append({
                        "range": {"start": dict(zip(("line", "character"), start)), "end": dict(zip(("line", "character"), end))},
                        "text": new,
                    })
                version += 1
                one.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes})
                wanted -= len(changes)
                done += len(changes)
            lines = text.text.count("\n") + 2
            positions = [{"line": rng.randrange(lines), "character": rng.randrange(60)} for _ in range(3)]
            positions.sort(key=lambda p: (p["line"], p["character"]))
            fresh = client(root, encoding)
            fresh.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "yaml", "version": version, "text": text.text}})
            left, right = state(one, uri, positions), state(fresh, uri, positions)
            for question in left:
                assert left[question] == right[question], (
                    f"after {done} edits, to {question} in {encoding}: {left[question]}\nbut a fresh server: {right[question]}\n{text.text!r}")
            compared += 1
            assert fresh.end() == 0
            if done >= count:
                break
        assert one.end() == 0
    print(f"edits: {done} edits, compared {compared} times with a fresh server")


main()
