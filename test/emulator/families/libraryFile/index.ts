import { authorizeLibrary, libraryCommon } from '../../auth/libraryCaller';
import { family } from '../operation';
import { copy, copyMany, queueStatus } from './copying';
import { updates, updatesCount } from './feed';
import { history, info, stat } from './info';
import { ceditUrl, downloadUrl, link, linkClose, links, previewUrl } from './links';
import { ls, search } from './listing';
import { addTag, delMetadata, delTag, setMetadata } from './marking';
import { filePermission, getAllPermission, getPermission, resetPermission, setPermissionInherit } from './permissions';
import { del, deleteCompletely, recover, recycle } from './removing';
import { createFile, createFolder, move, uploadServers } from './writing';

/** doc: library file operations. */
export const libraryFile = family({
	prefix: '/m-open/1/file',
	authorize: authorizeLibrary,
	common: libraryCommon,
	operations: {
		ls,
		search,
		updates,
		updates_count: updatesCount,
		info,
		history,
		stat,
		download_url: downloadUrl,
		preview_url: previewUrl,
		cedit_url: ceditUrl,
		link,
		link_close: linkClose,
		links,
		create_folder: createFolder,
		create_file: createFile,
		upload_servers: uploadServers,
		copy,
		mcopy: copyMany,
		move,
		queue_status: queueStatus,
		del,
		del_completely: deleteCompletely,
		recycle,
		recover,
		add_tag: addTag,
		del_tag: delTag,
		set_metadata: setMetadata,
		del_metadata: delMetadata,
		set_permission_inherit: setPermissionInherit,
		get_all_permission: getAllPermission,
		file_permission: filePermission,
		reset_permission: resetPermission,
		get_permission: getPermission,
	},
});
