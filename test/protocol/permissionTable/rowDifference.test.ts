import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
	ALL_BITS,
	ALL_CODES,
	codeNamed,
	codesIn,
	namesOfCodes,
	NOTHING_SET,
	type PermissionCode,
	statusIn,
	subjectKey,
} from '../../../src/protocol/catalogue/permissionCodes';
import {
	columnsThatDiffer,
	differingCodes,
	hasRole,
	missedCodes,
	needsParent,
	permissionFor,
	type RowFacts,
	provenSource,
} from '#permissionTable/plan';
import { property } from '../../support/property';
import { type Facts, factsOf, type States } from './plannedRows';

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
	expect([codesIn(status.granted), codesIn(status.denied)]).toEqual([
		['ls', 'dl'],
		['rm', 'mls'],
	]);
});

test('accounts have no case, other names do', () => {
	expect(subjectKey({ type: 'member', by: 'account', value: 'Kim@X' })).toBe('account:kim@x');
	expect(subjectKey({ type: 'member', by: 'out_id', value: 'Kim' })).toBe('out_id:Kim');
});

describe('what differs', () => {
	test('the parent is asked for only where a row leaves out what applies', () => {
		expect(needsParent(statusIn({ ls: 1 }), statusIn({ ls: -1 }))).toBe(false);
		expect(needsParent(statusIn({ ls: 1 }), statusIn({ ls: 1, dl: -1 }))).toBe(true);
	});
	test('what is still granted, and what is not as it was asked for', () => {
		expect(missedCodes(statusIn({ ls: 1, rm: -1, cd: 1 }), statusIn({ ls: 1, dl: 1, pv: -1, rm: 1 }))).toEqual({
			granted: ['dl'],
			wrong: ['cd', 'rm'],
		});
	});
	test('only the columns that change are shown', () => {
		const shown = (from: States, to: States) => columnsThatDiffer(statusIn(from), statusIn(to));
		expect(shown({ ls: 1 }, { ls: 1 })).toEqual({});
		expect(shown({ ls: 1 }, { ls: 1, dl: 1 })).toEqual({ granted: { from: ['ls'], to: ['ls', 'dl'] } });
		expect(shown({ rm: -1 }, {})).toEqual({ denied: { from: ['rm'], to: [] } });
	});
	test.each<[string, States | undefined, States, States | undefined, boolean]>([
		['nobody knows the role', undefined, { ls: 1 }, undefined, false],
		['exactly its permissions', { ls: 1, rm: -1 }, { ls: 1, rm: -1 }, undefined, true],
		['less than it grants', { ls: 1, dl: 1 }, { ls: 1 }, {}, false],
		['more, which the parent folder gives', { ls: 1 }, { ls: 1, dl: 1 }, { dl: 1 }, true],
		['more, which nobody gives', { ls: 1 }, { ls: 1, dl: 1 }, {}, false],
		['more, and the parent folder is not known', { ls: 1 }, { ls: 1, dl: 1 }, undefined, false],
		['against the parent folder', { ls: 1 }, { ls: 1 }, { ls: -1 }, true],
	])('whether a role applies: %s', (_, role, codes, parent, expected) => {
		expect(hasRole(role && statusIn(role), factsOf({ codes, parent }))).toBe(expected);
	});
});

test('the codes are those of the document, each once', () => {
	expect(ALL_CODES).toHaveLength(26);
	expect(ALL_CODES.slice(0, 4)).toEqual(['ls', 'cd', 'pv', 'dl']);
});

/* Permissions that a row does not mention (docs/permission-table.md, Editing), and the sources that can be claimed. */

describe('a permission that a row leaves out', () => {
	const facts = (codes: States, more: Facts = {}): RowFacts => factsOf({ codes, parent: {}, ...more });
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
		expect(codesIn(differingCodes(statusIn({ ls: 1 }), known))).toEqual(differing);
		expect(permissionFor(statusIn({ ls: 1 }), known)).toMatchObject({ ls: 1, dl: sent, pv: 0, role_id: 0 });
	});
});

test('the library as the source names no folder', () => {
	const [here, library, direct] = [
		statusIn({ ls: 1 }),
		{ source: 'library_role', from: '' } as const,
		{ source: 'direct', from: 'A' } as const,
	];
	expect(provenSource(library, here, here)).toEqual({ source: 'library_role' });
	expect(provenSource(library, here, NOTHING_SET)).toEqual({ source: 'unknown' });
	expect(provenSource(direct, here, undefined)).toEqual(direct);
	expect(provenSource({ source: 'unknown' }, NOTHING_SET, NOTHING_SET)).toEqual({ source: 'unknown' });
});

/* What is sent for a row of a permission table, by a model of what applies. */

const CODES: readonly PermissionCode[] = ALL_CODES.slice(0, 6);
const states = fc.record(Object.fromEntries(CODES.map((code) => [code, fc.constantFrom(1, -1, 0)])));
/** What applies: the own state of each permission, else that of the parent. */
const applied = (own: States, parent: States): States =>
	Object.fromEntries(CODES.map((code) => [code, own[code] || (parent[code] ?? 0)]));

property({
	promise: 'what is sent for a row of a permission table makes the row true, and then nothing differs',
	count: 1050,
	cases: fc.record({ wanted: states, own: states, parent: states, isShared: fc.boolean(), isKnown: fc.boolean() }),
	keeps: ({ wanted, own, parent, isShared, isKnown }) => {
		const facts = factsOf({ codes: applied(own, parent), parent: isKnown ? parent : undefined, isShared });
		const row = statusIn(wanted);
		// Without what applies above, the reader asks for it before it plans.
		if (!isKnown) return ok(typeof permissionFor(row, facts) === 'object');
		const sent = permissionFor(row, facts);
		deepEqual(Object.keys(sent).sort(), ['role_id', ...ALL_CODES].sort());
		const after = applied(sent, parent);
		for (const code of CODES) {
			if (wanted[code] === 0) ok(after[code] !== 1, `${code} is granted`);
			else equal(after[code], wanted[code], code);
		}
		equal(differingCodes(row, { ...facts, codes: statusIn(after) }), 0);
	},
});
