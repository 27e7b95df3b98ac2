import {
	type CurrentDirectory,
	type CurrentMember,
	type DirectoryRules,
	type WantedDirectory,
	type DirectoryChange,
	entryFields,
	planDirectory,
	readWanted,
} from '#directory/plan';
import type { Plan } from '../../../src/protocol/plan/plan';
import { atOnce } from '../../support/atOnce';

/* Input entries and a small company, for the tests of plans. */

export type Json = Record<string, unknown>;
/** The time of all plans. */
export const NOW = Date.parse('2026-06-15T12:00:00Z');
export const KEEP_MISSING: DirectoryRules = {
	missingMembers: 'leave',
	deleteMissingDepartments: false,
	limits: { percent: 10, count: null },
	resend: true,
	now: NOW,
};
export const DELETE_MISSING: DirectoryRules = {
	...KEEP_MISSING,
	missingMembers: 'delete',
	deleteMissingDepartments: true,
	limits: { percent: 100, count: null },
};

export const department = (outId: string, more: Json = {}): Json => ({
	type: 'department',
	outId,
	name: `Department ${outId}`,
	...more,
});
export const member = (outId: string, more: Json = {}): Json => ({
	type: 'member',
	outId,
	name: `Member ${outId}`,
	account: `account ${outId}`,
	...more,
});

/** The wanted directory, each entry from the input item of its index. */
export const wantedOf = (entries: readonly Json[]): WantedDirectory =>
	atOnce(
		readWanted(
			entries.map((json, item) => ({ item, where: '', json })),
			entryFields(),
		),
	);

/** The plan, uninterrupted. */
export const planBetween = (...between: Parameters<typeof planDirectory>): Plan<DirectoryChange> =>
	atOnce(planDirectory(...between));

/** A small directory that tests change. */
export class Company implements CurrentDirectory {
	readonly departments: Array<{ id: string; outId: string; name: string; parentId: string }> = [];
	readonly members: Array<{ -readonly [K in keyof CurrentMember]: CurrentMember[K] }> = [];
	readonly placesRead = true;

	/** Adds a department below another one, at the top level without one. Returns its ID. */
	addDepartment(outId: string, name: string, parentId = ''): string {
		const id = `id of ${outId || name}`;
		this.departments.push({ id, outId, name, parentId });
		return id;
	}

	/** Adds a member, at the top level unless something else is said. */
	addMember(outId: string, name: string, more: Partial<CurrentMember> = {}): void {
		const account = name.toLowerCase();
		const said = { email: '', phone: '', title: '', enabled: true, expires: '', departments: [], listed: true };
		this.members.push({ outId, name, account, ...said, ...more });
	}

	department(outId: string) {
		return this.departments.find((one) => one.outId === outId)!;
	}

	member(outId: string) {
		return this.members.find((one) => one.outId === outId)!;
	}
}

/** The plan that brings a company to what the entries describe. */
export const wholePlanFor = (current: Company, entries: readonly Json[], rules = KEEP_MISSING): Plan<DirectoryChange> =>
	planBetween(current, wantedOf(entries), rules);

export const planFor = (current: Company, entries: readonly Json[], rules = KEEP_MISSING): DirectoryChange[] => [
	...wholePlanFor(current, entries, rules).changes,
];

/** Each change in short, e.g. `join member m-1 d-3`; the top level is ''. */
export const summaries = (changes: readonly DirectoryChange[]): string[] =>
	changes.map(({ action, type: kind, out_id: outId, department: to }) =>
		[action, kind, outId, ...(to === undefined ? [] : [to])].join(' '),
	);

/** d-1 > d-2 > d-3; m-1 in d-2, m-2 at the top, m-3 hidden, and an administrator, who has no external ID. */
export function company(): Company {
	const all = new Company();
	const two = all.addDepartment('d-2', 'Two', all.addDepartment('d-1', 'One'));
	all.addDepartment('d-3', 'Three', two);
	all.addMember('m-1', 'Ann', { email: 'ann@x', departments: ['d-2'] });
	all.addMember('m-2', 'Bob');
	all.addMember('m-3', 'Cid', { listed: false });
	all.addMember('', 'Root');
	return all;
}
