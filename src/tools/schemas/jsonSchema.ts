/* JSON schemas as n8n reads them: the fields of an item and their types, inferred from items. No values. */

type Kind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** The part of JSON Schema that n8n's editor reads. A type of several kinds begins with the usual one. */
export interface Schema {
	readonly type?: Kind | readonly Kind[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

/** Stands for the keys of a map, which are data and no fields. */
export const ANY_KEY = '*';
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
	const names = new Set([...Object.keys(one.properties ?? {}), ...Object.keys(other.properties ?? {})]);
	return Object.fromEntries(
		[...names].map((name) => [name, merged(one.properties?.[name], other.properties?.[name])]),
	);
}

/** What two schemas say together: all fields of both, those of the first one first. */
export function merged(one: Schema = {}, other: Schema = {}): Schema {
	const kinds = kindsOfBoth(one, other);
	const [first] = kinds;
	if (first === undefined) return {};
	const items = merged(one.items, other.items);
	const entries = items.type === undefined ? {} : { items };
	if (first === 'object') return { type: 'object', properties: fieldsOfBoth(one, other), ...entries };
	if (first === 'array') return { type: 'array', ...entries };
	return { type: kinds.length === 1 ? first : kinds };
}

/** The schema of a value, without the value. */
export function schemaOf(value: unknown): Schema {
	const type = kindOf(value);
	if (Array.isArray(value))
		return value.reduce((all, entry) => merged(all, { type, items: schemaOf(entry) }), { type });
	if (type !== 'object') return { type };
	const fields = Object.entries(value as object).filter(([name]) => isField(name));
	return { type, properties: Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)])) };
}
