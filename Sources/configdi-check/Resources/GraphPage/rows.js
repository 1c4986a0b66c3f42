// Which row each node stands in: cycles opened, ranks tightened, no row wider than it may be.

// Arcs that never lead in a circle. What only a deferred edge closes is turned round there; else where a walk
// from the roots comes back to a node that it is still inside of.
function openCycles(count, arcs, isRoot) {
  const componentOf = new Int32Array(count);
  components(count, arcs.map(arc => [arc.a, arc.b])).forEach((group, index) => {
    for (const node of group) componentOf[node] = index;
  });
  const isSoft = arc => arc.isDeferred && componentOf[arc.a] === componentOf[arc.b];
  const soft = arcs.filter(isSoft), hard = arcs.filter(arc => !isSoft(arc));
  const out = Array.from({ length: count }, () => []);
  const entering = new Int32Array(count);
  for (const arc of hard) { out[arc.a].push(arc); entering[arc.b]++; }
  const preference = node => isRoot(node) ? 0 : entering[node] === 0 ? 1 : 2;
  const starts = [...Array(count).keys()].sort((x, y) => preference(x) - preference(y) || x - y);
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
  const { rank } = longestPaths(count, hard);
  for (const arc of soft) arc.isTurned = rank[arc.a] > rank[arc.b] || rank[arc.a] === rank[arc.b] && arc.a > arc.b;
}

const head = arc => arc.isTurned ? arc.b : arc.a;
const tail = arc => arc.isTurned ? arc.a : arc.b;

function longestPaths(count, arcs) {
  const out = Array.from({ length: count }, () => []);
  const missing = new Int32Array(count), rank = new Int32Array(count), order = [];
  for (const arc of arcs) { out[head(arc)].push(tail(arc)); missing[tail(arc)]++; }
  for (let node = 0; node < count; node++) if (missing[node] === 0) order.push(node);
  for (let next = 0; next < order.length; next++) {
    for (const target of out[order[next]]) {
      rank[target] = Math.max(rank[target], rank[order[next]] + 1);
      if (--missing[target] === 0) order.push(target);
    }
  }
  return { rank, order };
}

// Longest paths, then each node moved within its freedom to where its arcs are shorter, until none moves.
function ranks(count, arcs, clock) {
  const { rank, order } = longestPaths(count, arcs);
  const before = Array.from({ length: count }, () => []), after = Array.from({ length: count }, () => []);
  for (const arc of arcs) { after[head(arc)].push(tail(arc)); before[tail(arc)].push(head(arc)); }
  for (let pass = 0; pass < 12 && !clock.isOver(); pass++) {
    let hasMoved = false;
    for (const node of pass % 2 ? order : [...order].reverse()) {
      let least = 0, most = count;
      for (const other of before[node]) least = Math.max(least, rank[other] + 1);
      for (const other of after[node]) most = Math.min(most, rank[other] - 1);
      const pull = after[node].length - before[node].length;
      const wanted = pull > 0 ? most : pull < 0 ? least : Math.min(Math.max(rank[node], least), most);
      if (wanted !== rank[node]) { rank[node] = wanted; hasMoved = true; }
    }
    if (!hasMoved) break;
  }
  return rank;
}

// The rows, as lists of nodes. A node stands below all that need it, in the first row with room from its rank on.
function rowsWithin(limit, count, arcs, widthOf, clock) {
  const rank = ranks(count, arcs, clock);
  const before = Array.from({ length: count }, () => []);
  for (const arc of arcs) before[tail(arc)].push(head(arc));
  const order = [...Array(count).keys()].sort((x, y) => rank[x] - rank[y] || x - y);
  const row = new Int32Array(count);
  const place = roomOf => {
    const taken = [];
    let first = -1, last = null, full = 0;
    for (const node of order) {
      if (rank[node] !== last) { first++; last = rank[node]; full = Math.max(full, first); }
      let at = first;
      for (const other of before[node]) at = Math.max(at, row[other] + 1);
      // Rows that were found full stay full: no need to look at them again.
      if (at === first && full > at) at = full;
      while ((taken[at] ?? 0) > 0 && taken[at] + widthOf(node) > roomOf(at)) { at++; if (at - 1 === full) full = at; }
      row[node] = at;
      taken[at] = (taken[at] ?? 0) + widthOf(node);
    }
  };
  place(() => limit);
  // Arcs that pass through a row want room in it too.
  const passing = passingArcs(arcs, row);
  if (passing.some(Boolean)) place(at => Math.max(limit * 0.5, limit - (passing[at] ?? 0) * passageWidth));
  const rows = [];
  for (const node of order) (rows[row[node]] ??= []).push(node);
  return rows.filter(Boolean);
}

// How many bundles of arcs pass through each row.
function passingArcs(arcs, row) {
  const reach = new Map();
  for (const arc of arcs) {
    const known = reach.get(tail(arc)) ?? Infinity;
    reach.set(tail(arc), Math.min(known, row[head(arc)]));
  }
  const change = [];
  for (const [node, from] of reach) {
    if (row[node] - from < 2 || row[node] - from > longestRoute) continue;
    change[from + 1] = (change[from + 1] ?? 0) + 1;
    change[row[node]] = (change[row[node]] ?? 0) - 1;
  }
  const passing = [];
  let now = 0;
  for (let at = 0; at < change.length; at++) { now += change[at] ?? 0; passing[at] = now; }
  return passing;
}

// A long ladder as a map: rows that follow each other share one while the window has room, so that all of it is as high
// as the window. An edge within a row is led below it.
function mergeRows(rows, page, widthOf) {
  const rowHeight = page.rowHeight, widths = rows.map(row => row.reduce((sum, node) => sum + widthOf(node), 0)), total = widths.reduce((sum, width) => sum + width, 0);
  if (rows.length * rowHeight <= page.height) return rows;
  const limit = Math.max(1.1 * Math.sqrt(total * rowHeight * page.width / page.height), ...widths), merged = [];
  let taken = Infinity;
  rows.forEach((row, index) => {
    if (taken + widths[index] > limit) { merged.push([]); taken = 0; }
    merged.at(-1).push(...row);
    taken += widths[index];
  });
  return merged;
}
