import {
	codesIn,
	type Subject,
	SUBJECT_LISTS,
	subjectKey,
	subjectValue,
} from '../../../protocol/catalogue/permissionCodes';
import { missedCodes } from '../plan/rowDifference';
import type { FolderChange, SubjectChange, TableChange } from '../plan/tableChange';
import type { DescribedTableChange } from '../plan/tableItems';
import { isMemberOrDepartmentMissing } from '../../../protocol/wire/errorCodes';
import { LibraryError, quoted, rethrown } from '../../../protocol/wire/libraryError';
import { parentPath, entryPath } from '../../../protocol/wire/paths';
import type { ChangeMaker } from '../../../client/plan/applyPlan';
import { call, type Caller } from '../../../client/service/call';
import type { PlaceReader } from './placeReader';
import { permissionSet, setInheritance, permissionDelete } from '../../../protocol/catalogue/permission';
import { resetPermission } from '../../../protocol/catalogue/libraryPermission';
import { makeTableObstacles } from '../plan/planTable';

/* The requests that change permissions. */

function listsOf(subjects: readonly Subject[]): Record<string, Array<string | number>> {
	const lists: Record<string, Array<string | number>> = {};
	for (const subject of subjects) (lists[SUBJECT_LISTS[subject.by]] ??= []).push(subjectValue(subject));
	return lists;
}

const sendInheritance = async (caller: Caller, { fullpath, inherit }: FolderChange): Promise<unknown> =>
	// What applies stays as it is; the rows then say what is to change.
	await call(caller, setInheritance, { fullpath, inherit: inherit ? '1' : '0', keep: '1' });

async function sendSet(caller: Caller, fullpath: string, subjects: readonly Subject[], permission: object) {
	await call(caller, permissionSet, { fullpath, permissions: JSON.stringify({ ...listsOf(subjects), permission }) });
}

/**
 * Sends the same for several subjects. One that the service does not know keeps the others from nothing: they are sent
 * by halves. Returns the refused ones, each with its own refusal. Throws any other failure.
 */
async function sendByHalves(
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
async function sendRemove(caller: Caller, reader: PlaceReader, fullpath: string, subjects: readonly Subject[]) {
	await call(caller, permissionDelete, { fullpath, ids: JSON.stringify(listsOf(subjects)) });
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

/* The changes of a table, made and read back. */

interface SentSoFar {
	/** What was sent where that is more than was planned. */
	readonly sent: Map<TableChange, SubjectChange['permission']>;
	/** Those of members and departments that the service does not know. */
	readonly refused: Map<TableChange, LibraryError>;
	/** Those that were not sent, because their rows have stayed true. */
	readonly needless: Set<TableChange>;
}

const denying = (permission: SubjectChange['permission'], codes: readonly string[]): SubjectChange['permission'] => ({
	...permission,
	...Object.fromEntries(codes.map((code) => [code, -1])),
});

/** What is denied of a change because the parent folder turns out to grant it. */
async function deniedAnew(reader: PlaceReader, { fullpath, subject, uncertain = 0 }: SubjectChange): Promise<string[]> {
	if (uncertain === 0) return [];
	const above = await reader.status(parentPath(fullpath), subject, true);
	return codesIn(above.granted & uncertain);
}

const isOfSubject = (change: TableChange): change is SubjectChange => change.action !== 'set_inheritance';

/** Makes changes of one folder that share a request. Throws what `call` throws. */
async function makeTogether(
	caller: Caller,
	reader: PlaceReader,
	changes: readonly TableChange[],
	run: SentSoFar,
): Promise<void> {
	const [first] = changes;
	if (!first) return;
	if (!isOfSubject(first)) {
		await sendInheritance(caller, first);
		return;
	}
	if (first.refusal) throw first.refusal;
	const together = changes.filter(isOfSubject);
	const { fullpath } = first;
	const refused =
		first.action === 'remove'
			? await sendByHalves(together, async (subjects) => await sendRemove(caller, reader, fullpath, subjects))
			: await setTogether(caller, reader, together, run);
	// Each is refused by itself: what the service says may name the one that it does not know.
	for (const [change, refusal] of refused) run.refused.set(change, refusal);
}

/** Sets the same for the subjects of one folder whose rows are not true. Returns the refused ones. */
async function setTogether(
	caller: Caller,
	reader: PlaceReader,
	together: readonly SubjectChange[],
	run: SentSoFar,
): ReturnType<typeof sendByHalves> {
	const untrue: SubjectChange[] = [];
	for (const change of together)
		if (await hasStayedTrue(reader, change)) run.needless.add(change);
		else untrue.push(change);
	const [first] = untrue;
	if (!first) return [];
	const needed = await deniedAnew(reader, first);
	const permission = denying(first.permission, needed);
	if (needed.length > 0) run.sent.set(first, permission);
	return await sendByHalves(untrue, async (subjects) => await sendSet(caller, first.fullpath, subjects, permission));
}

const isNone = ({ granted, wrong }: ReturnType<typeof missedCodes>): boolean => granted.length + wrong.length === 0;

/** Whether a row that was true is so still, after all that might have reached it: that may have been refused. */
async function hasStayedTrue(reader: PlaceReader, { isTrue, wanted, fullpath, subject }: SubjectChange) {
	return isTrue && wanted ? isNone(missedCodes(wanted, await reader.status(fullpath, subject, true))) : false;
}

const UNKNOWN = 'the service does not know this member or department';

const notEffective = (change: SubjectChange, codes: readonly string[]): LibraryError =>
	new LibraryError(
		'conflict',
		`The service took the permissions for ${quoted(entryPath(change.fullpath))}, but ${codes.join(', ')} ` +
			`${codes.length === 1 ? 'is' : 'are'} not as the row says`,
		{
			retryable: false,
			hint: 'Something else decides about them, such as a department or the owner of the library.',
		},
	);

/**
 * Looks whether a change has had its effect. Permissions that are still granted although the row leaves them out come
 * from elsewhere, and are denied. Throws LibraryError conflict where the row is not true even then, and what `call`
 * throws.
 */
async function confirmEffect(
	caller: Caller,
	reader: PlaceReader,
	change: SubjectChange,
	{ sent }: SentSoFar,
): Promise<void> {
	const { wanted, fullpath, subject } = change;
	if (!wanted) return;
	const first = missedCodes(wanted, await reader.status(fullpath, subject, true));
	if (isNone(first)) return;
	if (first.granted.length === 0) throw notEffective(change, first.wrong);
	const permission = denying(sent.get(change) ?? change.permission, first.granted);
	await sendSet(caller, fullpath, [subject], permission);
	sent.set(change, permission);
	const missed = missedCodes(wanted, await reader.status(fullpath, subject, true));
	if (!isNone(missed)) throw notEffective(change, [...missed.granted, ...missed.wrong]);
}

function warningOf({ permission }: SubjectChange, sent: SubjectChange['permission'] = permission): string | undefined {
	const denied = Object.keys(sent).filter((code) => sent[code] === -1 && permission[code] !== -1);
	return denied.length === 0 ? undefined : `Denied here, because something else grants it: ${denied.join(', ')}`;
}

/**
 * How the changes of a table are made: those that share a request together, and each is read back. With
 * `leavesOutUnknown` a member or department that the service does not know is skipped. For one run.
 */
export function tableMaking(
	reader: PlaceReader,
	leavesOutUnknown = false,
): ChangeMaker<TableChange, DescribedTableChange> {
	const run: SentSoFar = { sent: new Map(), refused: new Map(), needless: new Set() };
	return {
		async make(changes, caller) {
			await makeTogether(caller, reader, changes, run);
			return undefined;
		},
		async confirm(change, caller) {
			const refusal = run.refused.get(change);
			if (refusal) throw refusal;
			if (change.action !== 'set' || run.needless.has(change)) return undefined;
			await confirmEffect(caller, reader, change, run);
			const warning = warningOf(change, run.sent.get(change));
			return warning === undefined ? undefined : { warning };
		},
		...(leavesOutUnknown
			? { isSkippable: (cause) => (isMemberOrDepartmentMissing(cause) ? { reason: UNKNOWN } : undefined) }
			: {}),
		obstacles: makeTableObstacles(),
	};
}
