// Starts `configdi-check lsp` and hands it the YAML files; the server says nothing of those that are no manifests.
const { workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

let client;

exports.activate = async function () {
  const command = workspace.getConfiguration('configdi').get('path') || 'configdi-check';
  client = new LanguageClient(
    'configdi',
    'ConfigDI',
    { command, args: ['lsp'], transport: TransportKind.stdio },
    {
      documentSelector: [
        { scheme: 'file', language: 'yaml' },
        { scheme: 'file', pattern: '**/*catalog*.json' },
      ],
      synchronize: { configurationSection: 'configdi' },
      initializationOptions: workspace.getConfiguration('configdi'),
    }
  );
  await client.start();
};

exports.deactivate = function () {
  return client && client.stop();
};
