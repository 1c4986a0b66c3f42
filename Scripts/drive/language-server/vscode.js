// The extension's folder without the editor: its description is sound, and what it starts answers as a language server.
// `vscode` and the client library are stood in for: the first by what the extension uses of it, as its published types
// have it, the second by a client that starts the command that it is given and shakes hands.
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');

const folder = path.resolve(process.argv[2]);
const description = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
for (const name of ['name', 'version', 'publisher', 'engines', 'main', 'activationEvents', 'contributes']) {
  assert(description[name], `package.json has no ${name}`);
}
assert(fs.existsSync(path.join(folder, description.main)));
// What the packager refuses or warns of.
for (const name of ['license', 'repository', 'icon']) assert(description[name], `package.json has no ${name}`);
for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md', '.vscodeignore', description.icon]) {
  assert(fs.existsSync(path.join(folder, name)), `${name} is missing`);
}
assert.deepEqual([...fs.readFileSync(path.join(folder, description.icon)).subarray(1, 4)], [...Buffer.from('PNG')]);
assert(!description.activationEvents.includes('*'));
const settings = description.contributes.configuration.properties;
for (const [name, setting] of Object.entries(settings)) {
  assert(name.startsWith('configdi.') && setting.description && setting.default !== undefined, name);
  if (setting.enum) assert(setting.enum.includes(setting.default), name);
}

// Every pattern of the grammar can be compiled, and every name that it includes is there.
for (const contributed of description.contributes.grammars) {
  const grammar = JSON.parse(fs.readFileSync(path.join(folder, contributed.path), 'utf8'));
  assert.equal(grammar.scopeName, contributed.scopeName);
  assert(grammar.injectionSelector);
  const visit = (rule) => {
    for (const name of ['match', 'begin', 'end', 'while']) if (rule[name]) new RegExp(rule[name].replace(/\(\?x\)/, ''));
    if (rule.include && rule.include.startsWith('#')) assert(grammar.repository[rule.include.slice(1)], rule.include);
    for (const inner of rule.patterns || []) visit(inner);
  };
  visit(grammar);
  for (const rule of Object.values(grammar.repository || {})) visit(rule);
}

class LanguageClient {
  constructor(id, name, server, options) {
    assert(id && name && options.documentSelector.some((each) => each.language === 'yaml'));
    Object.assign(this, { server, options });
  }
  start() {
    this.process = spawn(this.server.command, this.server.args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const body = JSON.stringify({
      jsonrpc: '2.0', id: 1, method: 'initialize',
      params: { processId: process.pid, rootUri: null, capabilities: {}, initializationOptions: this.options.initializationOptions },
    });
    return new Promise((resolve, reject) => {
      let text = '';
      this.process.on('error', reject);
      this.process.stdout.on('data', (part) => {
        text += part;
        const start = text.indexOf('\r\n\r\n');
        const length = Number(/Content-Length: (\d+)/.exec(text)?.[1]);
        if (start < 0 || Buffer.byteLength(text) < start + 4 + length) return;
        assert.equal(JSON.parse(text.slice(start + 4)).result.serverInfo.name, 'configdi-check');
        resolve();
      });
      this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
  }
  stop() {
    this.process.kill();
  }
}

const values = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name.slice(9), setting.default]));
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'configdi-vscode-'));
fs.writeFileSync(path.join(work, 'app.yaml'), 'configdi: 1\nroots: [Greeter]\nservices:\n  Clock: systemClock\n  Greeter: { factory: greeter, dependencies: { clock: Clock } }\n');
const uri = (file) => ({ scheme: 'file', fsPath: file });
const documentOf = (name, text, languageId = 'yaml') => ({ uri: uri(path.join(work, name)), fileName: path.join(work, name), languageId, getText: () => text });
const manifest = documentOf('app.yaml', fs.readFileSync(path.join(work, 'app.yaml'), 'utf8'));

// Keeps what the extension does, and lets the test do what a person would.
const asked = [], events = {}, registered = {}, offered = [], opened = [], sent = [], panels = [], findings = [], terminal = [];
let answer, status;
const event = (name) => (listener) => { events[name] = listener; return { dispose() {} }; };
const vscode = {
  StatusBarAlignment: { Left: 1 }, ViewColumn: { One: 1, Beside: -2 },
  ThemeColor: class { constructor(id) { this.id = id; } },
  Position: class { constructor(line, character) { Object.assign(this, { line, character }); } },
  Range: class { constructor(start, end) { Object.assign(this, { start, end }); } },
  Uri: { file: uri, parse: (text) => ({ text }) },
  commands: {
    registerCommand: (name, run) => { registered[name] = run; return { dispose() {} }; },
    executeCommand: async (...words) => { sent.push(words); },
  },
  env: { openExternal: async (address) => { opened.push(address); } },
  languages: { getDiagnostics: () => findings, onDidChangeDiagnostics: event('diagnostics') },
  window: {
    activeTextEditor: undefined, visibleTextEditors: [],
    createOutputChannel: () => ({ lines: [], appendLine(line) { this.lines.push(line); }, show() {}, dispose() {} }),
    createStatusBarItem: () => (status = { show() {}, dispose() {} }),
    createTerminal: () => ({ show() {}, sendText: (text) => terminal.push(text) }),
    createWebviewPanel: () => {
      const panel = {
        reveal() {}, dispose() {}, onDidDispose() {},
        webview: { messages: [], onDidReceiveMessage: (listener) => { panel.receive = listener; }, postMessage(message) { this.messages.push(message); } },
      };
      panels.push(panel);
      return panel;
    },
    showErrorMessage: async (text, ...choices) => { offered.push({ text, choices }); return answer; },
    showInformationMessage: async (text) => { offered.push({ text, choices: [] }); },
    showQuickPick: async (items) => items[0],
    showTextDocument: async (file, options) => { opened.push({ file, options }); },
    onDidChangeTextEditorSelection: event('selection'), onDidChangeActiveTextEditor: event('editor'),
  },
  workspace: {
    isTrusted: true, workspaceFolders: [{ uri: uri(work) }], textDocuments: [],
    getConfiguration: (section) => (asked.push(section), { ...values, get: (name) => values[name] }),
    asRelativePath: (file) => path.relative(work, file.fsPath),
    findFiles: async () => [manifest.uri], fs: { readFile: async (file) => fs.readFileSync(file.fsPath) },
    onDidOpenTextDocument: event('open'), onDidSaveTextDocument: event('save'), onDidChangeConfiguration: event('configuration'),
  },
};
const standIns = { vscode, 'vscode-languageclient/node': { LanguageClient, TransportKind: { stdio: 0 } } };
const load = Module._load;
Module._load = (name, ...rest) => standIns[name] || load(name, ...rest);
const extension = require(path.join(folder, description.main));

async function drive() {
  const subscriptions = [];
  await extension.activate({ subscriptions });
  for (const { command } of description.contributes.commands) assert(registered[command], `${command} does nothing`);
  assert.equal(Object.keys(registered).length, description.contributes.commands.length);

  // Other YAML starts nothing; a manifest does, and where the program is missing it is said what to do.
  await events.open(documentOf('compose.yaml', 'services:\n  web: {}\n'));
  assert.equal(offered.length, 0);
  values.path = path.join(work, 'no-such-program');
  fs.writeFileSync(path.join(work, 'Package.swift'), '// ConfigDI');
  answer = 'Build in This Package';
  await events.open(manifest);
  assert(offered[0].text.includes('was not found') && offered[0].text.includes('swift build'), offered[0].text);
  assert(offered[0].choices.includes('How to Install'));
  assert.deepEqual(terminal, ['swift build --product configdi-check']);
  assert(status.text.includes('off'));

  // What the package built is offered, but never in a folder that is not trusted.
  const built = path.join(work, '.build', 'debug', 'configdi-check');
  fs.mkdirSync(path.dirname(built), { recursive: true });
  fs.symlinkSync(process.env.CONFIGDI_CHECK, built);
  vscode.workspace.isTrusted = false;
  answer = undefined;
  await registered['configdi.restart']();
  assert(!offered.at(-1).choices.includes("Use the Package's Build"));
  vscode.workspace.isTrusted = true;
  answer = "Use the Package's Build";
  await registered['configdi.restart']();
  assert(!status.text.includes('off'), status.text);

  // The status has the findings' count, of this program alone.
  findings.push([manifest.uri, [{ source: 'configdi', severity: 0 }, { source: 'configdi', severity: 1 }, { source: 'yaml', severity: 0 }]]);
  events.diagnostics();
  assert(status.text.endsWith(' 2') && status.tooltip.includes('1 of them an error') && status.backgroundColor, status.text);

  // The wiring is the page of the manifest. It follows the cursor, and what is chosen there opens here.
  vscode.window.activeTextEditor = { document: manifest, selection: { active: { line: 4 } } };
  await registered['configdi.showWiring']();
  const [panel] = panels;
  assert(panel.webview.html.includes('id="graph-data"') && panel.webview.html.includes('Greeter'));
  panel.receive({ ready: true });
  assert.deepEqual(panel.webview.messages.at(-1), { reveal: { path: 'app.yaml', line: 5 } });
  events.selection({ textEditor: { document: manifest, selection: { active: { line: 3 } } } });
  assert.deepEqual(panel.webview.messages.at(-1), { reveal: { path: 'app.yaml', line: 4 } });
  await panel.receive({ open: { path: 'app.yaml', line: 4, column: 3 } });
  const { file, options } = opened.at(-1);
  assert.equal(file.fsPath, path.join(work, 'app.yaml'));
  assert.deepEqual([options.selection.start.line, options.selection.start.character], [3, 2]);
  await registered['configdi.checkNow']();
  registered['configdi.showLog']();
  assert(asked.every((section) => section === 'configdi'));
  await extension.deactivate();
  fs.rmSync(work, { recursive: true });
}

drive().then(() => {
  console.log('vscode: the extension starts the server, shows findings and the wiring, and explains a missing program');
}).catch((problem) => {
  console.error(`vscode: ${problem.message}`);
  process.exit(1);
});
