const palette = {};
function readPalette(print) {
  const style = getComputedStyle(print ? byId('print') : document.documentElement);
  for (const name of ['ground', 'surface', 'text', 'muted', 'line', 'edge', 'accent', 'incoming', 'error', 'warning', 'note']) {
    palette[name] = style.getPropertyValue('--' + name).trim();
  }
  palette.scopes = [0, 1, 2, 3, 4, 5, 6, 7].map(index => style.getPropertyValue('--scope-' + index).trim());
  palette.font = getComputedStyle(document.body).fontFamily;
  if (!print) return;
  Object.assign(palette, {
    ground: '#fff', surface: '#fff', text: '#000', muted: '#444', line: '#888', edge: '#777', accent: '#0a47ad',
    incoming: '#6d2f96', error: '#b00000', warning: '#7a5200', note: '#334d6b',
  });
}
const severityColor = severity => [null, palette.note, palette.warning, palette.error][severity];

// A scope is told by shape as well as by colour.
const builtIn = ['singleton', 'transient', 'graph', 'weak'];
const scopeIndex = scope => {
  const known = builtIn.indexOf(scope);
  return known >= 0 ? known : 4 + Math.max(0, data.scopes.indexOf(scope)) % 4;
};
function drawGlyph(pen, node, x, y, size) {
  pen.beginPath();
  if (!node.scope) {
    pen.strokeStyle = palette.muted;
    pen.lineWidth = size * 0.2;
    const s = size * 0.8;
    if (node.kind === 'alias') { pen.moveTo(x - s, y); pen.lineTo(x + s, y); pen.moveTo(x, y - s * 0.7); pen.lineTo(x + s, y); pen.lineTo(x, y + s * 0.7); }
    else if (node.kind === 'select') { pen.moveTo(x + s, y - s * 0.7); pen.lineTo(x, y - s * 0.7); pen.lineTo(x - s, y); pen.lineTo(x, y + s * 0.7); pen.lineTo(x + s, y + s * 0.7); }
    else if (node.kind === 'collection') for (const line of [-0.9, 0, 0.9]) { pen.moveTo(x - s, y + line * s); pen.lineTo(x + s, y + line * s); }
    else { pen.moveTo(x - s * 0.7, y - s * 0.7); pen.lineTo(x + s * 0.7, y + s * 0.7); pen.moveTo(x + s * 0.7, y - s * 0.7); pen.lineTo(x - s * 0.7, y + s * 0.7); }
    pen.stroke();
    return;
  }
  const index = scopeIndex(node.scope);
  const corners = (count, turn, radius) => {
    for (let corner = 0; corner < count; corner++) {
      const angle = turn + corner * 2 * Math.PI / count;
      pen.lineTo(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
    }
    pen.closePath();
  };
  pen.fillStyle = pen.strokeStyle = palette.scopes[index];
  if (index === 0) pen.roundRect(x - size * 0.8, y - size * 0.8, size * 1.6, size * 1.6, size * 0.25);
  else if (index === 1) pen.arc(x, y, size * 0.9, 0, 7);
  else if (index === 2) corners(6, 0, size * 1.05);
  else if (index === 3) { pen.lineWidth = size * 0.34; pen.arc(x, y, size * 0.75, 0, 7); pen.stroke(); return; }
  else if (index === 4) corners(4, 0, size * 1.15);
  else if (index === 5) corners(3, -Math.PI / 2, size * 1.15);
  else if (index === 6) corners(3, Math.PI / 2, size * 1.15);
  else corners(5, -Math.PI / 2, size * 1.1);
  pen.fill();
}

// Fonts and sizes; boxes are measured once a layout.
const sizes = compact => compact
  ? { h: 24, title: 11.5, small: 0, glyph: 4.5, pad: 8, most: 230 }
  : { h: 40, title: 12.5, small: 10.5, glyph: 5.5, pad: 11, most: 260 };
const secondLine = node => {
  if (node.kind === 'missing') return 'missing';
  if (node.kind === 'collection') return 'collection';
  if (node.kind === 'alias') return 'alias';
  const parts = [node.kind === 'provided' ? 'provided' : node.kind === 'select' ? 'select ' + node.parameter : node.factory];
  if (node.scope && node.scope !== 'singleton') parts.push(node.scope);
  if (node.eager) parts.push('eager');
  return parts.join(' · ');
};
const measuring = document.createElement('canvas').getContext('2d');
function measure(node, compact) {
  const size = sizes(compact);
  measuring.font = `600 ${size.title}px ${palette.font}`;
  let width = measuring.measureText(node.key).width;
  if (!compact) {
    measuring.font = `${size.small}px ${palette.font}`;
    width = Math.max(width, measuring.measureText(secondLine(node)).width);
  }
  // The words on its edges want room beside it.
  measuring.font = `10px ${palette.font}`;
  const words = node.kind === 'select' ? node.out.map(edge => measuring.measureText(edge.label ?? '').width) : [];
  const gap = words.length ? Math.min(140, 34 + Math.max(...words)) : 0;
  return { w: Math.ceil(Math.min(size.most, width + size.pad * 2 + size.glyph * 2 + 8)), h: size.h, gap };
}
const shortened = new Map();
function fitted(pen, text, width) {
  const name = pen.font + width + text;
  if (shortened.has(name)) return shortened.get(name);
  let result = text;
  if (pen.measureText(text).width > width) {
    let low = 0, high = text.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (pen.measureText(text.slice(0, middle) + '…').width <= width) low = middle; else high = middle - 1;
    }
    result = text.slice(0, low) + '…';
  }
  shortened.set(name, result);
  return result;
}

// An edge that was turned round keeps below the middle of its boxes, apart from those that go the usual way.
const aside = 0.3;

// Draws an edge's line through its stations.
function trace(path, course, turned) {
  const first = course[0], last = course.length - 1;
  const yOf = index => course[index].y + (turned && (index === 0 || index === last) ? course[index].box.h * aside : 0);
  path.moveTo(first.node >= 0 ? first.box.x + first.box.w : first.x, yOf(0));
  for (let index = 0; index < last; index++) {
    const from = course[index], to = course[index + 1], bend = Math.min(90, (to.x - from.right) * 0.55);
    path.lineTo(from.right, yOf(index));
    path.bezierCurveTo(from.right + bend, yOf(index), to.x - bend, yOf(index + 1), to.x, yOf(index + 1));
  }
}
function traceLoop(path, box) {
  const x = box.x + box.w, y = box.y - box.h / 2;
  path.moveTo(x - 26, y);
  path.bezierCurveTo(x - 26, y - 26, x + 22, y - 26, x, y + 9);
}
const lineOf = edge => {
  const path = new Path2D();
  if (edge.course) trace(path, edge.course, edge.arc.isTurned); else traceLoop(path, edge.from.box);
  return path;
};
// Where an edge's mark stands: in its middle.
function middleOf(edge) {
  if (!edge.course) return { x: edge.from.box.x + edge.from.box.w - 4, y: edge.from.box.y - edge.from.box.h / 2 - 16 };
  const course = edge.course, half = Math.floor((course.length - 1) / 2);
  if (course.length % 2) return { x: (course[half].x + course[half].right) / 2, y: course[half].y };
  const below = edge.arc.isTurned && course.length === 2 ? course[0].box.h * aside : 0;
  return { x: (course[half].right + course[half + 1].x) / 2, y: (course[half].y + course[half + 1].y) / 2 + below };
}

// The lines of all edges, each stretch once however many edges share it, in bundles of neighbours: what is out of
// sight need not be drawn.
function prepareLines(scene) {
  const arms = new Map(), strokes = [], ends = new Map();
  for (const edge of scene.edges) {
    if (!edge.course) {
      strokes.push({ column: 0, y: edge.from.box.y, isDeferred: false, loop: edge.from.box });
      continue;
    }
    const turned = edge.arc.isTurned, end = edge.course[turned ? 0 : edge.course.length - 1].box;
    ends.set((turned ? '<' : '>') + end.order, { box: end, turned });
    if (turned) {
      strokes.push({ column: edge.course[0].layer, y: edge.course[0].y, isDeferred: edge.isDeferred, course: edge.course, turned });
      continue;
    }
    for (let index = 0; index + 1 < edge.course.length; index++) {
      const from = edge.course[index], to = edge.course[index + 1];
      let known = arms.get(from);
      if (!known) arms.set(from, known = new Map());
      const stroke = known.get(to);
      if (stroke) { stroke.isDeferred &&= edge.isDeferred; continue; }
      const added = { column: from.layer, y: (from.y + to.y) / 2, isDeferred: edge.isDeferred, course: [from, to], turned: false };
      known.set(to, added);
      strokes.push(added);
    }
  }
  scene.arrows = [...ends.values()];
  strokes.sort((a, b) => a.column - b.column || a.isDeferred - b.isDeferred || a.y - b.y);
  scene.bundles = [];
  let bundle = null;
  for (const stroke of strokes) {
    if (!bundle || bundle.count >= 80 || bundle.column !== stroke.column || bundle.isDeferred !== stroke.isDeferred) {
      bundle = {
        path: new Path2D(), count: 0, column: stroke.column, isDeferred: stroke.isDeferred,
        left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity,
      };
      scene.bundles.push(bundle);
    }
    bundle.count++;
    if (stroke.loop) traceLoop(bundle.path, stroke.loop); else trace(bundle.path, stroke.course, stroke.turned);
    for (const station of stroke.course ?? [{ ...stroke.loop, right: stroke.loop.x + stroke.loop.w }]) {
      bundle.left = Math.min(bundle.left, station.x);
      bundle.right = Math.max(bundle.right, station.right + 40);
      bundle.top = Math.min(bundle.top, station.y - 50);
      bundle.bottom = Math.max(bundle.bottom, station.y + 50);
    }
  }
}
