// The address always leads back to what is seen.
let written = null;
function writeLink() {
  const parts = new URLSearchParams();
  if (data.stages.length > 1) parts.set('stage', model.name);
  if (state.focus) { parts.set('focus', state.focus.key); parts.set('depth', String(state.depth)); }
  if (state.cyclesOnly) parts.set('cycles', '1');
  if (state.compared !== (data.before ? 'before' : null)) parts.set('compare', state.compared === null ? 'none' : data.stages[state.compared]?.name ?? 'before');
  if (state.onlyChanges !== Boolean(data.before)) parts.set('changes', state.onlyChanges ? '1' : '0');
  if (state.grouping !== bestGrouping(model)) parts.set('fold', state.grouping);
  for (const name of state.open) parts.append('open', name);
  for (const scope of state.scopes) parts.append('scope', scope);
  if (state.fileFilter !== null) parts.set('file', data.files[state.fileFilter]);
  if (state.selected) parts.set('at', state.selected.key);
  if (state.finding) parts.set('finding', String(state.finding.position));
  if (state.path) { parts.set('from', state.path.start.key); parts.set('to', state.path.end.key); }
  if (hasMoved) parts.set('view', [view.x, view.y, view.k * 1000].map(Math.round).join(','));
  const link = '#' + parts;
  if (link === written) return;
  written = link;
  clearTimeout(writeLink.timer);
  writeLink.timer = setTimeout(() => { if (!editor) history.replaceState(null, '', link); }, 120);
}
function readLink() {
  const { start } = data;
  const parts = new URLSearchParams(location.hash.slice(1) || [
    ['depth', start.depth], ...(start.focus ? [['focus', start.focus]] : []), ...(start.cyclesOnly ? [['cycles', 1]] : []),
  ]);
  const stage = data.stages.findIndex(stage => stage.name === parts.get('stage'));
  state.stage = stage >= 0 ? stage : start.stage;
  const compare = parts.get('compare'), other = data.stages.findIndex(stage => stage.name === compare);
  state.compared = compare === 'none' ? null : other >= 0 && other !== state.stage ? other : data.before ? 'before' : null;
  state.onlyChanges = parts.has('changes') ? parts.get('changes') === '1' : state.compared !== null;
  model = modelOf(state.stage, state.compared);
  state.focus = model.byKey.get(parts.get('focus')) ?? null;
  state.depth = Math.min(9, Math.max(1, Number(parts.get('depth')) || 2));
  state.cyclesOnly = parts.get('cycles') === '1';
  const fold = parts.get('fold');
  state.grouping = fold === 'none' || Object.hasOwn(groupings, fold ?? '') ? fold : bestGrouping(model);
  state.open = new Set(parts.getAll('open'));
  state.pinned = firstPinned(model, state.grouping);
  state.scopes = new Set(parts.getAll('scope'));
  const file = data.files.indexOf(parts.get('file'));
  state.fileFilter = file >= 0 ? file : null;
  state.selected = model.byKey.get(parts.get('at')) ?? null;
  state.group = state.pathFrom = state.file = null;
  state.finding = model.findings.find(finding => String(finding.position) === parts.get('finding')) ?? null;
  const ends = [model.byKey.get(parts.get('from')), model.byKey.get(parts.get('to'))];
  state.path = ends[0] && ends[1] ? pathBetween(...ends) : null;
  for (const node of [state.selected, ...(state.finding ? nodesOfFinding(state.finding) : []), ...(state.path?.nodes ?? [])]) if (node) state.pinned.add(node.key);
  const numbers = (parts.get('view') ?? '').split(',').map(Number), isPlaced = numbers.length === 3 && numbers.every(Number.isFinite);
  rebuild({
    begin: true,
    then: () => {
      hasMoved = isPlaced;
      if (isPlaced) [view.x, view.y, view.k] = [numbers[0], numbers[1], limitScale(numbers[2] / 1000)];
      else if (state.item) bringIntoSight([state.item]);
    },
  });
}
