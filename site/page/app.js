// The page's side: starts the worker, shows the first screen and true progress, passes changes of the document both ways.
"use strict";
(() => {
  const config = JSON.parse(document.getElementById("config").textContent);
  const $ = (id) => document.getElementById(id);
  const here = new URL(".", location.href).href;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const stages = { python: "Starting Python", libraries: "Loading the libraries", app: "Building the page", ready: "Ready" };
  let received = 0, expected = config.bytes, shownAt = 0, worker, jsdoc, busy = true, waiting = [], patching = 0;

  // ---- progress
  function progress() {
    $("bar").value = Math.min(1, received / expected);
    $("loaded").textContent = `${(Math.min(received, expected) / 1e6).toFixed(1)} of ${(expected / 1e6).toFixed(1)} MB`;
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

  // ---- the document, both ways; what is done before Python is there waits for it
  function send(events) {
    busy = true;
    workBar.began();
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
    workBar.ended();
    if (waiting.length) { const events = waiting; waiting = []; send(events); }
  }
  async function embed({ document: json, roots }) {
    const places = {};
    $("app").replaceChildren(...roots.map((id) => {
      const place = document.createElement("div");
      place.id = places[id] = `root-${id}`;
      return place;
    }));
    const [views] = await Bokeh.embed.embed_items({ start: json }, [{ docid: "start", roots: places, root_ids: roots }]);
    jsdoc = [...views.roots.values()][0].model.document;
    jsdoc.on_change(changed, false);
    // What Bokeh measured while it embedded was heard by nobody: how large a figure is, Python has to know.
    for (const model of jsdoc._all_models.values()) {
      if (!model.inner_width) continue;
      const { inner_width, inner_height } = model.properties;
      model._push_changes([inner_width, inner_height].map((one) => [one, null, one.get_value()]), true);
    }
  }

  // ---- the first screen was made when the site was built; Python builds the same and takes it over. Where it built another
  // (a cache mixed two builds), the page is loaded again and waits for Python's own.
  const distrust = `maskscope first screen ${config.version}`;
  async function firstScreen() {
    if (sessionStorage.getItem(distrust)) return { print: "" };
    const response = await fetch(`${here}start-${dark ? "dark" : "light"}.json?v=${config.version}`);
    if (!response.ok) throw new Error(`${response.url}: the host answered ${response.status}`);
    const start = await response.json();
    await show(start);
    if (!location.hash) document.body.dataset.shown = "early";  // a link's screen is another: it is shown when it is there
    return start;
  }
  async function show(screen) {
    await scriptsHaveRun;
    if (typeof Bokeh !== "object") throw new Error("Bokeh's scripts failed to load.");
    await embed(screen);
    shownAt = Math.round(performance.now());
  }
  async function built({ print, mark, heap, resumed }) {
    const { print: shown } = await first;
    if (shown && shown !== print) { sessionStorage.setItem(distrust, "yes"); return location.reload(); }
    if (!shown) await show(JSON.parse(await pythonsOwn()));
    stage("app");
    worker.postMessage({ type: "rendered" });
    const answered = new Promise((done) => { on.idle = () => { idle(); done(); }; });
    idle();
    if (busy) await answered;  // what was waiting, and a link's screen, are there now
    document.body.dataset.shown = "ready";
    stage("ready");
    workBar.ready();
    window.maskscope = { ...window.maskscope, mark, heap, resumed, shown: shownAt, ready: Math.round(performance.now()), received, worker };
    const from = resumed ? "Started from what this browser kept of an earlier visit" : `${(received / 1e6).toFixed(1)} MB loaded`;
    $("footer-loaded").textContent = `${from}, nothing uploaded: everything runs in this page.`;
    document.dispatchEvent(new CustomEvent("maskscope-ready"));
  }
  const pythonsOwn = () => new Promise((done) => {
    on.document = ({ json }) => done(json);
    worker.postMessage({ type: "document" });
  });

  const on = {
    bytes: ({ n }) => { received += n; progress(); },
    expect: ({ bytes: n }) => { expected = n; progress(); },
    stage: ({ stage: name }) => stage(name),
    built: (data) => built(data).catch((error) => failed(String(error))),
    idle,
    patch: ({ patch, buffers }) => {
      patching += 1;
      try { jsdoc.apply_json_patch(patch, buffers); } finally { patching -= 1; }
    },
    failed: ({ message }) => (document.body.dataset.stage === "ready" ? console.error(message) : failed(message)),
    again: ({ message }) => {
      console.info(`The memory image could not be used: ${message}`);
      worker.terminate();
      received = 0; expected = config.bytes;
      startWorker(false);
    },
    kept: () => { window.maskscope = { ...window.maskscope, kept: true }; },
    heap: ({ bytes }) => { window.maskscope.heap = bytes; },
  };

  // Python's changes come faster than they can be drawn: what took a while is followed by a frame, then come the next.
  const inbox = [], BUSY = 16, UNSEEN = 200;  // milliseconds; a page nobody sees gets no frames
  let reading = false;
  const turn = () => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); done(); };
    port2.postMessage(null);
  });
  const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, UNSEEN); }).then(turn);
  async function read() {
    for (reading = true; inbox.length;) {
      let framed = false;
      const next = frame().then(() => { framed = true; });
      for (const since = performance.now(); inbox.length && !framed && performance.now() - since < BUSY;) {
        const data = inbox.shift();
        try { on[data.type](data); } catch (error) { reportError(error); }
        if (data.type === "patch") await turn();  // for what Bokeh puts off
      }
      if (inbox.length) await next;
    }
    reading = false;
  }

  // This script is the first of the deferred ones: Python starts before Bokeh is read.
  const scriptsHaveRun = new Promise((done) => addEventListener("DOMContentLoaded", done, { once: true }));
  if (typeof WebAssembly !== "object") return failed("WebAssembly is not available.");
  function startWorker(image) {
    inbox.length = 0;
    worker = new Worker(`${here}worker.js?v=${config.version}`);
    worker.onmessage = ({ data }) => { inbox.push(data); if (!reading) read(); };
    worker.onerror = (event) => failed(event.message || "The worker failed to load.");
    const given = { ...config, image, base: here, dark, pyodide: new URL(config.pyodide, here).href };
    worker.postMessage({ type: "start", config: given });
  }
  startWorker(true);
  const first = firstScreen();
  first.catch((error) => failed(String(error)));
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(here + "sw.js").catch(() => {});
})();
