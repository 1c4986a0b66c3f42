// What is chosen, and what follows from it.

// A folded service steps out of its group to be seen.
function reveal(nodes, then) {
  const isSeen = node => node.box && scene.itemOf.get(node) === node;
  if (nodes.every(isSeen)) { then(); return; }
  const kept = keptNodes();
  if (kept && !nodes.every(node => kept.has(node))) {
    state.focus = null;
    state.cyclesOnly = state.onlyChanges = false;
    state.scopes.clear();
    state.fileFilter = null;
  }
  for (const node of nodes.slice(0, 60)) state.pinned.add(node.key);
  rebuild({ then });
}
function choose(node, { quietly = false } = {}) {
  if (node && state.pathFrom) { setPath(state.pathFrom, node); return; }
  Object.assign(state, { finding: null, group: null, file: null, selected: node });
  if (!node) { state.path = null; showPanel(); showWhere(); redraw(); return; }
  reveal([node], () => {
    state.selected = node;
    if (!quietly) bringIntoSight([node]);
    showPanel();
    showWhere();
    redraw();
  });
}
function chooseGroup(group, { quietly = false } = {}) {
  Object.assign(state, { finding: null, selected: null, file: null, group });
  if (!quietly) bringIntoSight([group]);
  showPanel();
  redraw();
}
const chooseItem = (item, options) => item?.isGroup ? chooseGroup(item, options) : choose(item, options);
function chooseFinding(finding) {
  Object.assign(state, { selected: null, group: null, file: null, path: null, finding });
  const parts = finding ? nodesOfFinding(finding) : [];
  if (!parts.length || heroOf(finding)) { showPanel(); showWhere(); redraw(); return; }
  reveal(parts, () => {
    state.finding = model.findings.find(one => one.position === finding.position) ?? null;
    bringIntoSight(nodesOfFinding(finding).map(node => scene.itemOf.get(node)));
    showPanel();
    showWhere();
    redraw();
  });
}
function nextFinding(by) {
  const { findings } = model;
  if (!findings.length) return;
  const at = findings.indexOf(state.finding);
  chooseFinding(findings[at < 0 ? (by > 0 ? 0 : findings.length - 1) : (at + by + findings.length) % findings.length]);
}
function chooseFile(file) {
  Object.assign(state, { selected: null, group: null, finding: null, file });
  showPanel();
  redraw();
}
function focusOn(node) {
  const before = state.focus;
  state.focus = node;
  if (node) Object.assign(state, { selected: node, group: null, path: null }); else if (before && !state.selected) state.selected = before;
  if (state.selected) state.pinned.add(state.selected.key);
  hasMoved = false;
  rebuild({ begin: true, then: () => { if (state.item) bringIntoSight([state.item]); } });
}
function setDepth(depth) {
  state.depth = Math.min(9, Math.max(1, depth));
  if (state.focus) rebuild({ begin: true });
}
function startPath(node) {
  state.pathFrom = node;
  showWhere();
  announce(`Choose the other end of the path from ${node.key}.`);
}
function setPath(start, end) {
  Object.assign(state, { pathFrom: null, selected: null, group: null, finding: null, file: null });
  state.path = start ? pathBetween(start, end) : null;
  if (!start) { rebuild(); return; }
  announce(`${start.key} ${state.path.relation} ${end.key}.`);
  for (const node of state.path.nodes) state.pinned.add(node.key);
  rebuild({ then: () => bringIntoSight(state.path.nodes.map(node => scene.itemOf.get(node))) });
}
const changedView = change => { change(); hasMoved = false; rebuild({ begin: true, then: () => { if (state.item) bringIntoSight([state.item]); } }); };
const setMatrix = value => { state.isMatrix = value; hasMoved = false; beginView(); showStages(); redraw(); };
const setCyclesOnly = value => changedView(() => { state.cyclesOnly = value; });
const setFile = file => changedView(() => { state.fileFilter = file; });
const setScope = (scope, isOn) => changedView(() => { if (isOn) state.scopes.add(scope); else state.scopes.delete(scope); });
const setOnlyChanges = value => changedView(() => { state.onlyChanges = value; });
const setGrouping = grouping => changedView(() => {
  Object.assign(state, { grouping, group: null });
  state.open.clear();
  state.pinned = firstPinned(model, grouping);
  if (state.selected) state.pinned.add(state.selected.key);
});
function setOpen(name, isOpen) {
  if (isOpen) state.open.add(name); else state.open.delete(name);
  const members = groupsOf(model, state.grouping).get(name) ?? [];
  if (!isOpen) for (const node of members) state.pinned.delete(node.key);
  Object.assign(state, { group: null, selected: null });
  rebuild({ then: () => {
    if (isOpen) bringIntoSight(members.filter(node => node.box));
    else state.group = groupCalled(name);
    if (state.group) bringIntoSight([state.group]);
    showPanel();
  } });
}
function setAllOpen(isOpen) {
  state.open = new Set(isOpen ? groupsOf(model, state.grouping).keys() : []);
  Object.assign(state, { group: null });
  state.pinned = isOpen ? new Set() : firstPinned(model, state.grouping);
  hasMoved = false;
  rebuild({ begin: true });
}
function setStage(index) {
  state.stage = (index + data.stages.length) % data.stages.length;
  if (state.compared === state.stage) { state.compared = data.before ? 'before' : null; state.onlyChanges = Boolean(data.before); }
  rebuild({ begin: !state.item, then: () => { if (state.item) bringIntoSight([state.item]); } });
}
function compareWith(other) {
  changedView(() => { state.compared = other; state.onlyChanges = other !== null; state.grouping = state.grouping === 'none' && other !== null ? bestGrouping(modelOf(state.stage, other)) : state.grouping; });
}
const comparedName = () => state.compared === 'before' ? data.before.name : state.compared === null ? null : data.stages[state.compared].name;
// One step back, in the order in which things were added.
function stepBack() {
  if (state.pathFrom) { state.pathFrom = null; showWhere(); }
  else if (state.isMatrix) setMatrix(false);
  else if (state.path) setPath(null);
  else if (state.finding) chooseFinding(null);
  else if (state.focus) focusOn(null);
  else if (state.cyclesOnly) setCyclesOnly(false);
  else if (state.scopes.size || state.fileFilter !== null) changedView(() => { state.scopes.clear(); state.fileFilter = null; });
  else choose(null);
}
