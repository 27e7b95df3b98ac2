import type { IWebhookFunctions } from 'n8n-workflow';
import { makeBudget } from '../../../client/async/tasks';
import { systemClock, type Clock } from '../../../client/async/clock';
import { tokenBuckets, type Rate } from '../../../client/async/tokenBuckets';
import type { Caller } from '../../../client/service/call';
import { libraryCallerOf } from '../../../n8n/credentials/caller';
import { silenceOf } from '../../../n8n/form/nodeSettings';

/*
 * How often visitors may ask for something. Everything is counted in the memory of one process: several webhook
 * processes of n8n allow as much each. What a proxy in front of n8n knows, the addresses of visitors, n8n may not.
 */

/**
 * What is limited: posts with a valid token, of one load of a page or one reading link, and of one node; pages and
 * renewed preview links, for one personal link, and of one node. A post starts the workflow once at most, a page takes
 * requests to the service.
 */
const RATES = {
	postsOfLoad: { burst: 60, perSecond: 5 },
	postsOfNode: { burst: 300, perSecond: 50 },
	pagesOfVisitor: { burst: 60, perSecond: 1 },
	pagesOfNode: { burst: 200, perSecond: 20 },
} as const satisfies Record<string, Rate>;

/** Most loads, visitors or nodes that are remembered for each rate. */
const REMEMBERED = 10_000;

/** Who asks, each by a text of its own: a load or a visitor (absent without a personal link), and the node. */
export interface Asking {
	readonly who?: string | undefined;
	readonly node: string;
}

/** Limits with nothing counted yet. Each counts what is asked for: 0, or the milliseconds until it may be done. */
export function visitorLimits(clock: Pick<Clock, 'now'>) {
	const limit = (ofOne: Rate, ofNode: Rate) => {
		const ones = tokenBuckets(clock, ofOne, REMEMBERED);
		const nodes = tokenBuckets(clock, ofNode, REMEMBERED);
		// The narrow limit first: who exceeds it takes nothing from others.
		return ({ who, node }: Asking): number => (who === undefined ? 0 : ones.take(who)) || nodes.take(node);
	};
	return { post: limit(RATES.postsOfLoad, RATES.postsOfNode), page: limit(RATES.pagesOfVisitor, RATES.pagesOfNode) };
}

/** Most requests to one node that are under way at the same time. */
const MOST_UNDER_WAY = 200;

/** Begins a request to a node and returns what ends it; undefined when there are too many. Nothing is under way yet. */
export function requestsUnderWay(): (node: string) => (() => void) | undefined {
	const underWay = new Map<string, number>();
	return (node) => {
		const count = underWay.get(node) ?? 0;
		if (count >= MOST_UNDER_WAY) return undefined;
		underWay.set(node, count + 1);
		return () => void underWay.set(node, (underWay.get(node) ?? 1) - 1);
	};
}

/** Counts the requests to all pages of this process, before n8n reads its database. */
export const arrive = requestsUnderWay();

/**
 * How many visitors of all pages of this process have their credential read at the same time, the others in turn: n8n
 * has few connections to its database, and a crowd would keep them from the rest of n8n.
 */
const credentialReads = makeBudget(10);

/** The caller for the library of a page. Throws what `libraryCallerOf` throws. */
export async function pageCaller(context: IWebhookFunctions): Promise<Caller> {
	const silenceMs = silenceOf(context);
	return await credentialReads.reserve(1, async () => await libraryCallerOf(context, { silenceMs }));
}

/** What the visitors of all pages of this process have asked for. */
export const visits = visitorLimits(systemClock);

/** Names a node among all of this n8n; part of what page tokens are bound to. */
export const nodeKey = (context: IWebhookFunctions): string =>
	JSON.stringify([context.getWorkflow().id ?? '', context.getNode().id]);
