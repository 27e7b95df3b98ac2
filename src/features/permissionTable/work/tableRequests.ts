import { resetPermission } from '../../../protocol/catalogue/libraryPermission';
import { remove, set, setInheritance } from '../../../protocol/catalogue/permission';
import { type Subject, SUBJECT_LISTS, subjectKey, subjectValue } from '../../../protocol/catalogue/permissionCodes';
import type { FolderChange, SubjectChange } from '../plan/tableChange';
import { isMemberOrDepartmentMissing } from '../../../protocol/wire/errorCodes';
import { type LibraryError, rethrown } from '../../../protocol/wire/libraryError';
import { call, type Caller } from '../../../client/service/call';
import type { PlaceReader } from './placeReader';

/* The requests that change permissions. */

/** Subjects in the lists of the interface. */
function listsOf(subjects: readonly Subject[]): Record<string, Array<string | number>> {
	const lists: Record<string, Array<string | number>> = {};
	for (const subject of subjects) (lists[SUBJECT_LISTS[subject.by]] ??= []).push(subjectValue(subject));
	return lists;
}

export const sendInheritance = async (caller: Caller, { fullpath, inherit }: FolderChange): Promise<unknown> =>
	// What applies stays as it is; the rows then say what is to change.
	await call(caller, setInheritance, { fullpath, inherit: inherit ? '1' : '0', keep: '1' });

export async function sendSet(caller: Caller, fullpath: string, subjects: readonly Subject[], permission: object) {
	await call(caller, set, { fullpath, permissions: JSON.stringify({ ...listsOf(subjects), permission }) });
}

/**
 * Sends the same for several subjects. One that the service does not know keeps the others from nothing: they are sent
 * by halves. Returns the refused ones, each with its own refusal. Throws any other failure.
 */
export async function sendByHalves(
	changes: readonly SubjectChange[],
	send: (subjects: readonly Subject[]) => Promise<void>,
): Promise<Array<[SubjectChange, LibraryError]>> {
	const [first] = changes;
	if (!first) return [];
	try {
		await send(changes.map(({ subject }) => subject));
		return [];
	} catch (cause) {
		if (!isMemberOrDepartmentMissing(cause)) throw rethrown(cause);
		if (changes.length === 1) return [[first, cause]];
	}
	const half = Math.ceil(changes.length / 2);
	const before = await sendByHalves(changes.slice(0, half), send);
	return [...before, ...(await sendByHalves(changes.slice(half), send))];
}

/** Removes direct permissions. Those of the classic operations stay then; they have a request of their own. */
export async function sendRemove(caller: Caller, reader: PlaceReader, fullpath: string, subjects: readonly Subject[]) {
	await call(caller, remove, { fullpath, ids: JSON.stringify(listsOf(subjects)) });
	const keys = new Set(subjects.map(subjectKey));
	const left = (await reader.directAnew(fullpath)).filter((subject) => keys.has(subjectKey(subject)));
	if (left.length === 0) return;
	const ids = (type: Subject['type']): string =>
		left.flatMap((subject) => (subject.type === type ? [subject.value] : [])).join(',');
	const [members, groups] = [ids('member'), ids('department')];
	await call(caller, resetPermission, {
		fullpath,
		...(members ? { members } : {}),
		...(groups ? { groups } : {}),
		clear: '0',
	});
}
