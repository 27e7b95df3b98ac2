import type { CurrentDirectory } from '../../../src/protocol/directory/currentDirectory';
import type { DeletionRules } from '../../../src/protocol/directory/deletionLimit';
import type { DirectoryChange } from '../../../src/protocol/directory/directoryChange';
import { FIELD_NAMES } from '../../../src/protocol/directory/entryFields';
import { planDirectory } from '../../../src/protocol/directory/planDirectory';
import { readWanted } from '../../../src/protocol/directory/readWanted';
import type { WantedDirectory } from '../../../src/protocol/directory/wantedDirectory';
import { ServiceModel } from './serviceModel';

/* Input entries and a small company, for the tests of plans. */

export type Json = Record<string, unknown>;
export const KEEP_MISSING: DeletionRules = { deleteMembers: false, deleteDepartments: false, deletionLimit: 10 };
export const DELETE_MISSING: DeletionRules = { deleteMembers: true, deleteDepartments: true, deletionLimit: 100 };

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
const wantedOf = (entries: readonly Json[]): WantedDirectory =>
	readWanted(
		entries.map((json, item) => ({ item, where: '', json })),
		FIELD_NAMES,
	);

/** What reading the model gives. */
function currentOf(model: ServiceModel): CurrentDirectory {
	const outIdOf = (id: string): string => model.groups.find((group) => group.id === id)?.outId ?? '';
	return {
		departments: model.groups.map(({ id, outId, name, parent }) => ({ id, outId, name, parentId: parent })),
		members: model.members.map(({ groups, top, ...texts }) => ({
			...texts,
			departments: [...groups].map(outIdOf).filter(Boolean),
			listed: top || groups.size > 0,
		})),
	};
}

/** The plan that brings the model to what the entries describe. */
export const planFor = (model: ServiceModel, entries: readonly Json[], rules = KEEP_MISSING): DirectoryChange[] =>
	planDirectory(currentOf(model), wantedOf(entries), rules);

/** Each change in short, e.g. `join member m-1 d-3`; the top level is ''. */
export const summaries = (changes: readonly DirectoryChange[]): string[] =>
	changes.map(({ action, kind, outId, department: to }) =>
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
