import type { IDataObject } from 'n8n-workflow';
import { Synchronization } from './synchronization';
import { useWorld } from '../support/world';

/* Synchronize Directory: what the input leaves out is disabled or deleted only where allowed, and within the limit. */

const sync = useWorld(new Synchronization());

/** The company with all departments, and only those of its numbered members up to `last`. */
const companyUpTo = (last: number): IDataObject[] =>
	sync.company().filter(({ type, outId }) => {
		const id = String(outId);
		return type === 'department' || Number(id.slice(2)) <= last || id.startsWith('u-');
	});

describe('a truncated feed', () => {
	// 198 of the 200 seeded members are listed, 22 are in the feed.
	const REASON = 'Deletion Limit: this run would delete 176 of 198 members; the limit is 10%';
	const NOTE =
		'Deleting 176 members may also delete personal libraries with their files, and memberships of libraries';
	const truncated = (): IDataObject[] => [...companyUpTo(2), { type: 'department', outId: 'n', name: 'N' }];
	const options = { missingMembers: 'delete' };
	afterEach(() => {
		expect(sync.writes()).toEqual([]);
		expect(sync.directory.members.size).toBe(200);
	});

	test('is planned in a dry run, as a blocked plan', async () => {
		const { changes, summary, hints, error } = await sync.run(truncated(), { options });
		expect(error).toBeUndefined();
		expect(changes).toHaveLength(177);
		for (const { json } of changes) expect(json).toMatchObject({ status: 'blocked' });
		expect(summary).toMatchObject({
			status: 'blocked',
			dry_run: true,
			blocked: true,
			deletions: 176,
			reasons: [REASON],
			notes: [NOTE],
			members: { delete: 176 },
			limits: { percent: 10, count: null, members: { removed: 176, existing: 198, percent: 88.89 } },
		});
		expect(hints).toEqual([
			'Planned, not made: create 1 department, delete 176 members',
			`The plan is blocked, and nothing would be changed: ${REASON}`,
			NOTE,
		]);
	});
});
