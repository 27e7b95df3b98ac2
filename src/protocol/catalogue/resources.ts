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

/** How the menu shows a resource whose name alone does not tell which one to take. */
interface ResourceNote {
	/** Title; that of its name when absent. */
	readonly name?: string;
	readonly help: string;
}

/** Notes on resources of File Library. Everything else is its name in Title Case. */
export const RESOURCE_NOTES: Readonly<Record<string, ResourceNote>> = {
	permission: { help: 'To share: roles and single permissions' },
	folderPermission: {
		name: 'Folder Permission (Classic)',
		help: 'To see who has access: six permissions on folders',
	},
};
