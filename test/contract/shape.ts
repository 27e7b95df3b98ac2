/* An answer's fields by path (`orgs[].roles{}`) with the kinds of values; `[]` is a list, bare or in `list`. */

/** Kinds of values of JSON; nothing is known of a place without a kind. */
export type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object';
export interface Place {
	readonly kinds: ReadonlySet<Kind>;
	/** Whether it may be absent. */
	readonly optional: boolean;
	/** Whether it may be null, which the contract does not mention. */
	readonly nullable?: true;
}
export type Shape = ReadonlyMap<string, Place>;

/** A place of one kind; of unknown kind without it. */
export const place = (at: string, kind: Kind | undefined, optional = false): Shape =>
	new Map([[at, { kinds: new Set(kind === undefined ? [] : [kind]), optional }]]);

/** The places of several shapes that do not overlap. */
export const together = (shapes: readonly Shape[]): Shape => new Map(shapes.flatMap((shape) => [...shape]));

/** What may be one shape or another: a place that some of them lack may be absent. */
export function either(shapes: readonly Shape[]): Shape {
	const merged = new Map<string, Place>();
	for (const at of new Set(shapes.flatMap((shape) => [...shape.keys()]))) {
		const places = shapes.map((shape) => shape.get(at));
		merged.set(at, {
			kinds: new Set(places.flatMap((one) => [...(one?.kinds ?? [])])),
			optional: places.some((one) => one === undefined || one.optional),
			...(places.some((one) => one?.nullable) ? { nullable: true } : {}),
		});
	}
	return merged;
}

/** A place that may be absent, with what is in it. */
export const optionalAt = (at: string, shape: Shape): Shape =>
	new Map([...shape].map(([name, one]) => [name, name === at ? { ...one, optional: true } : one]));

/** A place that may be null, with what is in it. */
export const nullableAt = (at: string, shape: Shape): Shape =>
	new Map([...shape].map(([name, one]) => [name, name === at ? { ...one, nullable: true } : one]));

export const fieldAt = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);

/** A list that comes as `list` as if it came bare. */
export function bare(shape: Shape): Shape {
	if (!shape.has('list')) return shape;
	const entries = [...shape].filter(([at]) => at.startsWith('list[]'));
	return new Map(entries.map(([at, one]) => [at.slice('list'.length), one]));
}
