import { restore } from '../../protocol/catalogue/libraryRecycleBin';
import type { Sent } from '../../protocol/operation/define';
import { defined, filledText, type JsonObject, numberOf } from '../../protocol/wire/json';
import { isLibraryError, LibraryError, quoted, reworded } from '../../protocol/wire/libraryError';
import { inParallel } from '../async/tasks';
import { call, type Caller, unlessFailed } from '../service/call';
import { type EntryLocation, fileCalls, infoIfExists, unlessNoEntry } from './fileCalls';

/* What becomes of a copy, a move or a new name where the name is taken: looked at before anything is changed. */

/** What the form offers. */
export type IfTaken = 'rename' | 'overwrite' | 'fail' | 'skip';

/** The wire parameters that name one thing. */
export type Named = Sent & { readonly fullpath: string };

/** What names one thing now, and what names the place that it is to get. */
export interface Wanted {
	readonly source: Named;
	readonly target: Named;
}

/** What is done with one thing: nothing where `existing` has the name and keeps it. */
type NameCheck = { readonly existing?: JsonObject; readonly isReplacing?: true };

/** What became of one thing: what `send` returned for it, or what kept the name. */
export type NamingOutcome<T> =
	{ readonly result: T; readonly isReplacement: boolean } | { readonly existing: JsonObject };

interface Order<T> {
	readonly ifTaken: IfTaken;
	readonly wanted: readonly Wanted[];
	/** Whether the things stay where they are and something else gets the names. */
	readonly isCopied: boolean;
	/** Parameters of each request: who makes the change. */
	readonly operator: Sent;
	/** Sends the request for some of the things; one result for each of them, in their order. */
	send(wanted: readonly Wanted[]): Promise<readonly T[]>;
}

const PARALLEL = 8;

/**
 * Gives several things their names, and says what became of each, in their order. With "rename" nothing is looked at:
 * the service makes a number of a taken name. What is replaced is deleted first; if the service then refuses the
 * request, it is restored. By token, and where it is unknown whether the request was carried out, it stays deleted, and
 * the error says so. Of two things with one name the second comes in a request of its own, as if each were done alone.
 * Throws LibraryError conflict where the form wants a failure, or where a folder would be replaced or would replace
 * something, and what the calls and `send` throw.
 */
export async function withTakenNames<T>(caller: Caller, order: Order<T>): Promise<Array<[Wanted, NamingOutcome<T>]>> {
	const outcomes = new Map<Wanted, NamingOutcome<T>>();
	for (const wanted of roundsOf(order))
		for (const [one, outcome] of await oneRound(caller, { ...order, wanted })) outcomes.set(one, outcome);
	return order.wanted.map((one) => [one, outcomes.get(one) as NamingOutcome<T>]);
}

/**
 * The things in rounds, of which none has a name twice, replaces what another one is made of, or is made of what
 * another one becomes. Throws LibraryError conflict for two with one name where the form wants a failure, and kind
 * `input` for one that would get into itself.
 */
function roundsOf({ wanted, ifTaken }: Pick<Order<unknown>, 'wanted' | 'ifTaken'>): Wanted[][] {
	const rounds: Wanted[][] = [];
	/** The round after the last one that reads or makes what has a name. */
	const [afterReading, afterMaking] = [new Map<string, number>(), new Map<string, number>()];
	for (const one of wanted) {
		requireOutside(one);
		const [from, to] = [JSON.stringify(one.source), JSON.stringify(one.target)];
		if (ifTaken === 'fail' && afterMaking.has(to))
			throw takenError(`Two of them would be ${quoted(one.target.fullpath)}`, 'Choose another folder for one.');
		const after = [afterMaking.get(from), afterMaking.get(to), afterReading.get(to)];
		const round = Math.max(...after.map((earliest) => earliest ?? 0));
		(rounds[round] ??= []).push(one);
		afterReading.set(from, Math.max(round + 1, afterReading.get(from) ?? 0));
		afterMaking.set(to, round + 1);
	}
	return rounds;
}

/** Before anything is sent: a folder for it would be created, and then the service would refuse it. */
function requireOutside({ source, target }: Wanted): void {
	if (source.mount_id !== target.mount_id || !target.fullpath.startsWith(`${source.fullpath}/`)) return;
	const message = `A folder can't be moved or copied into itself or its own subfolder: ${quoted(source.fullpath)}`;
	const hint = 'Choose a destination outside of it.';
	throw new LibraryError('input', message, { hint, field: 'Destination Folder', retryable: false });
}

async function oneRound<T>(caller: Caller, order: Order<T>): Promise<Array<[Wanted, NamingOutcome<T>]>> {
	const { wanted, operator, send } = order;
	const checks = await inParallel(wanted, PARALLEL, async (one) => await checkName(caller, order, one));
	const targets = wanted.filter((_, at) => checks[at]?.isReplacing).map(({ target }) => target);
	// Nothing is deleted for a request that the service refuses because another of its sources does not exist.
	if (targets.length > 0 && wanted.length > 1)
		await inParallel(wanted, PARALLEL, async ({ source }) => await fileCalls(caller).info(source));
	const sent = wanted.filter((_, at) => !checks[at]?.existing);
	const replaced = new Set<string>();
	try {
		for (const target of targets) {
			const deleting = fileCalls(caller).remove(target, operator);
			// Others may have deleted it.
			await deleting.then(() => replaced.add(target.fullpath)).catch(unlessNoEntry);
		}
		const results = (sent.length > 0 ? await send(sent) : []).values();
		return wanted.map((one, at) => {
			const existing = checks[at]?.existing;
			if (existing) return [one, { existing }];
			return [one, { result: results.next().value as T, isReplacement: replaced.has(one.target.fullpath) }];
		});
	} catch (failure) {
		throw await afterRestoring(caller, failure, [...replaced], operator);
	}
}

async function checkName(
	caller: Caller,
	{ ifTaken, isCopied }: Pick<Order<unknown>, 'ifTaken' | 'isCopied'>,
	{ source, target }: Wanted,
): Promise<NameCheck> {
	if (ifTaken === 'rename') return {};
	const existing = await infoIfExists(caller, target);
	if (!existing) return {};
	const moved = isCopied && ifTaken === 'fail' ? undefined : await infoIfExists(caller, source);
	// A service without case finds the thing itself under another spelling of its name.
	if (isSame(existing, moved)) return isCopied ? { existing } : {};
	if (ifTaken === 'fail') throw existsError(target.fullpath, 'If the Name Is Taken');
	if (ifTaken === 'skip') return { existing };
	// The service says that the source does not exist, and nothing was deleted for it.
	if (!moved) return {};
	requireFile(existing, `${quoted(target.fullpath)} is a folder, which is never replaced`);
	requireFile(moved, `${quoted(source.fullpath)} is a folder, which never replaces a file`);
	return { isReplacing: true };
}

const takenError = (message: string, hint: string, operation?: string): LibraryError =>
	new LibraryError('conflict', message, { hint, retryable: false, ...defined({ operation }) });

/** That a name is taken, with the field in which another choice can be made. */
export const existsError = (fullpath: string, field: string, operation?: string): LibraryError =>
	takenError(`${quoted(fullpath)} already exists`, `Choose another name, or another setting of ${field}.`, operation);

function isSame(one: JsonObject, other: JsonObject | undefined): boolean {
	const [hash, path] = [filledText(one.hash), filledText(one.fullpath)];
	return hash !== undefined && hash === other?.hash && path === other.fullpath;
}

function requireFile({ dir }: JsonObject, otherwise: string): void {
	if (numberOf(dir) === 0) return;
	throw takenError(otherwise, 'Choose another name, or Keep Both in If the Name Is Taken.');
}

const isRefusal = ({ status, kind }: LibraryError): boolean =>
	status !== undefined && status < 500 && kind !== 'protocol' && kind !== 'aborted';

/** The failure to show, after what was deleted for nothing is restored; where a person's is, nobody knows (C15). */
async function afterRestoring(
	caller: Caller,
	failure: unknown,
	paths: readonly string[],
	operator: Sent,
): Promise<unknown> {
	if (paths.length === 0 || !isLibraryError(failure)) return failure;
	const isUser = caller.account().kind === 'token';
	const where = `had been deleted for it${isUser ? '' : ' and is in the recycle bin'}`;
	const deleted = reworded(failure, `${failure.message}. ${paths.map(quoted).join(', ')} ${where}`);
	// A path with the separator of the list could not be named.
	if (isUser || !isRefusal(failure) || paths.some((path) => path.includes('|'))) return deleted;
	const restored = call(caller, restore, { fullpaths: paths.join('|'), ...operator }).then(() => failure);
	return await unlessFailed(restored, () => deleted);
}

/** What an item says of a thing that got a name: whether it replaced something, and whether it got another name. */
export const becameOf = (
	requested: string,
	location: EntryLocation | undefined,
	isReplacement: boolean,
): { replaced?: true; requested?: string; renamed?: true } => ({
	...(isReplacement ? { replaced: true } : {}),
	...(location === undefined || location.fullpath === requested ? {} : { requested, renamed: true }),
});
