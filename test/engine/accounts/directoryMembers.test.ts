import type { IDataObject } from 'n8n-workflow';
import { APPLY, Synchronization } from './synchronization';

/* Synchronize Directory: where new members are, and what is not read of the input. */

let sync: Synchronization;
beforeAll(async () => void (sync = await Synchronization.start()));
beforeEach(async () => await sync.restart());
afterAll(async () => await sync.close());

const NEW = { type: 'member', outId: 'n-1', name: 'Nora', account: 'nora@example.com' };
const shown = (items: ReadonlyArray<{ json: IDataObject }>): string[] =>
	items.map(({ json: { action, out_id: outId } }) => `${String(action)} ${String(outId)}`);
const found = (outId: string) => sync.directory.memberByOutId(outId);

describe('a new member', () => {
	test.each([[undefined], [null], [''], [[]]])(
		'with departments %p is at the top level, and missing when the input no longer describes it',
		async (departmentOutIds) => {
			const company = sync.company();
			const { changes } = await sync.run([...company, { ...NEW, departmentOutIds }], APPLY);
			expect(changes[0]?.json).toMatchObject({ account: 'nora@example.com', group_paths: ['/'] });
			expect(sync.directory.topLevel.has(found('n-1').id)).toBe(true);
			const next = await sync.run(company, { ...APPLY, options: { missingMembers: 'delete' } });
			expect(shown(next.changes)).toEqual(['delete n-1']);
			expect(sync.directory.findMember('outId', 'n-1')).toBeUndefined();
		},
	);
});

test('fields that mean nothing are named, and those of the other type too', async () => {
	const entries = [
		{ ...NEW, departmentIds: ['d-sales'], mobile: '1' },
		{ type: 'department', outId: 'x', name: 'X', mobile: '2', email: 'x@example.com', title: '' },
	];
	const { hints, summary } = await sync.run(entries);
	expect(summary.unknown_fields).toEqual({ mobile: 2, departmentIds: 1, email: 1 });
	expect(hints).toEqual([
		expect.stringMatching(/"mobile" \(2 entries\), "departmentIds" \(1 entry\), "email" \(1 entry\)/),
		'Planned, not made: 2 changes (2 create)',
	]);
});

test('a name under Field Names that no entry has is named too', async () => {
	const { hints } = await sync.run([NEW], { fieldNames: { title: 'jobTitle' } });
	expect(hints[0]).toBe('No entry of the input has the field "jobTitle", which Field Names refers to');
});
