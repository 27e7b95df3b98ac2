import type { Metafile } from 'esbuild';

/* What the package consists of, as CycloneDX 1.6: of the files that the build put into it, and package-lock.json. */

/** The files of a build, with what each imports. */
export type Inputs = Metafile['inputs'];
/** package-lock.json, as far as it is read here. */
export interface Lock {
	readonly packages: Readonly<
		Record<string, { readonly version?: string; readonly integrity?: string; readonly license?: string }>
	>;
}
/** package.json, as far as it is read here. */
export type ProductManifest = Readonly<Record<'name' | 'version' | 'description' | 'license' | 'homepage', string>> & {
	readonly repository: { readonly url: string };
};

/** The package of this project, as package-lock.json names it. */
const OURS = '';
/** The package that a file is of, as package-lock.json names it. */
const packageOf = (file: string): string => /(?<=^|\/)node_modules\/.*/.exec(file)?.[0].match(PACKAGE)?.[0] ?? OURS;
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Each package that files of the build are of, with those that these files import. */
function requirementsIn(inputs: Inputs): Map<string, Set<string>> {
	const found = new Map<string, Set<string>>();
	for (const [file, { imports }] of Object.entries(inputs)) {
		const name = packageOf(file);
		const others = imports.map(({ path }) => packageOf(path)).filter((other) => other !== name && other !== OURS);
		found.set(name, new Set([...(found.get(name) ?? []), ...others]));
	}
	return found;
}

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Throws where the lock does not know the package, or says too little of it. */
function componentOf(folder: string, { packages }: Lock) {
	const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
	const { version, integrity = '', license } = packages[folder] ?? {};
	const checksum = /^sha512-(.+)$/.exec(integrity)?.[1];
	if (!version || !checksum || !license) throw new Error(`package-lock.json has no checksum or licence of ${name}`);
	const purl = purlOf(name, version);
	return {
		type: 'library',
		'bom-ref': purl,
		name,
		version,
		scope: 'required',
		hashes: [{ alg: 'SHA-512', content: Buffer.from(checksum, 'base64').toString('hex') }],
		licenses: [{ license: { id: license } }],
		purl,
	};
}

/** The list: the package itself, and all packages with a file in it. Throws what `componentOf` throws. */
export function bomOf(manifest: ProductManifest, lock: Lock, inputs: Inputs, made?: Date) {
	const { name, version, description, license, homepage, repository } = manifest;
	const requirements = requirementsIn(inputs);
	const components = new Map(
		[...requirements.keys()].filter((each) => each !== OURS).map((each) => [each, componentOf(each, lock)]),
	);
	const dependsOn = (folder: string): string[] =>
		[...(requirements.get(folder) ?? [])].flatMap((other) => components.get(other)?.purl ?? []).sort();
	const self = { type: 'library', 'bom-ref': purlOf(name, version), purl: purlOf(name, version) };
	const sorted = [...components].sort(([, a], [, b]) => (a.purl < b.purl ? -1 : 1));
	return {
		$schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: {
			...(made ? { timestamp: made.toISOString() } : {}),
			lifecycles: [{ phase: 'build' }],
			component: {
				...self,
				name,
				version,
				description,
				licenses: [{ license: { id: license } }],
				externalReferences: [
					{ type: 'website', url: homepage },
					{ type: 'vcs', url: repository.url },
				],
			},
		},
		components: sorted.map(([, component]) => component),
		dependencies: [
			{ ref: self.purl, dependsOn: dependsOn(OURS) },
			...sorted.map(([folder, { purl }]) => ({ ref: purl, dependsOn: dependsOn(folder) })),
		],
	};
}
