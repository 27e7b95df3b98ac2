import { simpleLink } from '#links/plan';
import * as library from '../../../src/protocol/catalogue/enterpriseLibrary';
import { getLibraryMembers } from '../../../src/protocol/catalogue/enterpriseLibraryMember';
import { listLibraryLog } from '../../../src/protocol/catalogue/enterpriseLog';
import * as member from '../../../src/protocol/catalogue/enterpriseMember';
import * as sync from '../../../src/protocol/catalogue/enterpriseSync';
import { createEnterprise } from '../../../src/protocol/catalogue/partner';
import { simpleEntry, typed } from '../../../src/protocol/catalogue/simplify';
import { simpleMember, withGroupPaths } from '../../../src/protocol/catalogue/simplifyEnterprise';
import type { AnyOperation } from '../../../src/protocol/operation/define';

const wrap = (op: AnyOperation, answer: unknown, sent: Record<string, string> = {}): unknown =>
	op.wrap?.(answer, sent, {});
const simplify = (op: AnyOperation, entry: Record<string, unknown>): unknown => op.simplify?.(entry);

test('a keyed map becomes one item for each entry; what was not found has none', () => {
	expect(wrap(sync.getMembers, { e1: { member_id: 1 }, e2: null })).toEqual([{ out_id: 'e1', member_id: 1 }]);
	expect(wrap(getLibraryMembers, { 12: { member_id: 12 } })).toEqual([{ requested: '12', member_id: 12 }]);
});
test("PHP's empty map is a list", () => expect(wrap(sync.getDepartments, [])).toEqual([]));
test('info is unwrapped', () => expect(wrap(library.getLibrary, { info: { org_id: 1 } })).toEqual({ org_id: 1 }));

test('a personal library that was never used', () => {
	const personal = (info: object) => wrap(library.getPersonalLibrary, { info });
	expect(personal({ size_org_total: 5 })).toEqual({ size_org_total: 5, initialized: false });
	expect(personal({ size_org_total: 5, mount_id: 3 })).toMatchObject({ initialized: true });
});

test.each<[string, AnyOperation, Record<string, string>, unknown, boolean]>([
	['asked to enable, disabled', member.createMember, { state: '1' }, '0', true],
	['a new member is enabled by default', member.createMember, {}, 0, true],
	['asked to disable', member.createMember, { state: '0' }, 0, false],
	['enabled', member.createMember, { state: '1' }, 1, false],
	['a change that does not mention the state', member.updateMember, {}, 0, false],
	['a change that enables', member.updateMember, { state: '1' }, 0, true],
])('account limit: %s', (_what, op, sent, state, warned) => {
	expect('warning' in (wrap(op, { member_id: 1, state }, sent) as object)).toBe(warned);
});

test('a member for people', () => {
	const result = simplify(member.getMember, { member_id: 1, state: '0', expire: Date.UTC(2026, 2, 4) / 1000 });
	expect(result).toEqual({ member_id: 1, enabled: false, expires_at: '2026-03-04' });
});
test('a password that comes only once is kept', () => {
	const outcome = simplify(createEnterprise, { id: 1, end_dateline: 1767225600, account: 'a', password: 'p' });
	expect(outcome).toEqual({ ent_id: 1, account: 'a', password: 'p', expires_at: '2026-01-01T00:00:00.000Z' });
});
test('the name of a person in the library log, and its fallback', () => {
	const named = (name: string) => simplify(listLibraryLog, { display_name: name, member_name: 'N [a]' });
	expect([named('N'), named('')]).toMatchObject([{ member_name: 'N' }, { member_name: 'N [a]' }]);
});

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
	const found = typed({ filesize: 'many', dir: null, count: '', mount_id: '9007199254740993', size: '1e400' });
	expect(found).toEqual({ filesize: 'many', dir: null, mount_id: '9007199254740993', size: '1e400' });
	const other = { link: 'https://files.example.com/l/1', any: '7' };
	expect(typed(other)).toEqual(other);
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
	const member = simpleMember({ member_id: '7', state: '1', expire: '1780000000' });
	expect(member).toMatchObject({ enabled: true, expires_at: '2026-05-28' });
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
