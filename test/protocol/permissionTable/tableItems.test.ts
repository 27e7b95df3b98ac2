import { departmentWith, memberWith, NOTHING_SET, statusIn } from '../../../src/protocol/catalogue/permissionCodes';
import { purposeOf, type TableChange, describeTableChange, rowItem, rowWithLists } from '#permissionTable/plan';

/* What Get Table and Apply Table put out (docs/permission-table.md). */

const CONTENT = {
	fullpath: 'Contracts',
	hash: 'h1',
	subject: memberWith('7'),
	name: 'Kim Lee',
	role: { id: 3, name: 'Viewer' },
	status: statusIn({ dl: 1, ls: 1, rm: -1 }),
	source: 'inherited',
	from: '',
	inherit: true,
} as const;

test('a row has the permissions in the order of the document', () => {
	const row = {
		fullpath: 'Contracts',
		hash: 'h1',
		type: 'member',
		member_id: 7,
		name: 'Kim Lee',
		role_id: 3,
		role: 'Viewer',
		granted_names: ['View', 'Download or Open File'],
		granted: ['ls', 'dl'],
		denied: ['rm'],
		source: 'inherited',
		source_fullpath: '/',
		inherit: true,
		as_read: 'granted ls,dl; denied rm; inherit yes; role 3 Viewer',
	};
	expect(rowWithLists(CONTENT)).toEqual(row);
	expect(rowItem(CONTENT)).toEqual({
		...row,
		granted_names: 'View, Download or Open File',
		granted: 'ls,dl',
		denied: 'rm',
	});
});

test('an ID that no number repeats exactly is a text', () => {
	const row = rowWithLists({ ...CONTENT, subject: memberWith('9007199254740993') });
	expect(row.member_id).toBe('9007199254740993');
});

test('a row says nothing of what is not known', () => {
	const row = { fullpath: '', subject: departmentWith('12'), status: NOTHING_SET, source: 'unknown' } as const;
	expect(rowWithLists(row)).toEqual({
		fullpath: '/',
		type: 'department',
		group_id: 12,
		granted_names: [],
		granted: [],
		denied: [],
		source: 'unknown',
		as_read: 'granted nothing; denied nothing',
	});
	expect(rowItem({ ...row, role: { id: 3 }, inherit: false }).as_read).toBe(
		'granted nothing; denied nothing; inherit no; role 3',
	);
});

const SET: TableChange = {
	action: 'set',
	fullpath: '',
	subject: { type: 'member', by: 'account', value: 'Kim' },
	name: '',
	before: NOTHING_SET,
	permission: {},
	reason: 'permissions differ',
	differences: { granted: { from: [], to: ['ls'] } },
};
const FOLDER: TableChange = {
	action: 'set_inheritance',
	fullpath: 'A',
	inherit: false,
	reason: 'r',
	differences: { inherit: { to: false } },
};

test('changes as items', () => {
	expect(describeTableChange(SET)).toEqual({
		action: 'set',
		type: 'member',
		fullpath: '/',
		account: 'Kim',
		reason: 'permissions differ',
		differences: { granted: { from: [], to: ['ls'] } },
	});
	const sales = { ...SET, subject: departmentWith('12'), name: 'Sales', hash: 'h' };
	expect(describeTableChange(sales)).toMatchObject({ type: 'department', group_id: 12, name: 'Sales', hash: 'h' });
	expect(describeTableChange(FOLDER)).toEqual({
		action: 'set_inheritance',
		type: 'folder',
		fullpath: 'A',
		reason: 'r',
		differences: { inherit: { to: false } },
	});
});

test('changes in words', () => {
	const removal = { ...SET, action: 'remove' as const, fullpath: 'A', name: 'Kim "K" Lee' };
	expect(
		[SET, { ...SET, subject: departmentWith('8') }, removal, FOLDER, { ...FOLDER, inherit: true }].map(purposeOf),
	).toEqual([
		'set the permissions of member Kim in "/"',
		'set the permissions of department 8 in "/"',
		'remove the direct permissions of member Kim "Kim "K" Lee" in "A"',
		'make "A" stop inheriting permissions',
		'make "A" inherit permissions',
	]);
});
