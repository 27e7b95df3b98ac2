import {
	ALL_CODES,
	codeNamed,
	deniedIn,
	grantedIn,
	namesOfCodes,
	statusIn,
	subjectKey,
} from '../../../src/protocol/permissionTable/codes';
import {
	columnsThatDiffer,
	hasRole,
	missedCodes,
	needsParent,
} from '../../../src/protocol/permissionTable/rowDifference';

/* Codes, statuses and what differs between two of them. */

test('codes by their names and titles', () => {
	expect([' LS ', 'download or open file', 'Downloads', 'toString', ''].map(codeNamed)).toEqual([
		'ls',
		'dl',
		undefined,
		undefined,
		undefined,
	]);
	expect(namesOfCodes(['ls', 'x9', 'toString'])).toEqual(['View', 'x9', 'toString']);
});

test('the status in an answer: what the document has, as number or text', () => {
	const status = statusIn({ ls: 1, dl: '1', rm: '-1', cd: 0, pv: 2, w: null, mls: -1, other: 1 });
	expect([grantedIn(status), deniedIn(status)]).toEqual([
		['ls', 'dl'],
		['rm', 'mls'],
	]);
	expect(statusIn({})).toEqual({});
});

test('accounts have no case, other names do', () => {
	expect(subjectKey({ type: 'member', by: 'account', value: 'Kim@X' })).toBe('account:kim@x');
	expect(subjectKey({ type: 'member', by: 'out_id', value: 'Kim' })).toBe('out_id:Kim');
});

describe('what differs', () => {
	test('the parent is asked for only where a row leaves out what applies', () => {
		expect(needsParent({ ls: 1 }, { ls: -1 })).toBe(false);
		expect(needsParent({ ls: 1 }, { ls: 1, dl: -1 })).toBe(true);
	});
	test('what is still granted, and what is not as it was asked for', () => {
		expect(missedCodes({ ls: 1, rm: -1, cd: 1 }, { ls: 1, dl: 1, pv: -1, rm: 1 })).toEqual({
			granted: ['dl'],
			wrong: ['cd', 'rm'],
		});
	});
	test('only the columns that change are shown', () => {
		expect(columnsThatDiffer({ ls: 1 }, { ls: 1 })).toEqual({});
		expect(columnsThatDiffer({ ls: 1 }, { ls: 1, dl: 1 })).toEqual({ granted: { from: ['ls'], to: ['ls', 'dl'] } });
		expect(columnsThatDiffer({ rm: -1 }, {})).toEqual({ denied: { from: ['rm'], to: [] } });
	});
	test.each<[string, object | undefined, object, object | undefined, boolean]>([
		['nobody knows the role', undefined, { ls: 1 }, undefined, false],
		['exactly its permissions', { ls: 1, rm: -1 }, { ls: 1, rm: -1 }, undefined, true],
		['less than it grants', { ls: 1, dl: 1 }, { ls: 1 }, {}, false],
		['more, which the parent folder gives', { ls: 1 }, { ls: 1, dl: 1 }, { dl: 1 }, true],
		['more, which nobody gives', { ls: 1 }, { ls: 1, dl: 1 }, {}, false],
		['more, and the parent folder is not known', { ls: 1 }, { ls: 1, dl: 1 }, undefined, false],
		['against the parent folder', { ls: 1 }, { ls: 1 }, { ls: -1 }, true],
	])('whether a role applies: %s', (_, role, codes, parent, expected) => {
		expect(hasRole(role, { codes, parent, isShared: false })).toBe(expected);
	});
});

test('the codes are those of the document, each once', () => {
	expect(ALL_CODES).toHaveLength(26);
	expect(ALL_CODES.slice(0, 4)).toEqual(['ls', 'cd', 'pv', 'dl']);
});
