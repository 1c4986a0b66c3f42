// The neighbour in a direction: along edges sideways, within the column up and down.
function step(node, key) {
  const { box } = node;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const isRight = key === 'ArrowRight';
    const others = [...node.out.map(edge => edge.to), ...node.in.map(edge => edge.from)]
      .filter(other => other.box && other !== node && (isRight ? other.box.x > box.x : other.box.x < box.x));
    return others.sort((a, b) => Math.abs(a.box.y - box.y) - Math.abs(b.box.y - box.y) || Math.abs(a.box.x - box.x) - Math.abs(b.box.x - box.x))[0];
  }
  const isDown = key === 'ArrowDown';
  return scene.nodes
    .filter(other => other !== node && Math.abs(other.box.x - box.x) < 4 && (isDown ? other.box.y > box.y : other.box.y < box.y))
    .sort((a, b) => Math.abs(a.box.y - box.y) - Math.abs(b.box.y - box.y))[0];
}
const firstNode = () => scene.nodes.find(node => node.root) ?? scene.nodes[0];
function nextFinding(by) {
  if (!model.findings.length) return;
  const at = model.findings.indexOf(state.finding);
  chooseFinding(model.findings[at < 0 ? (by > 0 ? 0 : model.findings.length - 1) : (at + by + model.findings.length) % model.findings.length]);
}
function stepBack() {
  if (state.finding) chooseFinding(null);
  else if (state.focus) focusOn(null);
  else if (state.cyclesOnly) setCyclesOnly(false);
  else choose(null);
}
const keys = {
  '/': () => search.focus(),
  '?': () => byId('help').showModal(),
  Escape: stepBack,
  '+': () => zoomBy(1.3), '=': () => zoomBy(1.3), '-': () => zoomBy(1 / 1.3),
  0: () => { hasMoved = false; zoomToFit(); },
  '[': () => setDepth(state.depth - 1), ']': () => setDepth(state.depth + 1),
  n: () => nextFinding(1), p: () => nextFinding(-1),
  s: () => data.stages.length > 1 && setStage(state.stage + 1), S: () => data.stages.length > 1 && setStage(state.stage - 1),
  c: () => setCyclesOnly(!state.cyclesOnly),
  f: () => state.selected && focusOn(state.focus === state.selected ? null : state.selected),
};
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId('help').open) return;
  if (event.target.matches('input:not([type=radio]), select, textarea')) return;
  const onDrawing = event.target === drawing || event.target === document.body;
  if (event.key.startsWith('Arrow') && onDrawing) {
    event.preventDefault();
    if (event.shiftKey || !scene.nodes.length) {
      view.x += ({ ArrowLeft: -80, ArrowRight: 80 }[event.key] ?? 0) / view.k;
      view.y += ({ ArrowUp: -80, ArrowDown: 80 }[event.key] ?? 0) / view.k;
      moved();
      return;
    }
    const next = state.selected ? step(state.selected, event.key) : firstNode();
    if (next) choose(next);
  } else if (event.key === 'Enter' && onDrawing) {
    event.preventDefault();
    if (state.selected) keys.f(); else if (scene.nodes.length) choose(firstNode());
  } else if (keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});

const local = event => {
  const bounds = drawing.getBoundingClientRect();
  return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
};
function nodeAt(point) {
  const { x, y } = toWorld(point.x, point.y), slack = 3 / view.k;
  for (let index = scene.nodes.length - 1; index >= 0; index--) {
    const { box } = scene.nodes[index];
    if (x >= box.x - slack && x <= box.x + box.w + slack && Math.abs(y - box.y) <= box.h / 2 + slack) return scene.nodes[index];
  }
  return null;
}
const markAt = point => {
  const { x, y } = toWorld(point.x, point.y);
  return view.k > 0.2 ? scene.marks.find(mark => Math.hypot(mark.x - x, mark.y - y) < Math.max(9, 9 / view.k)) : undefined;
};
const pointers = new Map();
let travelled = 0;
drawing.addEventListener('pointerdown', event => {
  drawing.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, local(event));
  travelled = 0;
});
drawing.addEventListener('pointermove', event => {
  const point = local(event), before = pointers.get(event.pointerId);
  if (!before) {
    const hovered = nodeAt(point);
    drawing.classList.toggle('over', Boolean(hovered || markAt(point)));
    drawing.title = hovered && view.k * sizes(scene.isCompact).title < 8 ? hovered.key : '';
    if (hovered !== view.hovered) { view.hovered = hovered; redraw(); }
    return;
  }
  const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
  if (other) {
    const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
    zoomBy(apart(point, other) / Math.max(1, apart(before, other)), (point.x + other.x) / 2, (point.y + other.y) / 2);
  } else {
    view.x -= (point.x - before.x) / view.k;
    view.y -= (point.y - before.y) / view.k;
  }
  travelled += Math.abs(point.x - before.x) + Math.abs(point.y - before.y);
  if (travelled > 4) { drawing.classList.add('dragging'); moved(); }
  pointers.set(event.pointerId, point);
});
const release = event => {
  const wasDown = pointers.delete(event.pointerId);
  drawing.classList.remove('dragging');
  if (!wasDown || event.type === 'pointercancel' || travelled > 4) return;
  const point = local(event), mark = markAt(point), node = nodeAt(point);
  if (mark?.finding) chooseFinding(mark.finding); else choose(node, { quietly: true });
};
drawing.addEventListener('pointerup', release);
drawing.addEventListener('pointercancel', release);
drawing.addEventListener('pointerleave', () => { if (view.hovered) { view.hovered = null; redraw(); } });
drawing.addEventListener('dblclick', event => { const node = nodeAt(local(event)); if (node) focusOn(node); });
// A wheel that turns in notches zooms, as does a pinch; two fingers on a pad move.
drawing.addEventListener('wheel', event => {
  event.preventDefault();
  const isNotched = event.deltaMode !== 0 || event.deltaX === 0 && Math.abs(event.deltaY) >= 50 && Number.isInteger(event.deltaY);
  if (event.ctrlKey || event.metaKey || isNotched && !event.shiftKey) {
    const { x, y } = local(event), amount = event.deltaMode !== 0 ? event.deltaY * 30 : event.deltaY;
    zoomBy(Math.exp(-Math.max(-120, Math.min(120, amount)) * (event.ctrlKey ? 0.01 : 0.0022)), x, y);
  } else {
    view.x += (event.shiftKey ? event.deltaY : event.deltaX) / view.k;
    view.y += (event.shiftKey ? 0 : event.deltaY) / view.k;
    moved();
  }
}, { passive: false });

byId('findings').addEventListener('click', () => chooseFinding(null));
byId('cycles').addEventListener('click', () => setCyclesOnly(!state.cyclesOnly));
byId('fit').addEventListener('click', keys[0]);
byId('closer').addEventListener('click', keys['+']);
byId('further').addEventListener('click', keys['-']);
byId('keys').addEventListener('click', keys['?']);
const lookFromMap = event => {
  if (!(event.buttons & 1)) return;
  const bounds = byId('map').firstElementChild.getBoundingClientRect();
  view.x = (event.clientX - bounds.left) / bounds.width * scene.w - main.clientWidth / 2 / view.k;
  view.y = (event.clientY - bounds.top) / bounds.height * scene.h - main.clientHeight / 2 / view.k;
  moved();
};
byId('map').addEventListener('pointerdown', event => { event.currentTarget.setPointerCapture(event.pointerId); lookFromMap(event); });
byId('map').addEventListener('pointermove', lookFromMap);

window.addEventListener('hashchange', () => { if (location.hash !== written) { readLink(); showStages(); } });
new ResizeObserver(() => { if (hasMoved || state.selected || state.finding) redraw(); else zoomToFit(); }).observe(main);
byId('legend').open = innerWidth > 720;
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readPalette(); scene.map = null; showLegend(); redraw(); });
window.addEventListener('beforeprint', () => {
  readPalette(true);
  showLegend();
  const image = byId('print'), width = 1500, ratio = 3;
  const k = Math.min((width - 40) / scene.w, 910 / scene.h, 1.4), height = Math.ceil(scene.h * k + 40);
  image.width = width * ratio;
  image.height = height * ratio;
  paint(image.getContext('2d'), scene, {
    ...view, k, x: scene.w / 2 - width / 2 / k, y: scene.h / 2 - height / 2 / k, hovered: null, finding: state.finding, selected: state.selected,
  }, width, height, ratio);
});
window.addEventListener('afterprint', () => { readPalette(); showLegend(); redraw(); });

readPalette();
readLink();
showStages();
// For scripts that drive the page.
window.graphPage = {
  where: key => {
    const box = model.byKey.get(key)?.box, bounds = drawing.getBoundingClientRect();
    if (!box) return null;
    const at = toScreen(box.x + box.w / 2, box.y);
    return { x: at.x + bounds.left, y: at.y + bounds.top };
  },
  get shown() { return scene.nodes.map(node => node.key); },
  get selected() { return state.selected?.key ?? null; },
  get stage() { return model.name; },
  get layoutTime() { return scene.layoutTime; },
  view,
};
