// Keeps every file of this build, so that a second visit starts from the cache and works offline.
// Pages go to the network first (a new build shows at once); all else is immutable within a build and comes from the cache.
"use strict";
const CACHE = "maskscope-{{ version }}";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("maskscope-") && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
})()));

async function cacheFirst(request) {
  const cache = await caches.open(CACHE), held = await cache.match(request);
  if (held) return held;
  const response = await fetch(request);
  if (response.ok && response.status === 200) cache.put(request, response.clone());
  return response;
}
async function networkFirst(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) cache.put(request, response.clone());
    return response;
  } catch (error) {
    const held = await cache.match(request, { ignoreSearch: true });
    if (held) return held;
    throw error;
  }
}
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  event.respondWith(request.mode === "navigate" ? networkFirst(request) : cacheFirst(request));
});
