import type { JsonObject } from '../../../src/protocol/wire/json';
import { entryFields } from '../../../src/protocol/directory/entryFields';
import { unknownFields, unusedNames } from '../../../src/protocol/directory/unknownFields';

/* Fields of the input that are not read, and names of the form that no entry has. */

const rows = (...entries: JsonObject[]) => entries.map((json, item) => ({ item, where: '', json }));
const unknownIn = (...entries: JsonObject[]) => unknownFields(rows(...entries), entryFields());
const MEMBER = { type: 'member', outId: 'm', name: 'M' };
const DEPARTMENT = { type: 'department', outId: 'd', name: 'D' };

test('everything that is read is known, by the name of the field and by that of the service', () => {
	const member = {
		...MEMBER,
		account: 'a',
		email: 'e',
		phone: 'p',
		title: 't',
		enabled: 1,
		expires: '',
		leader: 'x',
	};
	expect(unknownIn({ ...member, member_email: 'e', group_out_ids: 'd', member_id: 7, state: 1 })).toEqual({});
	expect(unknownIn({ ...DEPARTMENT, parentOutId: '', orderby: 2, group_id: 3, group_path: 'D' })).toEqual({});
});

test('other fields are counted, the most frequent first', () => {
	const counted = unknownIn({ ...MEMBER, Emial: 'x', room: 1 }, { ...MEMBER, room: 0 }, { ...MEMBER, room: false });
	expect(Object.entries(counted)).toEqual([
		['room', 3],
		['Emial', 1],
	]);
});

test('a field of the other type says nothing, unless it is empty', () => {
	expect(unknownIn({ ...MEMBER, order: 1 }, { ...DEPARTMENT, email: 'e' })).toEqual({ order: 1, email: 1 });
	expect(unknownIn({ ...MEMBER, order: '', parentOutId: null, group_id: [] }, { ...DEPARTMENT, email: '' })).toEqual(
		{},
	);
	expect(unknownIn({ ...MEMBER, room: [''] })).toEqual({ room: 1 });
});

test('the ID of a parent moves nothing, and is said so', () => {
	expect(unknownIn({ ...DEPARTMENT, parent_id: 7 })).toEqual({ parent_id: 1 });
});

test('of a path the first part is known', () => {
	const names = entryFields({ account: 'login.name' });
	expect(unknownFields(rows({ ...MEMBER, login: { name: 'a' }, name2: 'b' }), names)).toEqual({ name2: 1 });
	expect(unknownFields(rows({ ...MEMBER, 'login.name': 'a' }), names)).toEqual({});
});

test('a name that was entered and that no entry has is told', () => {
	const names = entryFields({ email: 'Mail', phone: 'tel.work', title: 'Role', outId: 'outId' });
	const entries = rows({ ...MEMBER, Mail: '' }, { ...MEMBER, tel: { work: '1' } });
	expect(unusedNames(entries, names)).toEqual(['Role']);
	expect(unusedNames([], names)).toEqual(['Mail', 'tel.work', 'Role']);
});
