// Reads the embedded data: one model a stage, or of two that are compared, with objects for nodes and edges.
const data = JSON.parse(document.getElementById('graph-data').textContent);
const place = at => data.files[at[0]] + ':' + at[1] + ':' + at[2];
const fileOf = node => data.files[node.at[0]];
const isPassage = node => node.kind === 'alias' || node.kind === 'select' || node.kind === 'collection';
// What enters the graph from outside: an initializer of a phase, or a source file that asks for services.
const isEntry = node => node.kind === 'initializer' || node.kind === 'source';
const isService = node => node.kind !== 'collection' && node.kind !== 'missing' && !isEntry(node);
const rankOf = { error: 3, warning: 2, note: 1 };
const plural = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;

const rawStage = stage => ({
  name: stage.name,
  nodes: stage.nodes.map(position => data.nodes[position]),
  edges: stage.edges.map(position => {
    const [from, to, kind, label, at, isAwaited] = data.edges[position];
    return { from: data.keys[from], to: data.keys[to], kind: data.edgeKinds[kind], label, at, position, isAwaited: Boolean(isAwaited) };
  }),
  findings: stage.findings,
});

// The stage that a comparison is made with: one of this page, or the same one of the revision before.
function otherStage(index, compared) {
  if (compared === null) return null;
  if (compared !== 'before') return data.stages[compared];
  const { name } = data.stages[index];
  return data.before.stages.find(stage => stage.name === name) ?? { name, nodes: [], edges: [], findings: [] };
}

const models = new Map();
function modelOf(index, compared = null) {
  const name = index + ' ' + compared;
  if (models.has(name)) return models.get(name);
  const now = rawStage(data.stages[index]), other = otherStage(index, compared);
  const compare = other ? comparison(rawStage(other), now) : null;
  const byKey = new Map();
  const nodes = [...now.nodes, ...compare?.removedNodes ?? []].map((source, order) => {
    const node = { ...source, order, out: [], in: [], severity: 0, ...compare?.states.get(source.key) };
    byKey.set(node.key, node);
    return node;
  });
  const edgeAt = new Map(), edges = [];
  for (const source of [...now.edges, ...compare?.removedEdges ?? []]) {
    const edge = { ...source, from: byKey.get(source.from), to: byKey.get(source.to), severity: 0, isCyclic: false };
    edge.change = compare?.edgeStates.get(edgeName(source)) ?? null;
    edge.isDeferred = edge.kind === 'lazy' || edge.kind === 'provider';
    // A maker is a provider whose label has the type of its argument: `page(UUID)`.
    edge.isMaker = edge.kind === 'provider' && /\(.*\)$/.test(edge.label ?? '');
    edge.from.out.push(edge);
    edge.to.in.push(edge);
    if (edge.change !== 'removed') edgeAt.set(source.position, edge);
    edges.push(edge);
  }
  addEntries(data.stages[index], nodes, edges, byKey);
  const findings = now.findings.map(position => {
    const source = data.findings[position];
    const finding = {
      ...source, position,
      nodes: source.nodes.map(key => byKey.get(data.keys[key])).filter(Boolean),
      edges: source.edges.map(edge => edgeAt.get(edge)).filter(Boolean),
    };
    for (const part of [...finding.nodes, ...finding.edges]) {
      part.severity = Math.max(part.severity, rankOf[finding.severity]);
    }
    if (finding.slug.endsWith('cycle')) for (const edge of finding.edges) edge.isCyclic = true;
    return finding;
  });
  findings.sort((a, b) => rankOf[b.severity] - rankOf[a.severity]);
  const model = { index, compared, name: data.stages[index].name, nodes, edges, findings, byKey, isComparison: Boolean(other) };
  models.set(name, model);
  return model;
}

// Initializers and call sites as nodes of their own, with edges to what they take.
function addEntries(stage, nodes, edges, byKey) {
  const add = entry => {
    let { key } = entry;
    while (byKey.has(key)) key += ' ';
    const node = { ...entry, key, order: nodes.length, out: [], in: [], severity: 0 };
    byKey.set(key, node);
    nodes.push(node);
    return node;
  };
  const link = (from, to, kind, label, at) => {
    const edge = { from, to, kind, label, at, severity: 0, isCyclic: false, isDeferred: false, change: null };
    from.out.push(edge);
    to.in.push(edge);
    edges.push(edge);
  };
  const files = new Map();
  for (const node of [...nodes]) {
    for (const at of node.askedForAt ?? []) {
      if (!files.has(at[0])) files.set(at[0], add({ key: data.files[at[0]].replace(/^.*\//, ''), kind: 'source', at, lines: [] }));
      files.get(at[0]).lines.push(at[1]);
      link(files.get(at[0]), node, 'call', `line ${at[1]}`, at);
    }
  }
  for (const [key, phase, at, needs] of stage.initializers ?? []) {
    const entry = add({ key, kind: 'initializer', phase, at });
    for (const position of needs) {
      const node = byKey.get(data.keys[position]);
      if (node) link(entry, node, 'instance', null, at);
    }
  }
}

const edgeName = edge => JSON.stringify([edge.from, edge.to, edge.kind, edge.label]);

// What of a service may differ, with the words for it.
const aspects = {
  kind: 'kind', factory: 'factory', parameter: 'parameter', scope: 'scope', eager: 'eager', decorators: 'decorators',
  initializers: 'initializers', settings: 'settings', root: 'root', deprecation: 'deprecation',
};
const said = value => value === undefined || value === null ? 'none'
  : value === true ? 'yes'
  : Array.isArray(value) ? value.map(item => Array.isArray(item) ? `${item[0]}: ${item[1] ?? 'secret'}` : item).join(', ')
  : String(value);

// What was added, removed and changed from one raw stage to another.
function comparison(before, now) {
  const states = new Map(), edgeStates = new Map();
  const past = new Map(before.nodes.map(node => [node.key, node])), present = new Set(now.nodes.map(node => node.key));
  const pastEdges = new Map(before.edges.map(edge => [edgeName(edge), edge]));
  const presentEdges = new Set(now.edges.map(edgeName));
  const noted = new Set((data.changes ?? []).filter(change => change.kind !== 'parameter').map(change => change.key));
  const told = (key, line) => {
    if (!states.has(key)) states.set(key, { change: 'changed', differences: [] });
    states.get(key).differences?.push(line);
  };
  for (const node of now.nodes) {
    const old = past.get(node.key);
    if (!old) { states.set(node.key, { change: 'added' }); continue; }
    // What is missing is there only because something still needs it.
    if ((old.kind === 'missing') !== (node.kind === 'missing')) {
      states.set(node.key, node.kind === 'missing' ? { change: 'removed', differences: ['removed but still needed'] } : { change: 'added' });
    } else if (old !== node) {
      for (const [field, word] of Object.entries(aspects)) {
        if (JSON.stringify(old[field]) !== JSON.stringify(node[field])) told(node.key, `${word}: ${said(old[field])} → ${said(node[field])}`);
      }
    }
  }
  const removedNodes = before.nodes.filter(node => !present.has(node.key));
  for (const node of removedNodes) states.set(node.key, { change: 'removed' });
  const words = edge => [edge.to, edge.label ? `(${edge.label})` : '', edge.kind === 'instance' ? '' : edge.kind].filter(Boolean).join(' ');
  for (const edge of now.edges) {
    if (pastEdges.has(edgeName(edge))) continue;
    edgeStates.set(edgeName(edge), 'added');
    if (past.has(edge.from)) told(edge.from, 'now needs ' + words(edge));
  }
  const removedEdges = [];
  for (const edge of pastEdges.values()) {
    if (presentEdges.has(edgeName(edge))) continue;
    edgeStates.set(edgeName(edge), 'removed');
    removedEdges.push(edge);
    if (present.has(edge.from)) told(edge.from, 'no longer needs ' + words(edge));
  }
  // What only the command can see, such as a secret that changed.
  for (const node of now.nodes) {
    if (noted.has(node.key) && !states.has(node.key) && data.before) {
      const change = data.changes.find(one => one.key === node.key && one.stage === now.name && one.kind !== 'parameter');
      if (change) told(node.key, change.text);
    }
  }
  return { states, edgeStates, removedNodes, removedEdges };
}

// What a node needs and what needs it, within `depth` steps each way; passages are free.
function neighbourhood(focus, depth) {
  const kept = new Set([focus]);
  for (const [side, end] of [['out', 'to'], ['in', 'from']]) {
    const seen = new Set([focus]);
    let level = [focus];
    for (let left = depth; level.length; left--) {
      const next = [];
      while (level.length) {
        const node = level.pop();
        kept.add(node);
        const isFree = isPassage(node) && node !== focus;
        if (!isFree && left <= 0) continue;
        for (const edge of node[side]) {
          const other = edge[end];
          if (seen.has(other)) continue;
          seen.add(other);
          (isFree ? level : next).push(other);
        }
      }
      level = next;
    }
  }
  return kept;
}

// The edges of a shortest path between two services: along the edges, else against them, else either way.
function pathBetween(start, end) {
  const ways = [
    ['needs', node => node.out.map(edge => [edge, edge.to])],
    ['is needed by', node => node.in.map(edge => [edge, edge.from])],
    ['is connected to', node => [...node.out.map(edge => [edge, edge.to]), ...node.in.map(edge => [edge, edge.from])]],
  ];
  for (const [relation, step] of ways) {
    const arrival = new Map([[start, null]]), queue = [start];
    for (let next = 0; next < queue.length && !arrival.has(end); next++) {
      for (const [edge, other] of step(queue[next])) {
        if (arrival.has(other)) continue;
        arrival.set(other, { edge, before: queue[next] });
        queue.push(other);
      }
    }
    if (!arrival.has(end)) continue;
    const edges = [], nodes = [end];
    for (let at = arrival.get(end); at; at = arrival.get(at.before)) { edges.unshift(at.edge); nodes.unshift(at.before); }
    return { start, end, relation, edges, nodes };
  }
  return { start, end, relation: 'is not connected to', edges: [], nodes: [start, end] };
}

// The edges of a shortest path from a root, else from what is made at start or needed by an initializer; nothing
// where none leads there.
function pathFromRoot(model, node) {
  if (!model.arrivals) {
    model.arrivals = new Map();
    for (const isStart of [node => node.root, isEntry, node => node.eager]) {
      const queue = model.nodes.filter(node => isStart(node) && !model.arrivals.has(node));
      for (const start of queue) model.arrivals.set(start, null);
      for (let next = 0; next < queue.length; next++) {
        for (const edge of queue[next].out) {
          if (model.arrivals.has(edge.to)) continue;
          model.arrivals.set(edge.to, edge);
          queue.push(edge.to);
        }
      }
    }
  }
  if (!model.arrivals.has(node)) return null;
  const path = [];
  for (let edge = model.arrivals.get(node); edge; edge = model.arrivals.get(edge.from)) path.unshift(edge);
  return path;
}

// The nodes on some cycle, deferred edges included.
function cyclicNodes(model) {
  if (model.cyclic) return model.cyclic;
  const cyclic = model.cyclic = new Set();
  for (const component of components(model.nodes.length, model.edges.map(edge => [edge.from.order, edge.to.order]))) {
    if (component.length > 1) for (const node of component) cyclic.add(model.nodes[node]);
  }
  for (const edge of model.edges) if (edge.from === edge.to) cyclic.add(edge.from);
  return cyclic;
}
