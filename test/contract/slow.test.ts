import { catalogue } from '../../src/entries';
import { words } from '../support/words';

/* Operations whose answer may take many minutes, because they work on everything below a folder, or of a library. */

const SLOW = [
	// whole folders
	...words(`
		libraryFileCopy libraryFileCopyMany libraryFileMove libraryFileDelete libraryFileRecover
		libraryFileDeleteCompletely libraryFileDeleteCompletelyByTag libraryFileRecycleEmpty
		userFileCopy userFileMove userFileDelete userFileRename
		libraryFileRename libraryFileDeleteByTag libraryFolderCopy libraryFolderMove libraryFolderRename
		libraryFolderDelete userFolderCopy userFolderMove userFolderRename userFolderDelete
	`),
	// permissions of what is inside
	...words(`
		libraryFileSetPermission libraryFileResetPermission libraryFileSetPermissionInherit
		permissionSet permissionBatchSet permissionSetInherit permissionDelete permissionTableApply
	`),
	// who may use a library, and its end
	...words(`
		orgAddMember orgDelMember orgSetMemberRole orgAddGroup orgDelGroup orgSetGroupRole orgSetOwner orgDestroy
	`),
	// a member's personal library goes along; a department's branch
	...words('entDelMember entDelSyncMember entDelGroup entDelSyncGroup entSetGroup'),
];

test('exactly these wait ten minutes for an answer', () => {
	expect(catalogue.flatMap(({ slow, id }) => (slow ? [id] : [])).sort()).toEqual([...SLOW].sort());
});

test('what only reads is not slow', () => expect(catalogue.filter(({ slow, reads }) => slow && reads)).toEqual([]));
