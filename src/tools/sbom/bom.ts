import { REPLACED } from '../libraries';

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

interface BundledPackage {
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

/** What a package at `place` requires itself, without what the build replaces. */
const requirementsAt = (lock: Lock, place: string): string[] =>
	Object.keys(lock.packages[place]?.dependencies ?? {}).filter((name) => !REPLACED.has(name));

/** The places of everything that is required from `place`, itself first. */
function collect(lock: Lock, place: string, found: Set<string>): void {
	if (found.has(place)) return;
	found.add(place);
	for (const name of requirementsAt(lock, place)) collect(lock, placeOf(lock, name, place), found);
}

function stated(value: string | undefined, what: string, place: string): string {
	if (value === undefined || value === '') throw new Error(`package-lock.json has no ${what} of ${place}`);
	return value;
}

const keyAt = (lock: Lock, place: string): string =>
	`${nameAt(place)}@${stated(lock.packages[place]?.version, 'version', place)}`;

/** The packages that a package at `place` requires itself, as `name@version`. */
const requiredAt = (lock: Lock, place: string): string[] =>
	requirementsAt(lock, place)
		.map((name) => keyAt(lock, placeOf(lock, name, place)))
		.sort();

/** What the package consists of besides our own code, by name. Throws Error for a gap in the lock. */
function bundledPackages(lock: Lock, imported: readonly string[]): BundledPackage[] {
	const places = new Set<string>();
	for (const name of imported) collect(lock, placeOf(lock, name, ''), places);
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

const component = ({ name, version, license, sha512 }: BundledPackage) => ({
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
 * The components of our package as CycloneDX 1.6: itself, and everything that the build puts into it, in the versions
 * it was tested with. The same input gives the same text. `imported` are the packages that our source imports, `made`
 * is when the package was built.
 */
export function bomOf(
	{ name, version, description, license, homepage, repository }: Manifest,
	{ lock, imported, made }: { readonly lock: Lock; readonly imported: readonly string[]; readonly made: Date },
) {
	const packages = bundledPackages(lock, imported);
	const self = purl(name, version);
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
			{ ref: self, dependsOn: imported.map((each) => purlOf(keyAt(lock, placeOf(lock, each, '')))).sort() },
			...packages.map((entry) => ({
				ref: purl(entry.name, entry.version),
				dependsOn: entry.dependsOn.map(purlOf),
			})),
		],
	};
}
