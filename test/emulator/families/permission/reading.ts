import { filled, int, optional, path, required } from '../../http/parameters';
import { groupCodes, memberCodes } from '../../store/permissions/advancedPermissions';
import { memberRef, oneMember, referredMember } from '../memberRef';
import { libraryOperation } from '../operationsByCaller';

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
