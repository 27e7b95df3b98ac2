import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { readJob } from '../../src/n8n/execute/readJob';
import { catalogue } from '../../src/entries';
import { labelOf } from '../../src/protocol/operation/fields';
import type { AnyOperation } from '../../src/protocol/operation/define';
import { isLibraryError, type LibraryError } from '../../src/protocol/wire/libraryError';
import { contractOf, IDENTITY, operations as inContract } from './contract';
import { requestProblems } from './validate';
import { DOUBTFUL, NONSENSE } from '../engine/support/hostileValues';
import { character } from '../support/arbitraries';
import { property } from '../support/property';

/* Anything at all in any parameter of any operation is refused, naming a field, or becomes what can be sent. */

/** Names of what the form has beside the fields of the operation. */
const SWITCHES = ['Return All', 'Limit', 'Simplify', 'Wait for Completion', 'Wait at Most (Seconds)', 'Options'];
const COLLECTIONS = ['Members and Departments', 'Field Names', 'Permissions', 'Additional Fields'];

const namesIn = (op: AnyOperation): string[] => [
	...Object.entries(op.input).map(([key, field]) => labelOf(key, field)),
	...SWITCHES,
	...COLLECTIONS,
	'Property "',
];

const textLike = fc.oneof(
	fc.string({ unit: character }),
	fc.string(),
	fc.string({ unit: fc.constantFrom('\ud800', 'a') }),
);
const plain = fc.oneof(
	textLike,
	fc.double(),
	fc.integer(),
	fc.date({ noInvalidDate: false }),
	fc.constantFrom(...[...NONSENSE, ...DOUBTFUL].map(([, value]) => value)),
	fc.constantFrom(null, undefined, true, false, Symbol('s'), () => 1, 10n ** 20n),
);
const cellLike = fc.oneof(
	plain,
	fc.record({ mode: fc.oneof(fc.constantFrom('list', 'id'), plain), value: fc.oneof(plain, fc.array(plain)) }),
);
const anything = fc.oneof(
	plain,
	fc.array(plain, { maxLength: 3 }),
	fc.record({ mode: fc.oneof(fc.constantFrom('list', 'id', 'path', 'paths'), plain), value: plain }),
	fc.record({
		rows: fc.oneof(
			plain,
			fc.array(
				fc.oneof(plain, fc.dictionary(fc.constantFrom('name', 'id', 'type', 'value', 'member'), cellLike)),
			),
		),
	}),
	fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
);

/** A parameter of an operation, and what it contains; the others are those of the example. */
const cases = fc.constantFrom(...catalogue).chain((op) => {
	const inside = Object.keys(op.input).concat('returnAll', 'limit', 'simplify', 'waitForCompletion', 'waitLimit');
	return fc.tuple(fc.constant(op), fc.constantFrom(...inside, 'options', 'subjects', 'fieldNames'), anything);
});

/** What `readJob` reads: the parameter at the top and, under the same name, in every collection. */
const formWith = (op: AnyOperation, name: string, value: unknown) => ({
	timezone: () => 'Asia/Shanghai',
	raw: () => null,
	get: (asked: string, _item: number, fallback?: unknown) => {
		if (asked === name) return value ?? fallback;
		const own = (op.example as Record<string, unknown>)[asked];
		if (!['options', 'subjects', 'fieldNames'].includes(asked)) return own ?? fallback;
		return { ...(own as object | undefined), [name]: value };
	},
});

function outcome(op: AnyOperation, name: string, value: unknown): Record<string, string> | LibraryError {
	try {
		return readJob({ context: {} as never, progress: {} as never, form: formWith(op, name, value) }, op, 0).params;
	} catch (error) {
		if (isLibraryError(error)) return error;
		throw error;
	}
}

/** What the client itself adds to the parameters of the form. */
const ADDED = [...IDENTITY, 'start', 'size', 'op_id', 'op_name'];

/** What the contract has against the parameters of an operation that is one request. */
function problemsOf(op: AnyOperation, params: Record<string, string>): string[] {
	if ((op.special && !op.queue) || op.covers || !inContract.has(op.id)) return [];
	return requestProblems(contractOf(op.id), params, ADDED);
}

function isInWords(op: AnyOperation, { kind, message }: LibraryError): void {
	equal(kind, 'input');
	ok(!/[\p{Cc}\p{Cs}]/u.test(message), 'a control character in the error');
	ok(message.length < 600, 'the error is too long');
	const start = message.replace(
		/^(?:Choose at least one field to update: |Fill in |Choose (?:an? |something in )?)/,
		'',
	);
	ok(
		namesIn(op).some(
			(known) => start.startsWith(known) || [` in ${known}`, ` of ${known}`].some((at) => start.includes(at)),
		),
		`no field is named: ${message}`,
	);
}

property({
	promise: 'anything in any field of any operation is refused with its name, or sent as the contract has it',
	count: 1750,
	cases,
	keeps: ([op, name, value]) => {
		const result = outcome(op, name, value);
		if (isLibraryError(result)) return isInWords(op, result);
		for (const text of Object.values(result)) {
			equal(typeof text, 'string');
			ok(!/\p{Cs}|\u0000|\[object|^NaN$|^-?Infinity$|^undefined$/u.test(text), text);
		}
		deepEqual(problemsOf(op, result), []);
	},
});
