import { isObject, type Json } from '../json';
import { isList, type Draft, type JsonRecord } from './draft';

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
export function withBareList({ path }: Draft, body: Json): Json {
	const { list } = isObject(body) ? (body as JsonRecord) : {};
	return list !== undefined && endsWithOneOf(path, BARE) ? list : body;
}

/** A bare list in an object. */
export function withWrappedList({ path }: Draft, body: Json): Json {
	return isList(body) && endsWithOneOf(path, WRAPPED) ? { list: body } : body;
}

/** Lookups, by the parameters that name what is wanted. */
const LOOKUPS: Readonly<Record<string, readonly string[]>> = {
	'/org/get_member': ['ids'],
	'/ent/get_member_by_out_id': ['out_ids', 'user_ids'],
	'/ent/get_group_by_out_id': ['out_ids'],
};

/** The answer of a lookup with null for every id that was not found. */
export function withNullEntries(draft: Draft): Draft {
	const { path, body, params, status } = draft;
	const names = Object.keys(LOOKUPS).find((end) => path.endsWith(end));
	if (names === undefined || !isObject(body) || status >= 400) return draft;
	const wanted = (LOOKUPS[names] ?? []).flatMap((name) => params[name]?.split(',') ?? []);
	const nulls = Object.fromEntries(wanted.map((id) => [id, null]));
	return { ...draft, body: { ...nulls, ...(body as JsonRecord) } };
}
