import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { read, ROOT } from './imports';

/* What comes with the package: the files of the tarball, and the packages that npm installs beside it. */

interface Locked {
	readonly version: string;
	readonly license: string;
	readonly dev?: true;
	readonly hasInstallScript?: true;
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
	dependencies: Record<string, string>;
};
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
/** Runs `npm run sbom` for the package in a folder, as of 2026-03-04T05:06:07Z. */
const sbom = (folder: string): string =>
	execFileSync(process.execPath, ['--import', 'tsx', path.join(ROOT, 'src/tools/sbom.ts'), '--print', folder], {
		cwd: ROOT,
		encoding: 'utf8',
		env: { ...process.env, SOURCE_DATE_EPOCH: '1772600767' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
/** By npm's own marks in the lock, not by the way from one package to the next. */
const shipped = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && !dev);
/** What the build puts into the package: its files name these packages (build.test.ts). */
const BUNDLED = ['compress-commons', 'is-stream', 'normalize-path'];
const listed = Object.entries(lock.packages).filter(
	([place, { dev }]) => place !== '' && (!dev || BUNDLED.includes(place.replace(/^node_modules\//, ''))),
);
const namesOf = (places: ReadonlyArray<[string, unknown]>): string[] =>
	places.map(([place]) => place.replace(/^.*node_modules\//, ''));

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

describe('runtime dependencies', () => {
	test('run nothing when they are installed, nor does the package', () => {
		expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
		for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
			expect(manifest.scripts).not.toHaveProperty(name);
	});

	test('are the two that were decided on, and what these require', () => {
		expect(Object.keys(manifest.dependencies)).toEqual(['form-data', 'undici']);
		expect(namesOf(shipped)).toContain('combined-stream');
	});

	/** The rows of the table under "Supply chain" in docs/security.md: package, licence, what for. */
	const rows = [
		...(/^## Supply chain$([^]*?)^## /m.exec(read('docs/security.md'))?.[1] ?? '').matchAll(
			/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm,
		),
	].map(([, name = '', license = '', purpose = '']) => ({ name, license: license.trim(), purpose: purpose.trim() }));

	test('are each explained in docs/security.md, with their licences', () => {
		const licenses = Object.fromEntries(listed.map(([place, { license }]) => [namesOf([[place, '']])[0], license]));
		expect(Object.fromEntries(rows.map(({ name, license }) => [name, license]))).toEqual(licenses);
		expect(rows.filter(({ purpose }) => purpose.split(' ').length < 3)).toEqual([]);
	});
});

describe('the list of components (CycloneDX)', () => {
	const text = sbom(ROOT);
	const bom = JSON.parse(text) as Bom;

	test('contains exactly the runtime dependencies, in the versions of the lock, with licences and checksums', () => {
		const expected = listed.map(([place, { version, license }]) => [namesOf([[place, '']])[0], version, license]);
		expect(bom.components.map(({ name, version, licenses }) => [name, version, licenses[0]?.license.id])).toEqual(
			expected,
		);
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
			['compress-commons', ...Object.keys(manifest.dependencies)].map(
				(name) => `pkg:npm/${name}@${lock.packages[`node_modules/${name}`]?.version}`,
			),
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

	test('nested packages are found as Node.js finds them, and a lock with a gap is refused', () => {
		const entry = (version: string, dependencies = {}) => ({
			...{ version, license: 'MIT', integrity: `sha512-${Buffer.alloc(64).toString('base64')}`, dependencies },
		});
		const nested = {
			'': { dependencies: { a: '1', '@s/b': '1' } },
			'node_modules/a': entry('1.0.0', { c: '2' }),
			'node_modules/a/node_modules/c': entry('2.0.0', { '@s/b': '1' }),
			'node_modules/@s/b': entry('1.0.0', { c: '1' }),
			'node_modules/c': entry('1.0.0', { a: '1' }),
		};
		const folder = mkdtempSync(path.join(tmpdir(), 'sbom-'));
		const of = (packages: object): string => {
			writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
			writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
			return sbom(folder);
		};
		try {
			const { dependencies } = JSON.parse(of(nested)) as Bom;
			expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toMatchObject({
				'pkg:npm/a@1.0.0': ['pkg:npm/c@2.0.0'],
				'pkg:npm/%40s/b@1.0.0': ['pkg:npm/c@1.0.0'],
				'pkg:npm/c@2.0.0': ['pkg:npm/%40s/b@1.0.0'],
				'pkg:npm/c@1.0.0': ['pkg:npm/a@1.0.0'],
			});
			expect(() => of({ '': { dependencies: { gone: '1' } } })).toThrow(/no gone/);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});
