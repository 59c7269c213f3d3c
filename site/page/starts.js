// The two ways in which Python starts: anew, importing everything from the packs, or from the memory image of an earlier start
// (image.js). Both give the same: Pyodide, and boot.py's module with the app built and not yet linked to the page.
"use strict";

const PACKAGES = "import site; site.getsitepackages()[0]";
const loaderOptions = (config) => ({ indexURL: config.pyodide, env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" } });

// `packs`: promises of packs; `sources`: a promise of packs.py and boot.py.
globalThis.startAnew = async (config, packs, sources) => {
  watchSideModules();
  const pyodide = await loadPyodide(loaderOptions(config));
  maskscopeLap("python");
  const [finders, boot] = await sources, root = pyodide.runPython(PACKAGES);
  const finder = pythonModule(pyodide, "packs", finders).installed(root);
  for (const pack of packs) await addPack(pyodide, finder, root, await pack);
  addLazyFiles(pyodide.FS, root, config);
  maskscopeLap("packs");
  maskscopeProgress("libraries");
  return { pyodide, hooks: pythonModule(pyodide, "boot", boot) };
};

// `response`: the image.
globalThis.resume = async (config, packs, response) => {
  const image = response.arrayBuffer().then(openImage);
  image.catch(() => {});  // reported by the await that needs it
  importScripts(config.pyodide + "pyodide.asm.js");
  const kept = keptValues(await Promise.all(packs));
  const givenBack = (name) => [...kept].find(([, itsName]) => itsName === name)[0];
  const pyodide = await resumePyodide(loaderOptions(config), image, givenBack);
  maskscopeLap("memory image");
  addLazyFiles(pyodide.FS, pyodide.runPython(PACKAGES), config);
  const hooks = pyodide.pyimport("maskscope_boot");
  hooks.resumed();
  return { pyodide, hooks };
};

globalThis.imageOf = (pyodide, packs) => takeImage(pyodide, pyodide.runPython(PACKAGES), keptValues(packs));

// What Python holds of JavaScript that is nobody's global: the packs, and the method that packs.py reads them with.
const keptValues = (packs) =>
  new Map([[Uint8Array.prototype.subarray, "subarray"], ...packs.map(({ contents }, i) => [contents, `pack ${i}`])]);

// A Python module from its source; it stays importable as maskscope_<name>.
const pythonModule = (pyodide, name, source) => pyodide.runPython(`
import sys
from types import ModuleType
made = sys.modules[name] = ModuleType(name)
exec(compile(source, name + ".py", "exec"), made.__dict__)
made`, { globals: pyodide.toPy({ name: `maskscope_${name}`, source }) });

// Files that Python may ask for are fetched when it does, by a synchronous request, which only a worker may make.
function addLazyFiles(FS, root, config) {
  failAsFiles(FS);
  for (const name of config.onDemand) {
    const at = `${root}/${name}`, cut = at.lastIndexOf("/");
    FS.mkdirTree(at.slice(0, cut));
    FS.createLazyFile(at.slice(0, cut), at.slice(cut + 1), `${config.base}data/${name}?v=${config.version}`, true, false);
  }
}

// When such a request fails the file system must say "I/O error", which Python raises as OSError; any other exception would
// go through wasm and end Python.
function failAsFiles(FS) {
  const send = XMLHttpRequest.prototype.send, EIO = 29;
  XMLHttpRequest.prototype.send = function (body) {
    try { send.call(this, body); } catch { throw new FS.ErrnoError(EIO); }
    if (this.status >= 400) throw new FS.ErrnoError(EIO);
  };
}
