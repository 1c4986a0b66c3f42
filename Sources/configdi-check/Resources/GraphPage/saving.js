// The picture as a file, and on paper.

const escaped = text => String(text).replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

// Takes what is painted on a canvas, and writes it as SVG.
class SVGPen {
  constructor() {
    this.parts = [];
    this.globalAlpha = 1;
    this.lineWidth = 1;
    this.dash = [];
    this.matrix = [1, 0, 0, 1, 0, 0];
    this.textAlign = 'left';
    this.route = [];
  }
  setTransform(...matrix) { this.matrix = matrix; }
  setLineDash(dash) { this.dash = dash; }
  measureText(text) { measuring.font = this.font; return measuring.measureText(text); }
  beginPath() { this.route = []; }
  add(...parts) { this.route.push(parts.map(part => typeof part === 'number' ? Math.round(part * 10) / 10 : part).join(' ')); }
  moveTo(x, y) { this.add('M', x, y); }
  lineTo(x, y) { this.add('L', x, y); }
  closePath() { this.add('Z'); }
  arc(x, y, r) { this.add('M', x - r, y, 'a', r, r, 0, 1, 0, 2 * r, 0, 'a', r, r, 0, 1, 0, -2 * r, 0, 'Z'); }
  roundRect(x, y, w, h, radius) {
    const r = Math.min(radius, w / 2, h / 2);
    this.add('M', x + r, y, 'h', w - 2 * r, 'a', r, r, 0, 0, 1, r, r, 'v', h - 2 * r, 'a', r, r, 0, 0, 1, -r, r,
      'h', 2 * r - w, 'a', r, r, 0, 0, 1, -r, -r, 'v', 2 * r - h, 'a', r, r, 0, 0, 1, r, -r, 'Z');
  }
  element(name, attributes, content = '') {
    const [a, b, c, d, e, f] = this.matrix, isPlain = a === 1 && d === 1 && !e && !f;
    const all = {
      ...attributes, opacity: this.globalAlpha < 1 ? Math.round(this.globalAlpha * 100) / 100 : null,
      transform: isPlain ? null : `matrix(${[a, b, c, d, e, f].map(value => Math.round(value * 1000) / 1000).join(' ')})`,
    };
    const text = Object.entries(all).filter(([, value]) => value !== null && value !== '').map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
    this.parts.push(content ? `<${name}${text}>${content}</${name}>` : `<${name}${text}/>`);
  }
  fill() { this.element('path', { d: this.route.join(''), fill: this.fillStyle }); }
  stroke(d = this.route.join('')) {
    this.element('path', { d, fill: 'none', stroke: this.strokeStyle, 'stroke-width': Math.round(this.lineWidth * 100) / 100, 'stroke-dasharray': this.dash.join(' ') });
  }
  strokeRoute(route) { this.stroke(route.svg); }
  fillRect(x, y, width, height) { this.element('rect', { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10, width, height, fill: this.fillStyle }); }
  fillText(text, x, y) {
    const [, weight, size, family] = /^(\d+) ([\d.]+)px (.*)$/.exec(this.font);
    this.element('text', {
      x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10, fill: this.fillStyle, 'font-size': size, 'font-family': family,
      'font-weight': weight === '400' ? null : weight, 'text-anchor': this.textAlign === 'center' ? 'middle' : null, 'dominant-baseline': 'central',
    }, escaped(text));
  }
}

const margin = 24;
const wholeView = () => ({ x: -margin, y: -margin, k: 1, selected: state.item, hovered: null, finding: state.finding, path: state.path });
function svgOf(scene) {
  const width = Math.ceil(scene.w + 2 * margin), height = Math.ceil(scene.h + 2 * margin), pen = new SVGPen();
  paint(pen, scene, wholeView(), width, height, 1);
  return {
    width, height,
    text: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">\n<title>${escaped(plain(document.title))}</title>\n${pen.parts.join('\n')}\n</svg>\n`,
  };
}
// At most as large as browsers make canvases.
function pngOf(scene) {
  const width = scene.w + 2 * margin, height = scene.h + 2 * margin;
  const ratio = Math.min(2, 16000 / width, 16000 / height, Math.sqrt(80e6 / width / height));
  const canvas = make('canvas', { width: Math.ceil(width * ratio), height: Math.ceil(height * ratio) });
  paint(canvas.getContext('2d'), scene, wholeView(), width, height, ratio);
  return new Promise(done => canvas.toBlob(done, 'image/png'));
}
async function save(kind) {
  const blob = kind === 'svg' ? new Blob([svgOf(scene).text], { type: 'image/svg+xml' }) : await pngOf(scene);
  if (!blob) { announce('This image is too large for PNG; save it as SVG.'); return null; }
  const name = [data.title.replace(/^.*\//, '').replace(/\.ya?ml$/, ''), model.name].filter(Boolean).join('-').replace(/[^\p{L}\p{N}.-]+/gu, '-');
  const address = URL.createObjectURL(blob);
  make('a', { href: address, download: `${name}.${kind}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  announce(`Saved ${name}.${kind}.`);
  return blob;
}

// Everything that carries a colour, in those of the screen or of paper.
function dressAs(isForPaper) {
  readPalette(isForPaper);
  scene.marks = marksOf(scene);
  showLegend();
}

// Where a picture is cut into pages no taller than that, between the cards where it can be.
function cuts(height, tall) {
  const pages = [];
  for (let start = 0; start < height;) {
    let end = Math.min(start + tall, height);
    for (const { box } of end < height ? scene.items.toSorted((a, b) => b.box.y - a.box.y) : []) {
      const top = box.y + margin - 8;
      if (top < end && box.y + box.h + margin + 8 > end && top > start + tall / 2) end = top;
    }
    pages.push([start, end - start]);
    start = end;
  }
  return pages;
}

// Paper is white, and has pages: the picture goes on from one to the next.
function preparePaper() {
  if (!scene) return;
  dressAs(true);
  const { width, height, text } = svgOf(scene);
  const wide = Math.min(1, 1040 / width), k = wide * Math.min(1, Math.sqrt(12 * 640 / (height * wide)));
  const picture = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  byId('paper').replaceChildren(...cuts(height, 640 / k).map(([start, part]) => {
    const page = picture.cloneNode(true);
    page.setAttribute('viewBox', `0 ${start} ${width} ${part}`);
    page.setAttribute('width', String(width * k));
    page.setAttribute('height', String(part * k));
    return page;
  }));
}
function putPaperAway() {
  byId('paper').replaceChildren();
  dressAs(false);
  redraw();
}
