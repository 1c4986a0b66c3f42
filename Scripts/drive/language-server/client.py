"""A client of the language server that knows no more than the protocol's frames."""
import json
import os
import queue
import subprocess
import threading
import time


class Client:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.incoming = queue.Queue()
        self.answers = {}
        self.unexpected = []
        self.diagnostics = {}
        self.count = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while True:
                line = out.readline()
                if not line:
                    self.incoming.put(None)
                    return
                line = line.strip()
                if not line:
                    break
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            self.incoming.put(json.loads(out.read(length)))

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, params, id=None):
        if id is None:
            self.count += 1
            id = self.count
        self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return id

    def take(self, timeout):
        """Handles one message; whether one came."""
        try:
            message = self.incoming.get(timeout=timeout)
        except queue.Empty:
            return False
        if message is None:
            raise EOFError("the server is gone")
        if "method" in message and "id" in message:
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        elif "method" in message:
            if message["method"] == "textDocument/publishDiagnostics":
                self.diagnostics[message["params"]["uri"]] = message["params"]
        else:
            self.answers.setdefault(json.dumps(message.get("id")), []).append(message)
        return True

    def wait(self, id, timeout=30):
        end = time.time() + timeout
        while json.dumps(id) not in self.answers:
            if time.time() > end:
                raise TimeoutError(f"no answer to {id}")
            self.take(0.1)
        return self.answers[json.dumps(id)][0]

    def request(self, method, params):
        answer = self.wait(self.ask(method, params))
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]

    def start(self, root, capabilities=None):
        capabilities = capabilities or {
            "general": {"positionEncodings": ["utf-8"]},
            "textDocument": {
                "publishDiagnostics": {}, "rename": {"prepareSupport": True},
                "completion": {"completionItem": {"snippetSupport": True}},
            },
        }
        result = self.request(
            "initialize", {"processId": os.getpid(), "rootUri": "file://" + root, "capabilities": capabilities})
        self.notify("initialized", {})
        return result

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(timeout=20)

    def processor(self, all_threads=False):
        """Seconds that the thread which answers has had of a processor, or the whole server."""
        threads = os.listdir(f"/proc/{self.process.pid}/task") if all_threads else [self.process.pid]
        used = 0
        for thread in threads:
            try:
                with open(f"/proc/{self.process.pid}/task/{thread}/schedstat") as file:
                    used += int(file.read().split()[0])
            except FileNotFoundError:  # It has ended.
                pass
        return used / 1e9

    def memory(self):
        """Resident, in MB."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * 4096 / 1e6
