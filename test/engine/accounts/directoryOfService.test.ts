import { by } from '../support/library';
import { APPLY, Synchronization } from './synchronization';

/* Items of the service as the input of Synchronize Directory: what the service itself says is no change. */

let sync: Synchronization;
beforeAll(async () => {
	sync = await Synchronization.start();
});
beforeEach(async () => await sync.restart({ seedDemo: true }));
afterAll(async () => await sync.close());

const listed = (resource: string, more = {}) =>
	sync.items({ resource, operation: 'getMany', returnAll: true, ...more });
const withOutId = <T extends { out_id?: unknown }>(items: T[]): T[] => items.filter(({ out_id: outId }) => outId);

test.each([true, false])('members and departments from Get Many, simplified or not (%s)', async (simplify) => {
	const departments = withOutId(await listed('department', { simplify }));
	const members = withOutId(await listed('member', { simplify }));
	expect([departments.length > 3, members.length > 100]).toEqual([true, true]);
	const { error, summary, changes } = await sync.run([...departments, ...members], APPLY);
	expect(error).toBeUndefined();
	expect(summary.described).toEqual({ members: members.length, departments: departments.length });
	expect(changes).toEqual([]);
	expect(sync.writes()).toEqual([]);
});

test('a member that was read and changed: only the change is made', async () => {
	const member = { resource: 'member', operation: 'get', member: by('outId', 'e-0002') };
	const [read = {}] = await sync.items(member);
	const { error, changes } = await sync.run([{ ...read, member_title: 'Head of Sales' }], APPLY);
	expect(error).toBeUndefined();
	expect(changes.map(({ json }) => json.differences)).toMatchObject([{ title: { to: 'Head of Sales' } }]);
	expect(sync.directory.memberByOutId('e-0002').title).toBe('Head of Sales');
});

test('parents and departments under the names of the service', async () => {
	const entries = [
		{ group_name: 'Field', out_id: 'd-field', parent_out_id: 'd-sales' },
		{ member_name: 'Kim', out_id: 'e-kim', account: 'kim@example.com', group_out_ids: ['d-field'] },
	];
	const { error, hints } = await sync.run(entries, APPLY);
	expect(error).toBeUndefined();
	expect(hints).toEqual(['Made: 2 changes (2 create)']);
	expect(sync.directory.groupByPath('Sales/Field').outId).toBe('d-field');
	expect(sync.departmentsOf('e-kim')).toEqual(['d-field']);
});
