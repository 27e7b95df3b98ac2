import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { editionOf, PROJECT } from './editions';
import { IMPORTED } from './libraries';
import { bomOf, type Manifest, type Lock } from './sbom/bom';

/*
 * Writes sbom.cdx.json into dist, or into another folder: what the package consists of, for scanners. npm's own
 * `npm sbom` knows nothing of what a build puts into a package. SOURCE_DATE_EPOCH (Unix seconds) is the time that the
 * list says; now without it. With `--print FOLDER` it prints the list of that folder's package and writes nothing.
 */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { edition: { type: 'string', default: 'full' }, print: { type: 'string' } },
});
const [dist = join(PROJECT, 'dist')] = positionals;
const { print: folder = PROJECT } = values;
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

const { SOURCE_DATE_EPOCH: epoch = '' } = process.env;
const bom = bomOf(readJson('package.json') as Manifest, {
	lock: readJson('package-lock.json') as Lock,
	imported: IMPORTED[editionOf(values.edition)],
	made: /^\d+$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date(),
});
const text = `${JSON.stringify(bom, undefined, '\t')}\n`;
if (values.print !== undefined) process.stdout.write(text);
else {
	mkdirSync(dist, { recursive: true });
	writeFileSync(join(dist, 'sbom.cdx.json'), text);
	console.log(`sbom.cdx.json: ${bom.components.length} components`);
}
