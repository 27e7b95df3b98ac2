import { fileCalls } from '../../../client/files/fileCalls';
import { randomText } from '../../../client/service/randomText';
import type { getReadingLink as operation } from '../../../protocol/catalogue/viewerPages';
import type { In } from '../../../protocol/operation/define';
import { readingAddress, sealReading, secretCheck, type ReadingClaims } from '../../../protocol/reading/readingLink';
import { filledText, plainNumber, textOf } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { addReadingRequest, forgetReadingRequests } from '../../context/waitingEntry';
import { withoutSecretsIn } from '../../context/runSecrets';
import { isToolCall } from '../../context/toolCall';
import { type Handler, outputItem, type Job } from '../job';

const ID_LENGTH = 16;

/** The names of the runs of nodes that have begun. */
const runs = new WeakMap<object, string>();

/**
 * Names the run of the node: an attempt after a failure has the name of the first one, whose links it replaces. An
 * agent may call a tool several times in what n8n counts as one run.
 */
function runOf({ context, item }: Job): string {
	const begun = runs.get(context);
	if (begun !== undefined) return begun;
	const index: unknown = context.evaluateExpression('{{ $runIndex }}', item);
	const run = isToolCall(context) ? randomText(ID_LENGTH) : JSON.stringify([context.getNode().name, index]);
	runs.set(context, run);
	forgetReadingRequests(context, run);
	return run;
}

function resumedAt({ context, op, item }: Job): { execution: string; resumeUrl: string } {
	const execution = filledText(context.getExecutionId());
	const resumeUrl: unknown = context.evaluateExpression('{{ $execution.resumeUrl }}', item);
	if (execution === undefined || typeof resumeUrl !== 'string' || !URL.canParse(resumeUrl))
		throw new LibraryError('input', 'This execution has no ID, so it cannot wait for an answer', {
			operation: op.id,
			hint: 'Save the workflow, then run it again.',
		});
	return { execution, resumeUrl };
}

/**
 * A personal link to the page on which one person reads the file; it works while this execution waits for it. Throws
 * inputError before anything is sent, what the request for the file throws, and LibraryError for a folder and for an
 * execution that cannot wait.
 */
export const handler: Handler<In<typeof operation>> = {
	automatic: ['attribute'],
	async run(job, caller) {
		const { context, op, checked, params } = job;
		const { viewer, ask = 'read', allowComment } = checked;
		const { execution, resumeUrl } = resumedAt(job);
		const { hash, fullpath, filename, dir } = await fileCalls(caller).info(params);
		const file = filledText(hash);
		if (file === undefined || plainNumber(dir) === 1)
			throw new LibraryError('input', 'There is no file to read here', {
				operation: op.id,
				hint: 'Choose a file: a folder has no pages.',
			});
		const issued = Math.floor(caller.clock.now() / 1000);
		const comment = ask === 'approve' && allowComment === true;
		const claims: ReadingClaims = { id: randomText(ID_LENGTH), viewer, file, ask, comment, issued };
		const { secret } = caller.account;
		const described = withoutSecretsIn(context, { fullpath: textOf(fullpath), filename: textOf(filename) });
		const check = secretCheck(claims.id, secret);
		addReadingRequest(context, {
			...claims,
			...described,
			execution,
			check,
			run: runOf(job),
			item: job.item,
			taken: false,
		});
		const link = readingAddress(resumeUrl, sealReading(claims, execution, secret));
		return [outputItem({ link, viewer, ask, hash: file, ...described, reading_id: claims.id })];
	},
};
