import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bomOf, type Manifest, type Lock } from './sbom/bom';

/*
 * Writes dist/sbom.cdx.json: what the package consists of, for scanners. npm's own `npm sbom --omit dev` lists nothing
 * but the package itself (npm 11.19). SOURCE_DATE_EPOCH (Unix seconds) is the time that the list says; now without it.
 * With --print and a folder it prints the list of that folder's package and writes nothing.
 */

const root = join(__dirname, '..', '..');
const [, , flag, folder = root] = process.argv;
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

const { SOURCE_DATE_EPOCH: epoch = '' } = process.env;
const made = /^\d+$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date();
const bom = bomOf(readJson('package.json') as Manifest, readJson('package-lock.json') as Lock, made);
const text = `${JSON.stringify(bom, undefined, '\t')}\n`;
if (flag === '--print') process.stdout.write(text);
else {
	mkdirSync(join(root, 'dist'), { recursive: true });
	writeFileSync(join(root, 'dist', 'sbom.cdx.json'), text);
	console.log(`dist/sbom.cdx.json: ${bom.components.length} components`);
}
