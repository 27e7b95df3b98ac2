import type { ListNotice } from '../../../src/client/paging/offsetPages';
import { pages } from '../../../src/client/paging/pages';
import type { ListRequest, OffsetPaging } from '../../../src/protocol/operation/define';
import { callerWith, fieldsOf, scriptedHttp } from '../../support/ports';

/* Services whose pages never end, repeat, or contradict what they announce: reading ends and says what is missing. */

interface Entry {
	hash: string;
	dateline: number;
}

/** The answer to request `nth`, from 0, for `size` entries from `start`. */
type Service = (asked: { start: number; size: number; nth: number }) => { list: Entry[]; count?: number };

const SIZE = 100;
const LOG = { order: 'order', end: 'end', time: 'dateline' } as const;
const READERS: Array<[string, OffsetPaging<keyof Entry>]> = [
	['with keys', { kind: 'offset', pageSize: SIZE, keyFields: ['hash'] }],
	['of a log', { kind: 'offset', pageSize: SIZE, keyFields: 'none', log: LOG }],
];

/** Entries of a list by their places in it; those of another name are others. */
const entries = (name: string, start: number, length: number): Entry[] =>
	Array.from({ length }, (_, n) => ({ hash: `${name}${start + n}`, dateline: 2_000_000 - start - n }));

/** Reads a list as a node does, or as Synchronize Directory does, which takes no notices. */
async function read(service: Service, paging: OffsetPaging<keyof Entry>, { limit = Infinity, listens = true } = {}) {
	let nth = 0;
	const http = scriptedHttp((request) => {
		const { start, size } = fieldsOf(request);
		return { body: service({ start: Number(start), size: Number(size), nth: nth++ }) };
	});
	const op: ListRequest<Entry> = { id: 'list', route: 'POST /list', credential: 'org', repeatable: true, paging };
	const [read, notices]: [string[], ListNotice[]] = [[], []];
	const onNotice = (notice: ListNotice): void => void notices.push(notice);
	let error = '';
	try {
		const reading = { limit, ...(listens ? { onNotice } : {}) };
		for await (const { hash } of pages(callerWith(http), op, {}, reading)) read.push(hash);
	} catch (cause) {
		error = cause instanceof Error ? cause.message : String(cause);
	}
	return { read, notices, error, requests: nth };
}

describe.each(READERS)('a list %s', (_name, paging) => {
	test.each<[string, Service, RegExp, number]>([
		[
			'its end is never reached, whatever was announced',
			({ start, size }) => ({ list: entries('e', start, size), count: 500 }),
			/^The list does not end: \d+ entries were read, but 500 were announced$/,
			35,
		],
		[
			'it grows as it is read',
			({ start, size }) => ({ list: entries('e', start, size), count: start + 2 * size }),
			/does not end: \d+ entries were read, but 200 were announced/,
			30,
		],
		[
			'two pages alternate',
			({ size, nth }) => ({ list: entries('ab'[nth % 2] ?? '', 0, size), count: 1000 }),
			/do not fit together/,
			50,
		],
		[
			'each page has other entries',
			({ size, nth }) => ({ list: entries(`page ${nth} `, 0, size), count: 1000 }),
			/do not fit together/,
			50,
		],
		[
			'it counts pages instead of entries',
			({ start, size }) => ({ list: entries('e', start * size, size), count: 1000 }),
			/do not fit together/,
			50,
		],
	])('%s', async (_case, service, message, most) => {
		const { read: found, error, requests } = await read(service, paging);
		expect(error).toMatch(message);
		expect(requests).toBeLessThanOrEqual(most);
		expect(new Set(found).size).toBe(found.length);
	});

	test.each<[string, Service, number, ListNotice[]]>([
		[
			'it always shows its beginning',
			({ size }) => ({ list: entries('e', 0, size), count: 1000 }),
			100,
			[{ kind: 'fewer', announced: 1000, shown: 100 }],
		],
		[
			'it announces more than it has',
			({ start, size }) => ({ list: entries('e', start, Math.min(size, 250 - start)), count: 300 }),
			250,
			[{ kind: 'fewer', announced: 300, shown: 250 }],
		],
		['announces and shows none', () => ({ list: [], count: 7 }), 0, [{ kind: 'fewer', announced: 7, shown: 0 }]],
		['it ignores what was asked for and shows all', () => ({ list: entries('e', 0, 250), count: 250 }), 250, []],
		[
			'it shows at most 20 entries on a page',
			({ start, size }) => ({ list: entries('e', start, Math.min(size, 20, 250 - start)), count: 250 }),
			250,
			[],
		],
	])('%s', async (_case, service, shown, notices) => {
		const result = await read(service, paging);
		expect(result.read).toEqual(entries('e', 0, shown).map(({ hash }) => hash));
		expect(result).toMatchObject({ error: '', notices });
		expect(result.requests).toBeLessThan(20);
		expect((await read(service, paging, { listens: false })).read).toEqual(result.read);
	});
});

test.each([
	['500 requests', 10, 501],
	// Each page repeats five entries of the one before.
	['50,000 entries, or a page more', 1000, Math.floor((50_000 - 5) / 995) + 1],
])('a list without end of which nothing was announced has %s at most', async (_, pageSize, most) => {
	const paging = { kind: 'offset', pageSize, keyFields: ['hash'] } as const;
	const { error, requests } = await read(({ start, size }) => ({ list: entries('e', start, size) }), paging);
	expect(error).toMatch(/^The list does not end: \d+ entries were read$/);
	expect(requests).toBe(most);
});

test('entries that never stop coming at the front: all that were there are read, and the rest is said', async () => {
	const service: Service = ({ start, size, nth }) => ({
		list: entries('e', start - nth, Math.min(size, 1000 + nth - start)),
		count: 1000 + nth,
	});
	const paging = { kind: 'offset', pageSize: SIZE, keyFields: ['hash'] } as const;
	const { read: found, notices, error } = await read(service, paging);
	expect(error).toBe('');
	const known = new Set(found);
	expect(entries('e', 0, 1000).filter(({ hash }) => !known.has(hash))).toEqual([]);
	expect(notices).toEqual([{ kind: 'changed' }, { kind: 'unsettled' }]);
	expect((await read(service, paging, { listens: false })).error).toMatch(/kept changing/);
});
