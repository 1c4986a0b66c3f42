// The program: found, started, restarted, and what to do where it is missing.
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { Uri, commands, env, window, workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

const { homepage } = require('./package.json');

exports.Server = class {
  /** @param {import('vscode').LogOutputChannel} log */
  constructor(log) {
    this.log = log;
    /** @type {LanguageClient | undefined} */
    this.client = undefined;
    this.isStarted = false;
  }

  get isRunning() { return this.client !== undefined; }

  get folder() { return workspace.workspaceFolders?.[0]?.uri.fsPath; }

  get command() { return this.ownBuild ?? (workspace.getConfiguration('configdi').get('path') || 'configdi-check'); }

  async start() {
    this.isStarted = true;
    const command = this.command, problem = await this.problemOf(command);
    if (problem) {
      this.log.appendLine(`${command}: ${problem}`);
      await this.explain(command, problem);
      return;
    }
    this.client = new LanguageClient(
      'configdi', 'ConfigDI', { command, args: ['lsp'], transport: TransportKind.stdio },
      {
        documentSelector: [
          { scheme: 'file', language: 'yaml' },
          { scheme: 'file', pattern: '**/*catalog*.json' },
        ],
        synchronize: { configurationSection: 'configdi' },
        initializationOptions: workspace.getConfiguration('configdi'),
        outputChannel: this.log,
      });
    await this.client.start();
  }

  async stop() {
    const { client } = this;
    this.client = undefined;
    await client?.stop();
  }

  async restart() {
    await this.stop();
    await this.start();
  }

  /** The output of the program, run in the workspace's folder. @param {string[]} words */
  run(words) {
    return new Promise((resolve, reject) => {
      execFile(this.command, words, { cwd: this.folder, maxBuffer: 256 << 20 }, (error, output, told) => {
        // 1 says that there are findings: the output is there all the same.
        if (error && /** @type {any} */ (error).code !== 1) reject(new Error(told.trim() || error.message)); else resolve(output);
      });
    });
  }

  /** Checks the workspace's folder as the command line does, into the log: also manifests that are not open. */
  async check() {
    this.log.show(true);
    try {
      this.log.appendLine(await this.run(['check', '--color', 'never', '--quiet', '.']) || 'No findings.');
    } catch (problem) {
      this.log.appendLine(String(problem.message));
    }
  }

  /** What keeps a program from running; nothing if it answers. @param {string} command */
  problemOf(command) {
    return new Promise((resolve) => {
      execFile(command, ['--version'], { cwd: this.folder, timeout: 10000 }, (error) => resolve(error && (
        /** @type {any} */ (error).code === 'ENOENT' ? 'not found' : error.message)));
    });
  }

  /** Says how to come by the program, and offers what the package has. @param {string} command @param {string} problem */
  async explain(command, problem) {
    const built = this.builtProgram, choices = [];
    if (built) choices.push('Use the Package\'s Build');
    else if (this.hasPackage) choices.push('Build in This Package');
    choices.push('How to Install', 'Set the Path');
    const choice = await window.showErrorMessage(
      `ConfigDI: '${command}' ${problem === 'not found' ? 'was not found' : 'cannot be run: ' + problem}. Install it, or build it: swift build --product configdi-check`,
      ...choices);
    if (choice === choices[0] && built) {
      this.ownBuild = built;
      await this.start();
    } else if (choice === 'Build in This Package') {
      const terminal = window.createTerminal({ name: 'configdi-check', cwd: this.folder });
      terminal.show();
      terminal.sendText('swift build --product configdi-check');
      window.showInformationMessage('Run "ConfigDI: Restart" when the build finishes.');
    } else if (choice === 'How to Install') await env.openExternal(Uri.parse(homepage));
    else if (choice === 'Set the Path') await commands.executeCommand('workbench.action.openSettings', 'configdi.path');
  }

  /** The program that the workspace's package has built; never in a folder that the user does not trust. */
  get builtProgram() {
    if (!workspace.isTrusted || !this.folder) return undefined;
    const name = process.platform === 'win32' ? 'configdi-check.exe' : 'configdi-check';
    return ['release', 'debug'].map((kind) => path.join(this.folder, '.build', kind, name)).find((file) => fs.existsSync(file));
  }

  get hasPackage() {
    if (!workspace.isTrusted || !this.folder) return false;
    try {
      return fs.readFileSync(path.join(this.folder, 'Package.swift'), 'utf8').includes('ConfigDI');
    } catch {
      return false;
    }
  }
};
