import { backoff, pause } from '../../../client/async/clock';
import type { Http } from '../../../client/http/types';
import type { Caller } from '../../../client/service/call';
import type { ClosedReadingItem, closeReadingLink as operation } from '../entries';
import type { In } from '../../../protocol/operation/define';
import { closeAddress, closeCommands, closedReadings, type ClosedReading, readingTarget } from '../plan/closeCommand';
import { openReading } from '../plan/readingLink';
import { hasEnded } from '../plan/readingPage';
import { parseBody } from '../../../protocol/wire/errorBody';
import { fieldsIn } from '../../../protocol/wire/json';
import { inputError, isLibraryError, LibraryError, quoted, rethrown } from '../../../protocol/wire/libraryError';
import { resumeAddress } from './waitingEntry';
import { helperHttp } from '../../../n8n/credentials/helperHttp';
import { type Job, outputItem, type HandlerFor } from '../../../n8n/execute/job';

/** n8n refuses requests while the execution takes an answer, and processes of it may be restarted. */
const ATTEMPTS = 6;

type Command = Readonly<Record<'address' | 'command', string>>;

/** Posts a command once; 'over' where nothing waits there. Throws LibraryError, kind busy where n8n is not ready. */
async function post(http: Http, { address: url, command }: Command): Promise<ClosedReading[] | 'over'> {
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify({ kind: 'close', command });
	const answer = await http.request({ method: 'POST', url, headers, body });
	const { status } = answer;
	const text = await answer.text();
	const parsed = parseBody(text);
	const reply = parsed.json ? parsed.value : {};
	const readers = closedReadings(reply);
	if (readers) return readers;
	if (fieldsIn(reply).state === 'over' || hasEnded(status, text)) return 'over';
	if (status === 409 || status === 429 || status >= 500)
		throw new LibraryError('busy', 'The execution that waits for this link does not take requests now', {
			hint: 'It may be running, or have ended with an error. Try again later.',
		});
	throw new LibraryError('protocol', `n8n did not close the link: status ${status}`, {
		status,
		hint: 'Check that the link is whole, and that it leads to an n8n with this package.',
	});
}

async function postUntilTaken({ clock, signal }: Caller, http: Http, command: Command) {
	for (let attempt = 1; ; attempt++) {
		try {
			return await post(http, command);
		} catch (cause) {
			if (!isLibraryError(cause) || !cause.retryable || attempt === ATTEMPTS) throw rethrown(cause);
		}
		await pause(clock, backoff(clock, attempt, 1000), signal);
	}
}

/** The address of this n8n for the link, and the sealed command for it. Throws LibraryError input. */
function commandFor({ context, checked, item, op }: Job<In<typeof operation>>, caller: Caller) {
	const { secret } = caller.account();
	const target = readingTarget(checked.link);
	const stated = target && openReading(target.sealed, target.execution, secret);
	if (!target || !stated)
		throw inputError(
			'Reading Link',
			'is not a reading link of this credential and library',
			'Enter the whole link from Get Reading Link, and choose the same credential and library as there.',
		);
	if (target.execution === context.getExecutionId())
		throw inputError(
			'Reading Link',
			'belongs to this execution, which cannot wait for it at the same time',
			'Close it from another workflow.',
		);
	const resumeUrl = resumeAddress(context, item);
	if (!resumeUrl) throw new LibraryError('input', 'This n8n does not say its own address', { operation: op.id });
	const all = checked.closeFor === 'all';
	const command = closeCommands(target.execution, secret).seal({ id: stated.id, all });
	return { stated, base: target.base, command, ...closeAddress(resumeUrl, target) };
}

/**
 * Closes reading links that another execution waits for: one item for each. Throws inputError for what is no link of
 * this library authorization, and LibraryError where n8n does not take it. Nothing is sent to another address than that
 * of this n8n, wherever the link leads.
 */
export const handler: HandlerFor<typeof operation> = {
	async run(job, caller) {
		const { stated, base, own, isElsewhere, ...command } = commandFor(job, caller);
		const closed = await postUntilTaken(caller, helperHttp(job.context, false), command);
		// Of a link that leads elsewhere nobody knows whether its execution waits.
		if (closed === 'over' && isElsewhere) {
			const what = `Nothing waits for the link in this n8n, which is at ${own}; it leads to ${quoted(base)}`;
			throw new LibraryError('notFound', what, {
				hint: 'Close it in the n8n that made it, and check that nobody has changed the beginning of the link.',
			});
		}
		if (closed === 'over') {
			const { id: reading_id, viewer, file: hash } = stated;
			const unknown = { closed: false, outcome: null, viewer, reading_id, hash, answered_at: null };
			return [outputItem<ClosedReadingItem>(unknown)];
		}
		return closed.map((each) => outputItem<ClosedReadingItem>({ closed: each.outcome === 'closed', ...each }));
	},
};
