/**
 * Posts what was read and what was answered, one after the other. Nothing counts as recorded before n8n has said so:
 * without an answer the same post is sent again, for about ten minutes, and as soon as the browser is online again.
 */
export const postsScript = `
const INTERVAL_MS = 3000, LONGEST_WAIT_MS = 30000, ANSWER_MS = 30000;
const ATTEMPTS = 6, ANSWER_ATTEMPTS = 24;
/* What the person answered and n8n has not confirmed; whether n8n does not know the newest position. */
let answer = null, unsent = false, done = false;
let busy = false, failures = 0, flushTimer = 0, sentAt = -Infinity, renewedForPost = false;
/* Whether an answer was sent of which nobody knows if it arrived. */
let uncertain = false;

const flushIn = (ms) => {
	clearTimeout(flushTimer);
	flushTimer = setTimeout(flush, ms);
};
const waitOf = (failed) => Math.min(LONGEST_WAIT_MS, 1000 * 2 ** failed);
const progressNow = () => Object.assign({ kind: 'progress' }, pagesRead(), position);
const reportProgress = () => {
	unsent = true;
	if (!busy && failures === 0) flushIn(Math.max(0, sentAt + INTERVAL_MS - Date.now()));
};
/* What n8n answers; status 0 for no answer, and for one that is not from n8n. */
const exchange = async (body) => {
	const stop = new AbortController(), limit = setTimeout(() => stop.abort(), ANSWER_MS);
	try {
		const reply = await post(body, stop.signal);
		const content = reply.status === 204 ? {} : (await reply.json()) || {};
		return { status: reply.status, content, waitMs: retryAfter(reply) };
	} catch (error) {
		return { status: 0, content: {}, waitMs: 0 };
	} finally {
		clearTimeout(limit);
	}
};
async function flush() {
	clearTimeout(flushTimer);
	if (busy || done || (!answer && !unsent)) return;
	const sent = answer;
	if (!sent) unsent = false;
	busy = true;
	sentAt = Date.now();
	let reply = await exchange(sent || progressNow());
	if (reply.status === 403 && !renewedForPost) {
		renewedForPost = true;
		if ((await renew()).ok) reply = await exchange(sent || progressNow());
	}
	busy = false;
	if (done) return;
	settle(sent, reply);
}
const isLate = (state) => state === 'answered' || state === 'over';
/* What n8n itself answers when the execution has ended, was deleted, or waits for something else. */
const isGone = (status, message) =>
	(status === 409 && /finished/.test(message)) || (status === 404 && /does not (exist|contain)/.test(message));
function settle(sent, { status, content, waitMs }) {
	if (isLate(content.state)) return end(content.state, content.message, sent);
	const fine = status >= 200 && status < 300;
	if (fine && sent && content.state === 'accepted') return end('accepted', content.message, sent);
	if (fine && !sent) {
		if (typeof content.token === 'string') token = content.token;
		failures = 0;
		renewedForPost = false;
		if (answer) flush();
		else if (unsent) flushIn(INTERVAL_MS);
		return;
	}
	if (isGone(status, content.message)) return end('over', '', sent);
	/* The workflow takes another answer at this moment. */
	const isBusy = status === 409;
	const mayPass = fine || isBusy || status === 0 || status === 429 || status >= 500;
	if (sent && mayPass && !isBusy && status !== 429) uncertain = true;
	if (sent !== answer) return flush();
	failures += 1;
	if (mayPass && failures < (sent ? ANSWER_ATTEMPTS : ATTEMPTS)) {
		if (!sent) unsent = true;
		else showPending(false);
		return flushIn(Math.max(waitMs, waitOf(failures)));
	}
	failures = 0;
	if (sent) return mayPass ? showPending(true) : refuse(content.message);
	notify(mayPass
		? 'Your progress could not be reported. You can continue reading.'
		: 'This page is no longer connected. Reload it to continue.');
}
const submit = (body) => {
	if (answer || done) return;
	answer = Object.assign(body, pagesRead());
	failures = 0;
	renewedForPost = false;
	showSending();
	flush();
};
const tryNow = () => {
	if (!answer || done) return;
	failures = 0;
	showSending();
	flush();
};
/* A browser does not wait for answers of a page that is left. */
const onLeave = () => {
	keepNow();
	if (done || (answer && busy)) return;
	if (answer) {
		uncertain = true;
		post(answer).catch(() => undefined);
		return;
	}
	if (!unsent) return;
	clearTimeout(flushTimer);
	unsent = false;
	sentAt = Date.now();
	post(progressNow()).catch(() => { unsent = true; });
};
addEventListener('online', () => { if (answer) tryNow(); else if (unsent) flush(); });
addEventListener('beforeunload', (event) => { if (answer && !done) event.preventDefault(); });`;
