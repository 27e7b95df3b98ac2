import { move, remove } from '../../protocol/catalogue/libraryPlaces';
import { createFolder } from '../../protocol/catalogue/libraryFiles';
import { moveRequest } from '../../protocol/catalogue/requests';
import { userDelete, userRename } from '../../protocol/catalogue/userPlaces';
import { userCreateFolder } from '../../protocol/catalogue/userFiles';
import { defined } from '../../protocol/wire/json';
import { baseName, parentPath } from '../../protocol/wire/paths';
import { call } from '../service/call';
import type { MirrorSide } from './mirrorSide';

/** The requests that change the target, by full paths. They answer as the service does and throw what `call` throws. */
export interface TargetCalls {
	createFolder(fullpath: string): Promise<unknown>;
	/** By token, a move changes either the folder or the name. */
	move(from: string, to: string): Promise<unknown>;
	remove(fullpath: string): Promise<unknown>;
}

/** The requests for the account of a side: a library authorization, or a user token. */
export const targetCalls = (side: MirrorSide): TargetCalls =>
	side.caller.account.kind === 'token' ? byToken(side) : byAuthorization(side);

const byAuthorization = ({ caller, operator = {} }: MirrorSide): TargetCalls => ({
	createFolder: async (fullpath) => await call(caller, createFolder, { fullpath, ...operator }),
	move: async (fullpath, to) => await call(caller, move, { fullpath, dest_fullpath: to, ...operator }),
	remove: async (fullpath) => await call(caller, remove, { fullpath, destroy: '0', ...operator }),
});

function byToken({ caller, mountId }: MirrorSide): TargetCalls {
	const mount = defined({ mount_id: mountId });
	return {
		// Without overwriting: whatever has come there in the meantime stays as it is (C04).
		createFolder: async (fullpath) => await call(caller, userCreateFolder, { ...mount, fullpath, overwrite: '0' }),
		move: async (fullpath, to) =>
			parentPath(fullpath) === parentPath(to)
				? await call(caller, userRename, { ...mount, fullpath, newname: baseName(to) })
				: await call(caller, moveRequest, { ...mount, fullpath, target_fullpath: parentPath(to) }),
		remove: async (fullpath) => await call(caller, userDelete, { ...mount, fullpath }),
	};
}
