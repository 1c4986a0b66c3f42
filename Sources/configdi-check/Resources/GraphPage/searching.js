// Finds services, files, groups and findings by any of their words, typing mistakes forgiven.

// The fewest mistakes with which `word` stands somewhere in `text`: letters missing, added, changed or exchanged.
function mistakes(word, text, most) {
  let before = null, row = new Array(text.length + 1).fill(0);
  for (let i = 1; i <= word.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= text.length; j++) {
      let cost = Math.min(row[j - 1] + (word[i - 1] === text[j - 1] ? 0 : 1), row[j] + 1, next[j - 1] + 1);
      if (before && j > 1 && word[i - 1] === text[j - 2] && word[i - 2] === text[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return Infinity;
    before = row;
    row = next;
  }
  return Math.min(...row);
}

// Everything that can be found, each with its words: the first are its name.
function entriesOf(model) {
  if (model.entries) return model.entries;
  const files = new Map();
  for (const node of model.nodes) files.set(node.at[0], (files.get(node.at[0]) ?? 0) + 1);
  return model.entries = [
    ...model.nodes.map(node => ({
      node, name: node.key, aside: secondLine(node),
      words: [node.factory, node.scope, node.kind, node.parameter, fileOf(node), node.description].filter(Boolean).join(' ').toLowerCase(),
    })),
    ...model.findings.map(finding => ({ finding, name: finding.code + ' ' + finding.slug, aside: finding.message, words: finding.message.toLowerCase() })),
    ...[...files].map(([file, count]) => ({ file, name: data.files[file], aside: plural(count, 'service'), words: 'file' })),
  ].map(entry => ({ ...entry, lower: entry.name.toLowerCase() }));
}

function searched(model, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return { words, found: [] };
  const hits = [];
  for (const entry of entriesOf(model)) {
    if (!words.every(word => entry.lower.includes(word) || entry.words.includes(word))) continue;
    const [first] = words;
    const rank = entry.lower === first ? 0 : entry.lower.startsWith(first) ? 1 : entry.lower.includes(first) ? 2 : 4;
    // A file's name is in each of its services: the file itself comes before them.
    hits.push({ entry, rank: entry.node || rank > 2 ? rank : rank + 0.5 });
  }
  if (!hits.length) {
    const allowed = word => word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
    for (const entry of entriesOf(model)) {
      let total = 0;
      for (const word of words) total += mistakes(word, entry.lower, allowed(word)) <= allowed(word) ? mistakes(word, entry.lower, allowed(word)) : Infinity;
      if (total < Infinity) hits.push({ entry, rank: 5 + total, isGuess: true });
    }
  }
  hits.sort((a, b) => a.rank - b.rank || a.entry.name.length - b.entry.name.length || (a.entry.name < b.entry.name ? -1 : 1));
  return { words, found: hits.slice(0, 60).map(hit => hit.entry), isGuess: Boolean(hits[0]?.isGuess) };
}
