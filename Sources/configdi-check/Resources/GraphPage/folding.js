// Many services as few cards: by the file that defines them, by module, or by how their keys begin.
const foldsFrom = 60;

const groupings = {
  file: { title: 'file', of: node => fileOf(node) },
  module: { title: 'module', of: node => node.module ?? folderOf(fileOf(node)) },
  prefix: { title: 'key prefix', of: node => prefixOf(node.key) },
};
const folderOf = path => path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
// As far as the first sign that parts words, else the first word of `likeThis`.
function prefixOf(key) {
  const word = /^[^./:\s_-]+(?=[./:\s_-])/.exec(key)?.[0] ?? /^(?:\p{Lu}+(?=\p{Lu}\p{Ll})|\p{L}\p{Ll}+)/u.exec(key)?.[0] ?? key;
  return word.replace(/\d+$/, '') || word;
}

// The way to fold that gives a picture which is neither one card nor a wall of them.
function bestGrouping(model) {
  if (model.nodes.length <= foldsFrom) return 'none';
  let best = 'file', least = Infinity;
  for (const [name, { of }] of Object.entries(groupings)) {
    const sizes = new Map();
    for (const node of model.nodes) sizes.set(of(node), (sizes.get(of(node)) ?? 0) + 1);
    const shown = sizes.size, largest = Math.max(...sizes.values()) / model.nodes.length;
    const badness = (shown < 5 ? 5 - shown : shown > 45 ? (shown - 45) / 15 : 0) + (largest > 0.5 ? largest * 4 : 0);
    if (badness < least) { least = badness; best = name; }
  }
  return best;
}

// Each group of a model, by its name; a service that is alone in its group is no group.
function groupsOf(model, grouping) {
  model.groups ??= {};
  if (model.groups[grouping]) return model.groups[grouping];
  const groups = new Map(), { of } = groupings[grouping];
  for (const node of model.nodes) {
    const name = of(node);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(node);
  }
  for (const [name, members] of groups) if (members.length < 2) groups.delete(name);
  return model.groups[grouping] = groups;
}

// What is drawn: services that stand open, and a card for each group that is folded. `kept`: the nodes that filters
// leave; `open`: names of groups; `pinned`: keys of services shown by themselves, whatever their group does.
function fold(model, kept, grouping, open, pinned) {
  const items = [], itemOf = new Map(), cards = new Map();
  const groups = grouping === 'none' ? null : groupsOf(model, grouping);
  for (const node of model.nodes) {
    if (kept && !kept.has(node)) continue;
    const name = groups && groupings[grouping].of(node);
    if (!groups?.has(name) || open.has(name) || pinned.has(node.key)) {
      items.push(node);
      itemOf.set(node, node);
      continue;
    }
    let card = cards.get(name);
    if (!card) {
      card = { isGroup: true, key: name, kind: 'group', members: [], out: [], in: [], severity: 0, order: node.order };
      cards.set(name, card);
      items.push(card);
    }
    card.members.push(node);
    card.severity = Math.max(card.severity, node.severity);
    card.root ||= node.root;
    itemOf.set(node, card);
  }
  // A group of one is that one.
  for (const [index, item] of items.entries()) {
    if (!item.isGroup || item.members.length > 1) continue;
    items[index] = item.members[0];
    itemOf.set(item.members[0], item.members[0]);
  }
  const edges = [], joined = new Map(), indexOf = new Map(items.map((item, index) => [item, index]));
  for (const edge of model.edges) {
    const from = itemOf.get(edge.from), to = itemOf.get(edge.to);
    if (!from || !to) continue;
    if (from === edge.from && to === edge.to) { edges.push(edge); continue; }
    if (from === to) { from.inner = (from.inner ?? 0) + 1; from.severity = Math.max(from.severity, edge.severity); continue; }
    const name = indexOf.get(from) * items.length + indexOf.get(to);
    let bundle = joined.get(name);
    if (!bundle) {
      bundle = { from, to, parts: [], isBundle: true, isDeferred: true, severity: 0, isCyclic: false, kind: 'bundle', change: null };
      joined.set(name, bundle);
      edges.push(bundle);
      if (from.isGroup) from.out.push(bundle);
      if (to.isGroup) to.in.push(bundle);
    }
    bundle.parts.push(edge);
    bundle.isDeferred &&= edge.isDeferred;
    bundle.isCyclic ||= edge.isCyclic;
    bundle.severity = Math.max(bundle.severity, edge.severity);
    bundle.change ??= edge.change;
  }
  hideImplied(items, edges, indexOf);
  return { items, edges, itemOf };
}

// Between folded cards nearly everything leads to everything. A line is left out where others lead the same way: in a
// knot of cards the thinnest first, between knots where a third one stands between. It shows when one of its ends is
// chosen.
function hideImplied(items, edges, indexOf) {
  const bundles = edges.filter(edge => edge.isBundle && !edge.severity && !edge.change);
  if (bundles.length < 40 || edges.length > 3000) return;
  const pairs = edges.map(edge => [indexOf.get(edge.from), indexOf.get(edge.to)]), knotOf = new Int32Array(items.length);
  components(items.length, pairs).forEach((knot, index) => { for (const item of knot) knotOf[item] = index; });
  const inside = items.map(() => new Set()), outside = items.map(() => new Set());
  for (const [from, to] of pairs) {
    if (knotOf[from] !== knotOf[to]) outside[knotOf[from]].add(knotOf[to]);
    else if (from !== to) inside[from].add(to);
  }
  for (const edge of bundles.sort((a, b) => a.parts.length - b.parts.length)) {
    const from = indexOf.get(edge.from), to = indexOf.get(edge.to);
    if (knotOf[from] === knotOf[to]) {
      edge.isHidden = leadsRound(inside, from, to);
      if (edge.isHidden) inside[from].delete(to);
    } else edge.isHidden = leadsRound(outside, knotOf[from], knotOf[to]);
  }
}
// Whether there is a way other than the direct one.
function leadsRound(out, from, to) {
  const seen = new Set([from]), open = [...out[from]].filter(next => next !== to);
  for (const next of open) seen.add(next);
  while (open.length) {
    for (const next of out[open.pop()]) {
      if (next === to) return true;
      if (!seen.has(next)) { seen.add(next); open.push(next); }
    }
  }
  return false;
}

// What is shown by itself from the start: roots, and what findings speak of; where there would be few cards, also what
// these need.
function firstPinned(model, grouping) {
  const pinned = new Set();
  for (const node of model.nodes) if (node.root && pinned.size < 6) pinned.add(node.key);
  let left = 16;
  for (const finding of model.findings) {
    for (const node of nodesOfFinding(finding)) if (left-- > 0) pinned.add(node.key);
  }
  if (grouping === 'none' || groupsOf(model, grouping).size + pinned.size > 12) return pinned;
  const queue = pinned.size ? [...pinned].map(key => model.byKey.get(key)) : model.nodes.slice(0, 1);
  for (let next = 0; next < queue.length && pinned.size < 36; next++) {
    pinned.add(queue[next].key);
    for (const edge of queue[next].out) if (!pinned.has(edge.to.key)) queue.push(edge.to);
  }
  return pinned;
}
const nodesOfFinding = finding => [...new Set([...finding.nodes, ...finding.edges.flatMap(edge => [edge.from, edge.to])])];
