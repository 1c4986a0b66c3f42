// Colours, and the signs for scopes and kinds.
const palette = {};
const colors = [
  'ground', 'surface', 'box', 'knot', 'text', 'muted', 'line', 'edge', 'accent', 'incoming', 'error', 'warning', 'note', 'added',
  'removed', 'changed',
];
function readPalette(isForPaper = false) {
  const style = getComputedStyle(isForPaper ? byId('paper') : document.documentElement);
  for (const name of colors) palette[name] = style.getPropertyValue('--' + name).trim();
  palette.scopes = [0, 1, 2, 3, 4, 5, 6, 7].map(index => style.getPropertyValue('--scope-' + index).trim());
  palette.font = getComputedStyle(document.body).fontFamily;
}
const severityColor = severity => [null, palette.note, palette.warning, palette.error][severity];
const changeSign = { added: '+', removed: '−', changed: '~' };

// A scope is told by shape as well as by colour.
const builtIn = ['singleton', 'transient', 'graph', 'weak'];
const scopeIndex = scope => {
  const known = builtIn.indexOf(scope);
  return known >= 0 ? known : 4 + Math.max(0, data.scopes.indexOf(scope)) % 4;
};
const signs = {
  alias: s => [[[-s, 0], [s, 0]], [[0, -s * 0.7], [s, 0], [0, s * 0.7]]],
  select: s => [[[s, -s * 0.7], [0, -s * 0.7], [-s, 0], [0, s * 0.7], [s, s * 0.7]]],
  collection: s => [-0.9, 0, 0.9].map(line => [[-s, line * s], [s, line * s]]),
  missing: s => [[[-s * 0.7, -s * 0.7], [s * 0.7, s * 0.7]], [[s * 0.7, -s * 0.7], [-s * 0.7, s * 0.7]]],
  // Handed in from outside: an arrow into a tray.
  provided: s => [[[0, -s], [0, s * 0.3]], [[-s * 0.5, -s * 0.2], [0, s * 0.35], [s * 0.5, -s * 0.2]], [[-s, s * 0.1], [-s, s], [s, s], [s, s * 0.1]]],
  // What enters the graph: a start, and a line of source.
  initializer: s => [[[-s * 0.6, -s], [s, 0], [-s * 0.6, s], [-s * 0.6, -s]]],
  source: s => [[[-s * 0.3, -s * 0.8], [-s, 0], [-s * 0.3, s * 0.8]], [[s * 0.3, -s * 0.8], [s, 0], [s * 0.3, s * 0.8]]],
  group: s => [[[-s, -s * 0.8], [s, -s * 0.8], [s, s * 0.1], [-s, s * 0.1], [-s, -s * 0.8]], [[-s * 0.6, s * 0.8], [s, s * 0.8]]],
};
// The small mark of an entry to the graph: a wedge that points into the card.
function drawEntry(pen, x, y) {
  pen.beginPath();
  pen.moveTo(x - 5, y - 5);
  pen.lineTo(x + 3, y);
  pen.lineTo(x - 5, y + 5);
  pen.closePath();
  pen.fill();
}
function drawGlyph(pen, node, x, y, size) {
  const lines = signs[node.kind]?.(size * 0.85);
  if (lines) {
    pen.strokeStyle = node.scope ? palette.scopes[scopeIndex(node.scope)] : palette.muted;
    pen.lineWidth = size * 0.26;
    pen.beginPath();
    for (const line of lines) line.forEach(([dx, dy], index) => index ? pen.lineTo(x + dx, y + dy) : pen.moveTo(x + dx, y + dy));
    pen.stroke();
    return;
  }
  const index = scopeIndex(node.scope);
  const corners = (count, turn, radius) => {
    for (let corner = 0; corner < count; corner++) {
      const angle = turn + corner * 2 * Math.PI / count, to = [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
      if (corner) pen.lineTo(...to); else pen.moveTo(...to);
    }
    pen.closePath();
  };
  pen.fillStyle = pen.strokeStyle = palette.scopes[index];
  pen.beginPath();
  if (index === 0) pen.roundRect(x - size * 0.8, y - size * 0.8, size * 1.6, size * 1.6, size * 0.25);
  else if (index === 1) pen.arc(x, y, size * 0.9, 0, 2 * Math.PI);
  else if (index === 2) corners(6, 0, size * 1.05);
  else if (index === 3) { pen.lineWidth = size * 0.34; pen.arc(x, y, size * 0.75, 0, 2 * Math.PI); pen.stroke(); return; }
  else if (index === 4) corners(4, 0, size * 1.15);
  else if (index === 5) corners(3, -Math.PI / 2, size * 1.15);
  else if (index === 6) corners(3, Math.PI / 2, size * 1.15);
  else corners(5, -Math.PI / 2, size * 1.1);
  pen.fill();
}
