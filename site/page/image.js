// A memory image: Python as it stands when the app is built and nobody has used it yet. The first visit leaves one in the
// browser's cache; the next starts from it, and neither starts Python nor imports anything. Run by the worker.
//
// What makes up a started Pyodide lies in four places: WebAssembly's memory; the table of functions, which is filled again by
// loading the side modules (numpy's machine code) in the same order to the same places; files; and the few JavaScript values
// that Python holds, kept by name. Where anything does not fit, there is no image, or it is thrown away and Python starts as
// on a first visit.
"use strict";

const BLOCK = 65536;        // bytes of memory that are kept or, all zero, left out
const FIRST_REF = 7;        // Pyodide's own references come before it and are made anew by its loader
const FIRST_STRING = 6;     // so do its first interned values
const STRUCT = 1024;        // bytes at the end of memory, where a side module's place is told to the loader
const ROOM = 4;             // an image is kept where the browser has room for as many

// ---- taking one

const sideModules = [];     // of each, in order: where its data and its functions begin
globalThis.watchSideModules = () => {
  const plain = WebAssembly.instantiate;
  WebAssembly.instantiate = (code, imports) => {
    if (ArrayBuffer.isView(code)) sideModules.push([imports.env.__memory_base, imports.env.__table_base]);
    return plain(code, imports);
  };
};

// `kept`: Map of a JavaScript value → the name it is given back by.
globalThis.takeImage = (pyodide, root, kept) => {
  const M = pyodide._module, loaded = Object.keys(M.LDSO.loadedLibsByName).filter((name) => name.startsWith("/"));
  if (loaded.length !== sideModules.length) throw new Error("image: a side module was loaded unseen");
  const files = filesUnder(pyodide.FS, root), runs = runsOf(M.HEAPU8);
  const head = {
    memory: M.HEAPU8.length, runs, table: M.wasmTable.length,
    files: files.map(([path, bytes]) => [path, bytes.length]),
    libraries: loaded.map((name, i) => [name, ...sideModules[i]]),
    handles: Object.entries(M.LDSO.loadedLibsByHandle).map(([at, { name }]) => [Number(at), name]).filter(([at]) => at),
    state: references(M, kept),
  };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const bytes = [...runs.map(([start, end]) => M.HEAPU8.subarray(start, end)), ...files.map(([, data]) => data)];
  return new Blob([new Uint32Array([text.length]), text, ...bytes]);
};

function runsOf(heap) {
  const words = new BigUint64Array(heap.buffer), each = BLOCK / 8, runs = [];
  for (let block = 0; block * each < words.length; block++) {
    if (words.subarray(block * each, (block + 1) * each).every((word) => word === 0n)) continue;
    const start = block * BLOCK, last = runs.at(-1);
    if (last && last[1] === start) last[1] += BLOCK; else runs.push([start, start + BLOCK]);
  }
  return runs;
}

// Files that wait to be fetched are no bytes yet.
function filesUnder(FS, folder) {
  return FS.readdir(folder).filter((name) => name !== "." && name !== "..").flatMap((name) => {
    const path = `${folder}/${name}`, { node } = FS.lookupPath(path);
    if (FS.isDir(node.mode)) return filesUnder(FS, path);
    const { contents, usedBytes } = node;
    return ArrayBuffer.isView(contents) ? [[path, new Uint8Array(contents.buffer, contents.byteOffset, usedBytes)]] : [];
  });
}

// Pyodide's loader takes this back (hiwireKeys, immortalKeys).
function references(M, kept) {
  const all = (from, get) => {
    const found = [];
    for (let at = from; ; at++) { try { found.push(get(at)); } catch { return found; } }
  };
  const named = (value) => {
    if (value === null) return null;
    if (value === globalThis) return { path: [] };
    if (kept.has(value)) return { serialized: kept.get(value) };
    const name = Object.getOwnPropertyNames(globalThis).find((key) => globalThis[key] === value);
    if (!name) throw new Error(`image: Python holds ${Object.prototype.toString.call(value)}, which has no name`);
    return { path: [name] };
  };
  const strings = all(FIRST_STRING, M.__hiwire_immortal_get);
  if (strings.some((value) => typeof value !== "string")) throw new Error("image: an interned value is no text");
  return { hiwireKeys: all(FIRST_REF, M.__hiwire_get).map(named), immortalKeys: strings };
}

// ---- keeping it: in the cache of this build, which the service worker drops with the build. It is for the browser that made it
// alone; an empty one says that images do not work here.

async function place({ base, dark, version }) {
  const cache = await caches.open(`maskscope-${version}`);
  return [cache, `${base}memory/${dark ? "dark" : "light"}?${encodeURIComponent(navigator.userAgent)}`];
}

globalThis.keepImage = async (config, image) => {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota - usage < ROOM * image.size) return;
  const [cache, url] = await place(config);
  await cache.delete(url, { ignoreSearch: true });
  await cache.put(url, new Response(image, { headers: { "Content-Length": image.size } }));
};
globalThis.refuseImages = (config) => keepImage(config, new Blob([]));

// The image as a response and its size; undefined where there is none.
globalThis.keptImage = async (config) => {
  if (!globalThis.caches) return undefined;
  const [cache, url] = await place(config), response = await cache.match(url);
  return response && { response, size: Number(response.headers.get("Content-Length")) };
};

// ---- starting from one

// Its head and, by name, its parts.
globalThis.openImage = (buffer) => {
  const size = new Uint32Array(buffer, 0, 1)[0];
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size)));
  let at = 4 + size;
  const part = (length) => {
    const bytes = new Uint8Array(buffer, at, length);  // throws where the image is too short
    at += length;
    return bytes;
  };
  const heap = head.runs.map(([start, end]) => [start, part(end - start)]);
  return { head, heap, files: new Map(head.files.map(([path, length]) => [path, part(length)])) };
};

// As loadPyodide(options), from an opened image; `given(name)` is a value that was kept by name.
globalThis.resumePyodide = async (options, image, given) => {
  const create = globalThis._createPyodideModule;
  globalThis._createPyodideModule = async (settings) => {
    const { head } = await image;
    const M = await create({ ...settings, noInitialRun: true, INITIAL_MEMORY: head.memory });
    await fillMemory(M, await image);
    return M;
  };
  try {
    // The loader asks for a snapshot of its own kind; this one is set by fillMemory.
    return await loadPyodide({ ...options, _loadSnapshot: new Uint8Array(0), _snapshotDeserializer: given });
  } finally { globalThis._createPyodideModule = create; }
};

async function fillMemory(M, { head, heap, files }) {
  for (const [path, bytes] of files) {
    M.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    M.FS.writeFile(path, bytes);  // a copy, so that the image itself can go
  }
  for (const library of head.libraries) await loadLibrary(M, library, head.memory - STRUCT, files);
  if (M.wasmTable.length !== head.table) throw new Error("image: the table of functions came out another");
  for (const [at, name] of head.handles) M.LDSO.loadedLibsByHandle[at] = M.LDSO.loadedLibsByName[name];
  M.API.restoreSnapshot = () => {
    delete M.API.restoreSnapshot;  // it holds the image, which nobody needs any more
    M.HEAPU8.fill(0);
    for (const [start, bytes] of heap) M.HEAPU8.set(bytes, start);
    return head.state;
  };
}

// Emscripten's loader takes the place of a side module from a struct, as when another thread loads the same again.
async function loadLibrary(M, [name, memory, table], struct, files) {
  if (M.wasmTable.length !== table) throw new Error("image: the table of functions came out another");
  const [done, memoryAt, tableAt, data, size] = [8, 12, 20, 28, 32];
  M.HEAPU8[struct + done] = 1;
  for (const [at, value] of [[memoryAt, memory], [tableAt, table], [data, 0], [size, 0]]) M.HEAPU32[(struct + at) >> 2] = value;
  const fs = { findObject: () => true, readFile: () => files.get(name) };
  await loadSideModule(M, name, fs, struct);
  delete M.LDSO.loadedLibsByHandle[struct];
}
