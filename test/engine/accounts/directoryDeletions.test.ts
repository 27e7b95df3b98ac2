import type { IDataObject } from 'n8n-workflow';
import { APPLY, Synchronization } from './synchronization';

/* Synchronize Directory: what the input leaves out is deleted only where allowed, and within the limit. */

let sync: Synchronization;
beforeAll(async () => void (sync = await Synchronization.start()));
beforeEach(async () => await sync.restart());
afterAll(async () => await sync.close());

/** The company with all departments, and only those of its numbered members up to `last`. */
const companyUpTo = (last: number): IDataObject[] =>
	sync
		.company()
		.filter(
			({ type, outId }) =>
				type === 'department' || Number(String(outId).slice(2)) <= last || String(outId).startsWith('u-'),
		);

test('nothing is deleted unless allowed', async () => {
	expect((await sync.run(companyUpTo(20), APPLY)).items).toEqual([]);
	expect(sync.directory.members.size).toBe(200);
});

test.each([[true], [false]])('a truncated feed is stopped before anything is sent (dry run %p)', async (dryRun) => {
	const feed = [...companyUpTo(2), { type: 'department', outId: 'n', name: 'N' }];
	const { error, items } = await sync.run(feed, { dryRun, options: { deleteMissingMembers: true } });
	// 198 of the 200 seeded members are listed, 22 are in the feed.
	expect(error?.message).toMatch(/would delete 176 of 198 members; the limit is 10%/);
	expect(items).toEqual([]);
	expect(sync.writes()).toEqual([]);
	expect(sync.directory.members.size).toBe(200);
});

test('within the limit, missing members and departments are deleted', async () => {
	const feed = companyUpTo(170)
		.filter(({ outId }) => outId !== 'd-service')
		.map((entry) =>
			Array.isArray(entry.departmentOutIds)
				? { ...entry, departmentOutIds: entry.departmentOutIds.filter((outId) => outId !== 'd-service') }
				: entry,
		);
	const options = { deleteMissingMembers: true, deleteMissingDepartments: true };
	const { items, error } = await sync.run(feed as IDataObject[], { ...APPLY, options });
	expect(error).toBeUndefined();
	expect(items.filter(({ json }) => json.action === 'delete' && json.kind === 'member')).toHaveLength(8);
	expect(items.at(-1)?.json).toMatchObject({
		action: 'delete',
		kind: 'department',
		outId: 'd-service',
		status: 'done',
	});
	expect(sync.directory.members.size).toBe(192);
	expect(sync.directory.findGroup('d-service')).toBeUndefined();
	expect(sync.directory.groups.size).toBe(16);
});
