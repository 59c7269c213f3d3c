// While Python is at work it answers nothing, and the middle of a compile cannot be interrupted. So when work takes long a bar says
// so, and offers to end Python: the page is loaded again, from its memory image, as it was before. What was typed is kept, and
// can be put back.
"use strict";
globalThis.workBar = (() => {
  const LONG = 2000, TICK = 500;  // milliseconds until the bar is shown, and between its words
  const KEPT = "maskscope stopped";
  const $ = (id) => document.getElementById(id);
  let since = 0, ticking;

  function began() {
    since = performance.now();
    clearInterval(ticking);
    ticking = setInterval(tick, TICK);
  }
  function tick() {
    const spent = performance.now() - since;
    $("work").hidden = spent < LONG;
    $("work-what").textContent = `Python has been at work for ${Math.round(spent / 1000)} s.`;
  }
  function ended() {
    clearInterval(ticking);
    $("work").hidden = true;
  }

  // Text that cannot have been taken in yet; before the page is ready it is a link's.
  function stop() {
    const ready = document.body.dataset.stage === "ready";
    sessionStorage.setItem(KEPT, JSON.stringify(ready ? { text: editor()?.value ?? "" } : { hash: location.hash }));
    if (!ready) history.replaceState(null, "", location.pathname + location.search);
    location.reload();
  }
  function ready() {
    $("kept").hidden = !sessionStorage.getItem(KEPT);
  }
  function putBack() {
    const { text, hash } = JSON.parse(sessionStorage.getItem(KEPT));
    drop();
    if (hash) { location.hash = hash; return; }
    const area = editor();
    area.value = text;
    area.dispatchEvent(new Event("input", { bubbles: true }));
    area.focus();
  }
  function drop() {
    sessionStorage.removeItem(KEPT);
    ready();
  }

  const editor = () => [...within(document)].find((el) => el.matches("textarea[aria-label=Grammar]"));
  function* within(root) {
    for (const el of root.querySelectorAll("*")) {
      yield el;
      if (el.shadowRoot) yield* within(el.shadowRoot);
    }
  }

  for (const [id, action] of Object.entries({ "work-stop": stop, "kept-back": putBack, "kept-drop": drop }))
    $(id).addEventListener("click", action);
  return { began, ended, ready };
})();
