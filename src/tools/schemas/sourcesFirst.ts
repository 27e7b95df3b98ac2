/*
 * Beside the class of a node, X.node.ts, is its codex file, X.node.json. Node.js takes the second for './X.node',
 * because it tries .json before .ts. Imported first, this makes it try .ts before.
 */
const json = require.extensions['.json'];
Reflect.deleteProperty(require.extensions, '.json');
require.extensions['.json'] = json;
