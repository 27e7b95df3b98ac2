import { typed } from '../../../src/protocol/catalogue/fieldTypes';
import { simpleEntry } from '../../../src/protocol/catalogue/simplify';
import { simpleLink } from '#links/plan';
import { simpleMember, withGroupPaths } from '../../../src/protocol/catalogue/simplifyEnterprise';

/* Values of answers as the document types them, whatever a deployment sends (client facts 5.15 to 5.17). */

test('sizes, counts and flags are numbers; names, paths and codes are texts', () => {
	expect(
		typed({
			dir: '1',
			filesize: '12',
			count: '0',
			mount_id: '2101',
			lock: true,
			filename: 2026,
			fullpath: 7,
			tag: 1,
		}),
	).toEqual({ dir: 1, filesize: 12, count: 0, mount_id: 2101, lock: 1, filename: '2026', fullpath: '7', tag: '1' });
});

test('what is no number, is none at all, or is too large to be exact stays as it came or is left out', () => {
	expect(typed({ filesize: 'many', dir: null, count: '', mount_id: '9007199254740993', size: '1e400' })).toEqual({
		filesize: 'many',
		dir: null,
		mount_id: '9007199254740993',
		size: '1e400',
	});
	expect(typed({ link: 'https://files.example.com/l/1', any: '7' })).toEqual({
		link: 'https://files.example.com/l/1',
		any: '7',
	});
});

test('Simplify: flags are booleans, times are ISO dates, and what was not sent is absent', () => {
	expect(
		simpleEntry({ fullpath: 'a', filename: '7', dir: '0', filesize: '12', last_dateline: '1780000000', tag: '' }),
	).toMatchObject({ filename: '7', type: 'file', filesize: 12, modified: '2026-05-28T20:26:40.000Z' });
	expect(simpleLink({ filename: 'a', filesize: '1', link: 'l', deadline: '-1', password: '1' })).toEqual({
		filename: 'a',
		filesize: 1,
		link: 'l',
		code: 'l',
		expires_at: null,
		permanent: true,
		has_password: true,
	});
	expect(simpleLink({ password: '0' }).has_password).toBe(false);
	expect(simpleMember({ member_id: '7', state: '1', expire: '1780000000' })).toMatchObject({
		enabled: true,
		expires_at: '2026-05-28',
	});
	expect(simpleMember({ member_id: '7', state: '' })).not.toHaveProperty('enabled');
	expect(simpleEntry({ fullpath: 'a', last_dateline: '99999999999999' })).not.toHaveProperty('modified');
});

test('departments have paths down to the level 100, unless one contains itself', () => {
	const chain = Array.from({ length: 200 }, (_, at) => ({ id: at + 1, name: `D${at}`, parent_id: at }));
	const paths = (departments: object[]) => withGroupPaths(departments as never).map((one) => one.group_path);
	expect(paths(chain).slice(0, 2)).toEqual(['D0', 'D0/D1']);
	expect(paths(chain).filter(Boolean)).toHaveLength(100);
	expect(paths([...chain.slice(1), { ...chain[0], parent_id: 200 }]).filter(Boolean)).toEqual([]);
	expect(paths([{ id: 2, name: 'A', parent_id: 1 }])).toEqual([undefined]);
});
