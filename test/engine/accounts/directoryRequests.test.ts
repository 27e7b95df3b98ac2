import type { IDataObject } from 'n8n-workflow';
import { APPLY, Synchronization } from './synchronization';

/*
 * How many requests Synchronize sends, counted by the emulator: by the document's paging, not by what the code says.
 * Members come 100 in a request, of which 2 repeat the page before, so that nothing that moves is missed.
 */

let sync: Synchronization;
beforeAll(async () => {
	sync = await Synchronization.start();
});
afterAll(async () => await sync.close());

const pages = (count: number): number => (count <= 100 ? 1 : 1 + Math.ceil((count - 100) / 98));

/** As many members in each department as listed; departments below the first one. */
const company = (sizes: readonly number[]): IDataObject[] => [
	...sizes.map((_, n) => ({ type: 'department', outId: `d${n}`, name: `D ${n}`, parentOutId: n === 0 ? '' : 'd0' })),
	...sizes.flatMap((size, n) =>
		Array.from({ length: size }, (_each, m) => ({
			type: 'member',
			outId: `m${n}-${m}`,
			name: `Member ${m} of ${n}`,
			account: `m${n}.${m}@example.com`,
			departmentOutIds: [`d${n}`],
		})),
	),
];

/** An emulator without members and departments. */
async function emptied(): Promise<void> {
	await sync.restart();
	const { members, groups, topLevel } = sync.directory;
	for (const all of [members, groups, topLevel]) all.clear();
}

/** The requests of a run by the last part of their addresses. */
async function requestsOf(entries: IDataObject[]): Promise<Record<string, number>> {
	const before = sync.emulator.requests.length;
	const { error } = await sync.run(entries, { ...APPLY, options: { concurrency: 8 } });
	if (error) throw error;
	const counts: Record<string, number> = {};
	for (const { path } of sync.emulator.requests.slice(before)) {
		const name = path.slice(path.lastIndexOf('/') + 1);
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}

test('a first load: two look-ups of 50 members each, and one request for each member and department', async () => {
	await emptied();
	const sizes = [30, 40, 55];
	expect(await requestsOf(company(sizes))).toEqual({
		get_groups: 1,
		get_members: 1,
		get_member_by_out_id: 2 * Math.ceil(125 / 50),
		add_sync_group: 3,
		add_sync_member: 125,
	});
});

test('nothing to do: the departments, the members in pages, and one request for each department', async () => {
	const sizes = [30, 40, 55];
	expect(await requestsOf(company(sizes))).toEqual({ get_groups: 1, get_members: pages(125), get_group_members: 3 });
});
