// Packs of Python files (maskscope_site/pack.py says what they are): inflated while they arrive, then given to packs.py.
// Run by the worker and, for the tests, by Node.
"use strict";

// A pack's index (JSON) and its contents, from a stream of its gzip.
globalThis.inflatePack = async (stream) => {
  const bytes = new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const start = 4 + new DataView(bytes.buffer).getUint32(0, true);
  return { index: new TextDecoder().decode(bytes.subarray(4, start)), contents: bytes.subarray(start) };
};

// Data becomes files under `root`; modules are imported from the pack itself, by `finder` (a Packs of packs.py); machine code is
// loaded at once, in the order of the pack, so that Python finds it there.
globalThis.addPack = async ({ _module: M, FS }, finder, root, { index, contents }) => {
  const files = Object.entries(JSON.parse(index).files);
  for (const [path, [at, size]] of files) {
    const file = `${root}/${path}`;
    FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    FS.writeFile(file, contents.subarray(at, at + size));
  }
  finder.add(index, contents);
  for (const [path] of files) if (path.endsWith(".so")) await loadSideModule(M, `${root}/${path}`, FS);
};

// As Pyodide loads it: known by its path and by its name. `struct` says where to, for image.js.
globalThis.loadSideModule = async ({ loadDynamicLibrary, LDSO }, path, fs, struct) => {
  await loadDynamicLibrary(path, { loadAsync: true, nodelete: true, allowUndefined: true, global: false, fs }, {}, struct);
  LDSO.loadedLibsByName[path.slice(path.lastIndexOf("/") + 1)] = LDSO.loadedLibsByName[path];
};
