import { badParameter } from './errors';
import { isObject } from './json';

/* How the parameters of an operation are declared: required(filled), optional(int(0)), defaulted(flag, false) … */

/** Converts the text of a parameter to its value; throws 40003 with the parameter's name. */
export type Kind<T> = (raw: string, name: string) => T;

/** A parameter of an operation: its kind, and what its absence means. */
interface Parameter<T> {
	read(raw: string | undefined, name: string): T;
}

export type Shape = Readonly<Record<string, Parameter<unknown>>>;

export type Values<S extends Shape> = { readonly [K in keyof S]: S[K] extends Parameter<infer T> ? T : never };

/** Throws 40003 for a parameter that is not known; names may begin with `prefix`, where there is one. */
export function refuseUnknown(raw: ReadonlyMap<string, string>, known: readonly string[], prefix?: string): void {
	const isKnown = (name: string): boolean =>
		known.includes(name) || (prefix !== undefined && name.startsWith(prefix));
	const unknown = [...raw.keys()].find((name) => !isKnown(name));
	if (unknown !== undefined) throw badParameter(unknown, 'is unknown to this operation');
}

/** Reads every parameter of a shape; throws 40003 for the first that is missing or malformed. */
export function readAll<S extends Shape>(shape: S, raw: ReadonlyMap<string, string>): Values<S> {
	const values = Object.fromEntries(
		Object.entries(shape).map(([name, parameter]) => [name, parameter.read(raw.get(name), name)]),
	);
	// The mapped type cannot be built piecemeal; each member has just been read by its own parameter.
	return values as Values<S>;
}

export function required<T>(kind: Kind<T>): Parameter<T> {
	return {
		read: (raw, name) => {
			if (raw === undefined) throw badParameter(name, 'is missing');
			return kind(raw, name);
		},
	};
}

export function optional<T>(kind: Kind<T>): Parameter<T | undefined> {
	return { read: (raw, name) => (raw === undefined ? undefined : kind(raw, name)) };
}

/** `value` in place of `undefined` of `optional`. */
export function defaulted<T>(kind: Kind<T>, value: T): Parameter<T> {
	return { read: (raw, name) => (raw === undefined ? value : kind(raw, name)) };
}

/** Any text, '' included. */
export const text: Kind<string> = (raw) => raw;

/** Text that is not empty. */
export const filled: Kind<string> = (raw, name) => {
	if (raw === '') throw badParameter(name, 'is empty');
	return raw;
};

/** fact 5.5, 5.7: slashes at its ends are tolerated. assumed: no empty parts, '.' or '..', names of at most 255. */
export const path: Kind<string> = (raw, name) => {
	const plain = raw.replace(/^\/+|\/+$/g, '');
	if (plain === '') return '';
	for (const part of plain.split('/')) {
		if (part === '' || part === '.' || part === '..') throw badParameter(name, `has the invalid part '${part}'`);
		if (part.length > 255) throw badParameter(name, 'has a name of more than 255 characters');
	}
	return plain;
};

export const entryPath: Kind<string> = (raw, name) => filled(path(raw, name), name);

/** A whole number in decimal digits, within inclusive bounds. */
export function int(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Kind<number> {
	return (raw, name) => {
		const value = Number(raw);
		if (!/^-?\d+$/.test(raw) || !Number.isSafeInteger(value)) throw badParameter(name, 'is not a whole number');
		if (value < min || value > max) throw badParameter(name, `is not between ${min} and ${max}`);
		return value;
	};
}

export function word<const W extends string>(...words: readonly W[]): Kind<W> {
	return (raw, name) => {
		const found = words.find((each) => each === raw);
		if (found === undefined)
			throw badParameter(name, `is not one of ${words.map((each) => `'${each}'`).join(', ')}`);
		return found;
	};
}

/** 1 or 0. */
export const flag: Kind<boolean> = (raw, name) => word('0', '1')(raw, name) === '1';

/** doc: a SHA1 has 40 lowercase hexadecimal digits. */
export const sha1: Kind<string> = (raw, name) => {
	if (!/^[0-9a-f]{40}$/.test(raw)) throw badParameter(name, 'is not 40 lowercase hexadecimal digits');
	return raw;
};

/** Values joined by a separator. assumed (A13): none is empty, and there is no escaping. */
export function list<T>(separator: string, kind: Kind<T>): Kind<T[]> {
	return (raw, name) => raw.split(separator).map((part) => kind(filled(part, name), name));
}

/** JSON text; `check` converts the value, and throws 40003 for an unsuitable one. */
export function json<T>(check: (value: unknown, name: string) => T): Kind<T> {
	return (raw, name) => {
		let value: unknown;
		try {
			value = JSON.parse(raw);
		} catch {
			throw badParameter(name, 'is not JSON');
		}
		return check(value, name);
	};
}

export const jsonObject: Kind<Record<string, unknown>> = json((value, name) => {
	if (!isObject(value)) throw badParameter(name, 'is not a JSON object');
	return value;
});
