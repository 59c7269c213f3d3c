// Small plots over the steps, drawn as SVG: a line, its ticks, a dashed line where the budget is spent. Text only.

const WIDTH = 190, HEIGHT = 118, LEFT = 34, RIGHT = 6, TOP = 22, BOTTOM = 18;
const MOST_DOTS = 60; // above, the line alone says more
const SVG = "http://www.w3.org/2000/svg";

export function render({ model, el }) {
  const row = document.createElement("div");
  row.className = "plots";
  el.append(row);
  const draw = () => row.replaceChildren(...model.plots.map(plot));
  model.on("plots", draw);
  draw();
}

function plot(one) {
  const { steps, values, said } = one, last = values.length - 1;
  const across = Math.max(10, steps[last]) * 1.03;
  const x = (step) => LEFT + (step / across) * (WIDTH - LEFT - RIGHT);
  const y = scale(one);
  const points = steps.map((step, i) => [x(step), y.at(values[i])]);
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: "img" });
  picture.setAttribute("aria-label", `${one.title}: ${said[last]} after step ${steps[last]}`);
  picture.append(label(one.title, 2, 12, "title"), axis(LEFT, TOP, LEFT, HEIGHT - BOTTOM), axis(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM));
  for (const step of ticks(0, across, 4)) picture.append(label(short(step), x(step), HEIGHT - 5, "tick across"));
  for (const value of y.ticks) picture.append(label(short(value), LEFT - 5, y.at(value) + 3.5, "tick up"));
  if (one.budget <= across / 1.03) picture.append(svg("line", { x1: x(one.budget), x2: x(one.budget), y1: TOP, y2: HEIGHT - BOTTOM, class: "budget" }));
  picture.append(svg("polyline", { points: points.map((p) => p.map((c) => c.toFixed(1)).join()).join(" "), class: "line" }));
  const dots = points.length <= MOST_DOTS ? points : points.slice(-1);
  for (const [cx, cy] of dots) picture.append(svg("circle", { cx, cy, r: 2.2, class: "dot" }));
  pointing(picture, one, points);
  return picture;
}

// Where a value stands, and the values worth a tick; a logarithmic one has a tick at powers of ten.
function scale({ values, logarithmic }) {
  const top = Math.max(...values);
  const height = HEIGHT - TOP - BOTTOM, foot = HEIGHT - BOTTOM;
  if (!logarithmic) {
    const most = top * 1.12 || 1;
    return { at: (value) => foot - (value / most) * height, ticks: ticks(0, most, 3) };
  }
  const low = Math.log10(0.8), high = Math.log10(Math.max(10, top * 3));
  const powers = Array.from({ length: Math.floor(high) + 1 }, (_, i) => 10 ** i);
  const every = Math.ceil(powers.length / 4);
  return {
    at: (value) => foot - ((Math.log10(Math.max(value, 0.8)) - low) / (high - low)) * height,
    ticks: powers.filter((_, i) => i % every === 0),
  };
}

// About `count` round numbers from `low` to `high`.
function ticks(low, high, count) {
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const found = [];
  for (let n = Math.ceil(low / step); n * step <= high; n += 1) found.push(n * step);
  return found;
}

function short(value) {
  if (value >= 1000) return `${Number((value / 1000).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}

// The step that is pointed at, in words in place of the title.
function pointing(picture, one, points) {
  const title = picture.querySelector(".title"), mark = svg("circle", { r: 4, class: "mark" });
  picture.addEventListener("pointermove", (event) => {
    const at = ((event.clientX - picture.getBoundingClientRect().left) / picture.clientWidth) * WIDTH;
    const gaps = points.map(([px]) => Math.abs(px - at)), nearest = gaps.indexOf(Math.min(...gaps));
    mark.setAttribute("cx", points[nearest][0]);
    mark.setAttribute("cy", points[nearest][1]);
    title.textContent = `step ${one.steps[nearest]}: ${one.said[nearest]}`;
    picture.append(mark);
  });
  picture.addEventListener("pointerleave", () => {
    title.textContent = one.title;
    mark.remove();
  });
}

function axis(x1, y1, x2, y2) {
  return svg("line", { x1, y1, x2, y2, class: "axis" });
}

function label(text, x, y, name) {
  const node = svg("text", { x, y, class: name });
  node.textContent = text;
  return node;
}

function svg(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
