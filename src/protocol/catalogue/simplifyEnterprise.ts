import type { JsonObject } from '../wire/json';
import { isoSeconds } from './simplify';

type Item = Record<string, unknown>;
const isEntry = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
/** The object inside `{ info }`. */
export const unwrapInfo = (answer: unknown): Item => {
	const info = isEntry(answer) ? answer.info : undefined;
	return { ...(isEntry(info) ? info : isEntry(answer) ? answer : {}) };
};
/** One item for each entry of a map, with its key under `name`. Keys without an entry were not found (ambiguities F06, I17). */
export const unkey =
	(name: string) =>
	(answer: unknown): Item[] =>
		Object.entries(isEntry(answer) ? answer : {}).flatMap(([key, entry]) =>
			isEntry(entry) ? [{ [name]: key, ...entry }] : [],
		);
/** The service answers 200 and disables a member who is one too many for the account limit (ambiguities I15, I18). `byDefault`: enabling is asked for when nothing is said. */
export const warnWhenDisabled =
	(byDefault: boolean) =>
	(answer: unknown, sent: Readonly<Record<string, string>>): Item => {
		const item = isEntry(answer) ? { ...answer } : {};
		const asked = sent.state === '1' || (byDefault && sent.state === undefined);
		return asked && item.state !== undefined && Number(item.state) === 0
			? {
					...item,
					warning:
						'The service disabled the member, probably because the account limit of the enterprise is reached',
				}
			: item;
	};

const present = (item: Item): Item =>
	Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null));
/** A member with its state as a word of yes or no and its expiry as a date; `expires` is absent for a member without one. */
export const simpleMember = (entry: JsonObject): Item => {
	const { state: enabled, expire, ...rest } = entry;
	return present({
		...rest,
		enabled: enabled === undefined ? undefined : Number(enabled) === 1,
		expires: isoSeconds(expire)?.slice(0, 10),
	});
};

/** A library log entry. `member_name` mixes name and account, so the display name is taken where there is one (ambiguities F16). */
export const simpleLibraryLog = (entry: JsonObject): Item =>
	present({
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
	});

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
const logTypeName = (type: unknown): unknown =>
	(LOG_TYPES as Record<string, { label: string } | undefined>)[String(type)]?.label ?? type;
/** A management log entry with the name of its kind. */
export const simpleManagementLog = (entry: JsonObject): Item =>
	present({
		date: isoSeconds(entry.dateline),
		type: logTypeName(entry.type),
		admin: entry.admin,
		content: entry.content,
		ip: entry.ip,
	});

/** An enterprise as the partner sees it; all but the times and the trial flag as they come, a password given once included. */
export const simpleEnterprise = (entry: JsonObject): Item => {
	const { trial, end_dateline: ends, ...rest } = entry;
	return present({ ...rest, trial: trial === undefined ? undefined : Number(trial) === 1, ends: isoSeconds(ends) });
};
