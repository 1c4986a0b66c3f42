// Words beside the cards: what cases and the chosen service's dependencies are called, and in the overview the names
// of landmarks. None is written over a card, a mark or another word: what finds no free place is left out.

// What of the window is taken, in squares of eight pixels.
class Paper {
  constructor(width, height) {
    this.across = Math.ceil(width / 8) + 1;
    this.down = Math.ceil(height / 8) + 1;
    this.taken = new Uint8Array(this.across * this.down);
  }
  each({ left, top, right, bottom }, visit) {
    const first = Math.max(0, Math.floor(left / 8)), last = Math.min(this.across - 1, Math.floor(right / 8));
    for (let y = Math.max(0, Math.floor(top / 8)); y <= Math.min(this.down - 1, Math.floor(bottom / 8)); y++) {
      for (let x = first; x <= last; x++) if (visit(y * this.across + x)) return true;
    }
    return false;
  }
  take(area) { this.each(area, at => { this.taken[at] = 1; return false; }); }
  isFree(area) {
    return area.left >= 2 && area.top >= 2 && area.right < this.across * 8 - 10 && area.bottom < this.down * 8 - 10
      && !this.each(area, at => this.taken[at] === 1);
  }
}

function paintWords(pen, scene, view, center, near, width, height, painted) {
  const isFar = isOverview(view.k);
  if (isFar && scene.boxes.length) { paintBoxNames(pen, scene, view, width, height, painted); return; }
  const paper = new Paper(width, height);
  for (const card of painted.cards) paper.take(card);
  for (const text of painted.texts) if (text.owner === 'mark') paper.take({ left: text.left - 4, top: text.top - 2, right: text.right + 4, bottom: text.bottom + 2 });
  if (isFar) paintLandmarks(pen, scene, view, center, near, width, height, paper, painted);
  else paintEdgeWords(pen, scene, view, center, paper, painted);
}

function put(pen, painted, paper, text, places, color, size, weight = 400, owner = null) {
  pen.font = `${weight} ${size}px ${palette.font}`;
  const w = pen.measureText(text).width;
  for (const [x, y] of places) {
    const area = { left: x - w / 2 - 4, right: x + w / 2 + 4, top: y - 8, bottom: y + 8 };
    if (!paper.isFree(area)) continue;
    paper.take(area);
    pen.fillStyle = palette.ground;
    pen.globalAlpha = 0.85;
    pen.fillRect(area.left + 2, y - 7.5, w + 4, 15);
    pen.globalAlpha = 1;
    pen.fillStyle = color;
    write(pen, painted, text, x, y, size, { weight, owner, align: 'center' });
    return true;
  }
  return false;
}

// Services by how much they tell about where one is: what findings speak of, roots, what is much used.
function landmarksOf(items) {
  const weight = item => item.severity * 1000 + (item.root ? 500 : 0) + (item.isGroup ? item.members.length : 0) + item.in.length + item.out.length / 4;
  return [...items].sort((a, b) => weight(b) - weight(a) || a.order - b.order).slice(0, 200);
}
// In the overview a box's name lies over what it holds, as on a map.
function paintBoxNames(pen, scene, view, width, height, painted) {
  const paper = new Paper(width, height), named = new Set(painted.texts.map(text => text.owner));
  for (const text of painted.texts) paper.take(text);
  for (const item of [...scene.boxes, ...scene.items.filter(item => item.isGroup || !scene.parentOf.has(item))]) {
    const box = onScreen(item.box, view), x = (box.left + box.right) / 2, isGroup = item.isGroup || item.isKnot;
    if (named.has(item.key) || box.left > width || box.right < 0 || box.top > height || box.bottom < 0) continue;
    const middle = (box.top + box.bottom) / 2, places = item.isKnot ? [[x, box.top - 10], [x, box.bottom + 10]] : [[x, item.isOpen ? box.top + 11 : middle], [x, middle], [x, box.bottom - 11]];
    put(pen, painted, paper, plain(titleOf(item)), places, item.severity ? severityColor(item.severity) : palette.text, smallest, isGroup ? 600 : 400, 'box');
  }
}
function paintLandmarks(pen, scene, view, center, near, width, height, paper, painted) {
  const named = new Set(painted.texts.map(text => text.owner));
  let count = 0;
  for (const item of [center, ...near, ...scene.landmarks]) {
    if (!item?.box || count > 120 || named.has(item.key)) continue;
    const box = onScreen(item.box, view);
    if (box.left > width || box.right < 0 || box.top > height || box.bottom < 0) continue;
    pen.font = `600 ${smallest}px ${palette.font}`;
    const text = fitted(pen, plain(titleOf(item)), 190), w = pen.measureText(text).width, x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const color = item === center ? palette.accent : item.severity ? severityColor(item.severity) : palette.text;
    // In the square above the card's first, and below its last.
    const above = Math.floor(box.top / 8) * 8 - 9, below = Math.floor(box.bottom / 8) * 8 + 17;
    const places = [[x, above], [x, below], [box.right + w / 2 + 6, y], [box.left - w / 2 - 6, y]];
    if (put(pen, painted, paper, text, places, color, smallest, 600)) count++;
  }
}

function paintEdgeWords(pen, scene, view, center, paper, painted) {
  const at = (edge, t) => {
    const [from, to] = edge.course, s = 1 - t, bend = (to.top - from.bottom) * 0.55;
    const x = s * s * s * from.x + 3 * s * s * t * from.x + 3 * s * t * t * to.x + t * t * t * to.x;
    const y = s * s * s * from.bottom + 3 * s * s * t * (from.bottom + bend) + 3 * s * t * t * (to.top - bend) + t * t * t * to.top;
    return [(x - view.x) * view.k, (y - view.y) * view.k];
  };
  const say = (edge, text, color) => {
    if (!text || text.toLowerCase() === edge.to.key.toLowerCase() || !edge.course || edge.level || edge.isTurned || edge.isStraight || edge.course[0].band !== edge.course[1].band) return;
    pen.font = `400 11.5px ${palette.font}`;
    const shown = fitted(pen, plain(text), 150);
    if (shown) put(pen, painted, paper, shown, [0.5, 0.62, 0.4, 0.72].map(t => at(edge, t)), color, 11.5);
  };
  const words = new Map();
  for (const edge of scene.edges) {
    if (edge.from !== center || edge.isBundle || edge.kind === 'case') continue;
    const text = edge.kind === 'instance' ? edge.label : [edge.label, edge.kind].filter(Boolean).join(' · ');
    words.set(edge.to, [edge, [words.get(edge.to)?.[1], text].filter(Boolean).join(', ')]);
  }
  if (words.size <= 24) for (const [edge, text] of words.values()) say(edge, text, palette.accent);
  for (const edge of scene.edges) if (edge.kind === 'case') say(edge, edge.label, palette.muted);
}
