// Cards: a drawing, a title, what it teaches; one click loads it. Drawings are images, so nothing in them can run.

export function render({ model, el }) {
  const grid = document.createElement("div");
  grid.className = "deck";
  el.append(grid);
  grid.addEventListener("click", (event) => {
    const card = event.target.closest(".card");
    if (card) model.send_msg({ load: card.dataset.name });
  });
  const draw = () => grid.replaceChildren(...model.cards.map(card));
  model.on("cards", draw);
  model.on("drawings", () => {
    const { name, svg } = model.drawings;
    const frame = [...grid.children].find((node) => node.dataset.name === name)?.querySelector(".picture");
    frame?.replaceChildren(picture(svg));
  });
  draw();
  model.send_msg({ ready: true });
}

function card(one) {
  const node = document.createElement("button");
  node.type = "button";
  node.className = "card";
  node.dataset.name = one.name;
  const frame = document.createElement("span");
  frame.className = "picture";
  node.append(frame, text("span", "title", one.title), text("span", "kind", one.kind), text("span", "teaches", one.teaches));
  return node;
}

function text(tag, name, words) {
  const node = document.createElement(tag);
  node.className = name;
  node.textContent = words;
  return node;
}

function picture(svg) {
  const node = document.createElement("img");
  node.alt = "";
  node.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  return node;
}
