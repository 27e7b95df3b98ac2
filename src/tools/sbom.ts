import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bomOf, type Manifest } from './sbom/bom';
import type { Lock } from './sbom/runtimePackages';

/*
 * Writes dist/sbom.cdx.json: what the package consists of, for scanners. npm's own `npm sbom --omit dev` lists nothing
 * but the package itself (npm 11.19). SOURCE_DATE_EPOCH (Unix seconds) is the time that the list says; now without it.
 */

const root = join(__dirname, '..', '..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

const epoch = Number(process.env.SOURCE_DATE_EPOCH);
const made = Number.isFinite(epoch) ? new Date(epoch * 1000) : new Date();
const bom = bomOf(readJson('package.json') as Manifest, readJson('package-lock.json') as Lock, made);
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, 'dist', 'sbom.cdx.json'), `${JSON.stringify(bom, undefined, '\t')}\n`);
console.log(`dist/sbom.cdx.json: ${bom.components.length} components`);
