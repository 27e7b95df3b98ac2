import { inParallel } from '../../../client/async/tasks';
import { hiddenBy, type Caller, unlessFailed } from '../../../client/service/call';
import { copiedEntry } from '../../../client/files/whereIs';
import { infoIfExists, type EntryLocation, locationOf } from '../../../client/files/fileCalls';
import { callInto, operatorIn } from '../../../client/files/missingFolder';
import { becameOf, type IfTaken, type Wanted, withTakenNames } from '../../../client/files/takenName';
import { waitForQueue } from '../../../client/service/queue';
import type { CopiedItem } from '../../../protocol/answers/items';
import { typed } from '../../../protocol/catalogue/simplify';
import { errorOfEntry, isGappedList } from '../../../protocol/wire/decode';
import { defined, filledText, isJsonObject, textOf } from '../../../protocol/wire/json';
import { type LibraryError, reworded } from '../../../protocol/wire/libraryError';
import { baseName, joinPath, parentPath } from '../../../protocol/wire/paths';
import { unreadableAnswer } from '../../../protocol/wire/errorBody';
import { toNodeError } from '../../../n8n/context/errors';
import { failedItem, type Handler, type Item, outputItem, type Job } from '../../../n8n/execute/job';
import { contentOf } from '../../../n8n/execute/plainOperation';

/** What is known of a copy; what is undefined is not said, whatever the service answers. */
type CopyFields = { readonly [K in Exclude<keyof CopiedItem, 'from_fullpath'>]?: CopiedItem[K] | undefined };

/** What the service answers about it, in the types of the document. */
type Answered = Pick<CopiedItem, 'fullpath' | 'hash' | 'queue_id'>;

interface Copied {
	readonly wanted: Wanted;
	readonly item: CopyFields & Pick<CopiedItem, 'from_fullpath'>;
	readonly failure?: LibraryError;
}

const PARALLEL = 8;

/**
 * Copies one thing or several: one item for each, with the path and the ID that the copy has. A copy that fails does
 * not hide the others: with Continue On Fail it is an item of its own, otherwise the error says which ones were made.
 * Throws what the calls throw.
 */
export const handler: Handler<{ readonly conflict?: IfTaken }, CopiedItem> = {
	async run(job, caller) {
		const { params, checked, context } = job;
		const outcomes = await withTakenNames(caller, {
			ifTaken: checked.conflict ?? 'rename',
			wanted: wantedBy(params),
			isCopied: true,
			operator: operatorIn(params),
			send: async (wanted) => await copies(job, caller, wanted),
		});
		const made = outcomes.flatMap(([, outcome]) => ('result' in outcome ? [outcome.result] : []));
		if (made.some(({ failure }) => failure !== undefined) && !context.continueOnFail()) throw failureOf(made);
		return outcomes.map(([{ source, target }, outcome]) => {
			if ('result' in outcome) return itemOf(job, outcome.result, outcome.isReplacement);
			const asked = { from_fullpath: source.fullpath, requested: target.fullpath };
			return outputItem<CopiedItem>({ ...locationOf(outcome.existing), ...asked, skipped: true });
		});
	},
};

/** Sends one request for some of the copies, and says what became of each. */
async function copies(job: Job, caller: Caller, wanted: readonly Wanted[]): Promise<Copied[]> {
	const { op, params } = job;
	const folders = new Set(wanted.map(({ target }) => parentPath(target.fullpath)));
	const needs = {
		folders: Array.from(folders, (fullpath) => ({ fullpath })),
		sources: wanted.map(({ source }) => source),
		operator: operatorIn(params),
	};
	const answer = await callInto<unknown>(caller, op, { ...params, ...paramsFor(params, wanted) }, needs);
	return await inParallel(
		wanted.map((one, at) => [one, resultAt(answer, at, wanted.length)] as const),
		PARALLEL,
		async ([one, result]) => await copied(job, caller, one, result),
	);
}

/** The lists of a request for some of the copies that were asked for (G21). */
const paramsFor = ({ from_fullpaths: sources, paths = '' }: Job['params'], wanted: readonly Wanted[]) =>
	sources === undefined
		? {}
		: {
				from_fullpaths: wanted.map(({ source }) => source.fullpath).join('|'),
				// One folder is that of all; a list of paths has no empty part.
				paths: paths.includes('|')
					? wanted.map(({ target }) => parentPath(target.fullpath) || '/').join('|')
					: paths,
			};

/** The copies that were asked for, in their order: one source, or several and a folder for all or for each (G21). */
function wantedBy({
	from_fullpath: only,
	fullpath,
	from_fullpaths: sources = '',
	paths = '',
}: Job['params']): Wanted[] {
	if (only !== undefined) return [{ source: { fullpath: only }, target: { fullpath: fullpath ?? '' } }];
	const folders = paths.split('|');
	return sources.split('|').map((source, at) => {
		const folder = folders[folders.length === 1 ? 0 : at] ?? '';
		return { source: { fullpath: source }, target: { fullpath: joinPath(folder, baseName(source)) } };
	});
}

/** The result of one copy in an answer: a list, bare, as `list` or with gaps (A07), or the only result itself. */
function resultAt(answer: unknown, at: number, count: number): unknown {
	const results = isJsonObject(answer) && Object.hasOwn(answer, 'list') ? answer.list : answer;
	if (Array.isArray(results)) return results[at];
	if (!isGappedList(results)) return count === 1 ? results : undefined;
	const values = Object.values(results);
	return values.length === count ? values[at] : results[at];
}

async function copied(job: Job, caller: Caller, wanted: Wanted, result: unknown): Promise<Copied> {
	const { fullpath: source } = wanted.source;
	const refused = errorOfEntry(job.op.id, result, hiddenBy(caller));
	if (refused) return { wanted, item: { from_fullpath: source }, failure: refused };
	// What else the service answers is shown, too.
	const answered = typed(contentOf(result)) as Answered;
	const item = { from_fullpath: source, ...answered };
	const found = placedCopy(job, caller, wanted, answered).then((fields) => ({
		wanted,
		item: { ...item, ...fields },
	}));
	return await unlessFailed(found, (failure) => ({
		wanted,
		item: { ...item, fullpath: undefined, hash: undefined },
		failure,
	}));
}

/** Where a copy is, or is going to be. Throws LibraryError when its task failed or takes too long. */
async function placedCopy(job: Job, caller: Caller, wanted: Wanted, answered: Answered): Promise<CopyFields> {
	const { fullpath: target } = wanted.target;
	const [fullpath, hash, queueId] = [answered.fullpath, answered.hash, answered.queue_id].map(filledText);
	if (queueId !== undefined) return await queued(job, caller, { target, hash, queueId });
	if (fullpath !== undefined) return {};
	const found = hash === undefined ? undefined : await infoIfExists(caller, { hash });
	if (found) return placeFields({ fullpath: textOf(found.fullpath), ...defined({ hash }) });
	throw unreadableAnswer(`The service answered nothing about the copy to "${target}"`, {
		operation: job.op.id,
		isChange: true,
	});
}

async function queued(
	{ waitMs }: Job,
	caller: Caller,
	{ target, hash, queueId }: { target: string; hash: string | undefined; queueId: string },
): Promise<CopyFields> {
	// Until the task is completed nobody knows whether the copy gets this path.
	if (waitMs === undefined) return { fullpath: undefined, requested: target };
	const before = await unlessFailed(infoIfExists(caller, { fullpath: target }), () => 'unknown' as const);
	const task = await waitForQueue(caller, queueId, { timeoutMs: waitMs });
	const location = copiedEntry(caller, { target, hash, before }, task).then((found) => placeFields(found));
	return { ...(await unlessFailed(location, ({ message }) => placeFields(undefined, message))), completed: true };
}

const placeFields = (
	location: EntryLocation | undefined,
	reason = 'no entry in the target folder is the only one that may be it',
): CopyFields =>
	location
		? { ...location }
		: { fullpath: null, hash: null, warning: `The copy was made, but its path is not known: ${reason}` };

function failureOf(outcomes: readonly Copied[]): Error {
	const failed = outcomes.filter(({ failure }) => failure !== undefined);
	const [first] = failed;
	if (!first?.failure || outcomes.length === 1) return first?.failure ?? new Error('no copy failed');
	const reasons = failed.map(({ wanted, failure }) => `"${wanted.source.fullpath}": ${failure?.message ?? ''}`);
	const made = outcomes
		.filter(({ failure }) => !failure)
		.map(({ wanted, item }) => `"${filledText(item.fullpath) ?? wanted.target.fullpath}"`);
	return reworded(
		first.failure,
		`${failed.length} of ${outcomes.length} copies failed: ${reasons.join('; ')}. ` +
			`Made: ${made.length > 0 ? made.join(', ') : 'none'}`,
	);
}

function itemOf(
	{ context, item: index }: Pick<Job, 'context' | 'item'>,
	{ wanted, item: fields, failure }: Copied,
	isReplacement: boolean,
): Item<CopiedItem> {
	const became = becameOf(wanted.target.fullpath, locationOf(fields), isReplacement);
	const item = outputItem<CopiedItem>({ ...defined(fields), ...became });
	if (!failure) return item;
	const error = toNodeError(context, failure, index);
	return failedItem(context, { ...item, pairedItem: { item: index } }, error);
}
