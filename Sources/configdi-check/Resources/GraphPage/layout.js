// Lays a graph out from left to right. `boxes`: { w, h, isRoot }; `edges`: { a, b, isDeferred }, by position in
// `boxes`. Gives each box x and y (its middle), and each edge `course`: the stations from box to box.
function layOut(boxes, edges) {
  const groups = weakComponents(boxes.length, edges);
  const parts = groups.filter(group => group.length > 1).map(group => layOutConnected(group, boxes, edges));
  const single = groups.filter(group => group.length === 1).map(group => group[0]);
  if (single.length) parts.push(grid(single, boxes));
  return pack(parts, boxes);
}

function weakComponents(count, edges) {
  const parent = Int32Array.from({ length: count }, (_, index) => index);
  const find = node => {
    while (parent[node] !== node) node = parent[node] = parent[parent[node]];
    return node;
  };
  for (const edge of edges) parent[find(edge.a)] = find(edge.b);
  const groups = new Map();
  for (let node = 0; node < count; node++) {
    const top = find(node);
    if (!groups.has(top)) groups.set(top, []);
    groups.get(top).push(node);
  }
  return [...groups.values()].sort((x, y) => y.length - x.length || x[0] - y[0]);
}

function layOutConnected(group, boxes, allEdges) {
  const local = new Map(group.map((node, index) => [node, index]));
  const edges = allEdges.filter(edge => edge.a !== edge.b && local.has(edge.a));
  const arcOf = new Map();
  for (const edge of edges) {
    const a = local.get(edge.a), b = local.get(edge.b), name = a * group.length + b;
    if (!arcOf.has(name)) arcOf.set(name, { a, b, isDeferred: true, isTurned: false });
    edge.arc = arcOf.get(name);
    if (!edge.isDeferred) edge.arc.isDeferred = false;
  }
  const arcs = acyclicArcs(group.length, [...arcOf.values()], node => boxes[group[node]].isRoot);
  const gap = boxes.length > 120 ? 8 : 16;
  const layers = columns(group.length, arcs, node => boxes[group[node]].h + gap);
  const tallest = Math.max(...layers.map(layer => layer.length)) * (boxes[group[0]].h + gap);
  const isFlat = group.length < 120 && layers.length * 210 > tallest * 2;
  const items = stations(layers, arcs, node => boxes[group[node]]);
  orderStations(items.layers, group.length);
  placeVertically(items.layers, isFlat ? gap * 1.75 : gap);
  return placeHorizontally(items, group, edges, boxes);
}

// A station for each node, and for each column that an edge passes. Edges with one end in common share their
// stations: they join on the way to a busy target, or part after a busy source, like a river's arms.
function stations(layers, arcs, box) {
  const leaving = new Map(), entering = new Map();
  for (const arc of arcs) {
    leaving.set(head(arc), (leaving.get(head(arc)) ?? 0) + 1);
    entering.set(tail(arc), (entering.get(tail(arc)) ?? 0) + 1);
  }
  const rank = [], columnsOfStations = layers.map(() => []);
  const stationOf = [];
  const add = (layer, h, node) => {
    const station = { layer, h, node, before: [], after: [], y: 0, index: 0 };
    columnsOfStations[layer].push(station);
    return station;
  };
  layers.forEach((layer, index) => {
    for (const node of layer) { rank[node] = index; stationOf[node] = add(index, box(node).h, node); }
  });
  const link = (from, to, weight) => {
    const known = from.after.find(other => other.to === to);
    if (known) { known.weight += weight; return; }
    const arm = { from, to, weight };
    from.after.push(arm);
    to.before.push(arm);
  };
  const trunks = new Map();
  for (const arc of arcs) {
    const from = head(arc), to = tail(arc);
    const name = leaving.get(from) > entering.get(to) ? 'from ' + from : 'to ' + to;
    // What was turned round keeps to itself, lest its arrow seem to point both ways.
    const trunk = arc.isTurned ? new Map() : trunks.get(name) ?? trunks.set(name, new Map()).get(name);
    let last = stationOf[from];
    arc.course = [last];
    for (let layer = rank[from] + 1; layer < rank[to]; layer++) {
      const isNew = !trunk.has(layer);
      if (isNew) trunk.set(layer, add(layer, 0, -1));
      const next = trunk.get(layer);
      link(last, next, last.node < 0 ? 6 : 1);
      arc.course.push(next);
      last = next;
    }
    link(last, stationOf[to], last.node < 0 ? 3 : 1);
    arc.course.push(stationOf[to]);
  }
  return { layers: columnsOfStations, stationOf };
}

// Few crossings: a walk gives the first order, then each column follows the middle of its neighbours, to and fro.
function orderStations(layers, count) {
  const seen = new Set();
  const first = layers.map(() => []);
  for (const layer of layers) for (const start of layer) {
    const open = [start];
    while (open.length) {
      const station = open.pop();
      if (seen.has(station)) continue;
      seen.add(station);
      first[station.layer].push(station);
      for (let arm = station.after.length - 1; arm >= 0; arm--) open.push(station.after[arm].to);
    }
  }
  layers.forEach((layer, index) => layer.splice(0, layer.length, ...first[index]));
  const renumber = layer => layer.forEach((station, index) => { station.index = index; });
  layers.forEach(renumber);
  let best = layers.map(layer => [...layer]), least = crossings(layers), idle = 0;
  const sweeps = count > 1200 ? 10 : count > 300 ? 20 : 32;
  for (let sweep = 0; sweep < sweeps && least > 0 && idle < 6; sweep++) {
    const forward = sweep % 2 === 0;
    const order = forward ? layers.keys() : [...layers.keys()].reverse();
    for (const index of order) {
      const layer = layers[index];
      for (const station of layer) {
        const arms = forward ? station.before : station.after;
        let sum = 0;
        for (const arm of arms) sum += (forward ? arm.from : arm.to).index;
        station.wanted = arms.length ? sum / arms.length : station.index;
      }
      layer.sort((x, y) => x.wanted - y.wanted || x.index - y.index);
      renumber(layer);
    }
    if (count < 400) for (const layer of layers) exchangeNeighbours(layer);
    const crossed = crossings(layers);
    if (crossed < least) { least = crossed; best = layers.map(layer => [...layer]); idle = 0; } else idle++;
  }
  best.forEach((layer, index) => { layers[index] = layer; renumber(layer); });
}

function exchangeNeighbours(layer) {
  const crossed = (x, y, side, end) => {
    let sum = 0;
    for (const a of x[side]) for (const b of y[side]) if (a[end].index > b[end].index) sum++;
    return sum;
  };
  for (let index = 0; index + 1 < layer.length; index++) {
    const x = layer[index], y = layer[index + 1];
    const now = crossed(x, y, 'before', 'from') + crossed(x, y, 'after', 'to');
    if (now === 0) continue;
    const then = crossed(y, x, 'before', 'from') + crossed(y, x, 'after', 'to');
    if (then < now) {
      layer[index] = y; layer[index + 1] = x;
      y.index = index; x.index = index + 1;
    }
  }
}

function crossings(layers) {
  let total = 0;
  for (let index = 0; index + 1 < layers.length; index++) {
    const size = layers[index + 1].length;
    const tree = new Int32Array(size + 1);
    let count = 0;
    for (const station of layers[index]) {
      const ends = station.after.map(arm => arm.to.index);
      for (const end of ends) {
        let below = 0;
        for (let at = end + 1; at > 0; at -= at & -at) below += tree[at];
        total += count - below;
      }
      for (const end of ends) {
        for (let at = end + 1; at <= size; at += at & -at) tree[at]++;
        count++;
      }
    }
  }
  return total;
}
