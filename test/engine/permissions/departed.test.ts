import { ServiceOfDepartures, type Departures } from './departures';
import { department, member, TableBench, type Row } from './tableBench';
import { useWorld } from '../support/world';

/* Tables with members and departments that the service does not know any more: nobody else waits for them. */

const bench = useWorld(new TableBench());
let service: ServiceOfDepartures;
beforeEach(async () => {
	await bench.folders('P', 'P/a');
	service = await ServiceOfDepartures.before(bench);
});
afterEach(async () => await service.close());

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const SKIP = { options: { unknownSubjects: 'skip' } };
const GRANTED = ['ls', 'cd', 'pv', 'dl'];
const team = (...ids: number[]): Row[] => ids.map((id) => ({ fullpath: 'P', member_id: id, granted: GRANTED }));

type Item = readonly [who: unknown, status: unknown, error: unknown];

/** What became of each change of a run. */
async function itemsOf(rows: readonly Row[], more: object = {}): Promise<Item[]> {
	const { items, error } = await bench.apply(rows, { planOutput: 'changes', ...more }, CONTINUE);
	expect(error).toBeUndefined();
	return items.map(({ json }) => [json.member_id ?? json.group_id, json.status, json.error]);
}

const saying = (text: string): unknown => expect.stringContaining(text);

describe.each<NonNullable<Departures['refuses']>>(['all', 'setting'])('a service that refuses %s', (refuses) => {
	test('somebody who has left fails alone, in every run, and the others are done once', async () => {
		service.departed = { members: [16], refuses };
		const rows = team(14, 15, 16);
		const items = await itemsOf(rows);
		const failed = items.filter(([, status]) => status !== 'done');
		expect([items.length, failed]).toEqual([3, [[16, 'failed', saying('16')]]]);
		const given = await bench.table(['P'], [member(14), member(15)]);
		expect(given.map(({ granted }) => granted)).toEqual([GRANTED, GRANTED]);
		for (const _ of [2, 3]) expect(await itemsOf(rows)).toEqual([[16, 'failed', saying('16')]]);
	});

	test('removing who is in no row leaves out who has left, and removes the others', async () => {
		for (const id of [14, 15, 16]) await bench.give('P', member(id), { grant: ['ls'] });
		const rows = await bench.table(['P'], [member(14)]);
		service.departed = { members: [16], refuses };
		const options = { removeMissing: true, deletionLimit: 100 };
		expect(await itemsOf(rows, { options })).toEqual([
			[15, 'done', undefined],
			[16, 'failed', saying('16')],
		]);
		expect(await itemsOf(rows, { options })).toEqual([[16, 'failed', saying('16')]]);
	});
});

test('nothing is sent for the sake of a change that the service refuses', async () => {
	await bench.give('P', member(14), { grant: ['ls', 'dl'] });
	service.departed = { departments: [4], refuses: 'setting' };
	// Made by hand: the row of the member is true, and would change with the row of the department.
	const rows: Row[] = [
		{ fullpath: 'P/a', group_id: 4, granted: ['pv'] },
		{ fullpath: 'P/a', member_id: 14, granted: ['ls', 'dl'] },
	];
	service.sent();
	for (const more of [SKIP, {}, {}]) {
		const items = await itemsOf(rows, more);
		expect(items).toContainEqual([14, 'done', undefined]);
		expect(service.sent()).toEqual(['set_permission P/a {"group_ids":[4]}']);
	}
	// Inherited as it was.
	expect((await bench.table(['P/a'], [member(14)]))[0]).toMatchObject({ source: 'inherited' });
	// Where the department gets it, the member is denied it.
	service.departed = {};
	expect(await itemsOf(rows)).toEqual([
		[4, 'done', undefined],
		[14, 'done', undefined],
	]);
	expect((await bench.table(['P/a'], [member(14)]))[0]).toMatchObject({ granted: ['ls', 'dl'], source: 'direct' });
});

describe('rows that nobody edited', () => {
	let rows: Row[];
	beforeEach(async () => {
		await bench.give('P', member(14), { grant: GRANTED });
		await bench.give('P/a', department(4), { grant: ['ls', 'w'] });
		rows = await bench.table(['P', 'P/a'], [member(14), member(15), department(4)]);
	});

	test('change nothing where a department has left since they were read', async () => {
		const gone = { subjects: { rows: [department(4)] } };
		await bench.does('permission', 'delete', { file: { __rl: true, mode: 'path', value: 'P/a' }, ...gone });
		service.departed = { departments: [4], refuses: 'setting' };
		service.sent();
		for (const more of [SKIP, {}, {}]) {
			expect(await itemsOf(rows, more)).toEqual([]);
			expect(service.sent()).toEqual([]);
		}
	});

	test('change nothing where somebody else has changed a permission since they were read', async () => {
		await bench.give('P/a', member(15), { grant: ['dl'] });
		const { summary, writes } = await bench.apply(rows);
		expect([writes, summary.changes]).toEqual([0, 0]);
		expect(summary.notes).toEqual([
			'1 unedited row is not as read: the permissions were changed since then, and stay as they are now.',
		]);
		// An edited one is made true, whatever there is.
		const edited = rows.map((row) =>
			row.fullpath === 'P/a' && row.member_id === 15 ? { ...row, granted: ['pv'] } : row,
		);
		expect((await bench.apply(edited)).changes).toMatchObject([{ member_id: 15, status: 'done' }]);
		expect((await bench.table(['P/a'], [member(15)]))[0]).toMatchObject({ granted: ['pv'] });
	});
});

test('a table of everybody leaves out who has left, and one of chosen people names them', async () => {
	for (const id of [14, 16]) await bench.give('P', member(id), { grant: ['ls'] });
	await bench.give('P', department(4), { grant: ['ls'] });
	service.departed = { members: [16], departments: [4] };
	const rows = await bench.table(['P']);
	expect(rows.map(({ member_id: id }) => id)).toContain(14);
	expect(rows.filter(({ member_id: id, group_id: group }) => id === 16 || group === 4)).toEqual([]);
	await expect(bench.table(['P'], [member(14), member(16)])).rejects.toThrow();
});
