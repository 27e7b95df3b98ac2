import { entryPath, filled, flag, int, list, optional, path, required } from '../../http/parameters';
import {
	deleteAdvanced,
	groupCodes,
	memberCodes,
	setAdvanced,
	setInherit,
} from '../../store/permissions/advancedPermissions';
import { memberRef, oneMember, referredMember } from '../memberRef';
import { libraryOperation } from '../operationsByCaller';
import { permissionsObject, subjectsObject, subjectsOf } from './permissionsObject';

/** assumed (H08): exactly one of the three is required. assumed (H06): all codes are present, as 1, 0 or -1. */
export const getMemberPermission = libraryOperation('/m-open/2/file/get_member_permission', {
	params: { fullpath: required(path), ...memberRef },
	exactlyOne: oneMember,
	handle: ({ library, p }) => {
		const { directory } = library;
		const entry = library.tree.get(p.fullpath);
		return memberCodes(library, entry, referredMember(directory, p).id, directory);
	},
});

export const getGroupPermission = libraryOperation('/m-open/2/file/get_group_permission', {
	params: { fullpath: required(path), group_id: optional(int(0)), group_out_id: optional(filled) },
	exactlyOne: [['group_id', 'group_out_id']],
	handle: ({ library, p }) => {
		const { directory } = library;
		const group =
			p.group_out_id !== undefined
				? directory.groupByOutId(p.group_out_id)
				: directory.groupById(p.group_id ?? 0);
		return groupCodes(library, library.tree.get(p.fullpath), group.id);
	},
});

export const setPermission = libraryOperation('/m-open/2/file/set_permission', {
	params: { fullpath: required(path), permissions: required(permissionsObject) },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		setAdvanced(entry, subjectsOf(library.directory, p.permissions.ids, 'permissions'), p.permissions.setting);
		library.touch(entry);
		return {};
	},
});

export const setPermissionInherit = libraryOperation('/m-open/2/file/set_permission_inherit', {
	params: { fullpath: required(path), inherit: required(flag), keep: required(flag) },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		setInherit(entry, p.inherit, p.keep);
		library.touch(entry);
		return {};
	},
});

export const batchSetPermission = libraryOperation('/m-open/2/file/batch_set_permission', {
	params: {
		fullpaths: required(list('|', entryPath)),
		type: required(flag),
		permissions: required(permissionsObject),
		inherit: optional(flag),
	},
	handle: ({ library, p }) => {
		const entries = p.fullpaths.map((each) => library.tree.get(each));
		const subjects = subjectsOf(library.directory, p.permissions.ids, 'permissions');
		for (const entry of entries) {
			// doc: type 1 sets and clears what was set before, 0 adds.
			if (p.type && entry.details) [entry.details.advanced, entry.details.permissions] = [undefined, undefined];
			// assumed (H04): without inherit it is unchanged. assumed: inherit 0 keeps no inherited settings.
			if (p.inherit !== undefined) setInherit(entry, p.inherit, p.inherit);
			setAdvanced(entry, subjects, p.permissions.setting);
			library.touch(entry);
		}
		return {};
	},
});

export const delPermission = libraryOperation('/m-open/2/file/del_permission', {
	params: { fullpath: required(path), ids: required(subjectsObject) },
	handle: ({ library, p }) => {
		const entry = library.tree.get(p.fullpath);
		deleteAdvanced(entry, subjectsOf(library.directory, p.ids, 'ids'));
		library.touch(entry);
		return {};
	},
});
