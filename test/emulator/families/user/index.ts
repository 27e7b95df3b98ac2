import { family } from '../operation';
import { authorizeUser, tokenCommon } from '../../auth/userCaller';
import { copy, move } from './copying';
import { addFile, delFile, getFiles } from './favorites';
import { createLibrary, mountList } from './libraries';
import { attribute, info, ls, open, previewUrl } from './reading';
import { search } from './search';
import { createFile, createFolder, del, rename, uploadServer } from './writing';

/** doc: user-token operations with version 1 in their path. */
export const user = family({
	prefix: '/m-api/1',
	authorize: authorizeUser,
	common: tokenCommon,
	operations: {
		'account/mount': mountList,
		'library/create': createLibrary,
		'file/ls': ls,
		'file/upload_server': uploadServer,
		'file/copy': copy,
		'file/move': move,
		'file/rename': rename,
		'file/del': del,
		'favorites/add_file': addFile,
		'favorites/del_file': delFile,
		'favorites/get_files': getFiles,
	},
});

/** doc: those with version 2. */
export const user2 = family({
	prefix: '/m-api/2',
	authorize: authorizeUser,
	common: tokenCommon,
	operations: {
		'file/open': open,
		'file/preview_url': previewUrl,
		'file/info': info,
		'file/attribute': attribute,
		'file/create_folder': createFolder,
		'file/create_file': createFile,
		'file/search': search,
	},
});
