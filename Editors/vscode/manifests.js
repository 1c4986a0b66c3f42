// Which documents are manifests: those with a `configdi:` key, at the beginning of a line, as the checker looks for it.
const { window, workspace } = require('vscode');

const marker = /^(["']?)configdi\1[ \t]*:/m;

exports.isManifest = (document) => document.languageId === 'yaml' && document.uri.scheme === 'file' && marker.test(document.getText());

/** The manifest that the wiring is of: the open one unless it is an overlay, else the only one, else what the user picks. */
exports.entry = async function () {
  const open = window.activeTextEditor?.document;
  if (open && exports.isManifest(open) && !/^kind[ \t]*:[ \t]*overlay/m.test(open.getText())) return open.uri;
  const found = [];
  for (const uri of await workspace.findFiles('**/*.{yml,yaml}', '**/{node_modules,.build}/**', 500)) {
    const text = Buffer.from(await workspace.fs.readFile(uri)).toString('utf8');
    if (marker.test(text) && !/^kind[ \t]*:[ \t]*overlay/m.test(text)) found.push(uri);
  }
  if (found.length < 2) return found[0];
  const picked = await window.showQuickPick(
    found.map((uri) => ({ label: workspace.asRelativePath(uri), uri })), { placeHolder: 'Choose the manifest whose wiring to show' });
  return picked?.uri;
};
