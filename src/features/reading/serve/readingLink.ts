import type { IExecuteFunctions } from 'n8n-workflow';
import { fileCalls } from '../../../client/files/fileCalls';
import { currentContent } from '../../versions/work';
import type { Caller } from '../../../client/service/call';
import { randomText } from '../../../client/service/singleSignOn';
import type { getReadingLink as operation, ReadingLinkItem } from '../entries';
import type { In } from '../../../protocol/operation/define';
import { readingAddress, type ReadingStatement, sealReading, secretCheck } from '../plan/readingLink';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { filledText, textOf } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { withoutSecretsIn } from '../../../n8n/context/runSecrets';
import { oncePer } from '../../../protocol/wire/oncePer';
import { addReadingRequest, forgetReadingRequests, resumeAddress } from './waitingEntry';
import { isToolCall } from '../../../n8n/context/toolCall';
import { outputItem, type Job, type HandlerFor } from '../../../n8n/execute/job';

const ID_LENGTH = 16;

/**
 * Begins the run of the node, and names it: an attempt after a failure has the name of the first one, whose links it
 * replaces. An agent may call a tool several times in what n8n counts as one run.
 */
const runOf = oncePer((context: IExecuteFunctions, item: number): string => {
	const index: unknown = context.evaluateExpression('{{ $runIndex }}', item);
	const run = isToolCall(context) ? randomText(ID_LENGTH) : JSON.stringify([context.getNode().name, index]);
	forgetReadingRequests(context, run);
	return run;
});

function resumedAt({ context, op, item }: Job): { execution: string; resumeUrl: URL } {
	const execution = filledText(context.getExecutionId());
	const resumeUrl = resumeAddress(context, item);
	if (execution === undefined || !resumeUrl)
		throw new LibraryError('input', 'This execution has no ID, so it cannot wait for an answer', {
			operation: op.id,
			hint: 'Save the workflow, then run it again.',
		});
	return { execution, resumeUrl };
}

/** The file as the link and the wait say it, and what it contains now. Throws LibraryError, also for a folder. */
async function fileToRead({ context, op, params, checked }: Job<In<typeof operation>>, caller: Caller) {
	const info = await fileCalls(caller).info(params);
	if (filledText(info.hash) === undefined || isFolder(info))
		throw new LibraryError('input', 'There is no file to read here', {
			operation: op.id,
			hint: 'Choose a file: a folder has no pages.',
		});
	const content = await currentContent(caller, info);
	if (checked.requireSameContent && content.filehash === null)
		throw new LibraryError('protocol', 'The service did not say what the file contains', {
			operation: op.id,
			hint: 'Remove Require Same Content: the content cannot be compared when somebody answers.',
		});
	const { hash, fullpath, filename } = info;
	const shown = { hash: textOf(hash), fullpath: textOf(fullpath), filename: textOf(filename) };
	return { content, ...withoutSecretsIn(context, shown) };
}

/**
 * A personal link to the page on which one person reads the file; it works while this execution waits for it. Throws
 * LibraryError, also for a folder and for an execution that cannot wait.
 */
export const handler: HandlerFor<typeof operation> = {
	automatic: ['attribute'],
	async run(job, caller) {
		const { context, item, checked } = job;
		const { viewer, ask = 'read' } = checked;
		const { execution, resumeUrl } = resumedAt(job);
		const { content, hash, ...named } = await fileToRead(job, caller);
		const reason = checked.askForReason === true;
		const stated: ReadingStatement = {
			id: randomText(ID_LENGTH),
			viewer,
			file: hash,
			ask,
			// A reason is a comment.
			comment: reason || checked.allowComment === true,
			sameContent: checked.requireSameContent === true,
			allPages: checked.requireAllPagesOpened === true,
			reason,
			issued: Math.floor(caller.clock.now() / 1000),
		};
		const { secret } = caller.account();
		const check = secretCheck(stated.id, secret);
		const kept = { ...stated, ...named, content, execution, check, run: runOf(context, item), item };
		addReadingRequest(context, { ...kept, taken: false });
		const link = readingAddress(resumeUrl.href, sealReading(stated, execution, secret));
		return [outputItem<ReadingLinkItem>({ link, viewer, ask, ...named, hash, ...content, reading_id: stated.id })];
	},
};
