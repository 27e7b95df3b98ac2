import { handles } from '../../n8n/execute/pairing';
import { createFolder, libraryFileInfo } from '../../protocol/catalogue/libraryFiles';
import {
	libraryFileCopy,
	copyFolder,
	copyMany,
	getFolder,
	libraryFileMove,
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
	handles(libraryFileInfo, look),
	handles(getFolder, look),
	handles(userGet, look),
	handles(userGetFolder, look),
	handles(createFolder, create),
	handles(userCreateFolder, create),
	handles(libraryFileCopy, copies),
	handles(copyMany, copies),
	handles(copyFolder, copies),
	handles(libraryFileMove, moveOrCopy),
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
