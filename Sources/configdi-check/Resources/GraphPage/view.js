// What is shown, of which stage, from where.
const byId = id => document.getElementById(id);
const drawing = byId('drawing'), stageArea = drawing.parentElement;
const state = {
  stage: data.start.stage, compared: data.before ? 'before' : null, onlyChanges: Boolean(data.before), focus: null, depth: 2,
  cyclesOnly: false, isMatrix: false, selected: null, group: null, finding: null, path: null, pathFrom: null, file: null,
  grouping: 'none', open: new Set(), pinned: new Set(), scopes: new Set(), fileFilter: null,
  get item() { return this.group ?? (this.selected ? scene?.itemOf.get(this.selected) ?? this.selected : null); },
};
const view = { x: 0, y: 0, k: 1, hovered: null, get selected() { return state.item; }, get finding() { return state.finding; }, get path() { return state.path; }, get hero() { return heroOf(state.finding); } };
let model = null, scene = null, hasMoved = false, painted = { texts: [], cards: [] };

// The nodes that filters and focus leave; nothing where all of them stay.
function keptNodes() {
  const sieves = [];
  if (state.cyclesOnly) sieves.push(cyclicNodes(model));
  if (state.focus) sieves.push(neighbourhood(state.focus, state.depth));
  if (state.scopes.size) sieves.push(new Set(model.nodes.filter(node => state.scopes.has(node.scope ?? node.kind))));
  if (state.fileFilter !== null) sieves.push(new Set(model.nodes.filter(node => node.at[0] === state.fileFilter)));
  if (state.onlyChanges && model.isComparison) {
    const changed = model.nodes.filter(node => node.change), near = new Set(changed);
    for (const node of changed) for (const edge of [...node.out, ...node.in]) if (changed.length < 40 || edge.change) { near.add(edge.from); near.add(edge.to); }
    sieves.push(near);
  }
  if (state.path) sieves.length = 0;
  return sieves.length ? new Set(model.nodes.filter(node => sieves.every(sieve => sieve.has(node)))) : null;
}

let worker = null, isAlone = false, asked = 0, waiting = null;
function startWorker() {
  const address = URL.createObjectURL(new Blob([byId('layout-script').textContent], { type: 'text/javascript' }));
  const started = new Worker(address);
  URL.revokeObjectURL(address);
  started.onmessage = ({ data: { number, laid } }) => { if (waiting?.number === number) arrive(laid); };
  // Where the browser allows no worker, the page lays out by itself, in less time.
  started.onerror = event => {
    event.preventDefault();
    isAlone = true;
    if (waiting) arrive(layOutTree(waiting.boxes, waiting.edges, { ...waiting.page, time: 800 }));
  };
  return started;
}
function arrive(laid) {
  const { timer, done } = waiting;
  clearTimeout(timer);
  waiting = null;
  document.body.classList.remove('busy');
  done(laid);
}
// A layout that does not end is ended: then everything stands in plain rows.
function giveUp() {
  worker?.terminate();
  worker = null;
  if (waiting) arrive(layOutPlainly(waiting.boxes, waiting.edges, waiting.page));
}
function requestLayout(boxes, edges, page, done) {
  if (waiting) clearTimeout(waiting.timer);
  const number = ++asked;
  if (isAlone || boxes.length <= 80 && edges.length <= 300) {
    waiting = null;
    document.body.classList.remove('busy');
    done(layOutTree(boxes, edges, { ...page, time: isAlone ? 800 : 150 }));
    return;
  }
  waiting = { number, boxes, edges, page, done, timer: setTimeout(giveUp, 6000) };
  document.body.classList.add('busy');
  try {
    worker ??= startWorker();
    worker.postMessage({ number, boxes, edges, page });
  } catch {
    isAlone = true;
    arrive(layOutTree(boxes, edges, { ...page, time: 800 }));
  }
}

// Lays out what the state asks for. The chosen card keeps its place on the screen, so that the eye keeps it too.
function rebuild({ begin = false, then = null } = {}) {
  const keys = { selected: state.selected?.key, focus: state.focus?.key, path: state.path && [state.path.start.key, state.path.end.key], finding: state.finding?.position, from: state.pathFrom?.key };
  const anchorKey = state.item?.key, anchor = scene && state.item?.box && !begin ? toScreen(state.item.box.x, state.item.box.y) : null;
  model = modelOf(state.stage, state.compared);
  const again = key => model.byKey.get(key) ?? null;
  state.selected = again(keys.selected);
  state.focus = again(keys.focus);
  state.pathFrom = again(keys.from);
  state.finding = model.findings.find(finding => finding.position === keys.finding) ?? null;
  state.path = keys.path && again(keys.path[0]) && again(keys.path[1]) ? pathBetween(again(keys.path[0]), again(keys.path[1])) : null;
  const kept = keptNodes(), grouping = kept && kept.size <= foldsFrom ? 'none' : state.grouping;
  const folded = fold(model, kept, grouping, state.open, state.pinned);
  const isCompact = folded.items.length > 120, most = Math.min(380, Math.max(215, stageArea.clientWidth * 0.9));
  const units = [...folded.boxes, ...folded.items], orderOf = new Map(units.map((item, order) => [item, order]));
  // What was drawn stays as it is until the new picture is there.
  const boxes = units.map((item, order) => ({
    ...item.isOpen || item.isKnot ? { w: titleWidth(item), h: 0, isBox: true } : measure(item, isCompact, most), order, isRoot: Boolean(item.root),
    parent: orderOf.get(folded.parentOf.get(item)) ?? -1, foot: item.isGroup && !item.isOpen ? 5 : 0, x: 0, y: 0,
  }));
  const led = folded.edges.filter(edge => !edge.isHidden), hidden = folded.edges.filter(edge => edge.isHidden);
  const arcs = led.map(edge => ({ a: orderOf.get(edge.from), b: orderOf.get(edge.to), isDeferred: edge.isDeferred }));
  const page = {
    width: Math.max(280, stageArea.clientWidth - 2 * margin), height: Math.max(300, stageArea.clientHeight - 2 * margin), time: 2500,
    isMap: units.filter(item => item.isGroup || item.isKnot).length > mapsFrom / 2,
  };
  const began = performance.now();
  requestLayout(boxes, arcs, page, laid => {
    for (const node of model.nodes) node.box = null;
    units.forEach((item, order) => {
      const station = laid.stations[laid.places[order]], box = Object.assign(boxes[order], laid.sizes?.[order]);
      item.box = station.box = Object.assign(box, { x: station.x - box.w / 2, y: station.top });
    });
    led.forEach((edge, index) => {
      edge.line = null;
      edge.course = laid.courses[index]?.map(number => laid.stations[number]) ?? null;
      edge.isTurned = laid.turned[index];
      edge.isStraight = laid.straight[index];
      edge.level = laid.levels[index];
    });
    for (const edge of hidden) {
      const ends = [edge.from, edge.to].map(item => laid.stations[laid.places[orderOf.get(item)]]);
      edge.line = edge.level = null;
      edge.isTurned = ends[0].top > ends[1].top;
      edge.isStraight = true;
      edge.course = edge.isTurned ? ends.reverse() : ends;
    }
    scene = { ...folded, hidden: hidden.length, kept, grouping, isCompact, w: laid.w, h: laid.h, layoutTime: performance.now() - began };
    prepareLines(scene);
    scene.marks = marksOf(scene);
    scene.landmarks = landmarksOf(scene.items);
    if (state.group) state.group = groupCalled(state.group.key);
    view.hovered = null;
    // First what takes room beside the drawing.
    showLegend();
    showWhere();
    showStages();
    const item = state.item;
    if (anchor && item?.box && item.key === anchorKey) {
      view.x = item.box.x - anchor.x / view.k;
      view.y = item.box.y - anchor.y / view.k;
    } else if (!hasMoved || begin) beginView();
    showPanel();
    then?.();
    redraw();
  });
}

const groupCalled = key => [...scene.items, ...scene.boxes].find(item => item.isGroup && item.key === key) ?? null;

function marksOf({ items, edges }) {
  const signs = ['', 'i', '!', '!'], marks = [], used = new Set();
  const add = (x, y, color, sign, part) => {
    const name = Math.round(x) + ' ' + Math.round(y);
    if (used.has(name)) return;
    used.add(name);
    marks.push({ x, y, color, sign, finding: model.findings.find(finding => finding.nodes.includes(part) || finding.edges.includes(part)) });
  };
  for (const edge of edges) {
    if (!edge.severity || edge.isBundle) continue;
    const { x, y } = middleOf(edge);
    add(x, y, severityColor(edge.severity), edge.isCyclic ? '↻' : signs[edge.severity], edge);
  }
  for (const item of items) {
    const { box } = item;
    if (item.severity) add(box.x + box.w - 2, box.y, severityColor(item.severity), signs[item.severity], item);
    if (item.change) add(box.x + 2, box.y, palette[item.change], changeSign[item.change], item);
    else if (item.isGroup && item.members.some(node => node.change)) add(box.x + 2, box.y, palette.changed, changeSign.changed, item);
  }
  return marks;
}

const toScreen = (x, y) => ({ x: (x - view.x) * view.k, y: (y - view.y) * view.k });
const toWorld = (x, y) => ({ x: x / view.k + view.x, y: y / view.k + view.y });
const limitScale = k => Math.min(3, Math.max(0.03, k));

function boundsOf(items) {
  let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
  for (const { box } of items) {
    left = Math.min(left, box.x);
    right = Math.max(right, box.x + box.w);
    top = Math.min(top, box.y);
    bottom = Math.max(bottom, box.y + box.h);
  }
  return { left, top, right, bottom };
}
const fittingScale = ({ left, top, right, bottom }, most) =>
  limitScale(Math.min((stageArea.clientWidth - 2 * margin) / (right - left), (stageArea.clientHeight - 2 * margin) / (bottom - top), most));
function centerOn({ left, top, right, bottom }, k) {
  view.k = k;
  view.x = (left + right) / 2 - stageArea.clientWidth / 2 / k;
  view.y = (top + bottom) / 2 - stageArea.clientHeight / 2 / k;
  redraw();
}
// Everything, however small it gets.
function showAll() {
  const whole = boundsOf([...scene.boxes, ...scene.items]);
  if (scene.items.length) centerOn(whole, fittingScale(whole, 1.35));
}
// The first look can be read: all of it where that fits, else the finding at hand, else the roots.
function beginView() {
  if (state.isMatrix) { Object.assign(view, { x: 0, y: 0, k: 1 }); return; }
  if (!scene.items.length) return;
  const whole = boundsOf([...scene.boxes, ...scene.items]), k = fittingScale(whole, 1.35);
  if (k >= 0.9 || scene.items.length > mapsFrom && k >= 0.7) { centerOn(whole, k); return; }
  const width = stageArea.clientWidth, height = stageArea.clientHeight, readable = 1;
  view.k = readable;
  const troubled = state.finding ? nodesOfFinding(state.finding).map(node => scene.itemOf.get(node)).filter(Boolean) : [];
  const starts = troubled.length ? troubled : state.focus ? [scene.itemOf.get(state.focus) ?? scene.items[0]] : scene.items.filter(item => item.root);
  const { left, top, right } = boundsOf(starts.length ? starts : [scene.items[0]]);
  const middle = whole.right - whole.left + 2 * margin <= width ? (whole.left + whole.right) / 2 : (left + right) / 2;
  view.x = clamped(middle - width / 2, whole.left - margin, whole.right + margin - width);
  view.y = clamped(troubled.length || state.focus ? top - height / 3 : top - margin, whole.top - margin, whole.bottom + margin - height);
}
const clamped = (value, least, most) => most < least ? (least + most) / 2 : Math.min(most, Math.max(least, value));

function zoomBy(factor, x = stageArea.clientWidth / 2, y = stageArea.clientHeight / 2) {
  const fixed = toWorld(x, y);
  view.k = limitScale(view.k * factor);
  view.x = fixed.x - x / view.k;
  view.y = fixed.y - y / view.k;
  moved();
}
// Brings cards into sight, at a size at which they can be read, moving no more than that takes.
function bringIntoSight(items) {
  const shown = items.filter(item => item?.box);
  if (!shown.length) return;
  const width = stageArea.clientWidth, height = stageArea.clientHeight;
  let bounds = boundsOf(shown);
  if (view.k < 0.86) {
    const fixed = { x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2 };
    view.k = 1;
    view.x = fixed.x - width / 2;
    view.y = fixed.y - height / 2;
  }
  const space = Math.min(60, width / 10, height / 10) / view.k;
  if ((bounds.right - bounds.left) + 2 * space > width / view.k || (bounds.bottom - bounds.top) + 2 * space > height / view.k) bounds = boundsOf(shown.slice(0, 1));
  view.x = Math.min(Math.max(view.x, bounds.right + space - width / view.k), bounds.left - space);
  view.y = Math.min(Math.max(view.y, bounds.bottom + space - height / view.k), bounds.top - space);
}
function moved() { hasMoved = true; redraw(); }

let isDue = false, firstPicture = null;
function redraw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    if (!scene) return;
    const ratio = window.devicePixelRatio || 1, width = stageArea.clientWidth, height = stageArea.clientHeight;
    if (drawing.width !== Math.round(width * ratio) || drawing.height !== Math.round(height * ratio)) {
      drawing.width = Math.round(width * ratio);
      drawing.height = Math.round(height * ratio);
    }
    const pen = drawing.getContext('2d');
    painted = state.isMatrix ? paintMatrix(pen, matrixOf(scene), view, width, height, ratio) : paint(pen, scene, view, width, height, ratio);
    paintMap();
    markFindingsInView();
    byId('overview').hidden = !isOverview(view.k) || state.isMatrix;
    writeLink();
    firstPicture ??= performance.now();
  });
}

// A small map of the whole, wherever the window shows a part.
function paintMap() {
  const map = byId('map'), canvas = map.firstElementChild, width = stageArea.clientWidth / view.k, height = stageArea.clientHeight / view.k;
  const isWhole = view.x <= 0 && view.y <= 0 && view.x + width >= scene.w && view.y + height >= scene.h;
  map.hidden = isWhole || !scene.items.length || state.isMatrix;
  if (map.hidden) return;
  const ratio = window.devicePixelRatio || 1, k = Math.min(map.clientWidth / scene.w, (innerWidth > 760 ? 150 : 64) / scene.h);
  const wide = Math.max(1, scene.w * k), tall = Math.max(1, scene.h * k);
  Object.assign(canvas.style, { width: wide + 'px', height: tall + 'px' });
  canvas.width = wide * ratio;
  canvas.height = tall * ratio;
  const pen = canvas.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = palette.ground;
  pen.fillRect(0, 0, wide, tall);
  pen.strokeStyle = palette.line;
  for (const { box } of scene.boxes) pen.strokeRect(box.x * k, box.y * k, box.w * k, box.h * k);
  for (const item of scene.items) {
    const { box } = item;
    pen.fillStyle = item.severity ? severityColor(item.severity) : item.change ? palette[item.change] : item.root ? palette.text : item.scope ? palette.scopes[scopeIndex(item.scope)] : palette.muted;
    pen.fillRect(box.x * k, box.y * k, Math.max(1.5, box.w * k), Math.max(1.5, box.h * k));
  }
  pen.fillStyle = pen.strokeStyle = palette.accent;
  pen.globalAlpha = 0.14;
  pen.fillRect(view.x * k, view.y * k, width * k, height * k);
  pen.globalAlpha = 1;
  pen.lineWidth = 1.5;
  const left = Math.max(0.75, view.x * k), top = Math.max(0.75, view.y * k);
  pen.strokeRect(left, top, Math.min(wide - 0.75, (view.x + width) * k) - left, Math.min(tall - 0.75, (view.y + height) * k) - top);
}
