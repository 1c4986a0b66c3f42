const data = JSON.parse(document.getElementById('graph-data').textContent);
const place = at => data.files[at[0]] + ':' + at[1] + ':' + at[2];
const isPassage = node => node.kind === 'alias' || node.kind === 'select' || node.kind === 'collection';
const rankOf = { error: 3, warning: 2, note: 1 };

const models = [];
function modelOf(index) {
  if (models[index]) return models[index];
  const stage = data.stages[index];
  const byKey = new Map();
  const nodes = stage.nodes.map((position, order) => {
    const node = { ...data.nodes[position], order, out: [], in: [], severity: 0 };
    byKey.set(node.key, node);
    return node;
  });
  const edgeOf = new Map();
  const edges = [];
  for (const position of stage.edges) {
    const [from, to, kind, label, at] = data.edges[position];
    const edge = {
      from: byKey.get(data.keys[from]), to: byKey.get(data.keys[to]), kind: data.edgeKinds[kind], label, at,
      severity: 0, isCyclic: false,
    };
    edge.isDeferred = edge.kind === 'lazy' || edge.kind === 'provider';
    edge.from.out.push(edge);
    edge.to.in.push(edge);
    edgeOf.set(position, edge);
    edges.push(edge);
  }
  const findings = stage.findings.map(position => {
    const source = data.findings[position];
    const finding = {
      ...source,
      nodes: source.nodes.map(key => byKey.get(data.keys[key])).filter(Boolean),
      edges: source.edges.map(edge => edgeOf.get(edge)).filter(Boolean),
    };
    for (const part of [...finding.nodes, ...finding.edges]) {
      part.severity = Math.max(part.severity, rankOf[finding.severity]);
    }
    if (finding.slug.endsWith('cycle')) for (const edge of finding.edges) edge.isCyclic = true;
    return finding;
  });
  findings.sort((a, b) => rankOf[b.severity] - rankOf[a.severity]);
  return models[index] = { index, name: stage.name, nodes, edges, findings, byKey };
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
        const free = isPassage(node) && node !== focus;
        if (!free && left <= 0) continue;
        for (const edge of node[side]) {
          const other = edge[end];
          if (seen.has(other)) continue;
          seen.add(other);
          (free ? level : next).push(other);
        }
      }
      level = next;
    }
  }
  return kept;
}

// The edges of a shortest path from a root, else from what is made at start or needed by an initializer; nothing
// where none leads there.
function pathFromRoot(model, node) {
  if (!model.arrivals) {
    model.arrivals = new Map();
    for (const isStart of [node => node.root, node => node.initializers, node => node.eager]) {
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

// The nodes on some cycle, deferred edges included: Tarjan's algorithm without recursion.
function cyclicNodes(model) {
  const cyclic = new Set();
  for (const component of components(model.nodes.length, model.edges.map(e => [e.from.order, e.to.order]))) {
    if (component.length > 1) for (const node of component) cyclic.add(model.nodes[node]);
  }
  for (const edge of model.edges) if (edge.from === edge.to) cyclic.add(edge.from);
  return cyclic;
}

function components(count, pairs) {
  const out = Array.from({ length: count }, () => []);
  for (const [a, b] of pairs) out[a].push(b);
  const number = new Int32Array(count).fill(-1), low = new Int32Array(count), open = new Uint8Array(count);
  const stack = [], result = [];
  let next = 0;
  for (let start = 0; start < count; start++) {
    if (number[start] >= 0) continue;
    const calls = [[start, 0]];
    while (calls.length) {
      const call = calls[calls.length - 1], node = call[0];
      if (call[1] === 0 && number[node] < 0) {
        number[node] = low[node] = next++;
        stack.push(node);
        open[node] = 1;
      }
      if (call[1] < out[node].length) {
        const target = out[node][call[1]++];
        if (number[target] < 0) calls.push([target, 0]);
        else if (open[target]) low[node] = Math.min(low[node], number[target]);
        continue;
      }
      calls.pop();
      if (calls.length) {
        const caller = calls[calls.length - 1][0];
        low[caller] = Math.min(low[caller], low[node]);
      }
      if (low[node] !== number[node]) continue;
      const component = [];
      let member;
      do {
        member = stack.pop();
        open[member] = 0;
        component.push(member);
      } while (member !== node);
      result.push(component);
    }
  }
  return result;
}
