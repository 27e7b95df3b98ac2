/* Objects that refer to each other, cycles included, as a table of JSON lines: one row for each object. */

/** A value of a row: as it is, or the number of the row of an object. */
type Cell = string | number | boolean | null | readonly [row: number];

/** One object: its kind, and what is in it. */
export type Row = readonly [kind: string, body: string | readonly Cell[] | Readonly<Record<string, Cell>>];

/** What rows may name besides JSON, maps, sets and bytes. */
export interface Vocabulary {
	/** Classes whose objects are saved with all their fields. */
	readonly classes: Readonly<Record<string, { readonly prototype: object }>>;
	/** Objects and functions that are not saved: every start has its own. */
	readonly externals: Readonly<Record<string, object>>;
}

const isPlain = (value: unknown): value is string | number | boolean | null =>
	value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Numbers the objects in the order in which they are met. */
class Numbering {
	readonly met: object[] = [];
	private readonly numbers = new Map<object, number>();

	cell = (value: unknown): Cell => {
		if (isPlain(value)) return value;
		if (typeof value !== 'object' && typeof value !== 'function') throw new Error(`cannot save ${String(value)}`);
		const object: object = value;
		const number = this.numbers.get(object) ?? this.met.push(object) - 1;
		this.numbers.set(object, number);
		return [number];
	};
}

/** The rows of an object and of everything it leads to. Throws for a class or function that the vocabulary lacks. */
export function toRows(root: object, { classes, externals }: Vocabulary): Row[] {
	const outside = new Map(Object.entries(externals).map(([name, value]) => [value, name]));
	const kinds = new Map<unknown, string>(Object.entries(classes).map(([name, { prototype }]) => [prototype, name]));
	kinds.set(Object.prototype, 'object');
	const { met, cell } = new Numbering();
	const rowOf = (object: object): Row => {
		const name = outside.get(object);
		if (name !== undefined) return ['external', name];
		if (Buffer.isBuffer(object)) return ['bytes', object.toString('base64')];
		if (Array.isArray(object)) return ['list', object.map(cell)];
		if (object instanceof Set) return ['set', [...object].map(cell)];
		if (object instanceof Map) return ['map', [...object].flat().map(cell)];
		const kind = kinds.get(Object.getPrototypeOf(object));
		if (kind === undefined)
			throw new Error(`cannot save a '${object.constructor.name}': persistence does not know it`);
		const fields = Object.entries(object).filter(([, value]) => value !== undefined);
		return [kind, Object.fromEntries(fields.map(([key, value]) => [key, cell(value)]))];
	};
	cell(root);
	const rows: Row[] = [];
	// The list grows while it is walked, until no row leads to an object that was not met before.
	for (const object of met) rows.push(rowOf(object));
	return rows;
}

/** The object that `toRows` made these rows of. */
export function fromRows(rows: readonly Row[], { classes, externals }: Vocabulary): object {
	const empty = ([kind, body]: Row): object => {
		if (kind === 'bytes') return Buffer.from(String(body), 'base64');
		if (kind === 'list') return [];
		if (kind === 'set') return new Set();
		if (kind === 'map') return new Map();
		if (kind === 'object') return {};
		const name = kind === 'external' ? String(body) : kind;
		const known = kind === 'external' ? externals[name] : classes[name]?.prototype;
		if (!known) throw new Error(`cannot restore '${name}': persistence does not know it`);
		const made: object = kind === 'external' ? known : Object.create(known);
		return made;
	};
	const objects = rows.map(empty);
	const valueOf = (cell: Cell): unknown => (Array.isArray(cell) ? objects[cell[0]] : cell);
	rows.forEach(([, body], at) => fill(objects[at], body, valueOf));
	return objects[0] ?? {};
}

/** Puts into an empty object what its row says. */
function fill(object: object | undefined, body: Row[1], valueOf: (cell: Cell) => unknown): void {
	if (typeof body === 'string' || !object) return;
	if (!Array.isArray(body)) {
		Object.assign(object, Object.fromEntries(Object.entries(body).map(([key, cell]) => [key, valueOf(cell)])));
		return;
	}
	const values = body.map((cell: Cell) => valueOf(cell));
	if (Array.isArray(object)) values.forEach((value) => object.push(value));
	else if (object instanceof Set) values.forEach((value) => object.add(value));
	else if (object instanceof Map)
		for (let at = 0; at < values.length; at += 2) object.set(values[at], values[at + 1]);
}
