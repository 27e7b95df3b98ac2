import type { OperationEntry } from './reference';

/* Keys are in the service's spelling, as forms take them; times are ISO text, and an item says what it is about. */

/** What a person or a deployment names: metadata, details of a history record, and maps by ID. */
const FREE = new Set(['metadata', 'details', 'members', 'groups', 'roles']);
/** Lists that a table has as texts: an empty list is an empty text. */
const LISTS = new Set(['granted_names', 'granted', 'denied']);
const SPELLING = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys of an item and of what is in it, as paths; lists are looked into. */
function fieldsOf(value: unknown, at = ''): Array<readonly [path: string, value: unknown]> {
	if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, at));
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([key, inside]) => {
		const path = at === '' ? key : `${at}.${key}`;
		return [[path, inside] as const, ...(FREE.has(key) && isRecord(inside) ? [] : fieldsOf(inside, path))];
	});
}

/** The wire forms that people do not read: `dir`, codes for yes and no, Unix times, "unlimited" as a number. */
const WIRE = /(^|_)(dateline|deadline|dir|cmd|lock)$|^(capacity|size_total|size_org_total)$/;
const isWireForm = (key: string, value: unknown): boolean =>
	WIRE.test(key) && !((value === null || Number(value) >= 0) && /^(capacity|size)/.test(key));

/** What is wrong with the fields of an item, as lines for people. */
export function problemsIn(item: object): string[] {
	return fieldsOf(item).flatMap(([path, value]) => {
		const key = path.split('.').at(-1) ?? '';
		if (!SPELLING.test(key)) return [`${path} is not in the spelling of the service`];
		if (isWireForm(key, value)) return [`${path} is ${JSON.stringify(value)}, as on the wire`];
		return value === '' && !LISTS.has(key) ? [`${path} is empty`] : [];
	});
}

/** Parameters of reference examples by which an operation is told what to work on, and the keys that say it after. */
const THINGS: ReadonlyArray<readonly [parameter: string, modes: Readonly<Record<string, string>>]> = [
	['file', { path: 'fullpath', id: 'hash' }],
	['folder', { path: 'fullpath', id: 'hash' }],
	['enterprise', { outId: 'out_id', id: 'ent_id' }],
];

/** The keys that an item lacks to say what its operation was about. */
export function missingSubjects({ id, example }: OperationEntry, item: Readonly<Record<string, unknown>>): string[] {
	if (/Tag$|Recycle/.test(id) || item.from_fullpath !== undefined) return [];
	return THINGS.flatMap(([parameter, modes]) => {
		const { mode } = (example[parameter] ?? {}) as { mode?: string };
		const key = mode === undefined ? undefined : modes[mode];
		return key === undefined || item[key] !== undefined ? [] : [key];
	});
}
