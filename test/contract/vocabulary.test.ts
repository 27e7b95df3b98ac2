import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputSchema } from './outputSchemas';
import { reference, triggers, type OperationEntry } from './reference';

/* One key for one thing, in the items of all operations and triggers: names come first, IDs last. */

const entries = [...reference(), ...triggers()];
const keysOf = (entry: OperationEntry): string[] => Object.keys(outputSchema(entry)?.properties ?? {});
const page = readFileSync(join(__dirname, '..', '..', 'docs', 'keys.md'), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, key = '']) => key);
const used = new Set(entries.flatMap(keysOf));

test('every key of an item has one meaning in docs/keys.md, and every meaning a key', () => {
	expect([...used].filter((key) => !rows.includes(key))).toEqual([]);
	expect(rows.filter((key, at) => !used.has(key) || rows.indexOf(key) !== at)).toEqual([]);
});

/** Other words for what has a key, by that key. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
	date: ['time', 'timestamp', 'dateline', 'happened'],
	modified: ['updated', 'last_dateline'],
	created: ['created_at', 'create_dateline'],
	deleted_at: ['deletion_date'],
	expires_at: ['expires', 'expire', 'ends', 'deadline', 'valid_until'],
	added_at: ['added'],
	member_name: ['member', 'admin', 'user', 'person'],
	modified_by: ['changed_by', 'last_member_name'],
	email: ['member_email', 'mail'],
	allow: ['auth', 'allowed', 'permission'],
	granted_names: ['permission_names', 'permissions'],
	from_fullpath: ['previous_fullpath', 'old_fullpath'],
	group_path: ['path', 'department', 'department_path'],
	file_count: ['count_file', 'files_count'],
	folder_count: ['dir_count'],
	size_used: ['size', 'used'],
	size_total: ['capacity', 'space'],
	failed: ['failed_count'],
	version_id: ['hid'],
};

test('nothing has two words', () => {
	const others = Object.entries(OTHER_WORDS).flatMap(([key, words]) => words.map((word) => `${word}: ${key}`));
	expect(others.filter((other) => used.has(other.split(':')[0] ?? ''))).toEqual([]);
	expect(Object.keys(OTHER_WORDS).filter((key) => !used.has(key))).toEqual([]);
});

/** Keys that only programs need. */
const FOR_PROGRAMS = /(^|_)(ids?|hash|filehash|act|state|code|cursor|logo_url)$/;

test.each(entries.map((entry) => [entry.id, entry] as const))('%s: what people read comes first', (_id, entry) => {
	const keys = keysOf(entry);
	const forPeople = keys.filter((key) => !FOR_PROGRAMS.test(key));
	expect(keys.slice(0, Math.min(4, forPeople.length))).toEqual(forPeople.slice(0, 4));
});

/** What says which thing an item is about, by its name or its address. */
const NAMING = /^(fullpaths?|filename|name|org_name|member_name|account|email|group_path|link|url|viewer)$/;

test.each(entries.filter((entry) => keysOf(entry).some((key) => NAMING.test(key))).map((e) => [e.id, e] as const))(
	'%s: what it is about is in the first four columns',
	(_id, entry) => {
		// The items of a plan are those of its changes; the schema has the fields of its summary among them.
		const { plan } = outputSchema(entry)?.properties ?? {};
		const keys = plan ? Object.keys(plan.items?.properties ?? {}) : keysOf(entry);
		expect(keys.slice(0, 4).filter((key) => NAMING.test(key))).not.toEqual([]);
		// Where something is stands beside what it is called.
		if (keys.includes('fullpath')) expect(keys.indexOf('fullpath')).toBeLessThan(7);
	},
);
