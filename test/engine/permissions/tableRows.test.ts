import { by } from '../support/library';
import { member, TableBench, type Row } from './tableBench';
import { useWorld } from '../support/world';

const bench = useWorld(new TableBench());
beforeEach(async () => await bench.folders('Table', 'Table/Inside'));

describe('removing who is in no row', () => {
	beforeEach(async () => {
		await bench.give('Table', member(14), { grant: ['ls'] });
		await bench.give('Table', member(15), { grant: ['dl'] });
		const classic = { isGroup: '0', members: { rows: [{ member: by('id', '16'), names: ['file_read'] }] } };
		await bench.does('folderPermission', 'set', { folder: by('path', 'Table'), ...classic });
	});
	const only = async (): Promise<Row[]> => await bench.table(['Table'], [member(14)]);

	test('is limited, and nothing is done above the limit', async () => {
		const { error, writes } = await bench.apply(await only(), { options: { removeMissing: true } });
		expect(error?.message).toMatch(/would remove 2 of 3 direct permissions; the limit is 10%/);
		expect(writes).toBe(0);
	});

	test('removes direct permissions of either kind', async () => {
		const options = { removeMissing: true, deletionLimit: 100 };
		const { changes } = await bench.apply(await only(), { options });
		const removed = { action: 'remove', status: 'done' };
		expect(changes).toMatchObject([15, 16].map((id) => ({ ...removed, member_id: id })));
		const others = await bench.table(['Table'], [member(15), member(16)]);
		expect(others.map(({ source }) => source)).not.toContain('direct');
		expect(await bench.apply(await only(), { options })).toMatchObject({ changes: [], writes: 0 });
	});
});

describe('wrong rows are refused before anything is changed', () => {
	const GOOD = { fullpath: 'Table', member_id: 14, granted: 'ls' };
	test.each<[string, Row[], RegExp]>([
		['nobody', [GOOD, { fullpath: 'Table', granted: 'ls' }], /member_id is required: the row names nobody/],
		['a folder that is not there', [GOOD, { ...GOOD, fullpath: 'Nowhere' }], /"Nowhere"/],
		['a member who does not exist', [GOOD, { ...GOOD, member_id: 9999 }], /member 9999/],
	])('%s', async (_, rows, message) => {
		const { error, writes } = await bench.apply(rows);
		expect(error?.message).toMatch(message);
		expect(error?.context?.itemIndex).toBe(1);
		expect(writes).toBe(0);
	});
});
