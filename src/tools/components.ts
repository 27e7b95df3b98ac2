import { execFileSync } from 'node:child_process';
import { type Edition, PROJECT } from './editions';
import { IMPORTED, REPLACED } from './libraries';

/* What the package consists of, as CycloneDX 1.6, chosen from what npm says of the project. */

/** A package as npm lists it, and as our list has it. */
interface Component {
	readonly 'bom-ref': string;
	readonly name: string;
	readonly version: string;
	readonly purl: string;
	readonly hashes?: ReadonlyArray<{ readonly alg: string; readonly content: string }>;
	readonly licenses?: readonly unknown[];
}
/** What npm says of a project. */
export interface Listed {
	readonly components: readonly Component[];
	readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn: readonly string[] }>;
}
/** package.json, as far as it is read here. */
export type ProductManifest = Readonly<Record<'name' | 'version' | 'description' | 'license' | 'homepage', string>> & {
	readonly repository: { readonly url: string };
};

/** What npm says of this project by package-lock.json: which packages there are, and which one requires which. */
export function listedByNpm(): Listed {
	const options = ['--sbom-format=cyclonedx', '--package-lock-only', '--include=dev', '--loglevel=error'];
	return JSON.parse(
		execFileSync('npm', ['sbom', ...options], {
			cwd: PROJECT,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
			maxBuffer: Infinity,
		}),
	) as Listed;
}

const purlsOf = (components: readonly Component[]): string[] => components.map(({ purl }) => purl).sort();

/**
 * What the build puts into an edition, and what of it a package requires. Throws where npm does not list what the
 * edition imports, or says too little of it.
 */
function bundledIn({ name, version }: ProductManifest, listed: Listed, edition: Edition) {
	const imported = IMPORTED[edition];
	const byRef = new Map(listed.components.map((component) => [component['bom-ref'], component]));
	const requirements = new Map(listed.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
	const requiredBy = (ref: string): Component[] =>
		(requirements.get(ref) ?? []).flatMap((other) => byRef.get(other) ?? []);
	/** Without what the build replaces. */
	const bundledFor = (ref: string): Component[] => requiredBy(ref).filter((one) => !REPLACED.has(one.name));
	const direct = requiredBy(`${name}@${version}`).filter((component) => imported.includes(component.name));
	if (direct.length < imported.length) throw new Error(`package-lock.json lacks one of ${imported.join(', ')}`);
	const found = new Set<Component>();
	const collect = (component: Component): void => {
		if (found.has(component)) return;
		if (!component.hashes || !component.licenses)
			throw new Error(`package-lock.json has no checksum or licence of ${component.name}`);
		found.add(component);
		bundledFor(component['bom-ref']).forEach(collect);
	};
	direct.forEach(collect);
	const packages = [...found].sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
	return { direct, packages, bundledFor };
}

/** The list: the package itself, and everything that the build puts into it. Throws what `bundledIn` throws. */
export function bomOf(manifest: ProductManifest, listed: Listed, edition: Edition, made: Date) {
	const { name, version, description, license, homepage, repository } = manifest;
	const { direct, packages, bundledFor } = bundledIn(manifest, listed, edition);
	const self = { type: 'library', 'bom-ref': `pkg:npm/${name}@${version}`, purl: `pkg:npm/${name}@${version}` };
	return {
		$schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: {
			timestamp: made.toISOString(),
			lifecycles: [{ phase: 'build' }],
			component: {
				...self,
				...{ name, version, description, licenses: [{ license: { id: license } }] },
				externalReferences: [
					{ type: 'website', url: homepage },
					{ type: 'vcs', url: repository.url },
				],
			},
		},
		components: packages.map(({ name, version, hashes, licenses, purl }) => ({
			...{ type: 'library', 'bom-ref': purl, name, version, scope: 'required', hashes, licenses, purl },
		})),
		dependencies: [
			{ ref: self.purl, dependsOn: purlsOf(direct) },
			...packages.map((each) => ({ ref: each.purl, dependsOn: purlsOf(bundledFor(each['bom-ref'])) })),
		],
	};
}
