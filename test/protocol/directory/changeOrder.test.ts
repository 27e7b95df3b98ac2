import { inOrder, makeObstacles } from '../../../src/protocol/directory/changeOrder';
import { describeChange, type DirectoryChange } from '../../../src/protocol/directory/directoryChange';
import { levelsOf } from '../../../src/protocol/directory/levels';
import { company, department, member, wholePlanFor } from './entries';

/* In which steps changes are made, and which are not made after a failure. */

const change = (
	action: DirectoryChange['action'],
	outId: string,
	type: DirectoryChange['type'] = 'member',
): DirectoryChange => ({
	action,
	type,
	out_id: outId,
	name: outId,
	reason: '',
	request: { operation: 'entAddSyncMember', params: {} },
});

test('departments, level by level: those that exist one after another, then the new ones at the same time', () => {
	const { steps } = wholePlanFor(company(), [
		department('d-6', { parentOutId: 'd-5' }),
		department('d-4', { parentOutId: '' }),
		department('d-2', { name: 'Zwei' }),
		department('d-5', { parentOutId: 'd-4' }),
		department('d-7', { parentOutId: 'd-4' }),
		department('d-1', { name: 'Eins' }),
	]);
	const shown = steps.map((step) => step.map((task) => task.map(({ action, out_id: outId }) => `${action} ${outId}`)));
	expect(shown).toEqual([
		[['update d-1']],
		[['create d-4']],
		[['update d-2']],
		[['create d-5'], ['create d-7']],
		[['create d-6']],
	]);
});

describe('what a failure prevents', () => {
	const NOT_DELETED = 'departments are deleted only after all other changes have succeeded';
	const NOT_LEFT = 'the member could not be added to the other department';
	const NOT_WRITTEN = 'the member could not be created or updated before';
	test.each<[string, DirectoryChange, DirectoryChange, string | undefined]>([
		['a department that was not renamed', change('update', 'd', 'department'), change('enable', 'd'), undefined],
		['a member who did not join', change('join', 'm'), change('leave', 'm'), NOT_LEFT],
		['does not keep others', change('join', 'm'), change('leave', 'n'), undefined],
		['nor from anything else', change('join', 'm'), change('enable', 'm'), undefined],
		['a member who did not leave', change('leave', 'm'), change('leave', 'm'), undefined],
		['a member who was not created', change('create', 'm'), change('join', 'm'), NOT_WRITTEN],
		['a member who was not updated', change('update', 'm'), change('enable', 'm'), NOT_WRITTEN],
		['does not keep others from it', change('update', 'm'), change('enable', 'n'), undefined],
		['a member who was not deleted', change('delete', 'm'), change('update', 'm'), undefined],
		[
			'a member in a department of the same ID',
			change('create', 'x'),
			change('move', 'x', 'department'),
			undefined,
		],
		['anything, a department', change('enable', 'm'), change('delete', 'd', 'department'), NOT_DELETED],
		['anything, no member', change('enable', 'm'), change('delete', 'n'), undefined],
		['anything, no renaming', change('enable', 'm'), change('update', 'd', 'department'), undefined],
	])('%s', (_, failed, next, expected) => {
		const obstacles = makeObstacles();
		for (const each of [failed, next]) expect(obstacles.to(each)).toBeUndefined();
		obstacles.add(failed);
		expect(obstacles.to(next)).toBe(expected);
		obstacles.add(change('resend', 'other'));
		expect(obstacles.to(next)).toBe(expected);
	});
});

test('departments by level, changed ones one after another; other kinds at the same time; no empty steps', () => {
	const groups = {
		departments: [
			{
				changed: [change('update', 'd-0', 'department'), change('move', 'd-4', 'department')],
				created: [change('create', 'd-1', 'department'), change('create', 'd-2', 'department')],
			},
			{ changed: [], created: [change('create', 'd-5', 'department')] },
		],
		memberDeletions: [change('delete', 'm-1'), change('delete', 'm-2')],
		missingDisabled: [change('disable', 'm-3')],
		members: { writes: [[change('create', 'm-4')]], supervisors: [change('update', 'm-4')], resent: [] },
		states: { disabled: [change('disable', 'm-5')], enabled: [], expired: 0, stayDisabled: 0 },
		memberships: { joins: [[change('join', 'm-6'), change('leave', 'm-6')]], leaves: [] },
		resent: [],
		departmentDeletions: [change('delete', 'd-3', 'department')],
	};
	const shown = inOrder(groups).map((step) => step.map((task) => task.map(({ action, out_id: outId }) => action + outId)));
	expect(shown).toEqual([
		[['updated-0']],
		[['moved-4']],
		[['created-1'], ['created-2']],
		[['created-5']],
		[['deletem-1'], ['deletem-2']],
		[['disablem-3'], ['disablem-5']],
		[['createm-4']],
		[['updatem-4']],
		[['joinm-6', 'leavem-6']],
		[['deleted-3']],
	]);
	const nothing = { departments: [], memberDeletions: [], missingDisabled: [], resent: [], departmentDeletions: [] };
	const members = { writes: [], supervisors: [], resent: [] };
	const states = { disabled: [], enabled: [], expired: 0, stayDisabled: 0 };
	expect(inOrder({ ...nothing, members, states, memberships: { joins: [], leaves: [] } })).toEqual([]);
});

test('of what depends on one another, each comes after the highest', () => {
	const above: Record<string, string[]> = { b: ['a'], c: ['a'], d: ['b', 'a'], e: ['e'], f: ['e'], g: ['elsewhere'] };
	const levels = levelsOf(['d', 'c', 'b', 'a', 'e', 'f', 'g'], (id) => above[id] ?? []);
	expect(Object.fromEntries(levels)).toEqual({ a: 0, b: 1, c: 1, d: 2, g: 0 });
});

test('what is sent again is described so', () => {
	const { steps } = wholePlanFor(company(), [
		department('d-1', { name: 'One', order: 1 }),
		member('m-2', { name: 'Bob', account: 'bob', leader: 'm-1' }),
	]);
	expect(steps.flat(2).map(describeChange)).toEqual([
		'send what the service does not show of department "d-1" again',
		'send what the service does not show of member "m-2" again',
	]);
	expect(describeChange(change('enable', 'm-1'))).toBe('enable member "m-1"');
});
