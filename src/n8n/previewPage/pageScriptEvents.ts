import { END_PART, END_SECONDS } from '../../protocol/preview/viewerEvent';

/**
 * Posts events to n8n in batches; after a failure it waits longer each time, and gives up after `ATTEMPTS` failures.
 */
const postingScript = `
const ATTEMPTS = 6, BATCH = 20, LONGEST_QUEUE = 200;
let queue = [], posting = false, failures = 0, renewedForPost = false;
const retryLater = () => {
	failures += 1;
	if (failures < ATTEMPTS) return setTimeout(postQueue, Math.min(30000, 1000 * 2 ** failures));
	queue = [];
	notify('Your progress could not be reported. You can continue reading.');
};
async function postQueue() {
	if (posting || queue.length === 0) return;
	posting = true;
	const batch = queue.slice(0, BATCH);
	let status = 0;
	try { status = (await post({ events: batch })).status; } catch (error) { status = 0; }
	posting = false;
	if (status === 403 && !renewedForPost) {
		renewedForPost = true;
		if ((await renew()).ok) return postQueue();
	}
	if (status === 0 || status === 429 || status >= 500) return retryLater();
	queue = queue.slice(batch.length);
	// 400: n8n does not accept one of these events; the next ones may be valid.
	if (status > 400) return notify('This page is no longer connected. Reload it to continue.');
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
const isNearEnd = (current, total) =>
	current > total / 2 && total - current <= Math.max(${END_SECONDS}, total * ${END_PART});
const report = ({ event, current, total, time }) => {
	if (data.events.indexOf(event) < 0) return;
	const message = { time, [event]: { current, total } };
	const isOver = total > 0 && (current >= total || (event === 'progress' && isNearEnd(current, total)));
	const isEnd = isOver && !ended;
	if (isEnd) ended = true;
	if (isEnd || (!data.onlyFinished && data.throttleMs === 0)) return enqueue(message);
	if (data.onlyFinished) return;
	const rest = lastAt + data.throttleMs - Date.now();
	if (rest <= 0) return enqueue(message);
	// The newest event of an interval is posted at its end.
	if (!delayed) delayTimer = setTimeout(enqueueDelayed, rest);
	delayed = message;
};
addEventListener('pagehide', enqueueDelayed);`;

/**
 * Receives what the frame says. A message counts when it comes from the window of the frame and from the preview's
 * origin. In n8n's sandbox every origin is "null", also that of the frame; there the frame-src rule of the page keeps
 * the frame from navigating to another origin.
 */
const listeningScript = `
const isAmount = (value, most) => typeof value === 'number' && value >= 0 && value <= most;
const arePages = ({ current, total }) =>
	Number.isInteger(current) && Number.isInteger(total) && total > 0 && current <= total;
const readEvent = (text) => {
	if (typeof text !== 'string' || text.length > 10000) return null;
	let content;
	try { content = JSON.parse(text); } catch (error) { return null; }
	if (!content || typeof content !== 'object' || content.type !== data.type) return null;
	if (!isAmount(content.time, 8.64e15)) return null;
	const event = content.page ? 'page' : 'progress';
	const extent = content[event];
	if (!extent || !isAmount(extent.current, 1e7) || !isAmount(extent.total, 1e7)) return null;
	if (event === 'page' && !arePages(extent)) return null;
	return { event, current: extent.current, total: extent.total, time: content.time };
};
addEventListener('message', (message) => {
	if (message.source === null || message.source !== frame.contentWindow) return;
	if (message.origin !== data.origin && !(sandboxed && message.origin === 'null')) return;
	const event = readEvent(message.data);
	if (!event) return;
	responded = loaded = true;
	byId('loading').hidden = true;
	notify('');
	showProgress(event);
	report(event);
});`;

/** The part of the page's script that receives the viewer's events from the frame and posts them to n8n. */
export const eventScript = `${postingScript}
${throttleScript}
${listeningScript}`;
