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
  let unsent = 0;
  const counter = new TransformStream({
    transform(chunk, out) {
      unsent += chunk.byteLength;
      if (unsent > 65536) { post("bytes", { n: unsent }); unsent = 0; }
      out.enqueue(chunk);
    },
    flush() { post("bytes", { n: unsent }); },
  });
  const counted = new Response(response.body.pipeThrough(counter), response);
  Object.defineProperty(counted, "url", { value: response.url });
  return counted;
};

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

// A lazy file is read by a synchronous request. When that fails the file system must say "I/O error", which Python raises as
// OSError; any other exception would go through wasm and end Python.
function failAsFiles(FS) {
  const send = XMLHttpRequest.prototype.send, EIO = 29;
  XMLHttpRequest.prototype.send = function (body) {
    try { send.call(this, body); } catch { throw new FS.ErrnoError(EIO); }
    if (this.status >= 400) throw new FS.ErrnoError(EIO);
  };
}

// A Python module from its source.
const module = (name, source) => pyodide.runPython(`
from types import ModuleType
made = ModuleType(name)
exec(compile(source, name + ".py", "exec"), made.__dict__)
made`, { globals: pyodide.toPy({ name: `maskscope_${name}`, source }) });

async function start() {
  post("stage", { stage: "python" });
  importScripts(config.pyodide + "pyodide.js", config.base + `packs.js?v=${config.version}`);
  const sources = early(Promise.all(["packs.py", "boot.py"].map(text)));  // all of it fetched while wasm compiles
  const packs = config.packs.map((name) => early(pack(name)));
  const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0" };  // sets in one order, so that ids are those of the first screen
  pyodide = await loadPyodide({ indexURL: config.pyodide, packages: ["numpy"], env });
  maskscopeLap("python and numpy");
  const [finders, boot] = await sources;
  const site = pyodide.runPython("import site; site.getsitepackages()[0]");
  const finder = module("packs", finders).installed(site);
  for (const one of packs) addPack(pyodide.FS, finder, site, await one);
  failAsFiles(pyodide.FS);
  for (const name of config.onDemand) {                   // read by a synchronous request, which only a worker may make
    const at = `${site}/${name}`, cut = at.lastIndexOf("/");
    pyodide.FS.mkdirTree(at.slice(0, cut));
    pyodide.FS.createLazyFile(at.slice(0, cut), at.slice(cut + 1), `${config.base}data/${name}?v=${config.version}`, true, false);
  }
  maskscopeLap("packs");
  post("stage", { stage: "libraries" });
  hooks = module("boot", boot);
  maskscopeLap("app");
  post("built", { print: hooks.fingerprint(), mark, heap: pyodide._module.HEAP8.length });
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
    const message = (error && error.message) || JSON.stringify(error) || String(error);  // the file system throws plain objects
    post("failed", { message });
  }
};
