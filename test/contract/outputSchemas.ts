import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadOutputSchema } from 'n8n-core';
import type { OperationEntry } from './reference';

/* The output schemas as n8n finds them beside a node. */

export interface OutputSchema {
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, OutputSchema>>;
	readonly items?: OutputSchema;
}

const NODES = join(__dirname, '..', '..', 'nodes');
const className = (node: string): string => node.replace(/^./, (first) => first.toUpperCase());

/** The schema that n8n itself loads for an operation or a trigger. */
export const outputSchema = ({ node, trigger, resource, operation }: OperationEntry): OutputSchema | undefined =>
	loadOutputSchema({
		nodeDir: join(NODES, className(node)),
		version: 1,
		// n8n looks for the schema of a trigger so; the editor asks without `versionFallback`.
		...(trigger ? { versionFallback: true } : { resource, operation }),
	});

/** How many schema files there are. */
export const countOfFiles = (): number =>
	readdirSync(NODES, { recursive: true, encoding: 'utf8' }).filter(
		(file) => file.includes('__schema__') && file.endsWith('.json'),
	).length;

/** Whether people read the items as a table: the lists, permissions by folder and person, and the triggers. */
export const isTable = ({ id, trigger, example }: OperationEntry): boolean =>
	trigger === true || 'returnAll' in example || id === 'permissionTableGet';

/** Whether all items have the same fields. */
export const isEven = (items: readonly object[]): boolean =>
	new Set(items.map((item) => Object.keys(item).sort().join())).size <= 1;

const kindOf = (value: unknown): string =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'object' ? 'object' : typeof value;

/** What a value has that its schema does not know. Null is no kind of its own: n8n shows the other one. */
export function unknownIn(value: unknown, schema: OutputSchema | undefined, at = ''): string[] {
	const kind = kindOf(value);
	if (kind === 'null') return [];
	// What is a list in some items and has fields in others is shown with its fields.
	const kinds = [schema?.type ?? [], schema?.items ? 'array' : []].flat();
	if (!kinds.includes(kind)) return [`${at} is ${kind}, not ${kinds.join()}`];
	if (Array.isArray(value)) return value.flatMap((entry, nth) => unknownIn(entry, schema?.items, `${at}[${nth}]`));
	if (kind !== 'object') return [];
	return Object.entries(value as object)
		.filter(([name]) => !/^\d+$/.test(name))
		.flatMap(([name, field]) => unknownIn(field, schema?.properties?.[name], `${at}.${name}`));
}

/** The words of a schema, with their number of places; field names are left out. */
export function wordsOf(schema: OutputSchema): string[] {
	const inside = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
	return [...Object.keys(schema), ...[schema.type ?? []].flat(), ...inside.flatMap(wordsOf)];
}
