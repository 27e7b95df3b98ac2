const { rmSync } = require('node:fs');
const path = require('node:path');
const { dest, parallel, src, task } = require('gulp');

/** Where the edition is built: src/tools/packLean.ts names another folder. */
const DIST = process.env.DIST ?? 'dist';
// Binary content must not be decoded (encoding: false is gulp 5's way to say so).
const copy = (globs, folder) => src(globs, { encoding: false }).pipe(dest(path.join(DIST, folder)));

task('clean', async () => rmSync(path.join(__dirname, 'dist'), { recursive: true, force: true }));
// nodes and credentials say file:../../icons/… and file:../icons/…: n8n resolves them from dist/
task('build:icons', () => copy('icons/*.svg', 'icons'));
task('build:codex', () => copy('nodes/**/*.node.json', 'nodes'));
task('build:assets', parallel('build:icons', 'build:codex'));
task('default', task('build:assets'));
