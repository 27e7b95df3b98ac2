import { catalogue } from '../../src/entries';
import { type AnyOperation, cautionsFor, cautionsOf } from '../../src/protocol/operation/define';
import { words } from '../support/words';

/** Operations that one of others takes back, with no more than what their call and their item say. */
const TAKEN_BACK: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	[
		['file.delete', 'libraryFileCopy libraryFileRecover userFileCopy'],
		[
			'file.delete file.restoreVersion',
			'libraryFileCreateFromText libraryFileUpload userFileCreateFromText userFileUpload',
		],
		['file.move', 'libraryFileMove userFileMove'],
		['file.rename', 'libraryFileRename userFileRename'],
		['file.restoreVersion', 'libraryFileRestoreVersion'],
		['recycleBin.restore', 'libraryFileDelete libraryFolderDelete'],
		['folder.delete', 'libraryFolderCopy libraryFileCreateFolder userFolderCopy userFileCreateFolder'],
		['folder.move', 'libraryFolderMove userFolderMove'],
		['folder.rename', 'libraryFolderRename userFolderRename'],
		['folderPermission.setInheritance', 'libraryFileSetPermissionInherit'],
		['permission.setInheritance', 'permissionSetInherit'],
		['link.close', 'libraryFileLink'],
		['tag.remove', 'libraryFileAddTag'],
		['tag.add', 'libraryFileDeleteTag'],
		['favorite.remove', 'userFavoriteAdd'],
		['favorite.add', 'userFavoriteRemove'],
		['library.delete', 'userLibraryCreate orgCreate'],
		['libraryMember.remove', 'orgAddMember'],
		['libraryDepartment.remove', 'orgAddGroup'],
		['member.delete', 'entAddMember'],
		['department.delete', 'entAddGroup'],
		['departmentMember.remove', 'entAddGroupMember'],
		['departmentMember.add', 'entDelGroupMember'],
		['syncDepartmentMember.remove', 'entAddSyncGroupMember'],
		['syncDepartmentMember.add', 'entDelSyncGroupMember'],
	].flatMap(([undo = '', ids = '']) => words(ids).map((id) => [id, words(undo)])),
);

/* What a model may do without a switch: what Restore, a version or one inverse operation brings back. */

const writing = catalogue.filter(({ reads, signsIn }) => !reads && !signsIn);
const undoOf = ({ id }: AnyOperation): readonly string[] => TAKEN_BACK[id] ?? [];
/** What needs a switch for every input that changes something: a plan that is only shown does not. */
const always = (op: AnyOperation): boolean => {
	const changing = 'dryRun' in op.input ? cautionsFor(op, { dryRun: false }) : [];
	return changing.length > 0 || cautionsOf(op).some(({ when }) => !when);
};

test.each(writing.map((op) => [op.id, op] as const))('%s has an undo or a caution that always applies', (_id, op) => {
	expect(always(op) ? 'caution' : 'undo').toBe(undoOf(op).length === 0 ? 'caution' : 'undo');
	const names = writing.map(({ resource, operation }) => `${resource}.${operation}`);
	expect(names).toEqual(expect.arrayContaining([...undoOf(op)]));
});

test('what is known to bring nothing back has a switch', () => {
	const ids = writing.filter(always).map(({ id }) => id);
	// The document: what these change or remove is in no answer and in no recycle bin.
	expect(ids).toEqual(
		expect.arrayContaining(
			words(`
				libraryFolderMirror userFolderMirror permissionBatchSet libraryFileResetPermission
				permissionDelete libraryFileLinkClose libraryFileDeleteMetadata orgSetOwner
				entDelMemberGroup entDelSyncMemberGroup directorySynchronize partnerOrder
			`),
		),
	);
});

test('what reads needs no undo', () => {
	expect(writing.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(TAKEN_BACK)));
});
