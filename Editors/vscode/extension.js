// Starts `configdi-check lsp` once a manifest is open, and shows its findings' count and the wiring.
const { StatusBarAlignment, ThemeColor, commands, languages, window, workspace } = require('vscode');
const { isManifest } = require('./manifests');
const { Server } = require('./server');
const { Wiring } = require('./wiring');

let server;

exports.activate = async function (context) {
  const log = window.createOutputChannel('ConfigDI', { log: true });
  server = new Server(log);
  const wiring = new Wiring(server);
  const status = window.createStatusBarItem('configdi.findings', StatusBarAlignment.Left, 10);
  status.name = 'ConfigDI findings';
  status.command = 'workbench.actions.view.problems';

  const showFindings = () => {
    const found = languages.getDiagnostics().flatMap(([, list]) => list.filter((one) => one.source === 'configdi'));
    const grave = found.filter((one) => one.severity === 0).length;
    status.text = server.isRunning ? `$(type-hierarchy) ${found.length}` : '$(type-hierarchy) off';
    status.tooltip = !server.isRunning ? 'ConfigDI: the checker is not running'
      : found.length === 0 ? 'ConfigDI: no findings'
      : `ConfigDI: ${found.length} ${found.length === 1 ? 'finding' : 'findings'}, ${grave} of them ${grave === 1 ? 'an error' : 'errors'}`;
    status.backgroundColor = grave > 0 ? new ThemeColor('statusBarItem.errorBackground') : undefined;
    status.show();
  };
  // YAML alone says nothing: other YAML is left to other extensions, and no program is started for it.
  const look = async (document) => {
    if (server.isStarted || !isManifest(document)) return;
    await server.start();
    await commands.executeCommand('setContext', 'configdi.isActive', true);
    showFindings();
  };

  context.subscriptions.push(
    log, status, wiring,
    languages.onDidChangeDiagnostics(showFindings),
    workspace.onDidOpenTextDocument(look),
    workspace.onDidSaveTextDocument(look),
    workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('configdi.path') && server.isStarted) { await server.restart(); showFindings(); }
    }),
    commands.registerCommand('configdi.restart', async () => { await server.restart(); showFindings(); }),
    commands.registerCommand('configdi.showLog', () => log.show()),
    commands.registerCommand('configdi.checkNow', () => server.check()),
    commands.registerCommand('configdi.showWiring', () => wiring.show()),
  );
  for (const document of workspace.textDocuments) await look(document);
};

exports.deactivate = () => server?.stop();
