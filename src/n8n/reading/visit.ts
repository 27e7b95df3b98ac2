import type { IWebhookFunctions } from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import type { Caller } from '../../client/service/call';
import { randomText } from '../../client/service/randomText';
import { openReading, READING_PARAMETER, type ReadingClaims } from '../../protocol/reading/readingLink';
import { type Late } from '../../protocol/reading/readingPage';
import {
	isAnswered,
	isOver,
	readingItemsIn,
	whileWaiting,
	type ReadingItem,
} from '../../protocol/reading/readingState';
import { fieldsIn } from '../../protocol/wire/json';
import { readingRequestsIn } from '../context/readingRequests';
import { keptItems, savedFlow } from '../context/waitingEntry';
import { libraryCaller } from '../credentials/libraryCaller';
import { silenceIn } from '../form/requestTimeout';
import { isWaiting } from '../operations/reading/waitForReading';
import { pageTokens, type PageTokens } from '../previewPage/pageTokens';
import { nodeKey, type Asking } from '../previewPage/visitorLimits';
import { readerMemory } from './readerMemory';

/** One request to a reading page, whose link was checked. */
export interface Visit {
	readonly caller: Caller;
	readonly tokens: PageTokens;
	readonly execution: string;
	readonly claims: ReadingClaims;
	/** All items of the wait, with what was learned since n8n saved them. */
	readonly items: readonly ReadingItem[];
	/** The one that the link is for. */
	readonly item: ReadingItem;
	/** The same as n8n saved it. */
	readonly saved: ReadingItem;
	/** What keeps a new answer from counting. */
	readonly closed?: Late;
}

/** Why there is no visit: the link is not valid, or not for this wait. */
export type NoVisit = 'signature' | 'over' | 'notBegun';

/** The wait's items as n8n saved them; undefined when the execution does not wait for readers. */
const savedItems = (context: IWebhookFunctions): ReadingItem[] | undefined =>
	isWaiting(context) ? readingItemsIn((keptItems(context) ?? []).map(({ json }) => json)) : undefined;

/** Whether a wait has begun for a link of this execution; if not here, then one that is over. */
const isTaken = (context: IWebhookFunctions, link: string): boolean =>
	readingRequestsIn(savedFlow(context)).find(({ id }) => id === link)?.taken !== false;

const closedBy = (item: ReadingItem): Visit['closed'] =>
	isAnswered(item) ? 'answered' : isOver(item, systemClock.now()) ? 'over' : undefined;

/** Reads the link of a request. Throws what `libraryCaller` throws. */
export async function readVisit(context: IWebhookFunctions): Promise<Visit | NoVisit> {
	const saved = savedItems(context);
	const execution = context.getExecutionId();
	const sealed = fieldsIn(context.getQueryData())[READING_PARAMETER];
	if (!saved || !execution || typeof sealed !== 'string') return 'signature';
	const silenceMs = silenceIn(context.getNodeParameter('options', {}));
	const caller = await libraryCaller(context, (name) => context.getNodeParameter(name, undefined), { silenceMs });
	const claims = openReading(sealed, execution, caller.account.secret);
	if (!claims) return 'signature';
	const items = whileWaiting(saved).map((item) => readerMemory.completed(execution, item));
	const isOwn = ({ reading_id: id, hash }: ReadingItem): boolean => id === claims.id && hash === claims.file;
	const [item, own] = [items.find(isOwn), saved.find(isOwn)];
	if (!item || !own) return isTaken(context, claims.id) ? 'over' : 'notBegun';
	const closed = closedBy(item);
	// A preview page has no such path: it would contain no brackets.
	const tokens = pageTokens(caller, ['reading', execution, claims.id]);
	return { caller, tokens, execution, claims, items, item, saved: own, ...(closed ? { closed } : {}) };
}

/** Who asks: one reader of one execution, in however many windows. */
export function askingFor(context: IWebhookFunctions, { execution, claims }: Visit): Asking & { visitor: string } {
	const reader = JSON.stringify([execution, claims.id]);
	return { load: reader, visitor: reader, node: nodeKey(context) };
}

/** A token for a load of the page. The link itself comes with every post; the token tells loads apart. */
export const newToken = ({ tokens, claims: { viewer }, item }: Visit, loadId = randomText(16)): string => {
	const { hash, fullpath, filename } = item;
	return tokens.issue({ file: { hash, fullpath, filename }, viewer, loadId });
};
