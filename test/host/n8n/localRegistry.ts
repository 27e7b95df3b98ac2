import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { serve } from '../process/loopbackServer';
import type { InstalledN8n } from '../../../dev/n8n/n8nCache';

interface Manifest {
	readonly name: string;
	readonly version: string;
}

const manifestIn = (tarball: string): Manifest =>
	JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })) as Manifest;

/** What a registry says of a package whose versions are these tarballs, each with the dist-tag that is its key. */
function documentOf(tarballs: Readonly<Record<string, string>>, origin: string) {
	const all = Object.entries(tarballs).map(([tag, tarball]) => {
		const manifest = manifestIn(tarball);
		const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
		return {
			tag,
			version: manifest.version,
			entry: { ...manifest, dist: { tarball: `${origin}/${tag}.tgz`, integrity } },
		};
	});
	return {
		name: all[0]?.entry.name,
		'dist-tags': Object.fromEntries(all.map(({ tag, version }) => [tag, version])),
		versions: Object.fromEntries(all.map(({ version, entry }) => [version, entry])),
	};
}

/**
 * Starts a registry with these tarballs by their dist-tags. n8n lets its registry be chosen with a licence only, so it
 * gets, from `folder`, an npm that asks this one; what n8n itself would ask of the internet is refused.
 */
export async function startRegistry(
	tarballs: Readonly<Record<string, string>>,
	{ folder, n8n }: { readonly folder: string; readonly n8n: InstalledN8n },
) {
	const { origin, close } = await serve((req, res) => {
		const [, tag = ''] = /^\/(\w+)\.tgz$/.exec(req.url ?? '') ?? [];
		const document = documentOf(tarballs, origin);
		if (tarballs[tag]) res.end(readFileSync(tarballs[tag]));
		else if (req.url?.startsWith(`/${document.name}`)) res.end(JSON.stringify(document));
		else res.writeHead(404).end('{}');
	});
	mkdirSync(folder, { recursive: true });
	const path = [dirname(n8n.node), process.env.PATH].join(delimiter);
	const program = `#!/bin/sh\nunset HTTPS_PROXY\nPATH='${path}' exec npm "$@" --registry='${origin}'\n`;
	writeFileSync(join(folder, 'npm'), program, { mode: 0o755 });
	return {
		/** n8n's settings, with which it installs packages from there only. */
		settings: {
			PATH: [folder, path].join(delimiter),
			N8N_COMMUNITY_PACKAGES_REGISTRY: 'https://registry.npmjs.org',
			HTTPS_PROXY: 'http://127.0.0.1:9',
		},
		close,
	};
}
