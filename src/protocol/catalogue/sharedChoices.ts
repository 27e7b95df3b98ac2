import { local, top } from '../operation/fields';

/* What an operation does where something has the name already, or where nothing has it. */

const NAME_TAKEN = {
	rename: { label: 'Keep Both', help: 'The new one gets a number: name(2).ext' },
	overwrite: {
		label: 'Overwrite',
		help: 'The existing file is deleted first, as Delete does; a folder is never replaced',
	},
	fail: { label: 'Fail', help: 'Nothing is changed and the item fails' },
	skip: { label: 'Skip', help: 'Nothing is changed, and the item is the existing file or folder' },
} as const;
const TAKEN = ['If the Name Is Taken', 'What to do if the destination has an entry of that name'] as const;
/** If the Name Is Taken, for a file or a folder. */
export const ifTaken = local.top.choice(TAKEN, { choices: NAME_TAKEN });
/** The same for a copy by token, which the service is told too. */
export const ifCopyTaken = top.choice(TAKEN, {
	wire: 'overwrite',
	choices: {
		rename: { ...NAME_TAKEN.rename, wire: null },
		overwrite: { ...NAME_TAKEN.overwrite, wire: '1' },
		fail: { ...NAME_TAKEN.fail, wire: null },
		skip: { ...NAME_TAKEN.skip, wire: null },
	},
});
/** The same for a folder, which never replaces anything. */
export const ifFolderTaken = local.top.choice(TAKEN, {
	choices: { rename: NAME_TAKEN.rename, fail: NAME_TAKEN.fail, skip: NAME_TAKEN.skip },
});
/** What becomes of a new folder whose name is taken. */
export const ifFolderExists = local.top.choice('What to do if the parent folder has an entry of that name', {
	label: 'If the Folder Exists',
	choices: {
		existing: ['Return the Existing Folder', 'Nothing is created, and the item is that folder'],
		rename: ['Keep Both', 'The new folder gets a number: name(2)'],
		fail: ['Fail', 'Nothing is created and the item fails'],
	},
});
/** Whether something that does not exist is a failure. */
export const ifMissing = local.top.choice(['If It Does Not Exist', 'What to do if it does not exist'], {
	choices: {
		fail: ['Fail', 'The item fails'],
		exists: ['Return exists: false', 'The item says that it does not exist'],
	},
});
