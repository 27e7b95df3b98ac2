import { bomOf, listedByNpm, type ProductManifest } from '../../src/tools/components';
import { BUNDLED } from './bundled';
import { read } from './imports';

/* The packages that the build puts into ours. */

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
const manifest = JSON.parse(read('package.json')) as ProductManifest & {
	scripts: Record<string, string>;
	devDependencies: Record<string, string>;
};
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
/** The packages that our source imports; build.test.ts compares what they bring with the files of the build. */
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

	test('is made with the list of components', () => expect(manifest.scripts.prepack).toMatch(/&& npm run sbom$/));

	test('the packages in it are each explained in docs/security.md, with their licences', () => {
		expect(BUNDLED.map(({ name }) => name)).toEqual(expect.arrayContaining(IMPORTED));
		for (const { name, license } of BUNDLED) expect([name, license]).toEqual([name, locked(name)?.license]);
		expect(BUNDLED.filter(({ purpose }) => purpose.split(' ').length < 3)).toEqual([]);
	});
});

describe('the list of components (CycloneDX)', () => {
	const listed = listedByNpm();
	const made = new Date('2026-03-04T05:06:07Z');
	const bom = asRead(bomOf(manifest, listed, 'full', made));

	test('contains exactly these packages, in the versions of the lock, with licences and checksums', () => {
		const names = BUNDLED.map(({ name }) => name).sort();
		expect(bom.components.map(({ name, version, licenses }) => [name, version, licenses[0]?.license.id])).toEqual(
			names.map((name) => [name, locked(name)?.version, locked(name)?.license]),
		);
		const lean = asRead(bomOf(manifest, listed, 'lean', made));
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
		const component = (name: string, version = '1.0.0') => ({
			...{ 'bom-ref': `${name}@${version}`, name, version, purl: `pkg:npm/${name}@${version}` },
			...{ hashes: [], licenses: [] },
		});
		const components = [...IMPORTED, 'b', 'c'].map((name) => component(name)).concat(component('c', '2.0.0'));
		const requires = (ref: string, ...dependsOn: string[]) => ({ ref, dependsOn });
		const dependencies = [
			requires(`${manifest.name}@${manifest.version}`, ...IMPORTED.map((name) => `${name}@1.0.0`)),
			requires('undici@1.0.0', 'c@2.0.0'),
			requires('c@2.0.0', 'b@1.0.0'),
			requires('b@1.0.0', 'c@1.0.0'),
			requires('c@1.0.0', 'undici@1.0.0'),
		];
		const found = asRead(bomOf(manifest, { components, dependencies }, 'full', made));
		expect(Object.fromEntries(found.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toMatchObject({
			'pkg:npm/undici@1.0.0': ['pkg:npm/c@2.0.0'],
			'pkg:npm/b@1.0.0': ['pkg:npm/c@1.0.0'],
			'pkg:npm/c@2.0.0': ['pkg:npm/b@1.0.0'],
			'pkg:npm/c@1.0.0': ['pkg:npm/undici@1.0.0'],
		});
		expect(() => bomOf(manifest, { components, dependencies: [] }, 'full', made)).toThrow(/compress-commons/);
		const { hashes: _, ...unknown } = component('b');
		expect(() => bomOf(manifest, { components: [...components, unknown], dependencies }, 'full', made)).toThrow(
			'checksum or licence of b',
		);
	});
});
