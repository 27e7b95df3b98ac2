import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/* What npm packs, and what is on a server after the command of the README, which is run as it stands there. */

const ROOT = path.join(__dirname, '..', '..');
const NAME = 'n8n-nodes-file-library';
const [, command = ''] = /`(npm install [^`]*)`/.exec(readFileSync(path.join(ROOT, 'README.md'), 'utf8')) ?? [];

const home = mkdtempSync(path.join(tmpdir(), 'file-library-install-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

// The registry has no package of this project; what is built makes no difference here.
const [packed] = JSON.parse(
	execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', home], {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	}),
) as [{ filename: string; files: { path: string }[] }];
const paths = packed.files.map(({ path: file }) => file);

test.each(['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json'])('the tarball contains %s', (file) =>
	expect(paths).toContain(file),
);
test('the tarball contains nothing of the development', () => {
	expect(paths.filter((file) => /^(?!dist\/|workflows\/)[^/]+\//.test(file))).toEqual([]);
	expect(paths.filter((file) => /(?:^|\/)\.|\.test\.|\.ts$|\.tgz$/.test(file))).toEqual([]);
});

test('one package: no second n8n-workflow, and nothing that runs a script', () => {
	// What npm takes for the folder of the project, if the command does not say where to install.
	writeFileSync(path.join(home, 'package.json'), '{}');
	mkdirSync(path.join(home, '.n8n'));
	// npx hands the settings of this project to what it starts; a server has none.
	const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key)));
	const server = { ...env, HOME: home, npm_config_offline: 'true' };
	execFileSync('sh', ['-c', command], { cwd: home, env: server, stdio: 'pipe' });
	const modules = path.join(home, '.n8n', 'nodes', 'node_modules');
	expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual([NAME]);
	const { scripts } = JSON.parse(readFileSync(path.join(modules, NAME, 'package.json'), 'utf8')) as {
		scripts: object;
	};
	expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$/.test(name))).toEqual([]);
	expect(readdirSync(path.join(modules, NAME))).not.toContain('node_modules');
}, 60_000);
