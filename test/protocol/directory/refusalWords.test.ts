import { entryFields } from '../../../src/protocol/directory/entryFields';
import { readWanted } from '../../../src/protocol/directory/readWanted';
import { company, department, member, planFor, type Json } from './entries';

/* What refusals of entries say, and how items of the service and odd values are read. */

const ok = department('d-1', { name: 'One' });

describe('what a refusal says', () => {
	const refusalOf = (...entries: Json[]): unknown => {
		try {
			readWanted(
				entries.map((json, item) => ({ item, where: `Directory ${item + 1}, `, json })),
				entryFields({ title: 'role' }),
			);
		} catch (error) {
			return error;
		}
		return undefined;
	};
	test.each<[Json[], string, string | undefined]>([
		[
			[member('m', { enabled: 'maybe' })],
			'Directory 1, Enabled: "maybe" is neither enabled nor disabled',
			'Use true or false, 1 or 0, or enabled or disabled. ' +
				'If this field has another meaning in your data, choose another one under Field Names.',
		],
		[
			[member('m', { expires: '31.12.2026' })],
			'Directory 1, Expires: "31.12.2026" is not a date',
			'Enter the last day of the account, e.g. 2026-12-31, or leave the field empty for no expiry.',
		],
		[
			[department('d', { order: '1st' })],
			'Directory 1, Order: "1st" is not a whole number',
			'Check the field "order".',
		],
		[
			[department('d', { order: 'n1' })],
			'Directory 1, Order: "n1" is not a whole number',
			'Check the field "order".',
		],
		[
			[{ ...ok, type: ' Robot ' }],
			'Directory 1, Type: "robot" is neither member nor department',
			'Check the field "type".',
		],
		[[{ ...ok, name: '' }], 'Directory 1, Name: is required', 'The field "name" is missing or empty.'],
		[[member('m', { role: {} })], 'Directory 1, Title: must be text, but is an object', 'Check the field "role".'],
		[
			[member('m', { account: 'Kim' }), member('n', { account: 'KIM' })],
			'Directory 2, Account: "KIM" is used twice, first by Directory 1 as "Kim"',
			undefined,
		],
		[
			[ok, { ...ok, outId: ' d-1 ' }],
			'Directory 2, External ID: "d-1" is used twice, first by Directory 1',
			undefined,
		],
	])('%j', (entries, message, hint) => {
		expect(refusalOf(...entries)).toMatchObject({ message, item: entries.length - 1, retryable: false });
		expect(refusalOf(...entries)).toHaveProperty('hint', hint);
	});
});

test('an item of the service is what its fields show, empty ones aside; a type that is said counts first', () => {
	const wanted = readWanted(
		[
			{ out_id: 'm', member_name: 'M', group_id: null, account: 'm' },
			{ out_id: 'd', group_name: 'D', member_id: undefined },
			{ out_id: 'e', name: 'E', type: ' Department ', member_id: 7 },
		].map((json, item) => ({ item, where: '', json })),
		entryFields(),
	);
	expect(wanted.members.map(({ outId }) => outId)).toEqual(['m']);
	expect(wanted.departments.map(({ outId }) => outId)).toEqual(['d', 'e']);
});

test('departments of a member without blanks and empty parts; orders of many digits; dates as they are written', () => {
	const wanted = readWanted(
		[
			member('m', { departmentOutIds: ' d-1 ,, d-2,' }),
			member('n', {
				account: 'n',
				departmentOutIds: ['d-1', ' '],
				expires: { toJSON: () => '2027-01-31T00:00:00Z' },
			}),
			department('d', { order: '-120' }),
		].map((json, item) => ({ item, where: '', json })),
		entryFields(),
	);
	expect(wanted.members).toMatchObject([
		{ departments: ['d-1', 'd-2'] },
		{ departments: ['d-1'], expires: '2027-01-31' },
	]);
	expect(wanted.departments).toMatchObject([{ order: -120 }]);
	for (const expires of ['on 2027-01-31', '2027-01-31x', '2027-01-31T99:00', { toJSON: 5 }])
		expect(() => planFor(company(), [member('m', { expires })])).toThrow(/^Expires: /);
});
