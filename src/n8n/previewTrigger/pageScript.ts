/**
 * The script of the preview page, for browsers (ES2019, no imports). It reads its settings from the JSON in #data, listens to the
 * frame, posts events back to the address of the page and renews the preview link.
 *
 * A message counts when it comes from the window of the frame and from the preview's origin. In n8n's sandbox every origin is "null", that of
 * the frame too; there the frame-src rule of the page keeps the frame from going to any other origin.
 */
export const previewPageScript = `(() => {
'use strict';
const $ = (id) => document.getElementById(id);
const data = JSON.parse($('data').textContent);
const address = location.href.split(/[?#]/)[0];
const sandboxed = self.origin === 'null';
const SLOW_MS = 10000, GIVE_UP_MS = 20000, ATTEMPTS = 6;
let frame = $('preview'), token = data.token, since = Date.now();
let loaded = false, answered = false, retried = false, busy = false, timers = [];

/* What the person sees */
const say = (text, mood) => {
	$('noticeText').textContent = text;
	$('notice').hidden = text === '';
	$('notice').dataset.mood = mood || '';
};
const clock = (seconds) => {
	const s = Math.floor(seconds), m = Math.floor(s / 60), h = Math.floor(m / 60), two = (n) => String(n).padStart(2, '0');
	return h ? h + ':' + two(m % 60) + ':' + two(s % 60) : m + ':' + two(s % 60);
};
const show = ({ event, current, total }) => {
	$('progress').hidden = false;
	$('bar').max = Math.max(total, 1);
	$('bar').value = current;
	$('where').textContent = event === 'page' ? 'Page ' + current + ' of ' + total : clock(current) + ' of ' + clock(total);
};

/* Posting events back */
let queue = [], sending = false, failures = 0, renewedForPost = false, waiting = null, timer = 0, lastAt = -Infinity, ended = false;
const post = (body) => fetch(address, {
	method: 'POST', headers: { 'Content-Type': 'text/plain;charset=UTF-8' }, body: JSON.stringify(Object.assign({ token }, body)),
	keepalive: true, credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer',
});
const later = () => {
	failures += 1;
	if (failures < ATTEMPTS) return setTimeout(flush, Math.min(30000, 1000 * 2 ** failures));
	queue = [];
	say('Your progress could not be reported. You can go on reading.');
};
async function flush() {
	if (sending || queue.length === 0) return;
	sending = true;
	const batch = queue.slice(0, 20);
	let status = 0;
	try { status = (await post({ events: batch })).status; } catch (error) { status = 0; }
	sending = false;
	if (status === 403 && !renewedForPost) {
		renewedForPost = true;
		if ((await renew()).ok) return flush();
	}
	if (status === 0 || status === 429 || status >= 500) return later();
	queue = queue.slice(batch.length);
	// 400: an event that n8n does not take; the next one may be better.
	if (status > 400) return say('This page does not take part any more. Load it again to go on.');
	failures = 0;
	renewedForPost = false;
	flush();
}
const send = (event) => {
	clearTimeout(timer);
	waiting = null;
	lastAt = Date.now();
	queue = queue.concat([event]).slice(-200);
	flush();
};
const offer = ({ event, current, total, time }) => {
	if (data.events.indexOf(event) < 0) return;
	const message = { time, [event]: { current, total } };
	const end = total > 0 && current >= total && !ended;
	if (end) ended = true;
	if (end || (!data.onlyFinished && data.throttleMs === 0)) return send(message);
	if (data.onlyFinished) return;
	const rest = lastAt + data.throttleMs - Date.now();
	if (rest <= 0) return send(message);
	// The newest of the pause is sent at its end.
	if (!waiting) timer = setTimeout(() => waiting && send(waiting), rest);
	waiting = message;
};
addEventListener('pagehide', () => { if (waiting) send(waiting); });

/* Listening to the frame */
const amount = (value, most) => typeof value === 'number' && value >= 0 && value <= most;
const read = (text) => {
	if (typeof text !== 'string' || text.length > 10000) return null;
	let said;
	try { said = JSON.parse(text); } catch (error) { return null; }
	if (!said || typeof said !== 'object' || said.type !== data.type || !amount(said.time, 8.64e15)) return null;
	const event = said.page ? 'page' : 'progress';
	const extent = said[event];
	if (!extent || !amount(extent.current, 1e7) || !amount(extent.total, 1e7)) return null;
	const whole = Number.isInteger(extent.current) && Number.isInteger(extent.total) && extent.total > 0 && extent.current <= extent.total;
	return event === 'page' && !whole ? null : { event, current: extent.current, total: extent.total, time: said.time };
};
addEventListener('message', (message) => {
	if (message.source === null || message.source !== frame.contentWindow) return;
	if (message.origin !== data.origin && !(sandboxed && message.origin === 'null')) return;
	const event = read(message.data);
	if (!event) return;
	answered = loaded = true;
	$('loading').hidden = true;
	say('');
	show(event);
	offer(event);
});

/* The frame and its link, which is good for a short time */
const expired = () => Date.now() - since > data.validMs;
// A player tells nothing before it is started.
const alive = () => answered || (data.media && loaded);
const watch = () => {
	timers.forEach(clearTimeout);
	loaded = answered = false;
	$('loading').hidden = false;
	timers = [
		setTimeout(() => { if (!alive()) say('The preview takes longer than usual. It may still be loading.'); }, SLOW_MS),
		setTimeout(() => {
			if (alive()) return;
			if (retried) return failed('The preview could not be loaded. It may have expired, or the file service cannot be reached.');
			retried = true;
			refresh('The preview did not answer. Trying again with a new link…');
		}, GIVE_UP_MS),
	];
};
const failed = (text) => {
	$('loading').hidden = true;
	say(text, 'bad');
};
const listen = () => frame.addEventListener('load', () => {
	const again = loaded;
	loaded = true;
	$('loading').hidden = true;
	// Someone reloaded the frame alone, with a link that has ended.
	if (again && expired()) refresh('The link has expired. Getting a new one…');
});
async function renew() {
	try {
		const answer = await post({ renew: true });
		const said = await answer.json();
		if (answer.ok) token = said.token;
		return { ok: answer.ok, url: said.url, message: said.message };
	} catch (error) {
		return { ok: false, message: 'The page cannot be reached. Check your connection and try again.' };
	}
}
async function refresh(text) {
	if (busy) return;
	busy = true;
	say(text || 'Loading the preview again…');
	const { ok, url, message } = await renew();
	busy = false;
	if (!ok) return failed(message || 'The preview cannot be shown.');
	// The rules of this page name one origin.
	if (new URL(url).origin !== data.origin) return location.reload();
	since = Date.now();
	$('open').href = url;
	// A new element leaves no entry in the history, and messages of the old one do not count.
	const next = frame.cloneNode(false);
	next.src = url;
	frame.replaceWith(next);
	frame = next;
	listen();
	watch();
	say('');
}
const refreshWhenLost = () => { if (expired() && !alive()) refresh('The link has expired. Getting a new one…'); };
document.addEventListener('visibilitychange', () => {
	if (document.visibilityState === 'hidden') { if (waiting) send(waiting); } else refreshWhenLost();
});
addEventListener('pageshow', (event) => { if (event.persisted) refreshWhenLost(); });
for (const id of ['reload', 'retry']) $(id).addEventListener('click', () => { retried = false; refresh(); });
$('open').addEventListener('click', (event) => {
	if (!expired()) return;
	event.preventDefault();
	refresh('The link has expired. It is renewed; open it again in a moment.');
});
document.documentElement.classList.add('js');
listen();
watch();
})();`;
