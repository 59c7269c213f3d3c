// The playground's Python: Pyodide, the bundles, boot.py. Talks to app.js by messages; never to any server.
"use strict";

let config, pyodide, hooks;
const post = (type, rest = {}, transfer = []) => self.postMessage({ type, ...rest }, transfer);

// ---- progress: every response body is counted while it streams by
const plainFetch = self.fetch.bind(self);
self.fetch = async (resource, options) => {
  const response = await plainFetch(resource, options);
  if (!response.ok || !response.body) return response;
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

async function bundle(name) {
  const response = await fetch(config.base + name);
  if (!response.ok) throw new Error(`${name}: the host answered ${response.status}`);
  return response.arrayBuffer();
}

// ---- what boot.py calls
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

async function start() {
  const mark = {}, t0 = performance.now(), lap = (name) => { mark[name] = Math.round(performance.now() - t0); };
  self.maskscopeLap = lap;
  post("stage", { stage: "python" });
  const archives = config.bundles.map(bundle);           // fetched while wasm compiles
  archives.forEach((a) => a.catch(() => {}));             // the await below reports a failure, once
  importScripts(config.pyodide + "pyodide.js");
  pyodide = await loadPyodide({ indexURL: config.pyodide, packages: ["numpy"] });
  lap("python and numpy");
  const site = pyodide.runPython("import site; site.getsitepackages()[0]");
  for (const archive of archives) pyodide.unpackArchive(await archive, "zip", { extractDir: site });
  failAsFiles(pyodide.FS);
  for (const name of config.onDemand) {                   // read by a synchronous request, which only a worker may make
    const at = `${site}/${name}`, cut = at.lastIndexOf("/");
    pyodide.FS.mkdirTree(at.slice(0, cut));
    pyodide.FS.createLazyFile(at.slice(0, cut), at.slice(cut + 1), `${config.base}data/${name}?v=${config.version}`, true, false);
  }
  lap("unpack");
  post("stage", { stage: "libraries" });
  hooks = await pyodide.runPythonAsync(`
import sys
from types import ModuleType
boot = ModuleType("maskscope_boot")
exec(compile(source, "boot.py", "exec"), boot.__dict__)
boot`, { globals: pyodide.toPy({ source: new TextDecoder().decode(await bundle("boot.py")) }) });
  lap("app");
  const [docs, items, roots] = (await hooks.document()).toJs();
  lap("document");
  post("render", { docs, items, roots, mark, heap: pyodide._module.HEAP8.length });
}

self.onmessage = async ({ data }) => {
  try {
    if (data.type === "start") { config = data.config; await start(); }
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
