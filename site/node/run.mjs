// Runs a Python file inside the shipped bundle, under Node: the same Pyodide, libraries and app as the page has.
//   node run.mjs SITE_FOLDER MAIN.py [--mount HOST=GUEST]... [--zip FILE]... [-- ARG...]
// The program's exit code is main()'s.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join, resolve } from "node:path";

const argv = process.argv.slice(2), rest = argv.indexOf("--");
const given = rest < 0 ? argv : argv.slice(0, rest), args = rest < 0 ? [] : argv.slice(rest + 1);
const [site, main] = given.slice(0, 2).map((p) => resolve(p));
const options = (name) => given.flatMap((a, i) => (given[i - 1] === name ? [a] : []));

const core = join(site, "vendor/pyodide") + "/";
const require_ = (await import("node:module")).createRequire(import.meta.url);
const { loadPyodide } = require_(join(core, "pyodide.js"));
const pyodide = await loadPyodide({ indexURL: core });
const packages = pyodide.runPython("import site; site.getsitepackages()[0]");
require_(join(site, "packs.js"));
const scope_ = pyodide.toPy({ __name__: "packs" });
pyodide.runPython(readFileSync(join(site, "packs.py"), "utf8"), { globals: scope_ });
const finder = scope_.get("installed")(packages);
for (const name of ["numpy.pack", "libraries.pack", "app.pack"])
  await addPack(pyodide, finder, packages, await inflatePack(new Blob([readFileSync(join(site, name))]).stream()));
for (const zip of options("--zip"))
  pyodide.unpackArchive(new Uint8Array(readFileSync(zip)), "zip", { extractDir: packages });
const later = join(site, "data");  // what the page fetches when it is first read
for (const name of existsSync(later) ? readdirSync(later, { recursive: true }) : [])
  if (statSync(join(later, name)).isFile()) {
    pyodide.FS.mkdirTree(`${packages}/${name}`.replace(/\/[^/]*$/, ""));
    pyodide.FS.writeFile(`${packages}/${name}`, new Uint8Array(readFileSync(join(later, name))));
  }
for (const pair of options("--mount")) {
  const [host, guest] = pair.split("=");
  pyodide.mountNodeFS(guest, resolve(host));
}
const scope = pyodide.toPy({ arguments: args, source: readFileSync(main, "utf8"), __name__: "main" });
const code = await pyodide.runPythonAsync(`exec(compile(source, "main.py", "exec"))\nmain(list(arguments))`, { globals: scope });
process.exit(Number(code ?? 0));
