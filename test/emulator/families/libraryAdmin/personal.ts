import { int, required } from '../../http/parameters';
import { logTypes } from '../../store/enterprise/managementLog';
import { personalLibrary } from '../../world/personalLibrary';
import { memberRef, oneMember, referredMember } from '../enterprise/shared';
import { libraryInfo, operation } from './shared';

export const infoByMember = operation({
	params: memberRef,
	exactlyOne: oneMember,
	handle: ({ world, enterprise, directory, p }) => {
		const member = referredMember(directory, p);
		const library = personalLibrary(world, enterprise, member);
		// doc: before it is initialized only the size set by the administrator.
		if (!library) return { info: { size_org_total: member.personalCapacity } };
		const { owner_id: _, ...info } = libraryInfo(library);
		return { info };
	},
});

export const setByMember = operation({
	params: { ...memberRef, capacity: required(int(-1)) },
	exactlyOne: oneMember,
	handle: ({ world, enterprise, directory, note, p }) => {
		const member = referredMember(directory, p);
		member.personalCapacity = p.capacity;
		const library = personalLibrary(world, enterprise, member);
		if (library) library.profile.capacity = p.capacity;
		note(logTypes.libraries, `set the personal library of ${member.account} to ${p.capacity} bytes`);
		return {};
	},
});
