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
  route.moveTo(xOf(0), course[0].box ? course[0].bottom : course[0].top);
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
function traceLoop(route, box) {
  const x = box.x + box.w, y = box.y;
  route.moveTo(x - 26, y);
  route.bezierCurveTo(x - 26, y - 22, x + 18, y - 22, x, y + 9);
}
function lineOf(edge) {
  const route = new Route();
  if (edge.course) trace(route, edge.course, edge.isTurned); else traceLoop(route, edge.from.box);
  return route;
}
// Where an edge's mark stands: in its middle.
function middleOf(edge) {
  const { course } = edge;
  if (!course) return { x: edge.from.box.x + edge.from.box.w - 4, y: edge.from.box.y - 14 };
  const half = Math.floor((course.length - 1) / 2);
  if (course.length % 2) return { x: course[half].x, y: (course[half].top + course[half].bottom) / 2 };
  const from = course[half], to = course[half + 1];
  const sideways = edge.isTurned ? (shift(from, true) + shift(to, true)) / 2 : 0;
  if (from.band !== to.band) return { x: from.x, y: from.floor + 8 };
  return { x: (from.x + to.x) / 2 + sideways, y: (from.bottom + to.top) / 2 };
}

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
    const { course, isTurned } = edge, end = course[isTurned ? 0 : course.length - 1].box;
    ends.set((isTurned ? '<' : '>') + end.x + ' ' + end.y, { box: end, isTurned });
    const kind = edge.isStraight ? 2 : edge.isDeferred ? 1 : 0;
    if (isTurned || edge.isStraight) { strokes.push({ y: course[0].top, kind, course, isTurned }); continue; }
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
    if (stroke.loop) traceLoop(bundle.route, stroke.loop); else trace(bundle.route, stroke.course, stroke.isTurned);
    for (const station of stroke.course ?? [{ x: stroke.loop.x + stroke.loop.w, top: stroke.loop.y, bottom: stroke.loop.y + stroke.loop.h }]) {
      bundle.left = Math.min(bundle.left, station.x - 80);
      bundle.right = Math.max(bundle.right, station.x + 80);
      bundle.top = Math.min(bundle.top, station.top - 50);
      bundle.bottom = Math.max(bundle.bottom, station.bottom + 50);
    }
  }
}
