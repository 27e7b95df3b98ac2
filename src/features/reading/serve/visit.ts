import type { IWebhookFunctions } from 'n8n-workflow';
import { systemClock } from '../../../client/async/clock';
import { RecentMap } from '../../../client/async/once';
import { fileCalls } from '../../../client/files/fileCalls';
import type { Caller } from '../../../client/service/call';
import { filehashIn } from '../../versions/work';
import { openReading, READING_PARAMETER, type ReadingStatement } from '../plan/readingLink';
import type { Late } from '../plan/readingPage';
import {
	merged,
	type ReadingItem,
	isAnswered,
	isPastDue,
	readingItemsIn,
	unlessAnswered,
	withChange,
} from '../plan/readingState';
import { fieldsIn } from '../../../protocol/wire/json';
import { readingRequestsIn, keptItems, savedFlow } from './waitingEntry';
import { waitForReading } from '../entries';
import { nodeKey, nowSeconds, pageCaller, type Asking } from '../../preview';
import { pageTokens, type PageTokens } from '../../preview/plan';

/* A request to a reading page, as a checked link with the items of the wait. */

/** What this process has learned of one reader, possibly not saved yet. */
interface Remembered {
	readonly item: ReadingItem;
	/** The load of the page that answered. */
	readonly answeredBy?: string;
	/** When n8n was last asked to save it, Unix milliseconds. */
	readonly savedAt?: number;
}

const entries = new RecentMap<string, Remembered>(5000);
const keyOf = (execution: string, id: string): string => JSON.stringify([execution, id]);

/**
 * What was learned of readers since n8n read the execution from its database: requests overlap, and one that was read
 * before another one was saved must not undo it. What counts after a restart is what n8n saved.
 */
export const readerMemory = {
	of: (execution: string, id: string): Remembered | undefined => entries.get(keyOf(execution, id)),
	remember(execution: string, learned: Remembered): void {
		const before = readerMemory.of(execution, learned.item.reading_id);
		entries.set(keyOf(execution, learned.item.reading_id), { ...before, ...learned });
	},
};

/** What one load of the page carries in its token and sends back with each post. */
export interface ReadingLoad {
	readonly loadId: string;
	/** SHA1 of the content that the page shows. */
	readonly shown: string | null;
	/** Unix seconds. */
	readonly issued: number;
}

/** One request to a reading page, whose link was checked. */
export interface Visit {
	readonly caller: Caller;
	readonly tokens: PageTokens<ReadingLoad>;
	/** One reader of one execution, in however many windows. */
	readonly asking: Asking;
	readonly execution: string;
	readonly stated: ReadingStatement;
	/** All items of the wait as n8n saved them, and that of this reader. */
	readonly savedItems: readonly ReadingItem[];
	readonly saved: ReadingItem;
	/** The same with what was learned since. */
	readonly items: readonly ReadingItem[];
	readonly item: ReadingItem;
	/** What keeps a new answer from counting. */
	readonly closed: Late | undefined;
}

/** A visit with what this process has learned up to now: while a visit waits for something, others go on. */
export function upToDate(visit: Omit<Visit, 'items' | 'item' | 'closed'>): Visit {
	const { execution, savedItems, saved } = visit;
	const items = savedItems.map((known) => {
		const item = unlessAnswered(known, 'pending');
		const learned = readerMemory.of(execution, item.reading_id);
		return learned ? merged(item, learned.item) : item;
	});
	const item = items[savedItems.indexOf(saved)] ?? saved;
	const answered = item.outcome === 'closed' ? 'closed' : 'answered';
	const over = isPastDue(item, systemClock.now()) ? 'over' : undefined;
	return { ...visit, items, item, closed: isAnswered(item) ? answered : over };
}

/** What the file contains, as it is looked up for a visit, and its name now. */
export type Look = Awaited<ReturnType<typeof lookAtFile>>;

/**
 * Looks at the file of a visit, and remembers if it has changed: has another content than that of the link. One that is
 * outdated nobody may answer. Throws LibraryError, kind notFound for one gone.
 */
export async function lookAtFile(visit: Visit) {
	const { caller, stated, execution, saved } = visit;
	const info = await fileCalls(caller).info({ hash: stated.file });
	const filehash = filehashIn(info);
	const changed = filehash !== saved.filehash;
	// What others have learned meanwhile stays.
	if (changed) readerMemory.remember(execution, { item: withChange(upToDate(visit).item) });
	return { info, filehash, changed, outdated: changed && stated.sameContent };
}

/** Reads the link of a request, or says why there is no visit. Throws what `pageCaller` throws. */
export async function readVisit(context: IWebhookFunctions): Promise<Visit | 'signature' | 'over' | 'notBegun'> {
	const isWaiting = context.getNodeParameter('operation', '') === waitForReading.operation;
	const saved = isWaiting ? readingItemsIn(keptItems(context)) : undefined;
	const execution = context.getExecutionId();
	const sealed = fieldsIn(context.getQueryData())[READING_PARAMETER];
	if (!saved || !execution || typeof sealed !== 'string') return 'signature';
	const caller = await pageCaller(context);
	const stated = openReading(sealed, execution, caller.account().secret);
	if (!stated) return 'signature';
	const own = saved.find(({ reading_id: id, hash }) => id === stated.id && hash === stated.file);
	// Where a wait has begun for the link, it is one that is over.
	const request = readingRequestsIn(savedFlow(context)).find(({ id }) => id === stated.id);
	if (!own) return request?.taken === false ? 'notBegun' : 'over';
	// What names a preview page begins with another word, so that no token opens on both.
	const page = ['reading', execution, stated.id];
	const tokens = pageTokens<ReadingLoad>(caller.account().secret, page, nowSeconds);
	const asking = { who: keyOf(execution, stated.id), node: nodeKey(context) };
	return upToDate({ caller, tokens, asking, execution, stated, savedItems: saved, saved: own });
}
