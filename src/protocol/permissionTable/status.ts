import { numberOf } from '../wire/json';
import { ALL_CODES, type PermissionCode } from './codes';

/* What a member or department may do in one folder, as the service says it. */

/** The permissions that are granted (1) and denied (-1); a code that is absent is not set (H06). */
export type Status = Readonly<Partial<Record<PermissionCode, 1 | -1>>>;

const STATES = [1, -1] as const;

/** The status in an answer, by the codes of the document; what the document does not have is left out. */
export const statusIn = (answer: Readonly<Record<string, unknown>>): Status =>
	Object.fromEntries(
		ALL_CODES.flatMap((code) => {
			const state = STATES.find((value) => value === numberOf(answer[code]));
			return state === undefined ? [] : [[code, state]];
		}),
	);

/** The status that grants and denies these codes. */
export const statusOf = (granted: readonly PermissionCode[], denied: readonly PermissionCode[]): Status =>
	Object.fromEntries([
		...granted.map((code): [string, number] => [code, 1]),
		...denied.map((code): [string, number] => [code, -1]),
	]);

/** The codes that a status grants, in the order of the document. */
export const grantedIn = (status: Status): PermissionCode[] => ALL_CODES.filter((code) => status[code] === 1);

/** The codes that a status denies, in the order of the document. */
export const deniedIn = (status: Status): PermissionCode[] => ALL_CODES.filter((code) => status[code] === -1);

/** Whether two statuses say the same of every code. */
export const isSameStatus = (one: Status, other: Status): boolean =>
	ALL_CODES.every((code) => one[code] === other[code]);
