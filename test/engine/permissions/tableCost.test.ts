import { by } from '../support/library';
import { useWorld } from '../support/world';
import { department, member, TableBench } from './tableBench';

const bench = useWorld(new TableBench());

test('folders and people cost a bounded number of requests', async () => {
	const count = 4;
	const folders = Array.from({ length: count }, (_, at) => `Big/F${at}`);
	await bench.folders('Big', ...folders);
	// 20 members and 3 persons, 5 departments and 12 of the company.
	const people = [
		...Array.from({ length: 23 }, (_, at) => member(at < 20 ? at + 1 : at + 81)),
		...Array.from({ length: 17 }, (_, at) => department(at < 5 ? at + 1 : at + 96)),
	];
	expect(people).toHaveLength(40);
	const from = bench.served.length;
	const rows = await bench.table(folders, people);
	const reading = bench.served.length - from;
	expect(rows).toHaveLength(count * people.length);
	// One for each row, two for each folder, one for the folder above all of them and two above that one.
	expect(reading).toBeLessThanOrEqual(rows.length + 2 * count + 5);
	const edited = rows.map((row) => ({ ...row, granted: ['ls', 'cd', 'pv'], denied: [] }));
	const again = bench.served.length;
	const { summary, writes } = await bench.apply(edited);
	const applying = bench.served.length - again;
	expect(summary).toMatchObject({ failed: 0 });
	// Members of one folder share requests as far as the same is sent.
	expect(writes).toBeLessThanOrEqual(count * 8);
	expect(applying).toBeLessThanOrEqual(4 * rows.length);
});

test('Set Many refuses the root before anything is sent; Set takes it (H09)', async () => {
	const who = {
		subjects: { rows: [{ type: 'member', member: by('id', '14') }] },
		give: 'permissions',
		grant: ['ls'],
	};
	const files = { rows: [{ file: by('path', 'Contracts') }, { file: by('path', '/') }] };
	const from = bench.served.length;
	const many = bench.does('permission', 'setMany', { files, ...who, type: '0' });
	await expect(many).rejects.toThrow();
	expect(bench.served).toHaveLength(from);
	expect(await bench.does('permission', 'set', { file: by('path', '/'), ...who })).toHaveLength(1);
});
