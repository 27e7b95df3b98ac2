import { contractOf } from './contract';
import type { Place } from './shape';
import { answerSchema, surplus } from './surplus';
import { declaredShapes } from './typeShape';
import { answerProblems } from './validate';

/* What reads the types of answers, and what judges answers, can tell right from wrong. */

const types = declaredShapes();
const wordsOf = (place: Place | undefined): string => [...(place?.kinds ?? [])].sort().join();

test('the reading of types can tell: hand-made expectations', () => {
	const info = types.get('entGetMember') ?? new Map<string, Place>();
	expect(wordsOf(info.get('orgs[].roles{}'))).toBe('string');
	expect(info.get('orgs[].roles')?.optional).toBe(true);
	expect(info.get('orgs')?.optional).toBe(true);
	expect(info.get('account')).toEqual({ kinds: new Set(['string']), optional: false });
	expect(wordsOf(info.get('member_id'))).toBe('number,string');
	expect([...(types.get('orgGetMembers') ?? new Map()).keys()]).toContain('[].role_id');
	expect([...(types.get('libraryFileGetAllPermission') ?? new Map()).keys()].sort()).toEqual([
		'groups',
		'groups{}',
		'groups{}[]',
		'members',
		'members{}',
		'members{}[]',
	]);
});

// The oracles of answers can fail: planted mistakes are found.
test('a wrong type, a missing and a surplus member are found', () => {
	const op = contractOf('orgInfo');
	const info = {
		org_id: '1',
		org_name: '',
		org_logo_url: '',
		size_org_total: 1,
		size_org_use: 1,
		file_count: 1,
		mount_id: 1,
		owner_id: 1,
		more: 1,
	};
	expect(answerProblems(op, { info }).join()).toMatch(/integer.*dir_count|dir_count.*integer/);
	expect(surplus(answerSchema(op) ?? {}, { info })).toEqual(['/info/more is not in the contract']);
});
