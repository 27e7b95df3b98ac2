import { actorOf, operator } from '../../auth/operator';
import { lockParams, setLock } from '../locking';
import { libraryOperation } from '../operationsByCaller';

export const lock = libraryOperation('/m-open/1/file/lock', {
	lenientOnly: true,
	params: { ...lockParams, ...operator },
	handle: ({ library, p }) => setLock(library, library.tree.get(p.fullpath), p.lock, actorOf(library, p)),
});
