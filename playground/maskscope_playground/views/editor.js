// A text area over a backdrop that carries the marks: colours, the live parts, squiggles.
// Python counts code points, the DOM counts UTF-16 units; everything is converted here, at the border.

const PAUSE = 250; // ms without a key before the text is sent
const LONG = 40_000; // UTF-16 units: laying out so much text twice is felt
const EVEN = /^[\x20-\x7e]*$/;

export function render({ model, el }) {
  const frame = element("div", "frame");
  const gutter = element("div", "gutter");
  const pane = element("div", "pane");
  const back = element("div", "back");
  const inner = element("div", "inner");
  const area = element("textarea", "area");
  gutter.setAttribute("aria-hidden", "true");
  back.setAttribute("aria-hidden", "true");
  area.setAttribute("aria-label", model.label);
  area.spellcheck = false;
  area.setAttribute("autocomplete", "off");
  area.setAttribute("autocapitalize", "off");
  back.append(inner);
  pane.append(back, area);
  frame.append(gutter, pane);
  el.append(frame);

  let rev = 0;
  let seen = 0; // the last text from Python that was here when something was typed
  let spans = []; // [start, end, class] in UTF-16 units of `marked`
  let marked = "";
  let timer = null;

  let drawn = { text: null, shown: "" }; // a long text takes a while to lay out: only when it differs
  const draw = () => {
    const text = area.value;
    const long = text.length > LONG;
    const shown = marked === text ? spans : long ? [] : shifted(spans, marked, text);
    const few = long ? faults(text, shown, model.wrap) : null;
    const plain = few !== null;
    const key = JSON.stringify(shown);
    frame.classList.toggle("plain", plain);
    if (text !== drawn.text || key !== drawn.shown) inner.replaceChildren(...(few ?? pieces(text, shown)));
    drawn = { text, shown: key };
    numbers(gutter, model.wrap ? 0 : text.split("\n").length);
    if (plain) requestAnimationFrame(scroll); // asking where it is scrolled to lays it out: once a frame is enough
    else scroll();
  };
  const scroll = () => {
    inner.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
    gutter.style.setProperty("--at", `${-area.scrollTop}px`);
  };
  const send = () => {
    clearTimeout(timer);
    timer = null;
    model.send_msg({ rev, value: area.value, seen });
  };
  const typed = () => {
    rev += 1;
    draw();
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  };
  const fromPython = () => {
    const { rev: theirs, value, put } = model.text;
    seen = put;
    if (timer !== null) {
      rev = Math.max(rev, theirs + 1); // somebody is typing: theirs is what counts, and is on its way
      return;
    }
    if (theirs < rev) return;
    rev = theirs;
    if (value !== area.value) area.value = value;
    draw();
  };
  const marksCame = () => {
    const { rev: theirs, spans: points } = model.marks;
    if (theirs !== rev || timer !== null) return;
    marked = area.value;
    spans = toUnits(points, marked);
    draw();
  };
  const reveal = () => {
    const { at } = model.reveal;
    if (at < 0) return;
    const unit = toUnits([[at, at, ""]], area.value)[0][0];
    const line = area.value.slice(0, unit).split("\n").length - 1;
    const height = parseFloat(getComputedStyle(area).lineHeight);
    const top = line * height;
    if (top < area.scrollTop || top > area.scrollTop + area.clientHeight - 2 * height) {
      area.scrollTop = Math.max(0, top - area.clientHeight / 3);
    }
  };
  const wrapping = () => {
    frame.classList.toggle("wrap", model.wrap);
    area.wrap = model.wrap ? "soft" : "off";
    draw();
  };

  area.addEventListener("input", typed);
  area.addEventListener("scroll", scroll);
  area.addEventListener("blur", () => timer !== null && send());
  area.addEventListener("keydown", (event) => indent(event, area));
  model.on("text", fromPython);
  model.on("marks", marksCame);
  model.on("reveal", reveal);
  model.on("wrap", wrapping);
  wrapping();
  fromPython();
  marksCame();
}

function element(tag, name) {
  const node = document.createElement(tag);
  node.className = name;
  return node;
}

// A new line begins as deep as the one before; typed through the browser, so that undo knows of it.
function indent(event, area) {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const line = area.value.slice(0, area.selectionStart).split("\n").pop();
  const blank = /^[ \t]*/.exec(line)[0];
  if (!blank) return;
  event.preventDefault();
  document.execCommand("insertText", false, "\n" + blank);
}

function numbers(gutter, count) {
  if (gutter.childElementCount === count) return;
  const lines = [];
  for (let i = 1; i <= count; i += 1) {
    const line = element("div", "line");
    line.textContent = String(i);
    lines.push(line);
  }
  gutter.replaceChildren(...lines);
}

// Code points to UTF-16 units.
function toUnits(points, text) {
  if (!/[\ud800-\udbff]/.test(text)) return points.map((p) => [p[0], p[1], p[2]]);
  const units = [0];
  let at = 0;
  for (const c of text) {
    at += c.length;
    units.push(at);
  }
  const last = units.length - 1;
  return points.map((p) => [units[Math.min(p[0], last)], units[Math.min(p[1], last)], p[2]]);
}

// The marks of an older text, moved along with an edit; those the edit touches are cut to what is left of them.
function shifted(spans, before, after) {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const end = before.length - tail;
  const delta = after.length - before.length;
  const moved = [];
  for (const [start, stop, name] of spans) {
    if (stop <= head) moved.push([start, stop, name]);
    else if (start >= end) moved.push([start + delta, stop + delta, name]);
    else if (start < head && stop > end) moved.push([start, stop + delta, name]);
    else if (start < head) moved.push([start, head, name]);
    else if (stop > end) moved.push([end + delta, stop + delta, name]);
  }
  return moved.filter(([start, stop]) => stop > start);
}

// A long text is shown by the text area itself; only what is wrong stands behind it, each part put at its place.
// Null where columns are not all as wide as each other, or lines wrap: then the whole text is laid out.
function faults(text, spans, wrap) {
  const bad = spans.filter(([, , name]) => name === "bad");
  const out = [];
  for (const [start, stop] of bad) {
    const head = text.lastIndexOf("\n", start - 1) + 1;
    const before = text.slice(head, start);
    if (wrap || !EVEN.test(before)) return null;
    const fault = element("span", "bad");
    fault.textContent = text.slice(start, stop).split("\n")[0] || " ";
    fault.style.setProperty("--line", text.slice(0, head).split("\n").length - 1);
    fault.style.setProperty("--column", before.length);
    out.push(fault);
  }
  return out;
}

// Overlapping marks become a row of spans, each with the classes that hold there; text only, never markup.
function pieces(text, spans) {
  const cuts = new Map();
  const cut = (at, change) => {
    if (!cuts.has(at)) cuts.set(at, []);
    cuts.get(at).push(change);
  };
  for (const [start, stop, name] of spans) {
    const to = stop > start ? stop : start + 1;
    cut(start, [name, 1]);
    cut(to, [name, -1]);
  }
  const out = [];
  const open = new Map();
  let from = 0;
  const put = (to) => {
    if (to <= from) return;
    const names = [...open].filter(([, n]) => n > 0).map(([name]) => name);
    // a squiggle behind the last character of a line needs something to stand under
    const piece = text.slice(from, to);
    if (names.length === 0) out.push(document.createTextNode(piece));
    else {
      const span = element("span", names.join(" "));
      span.textContent = names.includes("bad") && /^\n?$/.test(piece) ? " " + piece : piece;
      out.push(span);
    }
    from = to;
  };
  for (const at of [...cuts.keys()].sort((a, b) => a - b)) {
    put(Math.min(at, text.length));
    for (const [name, n] of cuts.get(at)) open.set(name, (open.get(name) || 0) + n);
  }
  open.clear();
  put(text.length);
  if (spans.some(([start, , name]) => name === "bad" && start >= text.length)) {
    const span = element("span", "bad");
    span.textContent = " ";
    out.push(span);
  }
  out.push(document.createTextNode("\n"));
  return out;
}
