// Parts of a graph whose nodes are numbers. Nothing here knows the page: a worker runs it.

// The strongly connected components: Tarjan's algorithm without recursion.
function components(count, pairs) {
  const out = Array.from({ length: count }, () => []);
  for (const [a, b] of pairs) out[a].push(b);
  const number = new Int32Array(count).fill(-1), low = new Int32Array(count), open = new Uint8Array(count);
  const stack = [], result = [];
  let next = 0;
  for (let start = 0; start < count; start++) {
    if (number[start] >= 0) continue;
    const calls = [[start, 0]];
    while (calls.length) {
      const call = calls[calls.length - 1], node = call[0];
      if (call[1] === 0 && number[node] < 0) {
        number[node] = low[node] = next++;
        stack.push(node);
        open[node] = 1;
      }
      if (call[1] < out[node].length) {
        const target = out[node][call[1]++];
        if (number[target] < 0) calls.push([target, 0]);
        else if (open[target]) low[node] = Math.min(low[node], number[target]);
        continue;
      }
      calls.pop();
      if (calls.length) {
        const caller = calls[calls.length - 1][0];
        low[caller] = Math.min(low[caller], low[node]);
      }
      if (low[node] !== number[node]) continue;
      const component = [];
      let member;
      do {
        member = stack.pop();
        open[member] = 0;
        component.push(member);
      } while (member !== node);
      result.push(component);
    }
  }
  return result;
}

// What hangs together when directions do not count, the largest part first.
function connectedParts(count, edges) {
  const parent = Int32Array.from({ length: count }, (_, index) => index);
  const find = node => {
    while (parent[node] !== node) node = parent[node] = parent[parent[node]];
    return node;
  };
  for (const edge of edges) parent[find(edge.a)] = find(edge.b);
  const parts = new Map();
  for (let node = 0; node < count; node++) {
    const top = find(node);
    if (!parts.has(top)) parts.set(top, []);
    parts.get(top).push(node);
  }
  return [...parts.values()].sort((x, y) => y.length - x.length || x[0] - y[0]);
}
