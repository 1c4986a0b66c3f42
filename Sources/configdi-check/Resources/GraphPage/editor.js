// In an editor's web view the page follows the cursor, and places open in the editor.
const editor = window.acquireVsCodeApi?.() ?? null;

// Chooses the service whose entry a line is in: the last one that begins at or above it.
function revealPlace(path, line) {
  const file = data.files.indexOf(path);
  let found = null;
  for (const node of model.nodes) if (node.at[0] === file && node.at[1] <= line && (!found || node.at[1] > found.at[1])) found = node;
  if (found && found !== state.selected) choose(found);
}
if (editor) {
  window.addEventListener('message', ({ data: { reveal } }) => { if (reveal) revealPlace(reveal.path, reveal.line); });
  editor.postMessage({ ready: true });
}
