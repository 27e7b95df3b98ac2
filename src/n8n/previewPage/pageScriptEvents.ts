import { listeningScript } from './pageScriptListen';
import { retryAfterScript } from './pageScriptShared';

/**
 * Posts events to n8n in batches; after a failure it waits longer each time, at least as long as n8n says, and it gives
 * up after `ATTEMPTS` failures.
 */
const postingScript = `
const ATTEMPTS = 6, BATCH = 20, LONGEST_QUEUE = 200;
let queue = [], posting = false, failures = 0, renewedForPost = false;
/* Whether this load has reported as many events as it may; the one that reaches the end is taken all the same. */
let full = false;
const retryLater = (waitMs) => {
	failures += 1;
	if (failures < ATTEMPTS)
		return setTimeout(postQueue, Math.max(waitMs, Math.min(30000, 1000 * 2 ** failures)));
	queue = [];
	notify('Your progress could not be reported. You can continue reading.');
};
async function postQueue() {
	if (posting || queue.length === 0) return;
	posting = true;
	const batch = queue.slice(0, BATCH);
	let status = 0, waitMs = 0;
	try {
		const reply = await post({ events: batch });
		status = reply.status;
		waitMs = retryAfter(reply);
	} catch (error) { status = 0; }
	posting = false;
	if (status === 403 && !renewedForPost) {
		renewedForPost = true;
		if ((await renew()).ok) return postQueue();
	}
	if (status === 0 || status === 429 || status >= 500) return retryLater(waitMs);
	queue = queue.slice(batch.length);
	// 400: n8n does not accept one of these events; the next ones may be valid.
	if (status === 409) full = true;
	else if (status > 400) return notify('This page is no longer connected. Reload it to continue.');
	failures = 0;
	renewedForPost = false;
	postQueue();
}`;

/**
 * Decides which events are posted: those that the trigger asks for, at most one per throttle interval, and the end
 * once.
 */
const throttleScript = `
let delayed = null, delayTimer = 0, lastAt = -Infinity, ended = false;
const enqueue = (message) => {
	clearTimeout(delayTimer);
	delayed = null;
	lastAt = Date.now();
	queue = queue.concat([message]).slice(-LONGEST_QUEUE);
	postQueue();
};
const enqueueDelayed = () => { if (delayed) enqueue(delayed); };
const report = ({ event, current, total, time }) => {
	if (data.events.indexOf(event) < 0) return;
	const message = { time, [event]: { current, total } };
	const isEnd = !ended && isAtEnd({ event, current, total });
	if (isEnd) ended = true;
	if (full && !isEnd) return;
	if (isEnd || (!data.onlyFinished && data.throttleMs === 0)) return enqueue(message);
	if (data.onlyFinished) return;
	const rest = lastAt + data.throttleMs - Date.now();
	if (rest <= 0) return enqueue(message);
	// The newest event of an interval is posted at its end.
	if (!delayed) delayTimer = setTimeout(enqueueDelayed, rest);
	delayed = message;
};
const onLeave = () => enqueueDelayed();
const onShow = () => undefined;`;

/** The part of the page's script that receives the viewer's events from the frame and posts them to n8n. */
export const eventScript = `${retryAfterScript}
${postingScript}
${throttleScript}
${listeningScript}`;
