import {
	type CurrentDirectory,
	type DirectoryRules,
	type WantedDirectory,
	type DirectoryChange,
	entryFields,
	planDirectory,
	readWanted,
} from '#directory/plan';
import type { Plan } from '../../../src/protocol/plan/plan';
import { atOnce } from '../../../src/protocol/wire/parseJson';
import { ServiceModel } from './serviceModel';

/* Input entries and a small company, for the tests of plans. */

export type Json = Record<string, unknown>;
/** The time of all plans. */
export const NOW = Date.parse('2026-06-15T12:00:00Z');
export const KEEP_MISSING: DirectoryRules = {
	missingMembers: 'leave',
	deleteMissingDepartments: false,
	limits: { percent: 10 },
	resend: true,
	now: NOW,
};
export const DELETE_MISSING: DirectoryRules = {
	...KEEP_MISSING,
	missingMembers: 'delete',
	deleteMissingDepartments: true,
	limits: { percent: 100 },
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

const day = (expire: number): string => (expire === 0 ? '' : new Date(expire * 1000).toISOString().slice(0, 10));

/** What reading the model gives. */
function currentOf(model: ServiceModel): CurrentDirectory {
	const outIdOf = (id: string): string => model.groups.find((group) => group.id === id)?.outId ?? '';
	return {
		departments: model.groups.map(({ id, outId, name, parent }) => ({ id, outId, name, parentId: parent })),
		members: model.members.map((one) => ({
			outId: one.outId,
			name: one.name,
			account: one.account,
			email: one.email,
			phone: one.phone,
			title: one.title,
			enabled: model.isEnabled(one),
			expires: day(one.expire),
			departments: [...one.groups].map(outIdOf).filter(Boolean),
			listed: model.isListed(one),
		})),
		placesRead: true,
	};
}

/** The plan that brings the model to what the entries describe. */
export const wholePlanFor = (
	model: ServiceModel,
	entries: readonly Json[],
	rules = KEEP_MISSING,
): Plan<DirectoryChange> => planBetween(currentOf(model), wantedOf(entries), rules);

/** The changes of that plan. */
export const planFor = (model: ServiceModel, entries: readonly Json[], rules = KEEP_MISSING): DirectoryChange[] => [
	...wholePlanFor(model, entries, rules).changes,
];

/** Each change in short, e.g. `join member m-1 d-3`; the top level is ''. */
export const summaries = (changes: readonly DirectoryChange[]): string[] =>
	changes.map(({ action, type: kind, out_id: outId, department: to }) =>
		[action, kind, outId, ...(to === undefined ? [] : [to])].join(' '),
	);

/**
 * d-1 > d-2 > d-3; m-1 in d-2, m-2 at the top level, m-3 hidden from member management, and an administrator of the
 * console, who has no external ID.
 */
export function company(): ServiceModel {
	const model = new ServiceModel();
	const one = model.addGroup('d-1', 'One', undefined);
	const two = model.addGroup('d-2', 'Two', one);
	model.addGroup('d-3', 'Three', two);
	model.addMember({ outId: 'm-1', name: 'Ann', account: 'ann', email: 'ann@x', groups: new Set([two.id]) });
	model.addMember({ outId: 'm-2', name: 'Bob', account: 'bob', top: true });
	model.addMember({ outId: 'm-3', name: 'Cid', account: 'cid' });
	model.addMember({ outId: '', name: 'Root', account: 'root', top: true });
	return model;
}
