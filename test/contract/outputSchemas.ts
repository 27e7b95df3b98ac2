import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { loadOutputSchema } from 'n8n-core';
import { reference } from '../../src/tools/reference';
import { withOutputFields } from '../../src/tools/schemas/schemaFile';
import type { OperationEntry } from './reference';

/* The output schemas as n8n finds them beside a node: made by the first test that needs them. */

export interface OutputSchema {
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, OutputSchema>>;
	readonly items?: OutputSchema;
}

const PROJECT = join(__dirname, '..', '..');
const PRINT_FOLDER = `
	const { schemaFolder } = require('./src/tools/schemas/schemaFolder.ts');
	schemaFolder().then((folder) => process.stdout.write(folder));`;
/** Of all nodes. */
const NODES = execFileSync(process.execPath, ['--require', './test/runner/register.js', '--eval', PRINT_FOLDER], {
	cwd: PROJECT,
	encoding: 'utf8',
});
const className = (node: string): string => node.replace(/^./, (first) => first.toUpperCase());

/** The schema that n8n itself loads for an operation or a trigger. */
export const outputSchema = ({ node, trigger, resource, operation }: OperationEntry): OutputSchema | undefined =>
	loadOutputSchema({
		nodeDir: join(NODES, className(node)),
		version: 1,
		// n8n looks for the schema of a trigger so; the editor asks without `versionFallback`.
		...(trigger ? { versionFallback: true } : { resource, operation }),
	});

/** The entries of build/operations.json. */
export const publishedEntries = () => withOutputFields(reference(), NODES);

export const countOfFiles = (): number =>
	readdirSync(NODES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json')).length;

/** Whether people read the items as a table: the lists, permissions by folder and person, and the triggers. */
export const isTable = ({ id, trigger, example }: OperationEntry): boolean =>
	trigger === true || 'returnAll' in example || id === 'permissionTableGet';

export const isEven = (items: readonly object[]): boolean =>
	new Set(items.map((item) => Object.keys(item).sort().join())).size <= 1;

/** Whether n8n shows fields of it. It does only where the type is one kind, so null is left out there. */
const hasFields = ({ properties, items }: OutputSchema): boolean =>
	Object.keys(properties ?? {}).length > 0 || (items !== undefined && hasFields(items));

/** A schema that allows nothing but what it names. Keys that are numbers are data. */
function closed(schema: OutputSchema): object | false {
	const { type = [], properties = {}, items } = schema;
	const kinds = [type, hasFields(schema) ? 'null' : [], items ? 'array' : []].flat();
	if (kinds.length === 0) return false;
	return {
		// What is a list in some items and has fields in others is shown with its fields.
		type: [...new Set(kinds)],
		properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, closed(field)])),
		patternProperties: { '^[0-9]+$': true },
		additionalProperties: false,
		items: items ? closed(items) : false,
	};
}

const ajv = new Ajv2020({ strict: false, allErrors: true, meta: false, validateSchema: false });
const checks = new Map<string, ValidateFunction>();

/** What a value has that its schema does not know: fields, kinds of values, null. */
export function unknownIn(value: unknown, schema: OutputSchema = {}): string[] {
	const text = JSON.stringify(schema);
	const check = checks.get(text) ?? ajv.compile(closed(schema));
	checks.set(text, check);
	if (check(value)) return [];
	return (check.errors ?? []).map(({ instancePath, message, params }) =>
		[instancePath, message, JSON.stringify(params)].join(' '),
	);
}

/** The words of a schema, with their number of places; field names are left out. */
export function wordsOf(schema: OutputSchema): string[] {
	const inside = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
	return [...Object.keys(schema), ...[schema.type ?? []].flat(), ...inside.flatMap(wordsOf)];
}
