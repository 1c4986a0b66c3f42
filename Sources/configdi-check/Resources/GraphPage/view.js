const byId = id => document.getElementById(id);
const drawing = byId('drawing'), main = drawing.parentElement;
const state = { stage: data.start.stage, focus: null, depth: 2, cyclesOnly: false, selected: null, finding: null };
const view = { x: 0, y: 0, k: 1, hovered: null, get selected() { return state.selected; }, get finding() { return state.finding; } };
let model = modelOf(state.stage), scene = null, isDue = false, hasMoved = false;

// Lays out what the state asks for. The chosen node keeps its place on the screen, so that the eye keeps it too.
function rebuild({ fit = false } = {}) {
  const anchor = scene && state.selected?.box && !fit ? toScreen(state.selected.box.x, state.selected.box.y) : null;
  const anchorKey = state.selected?.key;
  model = modelOf(state.stage);
  const again = key => key === undefined || key === null ? null : model.byKey.get(key) ?? null;
  state.selected = again(state.selected?.key);
  state.focus = again(state.focus?.key);
  if (state.finding && !model.findings.includes(state.finding)) state.finding = null;
  let kept = null;
  if (state.cyclesOnly) kept = cyclicNodes(model);
  if (state.focus) {
    const near = neighbourhood(state.focus, state.depth);
    kept = kept ? new Set([...near].filter(node => kept.has(node))) : near;
  }
  const nodes = model.nodes.filter(node => !kept || kept.has(node));
  for (const node of model.nodes) node.box = null;
  for (const edge of model.edges) { edge.line = edge.course = edge.arc = null; edge.isShown = false; }
  const isCompact = nodes.length > 120;
  nodes.forEach((node, order) => { node.box = { ...measure(node, isCompact), order, isRoot: node.root, x: 0, y: 0 }; });
  const edges = model.edges.filter(edge => edge.from.box && edge.to.box);
  for (const edge of edges) { edge.a = edge.from.box.order; edge.b = edge.to.box.order; edge.isShown = true; }
  const began = performance.now();
  const extent = layOut(nodes.map(node => node.box), edges);
  scene = { nodes, edges, isCompact, ...extent, layoutTime: performance.now() - began };
  prepareLines(scene);
  scene.marks = marksOf(scene);
  scene.map = null;
  scene.landmarks = landmarks(nodes);
  if (state.selected && !state.selected.box) state.selected = null;
  view.hovered = null;
  showLegend();
  if (anchor && state.selected?.key === anchorKey) {
    view.x = state.selected.box.x - anchor.x / view.k;
    view.y = state.selected.box.y - anchor.y / view.k;
  } else zoomToFit();
  showFocus();
  showEmpty();
  showPanel();
  redraw();
}

function marksOf({ nodes, edges }) {
  const signs = ['', 'i', '!', '!'], marks = [], used = new Set();
  const add = (x, y, severity, sign, part) => {
    const name = Math.round(x) + ' ' + Math.round(y);
    if (used.has(name)) return;
    used.add(name);
    marks.push({ x, y, severity, sign, finding: model.findings.find(f => f.nodes.includes(part) || f.edges.includes(part)) });
  };
  for (const edge of edges) {
    if (!edge.severity) continue;
    const { x, y } = middleOf(edge);
    add(x, y, edge.severity, edge.isCyclic ? '↻' : signs[edge.severity], edge);
  }
  for (const node of nodes) if (node.severity) add(node.box.x + node.box.w - 3, node.box.y - node.box.h / 2 + 1, node.severity, signs[node.severity], node);
  return marks;
}

const toScreen = (x, y) => ({ x: (x - view.x) * view.k, y: (y - view.y) * view.k });
const toWorld = (x, y) => ({ x: x / view.k + view.x, y: y / view.k + view.y });
const limitScale = k => Math.min(3, Math.max(0.02, k));

function zoomToFit(nodes = scene.nodes) {
  if (!nodes.length) return;
  let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
  for (const { box } of nodes) {
    left = Math.min(left, box.x);
    right = Math.max(right, box.x + box.w);
    top = Math.min(top, box.y - box.h / 2);
    bottom = Math.max(bottom, box.y + box.h / 2);
  }
  const width = main.clientWidth, margin = Math.min(48, width / 12);
  // The legend lies over the foot of the drawing.
  const height = main.clientHeight - byId('legend').offsetHeight - 12;
  const k = limitScale(Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top), nodes.length > 1 ? 1.25 : 1));
  view.k = k;
  view.x = (left + right) / 2 - width / 2 / k;
  view.y = (top + bottom) / 2 - height / 2 / k;
  redraw();
}
function zoomBy(factor, x = main.clientWidth / 2, y = main.clientHeight / 2) {
  const fixed = toWorld(x, y);
  view.k = limitScale(view.k * factor);
  view.x = fixed.x - x / view.k;
  view.y = fixed.y - y / view.k;
  moved();
}
// Brings a node into sight, at a size at which it can be read, moving no more than that takes.
function bringIntoSight(node) {
  const { box } = node, width = main.clientWidth, height = main.clientHeight;
  if (view.k < 0.55) {
    view.k = 0.8;
    view.x = box.x + box.w / 2 - width / 2 / view.k;
    view.y = box.y - height / 2 / view.k;
    return;
  }
  const margin = 70 / view.k;
  view.x = Math.min(Math.max(view.x, box.x + box.w + margin - width / view.k), box.x - margin);
  view.y = Math.min(Math.max(view.y, box.y + box.h / 2 + margin - height / view.k), box.y - box.h / 2 - margin);
}
const moved = () => { hasMoved = true; redraw(); };

function redraw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    const ratio = window.devicePixelRatio || 1, width = main.clientWidth, height = main.clientHeight;
    if (drawing.width !== Math.round(width * ratio) || drawing.height !== Math.round(height * ratio)) {
      drawing.width = Math.round(width * ratio);
      drawing.height = Math.round(height * ratio);
    }
    paint(drawing.getContext('2d'), scene, view, width, height, ratio);
    paintMap();
    writeLink();
  });
}

function paintMap() {
  const map = byId('map'), canvas = map.firstElementChild;
  const width = main.clientWidth / view.k, height = main.clientHeight / view.k;
  map.hidden = scene.nodes.length < 120 || width > scene.w * 1.02 && height > scene.h * 1.02;
  if (map.hidden) return;
  const ratio = window.devicePixelRatio || 1, k = Math.min(190 / scene.w, 130 / scene.h);
  canvas.style.width = scene.w * k + 'px';
  canvas.style.height = scene.h * k + 'px';
  canvas.width = scene.w * k * ratio;
  canvas.height = scene.h * k * ratio;
  const pen = canvas.getContext('2d');
  if (!scene.map) {
    scene.map = document.createElement('canvas');
    scene.map.width = canvas.width;
    scene.map.height = canvas.height;
    const small = { x: 0, y: 0, k, selected: null, hovered: null, finding: null };
    paint(scene.map.getContext('2d'), { ...scene, edges: scene.edges.filter(e => e.severity), bundles: [], landmarks: null }, small, scene.w * k, scene.h * k, ratio);
  }
  pen.drawImage(scene.map, 0, 0);
  pen.scale(ratio, ratio);
  pen.fillStyle = palette.accent;
  pen.globalAlpha = 0.12;
  pen.fillRect((view.x) * k, view.y * k, width * k, height * k);
  pen.globalAlpha = 1;
  pen.strokeStyle = palette.accent;
  pen.strokeRect(view.x * k, view.y * k, width * k, height * k);
}

// The address always leads back to what is seen.
let written = null;
function writeLink() {
  const parts = new URLSearchParams();
  if (data.stages.length > 1) parts.set('stage', model.name);
  if (state.focus) { parts.set('focus', state.focus.key); parts.set('depth', state.depth); }
  else if (model.nodes.length > 4000) parts.set('all', '1');
  if (state.cyclesOnly) parts.set('cycles', '1');
  if (state.selected) parts.set('at', state.selected.key);
  if (hasMoved) parts.set('view', [view.x, view.y, view.k * 1000].map(Math.round).join(','));
  const link = '#' + parts;
  if (link === written) return;
  written = link;
  clearTimeout(writeLink.timer);
  writeLink.timer = setTimeout(() => history.replaceState(null, '', link), 120);
}
function readLink() {
  const { start } = data;
  const parts = new URLSearchParams(location.hash.slice(1) || [
    ['depth', start.depth], ...(start.focus ? [['focus', start.focus]] : []), ...(start.cyclesOnly ? [['cycles', 1]] : []),
  ]);
  const stage = data.stages.findIndex(stage => stage.name === parts.get('stage'));
  state.stage = stage >= 0 ? stage : start.stage;
  model = modelOf(state.stage);
  state.focus = model.byKey.get(parts.get('focus')) ?? null;
  state.depth = Math.min(9, Math.max(1, Number(parts.get('depth')) || 2));
  state.cyclesOnly = parts.get('cycles') === '1';
  // So many take long to lay out: all of them are shown when asked for.
  if (!state.focus && !state.cyclesOnly && !parts.has('all') && model.nodes.length > 4000) {
    state.focus = model.nodes.find(node => node.root) ?? model.nodes[0];
  }
  state.selected = model.byKey.get(parts.get('at')) ?? null;
  state.finding = null;
  rebuild({ fit: true });
  const numbers = (parts.get('view') ?? '').split(',').map(Number);
  hasMoved = numbers.length === 3 && numbers.every(Number.isFinite);
  if (hasMoved) [view.x, view.y, view.k] = [numbers[0], numbers[1], limitScale(numbers[2] / 1000)];
  else if (state.selected) bringIntoSight(state.selected);
  redraw();
}
