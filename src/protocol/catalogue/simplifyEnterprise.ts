import { isJsonObject, type JsonObject } from '../wire/json';
import { unreadableAnswer } from '../wire/unreadableAnswer';
import type { ById } from './answers/common';
import type { LibraryLogEntry, ManagementLogEntry } from './answers/history';
import type { InInfo } from './answers/library';
import type { Member } from './answers/member';
import type { CreatedEnterprise, EnterpriseEntry } from './answers/partner';
import { flagOf, isoSeconds, simplifier } from './simplify';

/* Items for people: what is made of the answers of an enterprise or a partner. */

/** The object inside `{ info }`; empty where there is none, and the answer itself where it is not wrapped. */
export const unwrapInfo = <T extends object>(answer: InInfo<T>): JsonObject => {
	if (!isJsonObject(answer)) return {};
	const { info } = answer;
	if (isJsonObject(info)) return { ...info };
	return Object.hasOwn(answer, 'info') ? {} : { ...answer };
};

/**
 * One item for each entry of a map, with its key under `name`. Keys without an entry were not found (F06, I17). Throws
 * LibraryError protocol for a list with entries, whose keys nobody knows.
 */
export const unkey =
	<const K extends string>(name: K) =>
	<E extends object>(answer: ById<E>): Array<Record<K, string> & E> => {
		if (Array.isArray(answer) && answer.length > 0)
			throw unreadableAnswer('The service answered a list where the document has entries by their IDs', {
				isChange: false,
			});
		return Object.entries<unknown>(isJsonObject(answer) ? answer : {}).flatMap(([key, entry]) =>
			isJsonObject(entry) ? [{ [name]: key, ...entry } as Record<K, string> & E] : [],
		);
	};

/**
 * The service answers 200 and disables a member who would exceed the account limit (I15, I18): such an item gets a
 * `warning`. `byDefault`: enabling is what the request asks for without `state`.
 */
export const warnWhenDisabled =
	(byDefault: boolean) =>
	(answer: unknown, sent: Readonly<Record<string, string>>): JsonObject => {
		const item = isJsonObject(answer) ? { ...answer } : {};
		const askedToEnable = sent.state === '1' || (byDefault && sent.state === undefined);
		if (!askedToEnable || item.state === undefined || Number(item.state) !== 0) return item;
		return {
			...item,
			warning: 'The service disabled the member, probably because the enterprise has reached its account limit',
		};
	};

/** A member: its state as yes or no, its expiry as a date; `expires` is absent for a member that does not expire. */
export const simpleMember = simplifier<Member>(({ state, expire, ...rest }) => ({
	...rest,
	enabled: flagOf(state, (code) => code === 1),
	expires: isoSeconds(expire)?.slice(0, 10),
}));

/** A library log entry. `member_name` mixes name and account, so the display name is preferred (F16). */
export const simpleLibraryLog = simplifier<LibraryLogEntry>((entry) => ({
	date: isoSeconds(entry.dateline),
	act: entry.act,
	action: entry.act_name,
	fullpath: entry.fullpath,
	hash: entry.hash,
	dir: entry.dir,
	filehash: entry.filehash,
	filesize: entry.filesize,
	memberId: entry.member_id,
	member: entry.display_name || entry.member_name,
	account: entry.member_account,
}));

/** Kinds of management log entries (document, Management log). */
export const LOG_TYPES = {
	1: { label: 'Sub-Administrator' },
	2: { label: 'Member Information' },
	3: { label: 'Enterprise Settings' },
	4: { label: 'Organizational Structure' },
	5: { label: 'Roles' },
	6: { label: 'Member Devices' },
	7: { label: 'Storage Points' },
	8: { label: 'File Libraries' },
	9: { label: 'Development Authorization' },
} as const;
const LOG_TYPE_NAMES = new Map(Object.entries(LOG_TYPES).map(([type, { label }]) => [type, label]));

/** A management log entry with the name of its kind. */
export const simpleManagementLog = simplifier<ManagementLogEntry>((entry) => ({
	date: isoSeconds(entry.dateline),
	type: LOG_TYPE_NAMES.get(String(entry.type)) ?? entry.type,
	admin: entry.admin,
	content: entry.content,
	ip: entry.ip,
}));

/**
 * An enterprise: its end as ISO text and whether it is a trial; everything else as sent, including a one-time
 * password.
 */
export const simpleEnterprise = simplifier<EnterpriseEntry & CreatedEnterprise>(
	({ trial, end_dateline: ends, ...rest }) => ({
		...rest,
		trial: flagOf(trial, (code) => code === 1),
		ends: isoSeconds(ends),
	}),
);
