import type { Json } from '../json';
import type { Draft, JsonRecord } from './draft';

/** A kind of object in answers, known by its members, and what real answers have besides. */
interface Kind {
	readonly has: readonly string[];
	/** End of the path, where the members do not tell the kind. */
	readonly path?: string;
	readonly more: (record: JsonRecord) => JsonRecord;
}

const kinds: readonly Kind[] = [
	// fact 5.1: `permisson` is spelled so, and dateline is in milliseconds as text.
	{ has: ['count', 'list'], more: () => ({ dateline: '1508393347563', permisson: null }) },
	{ has: ['hash', 'dir', 'filename'], more: () => ({ thumbnail: '' }) },
	{ has: ['hash', 'dir', 'lock'], more: () => ({ property: null, favorite: 0 }) }, // fact 5.3
	{ has: ['hid'], more: () => ({ filename: '', type: 0, version: 1, datelinems: 0, del: 0 }) }, // fact 5.24
	{
		has: ['state', 'hash', 'fullpath'], // fact 5.10
		more: ({ server }) => ({ version: '', servers: server ? [server] : [], uploads: [], cache_uploads: [] }),
	},
	{ has: ['m-upload'], more: (record) => ({ upload: record['m-upload'] }) }, // fact 7.18
	{
		has: ['org_type'], // fact 5.21
		more: ({ size_org_total: total, size_org_use: use }) => ({
			owner_member_name: '',
			size_total: total,
			size_use: use,
			member_id: 101,
			member_type: 2,
			role_id: 1,
			state: 1,
			property: '',
			add_dateline: 1508393347,
		}),
	},
	{ has: ['member_id', 'role_id', 'member_email'], more: ({ role_id: id }) => ({ role_ids: [id ?? 0] }) }, // fact 6.2
	{
		has: ['id', 'name'],
		path: '/get_roles', // fact 6.3
		more: () => ({ admin: 0, org_admin: 0, description: '', permissions: '', default_role: 0 }),
	},
];

/** The object with members that the document does not have; its own ones stay as they are. */
export function withExtraKeys(record: JsonRecord, { path }: Draft): Json {
	const known = kinds.filter(
		({ has, path: end = '' }) => path.endsWith(end) && has.every((name) => record[name] !== undefined),
	);
	return Object.assign({}, ...known.map(({ more }) => more(record)), record) as Json;
}
