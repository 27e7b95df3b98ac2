import { bomOf, type Inputs, type ProductManifest } from '../../src/tools/components';
import { type Bom, BUNDLED, IMPORTED, type Locked, locked } from './bundled';
import { read } from './imports';

const manifest = JSON.parse(read('package.json')) as ProductManifest & {
	scripts: Record<string, string>;
	devDependencies: Record<string, string>;
};
const asRead = (bom: object): Bom => JSON.parse(JSON.stringify(bom)) as Bom;

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

describe('the list of components (CycloneDX)', () => {
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
