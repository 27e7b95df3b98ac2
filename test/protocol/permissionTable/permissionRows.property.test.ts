import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { ALL_CODES, type PermissionCode, type Status, statusOf } from '../../../src/protocol/permissionTable/codes';
import { differingCodes, permissionFor, type RowFacts } from '../../../src/protocol/permissionTable/rowDifference';
import { property } from '../../support/property';

/* What is sent for a row of a permission table, by a model of what applies. */

const CODES: readonly PermissionCode[] = ALL_CODES.slice(0, 6);
const status = fc.array(fc.constantFrom(1, -1, 0), { minLength: CODES.length, maxLength: CODES.length }).map((states) =>
	statusOf(
		CODES.filter((_, at) => states[at] === 1),
		CODES.filter((_, at) => states[at] === -1),
	),
);
/** What applies: the own state of each permission, else that of the parent. */
const applied = (own: Readonly<Record<string, number>>, parent: Status): Status =>
	Object.fromEntries(
		CODES.map((code) => [code, own[code] || (parent[code] ?? 0)] as const).filter(([, state]) => state !== 0),
	) as Status;

property({
	promise: 'what is sent for a row of a permission table makes the row true, and then nothing differs',
	count: 1050,
	cases: fc.record({ wanted: status, own: status, parent: status, isShared: fc.boolean(), isKnown: fc.boolean() }),
	keeps: ({ wanted, own, parent, isShared, isKnown }) => {
		const facts: RowFacts = { codes: applied(own, parent), parent: isKnown ? parent : undefined, isShared };
		// Without what applies above, the reader asks for it before it plans.
		if (!isKnown) return ok(typeof permissionFor(wanted, facts) === 'object');
		const sent = permissionFor(wanted, facts);
		deepEqual(Object.keys(sent).sort(), ['role_id', ...ALL_CODES].sort());
		const after = applied(sent, parent);
		for (const code of CODES) {
			if (wanted[code] === undefined) ok(after[code] !== 1, `${code} is granted`);
			else equal(after[code], wanted[code], code);
		}
		deepEqual(differingCodes(wanted, { ...facts, codes: after }), []);
	},
});
