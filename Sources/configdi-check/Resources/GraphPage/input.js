// Keys, the mouse, fingers.

// The neighbour in a direction: along edges up and down, within the row sideways.
function step(item, key) {
  const { box } = item, middle = box.x + box.w / 2, middleOf = other => other.box.x + other.box.w / 2;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const isDown = key === 'ArrowDown';
    const others = scene.edges.filter(edge => edge.from === item || edge.to === item).map(edge => edge.from === item ? edge.to : edge.from)
      .filter(other => other !== item && (isDown ? other.box.y > box.y : other.box.y < box.y));
    return others.sort((a, b) => Math.abs(a.box.y - box.y) - Math.abs(b.box.y - box.y) || Math.abs(middleOf(a) - middle) - Math.abs(middleOf(b) - middle))[0];
  }
  const isRight = key === 'ArrowRight';
  return scene.items.filter(other => other !== item && Math.abs(other.box.y - box.y) < 4 && (isRight ? other.box.x > box.x : other.box.x < box.x))
    .sort((a, b) => Math.abs(a.box.x - box.x) - Math.abs(b.box.x - box.x))[0];
}
const firstItem = () => scene.items.find(item => item.root) ?? scene.items[0];

const keys = {
  '/': () => search.focus(),
  '?': () => byId('help').showModal(),
  Escape: stepBack,
  '+': () => zoomBy(1.3), '=': () => zoomBy(1.3), '-': () => zoomBy(1 / 1.3),
  0: () => { hasMoved = true; showAll(); },
  1: () => { hasMoved = false; beginView(); redraw(); },
  '[': () => setDepth(state.depth - 1), ']': () => setDepth(state.depth + 1),
  n: () => nextFinding(1), p: () => nextFinding(-1),
  s: () => { if (data.stages.length > 1) setStage(state.stage + 1); },
  S: () => { if (data.stages.length > 1) setStage(state.stage - 1); },
  c: () => setCyclesOnly(!state.cyclesOnly),
  m: () => setMatrix(!state.isMatrix),
  f: () => { if (state.selected) focusOn(state.focus === state.selected ? null : state.selected); },
  t: () => { if (state.selected) startPath(state.selected); },
  u: () => {
    if (state.group) setOpen(state.group.key, !state.group.isOpen);
    else if (state.selected && state.grouping !== 'none') setOpen(groupings[state.grouping].of(state.selected), false);
  },
};
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId('help').open) return;
  if (event.target.matches('input:not([type=radio], [type=checkbox]), select, textarea')) return;
  const onDrawing = event.target === drawing || event.target === document.body;
  if (event.key === 'Escape') for (const menu of document.querySelectorAll('details.menu[open]')) { menu.open = false; menu.firstElementChild.focus(); return; }
  if (event.key.startsWith('Arrow') && onDrawing && scene) {
    event.preventDefault();
    if (event.shiftKey || !scene.items.length) {
      view.x += ({ ArrowLeft: -80, ArrowRight: 80 }[event.key] ?? 0) / view.k;
      view.y += ({ ArrowUp: -80, ArrowDown: 80 }[event.key] ?? 0) / view.k;
      moved();
      return;
    }
    const next = state.item?.box ? step(state.item, event.key) : firstItem();
    if (next) chooseItem(next);
  } else if (event.key === 'Enter' && onDrawing && scene) {
    event.preventDefault();
    if (state.group) keys.u(); else if (state.selected) keys.f(); else if (scene.items.length) chooseItem(firstItem());
  } else if (Object.hasOwn(keys, event.key) && scene) {
    event.preventDefault();
    keys[event.key]();
  }
});

const local = event => {
  const bounds = drawing.getBoundingClientRect();
  return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
};
function itemAt(point) {
  if (state.isMatrix) return cellAt(point)?.item ?? null;
  const hero = heroItemAt(point);
  if (hero) return hero;
  const { x, y } = toWorld(point.x, point.y), slack = 3 / view.k;
  return scene?.items.findLast(({ box }) => x >= box.x - slack && x <= box.x + box.w + slack && y >= box.y - slack && y <= box.y + box.h + slack) ?? scene?.boxes.findLast(item => item.isGroup && isInside(item.box, x, y)) ?? null;
}
const isInside = (box, x, y) => x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;
const markAt = point => {
  const { x, y } = toWorld(point.x, point.y);
  return scene && !isOverview(view.k) && !view.hero && !state.isMatrix ? scene.marks.find(mark => mark.finding && Math.hypot(mark.x - x, mark.y - y) < 9 / view.k) : undefined;
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
    const hovered = itemAt(point);
    drawing.classList.toggle('over', Boolean(hovered || markAt(point)));
    const cell = state.isMatrix ? cellAt(point) : null;
    drawing.title = cell ? cell.text : hovered ? [titleOf(hovered), secondLine(hovered), hovered.isGroup ? '' : place(hovered.at)].filter(Boolean).join('\n') : '';
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
  const point = local(event), mark = markAt(point);
  const item = itemAt(point);
  if (mark) chooseFinding(mark.finding);
  else if (item?.isOpen && toWorld(point.x, point.y).y < item.box.y + boxHead) setOpen(item.key, false);
  else chooseItem(item, { quietly: true });
};
drawing.addEventListener('pointerup', release);
drawing.addEventListener('pointercancel', release);
drawing.addEventListener('pointerleave', () => { if (view.hovered) { view.hovered = null; redraw(); } });
drawing.addEventListener('dblclick', event => {
  const item = itemAt(local(event));
  if (state.isMatrix) return;
  if (item?.isGroup) { if (!item.isOpen) setOpen(item.key, true); } else if (item) focusOn(item);
});
// A wheel moves the page, as it does everywhere; with Control, or a pinch, it zooms.
drawing.addEventListener('wheel', event => {
  event.preventDefault();
  const unit = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? stageArea.clientHeight : 1;
  if (event.ctrlKey || event.metaKey) {
    const { x, y } = local(event);
    zoomBy(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * unit)) * (Math.abs(event.deltaY) < 40 ? 0.01 : 0.0025)), x, y);
  } else {
    view.x += (event.shiftKey && !event.deltaX ? event.deltaY : event.deltaX) * unit / view.k;
    view.y += (event.shiftKey && !event.deltaX ? 0 : event.deltaY) * unit / view.k;
    moved();
  }
}, { passive: false });

byId('begin').addEventListener('click', keys[1]);
byId('fit').addEventListener('click', keys[0]);
byId('closer').addEventListener('click', keys['+']);
byId('further').addEventListener('click', keys['-']);
byId('keys').addEventListener('click', keys['?']);
const lookFromMap = event => {
  if (!(event.buttons & 1)) return;
  const bounds = byId('map').firstElementChild.getBoundingClientRect();
  view.x = (event.clientX - bounds.left) / bounds.width * scene.w - stageArea.clientWidth / 2 / view.k;
  view.y = (event.clientY - bounds.top) / bounds.height * scene.h - stageArea.clientHeight / 2 / view.k;
  moved();
};
byId('map').addEventListener('pointerdown', event => { event.currentTarget.setPointerCapture(event.pointerId); lookFromMap(event); });
byId('map').addEventListener('pointermove', lookFromMap);

window.addEventListener('hashchange', () => { if (location.hash !== written) readLink(); });
// A window of another width gets a layout of its own, once it stands still.
let knownWidth = stageArea.clientWidth;
new ResizeObserver(() => {
  redraw();
  // On paper there is no drawing to be as wide as.
  if (stageArea.clientWidth === 0 || Math.abs(stageArea.clientWidth - knownWidth) < 40) return;
  knownWidth = stageArea.clientWidth;
  setTimeout(() => { if (knownWidth === stageArea.clientWidth && scene) rebuild({ begin: !state.item && !hasMoved }); }, 250);
}).observe(stageArea);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { if (scene) { dressAs(false); redraw(); } });
window.addEventListener('beforeprint', preparePaper);
window.addEventListener('afterprint', putPaperAway);

readPalette();
readLink();

// For scripts that drive the page.
window.graphPage = {
  // The middle of a card, or the title of a box.
  where: (key, isTitle = false) => {
    const node = model.byKey.get(key), item = scene.itemOf.get(node) ?? groupCalled(key), bounds = drawing.getBoundingClientRect();
    const hero = heroPlace(node);
    if (hero) return { x: hero.x + bounds.left, y: hero.y + bounds.top };
    if (!item?.box) return null;
    const at = toScreen(item.box.x + item.box.w / 2, item.box.y + (isTitle ? boxHead : item.box.h) / 2);
    return { x: at.x + bounds.left, y: at.y + bounds.top };
  },
  get shown() { return scene.items.filter(item => !item.isGroup).map(item => item.key); },
  get groups() { return scene.items.filter(item => item.isGroup).map(item => item.key); },
  get boxes() { return scene.boxes.filter(item => item.isGroup).map(item => item.key); },
  get selected() { return state.item?.key ?? null; },
  get stage() { return model.name; },
  // What is drawn of each edge, as points, with all boxes that it may not cross.
  get lines() { return drawnLines(); },
  get layoutTime() { return scene.layoutTime; },
  get firstPicture() { return firstPicture; },
  get isBusy() { return waiting !== null || isDue || firstPicture === null; },
  // Where cards and words were painted last, in pixels of the window.
  get painted() { return painted; },
  get cards() { return scene.items.map(({ key, box }) => ({ key, left: box.x, top: box.y, right: box.x + box.w, bottom: box.y + box.h })); },
  get size() { return { w: scene.w, h: scene.h }; },
  svg: () => svgOf(scene).text,
  png: () => pngOf(scene).then(blob => blob?.size ?? 0),
  view,
};
