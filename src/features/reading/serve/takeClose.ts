import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { type CloseReply, openClose } from '../plan/closeCommand';
import { isAnswered, type ReadingItem, withClosing } from '../plan/readingState';
import { refusePost, respondJson } from '../../preview';
import { goOn } from './resume';
import { readerMemory, type Visit } from './visit';

/**
 * Closes the links that a command is about, and resumes the execution: for good where nothing more is waited for. Links
 * that were answered stay so. A command that was changed, or is for another link, is refused.
 */
export function takeClose(
	context: IWebhookFunctions,
	{ execution, stated, caller, savedItems, items }: Visit,
	command: unknown,
): IWebhookResponseData {
	const close = openClose(command, execution, caller.account().secret);
	if (close?.id !== stated.id) return refusePost(context, 403, 'link');
	const isMeant = (item: ReadingItem): boolean => close.all || item.reading_id === stated.id;
	const closed = items.map((item) => (isMeant(item) ? withClosing(item) : item));
	const readers = closed.filter(isMeant).map(({ reading_id, viewer, hash, fullpath, outcome, answered_at }) => ({
		...{ reading_id, viewer, hash, fullpath, outcome, answered_at },
	}));
	const reply: CloseReply = { state: 'closed', readers };
	// Repeated, because its reply was lost. What only this process knows may not be saved.
	if (savedItems.every((item) => !isMeant(item) || isAnswered(item))) return respondJson(context, 200, reply);
	for (const item of closed.filter(isMeant)) readerMemory.remember(execution, { item });
	return goOn(context, closed, reply);
}
