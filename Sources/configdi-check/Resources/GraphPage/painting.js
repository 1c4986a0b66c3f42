function arrow(pen, box, turned) {
  const x = turned ? box.x + box.w : box.x, y = turned ? box.y + box.h * aside : box.y, back = turned ? 1 : -1;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x + back * 7, y - 3.6);
  pen.lineTo(x + back * 7, y + 3.6);
  pen.fill();
}

// Draws a scene at a scale and an offset. `view`: { x, y, k, selected, hovered, finding }.
function paint(pen, scene, view, width, height, ratio) {
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = palette.ground;
  pen.fillRect(0, 0, width, height);
  pen.setTransform(ratio * view.k, 0, 0, ratio * view.k, -view.x * view.k * ratio, -view.y * view.k * ratio);
  const thin = Math.max(1.15, 0.7 / view.k);
  const center = view.selected ?? view.hovered;
  const near = new Set();
  if (center) {
    near.add(center);
    for (const edge of center.out) near.add(edge.to);
    for (const edge of center.in) near.add(edge.from);
  }
  if (view.finding) for (const node of [...view.finding.nodes, ...view.finding.edges.flatMap(e => [e.from, e.to])]) near.add(node);
  const isDimmed = (view.selected || view.finding) && scene.nodes.length > 24;

  // The further away, the more lines in each pixel: they step back, so that the services still show.
  const haze = Math.min(1, Math.max(0.22, view.k * 2.2));
  pen.globalAlpha = (isDimmed ? 0.35 : 0.95) * (scene.edges.length > 200 ? haze : 1);
  pen.strokeStyle = pen.fillStyle = palette.edge;
  pen.lineWidth = thin;
  const left = view.x, top = view.y, right = view.x + width / view.k, bottom = view.y + height / view.k;
  for (const bundle of scene.bundles) {
    if (bundle.left > right || bundle.right < left || bundle.top > bottom || bundle.bottom < top) continue;
    pen.setLineDash(bundle.isDeferred ? [5, 4] : []);
    pen.stroke(bundle.path);
  }
  pen.setLineDash([]);
  if (view.k > 0.25) for (const { box, turned } of scene.arrows) arrow(pen, box, turned);
  pen.globalAlpha = 1;

  for (const edge of scene.edges) {
    if (edge.severity) line(pen, edge, severityColor(edge.severity), Math.max(1.9, 1.4 / view.k));
  }
  if (center) {
    for (const edge of center.in) if (edge.isShown) line(pen, edge, palette.incoming, Math.max(1.8, 1.3 / view.k));
    for (const edge of center.out) if (edge.isShown) line(pen, edge, palette.accent, Math.max(1.8, 1.3 / view.k));
  }
  if (view.finding) for (const edge of view.finding.edges) if (edge.isShown) line(pen, edge, severityColor(edge.severity), Math.max(3, 2.4 / view.k));

  for (const node of scene.nodes) {
    const box = node.box;
    if (box.x > right || box.x + box.w < left || box.y - box.h > bottom || box.y + box.h < top) continue;
    pen.globalAlpha = isDimmed && !near.has(node) ? 0.5 : 1;
    paintNode(pen, node, view, scene.isCompact, near.has(node));
  }
  pen.globalAlpha = 1;
  if (view.k > 0.2) for (const mark of scene.marks) paintMark(pen, mark, view);
  if (view.k > 0.62) paintLabels(pen, scene, center);
  if (scene.landmarks && !isLegible(scene.isCompact, view.k)) paintLandmarks(pen, scene, view, near, ratio, width, height);
}

// Services by how much they tell about where one is: what findings speak of, roots, what is much used.
function landmarks(nodes) {
  const weight = node => node.severity * 1000 + (node.root ? 500 : 0) + node.in.length + node.out.length / 4;
  return [...nodes].sort((a, b) => weight(b) - weight(a) || a.order - b.order).slice(0, 160);
}
// Names as on a map: from afar the important ones, at a size that can be read, none over another.
function paintLandmarks(pen, scene, view, near, ratio, width, height) {
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.font = `600 11px ${palette.font}`;
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  const taken = [], chosen = [view.selected ?? view.hovered].filter(Boolean);
  const candidates = [...chosen, ...(view.selected || view.finding ? near : []), ...scene.landmarks];
  let count = 0;
  for (const node of candidates) {
    if (!node.box || count > 32) continue;
    const x = (node.box.x - view.x) * view.k, y = (node.box.y - view.y) * view.k;
    const text = fitted(pen, node.key, 190), w = pen.measureText(text).width;
    if (x < -w || y < 0 || x > width || y > height) continue;
    const area = { left: x - 4, right: x + w + 6, top: y - 8, bottom: y + 8 };
    if (taken.some(other => area.left < other.right && area.right > other.left && area.top < other.bottom && area.bottom > other.top)) continue;
    taken.push(area);
    count++;
    pen.globalAlpha = (view.selected || view.finding) && !near.has(node) ? 0.45 : 1;
    pen.strokeStyle = palette.ground;
    pen.lineWidth = 4;
    pen.strokeText(text, x, y);
    pen.fillStyle = node === chosen[0] ? palette.accent : node.severity ? severityColor(node.severity) : palette.text;
    pen.fillText(text, x, y);
  }
  pen.globalAlpha = 1;
}

// Whether names are drawn on the services themselves, or from afar only those of landmarks.
const isLegible = (isCompact, k) => k * sizes(isCompact).title >= 5.5;

function line(pen, edge, color, width) {
  pen.strokeStyle = pen.fillStyle = color;
  pen.lineWidth = width;
  if (edge.isDeferred) pen.setLineDash([6, 4]);
  pen.stroke(edge.line ??= lineOf(edge));
  pen.setLineDash([]);
  if (!edge.course) return;
  const turned = edge.arc.isTurned;
  arrow(pen, edge.to.box, turned);
}

function paintNode(pen, node, view, isCompact, isNear) {
  const { x, y, w, h } = node.box, top = y - h / 2, size = sizes(isCompact), k = view.k;
  const isSelected = node === view.selected, isPassing = isPassage(node), isMissing = node.kind === 'missing';
  const tone = node.severity ? severityColor(node.severity) : null;
  if (!isLegible(isCompact, k)) {
    pen.fillStyle = isSelected ? palette.accent : tone ?? (node.scope ? palette.scopes[scopeIndex(node.scope)] : palette.muted);
    pen.globalAlpha *= isNear || isSelected ? 1 : 0.7;
    pen.fillRect(x, top, w, h);
    return;
  }
  pen.beginPath();
  if (node.kind === 'collection') {
    pen.roundRect(x + 3, top - 3, w, h, 6);
    pen.fillStyle = palette.surface;
    pen.strokeStyle = palette.line;
    pen.lineWidth = 1;
    pen.fill();
    pen.stroke();
    pen.beginPath();
  }
  pen.roundRect(x, top, w, h, isPassing && node.kind !== 'collection' ? h / 2 : 6);
  pen.fillStyle = palette.surface;
  pen.fill();
  if (isSelected) {
    pen.save();
    pen.strokeStyle = palette.accent;
    pen.globalAlpha = 0.3;
    pen.lineWidth = 7;
    pen.stroke();
    pen.restore();
  }
  pen.strokeStyle = isSelected ? palette.accent : tone ?? (node === view.hovered ? palette.accent : isNear ? palette.muted : palette.line);
  pen.lineWidth = isSelected ? 2 : tone ? 1.8 : Math.max(1.1, 0.8 / k);
  if (isPassing && node.kind !== 'collection' || isMissing) pen.setLineDash([4, 3]);
  pen.stroke();
  pen.setLineDash([]);
  if (node.root) {
    pen.beginPath();
    pen.roundRect(x, top, 4.5, h, [6, 0, 0, 6]);
    pen.fillStyle = isSelected ? palette.accent : palette.text;
    pen.fill();
  }
  const start = x + size.pad + size.glyph * 2 + 7, room = x + w - size.pad - start + 4;
        pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  // A second line that cannot be read is left out.
  const hasSecond = size.small && k > 0.62;
  pen.font = `600 ${size.title}px ${palette.font}`;
  const shown = fitted(pen, node.key, room), slash = shown.indexOf('/');
  const titleY = hasSecond ? y - 7 : y + 0.5;
  drawGlyph(pen, node, x + size.pad + size.glyph, hasSecond ? y - 7 : y, size.glyph);
  pen.fillStyle = isMissing ? palette.error : palette.text;
  if (slash < 0) pen.fillText(shown, start, titleY);
  else {
    const name = shown.slice(0, slash);
    pen.fillText(name, start, titleY);
    const after = pen.measureText(name).width;
    pen.fillStyle = palette.muted;
    pen.fillText(shown.slice(slash), start + after, titleY);
  }
  if (hasSecond) {
    pen.font = `${size.small}px ${palette.font}`;
    pen.fillStyle = palette.muted;
    pen.fillText(fitted(pen, secondLine(node), room), start, y + 9);
  }
}

// A disc with a sign on whatever a finding speaks of: never colour alone.
function paintMark(pen, mark, view) {
  const radius = Math.min(8, Math.max(6.5, 4.5 / view.k));
  pen.beginPath();
  pen.arc(mark.x, mark.y, radius, 0, 7);
  pen.fillStyle = severityColor(mark.severity);
  pen.fill();
  pen.strokeStyle = palette.surface;
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.fillStyle = palette.surface;
  pen.font = `700 ${radius * 1.5}px ${palette.font}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(mark.sign, mark.x, mark.y + 0.5);
  pen.textAlign = 'left';
}

// What a case's value, and around the chosen node every dependency, is called.
function paintLabels(pen, scene, center) {
  pen.font = `10px ${palette.font}`;
  pen.textBaseline = 'middle';
  const write = (edge, text, color) => {
    if (!text || !edge.course) return;
    const from = edge.course[0], x = from.right + 9, to = edge.course[1];
    const bend = Math.min(90, (to.x - from.right) * 0.55), t = 0.5, s = 1 - t;
    const y = s * s * s * from.y + 3 * s * s * t * from.y + 3 * s * t * t * to.y + t * t * t * to.y;
    const at = s * s * s * from.right + 3 * s * s * t * (from.right + bend) + 3 * s * t * t * (to.x - bend) + t * t * t * to.x;
    const width = pen.measureText(text).width;
    pen.fillStyle = palette.ground;
    pen.globalAlpha = 0.85;
    pen.fillRect(at - width / 2 - 3, y - 7, width + 6, 14);
    pen.globalAlpha = 1;
    pen.fillStyle = color;
    pen.fillText(text, at - width / 2, y);
  };
  for (const edge of scene.edges) if (edge.kind === 'case' && !edge.arc?.isTurned) write(edge, edge.label, palette.muted);
  if (!center || center.out.length > 14) return;
  const words = new Map();
  for (const edge of center.out) {
    if (edge.kind === 'case' || !edge.isShown || edge.arc?.isTurned) continue;
    const text = edge.kind === 'instance' ? edge.label : [edge.label, edge.kind].filter(Boolean).join(' · ');
    words.set(edge.to, [edge, [words.get(edge.to)?.[1], text].filter(Boolean).join(', ')]);
  }
  for (const [edge, text] of words.values()) write(edge, text, palette.accent);
}
