import fc from 'fast-check';
import { words } from './words';

/* What several targets draw: texts and JSON as nobody means them. */

/** Any whole character. fast-check's unit of the same kind fills a table of all of them first: a second, 100 MB. */
export const character = fc
	.integer({ min: 0, max: 0x10_ffff - 0x800 })
	.map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
/** One unit of UTF-16, halves of surrogate pairs included. */
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
/** Characters that something somewhere gives a meaning. */
const SPECIAL = [...'/\\.:;|,=&+%#?<>"\'`()[]{}*@~_- \t\r\n\0\u007f\u0085\u00a0\u200e\u202e\ufeff\u2028éß合😀'];

/** Any text: words, controls, whole and half characters, what means something. */
export const anyText = (maxLength = 40): fc.Arbitrary<string> =>
	fc.oneof(
		fc.string({ maxLength }),
		fc.string({ unit: character, maxLength }),
		fc.string({ unit: 'grapheme', maxLength }),
		fc.string({ unit: fc.constantFrom(...SPECIAL, 'a', 'B', '0'), maxLength }),
		fc.string({ unit, maxLength }),
	);

/** A text without halves of characters. */
export const wholeText = (maxLength = 40): fc.Arbitrary<string> =>
	anyText(maxLength).map((text) => text.toWellFormed());

/** Names that objects have already. */
const INHERITED_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'];

/** A name of a field: one that means something, one that objects have already, or any. */
export const fieldName = (...names: readonly string[]): fc.Arbitrary<string> =>
	fc.oneof(
		{ arbitrary: fc.constantFrom(...names, ...INHERITED_NAMES), weight: 5 },
		{ arbitrary: anyText(8), weight: 1 },
	);

/** Any JSON value whose objects have these names, also the text of a number and the number of a text. */
export const anyJson = (names: readonly string[], maxDepth = 3): fc.Arbitrary<unknown> =>
	fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ maxDepth, withCrossShrink: true },
			fc.constantFrom<unknown>(null, true, false, 0, 1, -1, '', '0', '1', 'true', 1e21, 0.5, 40402, '40402'),
			anyText(12),
			fc.double({ noNaN: true, noDefaultInfinity: true }),
			fc.integer(),
			fc.array(tie('value'), { maxLength: 4 }),
			objectOf(fieldName(...names), tie('value')),
		),
	})).value;

/** An object as JSON.parse makes it: `__proto__` is a field like others. */
const objectOf = <T>(name: fc.Arbitrary<string>, value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
	fc.array(fc.tuple(name, value), { maxLength: 5 }).map((entries) => Object.fromEntries(entries));

/** A long text of one short part again and again, and something behind it: what makes a search go back and forth. */
export const repeated = (maxLength: number, ...parts: readonly string[]): fc.Arbitrary<string> =>
	fc
		.tuple(
			fc.constantFrom(...parts),
			fc.integer({ min: 1, max: maxLength }),
			fc.constantFrom('', 'x', '"', '>', ' '),
		)
		.map(([part, length, end]) => part.repeat(Math.ceil(length / part.length)) + end);

/** A value with one place of it replaced, removed or doubled. */
const mutated = (value: unknown, other: unknown, places: readonly number[]): unknown => {
	const [place = 0, ...deeper] = places;
	if (typeof value !== 'object' || value === null || places.length === 0) return other;
	const keys = Object.keys(value);
	const key = keys[place % Math.max(1, keys.length)];
	if (key === undefined) return other;
	if (Array.isArray(value))
		return value.map((entry: unknown, at) => (String(at) === key ? mutated(entry, other, deeper) : entry));
	return { ...value, [key]: mutated((value as Record<string, unknown>)[key], other, deeper) };
};

const NAMES = words(`
	cursor overlapEnd knownAfter processed until fingerprints undelivered entry change
	retries overlapRead hidden ms memory
`);
/** A state of which one or two places are something else, and any JSON in place of one. */
export const broken = (state: unknown) =>
	fc.oneof(
		{
			arbitrary: fc
				.array(fc.tuple(anyJson(NAMES, 2), fc.array(fc.nat(5), { minLength: 1, maxLength: 6 })), {
					minLength: 1,
					maxLength: 2,
				})
				.map((changes) =>
					changes.reduce((from: unknown, [other, places]) => mutated(from, other, places), state),
				),
			weight: 6,
		},
		anyJson(NAMES),
	);
