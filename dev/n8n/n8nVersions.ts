/* The versions of n8n that the host test knows. Each has a folder in `install/`. */

/** What is known of the installation of one version. */
export interface N8nVersion {
	readonly version: string;
	/** Variables of its environment that other versions do not know. */
	readonly settings: Readonly<Record<string, string>>;
}

/** The n8n of `npm start` and, unless another one is asked for, of `npm run test:host`. */
export const DEFAULT_N8N: N8nVersion = {
	version: '2.41.1',
	// This module requests a list from n8n's site at every start. An n8n without it refuses to start with this.
	settings: { N8N_DISABLED_MODULES: 'mcp-registry' },
};

/** The oldest one that the package is tested with. */
const OLD_N8N: N8nVersion = {
	version: '1.123.81',
	// The defaults of n8n 2. This n8n deprecates its own (docs/compatibility.md): without task runners, expressions
	// cannot read what a Code node returned; without a pool, the status of an execution is saved before its data; and
	// files are kept in memory.
	settings: { N8N_RUNNERS_ENABLED: 'true', DB_SQLITE_POOL_SIZE: '3', N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
};

/** All of them, the newest first. */
const N8N_VERSIONS: readonly N8nVersion[] = [DEFAULT_N8N, OLD_N8N];

/** Their numbers, for people. */
export const VERSION_NAMES: string = N8N_VERSIONS.map(({ version }) => version).join(', ');

/** The version that was asked for. Throws an error that names the known ones. */
export function n8nVersion(wanted: string): N8nVersion {
	const found = N8N_VERSIONS.find(({ version }) => version === wanted);
	if (found) return found;
	throw new Error(`There is no n8n ${wanted} in dev/n8n/install. Known versions: ${VERSION_NAMES}.`);
}
