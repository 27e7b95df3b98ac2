import './sourcesFirst';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cachedFolder } from '../../../dev/process/folderLock';
import { PROJECT } from '../editions';
import { schemaFile } from './schemaFile';

/* The output schemas are made of all source, and of the examples in n8n's engine: 10 s, so they are kept in a cache. */

const CACHE = path.join(PROJECT, '.cache', 'schemas');
/** What the schemas depend on: the nodes, their examples, and the versions of n8n and TypeScript. */
const SOURCES = [
	'src',
	'nodes',
	'credentials',
	'test/contract',
	'test/emulator',
	'test/engine/support',
	'test/support',
];
const LOCK_MS = 5 * 60_000;
const KEPT_MS = 24 * 60 * 60_000;

/** A text that changes with any of the sources. */
function sourcesHash(): string {
	const hash = createHash('sha256').update(readFileSync(path.join(PROJECT, 'package-lock.json')));
	for (const folder of SOURCES) {
		const files = readdirSync(path.join(PROJECT, folder), { recursive: true, encoding: 'utf8' });
		for (const file of files.filter((name) => name.endsWith('.ts')).sort())
			hash.update(file).update(readFileSync(path.join(PROJECT, folder, file)));
	}
	return hash.digest('hex').slice(0, 32);
}

/** Throws where an example fails, or an operation puts nothing out. */
async function writeSchemas(folder: string): Promise<void> {
	// Not before: it loads n8n's engine and the compiler.
	const { outputSchemas } = module.require('./outputSchemas') as typeof import('./outputSchemas');
	const schemas = await outputSchemas();
	const problems = schemas.flatMap(({ entry, schema, failure }) => {
		if (failure) return [`The example of ${entry.id} failed: ${failure}`];
		return Object.keys(schema.properties ?? {}).length > 0 ? [] : [`${entry.id} has no output field`];
	});
	if (problems.length > 0) throw new Error(problems.join('\n'));
	for (const { entry, schema } of schemas) {
		const file = path.join(folder, schemaFile(entry));
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(schema)}\n`);
	}
	for (const name of readdirSync(CACHE)) {
		const other = path.join(CACHE, name);
		if (Date.now() - statSync(other).mtimeMs > KEPT_MS) rmSync(other, { recursive: true, force: true });
	}
}

/**
 * The folder with the output schemas of all nodes (`FileLibrary/__schema__/…`) as the sources are now. Makes them where
 * no earlier call has. Throws where an example fails.
 */
export const schemaFolder = async (): Promise<string> =>
	await cachedFolder(path.join(CACHE, sourcesHash()), LOCK_MS, () => undefined, writeSchemas);
