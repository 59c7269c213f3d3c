// The stack of a recursive grammar: rules that are open, outermost first, the innermost last. Text only.

export function render({ model, el }) {
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
}
