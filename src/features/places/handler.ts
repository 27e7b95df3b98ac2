import { handles } from '../../n8n/execute/pairing';
import { createFolder, get } from '../../protocol/catalogue/libraryFiles';
import {
	copy,
	copyFolder,
	copyMany,
	getFolder,
	move,
	moveFolder,
	rename,
	renameFolder,
} from '../../protocol/catalogue/libraryPlaces';
import { userCreateFolder, userGet } from '../../protocol/catalogue/userFiles';
import {
	userCopy,
	userCopyFolder,
	userGetFolder,
	userMove,
	userMoveFolder,
	userRename,
	userRenameFolder,
} from '../../protocol/catalogue/userPlaces';
import { handler as copies } from './serve/copies';
import { handler as create } from './serve/createFolder';
import { handler as look } from './serve/get';
import { handler as moveOrCopy } from './serve/moveOrCopy';

/** The operations of this feature, with what carries them out. */
export const handlers = [
	handles(get, look),
	handles(getFolder, look),
	handles(userGet, look),
	handles(userGetFolder, look),
	handles(createFolder, create),
	handles(userCreateFolder, create),
	handles(copy, copies),
	handles(copyMany, copies),
	handles(copyFolder, copies),
	handles(move, moveOrCopy),
	handles(rename, moveOrCopy),
	handles(moveFolder, moveOrCopy),
	handles(renameFolder, moveOrCopy),
	handles(userCopy, moveOrCopy),
	handles(userMove, moveOrCopy),
	handles(userRename, moveOrCopy),
	handles(userCopyFolder, moveOrCopy),
	handles(userMoveFolder, moveOrCopy),
	handles(userRenameFolder, moveOrCopy),
];
