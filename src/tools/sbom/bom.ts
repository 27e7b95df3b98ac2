import { requiredAt, runtimePackages, type Lock, type RuntimePackage } from './runtimePackages';

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
			{ ref: self, dependsOn: requiredAt(lock, '').map(purlOf) },
			...packages.map((entry) => ({
				ref: purl(entry.name, entry.version),
				dependsOn: entry.dependsOn.map(purlOf),
			})),
		],
	};
}
