import './schemas/sourcesFirst';
import { staleContract } from './contract';
import { schemaFile } from './schemas/schemaFile';
import { isCheck, keepUpToDate } from './derivedFiles';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './editions';
import { operationsPage } from './operationsPage';
import { reference } from './reference';
import { outputSchemas } from './schemas/outputSchemas';

/*
 * `npm run generate`: writes src/protocol/contract.ts, what the catalogue takes from the contract; then the output
 * schemas, from which n8n shows the fields of an operation before its first run
 * (nodes/<Name>/__schema__/v1.0.0/<resource>/<operation>.json, and output.json for a trigger); and then the reference,
 * docs/operations.md, which names these fields. With --check, it writes nothing and names what is stale.
 */

const existing = (): string[] =>
	readdirSync(join(PROJECT, 'nodes'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.includes('__schema__') && file.endsWith('.json'))
		.map((file) => join('nodes', file));

/** Throws where an example fails, or an operation puts nothing out. */
async function schemaFiles(): Promise<Map<string, string>> {
	const schemas = await outputSchemas();
	const problems = schemas.flatMap(({ entry, schema, failure }) => {
		if (failure) return [`The example of ${entry.id} failed: ${failure}`];
		return Object.keys(schema.properties ?? {}).length > 0 ? [] : [`${entry.id} has no output field`];
	});
	if (problems.length > 0) throw new Error(problems.join('\n'));
	return new Map(schemas.map(({ entry, schema }) => [schemaFile(entry), `${JSON.stringify(schema)}\n`]));
}

async function main(): Promise<void> {
	const stale = [
		...staleContract,
		...keepUpToDate(await schemaFiles(), existing()),
		...keepUpToDate(new Map([['docs/operations.md', operationsPage(reference())]])),
	];
	for (const file of stale) console.log(isCheck ? `${file} is stale: run npm run generate` : `${file} is written`);
	if (isCheck && stale.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
