import { badParameter } from '../../http/errors';
import type { Kind } from '../../http/parameters';
import { defaulted, filled, flag, int, optional, required } from '../../http/parameters';
import type { Directory } from '../../store/enterprise/directory';
import { logTypes } from '../../store/enterprise/managementLog';
import { deleteGroup, moveGroup } from '../../store/enterprise/placement';
import { groupAt, groupPath, operation, texts } from './shared';

/** assumed (ambiguity I16): a name with a slash could never be named in a path. */
const groupName: Kind<string> = (raw, name) => {
	if (raw.includes('/')) throw badParameter(name, 'holds a slash');
	return filled(raw, name);
};

/** assumed: a name stands once in a department, or paths would have two meanings. */
function requireFree(directory: Directory, parentId: number, name: string, parameter: string): void {
	if (directory.childNamed(parentId, name)) throw badParameter(parameter, `is the name of another department there`);
}

export const addGroup = operation({
	params: {
		group_name: required(groupName),
		parent_group_path: defaulted(groupPath, ''),
		orderby: defaulted(int(), 0),
		state: defaulted(flag, true),
	},
	handle: ({ directory, note, p }) => {
		const parentId = groupAt(directory, p.parent_group_path)?.id ?? 0;
		requireFree(directory, parentId, p.group_name, 'group_name');
		const group = directory.addGroup({ name: p.group_name, parentId, orderby: p.orderby, enabled: p.state });
		note(logTypes.structure, `added department ${group.name}`);
		return { group_id: group.id };
	},
});

export const setGroup = operation({
	params: {
		// ambiguity I02: stated as optional; without it there is nothing to modify, so it is needed (assumed).
		group_path: required(groupPath),
		group_name: optional(groupName),
		parent_group_path: optional(groupPath),
		orderby: optional(int()),
		state: optional(flag),
	},
	handle: ({ directory, note, p }) => {
		const group = directory.groupByPath(p.group_path);
		// doc: empty moves to the top level; A15: absent leaves it where it is.
		const parent = p.parent_group_path === undefined ? undefined : groupAt(directory, p.parent_group_path);
		const parentId = parent === undefined ? group.parentId : (parent?.id ?? 0);
		const name = p.group_name ?? group.name;
		if (parentId !== group.parentId || name !== group.name)
			requireFree(directory, parentId, name, p.group_name === undefined ? 'parent_group_path' : 'group_name');
		if (parent !== undefined) moveGroup(directory, group, parent);
		group.name = name;
		group.orderby = p.orderby ?? group.orderby;
		group.enabled = p.state ?? group.enabled;
		note(logTypes.structure, `changed department ${group.name}`);
		return {};
	},
});

export const delGroup = operation({
	params: { groups: required(texts) }, // ambiguity I02, as above
	handle: ({ world, enterprise, directory, note, p }) => {
		const paths = p.groups.map((path) => groupPath(path, 'groups'));
		for (const path of paths) {
			const group = directory.findGroupByPath(path);
			// assumed: unknown paths are passed over; a parent named before may have taken it along.
			if (!group) continue;
			world.forgetGroups(enterprise, deleteGroup(directory, group));
			note(logTypes.structure, `deleted department ${path}`);
		}
		return {};
	},
});
