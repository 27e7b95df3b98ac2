/* How menus show the resources of the nodes, and their operations. */

/** What people look for first, and what few need; the others are between them, by title. */
export interface MenuOrder {
	readonly first: readonly string[];
	readonly last: readonly string[];
}

/** The order of the operations, by resource; of all other resources the one of a new form comes first. */
export const OPERATION_ORDER: Readonly<Record<string, MenuOrder>> = {
	file: {
		first: ['upload', 'download', 'search', 'get'],
		last: ['getReadingLink', 'waitForReading', 'closeReadingLink', 'getUploadKey', 'getUploadServer'],
	},
	link: { first: ['create', 'getMany', 'close', 'closeMany'], last: [] },
	permission: { first: ['set', 'getTable', 'applyTable'], last: [] },
};

/** The order of the resources. */
export const RESOURCE_ORDER: MenuOrder = {
	first: ['file', 'folder', 'link', 'tag', 'metadata', 'permission', 'history', 'recycleBin'],
	last: ['change', 'copyTask', 'folderPermission'],
};

/** Notes on resources whose names alone do not tell which one to take, and other titles than the name in Title Case. */
export const RESOURCE_NOTES: Readonly<Record<string, { readonly name?: string; readonly help: string }>> = {
	permission: { help: 'To share: roles and single permissions' },
	folderPermission: {
		name: 'Folder Permission (Classic)',
		help: 'To see who has access: six permissions on folders',
	},
};
