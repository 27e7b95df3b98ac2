import type { ViewerEvent } from '../features/preview/plan/viewerEvent';
import { Connection, type Reply, mayPass, Poster, type Verdict } from './poster';
import { notify, readSettings, texts } from './dom';
import { Frame } from './frame';
import type { PreviewSettings } from './settings';

/* The program of the preview page: it posts what the viewer reports to the address of the page. */

type Posted = Readonly<Record<string, unknown>>;

const ATTEMPTS = 6;
const BATCH = 20;
const LONGEST_QUEUE = 200;

const settings = readSettings<PreviewSettings>();
const connection = new Connection(location.href.split(/[?#]/)[0] ?? '', settings.token, { renew: true });

let queue: readonly Posted[] = [];
/** Whether this load has reported as many events as it may; the one that reaches the end is taken all the same. */
let full = false;

function onReply({ events }: { readonly events: readonly Posted[] }, { status }: Reply): Verdict {
	if (mayPass(status)) return 'repeat';
	queue = queue.filter((event) => !events.includes(event));
	if (status === 409) full = true;
	// 400: n8n does not accept one of these events; the next ones may be valid.
	else if (status > 400) {
		notify(texts.disconnected);
		return 'stop';
	}
	return 'taken';
}

const poster = new Poster(connection, {
	next: () => (queue.length > 0 ? { events: queue.slice(0, BATCH) } : undefined),
	pauseMs: () => 0,
	onReply,
	attempts: () => ATTEMPTS,
	onGivenUp: () => {
		queue = [];
		notify(texts.notReported);
	},
});

let delayed: Posted | undefined;
let delayTimer = 0;
let lastAt = -Infinity;
let ended = false;

function enqueue(event: Posted): void {
	window.clearTimeout(delayTimer);
	delayed = undefined;
	lastAt = Date.now();
	queue = [...queue, event].slice(-LONGEST_QUEUE);
	poster.wake();
}

/** Posts what the trigger asks for, at most one event in each interval, and the end once. */
function onEvent({ event, extent, time, finished }: ViewerEvent): void {
	if (!settings.events.includes(event)) return;
	const posted = { time, [event]: extent };
	const isEnd = finished && !ended;
	if (isEnd) ended = true;
	if (full && !isEnd) return;
	if (isEnd || (!settings.onlyFinished && settings.throttleMs === 0)) return enqueue(posted);
	if (settings.onlyFinished) return;
	const rest = lastAt + settings.throttleMs - Date.now();
	if (rest <= 0) return enqueue(posted);
	// The newest event of an interval is posted at its end.
	if (!delayed) delayTimer = window.setTimeout(() => delayed && enqueue(delayed), rest);
	delayed = posted;
}

/** Posts at once what n8n does not know yet, also what waits for another attempt: a page that is left makes none. */
function onLeave(): void {
	if (delayed) enqueue(delayed);
	poster.restart();
}

new Frame(settings, connection, { onEvent, onLeave, onShow: () => undefined, onRenewed: () => undefined });
