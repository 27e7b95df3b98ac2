const { rmSync } = require('node:fs');
const path = require('node:path');
const { dest, parallel, src, task } = require('gulp');

// Binary content must not be decoded (encoding: false is gulp 5's way to say so).
const copy = (globs) => src(globs, { encoding: false, allowEmpty: true });

// nodes and credentials say file:../../icons/… and file:../icons/…: n8n resolves them from dist/
const sharedIcons = () => copy('icons/*.svg').pipe(dest('dist/icons'));
const ownIcons = () => copy('nodes/**/*.{svg,png}').pipe(dest('dist/nodes'));

task('clean', async () => rmSync(path.join(__dirname, 'dist'), { recursive: true, force: true }));
task('build:icons', parallel(sharedIcons, ownIcons));
task('build:codex', () => copy('nodes/**/*.node.json').pipe(dest('dist/nodes')));
// What n8n shows of an operation before its first run; each file lies beside the node, in the folder of its version.
task('build:schemas', () => copy('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes')));
task('build:assets', parallel('build:icons', 'build:codex', 'build:schemas'));
task('default', task('build:assets'));
