// The size of cards, and the words on them.
const smallest = 11;
const sizes = isCompact => isCompact
  ? { h: 26, title: 12.5, small: 0, glyph: 4.5, pad: 8 }
  : { h: 42, title: 13, small: 11.5, glyph: 5.5, pad: 10 };

const secondLine = node => {
  if (node.isGroup) return plural(node.members.length, 'service');
  if (node.kind === 'initializer') return `initializer · ${node.phase}`;
  if (node.kind === 'source') return `requests at ${[...new Set(node.lines)].sort((a, b) => a - b).slice(0, 4).join(', ')}${new Set(node.lines).size > 4 ? ', …' : ''}`;
  if (node.kind === 'missing') return 'missing';
  if (node.kind === 'collection') return 'collection';
  if (node.kind === 'alias') return 'alias';
  const parts = node.kind === 'provided' ? ['provided'] : node.kind === 'select' ? ['select ' + node.parameter] : isOwnName(node) ? [] : [node.factory];
  if (node.scope && node.scope !== 'singleton') parts.push(node.scope);
  if (node.eager) parts.push('eager');
  return parts.join(' · ');
};
// A factory that is called as its key says nothing new: `httpServer` for `HTTPServer`.
const isOwnName = node => node.factory?.toLowerCase() === node.key.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
const factoryAside = node => isOwnName(node) ? null : node.factory;
const titleOf = item => item.isGroup ? item.title : item.key;

const measuring = document.createElement('canvas').getContext('2d');
function measure(node, isCompact, most) {
  const size = sizes(isCompact);
  measuring.font = `600 ${size.title}px ${palette.font}`;
  let width = measuring.measureText(titleOf(node)).width;
  if (!isCompact) {
    measuring.font = `${size.small}px ${palette.font}`;
    width = Math.max(width, measuring.measureText(secondLine(node)).width);
  }
  return { w: Math.ceil(Math.min(most, Math.max(84, width + size.pad * 2 + size.glyph * 2 + 12))), h: size.h };
}

function titleWidth(item) {
  measuring.font = `600 12.5px ${palette.font}`;
  return measuring.measureText(`− ${item.title}  ${item.isGroup ? plural(item.members.length, 'service') : ''}`).width + 40;
}

// What fits, cut in the middle: keys differ at their ends.
const shortened = new Map();
function fitted(pen, text, width) {
  const name = pen.font + Math.round(width) + text;
  if (shortened.has(name)) return shortened.get(name);
  if (shortened.size > 20000) shortened.clear();
  let result = text;
  if (pen.measureText(text).width > width) {
    const letters = [...text];
    let low = 0, high = letters.length - 1;
    const cut = count => letters.slice(0, Math.ceil(count / 2)).join('') + '…' + letters.slice(letters.length - Math.floor(count / 2)).join('');
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (pen.measureText(cut(middle)).width <= width) low = middle; else high = middle - 1;
    }
    result = low < 2 ? '' : cut(low);
  }
  shortened.set(name, result);
  return result;
}

// Control characters and changes of direction would tear a line of text apart.
const plain = text => text.replace(/[\p{Cc}\u2028\u2029]/gu, '␣').replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
