// Paints a scene: everything in one canvas, with less detail the further away it is.

// Whether names are written on cards; from further away cards are bars, and the page says that this is the overview.
const isOverview = k => k < 0.6;

// Paints with any pen, at a scale and an offset. `view`: { x, y, k, selected, hovered, finding, path }.
function paint(pen, scene, view, width, height, ratio) {
  const painted = { texts: [], cards: [] };
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = palette.ground;
  pen.fillRect(0, 0, width, height);
  pen.setTransform(ratio * view.k, 0, 0, ratio * view.k, -view.x * view.k * ratio, -view.y * view.k * ratio);
  const thin = Math.max(1.15, 0.7 / view.k), center = view.selected ?? view.hovered, near = nearOf(view, center);
  const isDimmed = (view.selected || view.finding || view.path) && scene.items.length > 12;
  const area = { left: view.x, top: view.y, right: view.x + width / view.k, bottom: view.y + height / view.k };

  for (const item of scene.boxes) if (isWithin(item.box, area)) paintBox(pen, item, view, near, isDimmed, painted);
  paintLines(pen, scene, view, area, thin, isDimmed);
  for (const edge of scene.edges) {
    if (edge.change && edge.change !== 'changed') line(pen, edge, palette[edge.change], Math.max(1.9, 1.4 / view.k));
    if (edge.severity && !edge.isBundle) line(pen, edge, severityColor(edge.severity), Math.max(1.9, 1.4 / view.k));
  }
  if (center) {
    const width = Math.max(1.8, 1.3 / view.k);
    for (const edge of scene.edges) {
      const isIn = edge.to === center || edge.parts?.some(part => part.to === center);
      const isOut = edge.from === center || edge.parts?.some(part => part.from === center);
      if (isIn && edge.from !== center) line(pen, edge, palette.incoming, width);
      else if (isOut) line(pen, edge, palette.accent, width);
      if (edge.isBundle && !center.isGroup) for (const part of edge.parts) {
        if (part.from === center || part.to === center) paintStubs(pen, scene, edge, part, part.to === center ? palette.incoming : palette.accent, width);
      }
    }
  }
  const strong = new Set(view.finding?.edges ?? view.path?.edges ?? []);
  if (strong.size) {
    for (const edge of scene.edges) {
      if (!strong.has(edge) && !edge.parts?.some(part => strong.has(part))) continue;
      line(pen, edge, view.finding ? severityColor(rankOf[view.finding.severity]) : palette.accent, Math.max(3, 2.4 / view.k));
    }
  }

  for (const item of scene.items) {
    const { box } = item;
    if (!isWithin(box, area)) continue;
    pen.globalAlpha = isDimmed && !near.has(item) ? 0.6 : 1;
    painted.cards.push({ key: item.key, ...onScreen(box, view) });
    paintCard(pen, item, view, scene.isCompact, near.has(item), painted);
  }
  pen.globalAlpha = 1;
  if (view.k > 0.2) for (const mark of scene.marks) paintMark(pen, mark, view, painted);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  paintWords(pen, scene, view, center, near, width, height, painted);
  if (view.hero) {
    pen.globalAlpha = 0.88;
    pen.fillStyle = palette.ground;
    pen.fillRect(0, 0, width, height);
    pen.globalAlpha = 1;
    return paintHero(pen, view.hero, width, height, ratio);
  }
  return painted;
}

const isWithin = (box, area) => box.x <= area.right && box.x + box.w >= area.left && box.y <= area.bottom && box.y + box.h >= area.top;

// Between a box's edge, where a bundle ends, and the card within that the edge is of.
function paintStubs(pen, scene, bundle, part, color, width) {
  pen.strokeStyle = pen.fillStyle = color;
  pen.lineWidth = width;
  const curve = (x, y, toX, toY) => {
    pen.beginPath();
    pen.moveTo(x, y);
    pen.bezierCurveTo(x, (y + toY) / 2, toX, (y + toY) / 2, toX, toY);
    pen.stroke();
  };
  const from = scene.itemOf.get(part.from).box, to = scene.itemOf.get(part.to).box, isBelow = bundle.isTurned || bundle.level;
  const { box: outer } = bundle.from, { box: other } = bundle.to;
  const start = outer.x + outer.w / 2 + (bundle.isTurned ? outer.w * aside : bundle.level ? -outer.w * aside : 0), end = other.x + other.w / 2 + (isBelow ? other.w * aside : 0);
  if (from !== outer) curve(from.x + from.w / 2, from.y + from.h, start, bundle.isTurned ? outer.y : outer.y + outer.h);
  if (to !== other) {
    curve(end, isBelow ? other.y + other.h : other.y, to.x + to.w / 2 + (isBelow ? to.w * aside : 0), isBelow ? to.y + to.h : to.y);
    arrow(pen, to, isBelow);
  }
}

// A box around the services of a group, or around groups that need each other.
function paintBox(pen, item, view, near, isDimmed, painted) {
  const { x, y, w, h } = item.box, { k } = view, isSelected = item === view.selected;
  pen.globalAlpha = isDimmed && !near.has(item) && !item.members.some(node => near.has(node)) ? 0.5 : 1;
  pen.beginPath();
  pen.roundRect(x, y, w, h, 10);
  pen.fillStyle = item.isKnot ? palette.knot : palette.box;
  pen.fill();
  pen.strokeStyle = isSelected || item === view.hovered ? palette.accent : palette.line;
  pen.lineWidth = Math.max(isSelected ? 2 : 1, 0.8 / k);
  if (item.isKnot) pen.setLineDash([7, 4]);
  pen.stroke();
  pen.setLineDash([]);
  const size = Math.max(12.5, smallest / k), room = w - 24;
  if (size > boxHead * 0.75 && isOverview(k)) { pen.globalAlpha = 1; return; }
  const title = (item.isKnot ? '' : '− ') + plain(item.title), count = item.isKnot ? '' : plural(item.members.length, 'service');
  pen.font = `600 ${size}px ${palette.font}`;
  pen.fillStyle = item.severity ? severityColor(item.severity) : palette.muted;
  const shown = fitted(pen, title, room), options = { owner: 'box', k, view };
  if (shown) write(pen, painted, shown, x + 12, y + boxHead / 2, size, { ...options, weight: 600 });
  const width = pen.measureText(shown).width;
  pen.font = `400 ${size}px ${palette.font}`;
  if (count && width + pen.measureText(count).width + 14 < room) write(pen, painted, count, x + 12 + width + 10, y + boxHead / 2, size, options);
  pen.globalAlpha = 1;
}

const onScreen = (box, view) => ({
  left: (box.x - view.x) * view.k, top: (box.y - view.y) * view.k,
  right: (box.x + box.w - view.x) * view.k, bottom: (box.y + box.h - view.y) * view.k,
});

// The items that stay bright around what is chosen.
function nearOf(view, center) {
  const near = new Set();
  if (center) {
    near.add(center);
    const seen = node => scene?.itemOf.get(node) ?? node;
    for (const node of center.isGroup ? center.members : [center]) {
      if (center.isOpen) near.add(node);
      for (const edge of node.out) near.add(seen(edge.to));
      for (const edge of node.in) near.add(seen(edge.from));
    }
  }
  const parts = view.finding ? nodesOfFinding(view.finding) : view.path ? view.path.nodes : [];
  for (const node of parts) near.add(scene?.itemOf.get(node) ?? node);
  return near;
}

function paintLines(pen, scene, view, area, thin, isDimmed) {
  // The further away, the more lines in each pixel: they step back, so that the services still show.
  const haze = scene.edges.length > 120 ? Math.min(1, Math.max(0.25, view.k * (view.k < 0.6 ? 1.4 : 0.9))) : 1;
  pen.strokeStyle = pen.fillStyle = palette.edge;
  pen.lineWidth = thin;
  for (const bundle of scene.bundles) {
    if (bundle.left > area.right || bundle.right < area.left || bundle.top > area.bottom || bundle.bottom < area.top) continue;
    pen.globalAlpha = (isDimmed ? 0.35 : 0.95) * haze * (bundle.kind === 2 ? 0.4 : 1);
    pen.setLineDash(dashes[bundle.kind]);
    strokeRoute(pen, bundle.route);
  }
  pen.setLineDash([]);
  pen.globalAlpha = (isDimmed ? 0.35 : 0.95) * haze;
  if (view.k > 0.25) for (const { box, isTurned } of scene.arrows) arrow(pen, box, isTurned);
  pen.globalAlpha = 1;
}

const strokeRoute = (pen, route) => pen.strokeRoute ? pen.strokeRoute(route) : pen.stroke(route.path);

function line(pen, edge, color, width) {
  pen.strokeStyle = pen.fillStyle = color;
  pen.lineWidth = width;
  pen.setLineDash(edge.change === 'removed' ? [6, 4] : dashOf(edge));
  strokeRoute(pen, edge.line ??= lineOf(edge));
  pen.setLineDash([]);
  if (edge.course) arrow(pen, edge.to.box, edge.isTurned || edge.level);
}

function arrow(pen, box, isTurned) {
  const x = box.x + box.w / 2 + (isTurned ? box.w * aside : 0), y = isTurned ? box.y + box.h + box.foot : box.y, back = isTurned ? 1 : -1;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x - 3.8, y + back * 7);
  pen.lineTo(x + 3.8, y + back * 7);
  pen.closePath();
  pen.fill();
}

function write(pen, painted, text, x, y, size, { weight = 400, owner = null, k = 1, view = null, align = 'left' } = {}) {
  pen.font = `${weight} ${size}px ${palette.font}`;
  pen.textAlign = align;
  pen.textBaseline = 'middle';
  pen.fillText(text, x, y);
  const width = pen.measureText(text).width, left = align === 'center' ? x - width / 2 : x;
  const box = { x: left, y: y - size * 0.6, w: width, h: size * 1.2 };
  painted.texts.push({
    text, size: size * k, owner,
    ...(view ? onScreen(box, view) : { left: box.x, top: box.y, right: box.x + box.w, bottom: box.y + box.h }),
  });
}

function paintCard(pen, item, view, isCompact, isNear, painted) {
  const { x, y, w, h } = item.box, size = sizes(isCompact), { k } = view, middle = y + h / 2;
  const isSelected = item === view.selected, isPassing = isPassage(item), isMissing = item.kind === 'missing';
  const tone = item.change ? palette[item.change] : item.severity ? severityColor(item.severity) : null;
  if (isOverview(k)) {
    pen.fillStyle = isSelected ? palette.accent : tone ?? (item.scope ? palette.scopes[scopeIndex(item.scope)] : palette.muted);
    pen.globalAlpha *= isNear || isSelected ? 1 : 0.75;
    pen.fillRect(x, y, w, h);
    // A bar carries its name where there is room.
    const letters = smallest / k;
    if (h < letters * 1.25) return;
    pen.font = `600 ${letters}px ${palette.font}`;
    const name = plain(titleOf(item));
    if (pen.measureText(name).width > w - letters * 0.6) return;
    pen.fillStyle = palette.surface;
    write(pen, painted, name, x + w / 2, middle + letters * 0.05, letters, { weight: 600, owner: item.key, k, view, align: 'center' });
    return;
  }
  const radius = isPassing && item.kind !== 'collection' ? h / 2 : 7;
  const outline = (dx, dy) => { pen.beginPath(); pen.roundRect(x + dx, y + dy, w, h, radius); };
  pen.lineWidth = 1;
  // The cards below show at the foot, where no arrow ends.
  if (item.isGroup || item.kind === 'collection') {
    for (const step of item.isGroup ? [5, 2.5] : [3]) {
      outline(step, step);
      pen.fillStyle = palette.surface;
      pen.strokeStyle = palette.line;
      pen.fill();
      pen.stroke();
    }
  }
  outline(0, 0);
  // No line shows through a card, however pale the card is.
  const { globalAlpha } = pen;
  pen.globalAlpha = 1;
  pen.fillStyle = palette.surface;
  pen.fill();
  pen.globalAlpha = globalAlpha;
  if (isSelected) {
    pen.strokeStyle = palette.accent;
    pen.globalAlpha = 0.3;
    pen.lineWidth = 7;
    pen.stroke();
    pen.globalAlpha = globalAlpha;
  }
  pen.strokeStyle = isSelected ? palette.accent : tone ?? (item === view.hovered ? palette.accent : isNear ? palette.muted : palette.line);
  pen.lineWidth = isSelected ? 2 : tone ? 1.8 : 1.2;
  if (isPassing && item.kind !== 'collection' || isMissing || item.change === 'removed') pen.setLineDash([4, 3]);
  pen.stroke();
  pen.setLineDash([]);
  if (item.root) {
    pen.fillStyle = isSelected ? palette.accent : palette.text;
    drawEntry(pen, x, middle);
  }
  paintNames(pen, item, view, size, middle, isMissing, painted);
}

function paintNames(pen, item, view, size, middle, isMissing, painted) {
  const { x, w } = item.box, { k } = view;
  const start = x + size.pad + size.glyph * 2 + 7, room = x + w - size.pad - start + 3;
  const title = Math.max(size.title, smallest / k), small = Math.max(size.small, smallest / k);
  const hasSecond = size.small && k > 0.86 && secondLine(item) !== '', titleY = hasSecond ? middle - 8 : middle + 0.5;
  const options = { owner: item.key, k, view };
  drawGlyph(pen, item, x + size.pad + size.glyph, hasSecond ? middle - 8 : middle, size.glyph);
  pen.font = `600 ${title}px ${palette.font}`;
  pen.fillStyle = isMissing ? palette.error : palette.text;
  const shown = fitted(pen, plain(titleOf(item)), room);
  if (shown) write(pen, painted, shown, start, titleY, title, { ...options, weight: 600 });
  if (!hasSecond) return;
  pen.font = `400 ${small}px ${palette.font}`;
  pen.fillStyle = palette.muted;
  const second = fitted(pen, plain(secondLine(item)), room);
  if (second) write(pen, painted, second, start, middle + 10, small, options);
}

// A disc with a sign on whatever a finding or a difference speaks of: never colour alone.
function paintMark(pen, mark, view, painted) {
  const radius = Math.max(7.5, 7.5 / view.k), size = Math.max(12, smallest / view.k);
  if (isOverview(view.k)) {
    pen.beginPath();
    pen.arc(mark.x, mark.y, 4 / view.k, 0, 2 * Math.PI);
    pen.fillStyle = mark.color;
    pen.fill();
    return;
  }
  pen.beginPath();
  pen.arc(mark.x, mark.y, radius, 0, 2 * Math.PI);
  pen.fillStyle = mark.color;
  pen.fill();
  pen.strokeStyle = palette.ground;
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.fillStyle = palette.surface;
  write(pen, painted, mark.sign, mark.x, mark.y + 0.5, size, { weight: 700, owner: 'mark', k: view.k, view, align: 'center' });
}
