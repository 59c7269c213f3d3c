// The playground's Python: Pyodide, the packs, boot.py. Talks to app.js by messages; never to any server.
"use strict";

let config, pyodide, hooks;
const mark = {}, began = performance.now();  // milliseconds from the worker's start to the end of each stage
const post = (type, rest = {}) => self.postMessage({ type, ...rest });

// ---- progress: every response body is counted while it streams by, but the machine code's, all at once: read from the
// response itself, the browser compiles it while it arrives, and keeps what it compiled for the next visit.
const plainFetch = self.fetch.bind(self);
self.fetch = async (resource, options) => {
  const response = await plainFetch(resource, options);
  if (!response.ok || !response.body) return response;
  if (response.url.split("?")[0].endsWith(".wasm")) {
    post("bytes", { n: config.wasmBytes });
    return response;
  }
  return counted(response);
};

function counted(response) {
  let unsent = 0;
  const counter = new TransformStream({
    transform(chunk, out) {
      unsent += chunk.byteLength;
      if (unsent > 65536) { post("bytes", { n: unsent }); unsent = 0; }
      out.enqueue(chunk);
    },
    flush() { post("bytes", { n: unsent }); },
  });
  const passed = new Response(response.body.pipeThrough(counter), response);
  Object.defineProperty(passed, "url", { value: response.url });
  return passed;
}

async function fetched(name) {
  const response = await fetch(config.base + name);
  if (!response.ok) throw new Error(`${name}: the host answered ${response.status}`);
  return response;
}
const text = async (name) => (await fetched(`${name}?v=${config.version}`)).text();
const pack = async (name) => inflatePack((await fetched(`${name}?v=${config.version}`)).body);
// A failure is reported by the await that needs it, once.
const early = (promise) => { promise.catch(() => {}); return promise; };

// ---- what boot.py calls
self.maskscopeLap = (name) => { mark[name] = Math.round(performance.now() - began); };
self.maskscopeProgress = (stage) => post("stage", { stage });
self.maskscopeSend = (patch, buffers) => post("patch", { patch, buffers });
// undefined has no place in JSON
self.nullForUndefined = (entries) => Object.fromEntries(Array.from(entries, ([k, v]) => [k, v === undefined ? null : v]));

// postMessage strips the class from Bokeh's binary buffers; Panel knows them by it.
class Buffer { constructor(buffer) { this.buffer = buffer; } }
function withBuffers(value) {
  if (Array.isArray(value)) return value.map(withBuffers);
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && value.buffer instanceof ArrayBuffer) return new Buffer(value.buffer);
  return Object.fromEntries(keys.map((k) => [k, withBuffers(value[k])]));
}

async function start() {
  post("stage", { stage: "python" });
  const scripts = ["packs.js", "image.js", "starts.js"].map((name) => `${config.base}${name}?v=${config.version}`);
  importScripts(config.pyodide + "pyodide.js", ...scripts);
  // All of it is fetched while wasm compiles; also what only a new start reads, for then it is in the cache for the day when
  // there is neither an image nor a host.
  const packs = config.packs.map((name) => early(pack(name)));
  const sources = early(Promise.all(["packs.py", "boot.py"].map(text)));
  const held = config.image && (await keptImage(config).catch(() => undefined));
  const resumes = held?.size > 0;
  ({ pyodide, hooks } = await (resumes ? resumed(held, packs) : startAnew(config, packs, sources)));
  maskscopeLap("app");
  post("built", { print: hooks.fingerprint(), mark, heap: pyodide._module.HEAP8.length, resumed: resumes });
  if (config.image && !held) keep(await Promise.all(packs));  // before any message is answered: nobody has used this Python
}

function resumed({ response, size }, packs) {
  post("expect", { bytes: config.bytes + size });
  return resume(config, packs, counted(response)).catch((error) => { throw Object.assign(error, { resuming: true }); });
}

// An image of this start, for the next one; taken now, and written when the page has settled.
const SETTLED = 2000;  // milliseconds
function keep(packs) {
  if (!self.caches) return;
  let image;
  try { image = imageOf(pyodide, packs); } catch (error) { return console.info(error.message); }
  setTimeout(() => keepImage(config, image).then(() => post("kept"), (error) => console.info(error.message)), SETTLED);
}

self.onmessage = async ({ data }) => {
  try {
    if (data.type === "start") { config = data.config; self.maskscopeDark = config.dark; await start(); }
    else if (data.type === "document") { post("document", { json: hooks.document() }); }
    else if (data.type === "rendered") { hooks.link(); }
    else if (data.type === "patch") {
      try { hooks.receive(withBuffers(data.patch)); } finally { post("idle"); }
    }
    else if (data.type === "heap") { post("heap", { bytes: pyodide._module.HEAP8.length }); }
  } catch (error) {
    if (error && error.resuming) {  // once more from the beginning, in a worker that knows nothing of it
      await refuseImages(config).catch(() => {});
      return post("again", { message: error.message });
    }
    const message = (error && error.message) || JSON.stringify(error) || String(error);  // the file system throws plain objects
    post("failed", { message });
  }
};
