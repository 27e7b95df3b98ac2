import './schemas/sourcesFirst';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { keepUpToDate } from './derivedFiles';
import { PROJECT } from './editions';
import { outputSchemas } from './schemas/outputSchemas';
import { schemaFile } from './schemas/schemaFile';

/*
 * Writes the output schemas from which n8n shows the fields of an operation before its first run:
 * nodes/<Name>/__schema__/v1.0.0/<resource>/<operation>.json, and output.json for a trigger. With --check:
 * derivedFiles.ts.
 */

const existing = (): string[] =>
	readdirSync(join(PROJECT, 'nodes'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.includes('__schema__') && file.endsWith('.json'))
		.map((file) => join('nodes', file));

async function main(): Promise<void> {
	const schemas = await outputSchemas();
	const failures = schemas.flatMap(({ entry, failure }) => (failure ? [`${entry.id}: ${failure}`] : []));
	for (const failure of failures) console.error(`The example failed: ${failure}`);
	const empty = schemas.filter(({ schema }) => Object.keys(schema.properties ?? {}).length === 0);
	for (const { entry } of empty) console.error(`${entry.id} has no output field`);
	const files = new Map(schemas.map(({ entry, schema }) => [schemaFile(entry), `${JSON.stringify(schema)}\n`]));
	const isWell = keepUpToDate('schemas', files, existing());
	process.exitCode = isWell && failures.length === 0 && empty.length === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
