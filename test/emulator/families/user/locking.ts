import { libraryFor, requirePermission } from '../../auth/userAccess';
import { int, required } from '../../http/parameters';
import { lockParams, setLock } from '../locking';
import { userOperation } from '../operationsByCaller';

export const lock = userOperation('/m-api/1/file/lock', {
	lenientOnly: true,
	params: { mount_id: required(int(1)), ...lockParams },
	handle: (call) => {
		const library = libraryFor(call, call.p.mount_id);
		const entry = library.tree.get(call.p.fullpath);
		requirePermission(call, 'file_write', library, entry);
		return setLock(library, entry, call.p.lock, call.actor);
	},
});
