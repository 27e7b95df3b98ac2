import './schemas/sourcesFirst';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { outputSchemas } from './schemas/outputSchemas';
import { contents, schemaFile } from './schemas/schemaFile';

/*
 * Writes the output schemas from which n8n shows the fields of an operation before its first run:
 * nodes/<Name>/__schema__/v1.0.0/<resource>/<operation>.json, and output.json for a trigger. With --check it writes
 * nothing and fails when one of them is stale.
 */

const root = join(__dirname, '..', '..');
const existing = (): string[] =>
	readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.includes('__schema__') && file.endsWith('.json'))
		.map((file) => join('nodes', file));

function write(file: string, text: string | undefined): void {
	if (text === undefined) return rmSync(join(root, file));
	mkdirSync(dirname(join(root, file)), { recursive: true });
	writeFileSync(join(root, file), text);
}

/** Writes or, with `isCheck`, names what is stale. Answers whether all is well. */
function settle(files: ReadonlyMap<string, string>, isCheck: boolean): boolean {
	const all = [...new Set([...files.keys(), ...existing()])].sort();
	const stale = all.filter((file) => contents(file) !== files.get(file));
	for (const file of stale) {
		if (isCheck) console.error(`${file} is stale: run npm run schemas`);
		else write(file, files.get(file));
	}
	console.log(`${files.size} output schemas, ${isCheck ? 'stale' : 'written'}: ${stale.length}`);
	return !isCheck || stale.length === 0;
}

async function main(): Promise<void> {
	const schemas = await outputSchemas();
	const failures = schemas.flatMap(({ entry, failure }) => (failure ? [`${entry.id}: ${failure}`] : []));
	for (const failure of failures) console.error(`The example failed: ${failure}`);
	const empty = schemas.filter(({ schema }) => Object.keys(schema.properties ?? {}).length === 0);
	for (const { entry } of empty) console.error(`${entry.id} has no output field`);
	const files = new Map(schemas.map(({ entry, schema }) => [schemaFile(entry), `${JSON.stringify(schema)}\n`]));
	const isWell = settle(files, process.argv.includes('--check'));
	process.exitCode = isWell && failures.length === 0 && empty.length === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
