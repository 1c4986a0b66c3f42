// The controls above the drawing: stages, folding, filters, comparing, saving; and the line that says what is shown.

function showStages() {
  const holder = byId('stages');
  holder.hidden = data.stages.length < 2;
  if (!holder.childElementCount && data.stages.length > 4) {
    holder.append(make('select', { 'aria-label': 'Stage', onchange: event => setStage(Number(event.target.value)) },
      data.stages.map((stage, index) => make('option', { value: index }, stage.name))));
    holder.className = '';
  } else if (!holder.childElementCount) {
    holder.append(...data.stages.map((stage, index) => make('label', {},
      make('input', { type: 'radio', name: 'stage', value: index, onchange: () => setStage(index) }), stage.name)));
  }
  const select = holder.querySelector('select');
  if (select) select.value = String(state.stage);
  else for (const input of holder.querySelectorAll('input')) input.checked = Number(input.value) === state.stage;
  const findings = byId('findings'), worst = model.findings[0]?.severity;
  findings.hidden = !model.findings.length;
  findings.replaceChildren('Findings ', make('span', { class: 'badge ' + worst }, String(model.findings.length)));
  byId('cycles').hidden = !cyclicNodes(model).size;
  byId('cycles').setAttribute('aria-pressed', String(state.cyclesOnly));
  byId('matrix').setAttribute('aria-pressed', String(state.isMatrix));
  showFolding();
  showFilters();
}

const choice = (value, text, chosen) => make('option', { value, selected: value === chosen }, text);
function showFolding() {
  const select = byId('folding');
  byId('folding-tool').hidden = model.nodes.length < 8;
  select.replaceChildren(choice('none', 'off', state.grouping), ...Object.entries(groupings).map(([name, { title }]) => choice(name, 'by ' + title, state.grouping)));
  select.value = state.grouping;
}

function showFilters() {
  const scopes = new Map();
  for (const node of model.nodes) scopes.set(node.scope ?? node.kind, (scopes.get(node.scope ?? node.kind) ?? 0) + 1);
  const files = [...new Set(model.nodes.map(node => node.at[0]))].sort((a, b) => data.files[a] < data.files[b] ? -1 : 1);
  byId('scopes').replaceChildren(...[...scopes].map(([scope, count]) => make('label', {},
    make('input', { type: 'checkbox', checked: state.scopes.has(scope), onchange: event => setScope(scope, event.target.checked) }), ` ${scope} `, make('span', { class: 'aside' }, String(count)))));
  byId('file').replaceChildren(choice('', 'all files', String(state.fileFilter ?? '')), ...files.map(file => choice(String(file), data.files[file], String(state.fileFilter ?? ''))));
  byId('file').value = String(state.fileFilter ?? '');
  const others = data.stages.map((stage, index) => [index, stage.name]).filter(([index]) => index !== state.stage);
  byId('comparing').hidden = !others.length && !data.before;
  const compare = byId('compare'), chosen = String(state.compared ?? '');
  compare.replaceChildren(choice('', 'with…', chosen), ...data.before ? [choice('before', data.before.name, chosen)] : [], ...others.map(([index, name]) => choice(String(index), name, chosen)));
  compare.value = chosen;
  byId('only').hidden = state.compared === null;
  byId('only-changes').checked = state.onlyChanges;
  const active = state.scopes.size + (state.fileFilter !== null ? 1 : 0);
  byId('filter-count').hidden = !active;
  byId('filter-count').textContent = String(active);
}

// The line above the drawing: each part of it says what is shown, and takes it back.
function showWhere() {
  const parts = [], chip = (text, back, ...more) => parts.push(make('span', { class: 'chip' }, text, ...more,
    make('button', { 'aria-label': 'Remove: ' + text, title: 'Remove', onclick: back }, '✕')));
  const step = (text, by, title) => make('button', { title, 'aria-label': title, onclick: () => setDepth(state.depth + by) }, text);
  if (state.pathFrom) chip(`Path from ${state.pathFrom.key}: choose the other end`, () => { state.pathFrom = null; showWhere(); });
  if (state.path) chip(`${state.path.start.key} ${state.path.relation} ${state.path.end.key}`, () => setPath(null));
  if (state.focus) chip(`Around ${state.focus.key}`, () => focusOn(null), step('−', -1, 'Fewer steps ([)'), plural(state.depth, 'step'), step('+', 1, 'More steps (])'));
  if (state.cyclesOnly) chip('Cycles only', () => setCyclesOnly(false));
  for (const scope of state.scopes) chip('Scope ' + scope, () => setScope(scope, false));
  if (state.fileFilter !== null) chip(data.files[state.fileFilter], () => setFile(null));
  if (model.isComparison) {
    const count = kind => model.nodes.filter(node => node.change === kind).length;
    chip(`Compared with ${comparedName()}: +${count('added')} −${count('removed')} ~${count('changed')}`, () => compareWith(null));
  }
  const folded = scene.items.filter(item => item.isGroup), opened = scene.boxes.filter(item => item.isGroup), shownNodes = [...scene.itemOf.keys()];
  const told = [];
  if (folded.length + opened.length) {
    const { title } = groupings[scene.grouping];
    told.push(plural(folded.length + opened.length, title === 'key prefix' ? 'prefix' : title).replace('prefixs', 'prefixes'));
  }
  told.push(plural(shownNodes.filter(isService).length, 'service'));
  if (scene.hidden) told.push(plural(scene.hidden, 'indirect edge') + ' hidden');
  if (scene.items.length) parts.push(make('span', { title: scene.hidden ? 'An edge is hidden if a longer path connects the same services. To show it, choose one of the services.' : null }, told.join(' · ')));
  if (folded.length) parts.push(make('button', { class: 'plain', onclick: () => setAllOpen(true) }, 'Unfold all'));
  if (opened.length) parts.push(make('button', { class: 'plain', onclick: () => setAllOpen(false) }, 'Fold all'));
  if (scene.items.length === 0) {
    parts.push(make('span', {}, state.cyclesOnly ? 'No service in this stage is part of a cycle.' : model.nodes.length ? model.isComparison && state.onlyChanges ? 'Nothing has changed.' : 'No service matches the filters.' : 'This stage has no services.'));
  }
  byId('told').replaceChildren(...parts);
}

function showLegend() {
  const ratio = window.devicePixelRatio || 1;
  const row = (text, draw, width = 14) => {
    const canvas = make('canvas', { width: width * ratio, height: 16 * ratio, style: `width: ${width}px; height: 16px`, 'aria-hidden': 'true' });
    const pen = canvas.getContext('2d');
    pen.scale(ratio, ratio);
    draw(pen);
    return make('li', {}, canvas, make('span', {}, text));
  };
  const stroke = (color, dash) => pen => {
    pen.strokeStyle = color;
    pen.lineWidth = 1.6;
    pen.setLineDash(dash);
    pen.beginPath();
    pen.moveTo(1, 8);
    pen.lineTo(27, 8);
    pen.stroke();
  };
  const disc = (color, sign) => pen => {
    pen.fillStyle = color;
    pen.beginPath();
    pen.arc(7, 8, 7, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = palette.surface;
    pen.font = `700 12px ${palette.font}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(sign, 7, 8.5);
  };
  const items = scene?.items ?? [], kinds = new Set(items.map(item => item.kind));
  const scopes = [...new Set(items.map(item => item.scope).filter(Boolean))].sort((a, b) => scopeIndex(a) - scopeIndex(b));
  const rows = scopes.map(scope => row(scope, pen => drawGlyph(pen, { scope }, 7, 8, 5.5)));
  for (const kind of ['initializer', 'source', 'provided', 'alias', 'select', 'collection', 'missing', 'group']) {
    if (kinds.has(kind)) rows.push(row(kind === 'group' ? 'folded' : kind === 'source' ? 'source file' : kind, pen => drawGlyph(pen, { kind }, 7, 8, 5.5)));
  }
  if (items.some(item => item.root)) rows.push(row('root', pen => { pen.fillStyle = palette.text; drawEntry(pen, 10, 8); }));
  const edges = scene?.edges ?? [];
  if (edges.some(edge => edge.isDeferred && !edge.isMaker && !edge.isAwaited)) rows.push(row('lazy or provider', stroke(palette.edge, dashes[1]), 28));
  if (edges.some(edge => edge.isMaker)) rows.push(row('maker: takes an argument', stroke(palette.edge, dashes[3]), 28));
  if (edges.some(edge => edge.isAwaited && !edge.isMaker)) rows.push(row('awaited', stroke(palette.edge, dashes[4]), 28));
  const worst = model?.findings[0]?.severity;
  if (worst) rows.push(row('a finding', disc(palette[worst], '!')));
  if (model?.isComparison) for (const kind of ['added', 'removed', 'changed']) rows.push(row(kind, disc(palette[kind], changeSign[kind])));
  byId('legend').replaceChildren(...rows);
}

const search = byId('query'), results = byId('results');
let hits = { words: [], found: [] }, current = 0;
function runSearch() {
  hits = searched(model, search.value);
  current = 0;
  showResults();
}
function showResults() {
  const { words, found, isGuess } = hits, isOpen = words.length > 0 && document.activeElement === search;
  results.hidden = !isOpen;
  search.setAttribute('aria-expanded', String(isOpen));
  search.removeAttribute('aria-activedescendant');
  if (!isOpen) return;
  const kind = entry => entry.finding ? 'finding' : entry.file !== undefined ? 'file' : null;
  results.replaceChildren(
    ...isGuess ? [make('li', { class: 'aside', role: 'presentation' }, 'No exact match. Similar names:')] : [],
    ...found.length ? found.map((entry, index) => make('li', {
      role: 'option', id: 'result-' + index, 'aria-selected': String(index === current),
      onmousedown: event => { event.preventDefault(); takeResult(index); },
    }, make('span', {}, kind(entry) ? make('span', { class: 'tag' }, kind(entry)) : null, marked(entry.name, words[0])), make('span', { class: 'aside' }, entry.aside)))
      : [make('li', { class: 'aside', role: 'presentation' }, 'No matches.')]);
  keepInWindow(results);
  if (!found.length) return;
  search.setAttribute('aria-activedescendant', 'result-' + current);
  results.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
}
function marked(text, word) {
  const at = text.toLowerCase().indexOf(word);
  return at < 0 ? text : [text.slice(0, at), make('mark', {}, text.slice(at, at + word.length)), text.slice(at + word.length)];
}
function takeResult(index) {
  const entry = hits.found[index];
  if (!entry) return;
  search.value = '';
  runSearch();
  drawing.focus();
  if (entry.node) choose(entry.node); else if (entry.finding) chooseFinding(entry.finding); else chooseFile(entry.file);
}
search.addEventListener('input', runSearch);
search.addEventListener('focus', runSearch);
search.addEventListener('blur', showResults);
search.addEventListener('keydown', event => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (hits.found.length) current = (current + (event.key === 'ArrowDown' ? 1 : hits.found.length - 1)) % hits.found.length;
    showResults();
  } else if (event.key === 'Enter') takeResult(current);
  else if (event.key === 'Escape') { event.stopPropagation(); search.value = ''; runSearch(); drawing.focus(); }
});

byId('findings').addEventListener('click', () => { choose(null); chooseFinding(null); });
byId('matrix').addEventListener('click', () => setMatrix(!state.isMatrix));
byId('cycles').addEventListener('click', () => setCyclesOnly(!state.cyclesOnly));
byId('folding').addEventListener('change', event => setGrouping(event.target.value));
byId('file').addEventListener('change', event => setFile(event.target.value === '' ? null : Number(event.target.value)));
byId('compare').addEventListener('change', event => compareWith(event.target.value === '' ? null : event.target.value === 'before' ? 'before' : Number(event.target.value)));
byId('only-changes').addEventListener('change', event => setOnlyChanges(event.target.checked));
byId('save-svg').addEventListener('click', () => save('svg'));
byId('save-png').addEventListener('click', () => save('png'));
byId('more').addEventListener('click', event => {
  const isOpen = document.body.classList.toggle('tools-open');
  event.currentTarget.setAttribute('aria-expanded', String(isOpen));
});
byId('sheet').addEventListener('click', event => {
  const isOpen = document.body.classList.toggle('sheet-open');
  event.currentTarget.setAttribute('aria-expanded', String(isOpen));
});
// What opens stays within the window, wherever its button is.
function keepInWindow(sheet) {
  sheet.style.translate = '';
  const { left, right } = sheet.getBoundingClientRect();
  sheet.style.translate = `${Math.max(0, 8 - left) || Math.min(0, innerWidth - 8 - right)}px`;
}
for (const menu of document.querySelectorAll('details.menu')) {
  menu.addEventListener('toggle', () => {
    if (menu.open) keepInWindow(menu.querySelector('.sheet'));
  });
}
// A menu closes when something else is clicked.
document.addEventListener('pointerdown', event => {
  for (const menu of document.querySelectorAll('details.menu[open]')) if (!menu.contains(event.target)) menu.open = false;
});
