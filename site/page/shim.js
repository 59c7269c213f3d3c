// Panel's loader looks for es-module-shims; there is no import map here, so plain import() is enough.
"use strict";
window.importShim = (url) => import(url);
window.importShim.addImportMap = () => {};
