import { read } from './imports';

/** The rows of the table under "Supply chain" in docs/security.md: packages in ours, their licences, what for. */
export const BUNDLED = [
	...(/^## Supply chain$([^]*?)^## /m.exec(read('docs/security.md'))?.[1] ?? '').matchAll(
		/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm,
	),
].map(([, name = '', license = '', purpose = '']) => ({ name, license: license.trim(), purpose: purpose.trim() }));

/** What package-lock.json says of a package. */
export interface Locked {
	readonly version: string;
	readonly license: string;
	readonly integrity: string;
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
export const locked = (name: string): Locked | undefined => lock.packages[`node_modules/${name}`];

/** The packages that our source imports. */
export const IMPORTED = ['compress-commons', 'form-data', 'undici'];

/** A list of components, as a scanner reads it. */
export interface Bom {
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
