// The panel beside the drawing. Text only ever enters the page as text.
function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'class') element.className = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}
const panel = byId('details');
const announce = text => { byId('said').textContent = text; };

function showPanel() {
  const content = state.selected ? nodePanel(state.selected) : state.group ? groupPanel(state.group) : state.path ? pathPanel(state.path)
    : state.finding ? findingPanel(state.finding) : state.file !== null ? filePanel(state.file) : overview();
  panel.replaceChildren(...content.filter(Boolean));
  fitNames(panel);
  byId('panel').scrollTop = 0;
  const node = state.selected;
  if (node) announce(`${node.key}, ${secondLine(node)}. Needs ${node.out.length}, needed by ${node.in.length}. ${place(node.at)}`);
  else if (state.group) announce(`${titleOf(state.group)}, ${secondLine(state.group)}, ${state.group.isOpen ? 'open. Enter folds it.' : 'folded. Enter unfolds it.'}`);
}

// A name that loses its middle where it is too long, as names of one family differ at their ends. All of it is in a tip,
// and shown while its link has the focus.
const named = (text, kind = '') => make('span', { class: 'name ' + kind, title: text }, text);
function fitNames(within) {
  for (const name of within.querySelectorAll('.name:not(.whole)')) {
    if (name.scrollWidth <= name.clientWidth) continue;
    measuring.font = getComputedStyle(name).font;
    name.textContent = fitted(measuring, name.title, name.clientWidth - 1);
    name.setAttribute('aria-label', name.title);
  }
}
panel.addEventListener('focusin', event => {
  for (const name of event.target.querySelectorAll?.(':scope > .name') ?? []) {
    if (!event.target.matches(':focus-visible')) continue;
    name.classList.add('whole');
    name.textContent = name.title;
  }
});
panel.addEventListener('focusout', event => {
  for (const name of event.target.querySelectorAll?.(':scope > .name.whole') ?? []) name.classList.remove('whole');
  fitNames(event.target);
});
const link = (node, aside) => make('button', { class: 'link', onclick: () => choose(node) },
  named(node.key), aside ? named(aside, 'aside') : null);
const findingButton = finding => make('button', { class: 'finding ' + finding.severity, 'data-finding': finding.position, onclick: () => chooseFinding(finding) },
  make('b', {}, finding.code), ' ', finding.message, make('span', { class: 'aside code where' }, finding.at ? place(finding.at) : ''));
function section(title, items, kind = '') {
  return items.length ? [make('h3', { class: kind }, title), make('ul', {}, items.map(item => make('li', {}, item)))] : [];
}
// A list that is made when it is opened.
function later(title, items) {
  const list = make('ul', {});
  return make('details', { class: 'later', ontoggle: event => { if (!event.target.open || list.childElementCount) return; list.append(...items().map(item => make('li', {}, item))); fitNames(list); } },
    make('summary', {}, title), list);
}
// A place as a link, where the page knows how its files are opened.
function placeLink(at, id = null) {
  if (editor) {
    const open = () => editor.postMessage({ open: { path: data.files[at[0]], line: at[1], column: at[2] } });
    return make('button', { class: 'code place', id, onclick: open }, place(at));
  }
  const { template, root, paths } = data.links ?? {};
  if (!template) return make('span', { class: 'code', id }, place(at));
  const part = text => text.split('/').map(encodeURIComponent).join('/');
  const href = template.replace(/\{(path|root|line|column)\}/g, (_, name) => ({ path: part(paths[at[0]]), root: part(root.replace(/^\//, "")), line: at[1], column: at[2] })[name]);
  return make('a', { class: 'code', id, href, target: '_blank', rel: 'noreferrer' }, place(at));
}
const actions = (...buttons) => make('div', { class: 'actions' }, buttons);
const button = (text, action, title) => make('button', { class: 'plain', onclick: action, title }, text);

function overview() {
  const services = model.nodes.filter(node => isService(node) && node.change !== 'removed');
  const roots = model.nodes.filter(node => node.root);
  return [
    make('h2', {}, model.name ?? data.title),
    make('p', { class: 'aside' }, `${plural(services.length, 'service')}, ${plural(model.edges.length, 'edge')}`),
    ...model.isComparison ? differences() : [],
    ...section(plural(model.findings.length, 'finding'), model.findings.map(findingButton)),
    model.findings.length === 0 && !data.before ? make('p', { class: 'aside' }, 'No findings in this stage.') : null,
    ...section('Entries', model.nodes.filter(isEntry).map(node => link(node, secondLine(node)))),
    ...section('Roots', roots.map(node => link(node, factoryAside(node)))),
    later(`All ${plural(services.length, 'service')}`, () => [...services].sort((a, b) => a.key < b.key ? -1 : 1).map(node => link(node, factoryAside(node)))),
    make('p', { class: 'aside hint' }, 'Choose a service to see where it is defined, what it needs, and who needs it. Press ? for keyboard shortcuts.'),
  ];
}

function differences() {
  const changed = model.nodes.filter(node => node.change);
  const rows = kind => changed.filter(node => node.change === kind).map(node => make('div', { class: 'difference ' + kind },
    link(node, node.change === 'changed' ? null : factoryAside(node)), ...(node.differences ?? []).map(text => make('div', { class: 'aside' }, text))));
  const parameters = (data.changes ?? []).filter(change => state.compared === 'before' && change.stage === model.name && change.kind === 'parameter');
  return [
    make('p', { class: 'aside' }, `Compared with ${comparedName()}: ` + (changed.length ? ['added', 'removed', 'changed'].map(kind => `${changed.filter(node => node.change === kind).length} ${kind}`).join(', ') : 'no services differ') + '.'),
    ...section('Added', rows('added')), ...section('Removed', rows('removed')), ...section('Changed', rows('changed')),
    ...section('Parameters', parameters.map(change => make('div', {}, change.text))),
  ];
}

function nodePanel(node) {
  const path = pathFromRoot(model, node), rows = [];
  const row = (name, value) => { if (value && value.length !== 0) rows.push(make('dt', {}, name), make('dd', {}, value)); };
  if (node.kind === 'factory') row('Factory', make('span', { class: 'code' }, node.factory));
  else row('Kind', node.kind === 'source' ? 'source file that requests services' : node.kind === 'select' ? `select by ${node.parameter}` : node.kind === 'missing' ? 'missing: no service has this key' : node.kind);
  row('Scope', node.scope);
  row('Decorated by', node.decorators?.map((name, index) => [index ? ', ' : '', make('span', { class: 'code' }, name)]).flat());
  if (node.eager) row('Made', 'at startup');
  row('Asked for at', node.askedForAt?.map(at => make('div', {}, placeLink(at))));
  row('Phase', node.phase);
  row('Initializers', node.initializers?.map(title => make('div', {}, title)));
  row(node.kind === 'missing' ? 'Referenced at' : 'Defined at', placeLink(node.at, 'origin'));
  row('Replaces', node.replaced?.map(at => make('div', {}, placeLink(at))));
  row('Deprecated', node.deprecation);
  // A label that is its key's own name says nothing new.
  const about = (edge, other) => [edge.kind === 'instance' ? null : edge.kind, edge.label?.toLowerCase() === other.key.toLowerCase() ? null : edge.label, edge.change].filter(Boolean).join(' · ');
  const findings = model.findings.filter(finding => nodesOfFinding(finding).includes(node));
  const group = state.grouping !== 'none' && groupsOf(model, state.grouping).has(groupings[state.grouping].of(node)) ? groupings[state.grouping].of(node) : null;
  const start = path?.[0]?.from;
  return [
    make('h2', {}, node.key),
    node.description ? make('p', {}, node.description) : null,
    node.change ? make('div', { class: 'difference ' + node.change }, make('b', {}, node.change), ...(node.differences ?? []).map(text => make('div', {}, text))) : null,
    make('dl', {}, rows.flat()),
    actions(
      button(state.focus === node ? 'Show everything' : 'Focus', () => focusOn(state.focus === node ? null : node), 'f'),
      button('Path to…', () => startPath(node), 't'),
      group !== null && state.open.has(group) ? button('Fold ' + group, () => setOpen(group, false)) : null,
      button('Copy location', event => copy(place(node.at), event.target)),
      button('Copy link', event => copy(window.location.href, event.target))),
    ...section('Findings', findings.map(findingButton)),
    ...section('Settings', (node.settings ?? []).map(([name, value]) => make('div', { class: 'code' }, name + ': ',
      value === null ? make('span', { class: 'aside', title: 'Secret values are never included in this page' }, '•••••• secret') : value))),
    ...section(`Needs ${node.out.length}`, node.out.map(edge => link(edge.to, about(edge, edge.to))), 'arm outgoing'),
    ...section(`Needed by ${node.in.length}`, node.in.map(edge => link(edge.from, about(edge, node))), 'arm incoming'),
    ...path === null ? section('Path from a root', [make('p', { class: 'aside' }, 'Not reachable from any root, call, initializer or eager service.')])
      : path.length ? [make('h3', {}, start.root ? 'Path from a root' : start.kind === 'initializer' ? 'Path from an initializer' : start.kind === 'source' ? 'Path from a call' : 'Path from an eager service'), make('ol', { class: 'path' },
        [start, ...path.map(edge => edge.to)].map(step => make('li', {}, link(step))))] : [],
  ];
}

function groupPanel(group) {
  const members = [...group.members].sort((a, b) => a.key < b.key ? -1 : 1);
  const others = (edges, end) => edges.map(edge => [edge[end], edge.parts.length]).sort((a, b) => b[1] - a[1])
    .map(([item, count]) => make('button', { class: 'link', onclick: () => item.isGroup ? chooseGroup(item) : item.isKnot ? bringIntoSight([item]) : choose(item) }, named(titleOf(item)), make('span', { class: 'aside' }, plural(count, 'edge'))));
  return [
    make('h2', { title: group.key }, titleOf(group)),
    titleOf(group) === group.key ? null : make('p', { class: 'code aside' }, group.key),
    make('p', { class: 'aside' }, `${plural(group.members.length, 'service')} in one ${groupings[state.grouping].title}${group.inner ? `, ${plural(group.inner, 'edge')} between them` : ''}`),
    actions(group.isOpen ? button('Fold', () => setOpen(group.key, false), 'Enter') : button('Unfold', () => setOpen(group.key, true), 'Enter')),
    ...section('Findings', model.findings.filter(finding => nodesOfFinding(finding).some(node => group.members.includes(node))).map(findingButton)),
    ...section(`Needs ${group.out.length}`, others(group.out, 'to'), 'arm outgoing'),
    ...section(`Needed by ${group.in.length}`, others(group.in, 'from'), 'arm incoming'),
    ...section('Services', members.map(node => link(node, factoryAside(node)))),
  ];
}

function filePanel(file) {
  const nodes = model.nodes.filter(node => node.at[0] === file);
  return [
    make('h2', {}, data.files[file]),
    make('p', { class: 'aside' }, `${plural(nodes.length, 'service')} defined here`),
    actions(button(state.fileFilter === file ? 'Show all files' : 'Show only this file', () => setFile(state.fileFilter === file ? null : file))),
    ...section('Findings', model.findings.filter(finding => finding.at?.[0] === file).map(findingButton)),
    ...section('Services', nodes.map(node => link(node, factoryAside(node)))),
  ];
}

function pathPanel(path) {
  return [
    make('h2', {}, 'Path'),
    make('p', {}, make('b', {}, path.start.key), ` ${path.relation} `, make('b', {}, path.end.key)),
    path.edges.length ? make('ol', { class: 'path' }, path.nodes.map((node, index) => make('li', {}, link(node, index ? path.edges[index - 1].label : null)))) : null,
    actions(button('Reverse', () => setPath(path.end, path.start)), button('Close', () => setPath(null))),
  ];
}

function findingPanel(finding) {
  const edges = heroOf(finding)?.edges ?? finding.edges;
  return [
    make('h2', {}, make('span', { class: 'tone ' + finding.severity }, finding.code), ' ', finding.slug),
    make('p', {}, finding.message),
    finding.at ? make('p', {}, placeLink(finding.at)) : null,
    ...finding.notes.map(note => make('p', { class: 'aside' }, 'note: ' + note)),
    ...finding.help.map(help => make('p', { class: 'remedy' }, make('b', {}, 'help: '), help)),
    ...section('Edges', edges.map((edge, index) => make('div', { class: 'edge' },
      make('button', { class: 'link', onclick: () => choose(edge.from) }, named(`${edges.length > 1 ? index + 1 + '  ' : ''}${edge.from.key} → ${edge.to.key}`)), placeLink(edge.at)))),
    make('p', { class: 'aside' }, 'Explain this rule: ', make('span', { class: 'code' }, `configdi-check explain ${finding.code}`)),
    ...section('Services', nodesOfFinding(finding).map(node => link(node, factoryAside(node)))),
    actions(button('Previous', () => nextFinding(-1), 'p'), button('Next', () => nextFinding(1), 'n'), button('All findings', () => chooseFinding(null))),
  ];
}

// The findings whose services are in the window stand out in the list.
function markFindingsInView() {
  const seen = new Set(painted.cards.filter(card => card.right > 0 && card.bottom > 0 && card.left < stageArea.clientWidth && card.top < stageArea.clientHeight).map(card => card.key));
  for (const element of panel.querySelectorAll('[data-finding]')) {
    const finding = model.findings.find(finding => String(finding.position) === element.dataset.finding);
    const isInView = finding && nodesOfFinding(finding).some(node => seen.has(scene.itemOf.get(node)?.key));
    element.classList.toggle('inview', Boolean(isInView));
  }
}

function copy(text, element) {
  const done = () => { const before = element.textContent; element.textContent = 'Copied'; setTimeout(() => { element.textContent = before; }, 1200); };
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
