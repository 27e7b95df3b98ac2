import { refusalOf } from '../../support/check';
import { company, DELETE_MISSING, department, member, planFor, wantedOf, type Json } from './entries';

/* Entries that are refused before the directory is read, with the field, the item, and how to fix it. */

const ok = department('d-1', { name: 'One' });

/** Departments of which each is in the one before. */
const chain = (length: number): Json[] =>
	Array.from({ length }, (_, at) => department(`d${at}`, at === 0 ? {} : { parentOutId: `d${at - 1}` }));

describe('refused is', () => {
	const DATE = 'Enter the last day of the account, e.g. 2026-12-31, or leave the field empty for no expiry.';
	const STATE =
		'Use true or false, 1 or 0, or enabled or disabled. ' +
		'If this field has another meaning in your data, choose another one under Field Names.';
	const check = (name: string) => `Check the field "${name}".`;
	const missing = (name: string) => `The field "${name}" is missing or empty.`;
	const loop = [department('a', { parentOutId: 'b' }), department('b', { parentOutId: 'a' })];
	test.each<[string, Json[], string, string | undefined]>([
		['a robot', [ok, { ...ok, type: ' Robot ' }], 'Type: "robot" is neither member nor department', check('type')],
		['no type', [{ outId: 'x', name: 'X' }], 'Type is required', missing('type')],
		['an item of both types', [{ out_id: 'x', member_id: 1, group_id: 2 }], 'Type is required', missing('type')],
		['no external ID', [{ member_id: 1, out_id: '' }], 'External ID is required', missing('out_id')],
		['an ID "a,b"', [member('a,b')], 'External ID: "a,b" contains ",", which separates external IDs', undefined],
		[
			'a department with a comma',
			[member('m', { departmentOutIds: ['a,b'] })],
			'Departments: "a,b" contains ",", which separates external IDs',
			undefined,
		],
		['an empty name', [ok, member('m', { name: '  ' })], 'Name is required', missing('name')],
		['an object as name', [member('m', { name: {} })], 'Name must be text, but is an object', check('name')],
		[
			'a slash',
			[department('d', { name: 'a/b' })],
			'Name: "a/b" contains "/"',
			'Slashes separate the departments of a path.',
		],
		['another state', [member('m', { enabled: -1 })], 'Enabled: "-1" is neither enabled nor disabled', STATE],
		['an order as word', [department('d', { order: '1st' })], 'Order: "1st" is not a whole number', check('order')],
		['a fraction', [department('d', { order: 1.5 })], 'Order: "1.5" is not a whole number', check('order')],
		[
			'a date without dashes',
			[member('m', { expires: '20261231' })],
			'Expires: 20261231 looks like a calendar date, enter 2026-12-31',
			DATE,
		],
		['a German date', [member('m', { expires: '31.12.2026' })], 'Expires: "31.12.2026" is not a date', DATE],
		[
			'two supervisors',
			[member('m', { leaderOutId: 'm-1', leaderAccount: 'ann' })],
			'Supervisor Account: the supervisor is named by more than one field',
			'Use one of the fields for the supervisor.',
		],
		[
			'two spellings',
			[{ ...ok, out_id: 'd-2' }],
			'External ID: the fields "out_id" and "outId" differ',
			'They are two spellings of one field: keep one of them.',
		],
		[
			'a department twice',
			[ok, { ...ok, outId: ' d-1 ' }],
			'External ID: "d-1" is used twice, first by item 0',
			undefined,
		],
		[
			'an account twice',
			[member('m', { account: 'Kim' }), member('n', { account: 'KIM' })],
			'Account: "KIM" is used twice, first by item 0 as "Kim"',
			undefined,
		],
		[
			'a loop',
			[...loop.slice(1), ...loop.slice(0, 1)],
			'Parent: "Department b" would be placed below itself',
			'Check the parents of this department and of the departments above it.',
		],
		[
			'101 levels of departments',
			chain(101),
			'Parent: "Department d100" would be placed more than 100 levels deep',
			'Check the parents of this department and of the departments above it.',
		],
	])('%s', (what, entries, message, hint) => {
		const refusal = refusalOf(() => wantedOf(entries));
		// A loop is that of its first department; otherwise the last entry is the wrong one.
		const item = what === 'a loop' ? 0 : entries.length - 1;
		expect(refusal).toMatchObject({ kind: 'input', message, item, retryable: false });
		expect(refusal).toHaveProperty('hint', hint);
	});

	test('a supervisor who may be one of two described members', () => {
		const of = (leader: Json, account = 'm-8') => [
			member('m-8'),
			member('m-9', { account }),
			member('m-7', leader),
		];
		expect(() => wantedOf(of({ leader: 'm-8' }))).toThrow(
			/"m-8" is the external ID of one member and the account of/,
		);
		expect(() => wantedOf(of({ leader: 'm-8' }, 'M-8'))).toThrow(expect.objectContaining({ item: 2 }));
		const own = [member('m-8', { account: 'm-8' }), member('m-7', { leader: 'm-8' })];
		for (const entries of [of({ leader: '' }), of({ leader: 'm-9' }), own, of({ leaderOutId: 'm-8' })])
			expect(() => wantedOf(entries)).not.toThrow();
	});
});

test('the account of a supervisor without an external ID may be the external ID of somebody else', () => {
	const plan = (leader: Json): unknown => {
		const model = company();
		model.addMember('', 'Kim', { account: 'm-2' });
		return planFor(model, [member('m-1', { account: 'ann', ...leader })], DELETE_MISSING);
	};
	expect(() => plan({ leader: 'm-2' })).toThrow(/^Supervisor: "m-2" is the external ID of one member and the/);
	// Who is deleted is Bob, and not the supervisor.
	expect(() => plan({ leaderOutId: 'm-2' })).toThrow(/"m-2" is deleted in the same run/);
	expect(plan({ leaderAccount: 'm-2' })).toContainEqual(
		expect.objectContaining({ out_id: 'm-1', differences: expect.objectContaining({ leader: { to: 'm-2' } }) }),
	);
});
