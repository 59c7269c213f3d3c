// Packs of Python files (maskscope_site/pack.py says what they are): inflated while they arrive, then given to packs.py.
// Run by the worker and, for the tests, by Node.
"use strict";

// A pack's index (JSON) and its contents, from a stream of its gzip.
globalThis.inflatePack = async (stream) => {
  const bytes = new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const start = 4 + new DataView(bytes.buffer).getUint32(0, true);
  return { index: new TextDecoder().decode(bytes.subarray(4, start)), contents: bytes.subarray(start) };
};

// Data becomes files under `root`; modules are imported from the pack itself, by `finder` (a Packs of packs.py).
globalThis.addPack = (FS, finder, root, { index, contents }) => {
  for (const [path, [at, size]] of Object.entries(JSON.parse(index).files)) {
    const file = `${root}/${path}`;
    FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    FS.writeFile(file, contents.subarray(at, at + size));
  }
  finder.add(index, contents);
};

// A pack's machine code, so that Python finds it loaded; in the order of the pack.
globalThis.loadSideModules = async ({ FS, loadDynamicLibrary, LDSO }, root, { index }) => {
  for (const name of Object.keys(JSON.parse(index).files).filter((file) => file.endsWith(".so"))) {
    const path = `${root}/${name}`;
    await loadDynamicLibrary(path, { loadAsync: true, nodelete: true, allowUndefined: true, global: false, fs: FS }, {});
    LDSO.loadedLibsByName[path.slice(path.lastIndexOf("/") + 1)] = LDSO.loadedLibsByName[path];
  }
};
