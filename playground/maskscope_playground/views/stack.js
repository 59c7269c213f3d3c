// The stack of a recursive grammar: rules that are open, outermost first, the innermost last. Text only.

export function render({ model, el, view }) {
  const list = document.createElement("ol");
  list.setAttribute("aria-label", "Open rules, outermost first");
  el.append(list);
  const draw = () => {
    list.replaceChildren(
      ...model.frames.map(([text, title]) => {
        const item = document.createElement("li");
        item.textContent = text;
        item.title = title;
        return item;
      }),
    );
    list.scrollLeft = list.scrollWidth;
  };
  model.on("frames", draw);
  draw();
  return followBox(view);
}

// Bokeh does not see that a figure's box changed when only what stands above it grew: the stack, a heading that wraps.
// It is laid out two frames later, in a frame of its own: the one that found out is a long one, and in the next the figure paints.
function followBox(view) {
  const figure = view.parent?.child_views.find((one) => one.model.type === "Plot");
  if (!figure) return undefined;
  const stale = () => {
    const height = Math.floor(figure.el.getBoundingClientRect().height);
    return height > 0 && height !== figure.canvas_view.bbox.height;
  };
  const layOut = () => stale() && view.compute_layout();
  const observer = new ResizeObserver(() => stale() && requestAnimationFrame(() => requestAnimationFrame(layOut)));
  observer.observe(figure.el);
  return () => observer.disconnect();
}
