const { existsSync, readFileSync, rmSync } = require('node:fs');
const path = require('node:path');
const { Transform } = require('node:stream');
const { dest, parallel, src, task } = require('gulp');

const { name: packageName } = require('./package.json');

// Binary content must not be decoded (encoding: false is gulp 5's way to say so).
const copy = (globs, options = {}) => src(globs, { encoding: false, allowEmpty: true, ...options });

/** Refuses a codex file that n8n would silently ignore: wrong node name, or no node beside it. */
const checkCodex = () =>
	new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			try {
				const where = path.relative(__dirname, file.path);
				const node = file.path.replace(/\.json$/, '.ts');
				if (!existsSync(node)) throw new Error(`${where}: no ${path.basename(node)} beside it`);
				const nodeName = /^\t\tname: '(\w+)'/m.exec(readFileSync(node, 'utf8'))?.[1];
				if (!nodeName)
					throw new Error(`${where}: no literal name in the description of ${path.basename(node)}`);
				const said = JSON.parse(file.contents.toString()).node;
				const expected = `${packageName}.${nodeName}`;
				if (said !== expected) throw new Error(`${where}: node is '${said}', must be '${expected}'`);
				done(null, file);
			} catch (error) {
				done(error);
			}
		},
	});

// nodes and credentials say file:../../icons/… and file:../icons/…: n8n resolves them from dist/
const sharedIcons = () => copy('icons/*.svg').pipe(dest('dist/icons'));
const ownIcons = () => copy('nodes/**/*.{svg,png}').pipe(dest('dist/nodes'));

task('clean', async () => rmSync(path.join(__dirname, 'dist'), { recursive: true, force: true }));
task('build:icons', parallel(sharedIcons, ownIcons));
task('build:codex', () => copy('nodes/**/*.node.json').pipe(checkCodex()).pipe(dest('dist/nodes')));
task('build:assets', parallel('build:icons', 'build:codex'));
task('default', task('build:assets'));
