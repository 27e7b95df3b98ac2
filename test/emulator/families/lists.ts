import { badParameter, codes, ServiceFailure } from '../http/errors';
import type { Json } from '../http/json';
import { defaulted, int, json, type Kind, optional, type Values, word } from '../http/parameters';
import { storagePoints } from '../store/enterprise/enterprise';
import type { Entry } from '../store/library/entry';
import { seconds } from '../time/clock';
import type { World } from '../world/world';

/** fact, error codes: 40051 for a storage point that does not exist. */
const known: Kind<string> = (raw) => {
	if (!storagePoints.some((point) => point === raw))
		throw new ServiceFailure(codes.noStoragePoint, `storage point '${raw}' does not exist`);
	return raw;
};

export const storagePoint = defaulted(known, storagePoints[0]);

/** doc: the default page size of files is 100. assumed (A14): `start` counts entries, and there is no largest size. */
export const page = { start: defaulted(int(0), 0), size: defaulted(int(1), 100) };

/** doc: the default page size of members and of history is 20. */
export const shortPage = { start: defaulted(int(0), 0), size: defaulted(int(1), 20) };

/** doc: the page size of logs and partner lists is at most 1000. */
export const limitedPage = { start: defaulted(int(0), 0), size: defaulted(int(1, 1000), 100) };

export function pageOf<T>(items: readonly T[], { start, size }: { start: number; size: number }): T[] {
	return items.slice(start, start + size);
}

const scopes = ['filename', 'tag', 'content'] as const;

/** doc: where a search looks, as the JSON text of an array; by default at names and tags. */
const scopeKind = json((value, name) => {
	const known = Array.isArray(value)
		? value.filter((each): each is (typeof scopes)[number] => scopes.some((one) => one === each))
		: [];
	if (!Array.isArray(value) || known.length !== value.length || known.length === 0)
		throw badParameter(name, 'is not a JSON array of filename, tag, content');
	return known;
});
export const scope = defaulted(scopeKind, ['filename', 'tag']);

/** assumed: lower-case keywords match as they are, anywhere in the text, whatever the case. */
export function matches(world: World, entry: Entry, keywords: string, where: readonly string[]): boolean {
	if (where.includes('filename') && entry.name.toLowerCase().includes(keywords)) return true;
	if (where.includes('tag') && [...(entry.details?.tags ?? [])].some((tag) => tag.toLowerCase().includes(keywords)))
		return true;
	return where.includes('content') && (world.contents.get(entry.filehash)?.text?.includes(keywords) ?? false);
}

/** doc: the parameters of both logs. */
export const logPage = {
	orderby: defaulted(word('asc', 'desc'), 'desc'),
	start_dateline: optional(int(0)),
	end_dateline: optional(int(0)),
	...limitedPage,
};

/** doc: `end_dateline` is exclusive. assumed (F10): bounds in seconds; in order of time, then of writing. */
export function logOf<T extends { readonly atMs: number }>(
	lines: readonly T[],
	p: Values<typeof logPage>,
	entryOf: (line: T) => Json,
): Json {
	const { start_dateline: from = 0, end_dateline: before = Infinity } = p;
	const found = lines
		.filter(({ atMs }) => seconds(atMs) >= from && seconds(atMs) < before)
		.sort((a, b) => seconds(a.atMs) - seconds(b.atMs));
	if (p.orderby === 'desc') found.reverse();
	return { total: found.length, list: pageOf(found, p).map(entryOf) };
}
