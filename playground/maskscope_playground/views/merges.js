// The merges of one piece, step by step: the two symbols that join are marked. Text only.

export function render({ model, el }) {
  const list = document.createElement("ol");
  el.append(list);
  const draw = () => list.replaceChildren(...model.steps.map(step));
  model.on("steps", draw);
  draw();
}

function step(one) {
  const item = document.createElement("li");
  item.className = one.symbols.length ? "" : "end";
  one.symbols.forEach((symbol, i) => {
    const node = document.createElement("span");
    node.className = i === one.at || i === one.at + 1 ? "symbol joins" : "symbol";
    node.textContent = symbol;
    item.append(node);
  });
  const rank = document.createElement("span");
  rank.className = "rank";
  rank.textContent = one.said;
  item.append(rank);
  return item;
}
