function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'class') element.className = value;
    else if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}
const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;
const panel = byId('panel');

function showPanel() {
  panel.replaceChildren(...(state.selected ? nodePanel(state.selected) : state.finding ? findingPanel(state.finding) : overview()));
  panel.scrollTop = 0;
  const node = state.selected;
  byId('said').textContent = node
    ? `${node.key}, ${secondLine(node)}. Needs ${node.out.length}, needed by ${node.in.length}. ${place(node.at)}`
    : '';
}

const link = (node, aside) => make('button', { class: 'link', onclick: () => choose(node) },
  make('span', {}, node.key), aside ? make('span', { class: 'aside' }, aside) : null);
const findingButton = finding => make('button', { class: 'finding ' + finding.severity, onclick: () => chooseFinding(finding) },
  make('b', {}, finding.code), ' ', finding.message, make('div', { class: 'aside code' }, finding.at ? place(finding.at) : ''));

function overview() {
  const services = model.nodes.filter(node => node.kind !== 'collection' && node.kind !== 'missing');
  const roots = model.nodes.filter(node => node.root);
  return [
    make('h2', {}, model.name ?? data.title),
    make('p', { class: 'aside' }, `${plural(services.length, 'service')}, ${plural(model.edges.length, 'edge')}`),
    ...section(plural(model.findings.length, 'finding'), model.findings.map(findingButton)),
    model.findings.length === 0 ? make('p', { class: 'aside' }, 'No findings in this stage.') : null,
    ...section('Roots', roots.map(node => link(node, node.factory))),
    make('p', { class: 'aside hint' }, 'Choose a service to see where it is defined, what it needs, and who needs it. Press ? for the keys.'),
  ].filter(Boolean);
}
function section(title, items, kind = '') {
  if (!items.length) return [];
  return [make('h3', { class: kind }, title), make('ul', {}, items.map(item => make('li', {}, item)))];
}

function nodePanel(node) {
  const path = pathFromRoot(model, node);
  const rows = [];
  const row = (name, value) => { if (value) rows.push(make('dt', {}, name), make('dd', {}, value)); };
  if (node.kind === 'factory') row('Factory', make('span', { class: 'code' }, node.factory));
  else row('Kind', node.kind === 'select' ? `select by ${node.parameter}` : node.kind === 'missing' ? 'nothing serves this key here' : node.kind);
  row('Scope', node.scope);
  row('Decorated by', node.decorators?.map((name, index) => [index ? ', ' : '', make('span', { class: 'code' }, name)]).flat());
  if (node.eager) row('Made', 'at start');
  row('Initializers', node.initializers?.map(title => make('div', {}, title)));
  row(node.kind === 'missing' ? 'Named at' : 'Defined at', make('span', { class: 'code', id: 'origin' }, place(node.at)));
  row('Replaces', node.replaced?.map(at => make('div', { class: 'code' }, place(at))));
  row('Deprecated', node.deprecation);
  const aside = edge => [edge.kind === 'instance' ? null : edge.kind, edge.label].filter(Boolean).join(' · ');
  const findings = model.findings.filter(finding => finding.nodes.includes(node) || finding.edges.some(edge => edge.from === node || edge.to === node));
  return [
    make('h2', {}, node.key),
    node.description ? make('p', {}, node.description) : null,
    make('dl', {}, rows.flat()),
    make('div', { class: 'actions' },
      make('button', { onclick: () => focusOn(state.focus === node ? null : node) }, state.focus === node ? 'Show everything' : 'Focus'),
      make('button', { onclick: event => copy(place(node.at), event.target) }, 'Copy place'),
      make('button', { onclick: event => copy(window.location.href, event.target) }, 'Copy link')),
    ...section('Findings', findings.map(findingButton)),
    ...section('Settings', (node.settings ?? []).map(([name, value]) => make('div', { class: 'code' }, name + ': ',
      value === null ? make('span', { class: 'aside', title: 'secret values are never written here' }, '•••••• secret') : value))),
    ...section(`Needs ${node.out.length}`, node.out.map(edge => link(edge.to, aside(edge))), 'arm outgoing'),
    ...section(`Needed by ${node.in.length}`, node.in.map(edge => link(edge.from, aside(edge))), 'arm incoming'),
    ...(path === null ? section('Path from a root', [make('p', { class: 'aside' }, 'No root, initializer or eager service leads here.')])
      : path.length ? [make('h3', {}, path[0].from.root ? 'Path from a root' : path[0].from.initializers ? 'Path from an initializer' : 'Path from an eager service'), make('ol', { class: 'path' },
        [path[0].from, ...path.map(edge => edge.to)].map(step => make('li', {}, link(step))))] : []),
  ].filter(Boolean);
}

function findingPanel(finding) {
  const involved = [...new Set([...finding.edges.flatMap(edge => [edge.from, edge.to]), ...finding.nodes])];
  return [
    make('h2', {}, make('span', { class: finding.severity, style: 'color: var(--tone)' }, finding.code), ' ', finding.slug),
    make('p', {}, finding.message),
    finding.at ? make('p', { class: 'code aside' }, place(finding.at)) : null,
    ...finding.notes.map(note => make('p', { class: 'aside' }, 'note: ' + note)),
    ...finding.help.map(help => make('p', {}, 'help: ' + help)),
    ...section('Edges', finding.edges.map(edge => make('button', { class: 'link', onclick: () => choose(edge.from) },
      make('span', {}, `${edge.from.key} → ${edge.to.key}`), make('span', { class: 'aside code' }, place(edge.at))))),
    ...section('Services', involved.map(node => link(node, node.factory))),
    make('div', { class: 'actions' }, make('button', { onclick: () => chooseFinding(null) }, 'All findings')),
  ].filter(Boolean);
}

function copy(text, button) {
  const done = () => { const before = button.textContent; button.textContent = 'Copied'; setTimeout(() => { button.textContent = before; }, 1200); };
  const byHand = () => {
    const area = make('textarea', { class: 'quiet' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    done();
  };
  if (navigator.clipboard?.writeText) navigator.clipboard.writeText(text).then(done, byHand); else byHand();
}

function showFocus() {
  const bar = byId('focus');
  bar.hidden = !state.focus && !state.cyclesOnly;
  if (bar.hidden) return;
  const step = (text, by, title) => make('button', { title, 'aria-label': title, onclick: () => setDepth(state.depth + by) }, text);
  bar.replaceChildren(...(state.focus ? [
    make('span', {}, 'Around '), make('b', {}, state.focus.key),
    step('−', -1, 'One step less ([)'), make('span', {}, plural(state.depth, 'step')), step('+', 1, 'One step more (])'),
    make('button', { title: 'Show everything (Esc)', 'aria-label': 'Show everything', onclick: () => focusOn(null) }, '✕'),
  ] : [make('span', {}, 'Cycles only'), make('button', { 'aria-label': 'Show everything', onclick: () => setCyclesOnly(false) }, '✕')]));
}
function showEmpty() {
  byId('empty').hidden = scene.nodes.length > 0;
  byId('empty').textContent = state.cyclesOnly ? 'No service of this stage is part of a cycle.' : 'This stage has no services.';
}
