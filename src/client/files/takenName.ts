import { remove } from '../../protocol/catalogue/libraryPlaces';
import { restore } from '../../protocol/catalogue/libraryRecycleBin';
import { userDelete } from '../../protocol/catalogue/userPlaces';
import { defined, filledText, type JsonObject, numberOf } from '../../protocol/wire/json';
import { isLibraryError, isNoSuchEntry, LibraryError, reworded, rethrown } from '../../protocol/wire/libraryError';
import { quoted } from '../../protocol/wire/quoted';
import { inParallel } from '../async/parallel';
import { call, type Caller } from '../service/call';
import { fileCalls, infoIfExists, type Place } from './fileCalls';
import { unlessFailed } from './unlessFailed';

/* What becomes of a copy, a move or a new name where the name is taken: looked at before anything is changed. */

type Params = Readonly<Record<string, string>>;

/** What the form offers. */
export type IfTaken = 'rename' | 'overwrite' | 'fail' | 'skip';

/** The wire parameters that name one thing now, and those that name the place that it is to get. */
export interface Naming {
	readonly source: Params;
	readonly target: Params;
}

/** What is to be done with one thing. */
type Verdict =
	| { readonly isSent: true; readonly replaces?: Params }
	/** Nothing: `existing` has the name. */
	| { readonly isSent: false; readonly existing: JsonObject };

/** What became of one thing: what `send` returned for it, or what kept the name. */
export type Outcome<T> = { readonly result: T; readonly isReplacement: boolean } | { readonly existing: JsonObject };

/** How things are given their names. */
interface Order<W, T> {
	readonly ifTaken: IfTaken;
	readonly candidates: readonly W[];
	/** Whether the things stay where they are and something else gets the names. */
	readonly isCopied: boolean;
	/** Parameters of each request: who makes the change. */
	readonly operator: Params;
	naming(candidate: W): Naming;
	/** Sends the request for some of the candidates; one result for each of them, in their order. */
	send(candidates: readonly W[]): Promise<readonly T[]>;
}

const PARALLEL = 8;
const SENT = { isSent: true } as const;

/**
 * Gives several things their names, and says what became of each, in their order. With "rename" nothing is looked at:
 * the service makes a number of a taken name. What is replaced is deleted first; if the service then refuses the
 * request, it is restored. By token, and where it is unknown whether the request was carried out, it stays deleted, and
 * the error says so. Of two things with one name the second comes in a request of its own, as if each were done alone.
 * Throws LibraryError conflict where the form wants a failure, or where a folder would be replaced or would replace
 * something, and what the calls and `send` throw.
 */
export async function withTakenNames<W, T>(caller: Caller, order: Order<W, T>): Promise<Array<Outcome<T>>> {
	const rounds = roundsOf(order);
	const outcomes = new Map<W, Outcome<T>>();
	for (const candidates of rounds) {
		const ended = await oneRound(caller, { ...order, candidates });
		candidates.forEach((candidate, at) => outcomes.set(candidate, ended[at] as Outcome<T>));
	}
	return order.candidates.map((candidate) => outcomes.get(candidate) as Outcome<T>);
}

/**
 * The candidates in rounds, of which none has a name twice, replaces what another one is made of, or is made of what
 * another one becomes. Throws LibraryError conflict for two with one name where the form wants a failure.
 */
function roundsOf<W>({ candidates, naming, ifTaken }: Order<W, unknown>): W[][] {
	const rounds: W[][] = [];
	/** The round after the last one that reads or makes what has a name. */
	const [afterReading, afterMaking] = [new Map<string, number>(), new Map<string, number>()];
	for (const candidate of candidates) {
		const { source, target } = naming(candidate);
		const [from, to] = [JSON.stringify(source), JSON.stringify(target)];
		if (ifTaken === 'fail' && afterMaking.has(to))
			throw takenError(`Two of them would be ${quoted(target.fullpath ?? '')}`, 'Choose another folder for one.');
		const after = [afterMaking.get(from), afterMaking.get(to), afterReading.get(to)];
		const round = Math.max(...after.map((earliest) => earliest ?? 0));
		(rounds[round] ??= []).push(candidate);
		afterReading.set(from, Math.max(round + 1, afterReading.get(from) ?? 0));
		afterMaking.set(to, round + 1);
	}
	return rounds;
}

async function oneRound<W, T>(caller: Caller, order: Order<W, T>): Promise<Array<Outcome<T>>> {
	const { candidates, operator, send } = order;
	const namings = candidates.map((candidate) => order.naming(candidate));
	const verdicts = await inParallel(namings, PARALLEL, async (naming) => await verdictOn(caller, order, naming));
	const targets = verdicts.flatMap((verdict) => (verdict.isSent && verdict.replaces ? [verdict.replaces] : []));
	// Nothing is deleted for a request that the service refuses because another of its sources does not exist.
	if (targets.length > 0 && namings.length > 1)
		await inParallel(namings, PARALLEL, async ({ source }) => await fileCalls(caller).info(source));
	const replaced = await deleteAll(caller, targets, operator);
	const sent = candidates.filter((_, at) => verdicts[at]?.isSent);
	const results =
		sent.length === 0
			? []
			: await send(sent).catch(async (failure: unknown) => {
					throw await afterRestoring(caller, failure, replaced, operator);
				});
	const [next, isReplaced] = [results.values(), new Set(replaced)];
	return verdicts.map((verdict, at) => {
		if (!verdict.isSent) return { existing: verdict.existing };
		const result = next.next().value as T;
		return { result, isReplacement: isReplaced.has(namings[at]?.target.fullpath ?? '') };
	});
}

async function verdictOn(
	caller: Caller,
	{ ifTaken, isCopied }: Pick<Order<unknown, unknown>, 'ifTaken' | 'isCopied'>,
	{ source, target }: Naming,
): Promise<Verdict> {
	if (ifTaken === 'rename') return SENT;
	const existing = await infoIfExists(caller, target);
	if (!existing) return SENT;
	const name = target.fullpath ?? '';
	if (ifTaken === 'fail') {
		// A service without case finds the thing itself under another spelling of its name.
		if (!isCopied && isSame(existing, await infoIfExists(caller, source))) return SENT;
		throw existsError(name, 'If the Name Is Taken');
	}
	const moved = await infoIfExists(caller, source);
	if (isSame(existing, moved)) return isCopied ? { isSent: false, existing } : SENT;
	if (ifTaken === 'skip') return { isSent: false, existing };
	// The service says that the source does not exist, and nothing was deleted for it.
	if (!moved) return SENT;
	requireFile(existing, `${quoted(name)} is a folder, which is never replaced`);
	requireFile(moved, `${quoted(source.fullpath ?? '')} is a folder, which never replaces a file`);
	return { isSent: true, replaces: target };
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

/** Deletes entries to the recycle bin; the paths of those that were there. */
async function deleteAll(caller: Caller, targets: readonly Params[], operator: Params): Promise<string[]> {
	const deleted: string[] = [];
	for (const target of targets)
		if (await deletes(caller, { ...target, ...operator })) deleted.push(target.fullpath ?? '');
	return deleted;
}

/** Whether something was deleted: somebody else may have done it a moment ago. */
async function deletes(caller: Caller, params: Params): Promise<boolean> {
	try {
		const isUser = caller.account.kind === 'token';
		await (isUser ? call(caller, userDelete, params) : call(caller, remove, { ...params, destroy: '0' }));
		return true;
	} catch (failure) {
		if (isNoSuchEntry(failure)) return false;
		throw rethrown(failure);
	}
}

const isRefusal = ({ status, kind }: LibraryError): boolean =>
	status !== undefined && status < 500 && kind !== 'protocol' && kind !== 'aborted';

/** The failure to show, after what was deleted for nothing is restored; where a person's is, nobody knows (C15). */
async function afterRestoring(
	caller: Caller,
	failure: unknown,
	paths: readonly string[],
	operator: Params,
): Promise<unknown> {
	if (paths.length === 0 || !isLibraryError(failure)) return failure;
	const isUser = caller.account.kind === 'token';
	const where = `had been deleted for it${isUser ? '' : ' and is in the recycle bin'}`;
	const deleted = reworded(failure, `${failure.message}. ${paths.map(quoted).join(', ')} ${where}`);
	// A path with the separator of the list could not be named.
	if (isUser || !isRefusal(failure) || paths.some((path) => path.includes('|'))) return deleted;
	const restored = call(caller, restore, { fullpaths: paths.join('|'), ...operator }).then(() => failure);
	return await unlessFailed(restored, () => deleted);
}

/** What an item says of a thing that got a name: whether it replaced something, and whether it got another name. */
export const becameOf = (requested: string, place: Place | undefined, isReplacement: boolean): JsonObject => ({
	...(isReplacement ? { replaced: true } : {}),
	...(place === undefined || place.fullpath === requested ? {} : { requested, renamed: true }),
});
