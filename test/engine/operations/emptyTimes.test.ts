import { nodes } from '../support/nodes';
import { on } from '../support/library';

/* Change: Count without times: the last 24 hours, and both times are sent. */

const strict = nodes({ service: 'strict', as: 'org' });
const DAY = 86_400_000;
const countedSpan = async (more: Record<string, unknown>): Promise<[number, number]> => {
	const { error } = await strict.run(on('change', 'count', more));
	expect(error).toBeUndefined();
	const sent = strict.server.sent('libraryFileUpdatesCount')[0];
	return [Number(sent?.begin_dateline), Number(sent?.end_dateline)];
};

test('nothing entered: from 24 hours ago until now', async () => {
	const before = Date.now();
	const [begin, end] = await countedSpan({});
	expect(end).toBeGreaterThanOrEqual(before);
	expect(end).toBeLessThanOrEqual(Date.now());
	expect(end - begin).toBe(DAY);
});
test('only To: the 24 hours before it', async () =>
	expect(await countedSpan({ begin: '', end: '2026-03-02T12:00:00Z' })).toEqual([
		Date.UTC(2026, 2, 1, 12),
		Date.UTC(2026, 2, 2, 12),
	]));
test('only From: until now', async () => {
	const before = Date.now();
	const [begin, end] = await countedSpan({ begin: '2026-03-01T12:00:00Z' });
	expect(begin).toBe(Date.UTC(2026, 2, 1, 12));
	expect(end).toBeGreaterThanOrEqual(before);
});
test('a From in the future is refused', async () => {
	const { error } = await strict.run(on('change', 'count', { begin: '2096-03-01T12:00:00Z' }));
	expect(error?.message).toMatch(/From is after To/);
	expect(strict.server.sent('libraryFileUpdatesCount')).toEqual([]);
});
