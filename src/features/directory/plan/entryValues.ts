import { checkDate } from '../../../protocol/operation/check/date';
import { asJson } from '../../../protocol/operation/check/text';
import {
	checkedIn,
	type InputRow,
	rowText,
	requiredIn,
	saidIn,
	trimmedIn,
	yesOrNo,
} from '../../../protocol/rows/inputRow';
import { quoted } from '../../../protocol/wire/quoted';
import { entryFieldError, type EntryFields, type FieldKey } from './entryFields';
import type { LeaderReference } from './directories';

/* Fields of an entry that are more than text: IDs, states, days, supervisors. */

/** The same external ID. The interface joins IDs by commas and has no escape (A13), so one with a comma is refused. */
function externalId(row: InputRow, key: FieldKey, value: string): string {
	if (value.includes(','))
		throw entryFieldError(row, key, `${quoted(value)} contains ",", which separates external IDs`);
	return value;
}

/** The external ID of an entry. Throws LibraryError input where it is missing, empty or contains a comma. */
export const outIdIn = (row: InputRow, { outId }: EntryFields): string =>
	externalId(row, 'outId', requiredIn(row, outId).trim());

/** External IDs without repeats, from a list or from text with commas; undefined where the input says nothing. */
export function departmentOutIdsIn(row: InputRow, { departmentOutIds: field }: EntryFields): string[] | undefined {
	const said = saidIn(row, field);
	if (!said) return undefined;
	const { name, value } = said;
	const parts = Array.isArray(value)
		? value.map((part) => externalId(row, 'departmentOutIds', rowText(row, field, { name, value: part })))
		: rowText(row, field, said).split(',');
	return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}

/** Whether the member is to be enabled; undefined where the input says nothing. Throws LibraryError input. */
export function enabledIn(row: InputRow, { enabled }: EntryFields): boolean | undefined {
	const value = trimmedIn(row, enabled);
	if (value === undefined || value === '') return undefined;
	const state = yesOrNo(value);
	if (state !== undefined) return state;
	const hint =
		'Use true or false, 1 or 0, or enabled or disabled. ' +
		'If this field has another meaning in your data, choose another one under Field Names.';
	throw entryFieldError(row, 'enabled', `${quoted(value)} is neither enabled nor disabled`, hint);
}

/** What removes the expiry (document, Synchronized members). */
const NEVER = ['', '0', 'never'];

/**
 * The last day of a temporary account as YYYY-MM-DD, entered as any date of a form; '' for an account that does not
 * expire, undefined where the input says nothing. Throws LibraryError input for what is not a day after 1970-01-01.
 */
export function expiresIn(row: InputRow, { expires }: EntryFields): string | undefined {
	const said = saidIn(row, expires);
	if (!said) return undefined;
	// A date object, also of n8n's expressions, is the text that it has in JSON.
	const text = rowText(row, expires, { ...said, value: asJson(said.value) }).trim();
	if (NEVER.includes(text.toLowerCase())) return '';
	const hint = 'Enter the last day of the account, e.g. 2026-12-31, or leave the field empty for no expiry.';
	const date = checkedIn(
		row,
		expires.label,
		(label) => checkDate(label, { unit: 'seconds', dayOnly: true }, text),
		hint,
	);
	// The first day of 1970 would be sent as 0, which removes the expiry.
	if (date.getTime() > 0) return date.toISOString().slice(0, 10);
	throw entryFieldError(row, 'expires', `${quoted(text)} is not a date`, hint);
}

const LEADERS = [
	['leaderOutId', 'outId'],
	['leaderAccount', 'account'],
	['leader', 'either'],
] as const;

/**
 * Whom the member reports to; an empty reference removes the supervisor. Undefined where the input says nothing. Throws
 * LibraryError input for more than one (I06).
 */
export function leaderIn(row: InputRow, fields: EntryFields): LeaderReference | undefined {
	const said = LEADERS.flatMap(([key, by]) => {
		const value = trimmedIn(row, fields[key]);
		return value === undefined ? [] : [{ key, by, value }];
	});
	const [first = said[0], second] = said.filter(({ value }) => value !== '');
	if (!second) return first;
	const hint = 'Use one of the fields for the supervisor.';
	throw entryFieldError(row, second.key, 'the supervisor is named by more than one field', hint);
}

/** The place of a department among its siblings; undefined where the input says nothing. Throws LibraryError input. */
export function orderIn(row: InputRow, { order }: EntryFields): number | undefined {
	const value = trimmedIn(row, order);
	if (value === undefined || value === '') return undefined;
	if (/^-?\d+$/.test(value) && Number.isSafeInteger(Number(value))) return Number(value);
	throw entryFieldError(
		row,
		'order',
		`${quoted(value)} is not a whole number`,
		`Check the field "${order.names[0]}".`,
	);
}
