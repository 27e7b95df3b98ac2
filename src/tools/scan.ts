import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT, readJson, writeLeanManifest } from './editions';

/*
 * `npm run scan`: n8n's own scanner of community packages, in the version that n8n has published, on the tarball of the
 * lean edition and on all source that it is made of; n8n itself reads of the source only nodes and credentials. What
 * the build puts into the package is no dependency of it: the source is scanned with that import as a local one. The
 * scanner is installed into the cache folder, not into this project: it brings 300 packages, among them another ESLint.
 */

const SCANNER = '@n8n/scan-community-package';
const VERSION = '0.32.0';
const CACHE = path.join(homedir(), '.cache', 'n8n-nodes-file-library');
/** What the scanner asks for in any version, in those of this project: it does not run with the newest TypeScript. */
const PEERS = ['n8n-workflow', 'typescript'].map((name) => {
	const { version } = readJson(`node_modules/${name}/package.json`) as { readonly version: string };
	return `${name}@${version}`;
});

/** The only module that imports a bundled package, and that package. */
const BUNDLED_IN = path.join('src', 'features', 'zip', 'work', 'records.ts');
const BUNDLED = 'compress-commons';

/** What the scanner does with a folder; its command takes only what the registry has. */
type Analyze = (
	folder: string,
	patterns: readonly string[],
) => Promise<{ readonly passed: boolean; readonly message?: string; readonly details?: string }>;

/** The folder of the installed scanner; installs it when it is missing. */
function installed(): string {
	const folder = path.join(CACHE, ['scanner', VERSION, ...PEERS].join('-'));
	if (fs.existsSync(folder)) return folder;
	fs.mkdirSync(CACHE, { recursive: true });
	const partial = fs.mkdtempSync(`${folder}-`);
	const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
	const packages = [`${SCANNER}@${VERSION}`, ...PEERS];
	execFileSync('npm', ['install', '--prefix', partial, ...packages, ...options], { stdio: 'inherit' });
	if (fs.existsSync(folder)) fs.rmSync(partial, { recursive: true });
	else fs.renameSync(partial, folder);
	return folder;
}

/** Puts the unpacked tarball into `tarball`, and the source that it is made of into `source`. */
function prepare(folder: string): void {
	const packed = path.join(folder, 'packed');
	const tarball = path.join(folder, 'tarball');
	const source = path.join(folder, 'source');
	fs.mkdirSync(tarball);
	execFileSync(process.execPath, ['--import', 'tsx', 'src/tools/packLean.ts', packed], { cwd: PROJECT });
	const [name = ''] = fs.readdirSync(packed);
	execFileSync('tar', ['-xzf', path.join(packed, name), '-C', tarball, '--strip-components=1']);
	const sources = fs.readFileSync(path.join(PROJECT, '.cache', 'lean.sources'), 'utf8').split('\n');
	// What the rules look for beside nodes and credentials, and the programs of the pages, which are bundled apart.
	for (const file of [...sources, 'icons', 'nodes', 'src/pages'])
		fs.cpSync(path.join(PROJECT, file), path.join(source, file), { recursive: true });
	const importer = path.join(source, BUNDLED_IN);
	fs.writeFileSync(importer, fs.readFileSync(importer, 'utf8').replace(`from '${BUNDLED}'`, `from './${BUNDLED}'`));
	writeLeanManifest(source);
}

/** Says so when n8n has published another scanner than the one that is used, whose new rules nobody has tried. */
function compareVersions(): void {
	try {
		const asked = execFileSync('npm', ['view', SCANNER, 'version'], { encoding: 'utf8', timeout: 30_000 });
		const newest = asked.trim();
		if (newest === VERSION) return;
		console.log(`The registry has a newer scanner, ${newest}: set VERSION in src/tools/scan.ts, and scan again.`);
	} catch {
		console.log(`The registry does not say which version of ${SCANNER} is the newest.`);
	}
}

async function main(): Promise<void> {
	const scanner = path.join(installed(), 'node_modules', SCANNER, 'scanner', 'scanner.mjs');
	const { analyzePackage } = (await import(pathToFileURL(scanner).href)) as { analyzePackage: Analyze };
	const folder = fs.mkdtempSync(path.join(tmpdir(), 'scan-'));
	try {
		prepare(folder);
		const results = [
			['the tarball', await analyzePackage(path.join(folder, 'tarball'), ['**/*.js', 'package.json'])],
			['the source', await analyzePackage(path.join(folder, 'source'), ['**/*.{js,ts}', 'package.json'])],
		] as const;
		for (const [what, { passed, message, details }] of results)
			console.log(`${SCANNER} ${VERSION}: ${what} ${passed ? 'passes' : `fails: ${message}\n${details ?? ''}`}`);
		compareVersions();
		if (results.some(([, { passed }]) => !passed)) process.exitCode = 1;
	} finally {
		fs.rmSync(folder, { recursive: true });
	}
}

void main();
