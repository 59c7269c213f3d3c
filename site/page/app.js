// The page's side: starts the worker, shows true progress, embeds the document, passes changes both ways.
"use strict";
(() => {
  const config = JSON.parse(document.getElementById("config").textContent);
  const $ = (id) => document.getElementById(id);
  const here = new URL(".", location.href).href;
  const stages = { python: "Starting Python", libraries: "Loading the libraries", app: "Building the page", ready: "Ready" };
  let received = 0, worker, jsdoc, busy = false, waiting = [], patching = 0, started = performance.now();

  // ---- progress
  function progress() {
    const part = Math.min(1, received / config.bytes);
    $("bar").value = part;
    $("loaded").textContent = `${(Math.min(received, config.bytes) / 1e6).toFixed(1)} of ${(config.bytes / 1e6).toFixed(1)} MB`;
  }
  function stage(name) { $("stage").textContent = stages[name]; document.body.dataset.stage = name; }

  // ---- when it fails: what, and what to do
  const hints = [
    [/WebAssembly|wasm/i, "This browser does not run WebAssembly, or a policy forbids it. Try a current Firefox, Chrome or Safari."],
    [/memory|allocation/i, "The browser ran out of memory. Close other tabs and reload."],
    [/fetch|network|load|answered|importScripts|Script error/i, "A file could not be loaded: the connection, a blocker or the host. Check that, then reload without the cache."],
  ];
  function failed(message) {
    $("loading").hidden = true;
    $("failure").hidden = false;
    $("failure-what").textContent = message;
    const hint = hints.find(([pattern]) => pattern.test(message));
    $("failure-do").textContent = hint ? hint[1] : "This looks like a fault of ours. Reload without the cache; if it stays, please report the text above.";
    document.body.dataset.stage = "failed";
  }
  async function reloadWithoutCache() {
    for (const registration of await (navigator.serviceWorker?.getRegistrations() ?? [])) await registration.unregister();
    if (window.caches) for (const name of await caches.keys()) await caches.delete(name);
    location.reload();
  }
  document.querySelectorAll(".reload").forEach((button) => button.addEventListener("click", reloadWithoutCache));

  // ---- the document, both ways
  function send(events) {
    busy = true;
    worker.postMessage({ type: "patch", patch: jsdoc.create_json_patch(events) });
  }
  function changed(event) {
    if (event.setter_id === "py" || patching) return;
    if (!busy) return send([event]);
    // While Python is at work only the newest value of a property waits; messages and events all do.
    if (event.model && event.attr) waiting = waiting.filter((e) => e.model !== event.model || e.attr !== event.attr);
    waiting.push(event);
  }
  function idle() {
    busy = false;
    if (waiting.length) { const events = waiting; waiting = []; send(events); }
  }
  async function render({ docs, items, roots, mark, heap }) {
    const host = $("app"), renderItems = JSON.parse(items), ids = JSON.parse(roots);
    renderItems[0].roots = {};
    for (const id of ids) {
      const div = document.createElement("div");
      div.id = `root-${id}`;
      host.appendChild(div);
      renderItems[0].roots[id] = div.id;
    }
    renderItems[0].root_ids = ids;
    const [views] = await Bokeh.embed.embed_items(JSON.parse(docs), renderItems);
    jsdoc = [...views.roots.values()][0].model.document;
    jsdoc.on_change(changed, false);
    worker.postMessage({ type: "rendered" });
    $("loading").hidden = true;
    stage("ready");
    window.maskscope = { mark, heap, ready: Math.round(performance.now() - started), received, worker };
    $("footer-loaded").textContent = `${(received / 1e6).toFixed(1)} MB loaded, nothing uploaded: everything runs in this page.`;
    document.dispatchEvent(new CustomEvent("maskscope-ready"));
  }

  const on = {
    bytes: ({ n }) => { received += n; progress(); },
    stage: ({ stage: name }) => stage(name),
    render: (data) => render(data).catch((error) => failed(String(error))),
    idle,
    patch: ({ patch, buffers }) => {
      patching += 1;
      try { jsdoc.apply_json_patch(patch, buffers); } finally { patching -= 1; }
    },
    failed: ({ message }) => (jsdoc ? console.error(message) : failed(message)),
    heap: ({ bytes }) => { window.maskscope.heap = bytes; },
  };

  async function vendored() {
    if (config.vendored !== null) return config.vendored;
    try { return (await fetch(here + "vendor/pyodide/pyodide-lock.json", { method: "HEAD" })).ok; } catch { return false; }
  }
  async function start() {
    if (typeof WebAssembly !== "object") return failed("WebAssembly is not available.");
    if (typeof Bokeh !== "object") return failed("Bokeh's scripts failed to load.");
    const pyodide = (await vendored()) ? here + "vendor/pyodide/" : config.cdn;
    worker = new Worker(here + `worker.js?v=${config.version}`);
    worker.onmessage = ({ data }) => on[data.type](data);
    worker.onerror = (event) => failed(event.message || "The worker failed to load.");
    worker.postMessage({ type: "start", config: { ...config, base: here, pyodide } });
  }
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(here + "sw.js").catch(() => {});
  start().catch((error) => failed(String(error)));
})();
