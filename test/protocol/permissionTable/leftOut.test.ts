import { differingCodes, permissionFor, type RowFacts } from '../../../src/protocol/permissionTable/rowDifference';
import { sourceOf } from '../../../src/protocol/permissionTable/source';
import { ALL_BITS, type Status } from '../../../src/protocol/permissionTable/codes';

/* Permissions that a row does not mention (docs/permission-table.md, Editing), and the sources that can be claimed. */

describe('a permission that a row leaves out', () => {
	const facts = (codes: Status, more: Partial<RowFacts> = {}): RowFacts => ({
		codes,
		parent: {},
		isShared: false,
		...more,
	});
	test.each<[string, RowFacts, string[], number]>([
		['granted now', facts({ ls: 1, dl: 1 }), ['dl'], 0],
		['granted by the parent folder', facts({ ls: 1, dl: 1 }, { parent: { dl: 1 } }), ['dl'], -1],
		['denied by the folder itself, for nothing', facts({ ls: 1, dl: -1 }), ['dl'], 0],
		[
			'denied, and needed, because the parent folder grants it',
			facts({ ls: 1, dl: -1 }, { parent: { dl: 1 } }),
			[],
			-1,
		],
		['denied by the parent folder', facts({ ls: 1, dl: -1 }, { parent: { dl: -1 } }), [], 0],
		['denied, where departments may grant it', facts({ ls: 1, dl: -1 }, { isShared: true }), [], -1],
		[
			'denied by something else, where departments may grant it',
			facts({ ls: 1, dl: -1 }, { isShared: true, fromElsewhere: ALL_BITS }),
			[],
			0,
		],
		[
			'denied by the parent folder since the table was read, where departments may grant it',
			facts({ ls: 1, dl: -1 }, { isShared: true, parent: { dl: -1 }, notDeniedAsRead: ALL_BITS }),
			[],
			0,
		],
		['denied, where nobody knows the parent folder', facts({ ls: 1, dl: -1 }, { parent: undefined }), [], -1],
		['not set', facts({ ls: 1 }), [], 0],
	])('%s', (_, known, differing, sent) => {
		expect(differingCodes({ ls: 1 }, known)).toEqual(differing);
		expect(permissionFor({ ls: 1 }, known)).toMatchObject({ ls: 1, dl: sent, pv: 0, role_id: 0 });
	});
});

test('the library as the source names no folder', () => {
	expect(sourceOf({ source: 'library_role', from: '' }, { ls: 1 }, { ls: 1 })).toEqual({ source: 'library_role' });
	expect(sourceOf({ source: 'library_role', from: '' }, { ls: 1 }, {})).toEqual({ source: 'unknown' });
	expect(sourceOf({ source: 'direct', from: 'A' }, { ls: 1 }, undefined)).toEqual({ source: 'direct', from: 'A' });
	expect(sourceOf({ source: 'unknown' }, {}, {})).toEqual({ source: 'unknown' });
});
