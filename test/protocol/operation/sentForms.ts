import type { AnyOperation } from '../../../src/protocol/operation/define';
import { encode } from '../../../src/protocol/operation/encode';

/* What a form of an operation sends and refuses, as tests: each row has a title. */

type Entered = Record<string, unknown>;
/** Declares a test for each row: what is entered is sent so. */
export const sends = (
	op: AnyOperation,
	rows: Array<[what: string, entered: Entered, sent: Record<string, string>]>,
): void => test.each(rows)('%s', (_what, entered, sent) => expect(encode(op, entered)).toEqual(sent));
/** Declares a test for each row: what is entered is refused with this message. */
export const refuses = (op: AnyOperation, rows: Array<[what: string, entered: Entered, message: RegExp]>): void =>
	test.each(rows)('refuses %s', (_what, entered, message) => expect(() => encode(op, entered)).toThrow(message));
/** What is entered in a locator. */
export const by = (mode: string, value: unknown): object => ({ by: mode, value });
