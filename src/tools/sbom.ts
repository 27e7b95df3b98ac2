import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bomOf, listedByNpm, type ProductManifest } from './components';
import { editionOf, PROJECT } from './editions';

/*
 * Writes sbom.cdx.json into dist, or into another folder: what the package consists of, for scanners.
 * SOURCE_DATE_EPOCH (Unix seconds) is the time that the list says; now without it.
 */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { edition: { type: 'string', default: 'full' } },
});
const [dist = join(PROJECT, 'dist')] = positionals;
const { SOURCE_DATE_EPOCH: epoch = '' } = process.env;

const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as ProductManifest;
const made = /^\d+$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date();
const bom = bomOf(manifest, listedByNpm(), editionOf(values.edition), made);
mkdirSync(dist, { recursive: true });
writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(bom, undefined, '\t')}\n`);
console.log(`sbom.cdx.json: ${bom.components.length} components`);
