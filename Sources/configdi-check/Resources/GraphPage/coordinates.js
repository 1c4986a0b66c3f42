// From orders to places.

const between = (left, right) =>
  (left.w + right.w) / 2 + (left.node >= 0 && right.node >= 0 ? 18 : left.node >= 0 || right.node >= 0 ? passageWidth : 9);

const widthOfRow = row => row.reduce((sum, station, index) =>
  sum + (index > 0 ? between(row[index - 1], station) : station.w / 2), 0) + (row.at(-1)?.w ?? 0) / 2;

// Each row as near to its neighbours as order and width allow: least squares, row after row, until it settles.
function placeAcross(rows, width, clock) {
  for (const row of rows) {
    let x = (width - widthOfRow(row)) / 2;
    row.forEach((station, index) => {
      x += index > 0 ? between(row[index - 1], station) : station.w / 2;
      station.x = x;
    });
  }
  const rounds = 26;
  for (let round = 0; round < rounds && !clock.isOver(); round++) {
    const isDown = round % 2 === 0, isLate = round >= rounds - 10;
    const order = isDown ? rows.keys() : [...rows.keys()].reverse();
    for (const index of order) {
      for (const station of rows[index]) {
        let sum = 0, weight = 0;
        const pull = (arms, end) => {
          for (const arm of arms) { sum += arm[end].x * arm.weight; weight += arm.weight; }
        };
        if (isDown || isLate) pull(station.before, 'from');
        if (!isDown || isLate) pull(station.after, 'to');
        station.wanted = weight ? sum / weight : station.x;
        station.weight = weight || 0.2;
      }
      settle(rows[index], width);
    }
  }
}

// The nearest places to the wanted ones that keep order, distance and the edges of the paper: pools of stations that
// touch move as one.
function settle(row, width) {
  if (!row.length) return;
  const pools = [];
  let offset = 0;
  row.forEach((station, index) => {
    if (index > 0) offset += between(row[index - 1], station);
    station.offset = offset;
    let pool = { start: index, weight: station.weight, sum: (station.wanted - offset) * station.weight };
    while (pools.length) {
      const last = pools[pools.length - 1];
      if (last.sum / last.weight <= pool.sum / pool.weight) break;
      pools.pop();
      pool = { start: last.start, weight: last.weight + pool.weight, sum: last.sum + pool.sum };
    }
    pools.push(pool);
  });
  const least = row[0].w / 2, most = Math.max(least, width - offset - row[row.length - 1].w / 2);
  pools.forEach((pool, index) => {
    const end = index + 1 < pools.length ? pools[index + 1].start : row.length;
    const at = Math.min(most, Math.max(least, pool.sum / pool.weight));
    for (let station = pool.start; station < end; station++) row[station].x = at + row[station].offset;
  });
}

const gutter = 56;

// From top to bottom; a layering that is long and narrow goes on in the next column, as in a newspaper.
// `depths`: how many edges run below each row.
function placeDown(rows, boxOf, width, columns, pageHeight, depths) {
  const lane = column => column * (width + gutter) - gutter / 2;
  let page = { lowest: 0 }, y = 0, top = 0, lowest = 0;
  const bands = [{ column: 0, top: 0, height: 0, lane: lane(0), page }];
  rows.forEach((row, index) => {
    let height = 0, arms = 0, span = 0;
    for (const station of row) {
      if (station.node >= 0) height = Math.max(height, boxOf(station.node).h);
      for (const arm of station.after) { arms++; span = Math.max(span, Math.abs(arm.to.x - station.x)); }
    }
    let band = bands[bands.length - 1];
    if (columns > 1 && index > 0 && y + height - top > pageHeight) {
      const column = (band.column + 1) % columns;
      if (column === 0) { top = lowest + gutter; page = { lowest: 0 }; }
      y = top;
      band = { column, top, height: 0, lane: lane(column), page };
      bands.push(band);
    }
    for (const station of row) {
      station.band = band;
      station.x += band.column * (width + gutter);
      station.top = y;
      station.bottom = y + height;
    }
    band.height = y + height - band.top;
    lowest = page.lowest = Math.max(lowest, y + height);
    y += height + Math.min(120, Math.max(34, 24 + 4 * Math.sqrt(arms) + span * 0.04)) + Math.min(12, depths[index] ?? 0) * 5;
  });
  return lowest;
}
