import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { keepUpToDate } from './derivedFiles';
import { PROJECT } from './editions';
import { defined } from '../protocol/wire/json';

/*
 * What the catalogue takes from contract/openapi.yaml. Imported first, this writes it to its file before the catalogue
 * is loaded, which reads it.
 */

const CONTRACT = 'src/protocol/contract.ts';

/** A schema of the contract, as far as it says what an answer is. */
interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly anyOf?: readonly Schema[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly additionalProperties?: Schema | boolean;
	readonly required?: readonly string[];
	readonly description?: string;
	readonly 'x-unit'?: string;
	/** Another form of the value that deployments send; of any type without `type`. */
	readonly 'x-also-sent'?: Schema;
	/** Fields that the document lacks and deployments send. */
	readonly 'x-undocumented'?: Readonly<Record<string, Schema>>;
	/** Why a list is no list to be read by pages: one entry for each thing that was asked for. */
	readonly 'x-one-for-each'?: string;
	/** Why an object with certain fields may come as an empty list. */
	readonly 'x-empty-as-list'?: string;
	/** Why a field of this name is taken for a number though it is a text elsewhere. */
	readonly 'x-number-by-name'?: string;
}

/** An operation of the document, or one of the variants on its address, with what both say. */
interface Operation {
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly responses: Readonly<
		Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
	>;
	readonly 'x-credential': string;
	readonly 'x-signed': boolean;
	readonly 'x-dateline': boolean;
	readonly 'x-slow'?: true;
	readonly 'x-repeatable'?: boolean;
	readonly 'x-unsigned-params'?: readonly string[];
	readonly 'x-variants'?: ReadonlyArray<Partial<Operation>>;
}
interface Document {
	readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const document = parse(readFileSync(path.join(PROJECT, 'contract/openapi.yaml'), 'utf8')) as Document;
const { schemas } = document.components;

/* What it says of answers: their types, where they have lists and maps, and the kinds of their fields. */

const SIMPLE: Readonly<Record<string, string>> = {
	integer: 'Numeric',
	number: 'Numeric',
	string: 'string',
	boolean: 'boolean',
	null: 'null',
};

const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? '';
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
/** A list of a type, as ESLint wants it written. */
const listOf = (type: string): string => (/^\w+$/.test(type) ? `${type}[]` : `Array<${type}>`);

const comment = ({ description, 'x-unit': unit }: Schema): string =>
	unit === undefined ? '' : `/** ${(description ?? '').replace(/\.$/, '')} (${unit}). */\n`;

function objectType({ properties = {}, required = [], 'x-undocumented': more = {} }: Schema): string {
	const fields = Object.entries({ ...properties, ...more }).map(([name, schema]) => {
		const key = /^\w+$/.test(name) ? name : `'${name}'`;
		return `${comment(schema)}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`;
	});
	return `{\n${fields.join('\n')}\n}`;
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

/** A field that may be either is a text: an ID. */
function kindOf({ type }: Schema): 'number' | 'text' | undefined {
	const types = [type ?? []].flat();
	if (types.includes('string')) return 'text';
	return types.includes('integer') || types.includes('number') ? 'number' : undefined;
}

const resolved = (schema: Schema): Schema =>
	schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {});

/** The entries of an answer that is a list, bare or as `list`, in each of its forms: src/client/paging/pages.ts. */
function entriesOf(answer: Schema): Array<Schema | undefined> {
	const schema = resolved(answer);
	return (schema.anyOf ?? [schema]).map((choice) => {
		const { items, properties } = resolved(choice);
		return items ?? properties?.list?.items;
	});
}
const isListed = (answer: Schema): boolean => entriesOf(answer).every((entry) => entry !== undefined);

/** The lists and maps in an answer by their paths: PHP sends them in other shapes too. */
function placesIn(given: Schema, at: string): Array<[string, 'list' | 'map']> {
	const { anyOf, items, properties, additionalProperties: values, ...rest } = resolved(given);
	if (anyOf) return anyOf.flatMap((choice) => placesIn(choice, at));
	if (items) return [[at, 'list'], ...placesIn(items, `${at}[]`)];
	if (typeof values === 'object') return [[at, 'map'], ...placesIn(values, `${at}{}`)];
	const fields = Object.entries(properties ?? {}).flatMap(([name, field]) =>
		placesIn(field, at === '' ? name : `${at}.${name}`),
	);
	return rest['x-empty-as-list'] === undefined ? fields : [[at, 'map'], ...fields];
}

/** The names of all schemas that a schema refers to, also through others. */
function namesIn(value: unknown, found = new Set<string>()): Set<string> {
	if (typeof value !== 'object' || value === null) return found;
	// Which keys a map may have is no type.
	const { $ref, propertyNames: _, ...inside } = value as Schema & { readonly propertyNames?: Schema };
	if ($ref === undefined) for (const one of Object.values(inside)) namesIn(one, found);
	else if (!found.has(nameOf($ref))) namesIn(schemas[nameOf($ref)], found.add(nameOf($ref)));
	return found;
}

const answerType = (answer: Schema): string =>
	isListed(answer) && answer['x-one-for-each'] === undefined
		? `ListAnswer<${typeOf(entriesOf(answer)[0] ?? {})}>`
		: typeOf(answer);

function fieldsIn(given: Schema): Array<readonly [name: string, schema: Schema]> {
	const { anyOf, items, properties, additionalProperties: values } = resolved(given);
	const inside = [...(anyOf ?? []), ...(items ? [items] : []), ...(typeof values === 'object' ? [values] : [])];
	const own = Object.entries(properties ?? {});
	return [
		...inside.flatMap(fieldsIn),
		...own.flatMap(([name, field]) => [[name, resolved(field)] as const, ...fieldsIn(field)]),
	];
}

/* What it says of requests. */

const METHODS = ['get', 'post', 'put'];
const isMethod = (entry: [string, unknown]): entry is [string, Operation] => METHODS.includes(entry[0]);
/** The operations of an address; one with variants is there through them. */
const variantsOf = (operation: Operation): Operation[] =>
	operation['x-variants']?.map((variant) => ({ ...operation, ...variant })) ?? [operation];

/** A chunked upload carries the key of its session, whoever started it. */
const credentialOf = ({ tags, 'x-credential': credential }: Operation): string =>
	tags.includes('chunkedUpload') ? 'uploadSession' : credential;

const answerOf = ({ responses }: Operation): Schema | undefined =>
	responses['200']?.content?.['application/json']?.schema;

/** What the catalogue takes from an operation, but for what src/protocol/operation/request.ts assumes. */
function wireOf(route: string, operation: Operation) {
	const credential = credentialOf(operation);
	const { 'x-signed': signed, 'x-dateline': dateline, 'x-unsigned-params': unsigned } = operation;
	const answer = answerOf(operation);
	const shape = Object.fromEntries(answer && !isListed(answer) ? placesIn(answer, '') : []);
	return {
		route,
		credential,
		...(signed ? {} : { signed }),
		...(unsigned ? { unsigned } : {}),
		...(dateline === (credential !== 'token') ? {} : { dateline }),
		...defined({ slow: operation['x-slow'], repeatable: operation['x-repeatable'] }),
		...(Object.keys(shape).length ? { shape } : {}),
	};
}

const wrapped = (names: readonly string[]): string => names.join(' ').replace(/(.{1,116})(?: |$)/g, '\t$1\n');

const printed = (input: string): string =>
	execFileSync(process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--stdin-filepath', CONTRACT], {
		cwd: PROJECT,
		input,
		encoding: 'utf8',
	});

/** What fields are by their names: numbers, or texts even where they look like numbers. */
function kindsOf(answers: readonly Schema[]): Readonly<Record<'number' | 'text', string[]>> {
	// Not the fields that stand beside the entries of a list.
	const entries = answers.flatMap((answer) => (isListed(answer) ? entriesOf(answer) : [answer]));
	const fields = entries.flatMap((entry) => fieldsIn(entry ?? {}));
	const isKind = (kind: 'number' | 'text', name: string): boolean =>
		fields.every(([other, schema]) => other !== name || kindOf(schema) === kind);
	const names = [...new Set(fields.map(([name]) => name))].sort();
	const certain = fields.flatMap(([name, schema]) => (schema['x-number-by-name'] === undefined ? [] : [name]));
	return {
		number: names.filter((name) => certain.includes(name) || isKind('number', name)),
		text: names.filter((name) => isKind('text', name)),
	};
}

function contractFile(): string {
	const operations = Object.entries(document.paths).flatMap(([address, methods]) =>
		Object.entries(methods)
			.filter(isMethod)
			.flatMap(([method, operation]) =>
				variantsOf(operation).map((variant) => [`${method.toUpperCase()} ${address}`, variant] as const),
			),
	);
	const wires = Object.fromEntries(operations.map(([route, one]) => [one.operationId, wireOf(route, one)]));
	const answers = operations.flatMap(([, one]): Array<[string, Schema]> => {
		const answer = answerOf(one);
		return answer ? [[one.operationId, answer]] : [];
	});
	const confirmed = operations.filter(([, one]) => !answerOf(one) && credentialOf(one) !== 'uploadSession');
	const names = [...answers.reduce((all, [, schema]) => namesIn(schema, all), new Set<string>())];
	const kinds = kindsOf(answers.map(([, answer]) => answer));
	return printed(`import type { ListAnswer, Numeric } from './wire/json';

/* Made of contract/openapi.yaml by npm run generate. */

/** Where each request goes, and how it is signed, by its operationId. */
export const CONTRACT = ${JSON.stringify(wires)} as const;

${names.map((name) => `export type ${name} = ${typeOf(schemas[name] ?? {})};`).join('\n\n')}

/** What each operation answers with status 200; those that are missing here answer nothing that is shown. */
export interface Answers {
	${answers.map(([id, schema]) => `${id}: ${answerType(schema)};`).join('\n')}
}

const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\\s+/));

/** The operations of which the document shows no answer but the status. */
export const CONFIRMED = namesIn(\`
${wrapped(confirmed.map(([, { operationId }]) => operationId))}\`);
/** The names of the fields of answers that are numbers. */
export const NUMBERS = namesIn(\`
${wrapped(kinds.number)}\`);
/** The names of the fields of answers that are texts, even where they look like numbers. */
export const TEXTS = namesIn(\`
${wrapped(kinds.text)}\`);
`);
}

/** The file, if it was stale. */
export const staleContract = keepUpToDate(CONTRACT, contractFile());
