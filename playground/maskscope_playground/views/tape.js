// The tape: one chip a token, and the text they make. Chips are buttons filled by textContent: no markup is parsed.

export function render({ model, el }) {
  const chips = document.createElement("div");
  chips.className = "chips";
  chips.setAttribute("role", "list");
  chips.setAttribute("aria-label", "Tokens so far");
  const text = document.createElement("pre");
  text.className = "text ms-text";
  text.setAttribute("aria-label", "Text so far");
  text.tabIndex = 0;
  el.append(chips, text);

  chips.addEventListener("click", (event) => {
    const chip = event.target.closest(".ms-token");
    if (chip) model.send_msg({ back: Number(chip.dataset.at) });
  });

  let drawn = [];
  let offset = 0; // tokens before the first chip
  const draw = () => {
    const all = model.tape, first = model.first;
    let same = 0;
    if (first !== offset) drawn = [];
    offset = first;
    while (same < Math.min(all.length, drawn.length) && drawn[same] === key(all[same])) same += 1;
    while (chips.childElementCount > same) chips.lastElementChild.remove();
    while (text.childElementCount > same) text.lastElementChild.remove();
    for (let i = same; i < all.length; i += 1) {
      chips.append(chip(all[i], first + i));
      text.append(run(all[i], first + i));
    }
    drawn = all.map(key);
    chips.dataset.empty = model.empty;
    chips.dataset.before = first ? `… ${first.toLocaleString("en")} before` : "";
    chips.classList.toggle("none", all.length === 0);
    chips.scrollTop = chips.scrollHeight;
    text.scrollTop = text.scrollHeight;
  };
  model.on("first", draw);
  model.on("tape", draw);
  draw();
}

function key(token) {
  return JSON.stringify(token);
}

function chip(token, i) {
  const item = document.createElement("span");
  item.setAttribute("role", "listitem");
  const node = document.createElement("button");
  node.type = "button";
  node.className = `ms-token t${i % 6}${token.hand ? " hand" : ""}${token.down ? " down" : ""}${token.end ? " end" : ""}`;
  node.dataset.at = i;
  node.dataset.id = token.id;
  node.dataset.bytes = token.hex;
  node.title = token.title;
  node.setAttribute("aria-label", `Token ${i + 1}: ${token.said}. Go back to here`);
  fill(node, token.parts);
  item.append(node);
  return item;
}

function run(token, i) {
  const node = document.createElement("span");
  node.className = `run t${i % 6}`;
  if (!token.end) fill(node, token.parts);
  return node;
}

function fill(node, parts) {
  for (const [kind, piece] of parts) {
    const part = document.createElement("span");
    part.className = kind;
    part.textContent = piece;
    node.append(part);
  }
}
