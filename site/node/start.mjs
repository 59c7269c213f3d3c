// Prints the document that the page's Python makes when it starts, so that the page can show it before Python runs.
//   node start.mjs PYODIDE_FOLDER SITE_FOLDER light|dark
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { readFileSync } from "node:fs";

const [core, site] = process.argv.slice(2, 4).map((p) => resolve(p));
const require_ = createRequire(import.meta.url);
const { loadPyodide } = require_(join(core, "pyodide.js"));
// The order of sets is the same at every start, here and in the worker.
const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0" };
const pyodide = await loadPyodide({ indexURL: core + "/", env });
const packages = pyodide.runPython("import site; site.getsitepackages()[0]");
require_(join(site, "packs.js"));
const source = (name) => readFileSync(join(site, name), "utf8");
const module = (name) => {
  const scope = pyodide.toPy({ __name__: name });
  pyodide.runPython(source(`${name}.py`), { globals: scope });
  return scope;
};
const finder = module("packs").get("installed")(packages);
for (const name of ["numpy.pack", "libraries.pack", "app.pack"])
  await addPack(pyodide, finder, packages, await inflatePack(new Blob([readFileSync(join(site, name))]).stream()));
// What the worker gives to boot.py
Object.assign(globalThis, {
  XMLHttpRequest: class {}, maskscopeDark: process.argv[4] === "dark",
  maskscopeLap() {}, maskscopeProgress() {}, maskscopeSend() {}, nullForUndefined: (entries) => entries,
});
process.stdout.write(module("boot").get("document")());
