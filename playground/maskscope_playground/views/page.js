// What only the page can do: the address, the keyboard, the system's colours, the clipboard, saving a file.

export function render({ model, el }) {
  el.hidden = true;
  // In a notebook the address and the keys belong to the notebook: keys are heard on the app's own root only.
  const root = appRoot(el);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const keys = (event) => {
    const name = keyName(event);
    if (!name) return;
    event.preventDefault();
    event.stopPropagation();
    model.send_msg({ key: name });
  };
  const toHash = () => {
    if (!model.standalone || !model.address) return;
    const next = "#" + model.address;
    if (next !== location.hash) history.replaceState(history.state, "", next);
  };
  const fromHash = () => model.send_msg({ hash: location.hash.slice(1) });
  const scheme = () => {
    if (model.standalone) document.documentElement.style.colorScheme = model.dark ? "dark" : "light";
  };

  root.addEventListener("keydown", keys, true);
  model.on("dark", scheme);
  model.on("address", toHash);
  model.on("copy", () => copy(model));
  model.on("save", () => save(model.save));
  if (model.standalone) addEventListener("hashchange", fromHash);
  scheme();
  model.send_msg({ ready: true, dark: dark.matches, hash: model.standalone ? location.hash.slice(1) : "" });
  return () => {
    root.removeEventListener("keydown", keys, true);
    removeEventListener("hashchange", fromHash);
  };
}

function appRoot(el) {
  let node = el;
  let found = document.documentElement;
  while (node) {
    if (node.classList && node.classList.contains("ms-app")) found = node;
    node = node.parentNode || node.host;
  }
  return found;
}

function keyName(event) {
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key === "Enter") return "run";
  if (event.altKey && !command && event.key === "ArrowRight") return "step";
  if (event.altKey && !command && event.key === "ArrowLeft") return "back";
  return "";
}

async function copy(model) {
  const text = model.copy.link ? location.href.split("#")[0] + "#" + model.copy.text : model.copy.text;
  try {
    await navigator.clipboard.writeText(text);
    model.send_msg({ copied: true });
  } catch {
    model.send_msg({ copied: copyBySelection(text) });
  }
}

// Pages without https have no clipboard object; a selection can still be copied.
function copyBySelection(text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

function save({ name, kind, text }) {
  if (!name) return;
  if (kind === "png") picture(text, (blob) => offer(blob, name));
  else offer(new Blob([text], { type: kind }), name);
}

function offer(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// SVG text to PNG at twice its size, through an image that is a data URL (the only kind the page's policy allows).
function picture(svg, done) {
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    const scale = Math.min(2, 8000 / Math.max(image.width, image.height));
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && done(blob), "image/png");
  };
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
}
