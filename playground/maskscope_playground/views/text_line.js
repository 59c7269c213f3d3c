// One line of text that a screen reader hears when it changes: a first word, then the rest. Text only.

export function render({ model, el }) {
  const line = document.createElement("p");
  const word = document.createElement("b");
  const rest = document.createElement("span");
  line.setAttribute("role", "status");
  line.append(word, rest);
  el.append(line);
  const draw = () => {
    const [first, said] = model.words;
    line.className = `line ${model.kind} w-${first.toLowerCase().split(" ")[0].replace(/[^a-z]/g, "")}`;
    word.textContent = first;
    rest.textContent = said ? (first ? `: ${said}` : said) : "";
    line.hidden = !first && !said;
  };
  model.on("words", draw);
  draw();
}
