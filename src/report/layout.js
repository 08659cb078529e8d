// Lays out a directed graph in layers, from left to right, as Graphviz's dot does: edges that would
// lead back are turned round, nodes get layers, long edges get a bend in each layer between, the
// order in each layer is chosen so that few edges cross, and then nodes move to where their
// neighbours are. (Sugiyama, Tagawa and Toda 1981.)

const ORDER_ROUNDS = 24;
const PLACE_ROUNDS = 16;

// The edges as {from, to, isBack}, with those turned round that lead back to where a depth-first
// walk from node 0 came from. Loops are left out.
function forwardEdges(count, edges) {
  const leaving = Array.from({length: count}, () => []);
  edges.forEach((edge, k) => leaving[edge.from].push(k));
  const state = new Array(count).fill("new");
  const isBack = new Set();
  const walk = node => {
    state[node] = "open";
    for (const k of leaving[node]) {
      if (state[edges[k].to] === "open") isBack.add(k);
      else if (state[edges[k].to] === "new") walk(edges[k].to);
    }
    state[node] = "done";
  };
  for (let node = 0; node < count; ++node) if (state[node] === "new") walk(node);
  return edges
    .map((edge, k) =>
      isBack.has(k)
        ? {k, from: edge.to, to: edge.from, isBack: true}
        : {k, from: edge.from, to: edge.to, isBack: false},
    )
    .filter(({from, to}) => from !== to);
}

// A node's layer is the length of the longest path to it; then nodes move towards the layers of
// their successors if that shortens edges.
function layersOf(count, edges) {
  const layers = new Array(count).fill(0);
  for (let round = 0; round < count; ++round)
    for (const {from, to} of edges) layers[to] = Math.max(layers[to], layers[from] + 1);
  for (let node = count - 1; node > 0; --node) {
    const out = edges.filter(({from}) => from === node);
    const into = edges.filter(({to}) => to === node);
    if (out.length > into.length) layers[node] = Math.min(...out.map(({to}) => layers[to])) - 1;
  }
  return layers;
}

// The places that are closest to `wanted` and at least `gaps[k]` apart, in order: isotonic
// regression by pooling neighbours.
function spreadOut(wanted, gaps) {
  const pools = [];
  let offset = 0;
  const offsets = wanted.map((_, k) => (offset += k > 0 ? gaps[k - 1] : 0));
  wanted.forEach((want, k) => {
    pools.push({sum: want - offsets[k], count: 1});
    while (pools.length > 1 && pools.at(-2).sum / pools.at(-2).count > pools.at(-1).sum / pools.at(-1).count) {
      const {sum, count} = pools.pop();
      pools.at(-1).sum += sum;
      pools.at(-1).count += count;
    }
  });
  return pools.flatMap(({sum, count}) => Array(count).fill(sum / count)).map((place, k) => place + offsets[k]);
}

class LayeredLayout {
  // `heights` of the nodes; an edge is {from, to}.
  constructor(heights, edges, bendHeight) {
    this.items = heights.map((height, node) => ({node, height, before: [], after: [], y: 0}));
    this.chains = new Map(); // the items along an edge, by its number
    const forward = forwardEdges(heights.length, edges);
    this.backward = new Set(forward.filter(({isBack}) => isBack).map(({k}) => k));
    const layers = layersOf(heights.length, forward);
    this.layers = Array.from({length: Math.max(...layers) + 1}, () => []);
    this.items.forEach((item, node) => this.put(item, layers[node]));
    for (const {k, from, to} of forward) this.chain(k, this.items[from], this.items[to], bendHeight);
    this.order();
    this.place();
  }

  put(item, layer) {
    item.layer = layer;
    this.layers[layer].push(item);
  }

  chain(k, from, to, height) {
    const items = [from];
    for (let layer = from.layer + 1; layer < to.layer; ++layer) {
      const bend = {node: null, height, before: [], after: [], y: 0};
      this.put(bend, layer);
      items.push(bend);
    }
    items.push(to);
    for (let at = 1; at < items.length; ++at) {
      items[at - 1].after.push(items[at]);
      items[at].before.push(items[at - 1]);
    }
    this.chains.set(k, items);
  }

  crossings() {
    let sum = 0;
    for (const layer of this.layers) {
      const pairs = layer.flatMap(item => item.after.map(next => [item.at, next.at]));
      for (let a = 0; a < pairs.length; ++a)
        for (let b = 0; b < a; ++b)
          sum += Number((pairs[a][0] - pairs[b][0]) * (pairs[a][1] - pairs[b][1]) < 0);
    }
    return sum;
  }

  number() {
    for (const layer of this.layers) layer.forEach((item, at) => (item.at = at));
  }

  // Sorts layers by the mean place of neighbours, down and up, and keeps the best order.
  order() {
    this.number();
    let best = {crossings: this.crossings(), layers: this.layers.map(layer => [...layer])};
    for (let round = 0; round < ORDER_ROUNDS && best.crossings > 0; ++round) {
      const isDown = round % 2 === 0;
      for (const layer of isDown ? this.layers : [...this.layers].reverse()) {
        const mean = new Map(
          layer.map(item => {
            const near = isDown ? item.before : item.after;
            const sum = near.reduce((total, other) => total + other.at, 0);
            return [item, near.length === 0 ? item.at : sum / near.length];
          }),
        );
        layer.sort((a, b) => mean.get(a) - mean.get(b) || (round % 4 < 2 ? a.at - b.at : b.at - a.at));
        layer.forEach((item, at) => (item.at = at));
      }
      const crossings = this.crossings();
      if (crossings < best.crossings) best = {crossings, layers: this.layers.map(layer => [...layer])};
    }
    this.layers = best.layers;
    this.number();
    this.transpose();
  }

  // Swaps neighbours while that removes crossings.
  transpose() {
    let least = this.crossings();
    for (let isBetter = true; isBetter && least > 0; ) {
      isBetter = false;
      for (const layer of this.layers)
        for (let at = 1; at < layer.length; ++at) {
          const swap = () => {
            [layer[at - 1], layer[at]] = [layer[at], layer[at - 1]];
            [layer[at - 1].at, layer[at].at] = [at - 1, at];
          };
          swap();
          const crossings = this.crossings();
          if (crossings < least) [least, isBetter] = [crossings, true];
          else swap();
        }
    }
  }

  place() {
    for (const layer of this.layers) {
      let y = 0;
      for (const item of layer) {
        item.y = y + item.height / 2;
        y += item.height;
      }
      layer.forEach(item => (item.y -= y / 2));
    }
    for (let round = 0; round < PLACE_ROUNDS; ++round)
      for (const layer of round % 2 === 0 ? this.layers : [...this.layers].reverse()) {
        const wanted = layer.map(item => {
          const near = [...item.before, ...item.after];
          return near.length === 0 ? item.y : near.reduce((sum, other) => sum + other.y, 0) / near.length;
        });
        const gaps = layer.slice(1).map((item, k) => (layer[k].height + item.height) / 2);
        spreadOut(wanted, gaps).forEach((y, k) => (layer[k].y = y));
      }
    const top = Math.min(...this.items.map(item => item.y - item.height / 2), ...this.bends().map(({y}) => y));
    for (const layer of this.layers) for (const item of layer) item.y -= top;
  }

  bends() {
    return this.layers.flat().filter(({node}) => node === null);
  }
}
