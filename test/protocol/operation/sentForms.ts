import type { AnyOperation } from '../../../src/protocol/operation/define';
import { checkFields } from '../../../src/protocol/operation/check';
import { withDefaultTimes } from '../../../src/protocol/operation/check/date';
import { encodeChecked } from '../../../src/protocol/operation/encode';

/* What a form of an operation sends and refuses, as tests: each row has a title. */

type Entered = Readonly<Record<string, unknown>>;
/** What entered values are sent as; `now` in Unix ms is for fields that mean a time when left empty. */
export function encode(op: AnyOperation, entered: Entered, now?: number): Record<string, string> {
	const checked = checkFields(op.input, entered);
	return encodeChecked(op, now === undefined ? checked : withDefaultTimes(op.input, checked, now));
}
/** Declares a test for each row: what is entered is sent so. */
export const sends = (
	op: AnyOperation,
	rows: Array<[what: string, entered: Entered, sent: Record<string, string>]>,
): void => test.each(rows)('%s', (_what, entered, sent) => expect(encode(op, entered)).toEqual(sent));
/** Declares a test for each row: what is entered is refused with this message, and says this of what to do. */
export const refuses = (
	op: AnyOperation,
	rows: Array<[what: string, entered: Entered, message: RegExp, hint?: RegExp]>,
): void =>
	test.each(rows)('refuses %s', (...[, entered, message, hint]) => {
		const refused = (): unknown => encode(op, entered);
		expect(refused).toThrow(message);
		if (hint) expect(refused).toThrow(expect.objectContaining({ hint: expect.stringMatching(hint) as string }));
	});
/** What is entered in a locator. */
export const by = (mode: string, value: unknown): object => ({ by: mode, value });
