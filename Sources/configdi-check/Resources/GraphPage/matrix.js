// Who needs whom, as a table: a row needs a column. Rows stand as the drawing has them, from top to bottom, so that what
// is below the diagonal leads back up.
const cellSize = 18;

function matrixOf(scene) {
  if (scene.matrix) return scene.matrix;
  const unitOf = node => { const item = scene.itemOf.get(node), box = scene.parentOf.get(item); return box?.isGroup ? box : item; };
  const groups = [...scene.items, ...scene.boxes].filter(item => item.isGroup);
  const units = groups.length > 1 ? [...new Set([...scene.itemOf.keys()].map(unitOf))] : scene.items;
  const rows = units.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x), indexOf = new Map(rows.map((item, index) => [item, index]));
  const cells = new Map();
  for (const edge of model.edges) {
    const from = indexOf.get(unitOf(edge.from)), to = indexOf.get(unitOf(edge.to));
    if (from === undefined || to === undefined || from === to) continue;
    const name = from * rows.length + to, cell = cells.get(name) ?? { from, to, count: 0, deferred: 0, severity: 0 };
    cell.count++;
    if (edge.isDeferred) cell.deferred++;
    cell.severity = Math.max(cell.severity, edge.severity);
    cells.set(name, cell);
  }
  measuring.font = `500 12px ${palette.font}`;
  const label = Math.min(240, 16 + Math.max(...rows.map(item => measuring.measureText(plain(titleOf(item))).width)));
  return scene.matrix = { rows, cells, label };
}

function paintMatrix(pen, { rows, cells, label }, view, width, height, ratio) {
  const painted = { texts: [], cards: [] }, size = cellSize * view.k, count = rows.length;
  const xOf = index => label + (index * cellSize - view.x) * view.k, yOf = index => label + (index * cellSize - view.y) * view.k;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = palette.ground;
  pen.fillRect(0, 0, width, height);
  const first = Math.max(0, Math.floor((-label / view.k + label / view.k + view.y) / cellSize)), last = Math.min(count, Math.ceil((height / view.k + view.y) / cellSize));
  const most = Math.max(1, ...[...cells.values()].map(cell => cell.count)), chosen = rows.indexOf(state.item);
  pen.fillStyle = palette.surface;
  pen.fillRect(xOf(0), yOf(0), size * count, size * count);
  pen.fillStyle = palette.line;
  for (let index = first; index < last; index++) pen.fillRect(xOf(index), yOf(index), size - 1, size - 1);
  if (chosen >= 0) {
    pen.globalAlpha = 0.14;
    pen.fillStyle = palette.accent;
    pen.fillRect(xOf(0), yOf(chosen), size * count, size);
    pen.fillStyle = palette.incoming;
    pen.fillRect(xOf(chosen), yOf(0), size, size * count);
    pen.globalAlpha = 1;
  }
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (const cell of cells.values()) {
    const x = xOf(cell.to), y = yOf(cell.from);
    if (x < label - size || y < label - size || x > width || y > height) continue;
    const isBack = cell.to < cell.from, strength = 0.25 + 0.75 * Math.log1p(cell.count) / Math.log1p(most);
    pen.globalAlpha = strength;
    pen.fillStyle = cell.severity ? severityColor(cell.severity) : isBack ? palette.incoming : palette.accent;
    if (cell.deferred === cell.count) pen.fillRect(x + 1, y + size * 0.6, size - 2, size * 0.4 - 1); else pen.fillRect(x, y, size - 1, size - 1);
    pen.globalAlpha = 1;
    if (size < 15) continue;
    pen.font = `600 ${smallest}px ${palette.font}`;
    pen.fillStyle = strength > 0.62 && cell.deferred < cell.count ? palette.surface : palette.text;
    pen.fillText(cell.count > 99 ? '∞' : cell.count, x + size / 2 - 0.5, y + size / 2);
  }
  // Names stay beside and above the table while it moves below them.
  pen.fillStyle = palette.ground;
  pen.fillRect(0, 0, width, label - 2);
  pen.fillRect(0, 0, label - 2, height);
  const every = Math.max(1, Math.ceil(13 / size));
  for (let index = 0; index < count; index++) {
    const isChosen = index === chosen;
    if (index % every && !isChosen) continue;
    const weight = isChosen ? 700 : 500;
    pen.font = `${weight} 12px ${palette.font}`;
    const name = fitted(pen, plain(titleOf(rows[index])), label - 12), x = xOf(index) + size / 2, y = yOf(index) + size / 2;
    pen.fillStyle = isChosen ? palette.accent : palette.text;
    if (y > label && y < height) write(pen, painted, name, label - 8 - pen.measureText(name).width, y, 12, { weight, owner: 'box' });
    if (x <= label || x > width) continue;
    pen.save();
    pen.translate(x, label - 8);
    pen.rotate(-Math.PI / 2);
    pen.font = `${weight} 12px ${palette.font}`;
    pen.textAlign = 'left';
    pen.fillText(name, 0, 0);
    pen.restore();
  }
  pen.font = `400 ${smallest}px ${palette.font}`;
  pen.fillStyle = palette.muted;
  pen.textAlign = 'left';
  pen.fillText('row needs column', 10, 16);
  return painted;
}

function cellAt(point) {
  const { rows, cells, label } = matrixOf(scene);
  const at = value => Math.floor(value / cellSize), row = at((point.y - label) / view.k + view.y), column = at((point.x - label) / view.k + view.x);
  const inRows = point.y > label && rows[row], inColumns = point.x > label && rows[column];
  if (!inRows && !inColumns) return null;
  const cell = inRows && inColumns ? cells.get(row * rows.length + column) : null;
  const text = !inRows || !inColumns ? titleOf(inRows || inColumns) : `${titleOf(inRows)} ${cell ? 'needs' : 'does not need'} ${titleOf(inColumns)}${cell ? ': ' + plural(cell.count, 'edge') : ''}`;
  return { item: inRows || inColumns, text };
}
