// Many services as few cards or boxes: by the file that defines them, by module, or by how their keys begin.
const foldsFrom = 60;
// With more groups than that, the first view is a map of groups alone.
const mapsFrom = 20;

const groupings = {
  file: { title: 'file', of: node => isEntry(node) ? 'entries' : fileOf(node) },
  module: { title: 'module', of: node => isEntry(node) ? 'entries' : node.module ?? folderOf(fileOf(node)) },
  prefix: { title: 'key prefix', of: node => isEntry(node) ? 'entries' : prefixOf(node.key) },
};
const folderOf = path => path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
// As far as the first sign that parts words, else the first word of `likeThis`.
function prefixOf(key) {
  const word = /^[^./:\s_-]+(?=[./:\s_-])/.exec(key)?.[0] ?? /^(?:\p{Lu}+(?=\p{Lu}\p{Ll})|\p{L}\p{Ll}+)/u.exec(key)?.[0] ?? key;
  return word.replace(/\d+$/, '') || word;
}

// The way to group that cuts the fewest edges, among those whose picture is neither one card nor a wall of them.
function bestGrouping(model) {
  if (model.nodes.length <= foldsFrom) return 'none';
  if (model.bestGrouping) return model.bestGrouping;
  let least = Infinity;
  for (const [name, { of }] of Object.entries(groupings)) {
    const sizes = new Map();
    for (const node of model.nodes) sizes.set(of(node), (sizes.get(of(node)) ?? 0) + 1);
    const shown = sizes.size, largest = Math.max(...sizes.values()) / model.nodes.length;
    const cut = model.edges.filter(edge => of(edge.from) !== of(edge.to)).length / Math.max(1, model.edges.length);
    const badness = cut + (shown < 5 ? 5 - shown : shown > 70 ? (shown - 70) / 15 : 0) + (largest > 0.5 ? largest * 4 : 0);
    if (badness < least) { least = badness; model.bestGrouping = name; }
  }
  return model.bestGrouping;
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

// Paths without what tells them apart from no other: `features/orders.yaml` is `orders` unless there are two.
function titlesOf(model, grouping) {
  model.titles ??= {};
  if (model.titles[grouping]) return model.titles[grouping];
  const names = [...groupsOf(model, grouping).keys()], titles = new Map();
  if (grouping === 'prefix') for (const name of names) titles.set(name, name + '…');
  else {
    const parts = new Map(names.map(name => [name, name.replace(/\.ya?ml$/, '').split('/')]));
    const last = (name, count) => parts.get(name).slice(-count).join('/');
    for (const name of names) {
      let count = 1;
      while (count < parts.get(name).length && names.some(other => other !== name && last(other, count) === last(name, count))) count++;
      titles.set(name, last(name, count));
    }
  }
  return model.titles[grouping] = titles;
}

// What is drawn: a card for each group that is folded, a box around the services of each that is open, and services
// that stand alone. `kept`: the nodes that filters leave; `open`: names of groups; `pinned`: keys of services that
// stand alone while their group is folded.
function fold(model, kept, grouping, open, pinned) {
  const items = [], boxes = [], itemOf = new Map(), parentOf = new Map(), known = new Map();
  const groups = grouping === 'none' ? null : groupsOf(model, grouping);
  for (const node of model.nodes) {
    if (kept && !kept.has(node)) continue;
    const name = groups && groupings[grouping].of(node);
    if (!groups?.has(name) || pinned.has(node.key) && !open.has(name)) {
      items.push(node);
      itemOf.set(node, node);
      continue;
    }
    let group = known.get(name);
    if (!group) {
      group = {
        isGroup: true, isOpen: open.has(name), key: name, title: titlesOf(model, grouping).get(name), kind: 'group',
        members: [], out: [], in: [], severity: 0, order: node.order,
      };
      known.set(name, group);
      (group.isOpen ? boxes : items).push(group);
    }
    group.members.push(node);
    group.severity = Math.max(group.severity, node.severity);
    if (group.isOpen) {
      items.push(node);
      parentOf.set(node, group);
    } else group.root ||= node.root;
    itemOf.set(node, group.isOpen ? node : group);
  }
  // A group of one is that one.
  for (const group of known.values()) {
    if (group.members.length > 1) continue;
    const [node] = group.members;
    if (group.isOpen) boxes.splice(boxes.indexOf(group), 1); else items[items.indexOf(group)] = node;
    parentOf.delete(node);
    itemOf.set(node, node);
  }
  tieKnots(model, items, boxes, itemOf, parentOf);
  const units = [...boxes, ...items], indexOf = new Map(units.map((item, index) => [item, index]));
  const edges = [], joined = new Map();
  for (const edge of model.edges) {
    const start = itemOf.get(edge.from), end = itemOf.get(edge.to);
    if (!start || !end) continue;
    if (start === end && start.isGroup) { start.inner = (start.inner ?? 0) + 1; start.severity = Math.max(start.severity, edge.severity); continue; }
    const [from, to] = siblings(start, end, parentOf);
    const box = parentOf.get(from);
    if (box) box.inner = (box.inner ?? 0) + 1;
    if (from === edge.from && to === edge.to) { edges.push(edge); continue; }
    const name = indexOf.get(from) * units.length + indexOf.get(to);
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
  hideImplied(units, edges, indexOf);
  return { items, boxes, edges, itemOf, parentOf };
}

const upwards = (item, parentOf) => {
  const way = [item];
  while (parentOf.has(way.at(-1))) way.push(parentOf.get(way.at(-1)));
  return way;
};
// The ends of an edge, or the boxes around them, that stand in the same box.
function siblings(start, end, parentOf) {
  const from = upwards(start, parentOf), to = upwards(end, parentOf);
  while (from.length > 1 && to.length > 1 && from.at(-1) === to.at(-1)) { from.pop(); to.pop(); }
  return [from.at(-1), to.at(-1)];
}

// Groups that need each other share a box.
function tieKnots(model, items, boxes, itemOf, parentOf) {
  const units = [...boxes, ...items.filter(item => !parentOf.has(item))], indexOf = new Map(units.map((unit, index) => [unit, index]));
  const groupCount = units.filter(unit => unit.isGroup).length;
  if (groupCount < 4) return;
  const unitOf = node => { const item = itemOf.get(node); return indexOf.get(parentOf.get(item) ?? item); };
  const pairs = model.edges.filter(edge => !edge.isDeferred && itemOf.has(edge.from) && itemOf.has(edge.to)).map(edge => [unitOf(edge.from), unitOf(edge.to)]);
  for (const knot of components(units.length, pairs)) {
    const members = knot.map(index => units[index]).sort((a, b) => a.order - b.order), tied = members.filter(unit => unit.isGroup).length;
    if (tied < 2 || tied === groupCount) continue;
    const box = { isKnot: true, key: 'knot ' + members[0].key, title: `${tied} groups that need each other`, members, out: [], in: [], severity: 0, order: members[0].order };
    for (const member of members) parentOf.set(member, box);
    boxes.push(box);
  }
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
  if (grouping !== 'none' && groupsOf(model, grouping).size > mapsFrom) return pinned;
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
