import { resetPermission } from '../../protocol/catalogue/libraryPermission';
import { remove, set, setInheritance } from '../../protocol/catalogue/permission';
import { missedCodes } from '../../protocol/permissionTable/rowDifference';
import { SUBJECT_LISTS, subjectKey, subjectValue, type Subject } from '../../protocol/permissionTable/subject';
import {
	purposeOf,
	type FolderChange,
	type SubjectChange,
	type TableChange,
} from '../../protocol/permissionTable/tableChange';
import { LibraryError } from '../../protocol/wire/libraryError';
import { shownPath } from '../../protocol/wire/paths';
import { quoted } from '../../protocol/wire/quoted';
import type { Making } from '../plan/planRun';
import { call, type Caller } from '../service/call';
import type { PlaceReader } from './placeReader';

/** Subjects in the lists of the interface. */
function listsOf(subjects: readonly Subject[]): Record<string, Array<string | number>> {
	const lists: Record<string, Array<string | number>> = {};
	for (const subject of subjects) (lists[SUBJECT_LISTS[subject.by]] ??= []).push(subjectValue(subject));
	return lists;
}

const sendInheritance = async (caller: Caller, { fullpath, inherit }: FolderChange): Promise<unknown> =>
	// What applies stays as it is; the rows then say what is to change.
	await call(caller, setInheritance, { fullpath, inherit: inherit ? '1' : '0', keep: '1' });

async function sendSet(caller: Caller, fullpath: string, subjects: readonly Subject[], permission: object) {
	await call(caller, set, { fullpath, permissions: JSON.stringify({ ...listsOf(subjects), permission }) });
}

/** Removes direct permissions. Those of the classic operations stay then; they have a request of their own. */
async function sendRemove(caller: Caller, reader: PlaceReader, fullpath: string, subjects: readonly Subject[]) {
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

/** Makes changes of one folder that share a request. Throws what `call` throws. */
async function makeTogether(caller: Caller, reader: PlaceReader, changes: readonly TableChange[]): Promise<void> {
	const [first] = changes;
	if (!first) return;
	if (first.action === 'set_inheritance') {
		await sendInheritance(caller, first);
		return;
	}
	const subjects = changes.flatMap((change) => (change.action === 'set_inheritance' ? [] : [change.subject]));
	if (first.action === 'set') await sendSet(caller, first.fullpath, subjects, first.permission);
	else await sendRemove(caller, reader, first.fullpath, subjects);
}

const notEffective = (change: SubjectChange, codes: readonly string[]): LibraryError =>
	new LibraryError(
		'conflict',
		`The service took the permissions for ${quoted(shownPath(change.fullpath))}, but ${codes.join(', ')} ` +
			`${codes.length === 1 ? 'is' : 'are'} not as the row says`,
		{
			retryable: false,
			hint: 'Something else decides about them, such as a department or the owner of the library.',
		},
	);

/**
 * Looks whether a change has had its effect. Permissions that are still granted although the row leaves them out come
 * from elsewhere, and are denied. Returns a warning that says so. Throws LibraryError conflict where the row is not
 * true even then, and what `call` throws.
 */
async function confirmEffect(caller: Caller, reader: PlaceReader, change: SubjectChange): Promise<string | undefined> {
	const { wanted, fullpath, subject, permission } = change;
	if (!wanted) return undefined;
	const first = missedCodes(wanted, await reader.status(fullpath, subject, true));
	if (first.granted.length === 0 && first.wrong.length === 0) return undefined;
	if (first.granted.length === 0) throw notEffective(change, first.wrong);
	const denied = Object.fromEntries(first.granted.map((code) => [code, -1]));
	await sendSet(caller, fullpath, [subject], { ...permission, ...denied });
	const { granted, wrong } = missedCodes(wanted, await reader.status(fullpath, subject, true));
	if (granted.length > 0 || wrong.length > 0) throw notEffective(change, [...granted, ...wrong]);
	return `Denied here, because something else grants it: ${first.granted.join(', ')}`;
}

/** How the changes of a table are made: those that share a request together, and each is read back. */
export const tableMaking = (reader: PlaceReader): Making<TableChange> => ({
	async make(changes, caller) {
		await makeTogether(caller, reader, changes);
		return undefined;
	},
	async confirm(change, caller) {
		const warning = change.action === 'set' ? await confirmEffect(caller, reader, change) : undefined;
		return warning === undefined ? undefined : { warning };
	},
	describe: purposeOf,
	itemOf: ({ item }) => item,
});
