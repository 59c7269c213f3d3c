// The allowed tokens of a state: filter, order, page, and a click that takes one. Text only, never markup.

const COLUMNS = [
  ["id", "id", "Token number"],
  ["text", "token", "The token's text; blanks are drawn, bytes that are no text stand in angle brackets"],
  ["next", "next", "The state after it"],
  ["distance", "to go", "Bytes from there to the nearest complete text"],
  ["share", "p", "Probability among the allowed tokens"],
];

export function render({ model, el }) {
  const bar = element("div", "bar");
  const search = element("input", "search");
  search.type = "search";
  search.placeholder = "Filter: text or /regex/";
  search.setAttribute("aria-label", "Filter tokens");
  const count = element("div", "count");
  count.setAttribute("aria-live", "polite");
  const frame = element("div", "frame");
  const table = element("table", "table");
  const head = table.createTHead().insertRow();
  const body = table.createTBody();
  const empty = element("p", "empty");
  const foot = element("div", "foot");
  const previous = button("‹", "Previous page", () => model.send_msg({ page: -1 }));
  const next = button("›", "Next page", () => model.send_msg({ page: 1 }));
  const where = element("span", "where");
  foot.append(previous, where, next);
  bar.append(search);
  frame.append(table, empty);
  el.append(count, bar, frame, foot);

  let timer = null;
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => model.send_msg({ filter: search.value }), 150);
  });
  body.addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row && row.dataset.id !== undefined) model.send_msg({ take: Number(row.dataset.id) });
  });
  body.addEventListener("keydown", (event) => rove(event, body));

  const draw = () => {
    const { columns, rows, summary, range, order, first, last, message, takes } = model.view;
    const focused = body.contains(el.getRootNode().activeElement);
    count.replaceChildren(...strong(summary));
    const shown = COLUMNS.filter(([key]) => columns.includes(key));
    head.replaceChildren(...shown.map(([key, title, help]) => heading(key, title, help, order, model)));
    body.replaceChildren(...rows.map((row, i) => line(row, shown, i === 0, takes)));
    empty.textContent = message;
    empty.hidden = !message;
    table.hidden = rows.length === 0;
    where.textContent = range;
    foot.hidden = first && last;
    previous.disabled = first;
    next.disabled = last;
    frame.scrollTop = 0;
    if (focused) body.querySelector(".take")?.focus();
  };
  model.on("view", draw);
  draw();
}

function element(tag, name) {
  const node = document.createElement(tag);
  node.className = name;
  return node;
}

function button(text, label, action) {
  const node = element("button", "turn");
  node.type = "button";
  node.textContent = text;
  node.setAttribute("aria-label", label);
  node.addEventListener("click", action);
  return node;
}

function strong(summary) {
  const [first, ...rest] = summary;
  const bold = document.createElement("b");
  bold.textContent = first || "";
  return [bold, document.createTextNode(rest.join(""))];
}

function heading(key, title, help, order, model) {
  const cell = element("th", `h-${key}`);
  cell.scope = "col";
  const sorter = element("button", "sort");
  sorter.type = "button";
  sorter.title = help;
  sorter.textContent = title;
  const mine = order.key === key;
  if (mine) cell.setAttribute("aria-sort", order.down ? "descending" : "ascending");
  sorter.disabled = key === "next";
  sorter.addEventListener("click", () => model.send_msg({ sort: key }));
  cell.append(sorter);
  return cell;
}

function line(row, shown, first, takes) {
  const tr = document.createElement("tr");
  tr.dataset.id = row.id;
  for (const [key] of shown) {
    const cell = tr.insertCell();
    cell.className = `c-${key}`;
    if (key === "text") cell.append(taker(row, first, takes));
    else if (key === "share") cell.append(shareBar(row));
    else cell.textContent = row[key];
  }
  return tr;
}

function taker(row, first, takes) {
  const node = element("button", "take");
  node.type = "button";
  node.tabIndex = first ? 0 : -1;
  node.disabled = !takes;
  node.setAttribute("aria-label", `Take ${row.said}`);
  for (const [kind, text] of row.parts) {
    const part = element("span", kind);
    part.textContent = text;
    node.append(part);
  }
  return node;
}

function shareBar(row) {
  const box = element("span", "share");
  box.style.setProperty("--p", row.width);
  box.textContent = row.share;
  return box;
}

function rove(event, body) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const all = [...body.querySelectorAll(".take")];
  const at = all.indexOf(event.target);
  const to = all[at + step];
  if (!to) return;
  event.preventDefault();
  event.target.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
