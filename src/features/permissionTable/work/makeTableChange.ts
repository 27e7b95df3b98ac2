import {
	ALL_CODES,
	codesIn,
	NOTHING_SET,
	type Status,
	type Subject,
	SUBJECT_LISTS,
	subjectKey,
	subjectValue,
} from '../../../protocol/catalogue/permissionCodes';
import { missedCodes } from '../plan/rowDifference';
import type { Permission, SubjectChange, TableChange } from '../plan/tableChange';
import type { DescribedTableChange } from '../plan/tableItems';
import { defined } from '../../../protocol/wire/json';
import { isMemberOrDepartmentMissing } from '../../../protocol/wire/errorCodes';
import { LibraryError, quoted, rethrown } from '../../../protocol/wire/libraryError';
import { parentPath, entryPath } from '../../../protocol/wire/paths';
import type { ChangeMaker } from '../../../client/plan/applyPlan';
import { call, type Caller } from '../../../client/service/call';
import type { PlaceReader } from './placeReader';
import { permissionSet, setInheritance, permissionDelete } from '../../../protocol/catalogue/permission';
import { resetPermission } from '../../../protocol/catalogue/libraryPermission';
import { makeTableObstacles } from '../plan/planTable';

/* The requests that change permissions, and how their effect is read back. */

function listsOf(subjects: readonly Subject[]): Record<string, Array<string | number>> {
	const lists: Record<string, Array<string | number>> = {};
	for (const subject of subjects) (lists[SUBJECT_LISTS[subject.by]] ??= []).push(subjectValue(subject));
	return lists;
}

async function sendSet(caller: Caller, fullpath: string, subjects: readonly Subject[], sent: Permission) {
	const { roleId, granted, denied } = sent;
	const states = ALL_CODES.map((code, at) => [code, ((granted >> at) & 1) - ((denied >> at) & 1)]);
	const single = { role_id: 0, ...Object.fromEntries(states) };
	const permission = roleId === undefined ? single : { role_id: roleId };
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
	try {
		await send(changes.map(({ subject }) => subject));
		return [];
	} catch (cause) {
		if (!isMemberOrDepartmentMissing(cause)) throw rethrown(cause);
		if (changes.length === 1) return changes.map((change) => [change, cause]);
	}
	const half = Math.ceil(changes.length / 2);
	const before = await sendByHalves(changes.slice(0, half), send);
	return [...before, ...(await sendByHalves(changes.slice(half), send))];
}

const denying = ({ granted, denied }: Permission, codes: number): Permission => ({
	granted: granted & ~codes,
	denied: denied | codes,
});

const UNKNOWN = 'the service does not know this member or department';

function notEffective({ fullpath }: SubjectChange, { granted, wrong }: ReturnType<typeof missedCodes>): LibraryError {
	const codes = [...codesIn(granted), ...codesIn(wrong)];
	return new LibraryError(
		'conflict',
		`The service took the permissions for ${quoted(entryPath(fullpath))}, but ${codes.join(', ')} ` +
			`${codes.length === 1 ? 'is' : 'are'} not as the row says`,
		{
			retryable: false,
			hint: 'Something else decides about them, such as a department or the owner of the library.',
		},
	);
}

const isOfSubject = (change: TableChange): change is SubjectChange => change.action !== 'set_inheritance';

/**
 * How the changes of a table are made: those that share a request together, and each is read back. With
 * `leavesOutUnknown` a member or department that the service does not know is skipped. For one run. All of it throws
 * what `call` throws.
 */
export class TableMaking implements ChangeMaker<TableChange, DescribedTableChange> {
	/** What was sent where that is more than was planned. */
	private readonly sent = new Map<TableChange, Permission>();
	/** Those of members and departments that the service does not know. */
	private readonly refused = new Map<TableChange, LibraryError>();
	/** Those that were not sent, because their rows have stayed true. */
	private readonly needless = new Set<TableChange>();

	readonly obstacles = makeTableObstacles();

	constructor(
		private readonly reader: PlaceReader,
		private readonly leavesOutUnknown = false,
	) {}

	isSkippable(cause: LibraryError): { reason: string } | undefined {
		return this.leavesOutUnknown && isMemberOrDepartmentMissing(cause) ? { reason: UNKNOWN } : undefined;
	}

	/** Makes changes of one folder that share a request. */
	async make(changes: readonly TableChange[], caller: Caller): Promise<undefined> {
		const [first] = changes;
		if (!first) return undefined;
		const { fullpath } = first;
		if (!isOfSubject(first)) {
			// What applies stays as it is; the rows then say what is to change.
			await call(caller, setInheritance, { fullpath, inherit: first.inherit ? '1' : '0', keep: '1' });
			return undefined;
		}
		if (first.refusal) throw first.refusal;
		const together = changes.filter(isOfSubject);
		const refused =
			first.action === 'remove'
				? await sendByHalves(together, async (subjects) => await this.remove(caller, fullpath, subjects))
				: await this.set(caller, together);
		// Each is refused by itself: what the service says may name the one that it does not know.
		for (const [change, refusal] of refused) this.refused.set(change, refusal);
		return undefined;
	}

	/** Removes direct permissions. Those of the classic operations stay then; they have a request of their own. */
	private async remove(caller: Caller, fullpath: string, subjects: readonly Subject[]): Promise<void> {
		await call(caller, permissionDelete, { fullpath, ids: JSON.stringify(listsOf(subjects)) });
		const keys = new Set(subjects.map(subjectKey));
		const left = (await this.reader.directAnew(fullpath)).filter((subject) => keys.has(subjectKey(subject)));
		if (left.length === 0) return;
		const ids = (type: Subject['type']): string | undefined =>
			left.flatMap((subject) => (subject.type === type ? [subject.value] : [])).join(',') || undefined;
		const named = defined({ members: ids('member'), groups: ids('department') });
		await call(caller, resetPermission, { fullpath, ...named, clear: '0' });
	}

	/** Sets the same for the subjects of one folder whose rows are not true. Returns the refused ones. */
	private async set(caller: Caller, together: readonly SubjectChange[]): ReturnType<typeof sendByHalves> {
		const untrue: SubjectChange[] = [];
		for (const change of together)
			// One that was true may be so still, after all that might have reached it: that may have been refused.
			if (change.isTrue && change.wanted && !(await this.missed(change, change.wanted)))
				this.needless.add(change);
			else untrue.push(change);
		const [first] = untrue;
		if (!first) return [];
		const { fullpath, subject, uncertain = 0 } = first;
		const above = uncertain === 0 ? NOTHING_SET : await this.reader.status(parentPath(fullpath), subject, true);
		// What the parent folder turns out to grant.
		const needed = above.granted & uncertain;
		const permission = needed === 0 ? first.permission : denying(first.permission, needed);
		if (needed !== 0) this.sent.set(first, permission);
		return await sendByHalves(untrue, async (subjects) => await sendSet(caller, fullpath, subjects, permission));
	}

	/** What a row misses now; undefined where it is true. */
	private async missed({ fullpath, subject }: SubjectChange, wanted: Status) {
		const missed = missedCodes(wanted, await this.reader.status(fullpath, subject, true));
		return (missed.granted | missed.wrong) === 0 ? undefined : missed;
	}

	/**
	 * Looks whether a change has had its effect. Permissions that are still granted although the row leaves them out
	 * come from elsewhere, and are denied. Throws LibraryError conflict where the row is not true even then.
	 */
	async confirm(change: TableChange, caller: Caller): Promise<{ warning: string } | undefined> {
		const refusal = this.refused.get(change);
		if (refusal) throw refusal;
		if (change.action !== 'set' || this.needless.has(change)) return undefined;
		if (change.wanted) await this.enforce(change, change.wanted, caller);
		const denied = (this.sent.get(change)?.denied ?? 0) & ~change.permission.denied;
		if (denied === 0) return undefined;
		return { warning: `Denied here, because something else grants it: ${codesIn(denied).join(', ')}` };
	}

	private async enforce(change: SubjectChange, wanted: Status, caller: Caller): Promise<void> {
		const first = await this.missed(change, wanted);
		if (!first) return;
		if (first.granted === 0) throw notEffective(change, first);
		const permission = denying(this.sent.get(change) ?? change.permission, first.granted);
		await sendSet(caller, change.fullpath, [change.subject], permission);
		this.sent.set(change, permission);
		const second = await this.missed(change, wanted);
		if (second) throw notEffective(change, second);
	}
}
