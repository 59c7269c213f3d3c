// Compiles every .py of a folder to a sourceless .pyc beside it, with the very CPython that the page runs.
//   node compile.mjs PYODIDE_FOLDER FOLDER OPTIMIZE
import { pathToFileURL } from "node:url";
import { join, resolve } from "node:path";

const [core, folder] = process.argv.slice(2, 4).map((p) => resolve(p));
const level = Number(process.argv[4]);
const { loadPyodide } = await import(pathToFileURL(join(core, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: core });
pyodide.mountNodeFS("/tree", folder);
try {
  await pyodide.runPythonAsync(`
import os, py_compile
for root, _, names in os.walk("/tree"):
    for name in sorted(names):
        if name.endswith(".py"):
            source = os.path.join(root, name)
            # The place in a traceback is the module's path in site-packages, whatever folder it was compiled in.
            py_compile.compile(source, source + "c", dfile=source[len("/tree/"):], doraise=True, optimize=${level},
                               invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
            os.remove(source)
`);
} catch (error) {
  console.error(error.message);  // the Python traceback; Node would print all of Pyodide before it
  process.exit(1);
}
