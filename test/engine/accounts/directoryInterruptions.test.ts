import type { IDataObject } from 'n8n-workflow';
import type { FaultRule } from '../../emulator/faults/faults';
import { APPLY, Synchronization } from './synchronization';
import { EVERY } from '../../support/runs';

/*
 * Synchronize Directory stopped at each of its requests that change something, and run again. Random directories and
 * failures: test/client/directory/convergence.test.ts.
 */

let sync: Synchronization;
beforeAll(async () => void (sync = await Synchronization.start()));
afterAll(async () => await sync.close());

const department = (outId: string, more: IDataObject = {}): IDataObject => ({
	type: 'department',
	outId,
	name: `Department ${outId}`,
	parentOutId: '',
	...more,
});
const member = (outId: string, departmentOutIds: string[], more: IDataObject = {}): IDataObject => ({
	type: 'member',
	outId,
	name: `Member ${outId}`,
	account: `${outId}@example.com`,
	departmentOutIds,
	...more,
});

const BEFORE = [
	...[department('a'), department('b', { parentOutId: 'a' }), department('c')],
	...[member('p', ['a']), member('q', []), member('r', ['b']), member('s', ['c'], { enabled: false })],
	...[member('t', ['b', 'c']), member('u', [])],
];
/** Every kind of change: also an account that goes from p to q, and one from a deleted member to a new one. */
const AFTER = [
	...[department('c', { name: 'New', parentOutId: 'd', order: 2 }), department('a'), department('d')],
	member('p', ['c'], { account: 'fresh@example.com', leader: 'v' }),
	member('q', ['a', 'd'], { account: 'p@example.com', expires: '2099-12-31' }),
	member('s', [], { enabled: true }),
	member('t', ['c'], { enabled: false, leader: 'q' }),
	member('v', ['d'], { account: 'R@example.com', leader: 'w' }),
	member('w', []),
];
const RUN = {
	...APPLY,
	options: { missingMembers: 'delete', deleteMissingDepartments: true, deletionLimit: 50, concurrency: 1 },
};

/** The whole directory by external IDs. */
function state(): unknown {
	const { members, groups, topLevel } = sync.directory;
	const outIdOf = (id: number): string => members.get(id)?.outId ?? groups.get(id)?.outId ?? '';
	return [
		...[...members.values()].map(({ id, leaderId, ...rest }) => ({
			...rest,
			leader: outIdOf(leaderId),
			groups: sync.departmentsOf(rest.outId),
			// No answer shows who is at the top level besides a department.
			isAtTop: topLevel.has(id) && sync.departmentsOf(rest.outId).length === 0,
		})),
		...[...groups.values()].map(({ outId, name, parentId, orderby }) => ({
			outId,
			name,
			parent: outIdOf(parentId),
			orderby,
		})),
	].sort((a, b) => (a.outId < b.outId ? -1 : 1));
}

/** A fresh company before the change. */
async function begin(): Promise<void> {
	await sync.restart();
	const { members, groups, topLevel } = sync.directory;
	for (const all of [members, groups, topLevel]) all.clear();
	expect((await sync.run(BEFORE, APPLY)).error).toBeUndefined();
}

const deletions = (): string[] => sync.writes().filter((name) => name.startsWith('del_sync_member'));
const REFUSED = { status: 403, body: { error_code: 40310, error_msg: 'no right' } };

test('stopped at any request, another run leads to the same directory, and deletes nobody twice', async () => {
	await begin();
	const first = sync.writes().length;
	expect((await sync.run(AFTER, RUN)).error).toBeUndefined();
	const [expected, made] = [state(), sync.writes().slice(first)];
	const deleted = deletions().length;
	expect(new Set(made).size).toBe(7);
	for (const after of [...made.keys()].filter((at) => at % Math.min(EVERY, 4) === 0)) {
		await begin();
		const fault: FaultRule = { match: /\/ent\/(add|del|set)_/, after, times: 1e6, action: REFUSED };
		sync.emulator.faults.add(fault);
		const { error } = await sync.run(AFTER, RUN);
		// A member who joined and cannot leave the top level has done neither.
		const { done = [] } = error?.context?.data as { done?: unknown[] };
		expect([after, after - 1]).toContain(done.length);
		sync.emulator.faults.clear();
		expect((await sync.run(AFTER, RUN)).error).toBeUndefined();
		expect([after, state()]).toEqual([after, expected]);
		expect(deletions().length).toBeLessThanOrEqual(deleted + 1);
		expect((await sync.run(AFTER, RUN)).changes).toEqual([]);
	}
});
