interface LockEntry {
	readonly version?: string;
	readonly license?: string;
	readonly integrity?: string;
	readonly dependencies?: Readonly<Record<string, string>>;
}

/** package-lock.json, version 3: entries by their place, '' for the project itself. */
export interface Lock {
	readonly packages: Readonly<Record<string, LockEntry>>;
}

interface RuntimePackage {
	readonly name: string;
	readonly version: string;
	/** As the package states it, e.g. `MIT`. */
	readonly license: string;
	/** SHA-512 of the package in npm's registry, in Base64. */
	readonly sha512: string;
	/** The packages it depends on, as `name@version`. */
	readonly dependsOn: readonly string[];
}

const IN_MODULES = 'node_modules/';

/** Where Node.js finds a package that is required at `from`: the nearest node_modules with it, upwards. */
function placeOf({ packages }: Lock, name: string, from: string): string {
	const inside = from === '' ? '' : `${from}/`;
	const place = `${inside}${IN_MODULES}${name}`;
	if (packages[place]) return place;
	if (from === '') throw new Error(`package-lock.json has no ${name}`);
	return placeOf({ packages }, name, from.slice(0, Math.max(0, from.lastIndexOf(IN_MODULES) - 1)));
}

const nameAt = (place: string): string => place.slice(place.lastIndexOf(IN_MODULES) + IN_MODULES.length);

/** The places of everything that is required from `place`, itself first. */
function collect(lock: Lock, place: string, found: Set<string>): void {
	if (found.has(place)) return;
	found.add(place);
	for (const name of Object.keys(lock.packages[place]?.dependencies ?? {}))
		collect(lock, placeOf(lock, name, place), found);
}

function stated(value: string | undefined, what: string, place: string): string {
	if (value === undefined || value === '') throw new Error(`package-lock.json has no ${what} of ${place}`);
	return value;
}

const keyAt = (lock: Lock, place: string): string =>
	`${nameAt(place)}@${stated(lock.packages[place]?.version, 'version', place)}`;

/** The packages that a package at `place` requires itself, as `name@version`. */
const requiredAt = (lock: Lock, place: string): string[] =>
	Object.keys(lock.packages[place]?.dependencies ?? {})
		.map((name) => keyAt(lock, placeOf(lock, name, place)))
		.sort();

/** What the build puts into our package: compress-commons without its streams and checksums (build.ts). */
const BUNDLED = ['compress-commons', 'is-stream', 'normalize-path'];

/** What npm installs with our package, and what is in it, by name. Throws Error for a gap in the lock. */
function runtimePackages(lock: Lock): RuntimePackage[] {
	const places = new Set<string>();
	collect(lock, '', places);
	places.delete('');
	for (const name of BUNDLED) if (lock.packages[`${IN_MODULES}${name}`]) places.add(`${IN_MODULES}${name}`);
	return [...places].sort().map((place) => {
		const { version, license, integrity } = lock.packages[place] ?? {};
		const [, sha512] = /(?:^| )sha512-(\S+)/.exec(stated(integrity, 'checksum', place)) ?? [];
		return {
			name: nameAt(place),
			version: stated(version, 'version', place),
			license: stated(license, 'licence', place),
			sha512: stated(sha512, 'SHA-512', place),
			dependsOn: requiredAt(lock, place),
		};
	});
}

/** package.json, as far as it is read here. */
export interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly description: string;
	readonly license: string;
	readonly homepage: string;
	readonly repository: { readonly url: string };
}

const purl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;
const purlOf = (key: string): string => purl(key.slice(0, key.lastIndexOf('@')), key.slice(key.lastIndexOf('@') + 1));

const component = ({ name, version, license, sha512 }: RuntimePackage) => ({
	type: 'library',
	'bom-ref': purl(name, version),
	name,
	version,
	scope: 'required',
	hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
	licenses: [{ license: { id: license } }],
	purl: purl(name, version),
});

/**
 * The components of our package as CycloneDX 1.6: itself, and everything that npm installs with it, in the versions it
 * was tested with. The same input gives the same text. `made` is when the package was built.
 */
export function bomOf({ name, version, description, license, homepage, repository }: Manifest, lock: Lock, made: Date) {
	const packages = runtimePackages(lock);
	const self = purl(name, version);
	const listed = new Set(packages.map((entry) => `${entry.name}@${entry.version}`));
	const bundled = packages
		.filter((entry) => entry.name === BUNDLED[0])
		.map((entry) => purl(entry.name, entry.version));
	return {
		$schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: {
			timestamp: made.toISOString(),
			lifecycles: [{ phase: 'build' }],
			component: {
				type: 'library',
				'bom-ref': self,
				name,
				version,
				description,
				licenses: [{ license: { id: license } }],
				purl: self,
				externalReferences: [
					{ type: 'website', url: homepage },
					{ type: 'vcs', url: repository.url },
				],
			},
		},
		components: packages.map(component),
		dependencies: [
			{ ref: self, dependsOn: [...requiredAt(lock, '').map(purlOf), ...bundled].sort() },
			...packages.map((entry) => ({
				ref: purl(entry.name, entry.version),
				dependsOn: entry.dependsOn.filter((key) => listed.has(key)).map(purlOf),
			})),
		],
	};
}
