import { createHash } from 'node:crypto';
import { isObject, type Json } from './json';

/** An answer before it is written; without a body it is empty. */
interface Draft {
	/** Path and parameters of the request. */
	readonly path: string;
	readonly params: Readonly<Record<string, string>>;
	readonly status: number;
	readonly body: Json | undefined;
}

/** An answer as it goes out; the media type has its charset. */
interface Written {
	readonly status: number;
	readonly type: string;
	readonly text: string;
}

/** One attested way to write the same answer. */
interface Shape {
	/** Changes an answer with a JSON body. */
	readonly draft?: (draft: Draft) => Draft;
	/** Changes a body that is text already. */
	readonly text?: (text: string) => string;
	/** Media type in place of the answer's own. */
	readonly type?: string;
}

type JsonRecord = Readonly<Record<string, Json | undefined>>;

/** Whether a value is a list; `Array.isArray` forgets that its items are JSON. */
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The value with every value in it replaced, innermost first; `name` is that of its member, '' outside of objects. */
function deep(value: Json, change: (value: Json, name: string) => Json, name = ''): Json {
	if (isList(value))
		return change(
			value.map((each) => deep(each, change)),
			name,
		);
	if (!isObject(value)) return change(value, name);
	const members = Object.entries(value as JsonRecord).filter(([, member]) => member !== undefined);
	return change(Object.fromEntries(members.map(([key, member]) => [key, deep(member as Json, change, key)])), name);
}

/** A shape that replaces values of successes; errors keep theirs. */
function values(change: (value: Json, name: string, draft: Draft) => Json): Shape {
	return successes((draft, body) => deep(body, (value, name) => change(value, name, draft)));
}

/** A shape that replaces the objects of successes. */
function records(change: (record: JsonRecord, draft: Draft) => Json): Shape {
	return values((value, _name, draft) => (isObject(value) ? change(value as JsonRecord, draft) : value));
}

/** A shape that replaces the body of successes. */
function successes(change: (draft: Draft, body: Json) => Json | undefined): Shape {
	return {
		draft: (draft) =>
			draft.body === undefined || draft.status >= 400 ? draft : { ...draft, body: change(draft, draft.body) },
	};
}

/** A shape that replaces errors with an error_code. */
function errors(change: (draft: Draft, body: JsonRecord) => Draft): Shape {
	return {
		draft: (draft) =>
			isObject(draft.body) && 'error_code' in draft.body && draft.status >= 400
				? change(draft, draft.body as JsonRecord)
				: draft,
	};
}

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
function withExtraKeys(record: JsonRecord, { path }: Draft): Json {
	const known = kinds.filter(
		({ has, path: end = '' }) => path.endsWith(end) && has.every((name) => record[name] !== undefined),
	);
	return Object.assign({}, ...known.map(({ more }) => more(record)), record) as Json;
}

/** assumed (A07): "list of X" without a count may be bare. fact 5.18: the departments of a library are. */
const BARE = [
	'/account/mount',
	'/favorites/get_files',
	'/thirdparty/ent_list',
	'/thirdparty/ent_daily_stats',
	'/org/get_groups',
];

/** fact 5.18: the departments of an enterprise come in `list` too. assumed: so do other lists that are bare here. */
const WRAPPED = ['/ent/get_groups', '/ent/get_roles', '/file/links'];

const endsWithOneOf = (path: string, ends: readonly string[]): boolean => ends.some((end) => path.endsWith(end));

/** The list of an answer without the object around it. */
function withBareList({ path }: Draft, body: Json): Json {
	const { list } = isObject(body) ? (body as JsonRecord) : {};
	return list !== undefined && endsWithOneOf(path, BARE) ? list : body;
}

function withWrappedList({ path }: Draft, body: Json): Json {
	return isList(body) && endsWithOneOf(path, WRAPPED) ? { list: body } : body;
}

/** Lookups, by the parameters that name what is wanted. */
const LOOKUPS: Readonly<Record<string, readonly string[]>> = {
	'/org/get_member': ['ids'],
	'/ent/get_member_by_out_id': ['out_ids', 'user_ids'],
	'/ent/get_group_by_out_id': ['out_ids'],
};

/** The answer of a lookup with null for every id that was not found. */
function withNullEntries(draft: Draft): Draft {
	const { path, body, params, status } = draft;
	const names = Object.keys(LOOKUPS).find((end) => path.endsWith(end));
	if (names === undefined || !isObject(body) || status >= 400) return draft;
	const wanted = (LOOKUPS[names] ?? []).flatMap((name) => params[name]?.split(',') ?? []);
	const nulls = Object.fromEntries(wanted.map((id) => [id, null]));
	return { ...draft, body: { ...nulls, ...(body as JsonRecord) } };
}

const isEmptyObject = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;
const isEmptyList = (value: Json): boolean => isList(value) && value.length === 0;
const asText = (value: Json): Json => (typeof value === 'number' ? String(value) : value);

/** fact 5.14: clients need fetch_dateline as a number; fact 4.7: and the lifetimes of tokens. */
const ALWAYS_NUMBERS = ['fetch_dateline', 'expires_in', 'refresh_expires_in'];

/** A list with a gap in its numbers, which PHP writes as an object: {"0": …, "2": …}. */
const withGap = (list: readonly Json[]): Json =>
	Object.fromEntries(list.map((each, index) => [String(index === 0 && list.length > 1 ? 0 : index + 1), each]));

/** JSON as PHP writes it: slashes escaped, and everything beyond ASCII as \uXXXX. */
const escaped = (text: string): string =>
	text
		.replaceAll('/', '\\/')
		.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Ends of paths whose answer the document calls "200", and that answer more here for clients (fact 5.9, 5.12). */
const ONLY_200 = ['/file/move', '/m-api/1/file/copy', '/m-api/1/file/rename', '/m-api/2/file/create_folder'];

/** All ways to write an answer that deployments have or the document leaves open, in the order of application. */
const shapes = {
	// assumed (F06): ids that a lookup does not find are null instead of missing.
	'missing-as-null': { draft: withNullEntries },
	// fact 5.1, 5.3, 5.10, 5.21, 5.24, 6.2, 6.3, 7.18: members that the document does not have.
	'extra-keys': records(withExtraKeys),
	// fact 5.1: changes made without a member have no name.
	'null-names': values((value, name) => (/^(create|last)_member_name$/.test(name) ? null : value)),
	// fact 5.7: a folder's path may end with a slash in lists of a person.
	'folders-with-slash': records((record) =>
		record.mount_id !== undefined && record.dir === 1 && record.fullpath
			? { ...record, fullpath: `${String(record.fullpath)}/` }
			: record,
	),
	// fact 5.17: whether a listed link has a password.
	'link-password-flag': records((record) =>
		'link' in record && 'password' in record ? { ...record, password: record.password === 1 } : record,
	),
	// fact 5.1, 5.3: extended properties as JSON text.
	'property-as-text': values((value, name) =>
		name === 'property' && typeof value !== 'string' ? JSON.stringify(value) : value,
	),
	// fact 5.15: what real answers show as text.
	'counts-as-text': values((value, name) =>
		['count', 'total', 'member_id', 'state'].includes(name) ? asText(value) : value,
	),
	// fact 5.10, 5.15, 5.17: states, sizes and times as text too. assumed: then any number may be.
	'numbers-as-text': values((value, name) => (ALWAYS_NUMBERS.includes(name) ? value : asText(value))),
	// fact 3.3: the answer of an operation that answers only 200.
	'error-code-zero': successes((_draft, body) => (isEmptyObject(body) ? { error_code: 0 } : body)),
	// doc (A06): "200" has no body.
	'empty-bodies': successes(({ path }, body) =>
		isEmptyObject(body) || ONLY_200.some((end) => path.endsWith(end)) ? undefined : body,
	),
	// assumed (A07), fact 5.18, 5.21: lists without, and with, an object around them.
	'bare-lists': successes(withBareList),
	'wrapped-lists': successes(withWrappedList),
	// fact 5.16: lists that are empty; false as a member only.
	'empty-lists-as-null': values((value) => (isEmptyList(value) ? null : value)),
	'empty-lists-as-false': values((value, name) => (name !== '' && isEmptyList(value) ? false : value)),
	// fact 5.16: PHP writes a map as a list when it is empty. assumed: and a list as a map when its numbers have gaps.
	'empty-maps-as-lists': values((value) => (isEmptyObject(value) ? [] : value)),
	'gapped-lists': values((value) => (isList(value) && value.length > 0 ? withGap(value) : value)),
	// fact 3.4: a client looks only at error_code, whatever the status.
	'errors-with-200': errors((draft) => (draft.path.startsWith('/upload_') ? draft : { ...draft, status: 200 })),
	// assumed: a number as text here too. fact 3.5: one client would fail.
	'error-codes-as-text': errors((draft, body) => ({
		...draft,
		body: { ...body, error_code: asText(body.error_code ?? 0) },
	})),
	// fact 5.4: JSON as PHP writes it.
	escaped: { text: escaped },
	// assumed: the media type that PHP sends when nobody chooses one, and the mark of a source file saved with one.
	'text-html': { type: 'text/html' },
	'byte-order-mark': { text: (text) => `\ufeff${text}` },
} as const satisfies Readonly<Record<string, Shape>>;

export type ShapeName = keyof typeof shapes;

export const shapeNames = Object.keys(shapes) as ShapeName[];

/** How answers are written: in these shapes, or in a mix of all that differs from request to request. */
export type AnswerChoice = readonly ShapeName[] | 'all';

/** Writes one emulator's answers in the chosen shapes, by default as documented; neither downloads nor pages. */
export class AnswerStyle {
	/** Number of answers so far, by path. */
	private readonly answered = new Map<string, number>();

	constructor(private readonly chosen: AnswerChoice) {}

	json(answer: Draft): Written {
		const applied = this.shapesFor(answer.path);
		const { status, body } = applied.reduce<Draft>((each, { draft: change }) => change?.(each) ?? each, answer);
		return { status, ...written(applied, body === undefined ? '' : JSON.stringify(body), 'application/json') };
	}

	text(path: string, status: number, text: string): Written {
		return { status, ...written(this.shapesFor(path), text, 'text/plain') };
	}

	/** Of a mix about half of all, the same at every start; of shapes that exclude each other the first. */
	private shapesFor(path: string): readonly Shape[] {
		const number = this.answered.get(path) ?? 0;
		this.answered.set(path, number + 1);
		const bits = createHash('sha1').update(`${path} ${number}`).digest().readUInt32BE(0);
		const { chosen } = this;
		return shapeNames
			.filter((name, index) => (chosen === 'all' ? (bits >>> index) & 1 : chosen.includes(name)))
			.map((name) => shapes[name]);
	}
}

function written(applied: readonly Shape[], text: string, type: string): Omit<Written, 'status'> {
	const last = applied.findLast((shape) => shape.type !== undefined)?.type ?? type;
	// An empty body stays empty.
	const changed = text === '' ? '' : applied.reduce((each, shape) => shape.text?.(each) ?? each, text);
	return { type: `${last}; charset=utf-8`, text: changed };
}
