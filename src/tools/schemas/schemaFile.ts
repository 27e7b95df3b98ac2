import path from 'node:path';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { PROJECT } from '../editions';

/* Files that are made of the contract and of the catalogue, and are part of the project. */

/** Whether nothing is written. */
export const isCheck = process.argv.includes('--check');

/** The text of a file of the project; undefined where there is none. */
function contents(file: string): string | undefined {
	try {
		return readFileSync(path.join(PROJECT, file), 'utf8');
	} catch {
		return undefined;
	}
}

function write(file: string, text: string | undefined): void {
	if (text === undefined) return rmSync(path.join(PROJECT, file));
	mkdirSync(path.dirname(path.join(PROJECT, file)), { recursive: true });
	writeFileSync(path.join(PROJECT, file), text);
}

/** Writes what is stale of `files`, removes other `existing` ones (--check only looks), and returns their paths. */
export function keepUpToDate(files: ReadonlyMap<string, string>, existing: readonly string[] = []): string[] {
	const all = [...new Set([...files.keys(), ...existing])].sort();
	const stale = all.filter((file) => contents(file) !== files.get(file));
	if (!isCheck) for (const file of stale) write(file, files.get(file));
	return stale;
}

/* Where n8n looks for the output schema of an operation: beside the node, in the folder of its version. */

/** The version of the nodes; n8n's editor looks for the folder of exactly this version. */
const VERSION = 'v1.0.0';

export type Kind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
/** The part of JSON Schema that n8n's editor reads. A type of several kinds begins with the usual one. */
export interface Schema {
	readonly type?: Kind | readonly Kind[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

/** What tells the schema of an operation or a trigger. */
interface OperationName {
	readonly node: string;
	readonly resource: string;
	readonly operation: string;
	readonly trigger?: true;
}

/** The schema file of an operation or a trigger, relative to the project. */
export const schemaFile = ({ node, trigger, resource, operation }: OperationName): string =>
	path.join(
		'nodes',
		node.charAt(0).toUpperCase() + node.slice(1),
		'__schema__',
		VERSION,
		...(trigger ? ['output.json'] : [resource, `${operation}.json`]),
	);

/** One field of an item: `file.hash`, `tags[]`. */
export interface OutputField {
	path: string;
	type: string;
}

const kindIn = ({ type = 'string' }: Schema): string => (typeof type === 'string' ? type : (type[0] ?? 'string'));

function fieldsIn(schema: Schema, at: string): OutputField[] {
	const { properties = {}, items } = schema;
	const inside = [
		...Object.entries(properties).flatMap(([name, field]) => fieldsIn(field, at === '' ? name : `${at}.${name}`)),
		...(items?.properties ? fieldsIn(items, `${at}[]`) : []),
	];
	return [...(at === '' || at.endsWith('[]') ? [] : [{ path: at, type: kindIn(schema) }]), ...inside];
}

/** The fields of the items of an operation by its schema (`npm run generate`), those inside others after them. */
export function outputFields(operation: OperationName): OutputField[] {
	const text = contents(schemaFile(operation));
	return text === undefined ? [] : fieldsIn(JSON.parse(text) as Schema, '');
}
