import type { IDataObject } from 'n8n-workflow';
import { ENTRY_FIELDS } from '#directory/plan';
import { reference } from '../../contract/reference';
import { read } from '../../structure/imports';
import { by } from '../support/library';
import { APPLY, Synchronization } from './synchronization';
import { withoutNulls } from '../../support/withoutNulls';
import { shareWorld } from '../support/world';

/* docs/directory-sync.md: its example is what the node does, and its tables are complete. */

const guide = read('docs/directory-sync.md');
const blocks = [...guide.matchAll(/^```json\n([^]*?)^```/gm)].map(([, text = '']) => JSON.parse(text) as IDataObject[]);
const firstCells = [...guide.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell);

const sync = shareWorld(new Synchronization());

test('the example gives the plan that is shown, and a second run changes nothing', async () => {
	const [before = [], after = [], changes, summary] = blocks;
	const { members, groups, topLevel } = sync.directory;
	for (const all of [members, groups, topLevel]) all.clear();
	expect((await sync.run(before, APPLY)).error).toBeUndefined();
	const options = { missingMembers: 'disable', deleteMissingDepartments: true, deletionLimit: 50 };
	const { items } = await sync.run(after, { options, planOutput: 'changes' });
	expect(withoutNulls(items.map(({ json }) => json))).toEqual(changes);
	expect((await sync.run(after, { options })).summary).toEqual({ ...summary, plan: changes });
	expect((await sync.run(after, { ...APPLY, options })).error).toBeUndefined();
	expect((await sync.run(after, { ...APPLY, options })).changes).toEqual([]);
});

test('every field of an entry and every option has a row', () => {
	const fields = firstCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
	for (const { names } of Object.values(ENTRY_FIELDS)) expect(fields).toContain(names[0]);
	const { parameters = [] } = reference().find(({ id }) => id === 'directorySynchronize') ?? {};
	const options = parameters.filter(({ path }) => path.startsWith('options.'));
	expect(options.length).toBeGreaterThan(5);
	for (const { label } of options) expect(firstCells).toContain(label);
});

describe('what the service returns is input', () => {
	beforeEach(async () => await sync.restart({ seedDemo: true }));

	const listed = (resource: string) => sync.items({ resource, operation: 'getMany', returnAll: true });
	const withOutId = <T extends { out_id?: unknown }>(items: T[]): T[] => items.filter(({ out_id: outId }) => outId);

	test('members and departments from Get Many', async () => {
		const departments = withOutId(await listed('department'));
		const members = withOutId(await listed('member'));
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
		const { error, changes } = await sync.run([{ ...read, title: 'Head of Sales' }], APPLY);
		expect(error).toBeUndefined();
		expect(changes.map(({ json }) => json.differences)).toMatchObject([{ title: { to: 'Head of Sales' } }]);
		expect(sync.directory.memberByOutId('e-0002').title).toBe('Head of Sales');
	});
});
