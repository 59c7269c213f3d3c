// Under the source: problems with their place, notes, sizes, and what lint finds when it is asked. Text only; a click on a place
// shows it in the source.

export function render({ model, el }) {
  const problems = element("div", "problems");
  const notes = element("div", "notes");
  const sizes = element("dl", "sizes");
  problems.setAttribute("role", "alert");
  const lint = element("button", "lint");
  lint.type = "button";
  lint.title = "Dead ends, endless white space, forced stretches: what is odd about this grammar with this vocabulary";
  lint.addEventListener("click", () => {
    lint.disabled = true;
    model.send_msg({ lint: true });
  });
  el.append(problems, notes, sizes);

  const draw = () => {
    const view = { lint: { vocabulary: "", findings: null }, ...model.view };  // not every page lints
    problems.replaceChildren(...view.problems.map((one) => problem(one, model)));
    problems.className = view.problems.length ? "problems ms-problem" : "problems";
    notes.replaceChildren(...noteList(view.notes, model), ...findings(view.lint, model));
    sizes.replaceChildren(...view.sizes.flatMap(([name, value, help]) => fact(name, value, help)));
    lint.textContent = `Lint with ${view.lint.vocabulary}`;
    lint.disabled = false;
    if (view.lint.vocabulary && !view.lint.findings) sizes.append(lint);
  };
  model.on("view", draw);
  draw();
}

function element(tag, name, text = "") {
  const node = document.createElement(tag);
  node.className = name;
  node.textContent = text;
  return node;
}

function place(one, model) {
  const link = element("button", "place", one.where);
  link.type = "button";
  link.addEventListener("click", () => model.send_msg({ at: one.at }));
  return link;
}

function problem(one, model) {
  const box = element("div", "problem");
  const head = element("div", "head");
  head.append(element("strong", "said", one.said));
  if (one.where) head.append(" ", place(one, model));
  box.append(head);
  if (one.line) box.append(element("pre", "caret", `${one.line}\n${one.carets}`));
  if (one.hint) {
    const hint = element("p", "hint");
    hint.append(element("span", "tag", "Hint"), ` ${one.hint}`);
    box.append(hint);
  }
  return box;
}

// Narrowings are many and calm: they fold into one line. Anything else is shown open.
function noteList(all, model) {
  const open = all.length === 1 || all.some((one) => one.kind !== "narrowing");
  return all.length ? [folded(all.length === 1 ? "1 note" : `${all.length} notes`, all, open, model)] : [];
}

function findings({ vocabulary, findings: all }, model) {
  if (!all) return [];
  if (!all.length) return [element("p", "calm", `Nothing odd with ${vocabulary}.`)];
  return [folded(`${all.length} ${all.length === 1 ? "finding" : "findings"} with ${vocabulary}`, all, true, model)];
}

function folded(title, all, open, model) {
  const box = document.createElement("details");
  box.open = open;
  const summary = element("summary", "summary", title);
  const kinds = [...new Set(all.map((one) => one.title))].join(", ").toLowerCase();
  summary.append(element("span", "kinds", kinds));
  box.append(summary, ...all.map((one) => note(one, model)));
  return box;
}

function note(one, model) {
  const box = element("div", `note n-${one.kind}`);
  box.append(element("span", "tag", one.title), ` ${one.said} `);
  if (one.where) box.append(place(one, model));
  return box;
}

function fact(name, value, help) {
  const pair = element("div", "fact");
  pair.title = help;
  pair.append(element("dt", "", name), element("dd", "", value));
  return [pair];
}
