import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PROJECT, readJson, writeLeanManifest } from './editions';

/* `npm run pack:lean -- FOLDER`: builds the lean edition in .cache/lean, with a list of its sources, and packs it. */

const [target = '.'] = process.argv.slice(2);
const folder = path.join(PROJECT, '.cache', 'lean');
const dist = path.join(folder, 'dist');
const run = (program: string, args: readonly string[], cwd = PROJECT, environment: NodeJS.ProcessEnv = {}): void =>
	void execFileSync(program, args, {
		cwd,
		env: { ...process.env, ...environment },
		stdio: ['ignore', 'ignore', 'inherit'],
	});

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const build = ['--import', 'tsx', 'src/tools/build.ts'];
run(process.execPath, [...build, dist, '--edition', 'lean', '--sources', `${folder}.sources`]);
run(process.execPath, ['node_modules/gulp/bin/gulp.js', 'build:assets'], PROJECT, { DIST: dist });
const { files = [] } = readJson('package.json') as { readonly files?: readonly string[] };
for (const file of [...files, 'README.md', 'LICENSE'])
	if (file !== 'dist') cpSync(path.join(PROJECT, file), path.join(folder, file), { recursive: true });
writeLeanManifest(folder);
mkdirSync(target, { recursive: true });
run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', path.resolve(target)], folder);
