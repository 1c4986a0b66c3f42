// A chosen finding in the middle of the window, everything else dimmed: a cycle as a ring whose edges are numbered as in
// the panel, another path as a chain, after the way from a root that leads to it.

let knownHero = { finding: null, hero: null };
function heroOf(finding) {
  if (knownHero.finding !== finding) knownHero = { finding, hero: finding ? madeHero(finding) : null };
  return knownHero.hero;
}
function madeHero(finding) {
  const edges = finding.edges.filter(edge => edge.from !== edge.to);
  if (!edges.length) return null;
  const ring = finding.slug.endsWith('cycle') ? ringOf(edges) : null, chain = ring ?? chainOf(edges);
  if (!chain) return null;
  const lead = ring || chain.length > 4 ? [] : (pathFromRoot(model, chain[0].from) ?? []).slice(-3);
  const way = [...lead, ...chain], nodes = [way[0].from, ...(ring ? way.slice(0, -1) : way).map(edge => edge.to)];
  return new Set(nodes).size === nodes.length && nodes.length <= 16 ? { isRing: Boolean(ring), finding, edges: chain, lead, nodes } : null;
}
function ringOf(edges) {
  const ring = [edges[0]];
  while (ring.at(-1).to !== edges[0].from) {
    const next = edges.find(edge => edge.from === ring.at(-1).to && !ring.includes(edge));
    if (!next) return null;
    ring.push(next);
  }
  return ring;
}
function chainOf(edges) {
  const left = [...edges], chain = [left.shift()];
  while (left.length) {
    const index = left.findIndex(edge => edge.from === chain.at(-1).to || edge.to === chain[0].from);
    if (index < 0) return null;
    const [edge] = left.splice(index, 1);
    if (edge.from === chain.at(-1).to) chain.push(edge); else chain.unshift(edge);
  }
  return chain;
}

// Places of the cards around the origin, and the scale and offset at which they fill the window.
function placeHero(hero, width, height) {
  const cards = hero.nodes.map(node => measure(node, false, 320)), count = cards.length;
  const widest = Math.max(...cards.map(card => card.w)), boxes = new Map();
  const put = (index, x, y) => boxes.set(hero.nodes[index], { ...cards[index], foot: 0, x: x - cards[index].w / 2, y: y - cards[index].h / 2 });
  if (hero.isRing) {
    // As wide as the window allows, else higher.
    const wanted = Math.max(120, widest * 0.75, count * widest / 5.5), across = Math.max(widest * 0.56, Math.min(wanted, (width - widest - 80) / 2));
    const down = Math.max(110, count * 26) * Math.max(1, wanted / across);
    for (let index = 0; index < count; index++) {
      const angle = -Math.PI / 2 + index * 2 * Math.PI / count;
      put(index, Math.cos(angle) * across * (count === 2 ? 0 : 1), Math.sin(angle) * down);
    }
  } else for (let index = 0; index < count; index++) put(index, 0, index * 104);
  const { left, top, right, bottom } = boundsOf([...boxes.values()].map(box => ({ box })));
  const k = Math.min(1.25, (width - 60) / (right - left + 80), (height - 40) / (bottom - top + 20));
  return { boxes, k, x: (left + right) / 2 - width / 2 / k, y: (top + bottom) / 2 - height / 2 / k };
}

// Where the line between the middles of two cards leaves one of them.
function border(box, toX, toY) {
  const x = box.x + box.w / 2, y = box.y + box.h / 2, dx = toX - x, dy = toY - y;
  const t = Math.min((box.w / 2 + 5) / Math.abs(dx || 1e-6), (box.h / 2 + 5) / Math.abs(dy || 1e-6));
  return [x + dx * t, y + dy * t];
}

function paintHero(pen, hero, width, height, ratio) {
  const painted = { texts: [], cards: [] }, at = placeHero(hero, width, height), { boxes, k } = at;
  const ownView = { ...at, selected: null, hovered: view.hovered };
  pen.setTransform(ratio * k, 0, 0, ratio * k, -at.x * k * ratio, -at.y * k * ratio);
  const tone = severityColor(rankOf[hero.finding.severity]), middle = { x: 0, y: 0 };
  const draw = (edge, color, number) => {
    const from = boxes.get(edge.from), to = boxes.get(edge.to), center = box => [box.x + box.w / 2, box.y + box.h / 2];
    const [ax, ay] = center(from), [bx, by] = center(to);
    // A ring bows outward, a chain is straight; a ring of two has a bow on each side.
    const mx = (ax + bx) / 2, my = (ay + by) / 2, out = Math.hypot(mx - middle.x, my - middle.y);
    const bow = !hero.isRing ? [mx, my] : out < 1 ? [mx + (ay < by ? 130 : -130), my] : [mx + (mx - middle.x) / out * 46, my + (my - middle.y) / out * 46];
    const [sx, sy] = border(from, ...bow), [ex, ey] = border(to, ...bow), angle = Math.atan2(ey - bow[1], ex - bow[0]);
    pen.strokeStyle = pen.fillStyle = color;
    pen.lineWidth = number ? 3 : 1.8;
    pen.setLineDash(dashOf(edge));
    pen.beginPath();
    pen.moveTo(sx, sy);
    pen.bezierCurveTo((sx + 2 * bow[0]) / 3, (sy + 2 * bow[1]) / 3, (ex + 2 * bow[0]) / 3, (ey + 2 * bow[1]) / 3, ex, ey);
    pen.stroke();
    pen.setLineDash([]);
    pen.beginPath();
    pen.moveTo(ex + Math.cos(angle) * 4, ey + Math.sin(angle) * 4);
    for (const side of [2.7, -2.7]) pen.lineTo(ex + Math.cos(angle + side) * 11, ey + Math.sin(angle + side) * 11);
    pen.closePath();
    pen.fill();
    if (!number) return;
    const x = (sx + 2 * bow[0] + ex) / 4, y = (sy + 2 * bow[1] + ey) / 4;
    pen.beginPath();
    pen.arc(x, y, 11, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = palette.surface;
    write(pen, painted, number, x, y + 0.5, Math.max(13, smallest / k), { weight: 700, owner: 'mark', k, view: ownView, align: 'center' });
    const label = [edge.kind === 'instance' ? null : edge.kind, edge.label].filter(Boolean).join(' · ');
    if (hero.isRing || !label) return;
    pen.fillStyle = palette.muted;
    write(pen, painted, plain(label), x + 20, y, Math.max(12, smallest / k), { owner: 'mark', k, view: ownView });
  };
  for (const edge of hero.lead) draw(edge, palette.muted, '');
  hero.edges.forEach((edge, index) => draw(edge, tone, hero.edges.length > 1 ? String(index + 1) : '!'));
  for (const [node, box] of boxes) {
    painted.cards.push({ key: node.key, ...onScreen(box, ownView) });
    paintCard(pen, { ...node, box, change: null }, ownView, false, true, painted);
  }
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  return painted;
}

function heroPlace(node) {
  const hero = view.hero;
  if (!hero?.nodes.includes(node)) return null;
  const { boxes, k, x, y } = placeHero(hero, stageArea.clientWidth, stageArea.clientHeight), box = boxes.get(node);
  return { x: (box.x + box.w / 2 - x) * k, y: (box.y + box.h / 2 - y) * k };
}
function heroItemAt(point) {
  const hero = view.hero;
  if (!hero) return null;
  const { boxes, k, x, y } = placeHero(hero, stageArea.clientWidth, stageArea.clientHeight);
  return [...boxes].find(([, box]) => isInside(box, point.x / k + x, point.y / k + y))?.[0] ?? null;
}
