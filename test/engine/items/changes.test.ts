import { shareLibrary } from '../support/world';

/* Change: Get Many in n8n's engine: pieces of every size, continued from the cursor of the last item. */

const PER_MS = 60;
/** The millisecond in which the first of 650 files was copied. */
const COPIED_AT = 1_790_000_000_000;

const library = shareLibrary((emulator) => {
	emulator.seed({ count: 143, folder: 'Before', operationMs: (index) => COPIED_AT - 1000 + index * 3 });
	emulator.seed({ count: 650, folder: 'Copied', operationMs: (index) => COPIED_AT + Math.floor(index / PER_MS) });
});

const list = async (parameters: Record<string, unknown>) => {
	const { items, error } = await library.run({ resource: 'change', operation: 'getMany', ...parameters });
	return { rows: items.map(({ json }) => json), error };
};

test.each([
	['compare', 'Before'],
	['newest', 'Copied'],
])('order %s begins with %s; in pieces every entry comes once', async (mode, first) => {
	const all: Array<Record<string, unknown>> = [];
	for (let since: unknown; ;) {
		const { rows } = await list({ mode, limit: 333, ...(since === undefined ? {} : { since }) });
		if (rows.length === 0) break;
		all.push(...rows);
		since = rows.at(-1)?.cursor;
	}
	expect(all[0]?.fullpath).toMatch(first);
	expect([all.length, new Set(all.map(({ hash }) => hash)).size]).toEqual([795, 795]);
});

test('each item has a cursor of its own, raw too, and continues right after itself', async () => {
	const { rows } = await list({ limit: 120, simplify: false });
	expect(new Set(rows.map(({ cursor }) => cursor)).size).toBe(120);
	expect(rows[0]).toMatchObject({ cmd: 1, dir: 0, last_dateline: expect.any(Number) as number });
	for (const at of [0, 1, 49, 98, 99, 100, 118]) {
		const next = await list({ limit: 1, since: rows[at]?.cursor });
		expect(next.rows[0]?.hash).toBe(rows[at + 1]?.hash);
	}
});

test('a time in milliseconds is still a place to start from', async () => {
	for (const since of [COPIED_AT, String(COPIED_AT), new Date(COPIED_AT).toISOString()]) {
		const { rows } = await list({ since, limit: 1 });
		expect(rows[0]?.fullpath).toBe(`Copied/file-${String(PER_MS).padStart(6, '0')}.txt`);
	}
});

test.each([
	['oldest1.1790000000000.1790000000005.AAAAAAAABBBB', {}, /^From: .*is not a whole cursor/],
	['oldest9.1.1.', {}, /^From: .*is not a whole cursor/],
	['newest1.5.5.', {}, /^From is .*Newest First/],
	['oldest1.5.5.', { mode: 'newest' }, /^From is .*Oldest First/],
])('%s is refused before anything is sent', async (since, more, message) => {
	const before = library.emulator.requests.length;
	const { error } = await list({ since, ...more });
	expect(error?.message).toMatch(message);
	expect(library.emulator.requests).toHaveLength(before);
});

describe('more changes in one millisecond than the feed can show', () => {
	const there = shareLibrary((emulator) => {
		emulator.seed({ count: 1250, folder: 'Once', operationMs: () => COPIED_AT });
		emulator.seed({ count: 5, folder: 'Later', operationMs: (index) => COPIED_AT + 10 + index });
	});
	const all = { resource: 'change', operation: 'getMany', returnAll: true };

	test.each(['compare', 'newest'])('order %s: an error with the numbers, or an item with them', async (mode) => {
		const stopped = await there.run({ ...all, mode });
		expect(stopped.error?.message).toMatch(/^1250 changes share the millisecond 1790000000000 .* only 100 of them/);
		const { items, error } = await there.run({ ...all, mode, options: { burst: 'continue' } });
		expect(error).toBeUndefined();
		const rows = items.map(({ json }) => json);
		expect(rows.filter(({ message }) => message)).toEqual([
			expect.objectContaining({
				message: expect.stringMatching(/^1250 .* showed 100 of them/) as string,
				modified: new Date(COPIED_AT).toISOString(),
				cursor: expect.any(String) as string,
			}),
		]);
		expect(rows.filter(({ fullpath }) => String(fullpath).startsWith('Once/'))).toHaveLength(100);
		expect(rows.filter(({ fullpath }) => String(fullpath).startsWith('Later/'))).toHaveLength(5);
	});
});
