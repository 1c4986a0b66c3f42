function choose(node, { quietly = false } = {}) {
  state.finding = null;
  if (node && !node.box) { state.focus = null; state.cyclesOnly = false; state.selected = node; rebuild({ fit: true }); }
  state.selected = node;
  if (node && !quietly) bringIntoSight(node);
  showPanel();
  redraw();
}
function chooseFinding(finding) {
  state.selected = null;
  state.finding = finding;
  if (finding) {
    const parts = [...new Set([...finding.nodes, ...finding.edges.flatMap(edge => [edge.from, edge.to])])];
    if (parts.some(node => !node.box)) { state.focus = null; state.cyclesOnly = false; rebuild({ fit: true }); }
    if (parts.length) zoomToFit(parts);
  }
  showPanel();
  redraw();
}
function focusOn(node) {
  const before = state.focus;
  state.focus = node;
  if (node) state.selected = node; else if (before && !state.selected) state.selected = before;
  hasMoved = false;
  rebuild({ fit: true });
  if (!node && state.selected) { bringIntoSight(state.selected); redraw(); }
}
function setDepth(depth) {
  state.depth = Math.min(9, Math.max(1, depth));
  if (state.focus) rebuild({ fit: true });
}
function setCyclesOnly(value) {
  state.cyclesOnly = value;
  byId('cycles').setAttribute('aria-pressed', value);
  rebuild({ fit: true });
}
function setStage(index) {
  state.stage = (index + data.stages.length) % data.stages.length;
  rebuild({ fit: !state.selected });
  showStages();
}

function showStages() {
  const holder = byId('stages');
  holder.hidden = data.stages.length < 2;
  if (!holder.childElementCount && data.stages.length > 6) {
    holder.append(make('select', { 'aria-label': 'Stage', onchange: event => setStage(Number(event.target.value)) },
      data.stages.map((stage, index) => make('option', { value: index }, stage.name))));
    holder.className = '';
  } else if (!holder.childElementCount) {
    holder.append(...data.stages.map((stage, index) => make('label', {},
      make('input', { type: 'radio', name: 'stage', value: index, onchange: () => setStage(index) }), stage.name)));
  }
  const select = holder.querySelector('select');
  if (select) select.value = state.stage;
  else for (const input of holder.querySelectorAll('input')) input.checked = Number(input.value) === state.stage;
  const button = byId('findings'), worst = model.findings[0]?.severity;
  button.hidden = !model.findings.length;
  button.replaceChildren('Findings ', make('span', { class: 'badge ' + worst }, String(model.findings.length)));
  byId('cycles').hidden = !cyclicNodes(model).size;
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
  const stroke = (color, dash, width = 1.6) => pen => {
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.setLineDash(dash);
    pen.beginPath();
    pen.moveTo(1, 8);
    pen.lineTo(31, 8);
    pen.stroke();
  };
  const scopes = [...new Set(model.nodes.map(node => node.scope).filter(Boolean))].sort((a, b) => scopeIndex(a) - scopeIndex(b));
  const kinds = [...new Set(model.nodes.map(node => node.kind))].filter(kind => ['alias', 'select', 'collection', 'missing'].includes(kind));
  const rows = [
    ...scopes.map(scope => row(scope, pen => drawGlyph(pen, { scope }, 7, 8, 5.5))),
    ...kinds.map(kind => row(kind, pen => drawGlyph(pen, { kind }, 7, 8, 5.5))),
    row('root', pen => { pen.fillStyle = palette.text; pen.fillRect(5, 2, 4.5, 12); }),
  ];
  if (model.edges.some(edge => edge.isDeferred)) rows.push(row('lazy or provider', stroke(palette.edge, [5, 4]), 32));
  if (model.findings.length) rows.push(row('a finding', pen => { stroke(palette.error, [], 2)(pen); paintMark(pen, { x: 16, y: 8, severity: 3, sign: '!' }, { k: 1 }); }, 32));
  byId('legend').querySelector('ul').replaceChildren(...rows);
}

const search = byId('query'), results = byId('results');
let found = [], current = 0;
// All words must occur, in the key, the factory or the scope; a key that begins so comes first.
function runSearch() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  found = [];
  if (words.length) {
    for (const node of model.nodes) {
      const key = node.key.toLowerCase(), text = [key, node.factory, node.scope, node.kind].join(' ').toLowerCase();
      if (!words.every(word => text.includes(word))) continue;
      found.push({ node, rank: key === words[0] ? 0 : key.startsWith(words[0]) ? 1 : key.includes(words[0]) ? 2 : 3 });
    }
    found.sort((a, b) => a.rank - b.rank || a.node.key.length - b.node.key.length || (a.node.key < b.node.key ? -1 : 1));
  }
  found = found.slice(0, 60).map(hit => hit.node);
  current = 0;
  showResults(words);
}
function showResults(words = search.value.toLowerCase().split(/\s+/).filter(Boolean)) {
  const isOpen = words.length > 0 && document.activeElement === search;
  results.hidden = !isOpen;
  search.setAttribute('aria-expanded', isOpen);
  search.toggleAttribute('aria-activedescendant', false);
  if (!isOpen) return;
  results.replaceChildren(...(found.length ? found.map((node, index) => make('li', {
    role: 'option', id: 'result-' + index, 'aria-selected': String(index === current),
    onmousedown: event => { event.preventDefault(); takeResult(index); },
  }, make('span', {}, marked(node.key, words[0])), make('span', { class: 'aside' }, secondLine(node)))) : [make('li', { class: 'aside' }, 'Nothing is called that.')]));
  if (!found.length) return;
  search.setAttribute('aria-activedescendant', 'result-' + current);
  results.children[current]?.scrollIntoView({ block: 'nearest' });
}
function marked(text, word) {
  const at = text.toLowerCase().indexOf(word);
  return at < 0 ? text : [text.slice(0, at), make('mark', {}, text.slice(at, at + word.length)), text.slice(at + word.length)];
}
function takeResult(index) {
  const node = found[index];
  if (!node) return;
  search.value = '';
  runSearch();
  choose(node);
  drawing.focus();
}
search.addEventListener('input', runSearch);
search.addEventListener('focus', runSearch);
search.addEventListener('blur', () => showResults());
search.addEventListener('keydown', event => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (found.length) current = (current + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length;
    showResults();
  } else if (event.key === 'Enter') takeResult(current);
  else if (event.key === 'Escape') { event.stopPropagation(); search.value = ''; runSearch(); drawing.focus(); }
});
