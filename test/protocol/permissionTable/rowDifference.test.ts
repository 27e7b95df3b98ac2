import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
	ALL_CODES,
	codesIn,
	type PermissionCode,
	type Status,
	statusIn,
} from '../../../src/protocol/catalogue/permissionCodes';
import { differingCodes, type RowFacts, statusFor } from '#permissionTable/plan';
import { property } from '../../support/property';
import { type Facts, factsOf, type States } from './plannedRows';

/* Permissions that a row does not mention (docs/permission-table.md, Editing), and the sources that can be claimed. */

describe('a permission that a row leaves out', () => {
	const facts = (codes: States, more: Facts = {}): RowFacts => factsOf({ codes, parent: {}, ...more });
	test.each<[string, RowFacts, string[], number]>([
		['granted by the parent folder', facts({ ls: 1, dl: 1 }, { parent: { dl: 1 } }), ['dl'], -1],
		['denied by the folder itself, for nothing', facts({ ls: 1, dl: -1 }), ['dl'], 0],
		['denied, where departments may grant it', facts({ ls: 1, dl: -1 }, { isShared: true }), [], -1],
		['denied, where nobody knows the parent folder', facts({ ls: 1, dl: -1 }, { parent: undefined }), [], -1],
	])('%s', (_, known, differing, sent) => {
		expect(codesIn(differingCodes(statusIn({ ls: 1 }), known))).toEqual(differing);
		expect(statusFor(statusIn({ ls: 1 }), known)).toEqual(statusIn({ ls: 1, dl: sent }));
	});
});

/* What is sent for a row of a permission table, by a model of what applies. */

const CODES: readonly PermissionCode[] = ALL_CODES.slice(0, 6);
const states = fc.record(Object.fromEntries(CODES.map((code) => [code, fc.constantFrom(1, -1, 0)])));
/** What applies: the own state of each permission, else that of the parent. */
const applied = (own: States, parent: States): States =>
	Object.fromEntries(CODES.map((code) => [code, own[code] || (parent[code] ?? 0)]));

const statesOf = ({ granted, denied }: Status): States =>
	Object.fromEntries([...codesIn(granted).map((code) => [code, 1]), ...codesIn(denied).map((code) => [code, -1])]);

property({
	promise: 'what is sent for a row of a permission table makes the row true, and then nothing differs',
	count: 1050,
	cases: fc.record({ wanted: states, own: states, parent: states, isShared: fc.boolean(), isKnown: fc.boolean() }),
	keeps: ({ wanted, own, parent, isShared, isKnown }) => {
		const facts = factsOf({ codes: applied(own, parent), parent: isKnown ? parent : undefined, isShared });
		const row = statusIn(wanted);
		// Without what applies above, the reader asks for it before it plans.
		if (!isKnown) return ok(typeof statusFor(row, facts) === 'object');
		const after = applied(statesOf(statusFor(row, facts)), parent);
		for (const code of CODES) {
			if (wanted[code] === 0) ok(after[code] !== 1, `${code} is granted`);
			else equal(after[code], wanted[code], code);
		}
		equal(differingCodes(row, { ...facts, codes: statusIn(after) }), 0);
	},
});
