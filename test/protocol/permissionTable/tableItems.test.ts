import { departmentWith, describeSubject, memberWith } from '../../../src/protocol/permissionTable/subject';
import { describeTableChange, type TableChange } from '../../../src/protocol/permissionTable/tableChange';
import { tableChangeItem, tableSummary } from '../../../src/protocol/permissionTable/tableItems';
import { rowItem } from '../../../src/protocol/permissionTable/tableRow';

/* What Get Table and Apply Table put out (docs/permission-table.md). */

const CONTENT = {
	fullpath: 'Contracts',
	hash: 'h1',
	subject: memberWith('7'),
	name: 'Kim Lee',
	role: { id: 3, name: 'Viewer' },
	status: { dl: 1, ls: 1, rm: -1 },
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
	expect(rowItem(CONTENT, false)).toEqual(row);
	expect(rowItem(CONTENT, true)).toEqual({
		...row,
		granted_names: 'View, Download or Open File',
		granted: 'ls,dl',
		denied: 'rm',
	});
});

test('a row says nothing of what is not known', () => {
	const row = { fullpath: '', subject: departmentWith('12'), status: {}, source: 'unknown' } as const;
	expect(rowItem(row, false)).toEqual({
		fullpath: '/',
		type: 'department',
		group_id: 12,
		granted_names: [],
		granted: [],
		denied: [],
		source: 'unknown',
		as_read: 'granted nothing; denied nothing',
	});
	expect(rowItem({ ...row, role: { id: 3 }, inherit: false }, true).as_read).toBe(
		'granted nothing; denied nothing; inherit no; role 3',
	);
});

const SET: TableChange = {
	action: 'set',
	fullpath: '',
	subject: { type: 'member', by: 'account', value: 'Kim' },
	name: '',
	before: {},
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
	expect(tableChangeItem(SET, 'planned')).toEqual({
		type: 'change',
		action: 'set',
		kind: 'member',
		fullpath: '/',
		account: 'Kim',
		reason: 'permissions differ',
		differences: { granted: { from: [], to: ['ls'] } },
		status: 'planned',
	});
	expect(tableChangeItem({ ...SET, subject: departmentWith('12'), name: 'Sales', hash: 'h' }, 'done')).toMatchObject({
		kind: 'department',
		group_id: 12,
		name: 'Sales',
		hash: 'h',
	});
	expect(tableChangeItem(FOLDER, 'blocked')).toEqual({
		type: 'change',
		action: 'set_inheritance',
		kind: 'folder',
		fullpath: 'A',
		reason: 'r',
		differences: { inherit: { to: false } },
		status: 'blocked',
	});
});

test('changes in words', () => {
	expect(
		[
			SET,
			{ ...SET, action: 'remove' as const, fullpath: 'A', name: 'Kim "K" Lee' },
			FOLDER,
			{ ...FOLDER, inherit: true },
		].map(describeTableChange),
	).toEqual([
		'set the permissions of member Kim in "/"',
		'remove the direct permissions of member Kim "Kim "K" Lee" in "A"',
		'make "A" stop inheriting permissions',
		'make "A" inherit permissions',
	]);
	expect([describeSubject(memberWith('7')), describeSubject(departmentWith('8'), '')]).toEqual([
		'member 7',
		'department 8',
	]);
});

test('the summary counts the changes, and says what cannot be known', () => {
	const plan = {
		changes: [SET, SET, FOLDER],
		unchanged: 4,
		following: 0,
		blocks: [],
		removals: { removed: 0, existing: 9 },
	};
	expect(tableSummary(plan, { rows: 7, folders: 2 }, { percent: 20 })).toEqual({
		blocked: false,
		reasons: [],
		changes: 3,
		set: 2,
		set_inheritance: 1,
		remove: 0,
		rows: 7,
		folders: 2,
		unchanged: 4,
		following: 0,
		limits: { percent: 20, count: null, removed: 0, existing: 9 },
		notes: [],
	});
	const roles = {
		...plan,
		changes: [{ ...SET, differences: { role: { to: 'Viewer' } } }],
		following: 1,
		blocks: ['because'],
	};
	expect(tableSummary(roles, { rows: 7, folders: 2 }, { percent: 20, count: 5 })).toMatchObject({
		blocked: true,
		reasons: ['because'],
		limits: { count: 5 },
		notes: [expect.stringContaining('follow it') as string, expect.stringContaining('which role') as string],
	});
});
