import { memberWith, statusIn, type Subject } from '../../../src/protocol/catalogue/permissionCodes';
import {
	readRow,
	wantedInheritance,
	withoutRepeats,
	candidateFor,
	type PlaceFacts,
	type PlacedRow,
	asReadText,
	parseAsRead,
} from '#permissionTable/plan';
import { refusalOf } from '../../support/check';

const place = (fullpath: string, inherit: boolean | undefined, ...direct: string[]): PlaceFacts => ({
	fullpath,
	inherit,
	direct: new Set(direct),
});
const KIM = memberWith('7');
const BY_ACCOUNT: Subject = { type: 'member', by: 'account', value: 'kim' };

test.each<[string, PlaceFacts, PlaceFacts[], Subject, boolean, object]>([
	['own list', place('A', true, 'member_id:7'), [], KIM, true, { source: 'direct', from: 'A' }],
	[
		'list above',
		place('A/B', true),
		[place('A', true, 'member_id:7')],
		KIM,
		true,
		{ source: 'inherited', from: 'A' },
	],
	['the library', place('A', true), [place('', undefined)], KIM, true, { source: 'library_role' }],
	['no role', place('A', true), [place('', undefined)], KIM, false, { source: 'unknown' }],
	['inheritance ends', place('A', false), [], KIM, true, { source: 'unknown' }],
	['no ID', place('A', true), [place('', undefined)], BY_ACCOUNT, true, { source: 'unknown' }],
])('%s', (_, at, above, subject, hasRole, expected) => {
	expect(candidateFor(at, above, subject, hasRole)).toEqual(expected);
});

test.each([
	[{ status: statusIn({ ls: 1, dl: 1 }), inherit: true, roleId: 3, role: 'Viewer; best' }],
	[{ status: statusIn({ rm: -1 }), inherit: false }],
	[{ status: statusIn({}), roleId: 5 }],
	[{ status: statusIn({}) }],
])('%j is read back from as_read', (said) => {
	expect(parseAsRead(asReadText(said))).toEqual({ inherit: undefined, roleId: undefined, role: undefined, ...said });
	expect(asReadText(said)).not.toMatch(/^[-+=@]/);
});

test('at the edge a role in the library applies where everything up to the root inherits', () => {
	expect(candidateFor(place('', undefined), [], KIM, true)).toEqual({ source: 'library_role' });
	expect(candidateFor(place('A/B', true), [place('A', true)], KIM, true)).toEqual({ source: 'unknown' });
});

/* Rows that are refused, with row and column, and what rows say together. */

const BASE = { fullpath: 'A', member_id: 7, granted: 'ls' };

test.each<[string, Record<string, unknown>, string, RegExp]>([
	['no path', { fullpath: '' }, 'fullpath', /is required/],
	['a path that is none', { fullpath: 'A//B' }, 'fullpath', /"A\/\/B" has an empty part/],
	['a number as path', { fullpath: 5 }, 'fullpath', /must be text, but is/],
	['an object as text', { name: {} }, 'name', /text/],
	['nobody', { member_id: '' }, 'member_id', /is required: the row names nobody/],
	['a name alone', { member_id: '', name: 'Kim' }, 'name', /a name alone is not unique; keep member_id or group_id/],
	['no department', { type: 'department' }, 'group_id', /is required: the row names nobody/],
	['two kinds', { group_id: 12 }, 'type', /is required, because the row names a member and a department/],
	['another kind', { type: 'robot' }, 'type', /"robot" is neither member nor department/],
	['a fraction as ID', { member_id: '7.5' }, 'member_id', /"7.5" is not an ID/],
	['a negative ID', { member_id: -7 }, 'member_id', /"-7" is not an ID/],
	['a word as ID', { member_id: 'kim' }, 'member_id', /"kim" is not an ID/],
	['an unknown permission', { granted: 'ls,fly' }, 'granted', /"fly" is not a permission/],
	['an unknown permission among words', { granted: 'ls fly' }, 'granted', /"ls fly" is not a permission/],
	['a number as permission', { granted: [7] }, 'granted', /is not a permission/],
	['a number in place of a list', { granted: 7 }, 'granted', /must be a list of permissions/],
	['JSON that is cut off', { granted: '["ls"' }, 'granted', /is not a list of permissions/],
	['granted and denied', { denied: 'pv,ls' }, 'granted', /"ls" is also denied/],
	['a state that is none', { granted: undefined, ls: 2 }, 'ls', /"2" is not a state/],
	['neither yes nor no', { inherit: 'maybe' }, 'inherit', /"maybe" is neither yes nor no/],
	['nothing asked for', { granted: undefined }, 'granted', /is required/],
	['a role and permissions', { role_id: 3 }, 'role', /cannot be combined/],
	['a role and codes', { role_id: 4, as_read: 'granted pv; denied nothing; role 3' }, 'role', /was edited together/],
])('refused: %s', (_, cells, column, message) => {
	const json = { ...BASE, ...cells };
	const refusal = refusalOf(() => readRow({ item: 4, where: 'Table, row 5, ', json }));
	expect(refusal).toMatchObject({ kind: 'input', item: 4, field: column, retryable: false });
	expect(refusal.message).toMatch(new RegExp(`^Table, row 5[:,] ${column}`));
	expect(refusal.message).toMatch(message);
	if (column === 'granted' && cells.granted === 'ls,fly')
		expect(refusal.hint).toMatch(/^Enter names or codes as Get Table has them/);
});

describe('what rows say together', () => {
	const placed = (item: number, json: Record<string, unknown>): PlacedRow =>
		readRow({ item, where: '', json: { ...BASE, ...json } }) as PlacedRow;

	test.each<[Record<string, unknown>, Record<string, unknown>]>([
		[{}, { granted: 'ls,pv' }],
		[{ denied: 'pv' }, { denied: 'dl' }],
		[
			{ granted: undefined, role_id: 3 },
			{ granted: undefined, role_id: 4 },
		],
		[
			{ granted: undefined, role: 'a' },
			{ granted: undefined, role: 'b' },
		],
		[{ granted: undefined, role_id: 3 }, {}],
	])('rows that differ are refused: %j and %j', (one, two) => {
		expect(() => withoutRepeats([placed(0, one), placed(1, two)])).toThrow(
			/member 7 in "A" is in two rows that differ, first in item 0/,
		);
	});

	test('of two rows that say the same, one that was edited or made by hand counts', () => {
		const asRead = placed(0, { as_read: 'granted ls; denied nothing' });
		for (const rows of [
			[asRead, placed(1, {})],
			[placed(1, {}), asRead],
		])
			expect(withoutRepeats(rows)).toMatchObject([{ item: rows[0]?.item, isEdited: true }]);
		expect(withoutRepeats([asRead, asRead])).toMatchObject([{ isEdited: false }]);
	});

	test('whether a folder inherits: only what was edited counts', () => {
		const wasRead = { as_read: 'granted ls; denied nothing; inherit yes', inherit: 'yes' };
		const [asRead, edited] = [placed(0, wasRead), placed(1, { ...wasRead, inherit: 'no', member_id: 8 })];
		for (const rows of [
			[asRead, edited],
			[edited, asRead],
		]) {
			const [[path, wanted] = [], ...others] = wantedInheritance([...rows, placed(2, { member_id: 9 })]);
			expect([path, wanted?.inherit, others]).toEqual(['A', false, []]);
		}
		expect(wantedInheritance([placed(0, {})]).size).toBe(0);
		expect(wantedInheritance([asRead, placed(1, { ...wasRead, member_id: 8 })]).size).toBe(0);
		expect(() => wantedInheritance([placed(0, { inherit: 'yes' }), placed(1, { inherit: 'no' })])).toThrow(
			/"A" is said to inherit and not to, first in item 0/,
		);
	});
});
