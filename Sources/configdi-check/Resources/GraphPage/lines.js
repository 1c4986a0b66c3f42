// The lines of edges. A route is kept as a path of the canvas and as the text that SVG wants.
class Route {
  constructor() { this.path = new Path2D(); this.parts = []; }
  moveTo(x, y) { this.path.moveTo(x, y); this.parts.push('M', x, y); }
  lineTo(x, y) { this.path.lineTo(x, y); this.parts.push('L', x, y); }
  bezierCurveTo(a, b, c, d, x, y) { this.path.bezierCurveTo(a, b, c, d, x, y); this.parts.push('C', a, b, c, d, x, y); }
  get svg() { return this.parts.map(part => typeof part === 'number' ? Math.round(part * 10) / 10 : part).join(' '); }
}

// An edge that was turned round keeps to the right of the middle of its cards, apart from those that go down.
const aside = 0.3;
const shift = (station, isTurned) => isTurned && station.box ? station.box.w * aside : 0;

function trace(route, course, isTurned) {
  const last = course.length - 1;
  const xOf = index => course[index].x + shift(course[index], isTurned);
  route.moveTo(xOf(0), course[0].box ? course[0].box.y + course[0].box.h : course[0].top);
  for (let index = 0; index < last; index++) {
    const from = course[index], to = course[index + 1], x = xOf(index), end = xOf(index + 1);
    route.lineTo(x, from.bottom);
    if (from.band === to.band) {
      const bend = (to.top - from.bottom) * 0.55;
      route.bezierCurveTo(x, from.bottom + bend, end, to.top - bend, end, to.top);
    } else {
      // On to the next column: down, along the gutter, and in from above.
      // On to the next page it passes below all columns.
      const floor = (to.lane < from.lane ? from.pageFloor : from.floor) + 14, ceiling = to.ceiling - 14, across = to.lane + Math.round(x) % 24 - 12;
      route.bezierCurveTo(x, floor, x, floor, (x + across) / 2, floor);
      route.bezierCurveTo(across, floor, across, floor, across, (floor + ceiling) / 2);
      route.bezierCurveTo(across, ceiling, across, ceiling, (across + end) / 2, ceiling);
      route.bezierCurveTo(end, ceiling, end, ceiling, end, to.top);
    }
  }
}
// Within a row: down, along below the row, and up into the other card.
function traceLevel(route, [from, to], level) {
  const start = from.x - from.box.w * aside, end = to.x + to.box.w * aside, y = from.bottom + level, turn = Math.sign(end - start) * Math.min(8, Math.abs(end - start) / 2);
  route.moveTo(start, from.box.y + from.box.h);
  route.lineTo(start, y - 8);
  route.bezierCurveTo(start, y, start, y, start + turn, y);
  route.lineTo(end - turn, y);
  route.bezierCurveTo(end, y, end, y, end, y - 8);
  route.lineTo(end, to.box.y + to.box.h + to.box.foot);
}
function traceLoop(route, box) {
  const x = box.x + box.w, y = box.y;
  route.moveTo(x - 26, y);
  route.bezierCurveTo(x - 26, y - 22, x + 18, y - 22, x, y + 9);
}
function lineOf(edge) {
  const route = new Route();
  if (edge.level) traceLevel(route, edge.course, edge.level);
  else if (edge.course) trace(route, edge.course, edge.isTurned); else traceLoop(route, edge.from.box);
  return route;
}
// Where an edge's mark stands: in its middle.
function middleOf(edge) {
  const { course } = edge;
  if (edge.level) return { x: (course[0].x + course[1].x) / 2, y: course[0].bottom + edge.level };
  if (!course) return { x: edge.from.box.x + edge.from.box.w - 4, y: edge.from.box.y - 14 };
  const half = Math.floor((course.length - 1) / 2);
  if (course.length % 2) return { x: course[half].x, y: (course[half].top + course[half].bottom) / 2 };
  const from = course[half], to = course[half + 1];
  const sideways = edge.isTurned ? (shift(from, true) + shift(to, true)) / 2 : 0;
  if (from.band !== to.band) return { x: from.x, y: from.floor + 8 };
  return { x: (from.x + to.x) / 2 + sideways, y: (from.bottom + to.top) / 2 };
}

// The dashes of each kind of line: plain, deferred, straight behind the cards, with an argument, awaited.
const dashes = [[], [5, 4], [], [10, 3, 2, 3], [1.5, 3.5]];
const dashOf = edge => dashes[edge.isMaker ? 3 : edge.isAwaited ? 4 : edge.isDeferred ? 1 : 0];

// The lines of all edges, each stretch once however many edges share it, in bundles of neighbours: what is out of sight
// need not be drawn.
function prepareLines(scene) {
  const arms = new Map(), strokes = [], ends = new Map();
  for (const edge of scene.edges) {
    if (edge.isHidden) continue;
    if (!edge.course) {
      strokes.push({ y: edge.from.box.y, kind: 0, loop: edge.from.box });
      continue;
    }
    const { course, isTurned, level } = edge, end = course[isTurned ? 0 : course.length - 1].box, isBelow = isTurned || level;
    ends.set((isBelow ? '<' : '>') + end.x + ' ' + end.y, { box: end, isTurned: isBelow });
    const kind = edge.isStraight ? 2 : edge.isMaker ? 3 : edge.isAwaited ? 4 : edge.isDeferred ? 1 : 0;
    if (isBelow || edge.isStraight) { strokes.push({ y: course[0].top, kind, course, isTurned, level }); continue; }
    for (let index = 0; index + 1 < course.length; index++) {
      const from = course[index], to = course[index + 1];
      if (!arms.has(from)) arms.set(from, new Map());
      const known = arms.get(from).get(to);
      if (known) { known.kind = Math.min(known.kind, kind); continue; }
      const added = { y: from.bottom, kind, course: [from, to], isTurned: false };
      arms.get(from).set(to, added);
      strokes.push(added);
    }
  }
  scene.arrows = [...ends.values()];
  strokes.sort((a, b) => a.kind - b.kind || a.y - b.y);
  scene.bundles = [];
  let bundle = null;
  for (const stroke of strokes) {
    if (!bundle || bundle.count >= 80 || bundle.kind !== stroke.kind) {
      bundle = { route: new Route(), count: 0, kind: stroke.kind, left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
      scene.bundles.push(bundle);
    }
    bundle.count++;
    if (stroke.loop) traceLoop(bundle.route, stroke.loop);
    else if (stroke.level) traceLevel(bundle.route, stroke.course, stroke.level);
    else trace(bundle.route, stroke.course, stroke.isTurned);
    for (const station of stroke.course ?? [{ x: stroke.loop.x + stroke.loop.w, top: stroke.loop.y, bottom: stroke.loop.y + stroke.loop.h }]) {
      bundle.left = Math.min(bundle.left, station.x - 80);
      bundle.right = Math.max(bundle.right, station.x + 80);
      bundle.top = Math.min(bundle.top, station.top - 50);
      bundle.bottom = Math.max(bundle.bottom, station.bottom + 50);
    }
  }
}

// For measuring: the points of each drawn edge, and the boxes at its ends and around them.
function drawnLines() {
  const bend = (a, b, c, d, t) => (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t ** 3 * d;
  return scene.edges.filter(edge => !edge.isHidden && edge.course).map(edge => {
    const { parts } = lineOf(edge), points = [];
    let x = 0, y = 0;
    for (let index = 0; index < parts.length;) {
      const sign = parts[index++], numbers = parts.slice(index, index += sign === 'C' ? 6 : 2), [toX, toY] = numbers.slice(-2);
      const steps = sign === 'M' ? [] : Array.from({ length: 12 }, (_, step) => (step + 1) / 12);
      for (const t of steps) {
        points.push(sign === 'L' ? [x + (toX - x) * t, y + (toY - y) * t] : [bend(x, numbers[0], numbers[2], toX, t), bend(y, numbers[1], numbers[3], toY, t)]);
      }
      [x, y] = [toX, toY];
    }
    const own = new Set([edge.from, edge.to].flatMap(item => upwards(item, scene.parentOf)));
    const crossed = [...scene.items, ...scene.boxes].filter(item => !own.has(item) && !upwards(item, scene.parentOf).some(box => box === edge.from || box === edge.to)
      && points.some(([px, py]) => isInside({ x: item.box.x + 1, y: item.box.y + 1, w: item.box.w - 2, h: item.box.h - 2 }, px, py)));
    return { from: edge.from.key, to: edge.to.key, crossed: crossed.map(item => item.key) };
  });
}
