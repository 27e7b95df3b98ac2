import { readRows, withoutRepeats, wantedInheritance } from '../../../src/protocol/permissionTable/readRows';
import { candidateFor, inheritedFrom, type PlaceFacts } from '../../../src/protocol/permissionTable/source';
import { departmentWith, memberWith } from '../../../src/protocol/permissionTable/subject';
import { tableSummary } from '../../../src/protocol/permissionTable/tableItems';
import type { TableChange } from '../../../src/protocol/permissionTable/tableChange';
import type { PlacedRow } from '../../../src/protocol/permissionTable/wantedRow';
import type { LibraryError } from '../../../src/protocol/wire/libraryError';

/* Words of refusals, roles that were not edited, sources at the edge, and sums (docs/permission-table.md). */

const KIM = memberWith('7');
const BASE = { fullpath: 'A', member_id: 7, granted: 'ls' };
const placed = (json: object, where = 'row 5, '): PlacedRow =>
	readRows([{ item: 4, where, json: { ...BASE, ...json } }])[0] as PlacedRow;
const refusal = (act: () => unknown): LibraryError => {
	try {
		act();
	} catch (error) {
		return error as LibraryError;
	}
	throw new Error('nothing was refused');
};

test.each<[object, string, string]>([
	[{ fullpath: 'A//B' }, 'fullpath', 'row 5, fullpath: "A//B" has an empty part between two slashes'],
	[{ granted: [' ls fly '] }, 'granted', 'row 5, granted: "ls fly" is not a permission'],
	[{ granted: undefined, ls: '1+' }, 'ls', 'row 5, ls: "1+" is not a state of a permission'],
	[{ member_id: '', group_id: 'sales' }, 'group_id', 'row 5, group_id: "sales" is not an ID'],
])('%j is refused once, with its column', (json, field, message) => {
	const refused = refusal(() => placed(json));
	expect({ ...refused, message: refused.message }).toMatchObject({ field, retryable: false });
	expect(refused.message).toBe(message);
});

test('a permission that is unknown is answered with all that there are', () => {
	expect(refusal(() => placed({ granted: 'fly' })).hint).toMatch(/^The permissions are ls, cd, pv, dl, .*\.$/);
});

test('rows that disagree are named by column and row', () => {
	const differ = refusal(() => withoutRepeats([placed({}), placed({ granted: 'dl' }, 'row 6, ')]));
	expect(differ).toMatchObject({ field: 'granted', message: expect.stringMatching(/^row 6, .*first in row 5$/) });
	const inherit = [placed({ inherit: 'yes' }), placed({ inherit: 'no' }, 'row 6, ')];
	expect(refusal(() => wantedInheritance(inherit))).toMatchObject({
		field: 'inherit',
		message: 'row 6, inherit: "A" is said to inherit and not to, first in row 5',
	});
});

test('the ID of a department is a number, however it is written', () => {
	expect(placed({ member_id: '', group_id: ' 012 ' }).subject).toEqual(departmentWith('12'));
	expect([KIM, departmentWith('12')]).toEqual([
		{ type: 'member', by: 'member_id', value: '7' },
		{ type: 'department', by: 'group_id', value: '12' },
	]);
});

test.each<[string, object, boolean]>([
	['only the ID was cleared', { role_id: '', role: 'Viewer' }, false],
	['only the name was cleared', { role_id: 3, role: '' }, false],
	['made by hand', { as_read: '', granted: undefined, role: 'Viewer' }, true],
])('whether a role was edited: %s', (_, json, isEdited) => {
	expect(placed({ as_read: 'granted ls; denied nothing; role 3 Viewer', ...json }).isEdited).toBe(isEdited);
});

describe('where permissions come from', () => {
	const place = (fullpath: string, inherit?: boolean): PlaceFacts => ({ fullpath, inherit });
	test('nothing above a folder of which nothing is known', () => {
		const known = [place('A', true), place('')];
		const at = (fullpath: string) => known.find((each) => each.fullpath === fullpath);
		expect(inheritedFrom(place('A/B/C', true), at)).toEqual([]);
		expect(inheritedFrom(place('A/B', true), at)).toEqual(known);
	});
	test.each<[PlaceFacts, PlaceFacts[], object]>([
		[place(''), [], { source: 'library_role', from: '' }],
		[place('A/B', true), [place('A', true)], { source: 'unknown' }],
	])('a role in the library applies where everything up to the root inherits: %j', (at, above, expected) => {
		expect(candidateFor(at, above, KIM, true)).toEqual(expected);
	});
});

test('the summary counts each kind of change, and warns of any role', () => {
	const common = { fullpath: 'A', subject: KIM, before: {}, permission: {}, reason: 'r' };
	const changes: TableChange[] = [
		{ ...common, action: 'remove', differences: {} },
		{ ...common, action: 'set', differences: { role: { to: 'Viewer' } } },
	];
	const plan = { changes, unchanged: 0, following: 0, blocks: [], removals: { removed: 1, existing: 1 } };
	const summary = tableSummary(plan, { rows: 1, folders: 1 }, { percent: 100 });
	expect(summary).toMatchObject({ set: 1, set_inheritance: 0, remove: 1 });
	expect(summary.notes).toHaveLength(1);
});
