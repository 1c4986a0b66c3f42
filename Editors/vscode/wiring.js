// The graph page beside the text. The page follows the cursor; a place chosen in the page opens in the editor.
const path = require('node:path');
const { Position, Range, Uri, ViewColumn, window, workspace } = require('vscode');
const { entry, isManifest } = require('./manifests');

exports.Wiring = class {
  /** @param {import('./server').Server} server */
  constructor(server) {
    this.server = server;
    /** @type {import('vscode').WebviewPanel | undefined} */
    this.panel = undefined;
    /** @type {import('vscode').Uri | undefined} */
    this.manifest = undefined;
    this.listeners = [
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      workspace.onDidSaveTextDocument((document) => {
        if (this.panel && (isManifest(document) || /\.(ya?ml|json)$/.test(document.fileName))) this.refresh();
      }),
    ];
  }

  async show() {
    const manifest = await entry();
    if (!manifest) {
      window.showInformationMessage('ConfigDI: no manifest found. A manifest has the key configdi at the start of a line.');
      return;
    }
    this.manifest = manifest;
    if (!this.panel) {
      this.panel = window.createWebviewPanel(
        'configdi.wiring', 'Wiring', { viewColumn: ViewColumn.Beside, preserveFocus: true },
        { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [] });
      this.panel.onDidDispose(() => { this.panel = undefined; });
      this.panel.webview.onDidReceiveMessage((message) => this.receive(message));
    }
    this.panel.title = `Wiring: ${path.basename(manifest.fsPath)}`;
    this.panel.reveal(undefined, true);
    await this.refresh();
  }

  async refresh() {
    const { panel, manifest } = this;
    if (!panel || !manifest) return;
    const words = ['graph', manifest.fsPath, '--format', 'html'], stage = workspace.getConfiguration('configdi').get('stage');
    if (stage) words.push('--stage', String(stage));
    try {
      panel.webview.html = await this.server.run(words);
    } catch (problem) {
      const text = String(problem.message).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
      panel.webview.html = `<!doctype html><title>Wiring</title><p>The wiring cannot be shown.</p><pre>${text}</pre>`;
    }
  }

  /** @param {{ ready?: boolean, open?: { path: string, line: number, column: number } }} message */
  async receive({ ready, open }) {
    if (ready) this.follow(window.activeTextEditor ?? window.visibleTextEditors[0]);
    if (!open || typeof open.path !== 'string') return;
    const folder = this.server.folder ?? path.dirname(this.manifest?.fsPath ?? '');
    const place = new Position(Math.max(0, Number(open.line) - 1), Math.max(0, Number(open.column) - 1));
    const file = Uri.file(path.resolve(folder, open.path));
    await window.showTextDocument(file, { viewColumn: ViewColumn.One, selection: new Range(place, place) });
  }

  /** Tells the page where the cursor is. @param {import('vscode').TextEditor | undefined} editor */
  follow(editor) {
    if (!this.panel || !editor || editor.document.uri.scheme !== 'file') return;
    const folder = this.server.folder ?? path.dirname(this.manifest?.fsPath ?? '');
    const file = path.relative(folder, editor.document.uri.fsPath).split(path.sep).join('/');
    this.panel.webview.postMessage({ reveal: { path: file, line: editor.selection.active.line + 1 } });
  }

  dispose() {
    for (const listener of this.listeners) listener.dispose();
    this.panel?.dispose();
  }
};
