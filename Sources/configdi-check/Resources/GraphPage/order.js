const passageWidth = 12;
// An arc over more rows is not led round what stands between: it goes straight, behind the cards.
const longestRoute = 48;
const mostStations = 40000;

// A station for each node, and for each row that an arc passes. Arcs with one end in common share their stations: they
// join on the way to a busy target, or part after a busy source, like a river's arms.
function stationsOf(rows, arcs, boxOf) {
  const leaving = new Map(), entering = new Map();
  for (const arc of arcs) {
    leaving.set(head(arc), (leaving.get(head(arc)) ?? 0) + 1);
    entering.set(tail(arc), (entering.get(tail(arc)) ?? 0) + 1);
  }
  const rowOf = [], stationOf = [], result = rows.map(() => []);
  let count = 0;
  const add = (row, w, node) => {
    const station = { row, w, node, before: [], after: [], x: 0, index: 0 };
    result[row].push(station);
    count++;
    return station;
  };
  rows.forEach((row, index) => {
    for (const node of row) { rowOf[node] = index; stationOf[node] = add(index, boxOf(node).w, node); }
  });
  const known = new Map();
  const link = (from, to, weight) => {
    if (!known.has(from)) known.set(from, new Map());
    const arm = known.get(from).get(to);
    if (arm) { arm.weight += weight; return; }
    const added = { from, to, weight };
    known.get(from).set(to, added);
    from.after.push(added);
    to.before.push(added);
  };
  const trunks = new Map(), levels = [];
  const short = [...arcs].sort((x, y) => rowOf[tail(x)] - rowOf[head(x)] - (rowOf[tail(y)] - rowOf[head(y)]));
  for (const arc of short) {
    const from = head(arc), to = tail(arc);
    let last = stationOf[from];
    if (rowOf[from] === rowOf[to]) {
      arc.course = [stationOf[arc.a], stationOf[arc.b]];
      arc.isTurned = false;
      levels[rowOf[from]] ??= [];
      levels[rowOf[from]].push(arc);
      continue;
    }
    arc.course = [last];
    arc.isStraight = rowOf[to] - rowOf[from] > longestRoute || count > mostStations;
    if (arc.isStraight) { arc.course.push(stationOf[to]); continue; }
    const name = leaving.get(from) > entering.get(to) ? 'from ' + from : 'to ' + to;
    // What was turned round keeps to itself, lest its arrow seem to point both ways.
    const trunk = arc.isTurned ? new Map() : trunks.get(name) ?? trunks.set(name, new Map()).get(name);
    for (let row = rowOf[from] + 1; row < rowOf[to]; row++) {
      if (!trunk.has(row)) trunk.set(row, add(row, 0, -1));
      const next = trunk.get(row);
      link(last, next, last.node < 0 ? 6 : 1);
      arc.course.push(next);
      last = next;
    }
    link(last, stationOf[to], last.node < 0 ? 3 : 1);
    arc.course.push(stationOf[to]);
  }
  return { rows: result, stationOf, levels };
}

// Few crossings: a walk gives the first order, then each row follows the middle of its neighbours, to and fro.
function orderStations(rows, count, clock) {
  const seen = new Set();
  const first = rows.map(() => []);
  for (const row of rows) for (const start of row) {
    const open = [start];
    while (open.length) {
      const station = open.pop();
      if (seen.has(station)) continue;
      seen.add(station);
      first[station.row].push(station);
      for (let arm = station.after.length - 1; arm >= 0; arm--) open.push(station.after[arm].to);
    }
  }
  rows.forEach((_, index) => { rows[index] = first[index]; });
  const renumber = row => row.forEach((station, index) => { station.index = index; });
  rows.forEach(renumber);
  let best = rows.map(row => [...row]), least = crossings(rows), idle = 0;
  const sweeps = count > 1200 ? 10 : count > 300 ? 20 : 32;
  for (let sweep = 0; sweep < sweeps && least > 0 && idle < 6 && !clock.isOver(); sweep++) {
    const isDown = sweep % 2 === 0;
    const order = isDown ? rows.keys() : [...rows.keys()].reverse();
    for (const index of order) {
      const row = rows[index];
      for (const station of row) {
        const arms = isDown ? station.before : station.after;
        let sum = 0;
        for (const arm of arms) sum += (isDown ? arm.from : arm.to).index;
        station.wanted = arms.length ? sum / arms.length : station.index;
      }
      row.sort((x, y) => x.wanted - y.wanted || x.index - y.index);
      renumber(row);
    }
    if (count < 400) for (const row of rows) exchangeNeighbours(row);
    const crossed = crossings(rows);
    if (crossed < least) { least = crossed; best = rows.map(row => [...row]); idle = 0; } else idle++;
  }
  best.forEach((row, index) => { rows[index] = row; renumber(row); });
}

function exchangeNeighbours(row) {
  const crossed = (x, y, side, end) => {
    let sum = 0;
    for (const a of x[side]) for (const b of y[side]) if (a[end].index > b[end].index) sum++;
    return sum;
  };
  for (let index = 0; index + 1 < row.length; index++) {
    const x = row[index], y = row[index + 1];
    const now = crossed(x, y, 'before', 'from') + crossed(x, y, 'after', 'to');
    if (now === 0) continue;
    const then = crossed(y, x, 'before', 'from') + crossed(y, x, 'after', 'to');
    if (then < now) {
      row[index] = y; row[index + 1] = x;
      y.index = index; x.index = index + 1;
    }
  }
}

function crossings(rows) {
  let total = 0;
  for (let index = 0; index + 1 < rows.length; index++) {
    const size = rows[index + 1].length;
    const tree = new Int32Array(size + 1);
    let count = 0;
    for (const station of rows[index]) {
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
