import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { editionOf, PROJECT } from './editions';
import { IMPORTED, REPLACED } from './libraries';

/*
 * Writes sbom.cdx.json into dist, or into another folder: what the package consists of, for scanners, as CycloneDX 1.6.
 * npm says by package-lock.json which package requires which; what of that the build puts into the package, in which
 * npm sees no dependency, is chosen here. SOURCE_DATE_EPOCH (Unix seconds) is the time that the list says; now without
 * it. With `--print FOLDER` it prints the list of that folder's package and writes nothing.
 */

/** A package as npm lists it, and as our list has it. */
interface Component {
	readonly 'bom-ref': string;
	readonly name: string;
	readonly version: string;
	readonly purl: string;
	readonly hashes?: ReadonlyArray<{ readonly alg: string; readonly content: string }>;
	readonly licenses?: readonly unknown[];
}
/** What `npm sbom` says of a project. */
interface Listed {
	readonly components: readonly Component[];
	readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn: readonly string[] }>;
}
/** package.json, as far as it is read here. */
type Manifest = Readonly<Record<'name' | 'version' | 'description' | 'license' | 'homepage', string>> & {
	readonly repository: { readonly url: string };
};

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { edition: { type: 'string', default: 'full' }, print: { type: 'string' } },
});
const [dist = join(PROJECT, 'dist')] = positionals;
const { print: folder = PROJECT } = values;
const imported = IMPORTED[editionOf(values.edition)];
const { SOURCE_DATE_EPOCH: epoch = '' } = process.env;

const listing = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev', '--loglevel=error'];
const listed = JSON.parse(
	execFileSync('npm', listing, {
		cwd: folder,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
		maxBuffer: Infinity,
	}),
) as Listed;
const byRef = new Map(listed.components.map((component) => [component['bom-ref'], component]));
const requirements = new Map(listed.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));

/** What a package requires, without what the build replaces. */
const requiredBy = (ref: string): Component[] =>
	(requirements.get(ref) ?? []).flatMap((other) => byRef.get(other) ?? []).filter(({ name }) => !REPLACED.has(name));

/** Adds a package and all that it requires. Throws for one of which the lock does not say enough. */
function collect(component: Component, found: Set<Component>): void {
	if (found.has(component)) return;
	const { name, hashes, licenses } = component;
	if (!hashes || !licenses) throw new Error(`package-lock.json has no checksum or licence of ${name}`);
	found.add(component);
	for (const other of requiredBy(component['bom-ref'])) collect(other, found);
}

const purlsOf = (components: readonly Component[]): string[] => components.map(({ purl }) => purl).sort();

/** The list: the package itself, and everything that the build puts into it, in the versions it was tested with. */
function bomOf({ name, version, description, license, homepage, repository }: Manifest, made: Date) {
	const direct = (requirements.get(`${name}@${version}`) ?? []).flatMap((ref) => byRef.get(ref) ?? []);
	const wanted = direct.filter((component) => imported.includes(component.name));
	if (wanted.length < imported.length) throw new Error(`package-lock.json lacks one of ${imported.join(', ')}`);
	const found = new Set<Component>();
	for (const component of wanted) collect(component, found);
	const packages = [...found].sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
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
			{ ref: self.purl, dependsOn: purlsOf(wanted) },
			...packages.map((each) => ({ ref: each.purl, dependsOn: purlsOf(requiredBy(each['bom-ref'])) })),
		],
	};
}

const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
const bom = bomOf(manifest, /^\d+$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date());
const text = `${JSON.stringify(bom, undefined, '\t')}\n`;
if (values.print !== undefined) process.stdout.write(text);
else {
	mkdirSync(dist, { recursive: true });
	writeFileSync(join(dist, 'sbom.cdx.json'), text);
	console.log(`sbom.cdx.json: ${bom.components.length} components`);
}
