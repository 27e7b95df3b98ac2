import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { read, ROOT } from './imports';

/* What comes with the package: the files of the tarball, and the packages that the build puts into it. */

interface Locked {
	readonly version: string;
	readonly license: string;
}
interface Bom {
	readonly metadata: { readonly component: { readonly 'bom-ref': string } };
	readonly components: ReadonlyArray<{
		readonly 'bom-ref': string;
		readonly name: string;
		readonly version: string;
		readonly purl: string;
		readonly hashes: unknown;
		readonly licenses: ReadonlyArray<{ readonly license: { readonly id: string } }>;
	}>;
	readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn: readonly string[] }>;
}
const manifest = JSON.parse(read('package.json')) as {
	name: string;
	version: string;
	scripts: Record<string, string>;
	devDependencies: Record<string, string>;
};
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
/** Runs `npm run sbom` for the package in a folder, as of 2026-03-04T05:06:07Z. */
const sbom = (folder: string, edition = 'full'): string =>
	execFileSync(
		process.execPath,
		['--import', 'tsx', path.join(ROOT, 'src/tools/sbom.ts'), '--print', folder, '--edition', edition],
		{
			cwd: ROOT,
			encoding: 'utf8',
			env: { ...process.env, SOURCE_DATE_EPOCH: '1772600767' },
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
/** The packages that our source imports; build.test.ts compares what they bring with the files of the build. */
const IMPORTED = ['compress-commons', 'form-data', 'undici'];
/** The rows of the table under "Supply chain" in docs/security.md: package, licence, what for. */
const rows = [
	...(/^## Supply chain$([^]*?)^## /m.exec(read('docs/security.md'))?.[1] ?? '').matchAll(
		/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm,
	),
].map(([, name = '', license = '', purpose = '']) => ({ name, license: license.trim(), purpose: purpose.trim() }));
const locked = (name: string): Locked | undefined => lock.packages[`node_modules/${name}`];

describe('the tarball', () => {
	const [packed] = JSON.parse(
		execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: ROOT,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	) as [{ files: { path: string }[] }];
	const paths = packed.files.map(({ path: file }) => file);

	test.each(['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json'])('contains %s', (file) =>
		expect(paths).toContain(file),
	);
	test('contains nothing of the development', () => {
		expect(paths.filter((file) => /^(?!dist\/|workflows\/)[^/]+\//.test(file))).toEqual([]);
		expect(paths.filter((file) => /(?:^|\/)\.|\.test\.|\.ts$|\.tgz$/.test(file))).toEqual([]);
	});
	test('is made with the list of components', () => expect(manifest.scripts.prepack).toMatch(/&& npm run sbom$/));
});

describe('what is installed', () => {
	test('is the package alone, without a script of its own', () => {
		expect(Object.keys(manifest)).not.toContain('dependencies');
		expect(Object.keys(manifest.devDependencies)).toEqual(expect.arrayContaining(IMPORTED));
		for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
			expect(manifest.scripts).not.toHaveProperty(name);
	});

	test('the packages in it are each explained in docs/security.md, with their licences', () => {
		expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(IMPORTED));
		for (const { name, license } of rows) expect([name, license]).toEqual([name, locked(name)?.license]);
		expect(rows.filter(({ purpose }) => purpose.split(' ').length < 3)).toEqual([]);
	});
});

describe('the list of components (CycloneDX)', () => {
	const text = sbom(ROOT);
	const bom = JSON.parse(text) as Bom;

	test('contains exactly these packages, in the versions of the lock, with licences and checksums', () => {
		const names = rows.map(({ name }) => name).sort();
		expect(bom.components.map(({ name, version, licenses }) => [name, version, licenses[0]?.license.id])).toEqual(
			names.map((name) => [name, locked(name)?.version, locked(name)?.license]),
		);
		const lean = JSON.parse(sbom(ROOT, 'lean')) as Bom;
		expect(lean.components.map(({ name }) => name)).toEqual(['compress-commons', 'is-stream', 'normalize-path']);
		for (const { hashes, purl, name, version } of bom.components) {
			expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
			expect(purl).toBe(`pkg:npm/${name}@${version}`);
		}
	});

	test('says which one requires which, without a name that is not listed', () => {
		const refs = [bom.metadata.component['bom-ref'], ...bom.components.map((entry) => entry['bom-ref'])];
		expect(bom.dependencies.map(({ ref }) => ref)).toEqual(refs);
		expect(new Set(bom.dependencies.flatMap(({ dependsOn }) => dependsOn))).toEqual(new Set(refs.slice(1)));
		expect(bom.dependencies[0]?.dependsOn).toEqual(
			IMPORTED.map((name) => `pkg:npm/${name}@${locked(name)?.version}`),
		);
	});

	test('names format, package and time', () => {
		expect(bom).toMatchObject({
			bomFormat: 'CycloneDX',
			specVersion: '1.6',
			metadata: {
				timestamp: '2026-03-04T05:06:07.000Z',
				component: { name: manifest.name, version: manifest.version, licenses: [{ license: { id: 'MIT' } }] },
			},
		});
	});

	test('a package in two versions is listed twice, and a lock without one that the source imports is refused', () => {
		const entry = (version: string, dependencies = {}) => ({
			...{ version, license: 'MIT', integrity: `sha512-${Buffer.alloc(64).toString('base64')}`, dependencies },
		});
		const devDependencies = { 'compress-commons': '1', 'form-data': '1', undici: '1' };
		const nested = {
			'': { devDependencies },
			'node_modules/undici': entry('1.0.0', { c: '2' }),
			'node_modules/undici/node_modules/c': entry('2.0.0', { '@s/b': '1' }),
			'node_modules/@s/b': entry('1.0.0', { c: '1' }),
			'node_modules/c': entry('1.0.0', { undici: '1' }),
			'node_modules/form-data': entry('1.0.0'),
			'node_modules/compress-commons': entry('1.0.0'),
		};
		const folder = mkdtempSync(path.join(tmpdir(), 'sbom-'));
		const of = (packages: object): string => {
			writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies }));
			writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
			return sbom(folder);
		};
		try {
			const { dependencies } = JSON.parse(of(nested)) as Bom;
			expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toMatchObject({
				'pkg:npm/undici@1.0.0': ['pkg:npm/c@2.0.0'],
				'pkg:npm/%40s/b@1.0.0': ['pkg:npm/c@1.0.0'],
				'pkg:npm/c@2.0.0': ['pkg:npm/%40s/b@1.0.0'],
				'pkg:npm/c@1.0.0': ['pkg:npm/undici@1.0.0'],
			});
			expect(() => of({ '': { devDependencies } })).toThrow(/compress-commons/);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});
