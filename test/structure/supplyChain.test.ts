import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bomOf, type Inputs, type ProductManifest } from '../../src/tools/components';
import { BUNDLED } from './bundled';
import { read, ROOT } from './imports';

/* The packages that the build puts into ours. */

interface Locked {
	readonly version: string;
	readonly license: string;
	readonly integrity: string;
}
interface Bom {
	readonly metadata: { readonly timestamp?: string; readonly component: { readonly 'bom-ref': string } };
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
const manifest = JSON.parse(read('package.json')) as ProductManifest & {
	scripts: Record<string, string>;
	devDependencies: Record<string, string>;
};
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
/** The packages that our source imports. */
const IMPORTED = ['compress-commons', 'form-data', 'undici'];
/** As a scanner reads it. */
const asRead = (bom: object): Bom => JSON.parse(JSON.stringify(bom)) as Bom;
const locked = (name: string): Locked | undefined => lock.packages[`node_modules/${name}`];

describe('what is installed', () => {
	test('is the package alone, without a script of its own', () => {
		expect(Object.keys(manifest)).not.toContain('dependencies');
		expect(Object.keys(manifest.devDependencies)).toEqual(expect.arrayContaining(IMPORTED));
		for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
			expect(manifest.scripts).not.toHaveProperty(name);
	});

	test('the packages in it are each explained in docs/security.md, with their licences', () => {
		expect(BUNDLED.map(({ name }) => name)).toEqual(expect.arrayContaining(IMPORTED));
		for (const { name, license } of BUNDLED) expect([name, license]).toEqual([name, locked(name)?.license]);
		expect(BUNDLED.filter(({ purpose }) => purpose.split(' ').length < 3)).toEqual([]);
	});
});

/** The list that the build of an edition writes. */
function listOf(edition: string, epoch = ''): Bom {
	const dist = mkdtempSync(path.join(tmpdir(), 'components-'));
	try {
		execFileSync(
			process.execPath,
			['--require', './test/runner/register.js', 'src/tools/build.ts', dist, '--edition', edition],
			{ cwd: ROOT, env: { ...process.env, SOURCE_DATE_EPOCH: epoch } },
		);
		return asRead(JSON.parse(readFileSync(path.join(dist, 'sbom.cdx.json'), 'utf8')) as object);
	} finally {
		rmSync(dist, { recursive: true });
	}
}

describe('the list of components (CycloneDX)', () => {
	const bom = listOf('full', '1772600767');
	const lean = listOf('lean');

	test('contains exactly these packages, in the versions of the lock, with licences and checksums', () => {
		const names = BUNDLED.map(({ name }) => name).sort();
		expect(bom.components.map(({ name, version, licenses }) => [name, version, licenses[0]?.license.id])).toEqual(
			names.map((name) => [name, locked(name)?.version, locked(name)?.license]),
		);
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
		expect(lean.metadata).not.toHaveProperty('timestamp');
	});

	test('a package in two versions is listed twice, and one of which the lock says too little is refused', () => {
		const file = (...imports: string[]): Inputs[string] => ({
			bytes: 0,
			imports: imports.map((imported) => ({ path: imported, kind: 'require-call' })),
		});
		const inner = 'node_modules/@a/b/node_modules/c/index.js';
		const inputs: Inputs = {
			'src/a.ts': file('src/b.ts', 'node:path', 'node_modules/@a/b/lib/index.js'),
			'src/b.ts': file('node_modules/c/index.js'),
			'node_modules/@a/b/lib/index.js': file('node_modules/@a/b/lib/other.js', 'src/a.ts'),
			'node_modules/@a/b/lib/other.js': file(inner),
			[inner]: file(),
			'node_modules/c/index.js': file(),
		};
		const known = (version: string): Locked => ({ version, license: 'MIT', integrity: 'sha512-/w==' });
		const packages = {
			'node_modules/@a/b': known('1.0.0'),
			'node_modules/@a/b/node_modules/c': known('2.0.0'),
			'node_modules/c': known('1.0.0'),
			'node_modules/unused': known('1.0.0'),
		};
		const found = asRead(bomOf(manifest, { packages }, inputs));
		expect(found.components.map(({ hashes }) => hashes)).toEqual(
			Array(3).fill([{ alg: 'SHA-512', content: 'ff' }]),
		);
		expect(found.dependencies).toEqual([
			{ ref: found.metadata.component['bom-ref'], dependsOn: ['pkg:npm/%40a/b@1.0.0', 'pkg:npm/c@1.0.0'] },
			{ ref: 'pkg:npm/%40a/b@1.0.0', dependsOn: ['pkg:npm/c@2.0.0'] },
			{ ref: 'pkg:npm/c@1.0.0', dependsOn: [] },
			{ ref: 'pkg:npm/c@2.0.0', dependsOn: [] },
		]);
		const { license: _, ...unlicensed } = known('1.0.0');
		for (const lacking of [unlicensed, { ...known('1.0.0'), integrity: 'sha1-/w==' }, {}])
			expect(() => bomOf(manifest, { packages: { ...packages, 'node_modules/c': lacking } }, inputs)).toThrow(
				'checksum or licence of c',
			);
	});
});
