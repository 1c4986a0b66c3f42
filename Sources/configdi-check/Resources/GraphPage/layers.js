// Arcs that never lead in a circle. What only a deferred edge closes is turned round there; else where a walk
// from the roots comes back to a node that it is still inside of.
function acyclicArcs(count, arcs, isRoot) {
  const componentOf = new Int32Array(count);
  components(count, arcs.map(arc => [arc.a, arc.b])).forEach((group, index) => {
    for (const node of group) componentOf[node] = index;
  });
  const soft = arcs.filter(arc => arc.isDeferred && componentOf[arc.a] === componentOf[arc.b]);
  const hard = arcs.filter(arc => !(arc.isDeferred && componentOf[arc.a] === componentOf[arc.b]));
  const out = Array.from({ length: count }, () => []);
  const entering = new Int32Array(count);
  for (const arc of hard) { out[arc.a].push(arc); entering[arc.b]++; }
  const starts = [...Array(count).keys()];
  const preference = node => isRoot(node) ? 0 : entering[node] === 0 ? 1 : 2;
  starts.sort((x, y) => preference(x) - preference(y) || x - y);
  const state = new Uint8Array(count);
  for (const start of starts) {
    if (state[start]) continue;
    state[start] = 1;
    const calls = [[start, 0]];
    while (calls.length) {
      const call = calls[calls.length - 1];
      if (call[1] >= out[call[0]].length) { state[call[0]] = 2; calls.pop(); continue; }
      const arc = out[call[0]][call[1]++];
      if (state[arc.b] === 1) arc.isTurned = true;
      else if (state[arc.b] === 0) { state[arc.b] = 1; calls.push([arc.b, 0]); }
    }
  }
  const rank = longestPaths(count, hard);
  for (const arc of soft) {
    arc.isTurned = rank[arc.a] > rank[arc.b] || rank[arc.a] === rank[arc.b] && arc.a > arc.b;
  }
  return arcs;
}

const head = arc => arc.isTurned ? arc.b : arc.a;
const tail = arc => arc.isTurned ? arc.a : arc.b;

function longestPaths(count, arcs) {
  const out = Array.from({ length: count }, () => []);
  const missing = new Int32Array(count), rank = new Int32Array(count), queue = [];
  for (const arc of arcs) { out[head(arc)].push(tail(arc)); missing[tail(arc)]++; }
  for (let node = 0; node < count; node++) if (missing[node] === 0) queue.push(node);
  for (let next = 0; next < queue.length; next++) {
    for (const target of out[queue[next]]) {
      rank[target] = Math.max(rank[target], rank[queue[next]] + 1);
      if (--missing[target] === 0) queue.push(target);
    }
  }
  rank.order = queue;
  return rank;
}

// Longest paths, then each node moved within its freedom to where its edges are shorter, until none moves.
function ranks(count, arcs) {
  const rank = longestPaths(count, arcs);
  const before = Array.from({ length: count }, () => []), after = Array.from({ length: count }, () => []);
  for (const arc of arcs) { after[head(arc)].push(tail(arc)); before[tail(arc)].push(head(arc)); }
  for (let pass = 0; pass < 12; pass++) {
    let hasMoved = false;
    const order = pass % 2 ? rank.order : [...rank.order].reverse();
    for (const node of order) {
      const least = Math.max(-1, ...before[node].map(other => rank[other])) + 1;
      const most = Math.min(count, ...after[node].map(other => rank[other])) - 1;
      const pull = after[node].length - before[node].length;
      const wanted = pull > 0 ? most : pull < 0 ? least : Math.min(Math.max(rank[node], least), most);
      if (wanted !== rank[node]) { rank[node] = wanted; hasMoved = true; }
    }
    if (!hasMoved) break;
  }
  const used = [...new Set(rank)].sort((x, y) => x - y);
  const dense = new Map(used.map((value, index) => [value, index]));
  return Int32Array.from(rank, value => dense.get(value));
}

// The columns, no taller than suits the whole: what only ends edges goes left in a split one, what only begins
// them right.
function columns(count, arcs, height) {
  const rank = ranks(count, arcs);
  const layers = [];
  for (let node = 0; node < count; node++) (layers[rank[node]] ??= []).push(node);
  let area = 0;
  for (let node = 0; node < count; node++) area += height(node) * 260 * 1.5;
  const tallest = Math.max(420, Math.sqrt(area / 1.7));
  const balance = new Int32Array(count);
  for (const arc of arcs) { balance[head(arc)]++; balance[tail(arc)]--; }
  const result = [];
  for (const layer of layers) {
    const total = layer.reduce((sum, node) => sum + height(node), 0);
    const parts = total > tallest * 1.3 ? Math.ceil(total / tallest) : 1;
    const sorted = parts > 1 ? [...layer].sort((x, y) => balance[x] - balance[y] || x - y) : layer;
    const size = Math.ceil(layer.length / parts);
    for (let part = 0; part < parts; part++) {
      const slice = sorted.slice(part * size, (part + 1) * size);
      if (slice.length) result.push(slice.sort((x, y) => x - y));
    }
  }
  return result;
}
