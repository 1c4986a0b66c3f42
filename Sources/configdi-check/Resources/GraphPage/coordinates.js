const distance = (upper, lower, gap) =>
  (upper.h + lower.h) / 2 + (upper.node >= 0 && lower.node >= 0 ? gap : upper.node >= 0 || lower.node >= 0 ? gap * 0.75 : 6);

// Each column as near to its neighbours as the order allows: least squares, column after column, until it settles.
function placeVertically(layers, gap) {
  for (const layer of layers) {
    let y = 0;
    layer.forEach((station, index) => {
      if (index > 0) y += distance(layer[index - 1], station, gap);
      station.y = y;
    });
    for (const station of layer) station.y -= y / 2;
  }
  const rounds = 26;
  for (let round = 0; round < rounds; round++) {
    const forward = round % 2 === 0, isLate = round >= rounds - 10;
    const order = forward ? layers.keys() : [...layers.keys()].reverse();
    for (const index of order) {
      const layer = layers[index];
      for (const station of layer) {
        let sum = 0, weight = 0;
        const pull = (arms, end) => {
          for (const arm of arms) { sum += arm[end].y * arm.weight; weight += arm.weight; }
        };
        if (forward || isLate) pull(station.before, 'from');
        if (!forward || isLate) pull(station.after, 'to');
        station.wanted = weight ? sum / weight : station.y;
        station.weight = weight || 0.2;
      }
      settle(layer, gap);
    }
  }
}

// The nearest places to the wanted ones that keep order and distance: pools of stations that touch move as one.
function settle(layer, gap) {
  const pools = [];
  let offset = 0;
  layer.forEach((station, index) => {
    if (index > 0) offset += distance(layer[index - 1], station, gap);
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
  pools.forEach((pool, index) => {
    const end = index + 1 < pools.length ? pools[index + 1].start : layer.length;
    for (let at = pool.start; at < end; at++) layer[at].y = pool.sum / pool.weight + layer[at].offset;
  });
}

function placeHorizontally({ layers, stationOf }, group, edges, boxes) {
  let x = 0, top = Infinity, bottom = -Infinity;
  for (const layer of layers) {
    let width = 24, gap = 38, arms = 0;
    for (const station of layer) {
      if (station.node >= 0) {
        width = Math.max(width, boxes[group[station.node]].w);
        gap = Math.max(gap, boxes[group[station.node]].gap);
      }
      arms += station.after.length;
      top = Math.min(top, station.y - station.h / 2);
      bottom = Math.max(bottom, station.y + station.h / 2);
    }
    for (const station of layer) { station.x = x; station.right = x + width; }
    x += width + Math.min(170, Math.max(gap, 22 + 5.5 * Math.sqrt(arms)));
    layer.right = x;
  }
  const places = group.map((node, index) => {
    const station = stationOf[index];
    return { node, x: station.x, y: station.y - top };
  });
  const shifted = new Set();
  for (const layer of layers) for (const station of layer) {
    station.y -= top;
    if (station.node >= 0) station.box = boxes[group[station.node]];
    shifted.add(station);
  }
  const last = layers[layers.length - 1];
  return { places, edges, stations: shifted, w: last[0].right, h: bottom - top };
}

function grid(nodes, boxes) {
  const across = Math.max(1, Math.round(Math.sqrt(nodes.length / 3)));
  const width = Math.max(...nodes.map(node => boxes[node].w)) + 24;
  const height = boxes[nodes[0]].h + 14;
  const places = nodes.map((node, index) => ({
    node, x: (index % across) * width, y: Math.floor(index / across) * height + boxes[node].h / 2,
  }));
  return {
    places, edges: [], stations: new Set(), w: Math.min(across, nodes.length) * width,
    h: Math.ceil(nodes.length / across) * height,
  };
}

// The largest first, then the others on shelves below it.
function pack(parts, boxes) {
  const space = 64;
  const area = parts.reduce((sum, part) => sum + (part.w + space) * (part.h + space), 0);
  const limit = Math.max(Math.sqrt(area * 1.7), ...parts.map(part => part.w));
  let x = 0, y = 0, shelf = 0, width = 0;
  for (const part of parts) {
    if (x > 0 && x + part.w > limit) { x = 0; y += shelf + space; shelf = 0; }
    for (const place of part.places) {
      boxes[place.node].x = place.x + x;
      boxes[place.node].y = place.y + y;
    }
    for (const station of part.stations) { station.x += x; station.right += x; station.y += y; }
    for (const edge of part.edges) edge.course = edge.arc.course;
    width = Math.max(width, x + part.w);
    x += part.w + space;
    shelf = Math.max(shelf, part.h);
  }
  return { w: width, h: y + shelf };
}
