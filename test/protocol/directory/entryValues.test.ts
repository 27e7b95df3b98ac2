import type { WantedMember } from '../../../src/protocol/directory/wantedDirectory';
import { department, member, wantedOf, type Json } from './entries';

/* How the values of an entry are read, and which are refused. */

const read = (json: Json): WantedMember | undefined => wantedOf([member('m', json)]).members[0];

describe('the state', () => {
	test.each<[unknown, boolean | undefined]>([
		[true, true],
		[1, true],
		['1', true],
		[' Yes ', true],
		['ENABLED', true],
		['active', true],
		[false, false],
		[0, false],
		['0', false],
		['disabled', false],
		['inactive', false],
		['', undefined],
		[null, undefined],
		[undefined, undefined],
	])('%p is %p', (enabled, expected) => {
		expect(read({ enabled })?.enabled).toBe(expected);
		expect(read({ state: enabled })?.enabled).toBe(expected);
	});

	test.each([2, -1, 'maybe', {}, ['1'], Number.NaN])('%p is refused', (enabled) =>
		expect(() => read({ enabled })).toThrow(expect.objectContaining({ kind: 'input', field: 'Enabled', item: 0 })),
	);
});

describe('the expiry', () => {
	const NEW_YEAR = Date.UTC(2027, 0, 1);
	test.each<[unknown, string | undefined]>([
		['2026-12-31', '2026-12-31'],
		[' 2026-12-31 ', '2026-12-31'],
		['2026-12-31T23:59:59Z', '2026-12-31'],
		['2026-12-31T23:00:00.000-05:00', '2026-12-31'],
		['2026-12-31 08:00', '2026-12-31'],
		['2024-02-29', '2024-02-29'],
		[new Date(NEW_YEAR), '2027-01-01'],
		[NEW_YEAR, '2027-01-01'],
		[NEW_YEAR / 1000, '2027-01-01'],
		[String(NEW_YEAR / 1000), '2027-01-01'],
		[0, ''],
		['0', ''],
		['never', ''],
		['', ''],
		[null, undefined],
		[undefined, undefined],
	])('%p is %p', (expires, expected) => {
		expect(read({ expires })?.expires).toBe(expected);
		expect(read({ expire: expires })?.expires).toBe(expected);
	});

	test.each([
		'2026-02-31',
		'2025-02-29',
		'2026-13-01',
		'31.12.2026',
		'12/31/2026',
		20261231,
		'20261231',
		-1,
		1.5,
		1e15,
		Number.NaN,
		true,
		'tomorrow',
		'1970-01-01',
		{},
		[],
	])('%p is refused', (expires) =>
		expect(() => read({ expires })).toThrow(expect.objectContaining({ kind: 'input', field: 'Expires', item: 0 })),
	);
});

describe('the supervisor', () => {
	test.each<[Json, WantedMember['leader']]>([
		[{ leader: ' m-1 ' }, { key: 'leader', by: 'either', value: 'm-1' }],
		[{ leader: 17 }, { key: 'leader', by: 'either', value: '17' }],
		[{ leaderOutId: 'm-1' }, { key: 'leaderOutId', by: 'outId', value: 'm-1' }],
		[{ leader_account: 'ann' }, { key: 'leaderAccount', by: 'account', value: 'ann' }],
		[
			{ leader: '', leaderAccount: 'ann' },
			{ key: 'leaderAccount', by: 'account', value: 'ann' },
		],
		[{ leaderOutId: '' }, { key: 'leaderOutId', by: 'outId', value: '' }],
		[{ leader: null }, undefined],
	])('%j', (json, expected) => expect(read(json)?.leader).toEqual(expected));

	test('by two fields is refused', () =>
		expect(() => read({ leaderOutId: 'm-1', leaderAccount: 'ann' })).toThrow(
			/Supervisor Account: the supervisor is named by more than one field/,
		));
});

describe('the order', () => {
	const order = (value: unknown) => wantedOf([department('d', { order: value })]).departments[0]?.order;
	test.each<[unknown, number | undefined]>([
		[3, 3],
		['3', 3],
		[0, 0],
		[-1, -1],
		['', undefined],
		[null, undefined],
	])('%p is %p', (value, expected) => expect(order(value)).toBe(expected));

	test.each([1.5, 'first', Number.NaN, 1e21, {}, [1]])('%p is refused', (value) =>
		expect(() => order(value)).toThrow(expect.objectContaining({ kind: 'input', field: 'Order', item: 0 })),
	);
});
