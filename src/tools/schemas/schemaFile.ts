import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defined } from '../../protocol/wire/json';
import type { OperationEntry } from '../reference';

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

/** The schema file of an operation or a trigger, relative to the folder of all nodes. */
export const schemaFile = ({ node, trigger, resource, operation }: OperationName): string =>
	path.join(
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

/** Operations with the fields of their items, as their schemas say: each before those inside it. */
export const withOutputFields = (
	entries: readonly OperationEntry[],
	folder: string,
): Array<OperationEntry & { outputFields: OutputField[] }> =>
	entries.map((entry) => {
		const schema = JSON.parse(readFileSync(path.join(folder, schemaFile(entry)), 'utf8')) as Schema;
		// Behind the fields of the form, as readers of operations.json know them.
		const { secrets, cautions, example, trigger, ...first } = entry;
		return { ...first, outputFields: fieldsIn(schema, ''), ...defined({ secrets, cautions, example, trigger }) };
	});
