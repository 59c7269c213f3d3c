// What a comparison found: a table of labels and texts. Text only.

export function render({ model, el }) {
  const table = document.createElement("table");
  el.append(table);
  const draw = () => {
    table.replaceChildren(
      ...model.rows.map(([label, text]) => {
        const row = document.createElement("tr");
        const head = document.createElement("th");
        const cell = document.createElement("td");
        head.scope = "row";
        head.textContent = label;
        cell.textContent = text;
        row.append(head, cell);
        return row;
      }),
    );
    table.hidden = model.rows.length === 0;
  };
  model.on("rows", draw);
  draw();
}
