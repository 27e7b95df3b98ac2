import { departmentOf, type DirectoryWorld, memberOf } from '../worlds';
import { serveEmulator, setupOf } from './serve';

/* The emulator with a large directory, or with an empty one. */

const { members, departments } = setupOf().world as DirectoryWorld;

void serveEmulator(({ world: { directory } }) => {
	directory.members.clear();
	directory.groups.clear();
	directory.topLevel.clear();
	const groups = Array.from({ length: departments }, (_, n) => {
		const { outId, name, parentOutId } = departmentOf(n);
		return directory.addGroup({ outId, name, parentId: directory.findGroup(parentOutId)?.id ?? 0 });
	});
	for (let n = 0; n < members; n++) {
		const { type: _, departmentOutIds: __, ...member } = memberOf(n, departments);
		groups[n % departments]?.memberIds.add(directory.addMember(member).id);
	}
});
