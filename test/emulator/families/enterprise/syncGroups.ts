import { filled, int, optional, required, text } from '../../http/parameters';
import type { Directory, Group } from '../../store/enterprise/directory';
import { logTypes } from '../../store/enterprise/managementLog';
import { deleteGroup, displace, moveGroup, place } from '../../store/enterprise/placement';
import { syncOperation, texts } from './shared';
import { knownByOutId } from './syncMembers';

/** doc: an external department id; '' (and nothing, where it is stated) is the top level. */
function groupOf(directory: Directory, outId: string | undefined): Group | null {
	return outId === undefined || outId === '' ? null : directory.groupByOutId(outId);
}

export const addSyncGroup = syncOperation({
	params: {
		out_id: required(filled),
		name: required(filled),
		parent_out_id: optional(text),
		orderby: optional(int()),
	},
	handle: ({ directory, note, p }) => {
		const parent = groupOf(directory, p.parent_out_id);
		const known = directory.findGroup(p.out_id);
		if (known) {
			// doc: empty moves to the top level. ambiguity I12: assumed that without the parameter it stays where it is.
			if (p.parent_out_id !== undefined) moveGroup(directory, known, parent);
			known.name = p.name;
			known.orderby = p.orderby ?? known.orderby;
		} else {
			directory.addGroup({ outId: p.out_id, name: p.name, parentId: parent?.id ?? 0, orderby: p.orderby ?? 0 });
		}
		note(logTypes.structure, `${known ? 'changed' : 'added'} department ${p.name}`);
		return {};
	},
});

export const delSyncGroup = syncOperation({
	params: { groups: required(texts) },
	handle: ({ world, enterprise, directory, note, p }) => {
		for (const outId of p.groups) {
			// assumed: unknown ids are passed over; a parent named before may have taken it along.
			const group = directory.findGroup(outId);
			if (!group) continue;
			world.forgetGroups(enterprise, deleteGroup(directory, group));
			note(logTypes.structure, `deleted department ${group.name}`);
		}
		return {};
	},
});

export const addSyncGroupMember = syncOperation({
	params: { members: required(texts), group_out_id: optional(text) },
	handle: ({ directory, note, p }) => {
		const group = groupOf(directory, p.group_out_id);
		const members = p.members.map((outId) => directory.memberByOutId(outId));
		for (const member of members) place(directory, member.id, group);
		note(logTypes.structure, `put ${p.members.length} members into ${group?.name ?? 'the top level'}`);
		return {};
	},
});

export const delSyncGroupMember = syncOperation({
	params: { members: required(texts), group_out_id: optional(text) },
	handle: ({ directory, note, p }) => {
		const group = groupOf(directory, p.group_out_id);
		for (const member of knownByOutId(directory, p.members)) displace(directory, member.id, group);
		note(logTypes.structure, `took ${p.members.length} members out of ${group?.name ?? 'the top level'}`);
		return {};
	},
});
