import { int, required } from '../../http/parameters';
import { logTypes } from '../../store/enterprise/managementLog';
import { personalLibrary } from '../../world/personalLibrary';
import { memberOrEmailRef, oneMemberOrEmail, referredMember } from '../memberRef';
import { enterpriseOperation } from '../operationsByCaller';
import { libraryInfo } from './entries';

/** doc (F03): before it is initialized only the size that the administrator set. */
export const infoByMember = enterpriseOperation('/m-open/1/org/info_by_member', {
	params: memberOrEmailRef,
	exactlyOne: oneMemberOrEmail,
	handle: ({ world, enterprise, directory, p }) => {
		const member = referredMember(directory, p);
		const library = personalLibrary(world, enterprise, member);
		if (!library) return { info: { size_org_total: member.personalCapacity } };
		const { owner_id: _, ...info } = libraryInfo(library);
		return { info };
	},
});

export const setByMember = enterpriseOperation('/m-open/1/org/set_by_member', {
	params: { ...memberOrEmailRef, capacity: required(int(-1)) },
	exactlyOne: oneMemberOrEmail,
	handle: ({ world, enterprise, directory, note, p }) => {
		const member = referredMember(directory, p);
		member.personalCapacity = p.capacity;
		const library = personalLibrary(world, enterprise, member);
		if (library) library.profile.capacity = p.capacity;
		note(logTypes.libraries, `set the personal library of ${member.account} to ${p.capacity} bytes`);
		return {};
	},
});
