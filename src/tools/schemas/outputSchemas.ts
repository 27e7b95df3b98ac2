import { startExamples, withDemo } from '../../../test/contract/demo';
import { fieldAt, type Shape } from '../../../test/contract/shape';
import { declaredShapes } from '../../../test/contract/typeShape';
import { operationsByNode, triggersByNode } from '../../entries';
import { typed } from '../../protocol/catalogue/simplify';
import { type AnyOperation, isListing } from '../../protocol/operation/define';
import { defined, isJsonObject, type JsonObject } from '../../protocol/wire/json';
import { reference, type OperationEntry } from '../reference';
import type { Kind, Schema } from './schemaFile';

/* JSON schemas as n8n reads them: the fields of an item and their types, inferred from items. No values. */

/** Stands for the keys of a map, which are data and no fields. */
const ANY_KEY = '*';
const isField = (name: string): boolean => name !== ANY_KEY && !/^\d+$/.test(name);

function kindOf(value: unknown): Kind {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	switch (typeof value) {
		case 'number':
		case 'boolean':
		case 'object':
			return typeof value as Kind;
		default:
			return 'string';
	}
}

/** Whether n8n shows fields of it, as it does only where the type is one kind. */
const hasFields = ({ properties = {}, items }: Schema): boolean =>
	Object.keys(properties).length > 0 || (items !== undefined && hasFields(items));

/** The names of the fields of objects, each behind the one that it follows in its object, as in a table of all. */
function namesIn(objects: readonly JsonObject[]): string[] {
	const names: string[] = [];
	for (const object of objects) {
		let after = -1;
		for (const name of Object.keys(object).filter((key) => isField(key) && object[key] !== undefined)) {
			const at = names.indexOf(name);
			if (at < 0) names.splice(++after, 0, name);
			else after = at;
		}
	}
	return names;
}

/** All fields and kinds of some values; null last, because n8n takes the first kind. */
function schemaOf(values: readonly unknown[]): Schema {
	const kinds = new Set(values.filter((value) => value !== undefined).map(kindOf));
	if (kinds.size === 0) return {};
	const isNullable = kinds.delete('null');
	const structured = (['object', 'array'] as const).find((kind) => kinds.has(kind));
	const objects = values.filter(isJsonObject);
	const fields = namesIn(objects).map((name) => [name, schemaOf(objects.map((object) => object[name]))]);
	const items = schemaOf(values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [])));
	const inside = defined({
		properties: structured === 'object' ? (Object.fromEntries(fields) as Record<string, Schema>) : undefined,
		items: items.type === undefined ? undefined : items,
	});
	const usual = structured ? [structured] : [...kinds];
	const [first = 'null', ...others]: Kind[] = isNullable && !hasFields(inside) ? [...usual, 'null'] : usual;
	return { type: others.length > 0 ? [first, ...others] : first, ...inside };
}

/* Answers that have every field their type names, made up from the type. */

/** Numbers that mean different things to Simplify: a file, a folder or a time, and "unlimited". */
const NUMBERS = [1, 0, -1];

const isBelow = (shape: Shape, start: string): boolean => [...shape.keys()].some((at) => at.startsWith(start));

function fieldsAt(shape: Shape, at: string): string[] {
	const start = at === '' ? '' : `${at}.`;
	const rest = [...shape.keys()].filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
	return [...new Set(rest.map((key) => /^[^.[{]+/.exec(key)?.[0] ?? '').filter((name) => name !== ''))];
}

/** A place of an answer that has nothing there: null, or no such field. */
type Gap = readonly [at: string, value: null | undefined];

function sampleAt(shape: Shape, at: string, number: number, gap?: Gap): unknown {
	if (at === gap?.[0]) return gap[1];
	if (isBelow(shape, `${at}[]`)) return [sampleAt(shape, `${at}[]`, number, gap)];
	const fields = fieldsAt(shape, at).map((name): [string, unknown] => [
		name,
		sampleAt(shape, fieldAt(at, name), number, gap),
	]);
	if (isBelow(shape, `${at}{}`)) fields.push([ANY_KEY, sampleAt(shape, `${at}{}`, number, gap)]);
	if (fields.length > 0) return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
	const kinds = shape.get(at)?.kinds;
	if (kinds?.has('number')) return number;
	if (kinds?.has('boolean')) return number === 1;
	return kinds?.has('string') ? 'text' : kinds?.has('array') ? [] : undefined;
}

const gapsIn = (shape: Shape): Gap[] =>
	[...shape].flatMap(([at, { optional, nullable }]): Gap[] => [
		...(optional ? [[at, undefined] as const] : []),
		...(nullable ? [[at, null] as const] : []),
	]);

/** Answers of a shape: each has all its fields or lacks one, with other numbers. A list has one entry. */
const sampleAnswers = (shape: Shape): unknown[] =>
	[undefined, ...gapsIn(shape)].flatMap((gap) => NUMBERS.map((number) => sampleAt(shape, '', number, gap)));

/*
 * The output schema of each operation, from two sources: the items that its example puts out in n8n's engine, which
 * has the order of the fields and what the node adds; and what Simplify makes of an answer with every field of its
 * type, which has the fields that the demo data lacks.
 */

interface OutputSchema {
	readonly entry: OperationEntry;
	readonly schema: Schema;
	readonly failure?: string;
}

/** What the node makes of an answer of its service; nothing of one that it refuses. */
function itemsOf(op: AnyOperation, answer: unknown): unknown[] {
	const raw: unknown = op.wrap ? attempt(() => op.wrap?.(answer, {}, {})) : answer;
	const entries: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
	return entries.filter(isJsonObject).flatMap((entry) => attempt(() => (op.simplify ?? typed)(entry)) ?? []);
}

/** A made-up answer may be one that the operation refuses. */
function attempt<T>(make: () => T): T | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

/** Items of one source together. In a list each has all columns of the others: null where an entry lacks one. */
function together(op: AnyOperation | undefined, items: readonly JsonObject[]): readonly JsonObject[] {
	if (!op || !isListing(op)) return items;
	const columns = namesIn(items);
	return items.map((item) => Object.fromEntries(columns.map((name) => [name, item[name] ?? null])));
}

const operations: ReadonlyMap<string, AnyOperation> = new Map(
	[...Object.values(operationsByNode).flat(), ...Object.values(triggersByNode)].map((op) => [op.id, op]),
);

async function exampleItems(
	examples: Awaited<ReturnType<typeof startExamples>>,
	entry: OperationEntry,
): Promise<{ items: unknown[]; failure?: string }> {
	if (entry.trigger) return { items: [] };
	const { items, error } = await withDemo(async (emulator) => await examples.run(entry, emulator));
	if (error) return { items: [], failure: error.message };
	return { items: items.map(({ json }) => json) };
}

/** The schemas of all operations and triggers, in the order of the reference. */
export async function outputSchemas(): Promise<OutputSchema[]> {
	const [shapes, items] = [declaredShapes(), declaredShapes('items')];
	const examples = await startExamples();
	const schemas: OutputSchema[] = [];
	for (const entry of reference()) {
		const { items: found, failure } = await exampleItems(examples, entry);
		const [op, shape] = [operations.get(entry.id), shapes.get(entry.id)];
		const byType = op && shape ? sampleAnswers(shape).flatMap((answer) => itemsOf(op, answer)) : [];
		// Those of a trigger are the type of its items.
		const made = sampleAnswers(items.get(entry.id) ?? new Map());
		const sources = [found, byType, made].map((source) => together(op, source.filter(isJsonObject)));
		const schema = schemaOf(sources.flat());
		schemas.push({ entry, schema, ...(failure === undefined ? {} : { failure }) });
	}
	return schemas;
}
