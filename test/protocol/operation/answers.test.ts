import * as library from '../../../src/protocol/catalogue/enterpriseLibrary';
import { getLibraryMembers } from '../../../src/protocol/catalogue/enterpriseLibraryMember';
import { listLibraryLog } from '../../../src/protocol/catalogue/enterpriseLog';
import * as member from '../../../src/protocol/catalogue/enterpriseMember';
import * as sync from '../../../src/protocol/catalogue/enterpriseSync';
import { createEnterprise } from '../../../src/protocol/catalogue/partner';
import type { AnyOperation } from '../../../src/protocol/operation/define';

/* What becomes of answers: whole ones (`wrap`) and single entries (`simplify`). */

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
	expect(wrap(library.getPersonalLibrary, { info: { size_org_total: 5 } })).toEqual({
		size_org_total: 5,
		initialized: false,
	});
	expect(wrap(library.getPersonalLibrary, { info: { size_org_total: 5, mount_id: 3 } })).toMatchObject({
		initialized: true,
	});
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
	expect(simplify(member.getMember, { member_id: 1, state: '0', expire: Date.UTC(2026, 2, 4) / 1000 })).toEqual({
		member_id: 1,
		enabled: false,
		expires_at: '2026-03-04',
	});
});
test('a password that comes only once is kept', () => {
	expect(simplify(createEnterprise, { id: 1, end_dateline: 1767225600, account: 'a', password: 'p' })).toEqual({
		ent_id: 1,
		account: 'a',
		password: 'p',
		expires_at: '2026-01-01T00:00:00.000Z',
	});
});
test('the name of a person in the library log, and its fallback', () => {
	expect(simplify(listLibraryLog, { display_name: 'N', member_name: 'N [a]' })).toMatchObject({ member_name: 'N' });
	expect(simplify(listLibraryLog, { display_name: '', member_name: 'N [a]' })).toMatchObject({
		member_name: 'N [a]',
	});
});
