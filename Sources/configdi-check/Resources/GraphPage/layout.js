// Lays a graph out from top to bottom, as wide as the window where it can be.
// `boxes`: { w, h, isRoot }; `edges`: { a, b, isDeferred }, by position in `boxes`; `page`: { width, height } of the
// window, and `time`, the milliseconds after which beauty is given up. The answer has no references to what came in:
// places of boxes, stations, and for each edge the stations of its course.
function layOut(boxes, edges, page) {
  const end = performance.now() + page.time;
  const clock = { isOver: () => performance.now() > end };
  let area = 0;
  for (const box of boxes) area += (box.w + 24) * (box.h + 56);
  const width = Math.max(page.width, boxes.length > 100 ? Math.sqrt(area * 1.6) : 0);
  const drawn = edges.filter(edge => edge.a !== edge.b);
  const parts = connectedParts(boxes.length, drawn);
  const edgesOf = new Map(), partOf = new Int32Array(boxes.length);
  parts.forEach((part, index) => { for (const node of part) partOf[node] = index; });
  for (const edge of drawn) {
    const part = partOf[edge.a];
    if (!edgesOf.has(part)) edgesOf.set(part, []);
    edgesOf.get(part).push(edge);
  }
  const laid = [], single = [];
  parts.forEach((part, index) => {
    if (part.length > 1) laid.push(layOutConnected(part, boxes, edgesOf.get(index), { ...page, width }, clock));
    else single.push(part[0]);
  });
  if (single.length) laid.push(grid(single, boxes, width));
  return pack(laid, boxes.length, edges, width);
}

function layOutConnected(part, boxes, edges, page, clock) {
  const local = new Map(part.map((node, index) => [node, index]));
  const arcOf = new Map();
  for (const edge of edges) {
    const a = local.get(edge.a), b = local.get(edge.b), name = a * part.length + b;
    if (!arcOf.has(name)) arcOf.set(name, { a, b, isDeferred: true, isTurned: false });
    edge.arc = arcOf.get(name);
    if (!edge.isDeferred) edge.arc.isDeferred = false;
  }
  const arcs = [...arcOf.values()], boxOf = node => boxes[part[node]];
  openCycles(part.length, arcs, node => boxOf(node).isRoot);
  const widthOf = node => boxOf(node).w + 18;
  let order = rowsWithin(page.width * 0.94, part.length, arcs, widthOf, clock);
  if (page.isMap) order = mergeRows(order, { ...page, rowHeight: 60 + part.reduce((sum, node) => sum + boxes[node].h, 0) / part.length }, widthOf);
  const { rows, stationOf, levels } = stationsOf(order, arcs, boxOf);
  orderStations(rows, part.length, clock);
  let natural = 0, height = 0;
  for (const row of rows) { natural = Math.max(natural, widthOfRow(row)); height += 90; }
  const fitting = Math.floor((page.width + gutter) / (natural + gutter));
  const columns = height > page.height * 1.1 && fitting > 1 ? Math.min(fitting, Math.ceil(height / page.height)) : 1;
  const width = columns > 1 ? natural : Math.max(natural, Math.min(page.width, natural * 1.15 + 80));
  placeAcross(rows, width, clock);
  // Edges within a row run below it, each at a depth of its own, the short ones nearest.
  const depths = levels.map(row => row.sort((x, y) => spanOf(x) - spanOf(y)).map((arc, depth) => arc.level = 10 + depth % 12 * 5).length);
  const lowest = placeDown(rows, boxOf, width, columns, page.height, depths);
  let left = Infinity, right = 0;
  for (const row of rows) for (const station of row) {
    left = Math.min(left, station.x - station.w / 2);
    right = Math.max(right, station.x + station.w / 2);
  }
  for (const row of rows) for (const station of row) station.x -= left;
  return { nodes: part.map((node, index) => [node, stationOf[index]]), rows, left, w: right - left, h: lowest };
}

const spanOf = arc => Math.abs(arc.course[0].x - arc.course[1].x);

// Services that nothing connects.
function grid(nodes, boxes, width) {
  const cell = Math.max(...nodes.map(node => boxes[node].w)) + 18, height = boxes[nodes[0]].h + 16;
  const across = Math.max(1, Math.min(nodes.length, Math.floor((width + 18) / cell)));
  const stations = nodes.map((node, index) => {
    const top = Math.floor(index / across) * height;
    return {
      node: index, w: boxes[node].w, x: (index % across) * cell + boxes[node].w / 2, top, bottom: top + boxes[node].h,
      band: null,
    };
  });
  return {
    nodes: nodes.map((node, index) => [node, stations[index]]), rows: [stations], left: 0, w: across * cell - 18,
    h: Math.ceil(nodes.length / across) * height - 16,
  };
}

// The largest part first, then the others on shelves below it.
function pack(parts, count, edges, limit) {
  const space = 48, stations = [], places = new Array(count);
  let x = 0, y = 0, shelf = 0, width = 0;
  const wide = Math.max(limit, ...parts.map(part => part.w));
  for (const part of parts) {
    if (x > 0 && x + part.w > wide) { x = 0; y += shelf + space; shelf = 0; }
    for (const row of part.rows) for (const station of row) {
      const { band } = station;
      station.number = stations.length;
      stations.push({
        x: station.x + x, top: station.top + y, bottom: station.bottom + y,
        floor: band ? band.top + band.height + y : 0, pageFloor: band ? band.page.lowest + y : 0, ceiling: band ? band.top + y : 0,
        band: band ? band.column + ' ' + band.top : '', lane: band ? band.lane - part.left + x : 0,
      });
    }
    for (const [node, station] of part.nodes) places[node] = station.number;
    width = Math.max(width, x + part.w);
    x += part.w + space;
    shelf = Math.max(shelf, part.h);
  }
  return {
    w: width, h: y + shelf, stations, places,
    levels: edges.map(edge => edge.arc?.level ?? null),
    courses: edges.map(edge => edge.arc ? edge.arc.course.map(station => station.number) : null),
    turned: edges.map(edge => Boolean(edge.arc?.isTurned)), straight: edges.map(edge => Boolean(edge.arc?.isStraight)),
  };
}

const boxPad = 14, boxHead = 34;

// Lays out boxes in boxes, innermost first. `units`: as `boxes` of `layOut`, each with `parent`, the position of the box
// that it stands in, or -1; a box has `isBox`, and the `w` that its title takes. Edges lead between neighbours of one box.
function layOutTree(units, edges, page) {
  if (!units.some(unit => unit.isBox)) return layOut(units, edges, page);
  const childrenOf = new Map(), edgesOf = new Map(), laidOf = new Map();
  const file = (map, name, value) => { if (map.has(name)) map.get(name).push(value); else map.set(name, [value]); };
  units.forEach((unit, index) => file(childrenOf, unit.parent, index));
  edges.forEach((edge, index) => file(edgesOf, units[edge.a].parent, index));
  const sizes = units.map(({ w, h }) => ({ w, h }));
  const visit = parent => {
    const children = childrenOf.get(parent) ?? [], own = edgesOf.get(parent) ?? [];
    for (const child of children) if (units[child].isBox) visit(child);
    const local = new Map(children.map((child, index) => [child, index]));
    let area = 0, widest = 0;
    for (const child of children) {
      area += (sizes[child].w + 24) * (sizes[child].h + 48);
      widest = Math.max(widest, sizes[child].w + 20);
    }
    const width = Math.max(widest, Math.sqrt(area * (parent < 0 ? 1.8 : 1.5)));
    const laid = layOut(
      children.map(child => ({ ...units[child], ...sizes[child] })),
      own.map(index => ({ a: local.get(edges[index].a), b: local.get(edges[index].b), isDeferred: edges[index].isDeferred })),
      parent < 0 ? { ...page, width: Math.max(page.width, width), height: Math.max(page.height, width * page.height / page.width) } : { ...page, width, height: Infinity, isMap: page.isMap });
    laidOf.set(parent, { children, own, laid });
    if (parent >= 0) sizes[parent] = { w: Math.max(sizes[parent].w, laid.w + 2 * boxPad), h: laid.h + boxHead + boxPad };
  };
  visit(-1);
  const result = {
    w: laidOf.get(-1).laid.w, h: laidOf.get(-1).laid.h, stations: [], places: new Array(units.length), sizes, levels: [], courses: [], turned: [], straight: [],
  };
  const put = (parent, x, y) => {
    const { children, own, laid } = laidOf.get(parent), first = result.stations.length;
    for (const station of laid.stations) {
      result.stations.push({
        ...station, x: station.x + x, lane: station.lane + x, top: station.top + y, bottom: station.bottom + y, floor: station.floor + y,
        pageFloor: station.pageFloor + y, ceiling: station.ceiling + y, band: parent + ' ' + station.band,
      });
    }
    own.forEach((edge, index) => {
      result.courses[edge] = laid.courses[index]?.map(number => number + first) ?? null;
      result.turned[edge] = laid.turned[index];
      result.straight[edge] = laid.straight[index];
      result.levels[edge] = laid.levels[index];
    });
    children.forEach((child, index) => {
      const number = result.places[child] = laid.places[index] + first, station = result.stations[number];
      const inner = laidOf.get(child)?.laid.w ?? 0;
      if (units[child].isBox) put(child, station.x - inner / 2, station.top + boxHead);
    });
  };
  put(-1, 0, 0);
  return result;
}

// Where even that takes too long: as many in a row as fit, in the order given.
function layOutPlainly(boxes, edges, page) {
  const all = grid([...boxes.keys()], boxes, Math.max(page.width, Math.sqrt(boxes.length * 250 * 50 * 1.6)));
  const arcs = edges.map(edge => {
    if (edge.a === edge.b) return edge;
    const ends = [all.rows[0][edge.a], all.rows[0][edge.b]];
    return { ...edge, arc: { course: ends, isTurned: false, isStraight: true } };
  });
  return pack([all], boxes.length, arcs, 0);
}

// In a worker: what comes in is laid out, and sent back under the same number.
if (typeof document === 'undefined' && typeof self !== 'undefined') {
  self.onmessage = ({ data: { number, boxes, edges, page } }) => {
    self.postMessage({ number, laid: layOutTree(boxes, edges, page) });
  };
}
