// A tokenizer file of the reader's own. The file stays here: Python asks for the slices it needs.

export function render({ model, el }) {
  const input = document.createElement("input");
  input.type = "file";
  input.hidden = true;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "pick";
  button.textContent = "Load a file…";
  button.title = "GGUF, tokenizer.json, .tiktoken, tekken or SentencePiece; or logits as .npy or a JSON list. Nothing is uploaded to any host.";
  el.append(button, input);

  let file = null;
  button.addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    file = input.files[0] || null;
    if (file) model.send_msg({ file: { name: file.name, size: file.size } });
    input.value = "";
  });
  model.on("wants", () => {
    const { offset, length } = model.wants;
    if (!file || length <= 0) return;
    const reader = new FileReader();
    reader.onload = () => model.send_msg({ slice: { offset, data: String(reader.result).split(",")[1] || "" } });
    reader.onerror = () => model.send_msg({ failed: String(reader.error && reader.error.message) });
    reader.readAsDataURL(file.slice(offset, offset + length));
  });
}
