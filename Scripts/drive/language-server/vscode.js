// The extension's folder without the editor: its description is sound, and what it starts answers as a language server.
// `vscode` and the client library are stood in for: the first by what the extension uses of it, the second by a client
// that starts the command that it is given and shakes hands.
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const folder = path.resolve(process.argv[2]);
const description = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
for (const name of ['name', 'version', 'publisher', 'engines', 'main', 'activationEvents', 'contributes']) {
  assert(description[name], `package.json has no ${name}`);
}
assert(fs.existsSync(path.join(folder, description.main)));
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
values.path = process.env.CONFIGDI_CHECK;
const asked = [];
const standIns = {
  vscode: { workspace: { getConfiguration: (section) => (asked.push(section), { ...values, get: (name) => values[name] }) } },
  'vscode-languageclient/node': { LanguageClient, TransportKind: { stdio: 0 } },
};
const load = Module._load;
Module._load = (name, ...rest) => standIns[name] || load(name, ...rest);
const extension = require(path.join(folder, description.main));
extension.activate().then(() => {
  assert(asked.every((section) => section === 'configdi'));
  extension.deactivate();
  console.log('vscode: the extension starts the server');
}).catch((problem) => {
  console.error(`vscode: ${problem.message}`);
  process.exit(1);
});
