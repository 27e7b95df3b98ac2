/** How long n8n wants no further post, in milliseconds; 0 where it does not say, and 5 minutes at most. */
export const retryAfterScript = `
const retryAfter = ({ headers }) =>
	Math.min(300000, 1000 * Math.max(0, Number(headers && headers.get('Retry-After')) || 0));`;

/** The settings of the page, its state, and what the visitor sees. */
const commonScript = `
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId('data').textContent);
const sandboxed = self.origin === 'null';
let frame = byId('preview'), token = data.token;
/* Whether the preview has loaded, and whether it has sent a viewer event. */
let loaded = false, responded = false;

const notify = (text, mood) => {
	byId('noticeText').textContent = text;
	byId('notice').hidden = text === '';
	byId('notice').dataset.mood = mood || '';
};
const showFailure = (text) => {
	byId('loading').hidden = true;
	notify(text, 'bad');
};
const formatTime = (seconds) => {
	const s = Math.floor(seconds), m = Math.floor(s / 60), h = Math.floor(m / 60);
	const two = (n) => String(n).padStart(2, '0');
	return h ? h + ':' + two(m % 60) + ':' + two(s % 60) : m + ':' + two(s % 60);
};
const showProgress = ({ event, current, total }) => {
	byId('progress').hidden = false;
	byId('bar').max = Math.max(total, 1);
	byId('bar').value = current;
	byId('where').textContent = event === 'page'
		? 'Page ' + current + ' of ' + total
		: formatTime(current) + ' of ' + formatTime(total);
};
/* Text and not JSON: a page in the sandbox is of another origin, and JSON would need a preflight request. */
const post = (body, signal) => {
	const text = JSON.stringify(Object.assign({ token }, body));
	return fetch(address, {
		method: 'POST',
		headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
		body: text,
		signal,
		/* A browser sends at most 64 KiB after its page was closed. */
		keepalive: text.length < 20000,
		credentials: 'omit',
		cache: 'no-store',
		referrerPolicy: 'no-referrer',
	});
};
/* Asks for a new preview link and a new token. */
async function renew() {
	try {
		const answer = await post(RENEWAL);
		const content = await answer.json();
		if (answer.ok) token = content.token;
		return { ok: answer.ok, url: content.url, message: content.message };
	} catch (error) {
		return { ok: false, message: 'The page cannot be reached. Check your connection and try again.' };
	}
}`;

/**
 * What all parts of a page's script use. `address` and `renewal` are expressions: where the page posts to, and what it
 * posts to obtain a new preview link.
 */
export const sharedScript = (address: string, renewal: string): string => `
const address = ${address}, RENEWAL = ${renewal};
${commonScript}`;
