import { startExamples, withDemo } from '../../../test/contract/demo';
import { fieldAt, type Shape } from '../../../test/contract/shape';
import { declaredShapes } from '../../../test/contract/typeShape';
import { operationsByNode, triggersByNode } from '../../entries';
import { typed } from '../../protocol/catalogue/fieldTypes';
import type { AnyOperation } from '../../protocol/operation/define';
import { isJsonObject } from '../../protocol/wire/json';
import { reference, type OperationEntry } from '../reference';
import type { Kind, Schema } from './schemaFile';

/* JSON schemas as n8n reads them: the fields of an item and their types, inferred from items. No values. */

/** Stands for the keys of a map, which are data and no fields. */
const ANY_KEY = '*';
const isField = (name: string): boolean => name !== ANY_KEY && !/^\d+$/.test(name);

function kindOf(value: unknown): Kind {
	if (value === null || value === undefined) return 'null';
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

const kindsIn = ({ type = [] }: Schema): readonly Kind[] => (typeof type === 'string' ? [type] : type);

/** The kinds of both, in this order; null last, because n8n takes the first. */
function kindsOfBoth(one: Schema, other: Schema): Kind[] {
	const all = [...new Set([...kindsIn(one), ...kindsIn(other)])];
	// n8n reads only one kind of what has fields or entries.
	const structured = (['object', 'array'] as const).find((kind) => all.includes(kind));
	if (structured) return [structured];
	return [...all.filter((kind) => kind !== 'null'), ...all.filter((kind) => kind === 'null')];
}

function fieldsOfBoth(one: Schema, other: Schema): Record<string, Schema> {
	const names = Object.keys(one.properties ?? {});
	// Each behind the one that it follows in the other schema, as in a table of both.
	let after = -1;
	for (const name of Object.keys(other.properties ?? {})) {
		const at = names.indexOf(name);
		if (at < 0) names.splice(++after, 0, name);
		else after = at;
	}
	return Object.fromEntries(names.map((name) => [name, merged(one.properties?.[name], other.properties?.[name])]));
}

/** What two schemas say together: all fields of both, in the order of the first one. */
function merged(one: Schema = {}, other: Schema = {}): Schema {
	const kinds = kindsOfBoth(one, other);
	const [first] = kinds;
	if (first === undefined) return {};
	const items = merged(one.items, other.items);
	const entries = items.type === undefined ? {} : { items };
	if (first === 'object') return { type: 'object', properties: fieldsOfBoth(one, other), ...entries };
	if (first === 'array') return { type: 'array', ...entries };
	return { type: kinds.length === 1 ? first : kinds };
}

function schemaOf(value: unknown): Schema {
	const type = kindOf(value);
	if (Array.isArray(value))
		return value.reduce((all, entry) => merged(all, { type, items: schemaOf(entry) }), { type });
	if (type !== 'object') return { type };
	const fields = Object.entries(value as object).filter(([name]) => isField(name));
	return { type, properties: Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)])) };
}

/* Answers that have every field their type names, made up from the type. */

/** Numbers that mean different things to Simplify: a file, a folder or a time, a failure, and "unlimited". */
const NUMBERS = [1, 0, 3, -1];

const isBelow = (shape: Shape, start: string): boolean => [...shape.keys()].some((at) => at.startsWith(start));

function fieldsAt(shape: Shape, at: string): string[] {
	const start = at === '' ? '' : `${at}.`;
	const rest = [...shape.keys()].filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
	return [...new Set(rest.map((key) => /^[^.[{]+/.exec(key)?.[0] ?? '').filter((name) => name !== ''))];
}

function sampleAt(shape: Shape, at: string, number: number): unknown {
	if (isBelow(shape, `${at}[]`)) return [sampleAt(shape, `${at}[]`, number)];
	const fields = fieldsAt(shape, at).map((name): [string, unknown] => [
		name,
		sampleAt(shape, fieldAt(at, name), number),
	]);
	if (isBelow(shape, `${at}{}`)) fields.push([ANY_KEY, sampleAt(shape, `${at}{}`, number)]);
	if (fields.length > 0) return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
	const kinds = shape.get(at)?.kinds;
	if (kinds?.has('number')) return number;
	if (kinds?.has('boolean')) return number === 1;
	return kinds?.has('string') ? 'text' : kinds?.has('array') ? [] : undefined;
}

/** What an answer may be besides a list. */
const unlisted = (shape: Shape): Shape => new Map([...shape].filter(([at]) => !at.startsWith('[]')));

/** Answers of a shape: each has all its fields, with other numbers. A list has one entry. */
const sampleAnswers = (shape: Shape): unknown[] =>
	[shape, unlisted(shape)].flatMap((one) => NUMBERS.map((number) => sampleAt(one, '', number)));

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

/** The schema by the type of the answer; that of a trigger is the type of its items. */
const typeSchema = (op: AnyOperation, shape: Shape): Schema =>
	sampleAnswers(shape)
		.flatMap((answer) => itemsOf(op, answer))
		.map(schemaOf)
		.reduce(merged, {});

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
		const byType = op && shape ? typeSchema(op, shape) : {};
		const made = sampleAnswers(items.get(entry.id) ?? new Map()).map(schemaOf);
		const schema = [...found.map(schemaOf), byType, ...made].reduce(merged, {});
		schemas.push({ entry, schema, ...(failure === undefined ? {} : { failure }) });
	}
	return schemas;
}
