import { findN8n } from './n8n/n8nCache';
import { n8nVersion } from './n8n/n8nVersions';

/* Installs these versions of n8n into the cache, unless they are there: what `.ci/run` does while other tests run. */

async function main(versions: readonly string[]): Promise<void> {
	for (const version of versions) await findN8n(n8nVersion(version));
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
