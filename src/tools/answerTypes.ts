import { entriesOf, isListed, type Schema, type Schemas } from './answerPlaces';

/* The types of answers as TypeScript, of which the compiler knows what the contract says. */

/** The simple types of JSON schema. */
const SIMPLE: Readonly<Record<string, string>> = {
	integer: 'Numeric',
	number: 'Numeric',
	string: 'string',
	boolean: 'boolean',
	null: 'null',
};

const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? '';
const indented = (text: string): string => text.replaceAll('\n', '\n\t');
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** A list of a type, as ESLint wants it written. */
const listOf = (type: string): string => (/^\w+$/.test(type) ? `${type}[]` : `Array<${type}>`);

function comment({ description, 'x-unit': unit }: Schema): string {
	return unit === undefined ? '' : `/** ${(description ?? '').replace(/\.$/, '')} (${unit}). */\n`;
}

function objectType({ properties = {}, required = [], 'x-undocumented': more = {} }: Schema): string {
	const fields = Object.entries({ ...properties, ...more }).map(([name, schema]) => {
		const key = /^\w+$/.test(name) ? name : `'${name}'`;
		return `${comment(schema)}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`;
	});
	return `{\n\t${indented(fields.join('\n'))}\n}`;
}

/** A schema as a type, in which references are the names of others. */
function typeOf({ 'x-also-sent': other, ...schema }: Schema): string {
	if (other) return other.type === undefined ? 'unknown' : union([typeOf(schema), typeOf(other)]);
	const { $ref, anyOf, properties, additionalProperties: values, items, type } = schema;
	if ($ref !== undefined) return nameOf($ref);
	if (anyOf) return union(anyOf.map(typeOf));
	if (properties) return objectType(schema);
	if (typeof values === 'object') return `Readonly<Record<string, ${typeOf(values)}>>`;
	if (items) return listOf(typeOf(items));
	const simple = [type ?? []].flat().map((one) => SIMPLE[one] ?? 'unknown');
	return simple.length > 0 ? union(simple) : 'unknown';
}

const answerType = (answer: Schema, schemas: Schemas): string =>
	isListed(answer, schemas) && answer['x-one-for-each'] === undefined
		? `ListAnswer<${typeOf(entriesOf(answer, schemas)[0] ?? {})}>`
		: typeOf(answer);

/** The names of all schemas that a schema refers to, also through others. */
function namesIn(value: unknown, schemas: Schemas, found = new Set<string>()): Set<string> {
	if (typeof value !== 'object' || value === null) return found;
	// Which keys a map may have is no type.
	const { $ref, propertyNames: _, ...inside } = value as Schema & { readonly propertyNames?: Schema };
	if ($ref === undefined) for (const one of Object.values(inside)) namesIn(one, schemas, found);
	else if (!found.has(nameOf($ref))) namesIn(schemas[nameOf($ref)], schemas, found.add(nameOf($ref)));
	return found;
}

/** Declarations of the types of answers, and `Answers` with that of each operation that answers something. */
export function answerTypes(answers: ReadonlyArray<readonly [id: string, schema: Schema]>, schemas: Schemas): string {
	const names = answers.reduce((all, [, schema]) => namesIn(schema, schemas, all), new Set<string>());
	const types = [...names].map((name) => `export type ${name} = ${typeOf(schemas[name] ?? {})};`);
	const fields = answers.map(([id, schema]) => `${id}: ${answerType(schema, schemas)};`);
	return [
		...types,
		`/** What each operation answers with status 200; those that are missing here answer nothing that is shown. */`,
		`export interface Answers {\n\t${indented(fields.join('\n'))}\n}`,
	].join('\n\n');
}
